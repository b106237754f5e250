"""What every request passes: sizes, depth, rates, the one error form, security headers, ids."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest

from app.api.border import too_deep
from app.main import Sandtable, create_app
from tests.api.battle import begin
from tests.api.conftest import http, settings_for
from tests.api.people import PREFIX, Person, error_of

pytestmark = pytest.mark.database


async def test_unknown_addresses_and_methods_have_the_one_form(nobody: Person) -> None:
    assert await _code(nobody, "GET", "/nothing") == (404, "not_found")
    assert await _code(nobody, "PUT", "/rulesets") == (405, "method_not_allowed")
    assert await _code(nobody, "GET", "/rulesets/chess") == (404, "not_found")


async def test_what_is_no_json_is_malformed(ada: Person) -> None:
    json = {"Content-Type": "application/json"}
    for content in (b"{", b"", b"\xff\xfe", b"[" * 2000, b"nul"):
        status, error = await ada.refused("PATCH", "/me", content=content, headers=json)
        assert (status, error["code"]) == (400, "malformed"), content
    for content in (b"[]", b"7", b"null", b'"x"'):
        status, error = await ada.refused("PATCH", "/me", content=content, headers=json)
        assert error["code"] == "malformed"
        assert status in (400, 422)


async def test_json_must_be_declared(ada: Person) -> None:
    status, error = await ada.refused("PATCH", "/me", content=b'{"name":"Eva"}', headers={"Content-Type": "text/plain"})
    assert (status, error["code"]) == (422, "malformed")
    assert (await ada.ok("GET", "/me"))["name"] == "Ada"


async def test_deep_json_is_malformed(ada: Person) -> None:
    deep = b'{"ruleset":"lore","name":"x","data":' + b'{"a":' * 40 + b"1" + b"}" * 41
    status, error = await ada.refused("POST", "/scenarios", content=deep, headers={"Content-Type": "application/json"})
    assert (status, error["code"]) == (400, "malformed")


def test_depth_counts_brackets_outside_of_strings_only() -> None:
    assert not too_deep(b'{"a":"' + b"[" * 1000 + b'"}')
    assert not too_deep(b"[" + b"[]," * 1000 + b"[]]")
    assert not too_deep(b'["\\"' + b"[" * 100 + b'"]')
    assert too_deep(b"[" * 33 + b"]" * 33)
    assert not too_deep(b"[" * 32 + b"]" * 32)
    assert too_deep(b'{"a":"x","b":' + b"[" * 40)


async def test_what_cannot_be_stored_is_malformed(ada: Person) -> None:
    head = {"Content-Type": "application/json"}
    for text in (rb"\u0000", rb"\ud800", rb"a\uDFFFb"):
        body = b'{"ruleset":"lore","name":"x","data":{"a":"' + text + b'"}}'
        status, error = await ada.refused("POST", "/armies", content=body, headers=head)
        assert (status, error["code"]) == (400, "malformed"), text
    whole = b'{"ruleset":"lore","name":"x","data":{"a":"\\ud83d\\ude00"}}'
    await ada.ok("POST", "/armies", content=whole, headers=head)
    for path in ("/matches/%00", "/matches?before=%00", "/scenarios?ruleset=%00"):
        assert await _code(ada, "GET", path) == (400, "malformed")


async def test_an_oversized_body_is_too_large(ada: Person) -> None:
    status, error = await ada.refused("PATCH", "/me", {"name": "x" * 70_000})
    assert (status, error["code"]) == (413, "too_large")
    data = {"ruleset": "lore", "name": "x", "data": {"text": "x" * 100_000}}
    status, error = await ada.refused("POST", "/scenarios", data)
    assert status != 413, "scenarios may be larger"
    data["data"] = {"text": "x" * 300_000}
    assert (await ada.refused("POST", "/scenarios", data))[0] == 413


async def test_an_oversized_body_that_hides_its_length_is_too_large(ada: Person) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        yield b'{"name":"'
        for _ in range(100):
            yield b"x" * 1000
        yield b'"}'

    status, error = await ada.refused("PATCH", "/me", content=chunks(), headers={"Content-Type": "application/json"})
    assert (status, error["code"]) == (413, "too_large")


async def test_an_unforeseen_error_is_answered_without_its_trace(database_url: str) -> None:
    app = create_app(settings_for(database_url))

    @app.get("/api/v1/broken")
    async def broken() -> None:
        raise ZeroDivisionError("secret detail")

    app.router.routes.insert(0, app.router.routes.pop())
    async with app.router.lifespan_context(app), http(app) as client:
        answer = await client.get(f"{PREFIX}/broken")
    assert answer.status_code == 500
    assert error_of(answer)["code"] == "internal"
    assert "secret" not in answer.text


async def test_every_answer_has_an_id_and_security_headers(nobody: Person) -> None:
    seen = set()
    for path in ("/rulesets", "/nothing", "/me"):
        answer = await nobody.raw("GET", path)
        seen.add(answer.headers["x-request-id"])
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"]
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "frame-ancestors 'none'" in policy
    assert len(seen) == 3


@pytest.mark.parametrize("changes", [{"rate_address_per_s": 1.0, "rate_address_burst": 5}])
async def test_a_flood_from_one_address_is_rate_limited(server: Sandtable) -> None:
    async with http(server) as client:
        answers = [await client.get(f"{PREFIX}/rulesets") for _ in range(7)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
        assert error_of(answers[-1])["code"] == "rate_limited"
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert (await client.get("/healthz")).status_code == 200, "operators are not limited"
    other = httpx.ASGITransport(app=server, client=("10.1.2.3", 5))
    async with httpx.AsyncClient(transport=other, base_url="http://table.test") as client:
        assert (await client.get(f"{PREFIX}/rulesets")).status_code == 200, "another address is not"


@pytest.mark.parametrize("changes", [{"rate_token_per_s": 1.0, "rate_token_burst": 4}])
async def test_a_flood_by_one_token_is_rate_limited(ada: Person, bob: Person) -> None:
    answers = [await ada.raw("GET", "/me") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [429] * 2
    error = error_of(answers[-1])
    assert error["code"] == "rate_limited"
    assert error["params"]["wait_ms"] > 0
    await bob.ok("GET", "/me")


@pytest.mark.parametrize("changes", [{"rate_token_per_s": 50.0, "rate_token_burst": 2}])
async def test_whoever_waits_may_go_on(ada: Person) -> None:
    answers = [await ada.raw("GET", "/me") for _ in range(8)]
    refused = next(answer for answer in answers if answer.status_code == 429)
    await asyncio.sleep(2 * error_of(refused)["params"]["wait_ms"] / 1000 + 0.02)
    await ada.ok("GET", "/me")


async def _code(person: Person, method: str, path: str) -> tuple[int, str]:
    status, error = await person.refused(method, path)
    return status, error["code"]


async def test_no_cache_keeps_what_is_told_to_one_person(ada: Person, bob: Person) -> None:
    match = (await begin(ada, bob))["id"]
    for path in (
        "/me",
        "/matches",
        f"/matches/{match}",
        f"/matches/{match}/view",
        f"/matches/{match}/legal",
        "/nothing",
    ):
        answer = await ada.raw("GET", path)
        assert answer.headers.get_list("cache-control") == ["no-store"], path
    assert (await ada.raw("GET", "/rulesets")).headers.get_list("cache-control") == ["no-cache"]
