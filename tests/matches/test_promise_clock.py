"""A prompt to an absent owner never blocks the game: what is due gets its default, or forfeits; in any process, after
any restart.
"""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text

from app.matches.errors import ServiceError
from app.matches.types import Clock
from tests.support.service import Server, Sink, parsed, server, until

pytestmark = pytest.mark.database


def _later(place: Server, seconds: float) -> None:
    place.house.time._offset += seconds * 1000


async def _kinds(place: Server) -> list[str]:
    async with place.store.begin() as connection:
        return list((await connection.execute(text("select kind from steps order by seq"))).scalars())


async def test_a_due_decision_gets_its_default(database_url: str) -> None:
    async with server(database_url, clock_tick_s=0.05) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob, clock=Clock(kind="bank", bank_s=100, increment_s=10))).id
        sink = Sink()
        one.service.subscribe(match, await one.audience(bob, match), sink)
        await asyncio.sleep(0.2)
        assert await _kinds(one) == ["start"]
        _later(one, 101)
        await until(lambda: sink.of("step"))
        step = sink.of("step")[0]
        assert step["events"][0]["data"] == {"attack": False}
        assert step["clock"]["left_ms"]["0"] == 0  # it goes on deciding, so it gets nothing yet


async def test_a_due_clock_forfeits_where_the_match_says_so(database_url: str) -> None:
    async with server(database_url, clock_tick_s=0.05) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        clock = Clock(kind="days", days=1, when_due="forfeit")
        match = (await one.duel(ann, bob, clock=clock)).id
        _later(one, 86_401)

        async def ended() -> bool:
            return (await one.service.info(ann, match)).status == "ended"

        await until(ended)
        info = await one.service.info(ann, match)
        assert (info.result and info.result["winners"]) == [1]
        assert await _kinds(one) == ["start", "forfeit"]


async def test_an_action_after_the_deadline_comes_too_late(database_url: str) -> None:
    """Also when no sweeper has come by yet."""
    async with server(database_url, clock_tick_s=60) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob, clock=Clock(kind="bank", bank_s=10, when_due="forfeit"))).id
        _later(one, 11)
        with pytest.raises(ServiceError) as refused:
            await one.service.commit(ann, match, "s1", {"verb": "stance", "attack": True}, "late")
        assert refused.value.code == "battle_over"
        assert await _kinds(one) == ["start", "forfeit"]


async def test_a_window_gives_the_default_with_no_clock_at_all(database_url: str) -> None:
    async with server(database_url, clock_tick_s=0.05) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob, options={"window": 30})).id
        await one.act(ann, match, {"verb": "stance", "attack": True})
        await one.act(bob, match)
        state = await one.service.state(match, await one.audience(ann, match))
        assert state.clock.deadline is not None
        _later(one, 31)

        async def resolved() -> bool:
            return (await one.service.info(ann, match)).turn == 2

        await until(resolved)
        assert await _kinds(one) == ["start", "action", "action", "due"]


async def test_what_is_due_is_done_once_by_many_processes_and_after_a_restart(database_url: str) -> None:
    async with server(database_url, clock_tick_s=60) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob, clock=Clock(kind="bank", bank_s=1), options={"rounds": 500})).id
    await asyncio.sleep(1.1)  # nobody is there while the time runs out
    async with server(database_url, clock_tick_s=0.02) as two, server(database_url, clock_tick_s=0.02) as three:

        async def five_rounds() -> bool:
            turn = (await two.service.info(ann, match)).turn
            return turn is not None and turn >= 2

        await until(five_rounds)
        kinds = await _kinds(three)
        assert set(kinds[1:]) == {"due"}
        async with two.store.begin() as connection:
            seqs = list((await connection.execute(text("select seq from steps order by seq"))).scalars())
        assert seqs == list(range(len(seqs)))


async def test_clocks_stand_in_the_database(database_url: str) -> None:
    """Another process, started later, counts on from where the first one was."""
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob, clock=Clock(kind="bank", bank_s=100))).id
        await asyncio.sleep(0.3)
        await one.act(ann, match, {"verb": "stance", "attack": True})
    async with server(database_url) as two:
        info = await two.service.info(ann, match)
        left = [seat.clock_ms for seat in info.seats]
        assert left[0] is not None
        assert left[1] is not None
        assert left[0] < left[1] <= 100_000
        assert 90_000 < left[0] < 99_800
        state = await two.service.state(match, await two.audience(ann, match))
        assert state.clock.running == (0, 1)
        assert parsed(state.decisions)
