"""Issue §7: each kind of bad input has its own code, and nothing that is stored changes."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import select

from app.main import Sandtable
from app.store.tables import metadata
from tests.api.battle import act, begin, open_decision, table
from tests.api.people import Person

pytestmark = pytest.mark.database

MOVING = {"presence", "processes", "audit"}
"""Tables that tell of running processes, not of battles."""


async def stored(server: Sandtable) -> str:
    """A hash of all that is stored."""
    runtime = server.runtime()
    assert runtime is not None
    digest = hashlib.sha256()
    for name, each in sorted(metadata.tables.items()):
        if name not in MOVING:
            columns = [column for column in each.c if column.name not in ("seen", "claimed_until", "last_seen")]
            rows = await runtime.store.rows(select(*columns))
            digest.update(repr((name, sorted(map(repr, rows)))).encode())
    return digest.hexdigest()


@pytest.fixture
def unchanged(server: Sandtable) -> Callable[[], Any]:
    """A context in which nothing stored may change."""

    @asynccontextmanager
    async def check() -> AsyncIterator[None]:
        before = await stored(server)
        yield
        assert await stored(server) == before

    return check


Unchanged = Callable[[], Any]
Refused = Callable[..., Awaitable[tuple[int, dict[str, Any]]]]


async def test_another_seat_is_refused(ada: Person, bob: Person, unchanged: Unchanged) -> None:
    match = (await begin(ada, bob))["id"]
    player, decision = await open_decision(match, ada, bob)
    other = bob if player is ada else ada
    body = {"decision": decision["id"], "action": decision["choices"][0], "key": "k"}
    async with unchanged():
        plain = await other.refused("POST", f"/matches/{match}/actions", body)
        named = await other.refused("POST", f"/matches/{match}/actions", {**body, "seat": decision["seat"]})
        resigned = await other.refused("POST", f"/matches/{match}/resign", {"seat": decision["seat"]})
    assert plain[1]["code"] in ("not_your_decision", "stale")
    assert (named[0], named[1]["code"]) == (403, "not_your_seat")
    assert (resigned[0], resigned[1]["code"]) == (403, "not_your_seat")


async def test_a_spectator_who_acts_is_refused(
    ada: Person, bob: Person, eve: Person, nobody: Person, unchanged: Unchanged
) -> None:
    match = (await begin(ada, bob))["id"]
    _, decision = await open_decision(match, ada, bob)
    body = {"decision": decision["id"], "action": decision["choices"][0], "key": "k"}
    path = f"/matches/{match}"
    async with unchanged():
        for call, with_body in (
            ("actions", body),
            ("resign", {}),
            ("draw", {"offer": True}),
            ("takeback", {"key": "k"}),
        ):
            status, error = await eve.refused("POST", f"{path}/{call}", with_body)
            assert (status, error["code"]) == (403, "spectator"), call
            status, error = await nobody.refused("POST", f"{path}/{call}", with_body)
            assert (status, error["code"]) == (401, "unauthorized"), call
        assert (await eve.refused("GET", f"{path}/legal"))[0] == 403
        assert (await eve.refused("POST", f"{path}/odds", {"action": body["action"]}))[0] == 403
        assert (await eve.refused("GET", f"{path}/view", params={"seat": 0}))[0] == 403


async def test_a_stale_decision_is_refused_with_the_present_seq(ada: Person, bob: Person, unchanged: Unchanged) -> None:
    match = (await begin(ada, bob))["id"]
    player, decision = await open_decision(match, ada, bob)
    await act(match, player, decision, "first")
    body = {"decision": decision["id"], "action": decision["choices"][-1], "key": "second"}
    async with unchanged():
        status, error = await player.refused("POST", f"/matches/{match}/actions", body)
    assert (status, error["code"], error["seq"]) == (409, "stale", 1)


async def test_a_repeated_key_with_another_body_is_refused(ada: Person, bob: Person, unchanged: Unchanged) -> None:
    match = (await begin(ada, bob))["id"]
    player, decision = await open_decision(match, ada, bob)
    await act(match, player, decision, "same", 0)
    body = {"decision": decision["id"], "action": decision["choices"][1], "key": "same"}
    async with unchanged():
        status, error = await player.refused("POST", f"/matches/{match}/actions", body)
    assert (status, error["code"]) == (409, "key_reused")


ILLEGAL: list[Any] = [
    {},
    {"verb": "fly"},
    {"verb": 7},
    {"verb": None},
    {"verb": "end", "extra": 1},
    {"verb": "play_card", "card": 99},
    {"verb": "move", "unit": "none", "to": [0, 0]},
    {"verb": "move", "unit": [], "to": {}},
    {"verb": "x" * 10_000},
]


@pytest.mark.parametrize("action", ILLEGAL, ids=range(len(ILLEGAL)))
async def test_an_illegal_action_is_refused(ada: Person, bob: Person, unchanged: Unchanged, action: Any) -> None:
    match = (await begin(ada, bob))["id"]
    player, decision = await open_decision(match, ada, bob)
    async with unchanged():
        body = {"decision": decision["id"], "action": action, "key": "k"}
        status, error = await player.refused("POST", f"/matches/{match}/actions", body)
    assert status == 422
    assert error["code"] not in ("internal", "stale")
    assert len(error["message"]) < 300


WRONG_ACTIONS: list[tuple[dict[str, Any], str]] = [
    ({"decision": 1, "action": {}, "key": "k"}, "decision"),
    ({"decision": "d", "action": [], "key": "k"}, "action"),
    ({"decision": "d", "action": "end", "key": "k"}, "action"),
    ({"decision": "d", "action": {}, "key": ""}, "key"),
    ({"decision": "d", "action": {}, "key": "k" * 65}, "key"),
    ({"decision": "d", "action": {}}, "key"),
    ({"decision": "d", "action": {}, "key": "k", "seat": False}, "seat"),
    ({"decision": "d", "action": {}, "key": "k", "seat": "0"}, "seat"),
    ({"decision": "d", "action": {}, "key": "k", "seat": -1}, "seat"),
    ({"decision": "d", "action": {}, "key": "k", "admin": 1}, "admin"),
]


@pytest.mark.parametrize(("body", "field"), WRONG_ACTIONS)
async def test_wrong_types_name_their_field(
    ada: Person, bob: Person, unchanged: Unchanged, body: dict[str, Any], field: str
) -> None:
    match = (await begin(ada, bob))["id"]
    async with unchanged():
        status, error = await ada.refused("POST", f"/matches/{match}/actions", body)
    assert (status, error["code"], error["field"]) == (422, "malformed", field)


WRONG_TABLES: list[tuple[dict[str, Any], int, str]] = [
    ({"ruleset": "chess"}, 404, "not_found"),
    ({"scenario": "S99"}, 422, "bad_scenario"),
    ({"scenario": "saved:none"}, 404, "not_found"),
    ({"scenario": 7}, 422, "malformed"),
    ({"options": {"nonsense": 1}}, 422, "bad_option"),
    ({"options": []}, 422, "malformed"),
    ({"seats": []}, 422, "malformed"),
    ({"seats": [{"kind": "me"}] * 9}, 422, "malformed"),
    ({"seats": [{"kind": "king"}, {"kind": "open"}]}, 422, "malformed"),
    ({"seats": [{"kind": "bot"}, {"kind": "open"}]}, 422, "malformed"),
    ({"seats": [{"kind": "me", "bot": "random"}, {"kind": "open"}]}, 422, "malformed"),
    ({"clock": {"kind": "bank"}}, 422, "malformed"),
    ({"clock": {"kind": "bank", "bank_s": True}}, 422, "malformed"),
    ({"clock": {"kind": "bank", "bank_s": 10**9}}, 422, "malformed"),
    ({"clock": {"kind": "hourglass"}}, 422, "malformed"),
    ({"delay_s": -1}, 422, "malformed"),
    ({"delay_s": False}, 422, "malformed"),
    ({"rated": 1}, 422, "malformed"),
    ({"spectators": "all"}, 422, "malformed"),
    ({"nonce": "a b"}, 422, "malformed"),
    ({"unknown": 1}, 422, "malformed"),
]


@pytest.mark.parametrize(("change", "status", "code"), WRONG_TABLES)
async def test_a_broken_table_is_refused(
    ada: Person, unchanged: Unchanged, change: dict[str, Any], status: int, code: str
) -> None:
    async with unchanged():
        found, error = await ada.refused("POST", "/matches", table(**change))
    assert (found, error["code"]) == (status, code)


BROKEN_SCENARIOS: list[dict[str, Any]] = [
    {},
    {"rows": []},
    {"map": {"hexes": [{"q": 10**9, "r": -5}]}},
    {"board": [[1, 2], [3]], "units": [{"at": [99, 99]}]},
    {"seats": -1},
    {"a": {"b": {"c": [[[]]]}}},
]


@pytest.mark.parametrize("data", BROKEN_SCENARIOS, ids=range(len(BROKEN_SCENARIOS)))
async def test_a_scenario_with_broken_geometry_is_refused(
    ada: Person, unchanged: Unchanged, data: dict[str, Any]
) -> None:
    async with unchanged():
        status, error = await ada.refused("POST", "/matches", table(scenario=data))
        assert (status, error["code"]) == (422, "bad_scenario")
        status, error = await ada.refused("POST", "/scenarios", {"ruleset": "lore", "name": "Broken", "data": data})
        assert (status, error["code"]) == (422, "bad_scenario")


async def test_an_expired_token_changes_nothing(ada: Person, bob: Person, unchanged: Unchanged) -> None:
    match = (await begin(ada, bob))["id"]
    player, decision = await open_decision(match, ada, bob)
    body = {"decision": decision["id"], "action": decision["choices"][0], "key": "k"}
    await player.ok("DELETE", "/sessions")
    async with unchanged():
        status, error = await player.refused("POST", f"/matches/{match}/actions", body)
    assert (status, error["code"]) == (401, "unauthorized")


@pytest.mark.parametrize("match", ["none", "x" * 64, "..", "%00", "a'b", "-1"])
async def test_a_match_that_is_not_there_is_not_found(ada: Person, match: str, unchanged: Unchanged) -> None:
    async with unchanged():
        for method, call, body in (("GET", "", None), ("GET", "/view", None), ("POST", "/join", {})):
            status, error = await ada.refused(method, f"/matches/{match}{call}", body)
            assert error["code"] in ("not_found", "method_not_allowed", "malformed"), (match, call)
            assert status in (400, 404, 405)
