"""Driving: has bots decide, for their own seats and for people who are away. Thinking happens outside the commit
path; the choice goes through it like anybody's.

The process that stored the step drives the bots that it awaits. If it dies, the sweeper of another one finds the bot
silent and drives it there; two that think at once do no harm, since the commit takes one. A stand-in plays on until
the person is back.
"""

from __future__ import annotations

import asyncio

import structlog

from app.engine.action import Action
from app.engine.decision import Decision
from app.engine.ids import Seat
from app.matches.bots import BotRunner
from app.matches.commits import Commits
from app.matches.house import House
from app.matches.position import Position
from app.matches.positions import Positions
from app.matches.table import Table
from app.store.due import Idle
from app.store.presence import NOBODY

PATIENCE_S = 5.0
"""How much longer than its budget a bot may take before its decision gets the default."""

log = structlog.get_logger("app.matches")


class Driving:
    """See the module."""

    def __init__(self, house: House, positions: Positions, commits: Commits, bots: BotRunner | None) -> None:
        self._house = house
        self._positions = positions
        self._commits = commits
        self._bots = bots
        self._thinking: set[tuple[str, str]] = set()
        self._standing_in: set[tuple[str, int]] = set()
        if bots is not None:
            house.stepped.append(self._stepped)

    @property
    def silence_ms(self) -> int:
        """How long a bot may be silent before another process drives it."""
        return int(self._house.settings.bot_budget_ms + 2 * PATIENCE_S * 1000)

    def _stepped(self, table: Table, ours: bool) -> None:
        position = table.position
        if position is not None and position.over is not None:
            self._standing_in -= {(table.id, row.seat) for row in table.seats}
        if not ours or position is None:
            return
        for decision in position.decisions:
            seat = int(decision.seat)
            bot = table.seats[seat].bot
            if bot is not None:
                self._drive(table, position, decision, bot)
            elif (table.id, seat) in self._standing_in:
                self._house.spawn(self._stand_in(table, seat), "bot.stand_in")

    async def wake(self, idle: Idle) -> None:
        """Have a bot decide for a seat that the sweeper found waiting."""
        table = await self._house.table(idle.match)
        if idle.bot is None:
            await self._stand_in(table, idle.seat)
            return
        async with table.lock:
            await self._commits.catch_up(table)
            position = await self._positions.newest(table)
        decision = position.decision_of(idle.seat)
        if decision is not None:
            self._drive(table, position, decision, idle.bot)

    async def _stand_in(self, table: Table, seat: int) -> None:
        if self._bots is None:
            return
        present = await self._house.presence.of([table.id], self._house.time.now())
        if seat in present.get(table.id, NOBODY).seats:
            self._standing_in.discard((table.id, seat))
            return
        async with table.lock:
            await self._commits.catch_up(table)
            position = await self._positions.newest(table)
        decision = position.decision_of(seat)
        if decision is None:
            return
        self._standing_in.add((table.id, seat))
        self._drive(table, position, decision, self._bots.names[0])

    def _drive(self, table: Table, position: Position, decision: Decision, bot: str) -> None:
        question = (table.id, position.id_of(decision))
        if question in self._thinking:
            return
        self._thinking.add(question)
        self._house.spawn(self._decide(table, position, decision, bot), "bot")

    async def _decide(self, table: Table, position: Position, decision: Decision, bot: str) -> None:
        try:
            action = await self._choice(table, position, decision, bot)
            await self._commits.by_bot(table, position, decision, action)
        finally:
            self._thinking.discard((table.id, position.id_of(decision)))

    async def _choice(self, table: Table, position: Position, decision: Decision, bot: str) -> Action:
        """The bot's choice; the default when it is late or fails: a match does not wait for a broken bot."""
        assert self._bots is not None
        budget = self._house.settings.bot_budget_ms
        try:
            async with asyncio.timeout(budget / 1000 + PATIENCE_S):
                return await self._bots.choose(table.ruleset, position.game_bytes(), Seat(decision.seat), bot, budget)
        except Exception as error:
            log.warning("bot.failed", match=table.id, bot=bot, seq=position.seq, error=repr(error))
            return decision.default
