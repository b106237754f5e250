"""Table: one match in the memory of one process, and the cache of tables.

Nothing here is truth: the row in the database is. A table may be thrown away at any time (`Tables` does so with those
that were not used for long and that nobody here watches) and is made again from the last snapshot and later steps.
`lock` orders what this process does to the match; between processes the conditional commit does.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque

import msgspec

from app.engine.event import Event
from app.engine.game import Setup
from app.engine.ruleset import Ruleset
from app.engine.viewer import seat_viewer
from app.matches.errors import ServiceError
from app.matches.hub import Hub
from app.matches.position import Position
from app.matches.projection import Projector
from app.matches.rules import Rules
from app.matches.types import Audience, Clock
from app.store.lobby import Frozen, Lobby, Row, SeatRow

RECENT_STEPS = 60
"""Steps whose events a newcomer may get as log."""


class Recent(msgspec.Struct, frozen=True):
    """The events of a recent step, for the log of newcomers."""

    seq: int
    turn: int | None
    events: list[Event]


class Table:
    """One match. `position` is the newest known, None before the start.

    retired  it was made with a version of the rules that is not carried here: it can be looked at, as it was told, but
             `ruleset` is another version and must not be asked about it
    """

    def __init__(self, frozen: Frozen, seats: list[SeatRow], status: str, ruleset: Ruleset, retired: bool) -> None:
        self.id = frozen.id
        self.frozen = frozen
        self.ruleset = ruleset
        self.retired = retired
        self.status = status
        self.clock = msgspec.convert(frozen.clock, Clock)
        self.setup = msgspec.json.decode(frozen.setup, type=Setup)
        self.seats = seats
        self.projector = Projector(ruleset, len(seats))
        self.lock = asyncio.Lock()
        self.position: Position | None = None
        self.proposal = False
        """A takeback or draw may be waiting for an answer."""
        self.seed: bytes | None = None
        self.recent: deque[Recent] = deque(maxlen=RECENT_STEPS)
        self.past: OrderedDict[int, Position] = OrderedDict()
        """A few positions of the past, loaded for delayed spectators and takebacks."""

    @property
    def seq(self) -> int:
        """The newest known seq; -1 before the start."""
        return -1 if self.position is None else self.position.seq

    def need_rules(self, seq: int) -> None:
        """ServiceError(rules_retired) where the rules that the match was made with are not here. `seq`: as far as the
        caller may know."""
        if self.retired:
            versions = {"version": self.frozen.version, "carried": self.ruleset.version}
            raise ServiceError("rules_retired", seq=seq, params=versions)

    @property
    def nonces(self) -> tuple[str, ...]:
        """What the seats gave to the dice."""
        return tuple([row.nonce or "" for row in self.seats])

    def seats_of(self, user: str | None) -> list[int]:
        """The seats in which a person sits."""
        return [row.seat for row in self.seats if user is not None and row.user == user]

    def people(self) -> set[str]:
        """Everybody who sits here."""
        return {row.user for row in self.seats if row.user is not None}


class Tables:
    """Tables by match id, least recently used thrown away first; never one that somebody here watches."""

    def __init__(self, lobby: Lobby, rules: Rules, size: int, hub: Hub) -> None:
        self._lobby = lobby
        self._rules = rules
        self._size = size
        self._hub = hub
        self._tables: OrderedDict[str, Table] = OrderedDict()

    async def get(self, match: str) -> Table | None:
        """The table, loaded when it is not here; None if there is no such match, or no such ruleset here."""
        table = self._tables.get(match)
        if table is not None:
            self._tables.move_to_end(match)
            return table
        row = await self._lobby.get(match)
        if row is None:
            return None
        ruleset = self._rules.find(row.frozen.ruleset)
        if ruleset is None:
            return None
        retired = not self._rules.carry(row.frozen.ruleset, row.frozen.version)
        seats = (await self._lobby.seats([match]))[match]
        if not seats:  # gone in between
            return None
        known = self._tables.get(match)  # somebody else may have loaded it meanwhile; there must be one lock
        if known is not None:
            return known
        table = self._tables[match] = Table(row.frozen, seats, row.status, ruleset, retired)
        self._shrink()
        return table

    def here(self, match: str) -> Table | None:
        """The table if it is in memory."""
        return self._tables.get(match)

    async def reseat(self, table: Table) -> Row | None:
        """Read seats and status again, after people sat down, left or were rated. None: the match is gone, and whoever
        watched it here has been told to ask again."""
        row = await self._lobby.get(table.id)
        seats = (await self._lobby.seats([table.id]))[table.id]
        if row is None or not seats:  # it may have gone in between
            self._tables.pop(table.id, None)
            for audience in self._hub.audiences(table.id):
                self._hub.expel(table.id, audience)
            return None
        table.frozen = row.frozen  # the owner may be another one
        before, table.seats = table.seats, seats
        for old, new in zip(before, table.seats, strict=True):
            if old.user is not None and old.user != new.user:  # who got up must not look over the next one's shoulder
                self._hub.expel(table.id, Audience(seat_viewer(old.seat)))
        table.status = row.status
        return row

    def _shrink(self) -> None:
        if len(self._tables) <= self._size:
            return
        watched = set(self._hub.watched())
        for match, table in list(self._tables.items())[:-1]:
            if len(self._tables) <= self._size:
                return
            if match not in watched and not table.lock.locked():
                del self._tables[match]
