"""Who is there is known over all processes; inboxes tell a person of all his matches; ratings count once."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text

from app.matches.errors import ServiceError
from app.matches.types import Caller, MatchId, NewMatch
from app.store.accounts import AccountStore
from app.store.database import UnavailableError
from tests.support.service import Server, Sink, parsed, server, until

pytestmark = pytest.mark.database


async def test_presence_is_that_of_all_processes(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        sink = Sink()
        one.service.subscribe(match, await one.audience(ann, match), sink)
        async with server(database_url) as two:
            audience = await two.audience(bob, match)
            tabs = [two.service.attach(bob, match, audience) for _ in range(2)]
            crowd = [two.service.attach(None, match, await two.audience(None, match)) for _ in range(3)]

            def shown() -> tuple[list[bool], int]:
                frames = sink.of("presence")
                if not frames:
                    return [], 0
                return [seat["online"] for seat in frames[-1]["players"]], frames[-1]["watching"]

            await until(lambda: shown() == ([False, True], 3))
            info = await one.service.info(ann, match)
            assert ([seat.online for seat in info.seats], info.watching) == ([False, True], 3)
            tabs[0].close()
            crowd[0].close()
            crowd[0].close()
            await until(lambda: shown() == ([False, True], 2))
        assert (await one.service.info(ann, match)).watching == 0  # a process that ends takes its people along


async def test_an_inbox_tells_of_every_match_that_awaits_one(database_url: str) -> None:
    async with server(database_url) as one, server(database_url) as two:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        first = (await one.duel(ann, bob)).id
        assert [parsed(body)["match"] for body in await one.service.awaiting(ann)] == [first]
        assert await one.service.awaiting(bob) == []
        here, there = Sink(), Sink()
        one.service.subscribe_user(bob, here)
        two.service.subscribe_user(bob, there)
        await one.act(ann, first, {"verb": "stance", "attack": True})
        second = (await two.duel(bob, ann)).id
        for sink in (here, there):
            await until(lambda sink=sink: {frame["match"] for frame in sink.of("decision")} == {first, second})
            for frame in sink.of("decision"):
                assert all("choices" in decision for decision in frame["decisions"])
            await until(lambda sink=sink: any(frame["id"] == second for frame in sink.of("match")))


async def test_a_full_sink_is_dropped_and_holds_nobody_up(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        audience = await one.audience(None, match)
        slow, good = Sink(room=1), Sink()
        for sink in (slow, good):
            one.service.subscribe(match, audience, sink)
        await one.round(match, ann, bob)
        await until(lambda: len(good.of("step")) == 3)
        assert len(slow.frames) == 1


async def test_one_frame_is_encoded_once_for_all_of_an_audience(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        crowd = [Sink() for _ in range(5)]
        for sink in crowd:
            one.service.subscribe(match, await one.audience(None, match), sink)
        await one.act(ann, match)
        await until(lambda: crowd[-1].frames)
        assert len({id(sink.frames[0]) for sink in crowd}) == 1


async def test_a_rated_result_counts_once(database_url: str) -> None:
    async with server(database_url) as one, server(database_url) as two:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        new = NewMatch(ruleset="duel", scenario="yard", rated=True)
        match = (await one.service.create(ann, new)).id
        await one.service.join(bob, match)
        await one.service.resign(bob, match)
        accounts = AccountStore(one.store)

        async def rated() -> bool:
            return bool(await accounts.ratings(ann.user)) and bool(await accounts.ratings(bob.user))

        await until(rated)
        assert not await one.service._rating.settle(match)
        assert not await two.service._rating.settle(match)
        winner, loser = (await accounts.ratings(ann.user))["duel"], (await accounts.ratings(bob.user))["duel"]
        assert winner.mu > 25 > loser.mu
        assert (winner.games, loser.games) == (1, 1)
        seats = (await one.service.info(None, match)).seats
        assert [seat.player and seat.player.rating for seat in seats] == [winner.estimate, loser.estimate]
        assert winner.estimate > loser.estimate


async def test_an_unrated_result_counts_nothing(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        await one.service.resign(bob, match)
        await asyncio.sleep(0.2)
        assert await AccountStore(one.store).ratings(ann.user) == {}


async def _online(place: Server, caller: Caller, match: MatchId) -> list[bool]:
    return [seat.online for seat in (await place.service.info(caller, match)).seats]


async def test_whoever_comes_back_while_his_going_is_stored_is_there(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        audience = await one.audience(bob, match)
        tab = one.service.attach(bob, match, audience)
        await until(lambda: one.house.presence.of([match], one.house.time.now()))
        put, storing, go_on = one.house.presence.put, asyncio.Event(), asyncio.Event()

        async def slow(*arguments: object) -> None:
            storing.set()
            await go_on.wait()
            await put(*arguments)

        monkeypatch.setattr(one.house.presence, "put", slow)
        tab.close()
        await storing.wait()
        one.service.attach(bob, match, audience)
        go_on.set()
        await until(lambda: not one.service._attendance._settling)
        assert await _online(one, ann, match) == [False, True]


async def test_presence_that_could_not_be_stored_is_stored_with_the_next_sign_of_life(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id

        async def away(*_: object) -> None:
            raise UnavailableError("away")

        with monkeypatch.context() as broken:
            broken.setattr(one.house.presence, "put", away)
            one.service.attach(bob, match, await one.audience(bob, match))
            await until(lambda: one.service._attendance._settling)
            await until(lambda: not one.service._attendance._settling)
        assert await _online(one, ann, match) == [False, False]
        await one.service._sweeping.beat()
        assert await _online(one, ann, match) == [False, True]


async def test_a_process_that_was_taken_for_dead_tells_anew_who_is_there(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        one.service.attach(bob, match, await one.audience(bob, match))
        await until(lambda: one.house.presence.of([match], one.house.time.now()))
        async with one.store.begin() as connection:
            await connection.execute(text("delete from presence"))
        await one.service._sweeping.beat()
        assert await _online(one, ann, match) == [False, False], "a row is not written again without need"
        async with one.store.begin() as connection:
            await connection.execute(text("delete from processes"))
        await one.service._sweeping.beat()
        assert await _online(one, ann, match) == [False, True]


async def test_an_inbox_has_no_end_of_page(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.matches.listing.PAGE_MAX", 2)
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        matches = {(await one.duel(ann, bob)).id for _ in range(5)}
        assert {parsed(body)["match"] for body in await one.service.awaiting(ann)} == matches


async def test_a_match_that_cannot_be_followed_keeps_no_other_back(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(database_url) as one, server(database_url) as two:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        matches = [(await one.duel(ann, bob)).id for _ in range(3)]
        sinks = {match: Sink() for match in matches}
        for match, sink in sinks.items():
            audience = await two.audience(ann, match)
            two.service.subscribe(match, audience, sink)
            await two.service.state(match, audience)
        monkeypatch.setattr(one.house.bus, "publish", lambda notice: None)  # every notice is lost
        follow = two.service._sweeping._follow

        async def failing(match: str) -> None:
            if match == matches[0]:
                raise ServiceError("internal")
            await follow(match)

        monkeypatch.setattr(two.service._sweeping, "_follow", failing)
        for match in matches:
            await one.act(ann, match)
        await two.service._sweeping.compare()
        for match in matches[1:]:
            await until(lambda match=match: sinks[match].of("step"))
        assert not sinks[matches[0]].of("step")
