"""Sockets that are refused or ended: who may not come in, what is no frame, and what is too much."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from app.realtime.sweeper import end_revoked
from app.store.tables import tokens
from tests.api.battle import begin, open_decision
from tests.realtime.conftest import At
from tests.realtime.live import Wire, wire

pytestmark = pytest.mark.database


async def test_another_person_cannot_look_from_a_seat(at: At) -> None:
    for token in (at.tokens[2], None):
        async with at.live.socket(at.match) as connection:
            line = Wire(connection)
            assert (await line.hello(token, seat=0))["reason"] in ("forbidden", "unauthorized")
            assert (await line.closed())[0] == 1008
    async with wire(at.live, at.match, at.tokens[0]) as line:
        await line.send("hello", seat=1)
        assert (await line.next("refused", "welcome"))["code"] == "not_your_seat"


async def test_a_socket_is_his_from_whose_seat_it_looks_also_after_a_refused_hello(at: At) -> None:
    """Whoever holds a stolen token must not be able to put another one over it and keep the view."""
    async with wire(at.live, at.match, at.tokens[0], seat=0) as line:
        await line.send("hello", token=at.tokens[2], seat=0)
        assert (await line.next("refused"))["code"] == "not_your_seat"
        await at.ada.ok("DELETE", "/sessions")
        assert (await line.next("bye"))["reason"] == "unauthorized"
        await line.closed()


async def test_a_spectator_who_acts_is_refused_and_nothing_happens(at: At) -> None:
    player, decision = await open_decision(at.match, at.ada, at.bob)
    body = {"decision": decision["id"], "action": decision["choices"][0]}
    async with wire(at.live, at.match, at.tokens[2]) as eve, wire(at.live, at.match) as nobody:
        await eve.send("act", key="k", **body)
        assert (await eve.next("refused"))["code"] == "spectator"
        await nobody.send("act", key="k", **body)
        assert (await nobody.next("refused"))["code"] == "unauthorized"
        for t, fields in (("resign", {}), ("draw", {"offer": True}), ("takeback", {"key": "x"})):
            await eve.send(t, **fields)
            assert (await eve.next("refused"))["code"] == "spectator"
    assert (await player.ok("GET", f"/matches/{at.match}"))["seq"] == 0


async def test_who_watches_by_link_and_acts_is_told_that_he_is_a_spectator(at: At) -> None:
    match = (await begin(at.ada, at.bob, spectators="link"))["id"]
    watch = (await at.ada.ok("GET", f"/matches/{match}"))["watch_link"]
    async with wire(at.live, match, at.tokens[2], watch=watch) as line:
        await line.send("resign")
        assert (await line.next("refused"))["code"] == "spectator"


async def test_malformed_frames_are_refused_and_the_tenth_ends_it(at: At) -> None:
    async with wire(at.live, at.match, at.tokens[0]) as line:
        for text in ("{", '{"t":"root"}', '{"t":"act","key":7}', '{"t":"ping","n":false}', "[" * 10_000):
            await line.connection.send(text)
            refused = await line.next("refused")
            assert refused["code"] == "malformed"
        await line.connection.send(b"\x00\x01")
        assert (await line.next("refused"))["code"] == "malformed"
        for _ in range(4):
            await line.connection.send("nonsense")
        assert (await line.next("bye"))["reason"] == "malformed"
        assert (await line.closed())[0] == 1008
    assert (await at.ada.ok("GET", f"/matches/{at.match}"))["seq"] == 0


async def test_a_frame_that_is_too_large_closes_the_socket(at: At) -> None:
    async with wire(at.live, at.match, at.tokens[0]) as line:
        await line.connection.send("x" * 20_000)
        assert (await line.closed())[0] == 1009


@pytest.mark.parametrize(
    "first", ["{}", '{"t":"ping"}', "nonsense", '{"t":"act","key":"k","decision":"d","action":{}}']
)
async def test_the_first_frame_must_be_a_hello(at: At, first: str) -> None:
    async with at.live.socket(at.match) as connection:
        line = Wire(connection)
        await connection.send(first)
        assert (await line.next())["reason"] == "malformed"
        assert (await line.closed())[0] == 1008


@pytest.mark.parametrize("changes", [{"socket_hello_s": 0.3}])
async def test_whoever_says_nothing_is_let_go(at: At) -> None:
    async with at.live.socket(at.match) as connection:
        line = Wire(connection)
        assert (await line.next(seconds=3))["reason"] == "idle"
        assert (await line.closed())[0] == 1008


async def test_a_wrong_token_and_a_match_that_is_not_there(at: At) -> None:
    async with at.live.socket(at.match) as connection:
        line = Wire(connection)
        assert (await line.hello("st_wrong"))["reason"] == "unauthorized"
    async with at.live.socket("none") as connection:
        line = Wire(connection)
        assert (await line.hello())["reason"] == "gone"
        assert (await line.closed())[0] == 4004
    with pytest.raises(InvalidStatus) as refused:
        await connect(f"ws://127.0.0.1:{at.live.port}/api/v1/other").__aenter__()
    assert refused.value.response.status_code == 404
    assert json.loads(refused.value.response.body)["error"]["code"] == "not_found"


async def test_a_revoked_token_ends_its_sockets(at: At) -> None:
    async with wire(at.live, at.match, at.tokens[0]) as line:
        await at.ada.ok("DELETE", "/sessions")
        assert (await line.next("bye"))["reason"] == "unauthorized"


@pytest.mark.parametrize("changes", [{"rate_token_per_s": 5.0, "rate_token_burst": 30}])
async def test_floods_are_refused_and_then_ended(at: At) -> None:
    async with wire(at.live, at.match, at.tokens[2]) as line:
        for number in range(40):
            await line.send("ping", n=number)
        refused = await line.next("refused")
        assert refused["code"] == "rate_limited"
        assert refused["of"] == "ping"
        assert refused["params"]["wait_ms"] > 0
        for number in range(100):
            await line.send("ping", n=number)
        assert (await line.next("bye"))["reason"] == "too_fast"
        assert (await line.closed())[0] == 1008
    async with wire(at.live, at.match, at.tokens[1]) as other:
        await other.send("ping", n=1)
        await other.next("pong")


@pytest.mark.parametrize("changes", [{"sockets_per_address": 3}])
async def test_sockets_of_one_address_are_few(at: At) -> None:
    async with at.live.socket(at.match), at.live.socket(at.match), at.live.socket(at.match):
        with pytest.raises(InvalidStatus) as refused:
            await at.live.socket(at.match).__aenter__()
        assert refused.value.response.status_code == 429
    await asyncio.sleep(0.1)
    async with wire(at.live, at.match):
        pass


async def test_a_cookie_counts_from_our_own_pages_only(at: At) -> None:
    cookie = {"Cookie": f"sandtable={at.tokens[0]}"}
    ours = {**cookie, "Origin": at.live.url}
    async with at.live.socket(at.match, additional_headers=ours) as connection:
        line = Wire(connection)
        assert (await line.hello())["you"]["seats"] == [0]
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        with pytest.raises(InvalidStatus) as refused:
            await at.live.socket(at.match, additional_headers={**cookie, "Origin": origin}).__aenter__()
        assert refused.value.response.status_code == 403
    async with at.live.socket(at.match, additional_headers={"Origin": "https://evil.example"}) as connection:
        line = Wire(connection)
        greeting = await line.hello(at.tokens[0])
        assert greeting["t"] == "welcome", "whoever knows the token may come from anywhere"


async def test_the_token_never_stands_in_an_address(at: At) -> None:
    url = f"ws://127.0.0.1:{at.live.port}/api/v1/matches/{at.match}/socket?token={at.tokens[0]}"
    async with connect(url, compression=None) as connection:
        line = Wire(connection)
        assert (await line.hello())["you"]["seats"] == [], "a token in the address counts for nothing"


async def test_a_token_that_runs_out_ends_its_sockets(at: At) -> None:
    runtime = at.live.sandtable_app.runtime()
    assert runtime is not None
    async with wire(at.live, at.match, at.tokens[0]) as ada, wire(at.live, at.match, at.tokens[1]) as bob:
        mine_only = update(tokens).where(tokens.c.user_id == at.ada.user["id"])
        long_ago = datetime.now(UTC) - timedelta(seconds=1)
        await asyncio.to_thread(at.live.call, runtime.store.run(mine_only.values(expires=long_ago)))
        await asyncio.to_thread(at.live.call, end_revoked(runtime))
        assert (await ada.next("bye"))["reason"] == "unauthorized"
        await bob.send("ping", n=1)
        await bob.next("pong")
