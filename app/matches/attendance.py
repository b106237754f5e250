"""Attendance: who is connected to which match, in this process and through the database in all of them.

Coming and going is counted at once and stored a little later, one match at a time by one task. What could not be stored
(the database was away, or had taken this process for dead) is tried again with the next sign of life: somebody who sits
here must not be played by a stand-in.
"""

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
NOBODY: tuple[list[int], int] = ([], 0)


class Attendance:
    """Connections of this process by match: how many each player has, and how many spectators there are."""

    def __init__(self, house: House, announcer: Announcer) -> None:
        self._house = house
        self._announcer = announcer
        self._players: dict[str, Counter[str]] = {}
        self._watching: Counter[str] = Counter()
        self._unsettled: set[str] = set()
        self._settling: set[str] = set()
        self._stored: dict[str, tuple[list[int], int]] = {}
        self._lost: set[str] = set()
        """Matches whose row the database has lost, though it is stored as far as this process knows."""

    def attach(self, user: str | None, match: str, audience: Audience) -> Subscription:
        """One more connection; close it when it is gone."""
        plays = user if audience.plays else None
        self._count(match, plays, 1)
        return Subscription(lambda: self._count(match, plays, -1))

    def _count(self, match: str, player: str | None, change: int) -> None:
        if player is None:
            self._watching[match] += change
            if not self._watching[match]:
                del self._watching[match]
        else:
            players = self._players.setdefault(match, Counter())
            players[player] += change
            if not players[player]:
                del players[player]
            if not players:
                del self._players[match]
        self._unsettled.add(match)
        if match not in self._settling:
            self._settling.add(match)
            self._house.spawn(self._settle(match, SETTLE_S), "presence")

    async def _settle(self, match: str, pause: float) -> None:
        """Store and tell who is there by now, until nothing has changed meanwhile. What fails stays unsettled."""
        try:
            while match in self._unsettled:
                await asyncio.sleep(pause)
                self._unsettled.discard(match)
                try:
                    await self._store(match)
                except BaseException:
                    self._unsettled.add(match)
                    raise
        finally:
            self._settling.discard(match)

    async def _store(self, match: str) -> None:
        table = await self._house.tables.get(match)
        if table is None:  # nobody was left at it
            self._stored.pop(match, None)
            self._lost.discard(match)
            return
        here = self._players.get(match, Counter())
        present = [row.seat for row in table.seats if row.user in here], self._watching[match]
        before = self._stored.get(match, NOBODY)
        if present == before and match not in self._lost:
            return
        seats, watching = present
        gone = [seat for seat in before[0] if seat not in seats]
        if gone:
            await self._house.presence.seen(match, gone, self._house.time.now())
        await self._house.presence.put(self._house.bus.process, match, seats, watching)
        self._lost.discard(match)
        if present == NOBODY:
            self._stored.pop(match, None)
        else:
            self._stored[match] = present
        self._house.bus.publish(Notice(Kind.PRESENCE, match))
        await self._announcer.presence(table)

    async def restore(self, forgotten: bool) -> None:
        """Store what could not be stored; everything, when the database has `forgotten` this process."""
        if forgotten:
            self._lost.update(self._stored)
        self._unsettled |= self._lost
        for match in self._unsettled - self._settling:
            if match not in self._settling:  # nobody came or went there meanwhile
                self._settling.add(match)
                await self._settle(match, 0)

    async def leave(self) -> None:
        """This process ends: its people are gone, and their time of absence begins."""
        now = self._house.time.now()
        for match, (seats, _) in self._stored.items():
            if seats:
                await self._house.presence.seen(match, seats, now)
        await self._house.presence.leave(self._house.bus.process)
