"""Sockets, from hello to bye: every frame is answered, everybody gets what he may know, once and in order."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import Any

import pytest
from websockets.asyncio.client import connect

from app.engine.patch import apply
from app.matches.frames import Frame
from app.realtime.session import Session
from tests.api.battle import act, open_decision, play, table
from tests.api.people import Person, error_of
from tests.api.shapes import conforming_frame
from tests.realtime.conftest import At
from tests.realtime.live import Live, Wire, wire

pytestmark = pytest.mark.database


def mine(decisions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Decisions with choices."""
    return [decision for decision in decisions if decision.get("choices")]


async def test_a_whole_exchange_has_the_promised_shapes(at: At) -> None:
    async with (
        wire(at.live, at.match, at.tokens[0]) as ada,
        wire(at.live, at.match, at.tokens[1]) as bob,
        wire(at.live, at.match) as watcher,
    ):
        lines = (ada, bob, watcher)
        assert ada.seen[0]["you"] == {"seats": [0], "role": "seat", "seat": 0, "user": at.ada.user["id"]}
        assert watcher.seen[0]["you"] == {"seats": [], "role": "spectator"}
        mover, other = (ada, bob) if mine(ada.seen[0]["decisions"]) else (bob, ada)
        decision = mine(mover.seen[0]["decisions"])[0]
        deed = {"decision": decision["id"], "action": decision["choices"][0]}

        await mover.send("odds", id=7, action=deed["action"])
        assert (await mover.next("odds"))["id"] == 7
        await mover.send("act", key="k1", **deed)
        ack = await mover.next("ack")
        assert ack == {"t": "ack", "key": "k1", "seq": 1}
        for line in lines:
            assert (await line.saw("step"))["seq"] == 1
        await mover.send("act", key="k1", **deed)
        assert await mover.next("ack", "refused") == ack, "the same key gets the same answer"
        await mover.send("act", key="k2", **deed)
        stale = await mover.next("refused")
        assert (stale["key"], stale["code"], stale["seq"]) == ("k2", "stale", 1)

        await ada.send("chat", room="match", text="Hello")
        for line in lines:
            assert (await line.saw("chat"))["text"] == "Hello"
        await watcher.send("chat", room="spectators", text="psst")
        refused = await watcher.next("refused")
        assert (refused["code"], refused["of"]) == ("unauthorized", "chat")
        await ada.send("ping", n=41)
        assert await ada.next("pong") == {"t": "pong", "n": 41}

        await ada.send("draw", offer=True)
        assert (await bob.next("proposal"))["kind"] == "draw"
        await bob.send("draw", accept=False)
        while (await ada.next("proposal")).get("closed") != "refused":
            pass
        await mover.send("takeback", key="back")
        asked = await other.next("proposal", "rewind")
        if asked["t"] == "proposal" and "closed" in asked:
            asked = await other.next("proposal", "rewind")
        if asked["t"] == "proposal":
            assert asked["to_seq"] == 0
            assert "preview" in asked
            await other.send("takeback", accept=True)
        for line in lines:
            assert (await line.saw("rewind"))["seq"] == 2
        await bob.send("resign")
        for line in lines:
            assert (await line.saw("ended"))["result"]["winners"] == [0]
            for frame in line.seen:
                conforming_frame(frame)


async def test_views_grow_by_patches_into_what_a_newcomer_sees(at: At) -> None:
    tokens = (*at.tokens[:2], None)
    lines: list[Wire] = []
    async with (
        wire(at.live, at.match, tokens[0]) as one,
        wire(at.live, at.match, tokens[1]) as two,
        wire(at.live, at.match) as three,
    ):
        lines = [one, two, three]
        last = await play(at.match, 15, at.ada, at.bob)
        for line, token in zip(lines, tokens, strict=True):
            view = line.seen[0]["view"]
            seq = line.seen[0]["seq"]
            while seq < last:
                step = await line.next("step")
                assert step["seq"] == seq + 1, "no gap, nothing twice"
                seq = step["seq"]
                if "patch" in step:
                    view = apply(view, step["patch"])
            async with wire(at.live, at.match, token) as newcomer:
                assert newcomer.seen[0]["seq"] == last
                assert newcomer.seen[0]["view"] == view


