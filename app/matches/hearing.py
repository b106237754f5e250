"""Hearing: what the other processes tell by the bus, taken over for those who watch here.

A notice says that something has changed, never what: that is read from the database. Who is told nothing catches up by
seq (`Sweeping.compare`).
"""

from __future__ import annotations

from app.matches.announcing import Announcer
from app.matches.commits import Commits
from app.matches.house import House
from app.matches.proposing import Proposing
from app.matches.speaking import Speaking
from app.store.notices import Kind, Notice


class Hearing:
    """See the module."""

    def __init__(
        self, house: House, commits: Commits, speaking: Speaking, proposing: Proposing, announcer: Announcer
    ) -> None:
        self._house = house
        self._commits = commits
        self._speaking = speaking
        self._proposing = proposing
        self._announcer = announcer

    def heard(self, notice: Notice) -> None:
        """Take a notice, beside, if it concerns anybody here."""
        hub = self._house.hub
        if hub.has_room(notice.match) or hub.any_inbox() or notice.kind is Kind.MATCH:
            self._house.spawn(self._take(notice), "bus")

    async def _take(self, notice: Notice) -> None:
        if notice.kind is Kind.STEP:
            await self.follow(notice.match)
            return
        if notice.kind is Kind.MATCH:
            await self._seats_changed(notice.match)
            return
        table = await self._house.table(notice.match)
        if notice.kind is Kind.CHAT:
            await self._speaking.heard(table, notice.number)
        elif notice.kind is Kind.PROPOSAL:
            await self._proposing.heard(table, notice.number)
        elif notice.kind is Kind.PRESENCE:
            await self._announcer.presence(table)

    async def _seats_changed(self, match: str) -> None:
        table = self._house.tables.here(match)
        if table is None and self._house.hub.any_inbox():  # it may be a match of one of them
            table = await self._house.table(match)
        if table is not None and await self._house.tables.reseat(table):
            await self._announcer.match(table)

    async def follow(self, match: str) -> None:
        """Take over what other processes stored of a match, and publish it to those who watch here."""
        table = await self._house.table(match)
        hub = self._house.hub
        if not hub.has_room(match) and not any(hub.has_inbox(user) for user in table.people()):
            return
        async with table.lock:
            await self._commits.catch_up(table)
