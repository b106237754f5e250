"""Two moves race: one wins, the other is told `stale`; in one process and between two on one database, both orders."""

from __future__ import annotations

import asyncio

import pytest

from app.matches.errors import ServiceError
from app.matches.types import Ack, NewMatch
from tests.support.service import Server, Sink, server, until

pytestmark = pytest.mark.database
OPEN = NewMatch(ruleset="duel", scenario="yard")


def _outcomes(answers: list[object]) -> tuple[list[Ack], list[ServiceError]]:
    won = [answer for answer in answers if isinstance(answer, Ack)]
    lost = [answer for answer in answers if isinstance(answer, ServiceError)]
    assert len(won) + len(lost) == len(answers), answers
    return won, lost


async def test_of_two_moves_in_one_process_one_wins(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        answers = await asyncio.gather(
            *(
                one.service.commit(ann, match, "s1", {"verb": "stance", "attack": attack}, f"k{attack}")
                for attack in (False, True)
            ),
            return_exceptions=True,
        )
        won, lost = _outcomes(list(answers))
        assert [ack.ack.seq for ack in won] == [1]
        assert [(error.code, error.seq) for error in lost] == [("stale", 1)]


async def test_the_same_move_sent_many_times_at_once_counts_once(database_url: str) -> None:
    async with server(database_url) as one, server(database_url) as two:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        answers = await asyncio.gather(
            *(
                place.service.commit(ann, match, "s1", {"verb": "stance", "attack": True}, "once")
                for place in (one, two) * 10
            )
        )
        assert {bytes(answer.events) for answer in answers} == {bytes(answers[0].events)}
        assert {answer.ack.seq for answer in answers} == {1}
        assert (await two.service.info(ann, match)).seq == 1


@pytest.mark.parametrize("slow", ["first", "second"])
async def test_of_two_moves_at_two_processes_one_wins_in_both_orders(
    database_url: str, slow: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(database_url) as one, server(database_url) as two:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        for place in (one, two):  # both have the position in memory, so that both apply to the same one
            await place.service.state(match, await place.audience(ann, match))
        late = one if slow == "first" else two
        stored, gate = late.house.steps.commit, asyncio.Event()

        async def wait(advance: object) -> object:
            await gate.wait()
            return await stored(advance)

        monkeypatch.setattr(late.house.steps, "commit", wait)

        async def move(place: Server, attack: bool) -> object:
            action = {"verb": "stance", "attack": attack}
            try:
                return await place.service.commit(ann, match, "s1", action, f"k{attack}")
            except ServiceError as error:
                return error
            finally:
                gate.set()

        answers = await asyncio.gather(move(one, True), move(two, False))
        won, lost = _outcomes(list(answers))
        assert len(won) == 1
        assert [(error.code, error.status, error.seq) for error in lost] == [("stale", 409, 1)]
        assert isinstance(answers[0 if slow == "second" else 1], Ack)  # who was not held up has won
        states = [await place.service.state(match, await place.audience(ann, match)) for place in (one, two)]
        assert states[0].view == states[1].view


async def test_two_processes_play_one_match_as_one(database_url: str) -> None:
    """A player on each, a spectator on the other: all get the same contiguous numbers."""
    async with server(database_url) as one, server(database_url) as two:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob, options={"rounds": 7})).id
        watchers = []
        for place, caller in ((one, ann), (two, bob), (two, None), (one, None)):
            sink = Sink()
            audience = await place.audience(caller, match)
            place.service.subscribe(match, audience, sink)
            await place.service.state(match, audience)
            watchers.append(sink)
        for turn in range(1, 8):
            if (await one.service.info(ann, match)).status != "live":
                break
            leader, place = ((ann, one), (bob, two))[(turn - 1) % 2]
            await place.act(leader, match, {"verb": "stance", "attack": turn % 2 == 0})
            await asyncio.gather(one.act(ann, match), two.act(bob, match))
        last = (await one.service.info(ann, match)).seq
        assert last == (await two.service.info(bob, match)).seq
        for sink in watchers:
            await until(lambda sink=sink: sink.of("step") and sink.of("step")[-1]["seq"] == last)
            assert [step["seq"] for step in sink.of("step")] == list(range(1, last + 1))
            await until(lambda sink=sink: len(sink.of("ended")) == 1)
        assert watchers[2].of("step") == watchers[3].of("step")


async def test_players_of_two_processes_meet_at_one_table(database_url: str) -> None:
    async with server(database_url) as one, server(database_url) as two:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        info = await one.service.create(ann, OPEN)
        sink = Sink()
        audience = await one.audience(ann, info.id)
        one.service.subscribe(info.id, audience, sink)
        assert (await one.service.state(info.id, audience)).seq == -1
        joined = await two.service.join(bob, info.id)
        assert joined.status == "live"
        await until(lambda: sink.of("rewind"))
        assert sink.of("rewind")[0]["seq"] == 0
        await until(lambda: any(frame["status"] == "live" for frame in sink.of("match")))
        assert await one.act(ann, info.id, {"verb": "stance", "attack": True}) == 1


async def test_of_two_who_want_the_last_seat_one_gets_it(database_url: str) -> None:
    async with server(database_url) as one, server(database_url) as two:
        ann, bob, eve = await one.person("Ann"), await one.person("Bob"), await one.person("Eve")
        match = (await one.service.create(ann, OPEN)).id
        answers = await asyncio.gather(
            one.service.join(bob, match), two.service.join(eve, match), return_exceptions=True
        )
        assert sorted(isinstance(answer, ServiceError) for answer in answers) == [False, True]
        info = await one.service.info(ann, match)
        assert info.status == "live"