async def test_resume_costs_what_was_missed(at: At) -> None:
    token = at.tokens[0]
    async with wire(at.live, at.match, token) as line:
        start = line.seen[0]["seq"]
    last = await play(at.match, 8, at.ada, at.bob)
    sizes = []
    for missed in (0, 1, 8):
        async with at.live.socket(at.match) as connection:
            line = Wire(connection)
            batch = conforming_frame(await line.hello(token, since=last - missed))
            assert batch["t"] == "batch"
            assert [step["seq"] for step in batch["steps"]] == list(range(last - missed + 1, last + 1))
            assert "view" not in batch
            sizes.append(len(json.dumps(batch["steps"])))
    assert sizes[0] < sizes[1] < sizes[2]
    async with wire(at.live, at.match, token, since=last + 5) as line:
        assert line.seen[0]["t"] == "welcome", "who comes from the future gets the whole state"
    assert start == 0


async def test_a_newer_socket_of_the_seat_supersedes_the_older(at: At) -> None:
    token = at.tokens[0]
    async with wire(at.live, at.match, token) as old, wire(at.live, at.match, token) as new:
        assert (await old.next("bye"))["reason"] == "superseded"
        assert await old.closed() == (4001, "superseded")
        await new.send("ping", n=1)
        await new.next("pong")


async def test_viewers_may_watch_in_many_tabs(at: At) -> None:
    token = at.tokens[2]
    async with wire(at.live, at.match, token) as one, wire(at.live, at.match, token) as two:
        for line in (one, two):
            await line.send("ping", n=1)
            await line.next("pong")


@pytest.mark.parametrize("changes", [{"socket_ping_s": 0.2}])
async def test_the_server_pings(at: At) -> None:
    async with wire(at.live, at.match) as line:
        for _ in range(3):
            conforming_frame(await line.next("ping", seconds=3))


async def test_presence_is_told(at: At) -> None:
    async with wire(at.live, at.match, at.tokens[0]) as ada:
        async with wire(at.live, at.match, at.tokens[1]):
            while not (await ada.next("presence"))["players"][1]["online"]:
                pass
        while (await ada.next("presence"))["players"][1]["online"]:
            pass


async def test_on_shutdown_everybody_is_told(at: At) -> None:
    async with wire(at.live, at.match, at.tokens[0]) as ada, wire(at.live, at.match) as watcher:
        at.live.stop()
        for line in (ada, watcher):
            assert (await line.next("bye"))["reason"] == "shutdown"
            assert (await line.closed())[0] == 1012


async def test_hot_seat_changes_the_seat_by_another_hello(live: Live) -> None:
    async with live.http() as client:
        client.base_url = live.url
        ada = await Person.guest(client, "Ada")
        table = {
            "ruleset": "lore",
            "scenario": "S1",
            "seats": [{"kind": "me"}, {"kind": "hotseat"}],
            "hot_seat": True,
        }
        match = (await ada.ok("POST", "/matches", table))["id"]
        async with wire(live, match, ada.token, seat=0) as line:
            seen = {0: line.seen[0]}
            for seat in (1, -1):
                await line.send("hello", seat=seat)
                seen[seat] = await line.next("welcome")
                assert seen[seat]["you"]["seat"] == seat
            assert seen[0]["view"] != seen[1]["view"]
            assert not mine(seen[-1]["decisions"])
            holder = 0 if mine(seen[0]["decisions"]) else 1
            decision = mine(seen[holder]["decisions"])[0]
            await line.send("act", key="k", decision=decision["id"], action=decision["choices"][0], seat=holder)
            assert (await line.next("ack", "refused"))["t"] == "ack"


async def test_a_step_by_rest_reaches_sockets(at: At) -> None:
    async with wire(at.live, at.match) as watcher:
        player, decision = await open_decision(at.match, at.ada, at.bob)
        acted = await act(at.match, player, decision, "k")
        assert (await watcher.next("step"))["seq"] == acted["ack"]["seq"]
    missing = await player.raw("GET", f"/matches/{at.match}/nothing")
    assert error_of(missing)["code"] == "not_found"


