"""Sweeping: the periodic tasks of a process. Each finds its work in the database, so any process can do what another
one left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import structlog

from app.matches import clock
from app.matches.attendance import Attendance
from app.matches.commits import Commits
from app.matches.driving import Driving
from app.matches.house import House
from app.matches.rating import Rating
from app.matches.seating import Seating
from app.matches.table import Table
from app.store.database import UnavailableError

BEAT_S = 5.0
WATCH_S = 1.0
LEFT_OVERS_S = 2.0
OLD_TABLES_S = 3600.0
BURST = 500
"""Things that may be due in a row for one match: a whole turn of defaults."""

log = structlog.get_logger("app.matches")


class Sweeping:
    """See the module."""

    def __init__(
        self,
        house: House,
        commits: Commits,
        seating: Seating,
        driving: Driving,
        attendance: Attendance,
        rating: Rating,
        follow: Callable[[str], Coroutine[Any, Any, None]],
    ) -> None:
        """`follow`: take over what other processes stored of a match that is watched here."""
        self._house = house
        self._commits = commits
        self._seating = seating
        self._driving = driving
        self._attendance = attendance
        self._rating = rating
        self._follow = follow
        self._tasks: list[asyncio.Task[None]] = []
        self._others = 0

    async def start(self) -> None:
        """Give the first sign of life, then look around periodically."""
        await self.beat()
        self._tasks = [
            asyncio.create_task(self._every(BEAT_S, self.beat)),
            asyncio.create_task(self._every(WATCH_S, self.watch)),
            asyncio.create_task(self._every(self._house.settings.clock_tick_s, self.clocks)),
            asyncio.create_task(self._every(LEFT_OVERS_S, self.left_overs)),
            asyncio.create_task(self._every(OLD_TABLES_S, self.old_tables)),
        ]

    async def stop(self) -> None:
        """End the periodic tasks."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _every(self, pause: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(pause)
            try:
                await work()
            except UnavailableError as error:
                log.warning("sweep.unavailable", error=str(error))
            except Exception:
                log.exception("sweep.failed")

    async def beat(self) -> None:
        """A sign of life; learn whether there are other processes to be told of anything."""
        await self._house.time.sync(self._house.due)
        self._others, forgotten = await self._house.presence.beat(self._house.bus.process, self._house.time.now())
        self._house.bus.alone = self._others == 0
        await self._attendance.restore(forgotten)

    async def watch(self) -> None:
        """Catch up with what notices should have told and did not."""
        if self._others:
            await self.compare()

    async def compare(self) -> None:
        """Compare the matches that are watched here with the database, and follow those that have gone on. One that
        cannot be followed keeps none of the others back."""
        watched = self._house.hub.watched()
        if not watched:
            return
        seqs = await self._house.steps.seqs(watched)
        for match, seq in seqs.items():
            table = self._house.tables.here(match)
            if table is None or table.seq < seq:
                await self._house.guarded(self._follow(match), "follow")

    async def clocks(self) -> None:
        """Take defaults and forfeits of matches whose time is up."""
        for match in await self._house.due.claim(self._house.time.now()):
            self._house.spawn(self._pass_time(match), "clock")

    async def _pass_time(self, match: str) -> None:
        table = await self._house.table(match)
        async with table.lock:
            await self._commits.catch_up(table)
        for _ in range(BURST):
            if not await self._commits.pass_time(table):
                return

    async def left_overs(self) -> None:
        """Silent bots, absent people, tables that did not start, results that do not count yet."""
        patience = int(self._house.settings.presence_timeout_s * 1000)
        for idle in await self._house.due.idle(self._house.time.now(), self._driving.silence_ms, patience):
            self._house.spawn(self._driving.wake(idle), "bot.wake")
        for match in await self._house.due.unstarted():
            self._house.spawn(self._begin(match), "start")
        for match in await self._house.due.unrated(self._house.time.now()):
            await self._house.guarded(self._rating.settle(match), "rating")

    async def old_tables(self) -> None:
        """Tables that were opened long ago and never began."""
        cleared = await self._house.due.clear_tables(
            self._house.time.now(), self._house.settings.table_days * clock.DAY_MS
        )
        if cleared:
            log.info("tables.cleared", number=cleared)

    async def _begin(self, match: str) -> None:
        table: Table = await self._house.table(match)
        await self._seating.start(table)
