"""Spectators' delay is kept by the server: state, steps, events, chat, info, lists and record are those of then."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from app.matches.errors import ServiceError
from app.matches.types import Caller, MatchFilter, MatchId, NewMatch, NewSeat
from app.store.database import UnavailableError
from tests.support.service import Server, Sink, parsed, server, until

pytestmark = pytest.mark.database
DELAY = 60


def _later(place: Server, seconds: float) -> None:
    """Let time pass for the service."""
    place.house.time._offset += seconds * 1000


async def test_a_delayed_spectator_sees_then_and_not_now(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob, delay_s=DELAY)).id
        audience = await one.audience(None, match)
        assert audience.delayed
        assert not (await one.audience(ann, match)).delayed
        assert (await one.service.state(match, audience)).seq == -1
        assert (await one.service.info(None, match)).seq == -1
        _later(one, 40)
        await one.act(ann, match, {"verb": "stance", "attack": True})
        assert (await one.service.steps(match, audience, -1, 100)) == ([], -1)
        _later(one, 30)
        state = await one.service.state(match, audience)
        assert (state.seq, parsed(state.view)["attack"]) == (0, False)
        assert (await one.service.info(None, match)).awaiting == (0,)
        assert (await one.service.state(match, await one.audience(ann, match))).seq == 1
        assert (await one.service.fairness(match, audience)).rolls == 1
        _later(one, 40)
        assert (await one.service.state(match, audience)).seq == 1
        assert [parsed(step)["seq"] for step in (await one.service.steps(match, audience, -1, 9))[0]] == [0, 1]


async def test_the_small_picture_of_lists_is_that_of_then(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob, delay_s=DELAY)).id
        audience = await one.audience(None, match)
        assert await one.service.picture(match, audience) == (-1, b"null")
        await one.act(ann, match, {"verb": "stance", "attack": True})
        assert await one.service.picture(match, audience) == (-1, b"null")
        seq, picture = await one.service.picture(match, await one.audience(ann, match))
        assert (seq, parsed(picture)["attack"]) == (1, True)
        assert set(parsed(picture)) == {"attack", "turn"}, "and nothing of the hands"
        _later(one, DELAY + 1)
        assert await one.service.picture(match, audience) == (seq, picture)


async def test_frames_reach_delayed_spectators_late_and_in_order(database_url: str) -> None:
    async with server(database_url) as one, server(database_url) as two:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob, delay_s=1)).id
        sinks = [Sink(), Sink()]
        for place, sink in zip((one, two), sinks, strict=True):
            place.service.subscribe(match, await place.audience(None, match), sink)
        player = Sink()
        one.service.subscribe(match, await one.audience(ann, match), player)
        began = one.house.time.now()
        await one.service.say(ann, match, "match", "good luck")
        await one.act(ann, match, {"verb": "stance", "attack": True})
        await one.act(ann, match)
        await one.act(bob, match)
        await one.service.resign(bob, match)
        await until(lambda: player.of("ended"))
        for sink in sinks:
            assert not sink.of("step", "rewind", "chat", "ended", "match", "clock")
        for sink in sinks:
            await until(lambda sink=sink: len(sink.of("match")) == 2)
            assert one.house.time.now() - began >= 1000
            assert [frame["seq"] for frame in sink.of("rewind", "step")] == [0, 1, 2, 3, 4]
            assert [line["text"] for line in sink.of("chat")] == ["good luck"]
            assert [frame.t for frame in sink.frames if frame.t in ("rewind", "ended", "match")] == [
                *("rewind", "match", "ended", "match")
            ]
            assert [frame["status"] for frame in sink.of("match")] == ["live", "ended"]
        assert sinks[0].of("step") == sinks[1].of("step")


async def test_the_end_stays_secret_until_delayed_spectators_have_seen_it(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob, delay_s=DELAY)).id
        _later(one, 2 * DELAY)
        await one.service.resign(bob, match)
        audience = await one.audience(None, match)
        info = await one.service.info(None, match)
        assert (info.status, info.result, info.ended) == ("live", None, None)
        (listed,) = (await one.service.list(None, MatchFilter(status="live"))).matches
        assert (listed.status, listed.result, listed.ended, listed.turn) == ("live", None, None, None)
        assert not (await one.service.list(None, MatchFilter(status="ended"))).matches
        assert (await one.service.list(ann, MatchFilter(status="ended"))).matches[0].result
        for what in (one.service.record(match, audience),):
            with pytest.raises(ServiceError) as refused:
                await what
            assert refused.value.code == "forbidden"
        assert (await one.service.fairness(match, audience)).seed is None
        assert parsed((await one.service.record(match, await one.audience(ann, match))).kept.plain())["match"]["result"]
        _later(one, DELAY + 1)
        assert (await one.service.info(None, match)).status == "ended"
        assert (await one.service.list(None, MatchFilter(status="ended"))).matches
        assert (await one.service.fairness(match, audience)).seed
        assert await one.service.record(match, audience)


async def test_players_chat_is_delayed_too_and_theirs_is_not_the_spectators(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob, eve = await one.person("Ann"), await one.person("Bob"), await one.person("Eve")
        match = (await one.duel(ann, bob, delay_s=DELAY)).id
        seat, crowd = await one.audience(ann, match), await one.audience(eve, match)
        sinks = [Sink(), Sink()]
        for audience, sink in zip((seat, crowd), sinks, strict=True):
            one.service.subscribe(match, audience, sink)
        await one.service.say(ann, match, "match", "I hold the seven")
        await one.service.say(eve, match, "spectators", "she must strike now")
        await asyncio.sleep(0.5)
        assert [line["text"] for line in sinks[0].of("chat")] == ["I hold the seven"]
        assert [line["text"] for line in sinks[1].of("chat")] == ["she must strike now"]
        assert not await one.service.chat_page(match, crowd, "match")
        with pytest.raises(ServiceError):
            await one.service.chat_page(match, seat, "spectators")
        with pytest.raises(ServiceError):
            await one.service.say(ann, match, "spectators", "hello")
        with pytest.raises(ServiceError):
            await one.service.say(eve, match, "match", "hello")
        _later(one, DELAY)
        assert [line.text for line in await one.service.chat_page(match, crowd, "match")] == ["I hold the seven"]
        await until(lambda: len(sinks[1].of("chat")) == 2)


async def test_a_hot_seat_curtain_is_not_late(database_url: str) -> None:
    async with server(database_url) as one:
        ann = await one.person("Ann")
        seats = (NewSeat(kind="me"), NewSeat(kind="hotseat"))
        new = NewMatch(ruleset="duel", scenario="yard", seats=seats, delay_s=DELAY)
        match = (await one.service.create(ann, new)).id
        assert (await one.service.state(match, await one.audience(ann, match, -1))).seq == 0


async def test_delayed_spectators_miss_nothing_while_the_database_is_away(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.matches.lanes.RETRY_S", 0.05)
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob, delay_s=1)).id
        sink = Sink()
        one.service.subscribe(match, await one.audience(None, match), sink)
        await until(lambda: sink.of("rewind"))
        outages = 0

        async def away(*_: object) -> None:
            nonlocal outages
            outages += 1
            raise UnavailableError("away")

        with monkeypatch.context() as broken:
            broken.setattr(one.house.steps, "seq_at", away)
            await until(lambda: outages > 2)
            await one.service.say(ann, match, "match", "still here")
            await one.act(ann, match, {"verb": "stance", "attack": True})
            await one.service.resign(bob, match)
            await until(lambda: sink.of("chat"))
        await until(lambda: sink.of("ended"))
        assert [frame["seq"] for frame in sink.of("rewind", "step")] == [0, 1, 2]
        assert len(sink.of("chat")) == len(sink.of("ended")) == 1


async def _answers(one: Server, caller: Caller, match: MatchId) -> list[Any]:
    """All that the service tells somebody about a match, by whatever he asks or tries."""
    service = one.service
    audience = await service.viewer(caller, match)
    act = {"verb": "stance", "attack": False}
    asked: list[Callable[[], Awaitable[Any]]] = [
        lambda: service.info(caller, match),
        lambda: service.list(caller, MatchFilter()),
        lambda: service.list(caller, MatchFilter(status="live")),
        lambda: service.list(caller, MatchFilter(status="ended")),
        lambda: service.state(match, audience),
        lambda: service.view(match, audience),
        lambda: service.picture(match, audience),
        lambda: service.decisions(match, audience),
        lambda: service.steps(match, audience, -1, 100),
        lambda: service.fairness(match, audience),
        lambda: service.record(match, audience),
        lambda: service.legal(match, audience),
        lambda: service.odds(match, audience, act),
        lambda: service.sight(match, audience, "a", ["b"]),
        lambda: service.threat(match, audience, 0),
        lambda: service.chat_page(match, audience, "match"),
        lambda: service.chat_page(match, audience, "spectators"),
        lambda: service.commit(caller, match, "s1", act, "k"),
        lambda: service.commit(caller, match, "s1", act, "k", 0),
        lambda: service.resign(caller, match),
        lambda: service.offer_draw(caller, match),
        lambda: service.ask_takeback(caller, match, "k"),
        lambda: service.answer(caller, match, "draw", True),
        lambda: service.join(caller, match),
        lambda: service.leave(caller, match),
        lambda: service.begin(caller, match),
        lambda: service.say(caller, match, "match", "Who wins?"),
    ]
    told: list[Any] = []
    for ask in asked:
        try:
            told.append(msgspec.json.encode(await ask()))
        except ServiceError as refused:
            told.append(refused.body())
    return told


@pytest.mark.parametrize("how", ["steps", "end"])
async def test_nothing_that_a_delayed_spectator_asks_or_tries_tells_what_he_is_to_see_later(
    database_url: str, how: str
) -> None:
    async with server(database_url, presence_timeout_s=5) as one:
        ann, bob, eve = await one.person("Ann"), await one.person("Bob"), await one.person("Eve")
        match = (await one.duel(ann, bob, delay_s=DELAY, rated=True, absent="bot")).id
        await one.act(ann, match)
        _later(one, DELAY + 1)
        then = one.house.time.now()
        one.house.time.now = lambda: then
        before = await _answers(one, eve, match)
        if how == "steps":
            await one.round(match, ann, bob)
        else:
            await one.service.resign(bob, match)
            await one.service._sweeping.left_overs()
        assert await _answers(one, eve, match) == before


async def test_the_chat_does_not_tell_of_the_end_before_delayed_spectators_have_seen_it(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob, eve = await one.person("Ann"), await one.person("Bob"), await one.person("Eve")
        match = (await one.duel(ann, bob, delay_s=DELAY)).id
        _later(one, DELAY + 1)
        await one.service.resign(ann, match)
        for caller, room in ((eve, "match"), (ann, "spectators")):
            with pytest.raises(ServiceError) as refused:
                await one.service.say(caller, match, room, "So that was it")  # type: ignore[arg-type]
            assert refused.value.code == "forbidden"
        assert await one.service.say(bob, match, "match", "Good game")
        assert await one.service.say(eve, match, "spectators", "Exciting")
        _later(one, DELAY + 1)
        assert await one.service.say(eve, match, "match", "So that was it")
        assert await one.service.say(ann, match, "spectators", "It was")


async def test_a_rated_result_counts_once_delayed_spectators_have_seen_it(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob, delay_s=DELAY, rated=True)).id
        await one.service.resign(ann, match)
        await one.service._sweeping.left_overs()
        assert not (await one.service.info(ann, match)).seats[0].player.rating  # type: ignore[union-attr]
        _later(one, DELAY + 1)
        await one.service._sweeping.left_overs()
        ratings = [seat.player and seat.player.rating for seat in (await one.service.info(None, match)).seats]
        assert ratings[0]
        assert ratings[1]
        assert ratings[0] < ratings[1]
