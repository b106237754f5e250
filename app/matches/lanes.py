"""Lanes: how delayed spectators are served. For each match that some watch here one task walks behind the battle,
`delay_s` late.

It reads steps and chat out of the database when their time has come. So the delay holds over restarts and in every
process, and what is not yet to be seen is not even made. While the database is away it waits, and goes on from where it
was.
"""

from __future__ import annotations

import asyncio

import msgspec
import structlog

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
from app.store.database import UnavailableError
from app.store.steps import Step

LOOK_S = (0.25, 1.0)
"""Least and longest pause between two looks into the database: a fortieth of the delay within these."""
RETRY_S = 1.0
"""Pause while the database is away."""

log = structlog.get_logger("app.matches")
_encode = msgspec.json.Encoder().encode


class Lane:
    """How far the delayed spectators of one match have been told. `position` None: not begun for them."""

    def __init__(self, table: Table, audience: Audience, position: Position | None, line: int) -> None:
        self.table = table
        self.audience = audience
        self.delay_ms = table.frozen.delay_s * 1000
        self.position = position
        self.line = line
        self.ended = position is not None and position.over is not None


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
            work = self._walk(match, audience, self._house.time.now())
            self._walking[match] = asyncio.create_task(self._house.guarded(work, "lane"))

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
        lane: Lane | None = None
        while True:
            try:
                if lane is None:
                    lane = await self._begin(match, audience, joined)
                await self._catch_up(lane)
                pause = min(max(LOOK_S[0], lane.delay_ms / 40_000), LOOK_S[1])
            except UnavailableError as error:
                log.warning("lane.unavailable", match=match, error=str(error))
                pause = RETRY_S
            await asyncio.sleep(pause)

    async def _begin(self, match: str, audience: Audience, joined: int) -> Lane:
        """The lane as of the moment at which its first spectator joined."""
        table = await self._house.table(match)
        then = joined - table.frozen.delay_s * 1000
        seq = await self._house.steps.seq_at(match, then)
        position = None if seq < 0 else await self._positions.at(table, seq)
        lines = await self._house.chat.page(match, "match", None, then, 1)
        return Lane(table, audience, position, lines[-1].id if lines else 0)

    async def _catch_up(self, lane: Lane) -> None:
        """Tell what has come due."""
        then = self._house.time.now() - lane.delay_ms
        for said in await self._house.chat.since(lane.table.id, lane.line, then):
            lane.line = said.id
            if said.room == "match":
                self._push(lane, "chat", _encode(shown(said)))
        seq = await self._house.steps.seq_at(lane.table.id, then)
        if seq < 0:
            return
        if lane.position is None:
            start = (await self._house.steps.after(lane.table.id, -1, 0))[0]
            self._step(lane, start, await self._positions.at(lane.table, 0))
            await self._match(lane)
        assert lane.position is not None
        if seq > lane.position.seq:
            for step, after in await self._positions.advance(lane.table, lane.position, seq):
                self._step(lane, step, after)
        if lane.position.over is not None and not lane.ended:
            body = await self._announcer.ended_body(lane.table)
            lane.ended = True
            self._push(lane, "ended", body)
            await self._match(lane)

    async def _match(self, lane: Lane) -> None:
        """Tell that the match has begun or ended: it is another one for whoever looked before."""
        seq = -1 if lane.position is None else lane.position.seq
        body = await self._announcer.late_body(lane.table, seq)
        if body is not None:
            self._push(lane, "match", body)

    def _step(self, lane: Lane, step: Step, after: Position) -> None:
        after.times = after.times or times_at(step)
        frame = self._publisher.frame(lane.table, read(lane.table, step, after), lane.audience, lane.delay_ms)
        lane.position = after
        self._house.hub.push(lane.table.id, lane.audience, frame)

    def _push(self, lane: Lane, t: str, body: bytes) -> None:
        seq = -1 if lane.position is None else lane.position.seq
        self._house.hub.push(lane.table.id, lane.audience, Frame(t, seq, titled(t, body), lane.table.id))
