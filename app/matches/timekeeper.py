"""Timekeeper: the database's time, known without asking it each time, so that all processes count clocks alike."""

from __future__ import annotations

import time
from datetime import datetime

from app.store.due import Due

RESYNC_S = 300.0
"""Seconds between two comparisons with the database."""


class Timekeeper:
    """Milliseconds since 1970 by the database's clock: this machine's monotonic clock plus a measured difference."""

    def __init__(self) -> None:
        self._offset = time.time() * 1000 - time.monotonic() * 1000
        self._synced: float | None = None

    def now(self) -> int:
        """The time in ms. Does not go back but by the little that a comparison with the database puts right."""
        return int(time.monotonic() * 1000 + self._offset)

    def passed(self, moment: datetime | None, late_s: int = 0) -> bool:
        """Whether a moment is past, also for those who learn of it `late_s` later. None: it has not come at all."""
        return moment is not None and moment.timestamp() * 1000 + late_s * 1000 <= self.now()

    async def sync(self, due: Due) -> None:
        """Compare with the database, unless that was done a short while ago."""
        if self._synced is not None and time.monotonic() - self._synced < RESYNC_S:
            return
        before = time.monotonic() * 1000
        theirs = await due.clock_ms()
        after = time.monotonic() * 1000
        self._offset = theirs - (before + after) / 2
        self._synced = time.monotonic()
