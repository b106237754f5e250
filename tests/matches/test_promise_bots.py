"""Bots as seats and as stand-ins: always a legal answer in time, and a person who is back plays himself."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import text

from app.engine.action import Action
from app.engine.ids import Seat
from app.engine.ruleset import Ruleset
from app.matches.types import NewMatch, NewSeat
from tests.support.duel import Pick, Stance
from tests.support.service import Server, server, until

pytestmark = pytest.mark.database
BOT = NewSeat(kind="bot", bot="plain")


class Plain:
    """Takes the default; `wrong` answers with something illegal, `hang` never, `fail` raises."""

    names = ("plain",)

    def __init__(self, manner: str = "plain") -> None:
        self.manner = manner
        self.asked: list[tuple[int, bytes]] = []

    async def choose(self, ruleset: Ruleset, game: bytes, seat: Seat, bot: str, budget_ms: int) -> Action:
        assert bot == "plain"
        self.asked.append((seat, game))
        if self.manner == "hang":
            await asyncio.sleep(1000)
        if self.manner == "fail":
            raise RuntimeError("broken bot")
        if self.manner == "wrong":
            return Pick(card=99)
        decision = next(d for d in ruleset.decisions(ruleset.decode(game)) if d.seat == seat)
        return Stance(attack=True) if isinstance(decision.default, Stance) else decision.default


async def _status(place: Server, caller: Any, match: Any) -> Any:
    return await place.service.info(caller, match)


async def test_two_bots_play_by_themselves_to_the_end(database_url: str) -> None:
    bots = Plain()
    async with server(database_url, bots) as one:
        ann = await one.person("Ann")
        info = await one.service.create(ann, NewMatch(ruleset="duel", scenario="yard", seats=(BOT, BOT)))

        async def ended() -> bool:
            return (await _status(one, ann, info.id)).status == "ended"

        await until(ended)
        async with one.store.begin() as connection:
            rows = (await connection.execute(text("select kind, action from steps order by seq"))).all()
        assert {row.kind for row in rows} == {"start", "action"}
        assert b'{"verb":"stance","attack":true}' in [bytes(row.action) for row in rows]
        assert (await _status(one, ann, info.id)).seats[0].player.bot


async def test_a_bot_plays_against_a_person(database_url: str) -> None:
    async with server(database_url, Plain()) as one:
        ann = await one.person("Ann")
        new = NewMatch(ruleset="duel", scenario="yard", seats=(NewSeat(kind="me"), BOT))
        match = (await one.service.create(ann, new)).id
        await one.act(ann, match, {"verb": "stance", "attack": True})
        await one.act(ann, match)

        async def next_round() -> bool:
            return (await _status(one, ann, match)).turn == 2

        await until(next_round)


@pytest.mark.parametrize("manner", ["wrong", "fail", "hang"])
async def test_a_broken_bot_gives_the_default(database_url: str, manner: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.matches.driving.PATIENCE_S", 0.05)
    async with server(database_url, Plain(manner), bot_budget_ms=50) as one:
        ann = await one.person("Ann")
        new = NewMatch(ruleset="duel", scenario="yard", seats=(BOT, NewSeat(kind="me")))
        match = (await one.service.create(ann, new)).id

        async def moved() -> bool:
            return (await _status(one, ann, match)).seq >= 1

        await until(moved)
        async with one.store.begin() as connection:
            action = (await connection.execute(text("select action from steps where seq = 1"))).scalar_one()
        assert bytes(action) == b'{"verb":"stance","attack":false}'


async def test_another_process_drives_the_bots_of_one_that_died(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(database_url, Plain("hang")) as one:
        ann = await one.person("Ann")
        new = NewMatch(ruleset="duel", scenario="yard", seats=(BOT, NewSeat(kind="me")))
        match = (await one.service.create(ann, new)).id
    monkeypatch.setattr("app.matches.driving.PATIENCE_S", 0.05)
    monkeypatch.setattr("app.matches.sweeping.LEFT_OVERS_S", 0.05)
    async with server(database_url, Plain(), bot_budget_ms=50) as two:

        async def moved() -> bool:
            return (await _status(two, ann, match)).seq >= 1

        await until(moved)


async def test_a_bot_stands_in_for_an_absent_player_until_he_is_back(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.matches.sweeping.LEFT_OVERS_S", 0.05)
    async with server(database_url, Plain(), presence_timeout_s=0.5) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob, absent="bot", options={"rounds": 500})).id
        there = one.service.attach(ann, match, await one.audience(ann, match))

        async def online() -> bool:
            return (await _status(one, ann, match)).seats[0].online

        await until(online)
        await one.act(ann, match, {"verb": "stance", "attack": True})
        await one.act(ann, match)

        async def next_round() -> bool:
            return (await _status(one, ann, match)).turn == 2

        await until(next_round)  # bob never came: a bot has picked for him
        info = await _status(one, ann, match)
        assert [seat.stand_in for seat in info.seats] == [False, True]
        back = one.service.attach(bob, match, await one.audience(bob, match))

        async def bob_online() -> bool:
            return (await _status(one, ann, match)).seats[1].online

        await until(bob_online)
        seq = (await _status(one, ann, match)).seq
        await asyncio.sleep(0.8)
        assert (await _status(one, ann, match)).seq <= seq + 1
        assert not (await _status(one, ann, match)).seats[1].stand_in
        back.close()
        there.close()
        await until(lambda: one.service._driving._standing_in)  # he has gone again
        await one.service.resign(ann, match)
        await until(lambda: not one.service._driving._standing_in)


async def test_absent_players_are_left_alone_where_the_match_says_so(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.matches.sweeping.LEFT_OVERS_S", 0.05)
    async with server(database_url, Plain(), presence_timeout_s=0.1) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        await asyncio.sleep(0.5)
        info = await _status(one, ann, match)
        assert info.seq == 0
        assert not any(seat.stand_in for seat in info.seats)
