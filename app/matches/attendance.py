"""Attendance: who is connected to which match, in this process and through the database in all of them."""

from __future__ import annotations

import asyncio
from collections import Counter

from app.matches.announcing import Announcer
from app.matches.frames import Subscription
from app.matches.house import House
from app.matches.types import Audience
from app.store.notices import Kind, Notice

SETTLE_S = 0.1
"""How long coming and going is gathered before it is stored and told."""


class Attendance:
    """Connections of this process by match: how many each player has, and how many spectators there are."""

    def __init__(self, house: House, announcer: Announcer) -> None:
        self._house = house
        self._announcer = announcer
        self._players: dict[str, Counter[str]] = {}
        self._watching: Counter[str] = Counter()
        self._dirty: set[str] = set()
        self._stored: dict[str, tuple[list[int], int]] = {}

    def attach(self, user: str | None, match: str, audience: Audience) -> Subscription:
        """One more connection; close it when it is gone."""
        plays = user if audience.plays else None
        self._count(match, plays, 1)
        return Subscription(lambda: self._count(match, plays, -1))

    def _count(self, match: str, player: str | None, change: int) -> None:
        if player is None:
            self._watching[match] += change
        else:
            self._players.setdefault(match, Counter())[player] += change
        if match not in self._dirty:
            self._dirty.add(match)
            self._house.spawn(self._settle(match), "presence")

    async def _settle(self, match: str) -> None:
        await asyncio.sleep(SETTLE_S)
        self._dirty.discard(match)
        table = await self._house.table(match)
        here = {user for user, count in self._players.get(match, Counter()).items() if count > 0}
        seats = [row.seat for row in table.seats if row.user in here]
        watching = self._watching[match]
        before = self._stored.get(match, ([], 0))
        if (seats, watching) == before:
            return
        gone = [seat for seat in before[0] if seat not in seats]
        if gone:
            await self._house.presence.seen(match, gone, self._house.time.now())
        await self._house.presence.put(self._house.bus.process, match, seats, watching)
        if seats or watching:
            self._stored[match] = (seats, watching)
        else:
            self._stored.pop(match, None)
            self._players.pop(match, None)
            del self._watching[match]
        self._house.bus.publish(Notice(Kind.PRESENCE, match))
        await self._announcer.presence(table)

    async def restore(self) -> None:
        """Store everything again, after the database was away or had taken this process for dead."""
        for match, (seats, watching) in list(self._stored.items()):
            await self._house.presence.put(self._house.bus.process, match, seats, watching)

    async def leave(self) -> None:
        """This process ends: its people are gone, and their time of absence begins."""
        now = self._house.time.now()
        for match, (seats, _) in self._stored.items():
            if seats:
                await self._house.presence.seen(match, seats, now)
        await self._house.presence.leave(self._house.bus.process)
