"""Guests, users, sessions and tokens: who somebody is, and when he is nobody."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from app.accounts.secret import digest
from app.main import Sandtable
from app.store.tables import tokens, users
from tests.api.battle import begin, table
from tests.api.conftest import http
from tests.api.people import PREFIX, Person, error_of
from tests.api.shapes import conforms

pytestmark = pytest.mark.database


async def test_a_guest_needs_no_name(nobody: Person) -> None:
    session = await nobody.ok("POST", "/guests", {})
    assert session["user"]["guest"] is True
    assert session["user"]["name"].startswith("Guest ")
    me = await nobody.with_token(session["token"]).ok("GET", "/me")
    assert me["id"] == session["user"]["id"]


async def test_a_guest_who_signs_up_keeps_his_account(nobody: Person) -> None:
    guest = await nobody.ok("POST", "/guests", {"name": "Ada"})
    named = await nobody.with_token(guest["token"]).ok("POST", "/users", {"name": "Ada L", "password": "lovelace1"})
    assert named["user"] == {**guest["user"], "name": "Ada L", "guest": False}


async def test_names_are_one_whatever_their_case_and_width(nobody: Person) -> None:
    await nobody.ok("POST", "/users", {"name": "Ёжик", "password": "password"})
    nobody.client.cookies.clear()
    status, error = await nobody.refused("POST", "/users", {"name": "ёЖИК", "password": "password"})
    assert (status, error["code"], error["field"]) == (409, "conflict", "name")


async def test_signing_in_takes_the_right_password_only(nobody: Person) -> None:
    await nobody.ok("POST", "/users", {"name": "Ada", "password": "lovelace1"})
    nobody.client.cookies.clear()
    wrong = await nobody.refused("POST", "/sessions", {"name": "Ada", "password": "lovelace2"})
    unknown = await nobody.refused("POST", "/sessions", {"name": "Nemo", "password": "lovelace1"})
    assert wrong[0] == unknown[0] == 401
    assert wrong[1]["code"] == unknown[1]["code"] == "unauthorized"
    assert wrong[1]["message"] == unknown[1]["message"]
    session = await nobody.ok("POST", "/sessions", {"name": "ada", "password": "lovelace1"})
    assert session["user"]["name"] == "Ada"


async def test_nothing_secret_is_stored_or_told(nobody: Person, server: Sandtable) -> None:
    session = await nobody.ok("POST", "/users", {"name": "Ada", "password": "lovelace1"})
    runtime = server.runtime()
    assert runtime is not None
    (token,) = await runtime.store.rows(select(tokens.c.digest))
    assert token.digest == digest(session["token"])
    (user,) = await runtime.store.rows(select(users.c.password))
    assert user.password.startswith("$argon2")
    assert "password" not in str(await nobody.with_token(session["token"]).ok("GET", "/me"))


async def test_signing_out_revokes_the_token(ada: Person) -> None:
    await ada.ok("DELETE", "/sessions")
    status, error = await ada.refused("GET", "/me")
    assert (status, error["code"]) == (401, "unauthorized")


async def test_an_expired_token_is_unauthorized(ada: Person, server: Sandtable) -> None:
    runtime = server.runtime()
    assert runtime is not None
    await runtime.store.run(update(tokens).values(expires=datetime.now(UTC) - timedelta(seconds=1)))
    answer = await ada.raw("GET", "/me")
    assert answer.status_code == 401
    assert error_of(answer)["code"] == "unauthorized"
    assert answer.headers["www-authenticate"] == "Bearer"


async def test_a_session_that_is_used_lives_on(ada: Person, server: Sandtable) -> None:
    runtime = server.runtime()
    assert runtime is not None
    await runtime.store.run(update(tokens).values(expires=datetime.now(UTC) + timedelta(hours=1)))
    await ada.ok("GET", "/me")
    (row,) = await runtime.store.rows(select(tokens.c.expires))
    assert row.expires > datetime.now(UTC) + timedelta(days=runtime.settings.guest_days - 1)


@pytest.mark.parametrize("header", ["Bearer nonsense", "Bearer ", "Basic QWRhOkFkYQ==", "Bearer " + "x" * 500])
async def test_what_is_no_token_is_unauthorized(nobody: Person, header: str) -> None:
    status, error = await nobody.refused("GET", "/me", headers={"Authorization": header})
    assert (status, error["code"]) == (401, "unauthorized")


async def test_a_token_for_a_bot_has_its_scopes_and_is_shown_once(ada: Person) -> None:
    made = await ada.ok("POST", "/tokens", {"name": "bot", "scopes": ["read"], "days": 3})
    assert made["token"].startswith("st_")
    assert made["expires"] is not None
    (listed,) = (await ada.ok("GET", "/tokens"))["tokens"]
    assert listed == {key: value for key, value in made.items() if key != "token"}
    bot = ada.with_token(made["token"])
    assert (await bot.ok("GET", "/me"))["id"] == ada.user["id"]
    table = {"ruleset": "lore", "scenario": "x", "seats": [{"kind": "me"}, {"kind": "open"}]}
    for path, body in (("/matches", table), ("/matches/x/join", {}), ("/matches/x/resign", {})):
        status, error = await bot.refused("POST", path, body)
        assert (status, error["code"], error["params"]["reason"]) == (403, "forbidden", "scope")
    await ada.ok("DELETE", f"/tokens/{made['id']}")
    assert (await bot.refused("GET", "/me"))[0] == 401


async def test_only_a_person_manages_tokens_and_account(ada: Person) -> None:
    made = await ada.ok("POST", "/tokens", {"name": "bot", "scopes": ["play", "read", "create"]})
    bot = ada.with_token(made["token"])
    for method, path, body in (
        ("GET", "/tokens", None),
        ("POST", "/tokens", {"name": "more", "scopes": ["play"]}),
        ("DELETE", f"/tokens/{made['id']}", None),
        ("PATCH", "/me", {"name": "Mallory"}),
    ):
        status, error = await bot.refused(method, path, body)
        assert (status, error["code"]) == (403, "forbidden")


async def test_another_users_token_cannot_be_revoked(ada: Person, bob: Person) -> None:
    made = await ada.ok("POST", "/tokens", {"name": "bot", "scopes": ["read"]})
    status, error = await bob.refused("DELETE", f"/tokens/{made['id']}")
    assert (status, error["code"]) == (404, "not_found")
    await ada.with_token(made["token"]).ok("GET", "/me")


async def test_i_see_my_ratings_by_ruleset_once_a_rated_match_has_ended(
    ada: Person, bob: Person, server: Sandtable
) -> None:
    assert "ratings" not in conforms(await ada.ok("GET", "/me"), "User")
    match = (await begin(ada, bob, rated=True))["id"]
    await bob.ok("POST", f"/matches/{match}/resign")
    runtime = server.runtime()
    assert runtime is not None
    await runtime.matches._sweeping.left_overs()
    ratings = [conforms(await who.ok("GET", "/me"), "User")["ratings"]["lore"] for who in (ada, bob)]
    assert [found["games"] for found in ratings] == [1, 1]
    assert ratings[0]["rating"] > 1000 > ratings[1]["rating"]
    seats = (await ada.ok("GET", f"/matches/{match}"))["seats"]
    assert [seat["player"]["rating"] for seat in seats] == [found["rating"] for found in ratings]
    assert "ratings" not in seats[0]["player"]


async def test_preferences_change_one_by_one(ada: Person) -> None:
    await ada.ok("PATCH", "/me", {"preferences": {"language": "ru", "sound": False}})
    me = await ada.ok("PATCH", "/me", {"name": "Ада", "preferences": {"sound": True}})
    assert me["name"] == "Ада"
    assert me["preferences"] == {"language": "ru", "sound": True}


async def test_the_cookie_counts_and_state_changing_calls_by_it_need_the_header(server: Sandtable) -> None:
    async with http(server) as client:
        made = await client.post(f"{PREFIX}/guests", json={"name": "Ada"})
        cookie = made.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert (await client.get(f"{PREFIX}/me")).json()["name"] == "Ada"
        bare = await client.patch(f"{PREFIX}/me", json={"name": "Mallory"})
        assert bare.status_code == 403
        assert error_of(bare)["params"] == {"reason": "csrf"}
        assert (await client.get(f"{PREFIX}/me")).json()["name"] == "Ada"
        ours = await client.patch(f"{PREFIX}/me", json={"name": "Eva"}, headers={"X-Sandtable": "1"})
        assert ours.json()["name"] == "Eva"
        await client.delete(f"{PREFIX}/sessions", headers={"X-Sandtable": "1"})
        assert not client.cookies


async def test_an_old_cookie_does_not_keep_anybody_out(server: Sandtable) -> None:
    async with http(server) as client:
        client.cookies.set("sandtable", "st_old")
        assert (await client.get(f"{PREFIX}/me")).status_code == 401
        made = await client.post(f"{PREFIX}/guests", json={})
        assert made.status_code == 201


WRONG: list[tuple[str, str, Any, str]] = [
    ("POST", "/guests", {"name": 7}, "name"),
    ("POST", "/guests", {"name": "A" * 25}, "name"),
    ("POST", "/guests", {"name": "A\nB"}, "name"),
    ("POST", "/guests", {"name": "Ada", "admin": True}, "admin"),
    ("POST", "/users", {"name": "Ada", "password": "short"}, "password"),
    ("POST", "/users", {"name": "Ada", "password": "x" * 129}, "password"),
    ("POST", "/sessions", {"name": "Ada"}, "password"),
    ("PATCH", "/me", {"preferences": {"sound": 1}}, "preferences.sound"),
    ("PATCH", "/me", {"preferences": {"language": "de"}}, "preferences.language"),
    ("POST", "/tokens", {"name": "t", "scopes": []}, "scopes"),
    ("POST", "/tokens", {"name": "t", "scopes": ["root"]}, "scopes.0"),
    ("POST", "/tokens", {"name": "t", "scopes": ["play"], "days": True}, "days"),
    ("POST", "/tokens", {"name": "t", "scopes": ["play"], "days": "3"}, "days"),
    ("POST", "/tokens", {"name": "t", "scopes": ["play"], "days": 1.0}, "days"),
    ("POST", "/tokens", {"name": "t", "scopes": ["play"], "days": 0}, "days"),
]


@pytest.mark.parametrize(("method", "path", "body", "field"), WRONG)
async def test_wrong_fields_are_named(ada: Person, method: str, path: str, body: Any, field: str) -> None:
    status, error = await ada.refused(method, path, body)
    assert (status, error["code"], error["field"]) == (422, "malformed", field)


@pytest.mark.parametrize("changes", [{"rate_sign_in_per_min": 1.0, "rate_sign_in_burst": 3}])
async def test_sign_ins_are_few_for_each_address(server: Sandtable) -> None:
    async with http(server) as client:
        answers: list[httpx.Response] = [await client.post(f"{PREFIX}/guests", json={}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
        assert error_of(answers[-1])["code"] == "rate_limited"
        assert int(answers[-1].headers["retry-after"]) > 0


async def test_a_guest_who_cannot_come_back_and_left_nothing_is_forgotten(
    ada: Person, bob: Person, eve: Person, server: Sandtable
) -> None:
    runtime = server.runtime()
    assert runtime is not None
    await bob.ok("POST", "/matches", table())
    people = [str(person.user["id"]) for person in (ada, bob, eve)]
    day = timedelta(days=2)
    await runtime.store.run(update(tokens).values(expires=datetime.now(UTC) - day))
    await runtime.store.run(update(users).where(users.c.id.in_(people[:2])).values(created=datetime.now(UTC) - day))
    await runtime.accounts.sweep()
    left = {row.id for row in await runtime.store.rows(select(users.c.id))}
    assert left == {people[1], people[2]}, "whose table stands, and who has only just come, stay"
