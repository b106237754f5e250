"""Positions: loading a match as it is or as it was, from snapshot and later steps.

Steps are applied again with the dice that they spent, and each result must have the hash that was stored with it:
rules that would now give something else are found at once instead of playing on from a wrong state. Where the version
of the rules is not here, positions are put together from what was told (`told.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import structlog

from app.engine.canonical import state_hash
from app.engine.dice import HmacDice
from app.engine.event import Event
from app.engine.game import Game
from app.engine.ids import Seat
from app.matches.clock import Times
from app.matches.errors import ServiceError
from app.matches.house import House
from app.matches.position import Position
from app.matches.table import RECENT_STEPS, Recent, Table
from app.matches.told import Told
from app.store.steps import Moving, Step

AGREED_DRAW: dict[str, Any] = {"winners": [], "reason": "agreed", "rule": "", "scores": []}
PAST_KEPT = 4
FAR_BEHIND = 100
"""Steps that are not applied one by one when a snapshot is nearer and nobody here watches."""

log = structlog.get_logger("app.matches")
_events = msgspec.json.Decoder(list[Event])


class Positions:
    """How all other parts get a Position."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.loaded: Callable[[Table, Position], None] = lambda table, position: None
        """Called when a running match has been loaded: somebody may be waiting here since before its start."""

    # -- the newest -----------------------------------------------------------------------------------------------
    async def newest(self, table: Table) -> Position:
        """The position in memory, loaded if there is none. It may be behind another process's steps: who refuses
        because of it must `refresh` first. Call with the table's lock held. ServiceError(not_started)."""
        if table.position is None:
            await self.refresh(table)
        if table.position is None:
            raise ServiceError("not_started", status=409)
        return table.position

    async def refresh(self, table: Table) -> list[tuple[Step, Position]]:
        """Bring the table up to the database and return what was new: steps with the positions after them. Call with
        the lock held. The first load is not new to anybody: it returns nothing."""
        moving = await self._house.steps.moving(table.id)
        if moving is None:
            raise ServiceError("not_found")
        table.status = moving.status
        table.proposal = moving.proposal
        if moving.seq < 0 or moving.seq == table.seq:
            return []
        behind = moving.seq - table.seq
        if table.position is not None and behind > FAR_BEHIND and not self._house.hub.audiences(table.id):
            table.position = None  # nobody here wants the steps in between
        if table.position is None:
            if not await self._house.tables.reseat(table):  # the dice need the nonces of those who sat down last
                raise ServiceError("not_found")
            table.position = await self._load(table, moving.seq)
            await self._fill_recent(table)
            if not table.retired:
                table.position.times = times_of(moving)
            self.loaded(table, table.position)
            return []
        news = await self._advance(table, table.position, moving.seq)
        for step, position in news:
            table.recent.append(Recent(step.seq, position.turn, _events.decode(step.events)))
        if news:
            table.position = news[-1][1]
            if not table.retired:
                table.position.times = times_of(moving)
        return news

    async def at(self, table: Table, seq: int) -> Position:
        """The match as it was after step `seq`; without clocks unless it is the newest."""
        if table.position is not None and table.position.seq == seq:
            return table.position
        known = table.past.get(seq)
        if known is None:
            known = table.past[seq] = await self._load(table, seq)
            while len(table.past) > PAST_KEPT:
                table.past.popitem(last=False)
        return known

    async def advance(self, table: Table, position: Position, until: int) -> list[tuple[Step, Position]]:
        """The steps after a position of the past, with the positions after them."""
        return await self._advance(table, position, until)

    # -- loading --------------------------------------------------------------------------------------------------
    async def _load(self, table: Table, seq: int) -> Position:
        if table.retired:
            return await self._told(table, seq)
        snapshot = await self._house.steps.snapshot(table.id, seq)
        if snapshot is None:
            raise ServiceError("not_started", status=409)
        first = await self._house.steps.after(table.id, snapshot.seq - 1, seq)
        agreed = AGREED_DRAW if first and first[0].kind == "draw" else None
        position = Position(
            table.ruleset,
            table.ruleset.decode(snapshot.game),
            snapshot.seq,
            snapshot.epoch,
            snapshot.rolls,
            first[0].at if first else 0,
            agreed,
        )
        position.turn = first[0].turn if first else None
        for step in first[1:]:
            position = await self._after(table, position, step)
        return position

    async def _advance(self, table: Table, position: Position, until: int) -> list[tuple[Step, Position]]:
        news = []
        for step in await self._house.steps.after(table.id, position.seq, until):
            position = await self._after(table, position, step)
            news.append((step, position))
        return news

    async def _told(self, table: Table, seq: int) -> Position:
        """The match as it was told, for want of its rules."""
        steps = await self._house.steps.after(table.id, -1, seq)
        if not steps:
            raise ServiceError("not_started", status=409)

        def folded() -> dict[str, dict[str, Any]]:
            views: dict[str, dict[str, Any]] = {}
            for step in steps:
                views = table.projector.told(views, step.patches)
            return views

        return Told(steps[-1], await asyncio.to_thread(folded), await self._over_at(table, seq))

    async def _over_at(self, table: Table, seq: int) -> dict[str, Any] | None:
        moving = await self._house.steps.moving(table.id)
        return moving.result if moving is not None and moving.status == "ended" and moving.seq == seq else None

    async def _after(self, table: Table, before: Position, step: Step) -> Position:
        if table.retired:
            views = table.projector.told(before.views, step.patches)
            return Told(step, views, await self._over_at(table, step.seq))
        if step.kind == "takeback":  # it always has a snapshot, and the state it goes back to is not near at hand
            snapshot = await self._house.steps.snapshot(table.id, step.seq)
            if snapshot is None or snapshot.seq != step.seq:
                raise self._corrupt(table, step, "no snapshot of a takeback")
            after = Position(
                table.ruleset,
                table.ruleset.decode(snapshot.game),
                step.seq,
                snapshot.epoch,
                step.roll_to,
                step.at,
            )
        else:
            game = await self._reapplied(table, before, step)
            agreed = AGREED_DRAW if step.kind == "draw" else None
            after = Position(table.ruleset, game, step.seq, before.epoch, step.roll_to, step.at, agreed)
            if state_hash(game) != step.hash.hex():
                raise self._corrupt(table, step, "hash")
        after.turn = step.turn
        return after

    async def _reapplied(self, table: Table, before: Position, step: Step) -> Game:
        if step.kind == "draw":
            return before.game
        if step.kind in ("concede", "forfeit"):
            return table.ruleset.concede(before.game, Seat(step.seat))[0]
        dice = await self.dice(table, step.roll_from)
        action = table.ruleset.action(step.action)
        game, _ = table.ruleset.apply(before.game, Seat(step.seat), action, dice)
        if dice.index != step.roll_to:
            raise self._corrupt(table, step, "rolls")
        return game

    async def dice(self, table: Table, index: int) -> HmacDice:
        """The match's dice, of which `index` is the next one to be spent."""
        if table.seed is None:
            table.seed = await self._house.lobby.seed(table.id)
        return HmacDice(table.seed, table.id, table.nonces, index)

    async def _fill_recent(self, table: Table) -> None:
        table.recent.clear()
        for step in reversed(await self._house.steps.back_from(table.id, table.seq, RECENT_STEPS)):
            table.recent.append(Recent(step.seq, step.turn, _events.decode(step.events)))

    def _corrupt(self, table: Table, step: Step, what: str) -> ServiceError:
        log.error("position.corrupt", match=table.id, seq=step.seq, what=what, version=table.setup.version)
        return ServiceError("internal", "This battle cannot be continued: its record does not fit the rules.")


def times_of(moving: Moving) -> Times:
    """The clocks that stand in a match row."""
    return Times(
        left=tuple(moving.clock_left),
        at=moving.clock_at,
        running=tuple(moving.awaiting),
        windows=moving.windows,
        due=moving.due_at,
    )


def times_at(step: Step) -> Times:
    """The clocks as they were after a stored step."""
    return Times(tuple(step.clock_left), step.at, tuple(step.awaiting), {}, step.due_at)
