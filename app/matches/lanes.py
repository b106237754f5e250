"""Lanes: how delayed spectators are served. For each match that some watch here one task walks behind the battle,
`delay_s` late.

It reads steps and chat out of the database when their time has come. So the delay holds over restarts and in every
process, and what is not yet to be seen is not even made.
"""

from __future__ import annotations

import asyncio

import msgspec

from app.matches.announcing import Announcer
from app.matches.frames import Frame
from app.matches.house import House
from app.matches.position import Position
from app.matches.positions import Positions, times_at
from app.matches.projection import titled
from app.matches.publishing import Publisher, read
from app.matches.speaking import shown
from app.matches.table import Table
from app.matches.types import Audience

TICK_S = 0.25
_encode = msgspec.json.Encoder().encode


class Lanes:
    """See the module."""

    def __init__(self, house: House, positions: Positions, publisher: Publisher, announcer: Announcer) -> None:
        self._house = house
        self._positions = positions
        self._publisher = publisher
        self._announcer = announcer
        self._walking: dict[str, asyncio.Task[None]] = {}
        house.hub.joined = self._joined
        house.hub.left = self._left

    def _joined(self, match: str, audience: Audience) -> None:
        if audience.delayed and match not in self._walking:
            task = asyncio.create_task(self._house.guarded(self._walk(match, audience, self._house.time.now()), "lane"))
            self._walking[match] = task

    def _left(self, match: str, audience: Audience) -> None:
        task = self._walking.pop(match, None) if audience.delayed else None
        if task is not None:
            task.cancel()

    async def close(self) -> None:
        """End all lanes."""
        tasks = list(self._walking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _walk(self, match: str, audience: Audience, joined: int) -> None:
        table = await self._house.table(match)
        delay = table.frozen.delay_s * 1000
        seq = await self._house.steps.seq_at(match, joined - delay)
        position = None if seq < 0 else await self._positions.at(table, seq)
        lines = await self._house.chat.page(match, "match", None, joined - delay, 1)
        line = lines[-1].id if lines else 0
        while True:
            then = self._house.time.now() - delay
            for said in await self._house.chat.since(match, line, then):
                line = said.id
                if said.room == "match":
                    self._push(table, audience, "chat", _encode(shown(said)), position)
            position = await self._steps(table, audience, position, then)
            await asyncio.sleep(TICK_S)

    async def _steps(self, table: Table, audience: Audience, position: Position | None, then: int) -> Position | None:
        seq = await self._house.steps.seq_at(table.id, then)
        if seq < 0 or (position is not None and seq == position.seq):
            return position
        if position is None:
            position = await self._positions.at(table, 0)
            start = (await self._house.steps.after(table.id, -1, 0))[0]
            position.times = position.times or times_at(start)
            frame = self._publisher.frame(table, read(table, start, position), audience, table.frozen.delay_s * 1000)
            self._house.hub.push(table.id, audience, frame)
        for step, after in await self._positions.advance(table, position, seq):
            after.times = times_at(step)
            frame = self._publisher.frame(table, read(table, step, after), audience, table.frozen.delay_s * 1000)
            self._house.hub.push(table.id, audience, frame)
            position = after
            if after.over is not None:
                self._push(table, audience, "ended", await self._announcer.ended_body(table), after)
        return position

    def _push(self, table: Table, audience: Audience, t: str, body: bytes, position: Position | None) -> None:
        seq = -1 if position is None else position.seq
        self._house.hub.push(table.id, audience, Frame(t, seq, titled(t, body), table.id))
