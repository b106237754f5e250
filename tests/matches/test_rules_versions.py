"""A match made with another version of its rules than a server carries: looked at, never played, never harmed
(docs/decisions/0031-rules-versions.md)."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import Any, NoReturn

import msgspec
import pytest
from sqlalchemy import text

from app.engine.action import Action
from app.engine.game import Setup
from app.engine.ruleset import Ruleset
from app.matches.errors import ServiceError
from app.matches.types import Caller, Clock, MatchFilter, MatchId, NewMatch, NewSeat
from tests.support.duel import DUEL, Duel
from tests.support.service import Server, Sink, parsed, server, until

pytestmark = pytest.mark.database
FAST = {"clock_tick_s": 0.05}
OPEN = NewMatch(ruleset="duel", scenario="yard")


class NewerDuel(Duel):
    """The next version: nothing of it may be asked about a match of the version before."""

    version = "2"

    def setup(self, scenario: str | Mapping[str, Any], options: Mapping[str, Any]) -> Setup:
        return msgspec.structs.replace(super().setup(scenario, options), version="2")

    def _asked(self, *_: object, **__: object) -> NoReturn:
        raise AssertionError("other rules were asked about a match of the version before")


class Untouchable(NewerDuel):
    """The same, and it breaks whatever is asked of it about a battle."""

    new_game = decisions = check = apply = concede = result = view = odds = decode = NewerDuel._asked  # type: ignore[assignment]
    imagine = evaluate = sight = threat = NewerDuel._asked  # type: ignore[assignment]


OLD: dict[str, Ruleset] = {"duel": DUEL}
NEW: dict[str, Ruleset] = {"duel": NewerDuel()}
TOUCHED: dict[str, Ruleset] = {"duel": Untouchable()}


class Bots:
    """A bot that takes the default."""

    names = ("plain",)

    def __init__(self) -> None:
        self.asked = 0

    async def choose(self, ruleset: Ruleset, game: bytes, seat: int, bot: str, budget_ms: int) -> Action:
        self.asked += 1
        return next(held for held in ruleset.decisions(ruleset.decode(game)) if held.seat == seat).default


async def _retired(what: Awaitable[object]) -> None:
    with pytest.raises(ServiceError) as refused:
        await what
    assert (refused.value.code, refused.value.status) == ("rules_retired", 409)
    assert refused.value.params == {"version": "1", "carried": "2"}


async def _rows(one: Server, match: str) -> list[Any]:
    """All that is stored of a match but presence."""
    async with one.store.begin() as connection:
        return [
            (
                await connection.execute(
                    text(f"select * from {table} where {key} = :match order by 1, 2"), {"match": match}
                )
            ).all()
            for table, key in (("matches", "id"), ("steps", "match"), ("snapshots", "match"), ("seats", "match"))
        ]


async def _begun(one: Server, **more: Any) -> tuple[Caller, Caller, MatchId]:
    ann, bob = await one.person("Ann"), await one.person("Bob")
    match = (await one.duel(ann, bob, **more)).id
    await one.round(match, ann, bob)
    await one.act(bob, match, {"verb": "note", "text": 2}, key="last")
    return ann, bob, match


async def _seen(one: Server, match: MatchId, ann: Caller, bob: Caller) -> list[Any]:
    found: list[Any] = []
    for caller in (ann, bob, None):
        audience = await one.audience(caller, match)
        state = await one.service.state(match, audience)
        steps, seq = await one.service.steps(match, audience, -1, 500)
        found.append((state.seq, parsed(state.view), parsed(state.events), state.chat))
        found.append(([{**parsed(step), "decisions": []} for step in steps], seq))
        found.append(parsed((await one.service.picture(match, audience))[1]))
    return found


async def test_it_is_shown_to_everybody_as_it_was_without_asking_other_rules(database_url: str) -> None:
    async with server(database_url, rulesets=OLD, snapshot_interval=2) as old:
        ann, bob, match = await _begun(old, takebacks="free")
        await old.service.ask_takeback(bob, match, "back")
        await old.act(bob, match, key="again")
        before, rows = await _seen(old, match, ann, bob), await _rows(old, match)
    async with server(database_url, rulesets=TOUCHED) as new:
        assert await _seen(new, match, ann, bob) == before
        info = await new.service.info(ann, match)
        assert (info.status, info.retired, info.awaiting, info.turn) == ("live", True, (), 2)
        assert not (await new.service.fairness(match, await new.audience(ann, match))).seed
        assert await _rows(new, match) == rows
    async with server(database_url, rulesets=OLD) as old:
        assert await _seen(old, match, ann, bob) == before
        assert not (await old.service.info(ann, match)).retired
        await old.round(match, ann, bob)


async def test_nothing_can_be_done_in_it_and_each_refusal_says_why(database_url: str) -> None:
    async with server(database_url, rulesets=OLD) as old:
        ann, bob, match = await _begun(old)
        await old.service.offer_draw(ann, match)
        asked = await old.asked(bob, match)
        assert asked is not None
        rows = await _rows(old, match)
    async with server(database_url, rulesets=TOUCHED) as new:
        audience = await new.audience(bob, match)
        await _retired(new.service.commit(bob, match, asked["id"], asked["default"], "new"))
        await _retired(new.service.commit(bob, match, "x", {}, "newer"))
        await _retired(new.service.resign(ann, match))
        await _retired(new.service.offer_draw(bob, match))
        await _retired(new.service.answer(bob, match, "draw", True))
        await _retired(new.service.ask_takeback(bob, match, "back"))
        await _retired(new.service.legal(match, audience))
        await _retired(new.service.odds(match, audience, asked["default"]))
        assert (await new.service.state(match, audience)).proposal is None
        assert parsed((await new.service.decisions(match, audience))[1]) == []
        assert await _rows(new, match) == rows
        assert (await new.service.say(ann, match, "match", "What a pity")).text == "What a pity"
    async with server(database_url, rulesets=OLD) as old:
        await old.service.answer(bob, match, "draw", True)
        assert (await old.service.info(bob, match)).status == "ended"


async def test_a_delayed_spectator_is_refused_as_of_then(database_url: str) -> None:
    async with server(database_url, rulesets=OLD) as old:
        ann, _, match = await _begun(old, delay_s=60)
        last = (await old.service.info(ann, match)).seq
    async with server(database_url, rulesets=TOUCHED) as new:
        audience = await new.service.viewer(None, match)
        then = new.house.time.now() + 60_000 - 1
        async with new.store.begin() as connection:
            await connection.execute(text("update steps set at = at + 600000 where seq > 1"))
        new.house.time.now = lambda: then
        with pytest.raises(ServiceError) as refused:
            await new.service.sight(match, audience, "a", ["b"])
        assert (refused.value.code, refused.value.seq) == ("rules_retired", 1)
        assert last > 1


async def test_an_action_that_was_stored_before_is_still_acknowledged(database_url: str) -> None:
    async with server(database_url, rulesets=OLD) as old:
        _, bob, match = await _begun(old)
        asked = await old.asked(bob, match)
        assert asked is not None
        first = await old.service.commit(bob, match, asked["id"], asked["default"], "under-way")
    async with server(database_url, rulesets=TOUCHED) as new:
        again = await new.service.commit(bob, match, asked["id"], asked["default"], "under-way")
        assert (again.ack, parsed(again.events)) == (first.ack, parsed(first.events))


async def test_clocks_take_and_forfeit_nothing_and_bots_leave_it_alone(database_url: str) -> None:
    clock, seats = Clock(kind="bank", bank_s=1, when_due="forfeit"), (NewSeat(kind="me"), NewSeat(kind="open"))
    bots = Bots()
    async with server(database_url, rulesets=OLD, presence_timeout_s=3600) as old:
        ann, bob = await old.person("Ann"), await old.person("Bob")
        timed = (await old.duel(ann, bob, clock=clock, seats=seats)).id
        away = (await old.duel(ann, bob, absent="bot")).id
        rows = [await _rows(old, match) for match in (timed, away)]
    async with server(database_url, bots, rulesets=TOUCHED, presence_timeout_s=0.1, bot_budget_ms=1, **FAST) as new:
        later = new.house.time.now() + 3_600_000
        new.house.time.now = lambda: later
        assert timed not in await new.house.due.claim(later)
        await new.service._sweeping.clocks()
        await new.service._sweeping.left_overs()
        await new.house.guarded(new.service._sweeping._pass_time(timed), "clock")
        info = await new.service.info(ann, timed)
        assert (info.status, info.retired, info.result) == ("live", True, None)
        assert not any(seat.stand_in for seat in (await new.service.info(ann, away)).seats)
        state = await new.service.state(timed, await new.audience(ann, timed))
        assert (state.clock.running, state.clock.deadline) == ((), None)
        assert state.clock.left_ms == {"0": 1000, "1": 1000}
        assert [await _rows(new, match) for match in (timed, away)] == rows
        assert not bots.asked
    async with server(database_url, rulesets=OLD, **FAST) as old:
        await until(lambda: _ended(old, ann, timed))


async def _ended(one: Server, who: Caller, match: MatchId) -> bool:
    return (await one.service.info(who, match)).status == "ended"


async def test_the_lobby_offers_none_of_them(database_url: str) -> None:
    async with server(database_url, rulesets=OLD) as old:
        ann, bob, live = await _begun(old)
        waiting = (await old.service.create(ann, OPEN)).id
        full = (await old.service.create(ann, msgspec.structs.replace(OPEN, start="manual"))).id
        await old.service.join(bob, full)
        over = (await old.duel(ann, bob)).id
        await old.service.resign(ann, over)
    async with server(database_url, rulesets=TOUCHED, tables_per_person=1) as new:
        eve = await new.person("Eve")
        for who in (None, eve):
            listed = (await new.service.list(who, MatchFilter())).matches
            assert [(info.id, info.retired) for info in listed] == [(over, False)]
        assert not (await new.service.list(bob, MatchFilter(awaiting=True))).matches
        assert not await new.service.awaiting(bob)
        mine = (await new.service.list(ann, MatchFilter(mine=True))).matches
        assert {info.id: info.retired for info in mine} == {live: True, waiting: True, full: True, over: False}
        await _retired(new.service.join(eve, waiting))
        await _retired(new.service.begin(ann, full))
        assert await new.service.leave(ann, waiting) is None
    async with server(database_url, rulesets=NEW, tables_per_person=1) as new:
        opened = await new.service.quick(ann, "duel")  # what she cannot end does not count against her
        assert (opened.status, opened.retired) == ("open", False)
        assert (await new.service.join(eve, opened.id)).status == "live"


async def test_an_ended_match_of_an_older_version_is_all_there(database_url: str) -> None:
    async with server(database_url, rulesets=OLD) as old:
        ann, bob, match = await _begun(old, delay_s=1)
        await old.service.resign(ann, match)
        players = [await old.audience(caller, match) for caller in (ann, bob)]
        before = [await old.service.state(match, audience) for audience in players]
        record = (await old.service.record(match, players[0])).kept.plain()
    async with server(database_url, rulesets=TOUCHED) as new:
        later = new.house.time.now() + 2_000
        new.house.time.now = lambda: later
        assert (await new.service.record(match, await new.audience(None, match))).kept.plain() == record
        for audience, state in zip(players, before, strict=True):
            again = await new.service.state(match, audience)
            assert (again.seq, parsed(again.view), again.events) == (state.seq, parsed(state.view), state.events)
        watching = await new.service.state(match, await new.audience(None, match))
        assert watching.seq == before[0].seq
        info = await new.service.info(None, match)
        assert (info.status, info.retired) == ("ended", False)
        with pytest.raises(ServiceError) as refused:
            await new.service.resign(bob, match)
        assert refused.value.code == "battle_over"


async def test_who_watches_at_a_newer_server_sees_an_older_one_go_on(database_url: str) -> None:
    async with server(database_url, rulesets=OLD) as old, server(database_url, rulesets=TOUCHED) as new:
        ann, bob, match = await _begun(old)
        sink = Sink()
        audience = await new.service.viewer(None, match)
        new.service.subscribe(match, audience, sink)
        state = await new.service.state(match, audience)
        await old.round(match, ann, bob)
        await old.service.resign(ann, match)
        last = (await old.service.info(ann, match)).seq
        await until(lambda: sink.of("ended"))
        assert [step["seq"] for step in sink.of("step")] == list(range(state.seq + 1, last + 1))
        ended = await new.service.state(match, audience)
        theirs = await old.service.state(match, audience)
        assert (parsed(ended.view), ended.seq) == (parsed(theirs.view), theirs.seq)
