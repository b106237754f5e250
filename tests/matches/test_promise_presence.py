"""Who is there is known over all processes; inboxes tell a person of all his matches; ratings count once."""

from __future__ import annotations

import asyncio

import pytest

from app.matches.types import NewMatch
from app.store.accounts import AccountStore
from tests.support.service import Sink, parsed, server, until

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
        assert winner["mu"] > 25 > loser["mu"]
        assert (winner["games"], loser["games"]) == (1, 1)
        assert (await one.service.info(None, match)).seats[0].player.rating  # type: ignore[union-attr]


async def test_an_unrated_result_counts_nothing(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        await one.service.resign(bob, match)
        await asyncio.sleep(0.2)
        assert await AccountStore(one.store).ratings(ann.user) == {}