@pytest.mark.parametrize("changes", [{"socket_queue_bytes": 65_536}])
async def test_whoever_does_not_read_is_told_to_resync_and_catches_up(at: At) -> None:
    runtime = at.live.sandtable_app.runtime()
    assert runtime is not None
    padding = Frame("chat", 0, b'{"t":"padding","x":"%b"}' % (b"x" * 4000), at.match)

    async def pile_up() -> int:
        (session,) = (line for line in runtime.hub.anonymous if isinstance(line, Session))
        for number in range(10_000):
            if not session.push(padding):
                return number
        return -1

    async with at.live.socket(at.match, max_queue=4) as slow, wire(at.live, at.match, at.tokens[0]) as good:
        await slow.send('{"t":"hello"}')
        line = Wire(slow)
        await line.next("welcome")
        taken = await asyncio.to_thread(at.live.call, pile_up())
        assert 0 <= taken < 10_000, "the buffer is bounded"
        last = await play(at.match, 2, at.ada, at.bob)
        while (await good.next("step"))["seq"] < last:
            pass
        came = Counter[str]()
        while (frame := await line.next())["t"] != "resync":
            came[frame["t"]] += 1
        assert came["padding"] == taken
        assert came["step"] == 0, "he was no longer subscribed"
        batch = await line.hello(since=0)
        assert [step["seq"] for step in batch["steps"]] == list(range(1, last + 1))
        player, decision = await open_decision(at.match, at.ada, at.bob)
        await act(at.match, player, decision, "next")
        assert (await line.next("step"))["seq"] == last + 1
    assert runtime.metrics.clogged._value.get() == 1


async def test_a_table_that_is_gone_ends_its_sockets(at: At) -> None:
    gone = (await at.ada.ok("POST", "/matches", table()))["id"]
    async with wire(at.live, gone, at.tokens[2]) as eve:
        await at.ada.ok("POST", f"/matches/{gone}/leave", {})
        await eve.next("resync")
        await eve.send("hello")
        assert (await eve.next("bye"))["reason"] == "gone"
        assert (await eve.closed())[0] == 4004


async def test_whoever_loses_his_place_during_a_hello_is_told(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.realtime.session.MAX_HELD", 1)
    runtime = at.live.sandtable_app.runtime()
    assert runtime is not None
    state, house = runtime.matches.state, runtime.matches._house

    async def busy(match: Any, audience: Any) -> Any:
        for number in range(2):
            house.hub.push(match, audience, Frame("chat", 0, b'{"t":"chat","id":%d}' % number, match))
        return await state(match, audience)

    with monkeypatch.context() as crowded:
        crowded.setattr(runtime.matches, "state", busy)
        async with wire(at.live, at.match, at.tokens[0]) as ada:
            await ada.next("resync")
            crowded.undo()
            assert (await ada.hello())["t"] == "welcome"
            assert not any(frame["t"] == "chat" for frame in ada.seen)
            await play(at.match, 1, at.ada, at.bob)
            assert (await ada.next("step"))["seq"] == 1


async def test_the_seat_belongs_to_the_token_and_to_no_name(at: At) -> None:
    async with at.live.socket(at.match) as connection:
        assert (await Wire(connection).hello(at.tokens[0]))["you"]["seat"] == 0
        connection.transport.abort()  # his line breaks without a word
        async with wire(at.live, at.match, at.tokens[0], since=0) as again:
            assert again.seen[0]["you"]["seat"] == 0
        async with at.live.http() as client:
            client.base_url = at.live.url
            namesake = await Person.guest(client, "Ada")
        async with wire(at.live, at.match, namesake.token) as other:
            assert other.seen[0]["you"]["seats"] == []


async def test_sockets_do_not_deflate(at: At) -> None:
    address = f"ws://127.0.0.1:{at.live.port}/api/v1/matches/{at.match}/socket"
    async with connect(address, compression="deflate") as connection:
        assert connection.response is not None
        assert "Sec-WebSocket-Extensions" not in connection.response.headers
        assert (await Wire(connection).hello())["t"] == "welcome"
