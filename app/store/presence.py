"""Which processes run, and who is connected to which match at each of them. Truth for as long as a process gives
signs of life.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Executable, any_, bindparam, delete, func, literal_column, select, update
from sqlalchemy.dialects.postgresql import insert

from app.store.database import Store
from app.store.tables import presence, processes, seats

ALIVE_MS = 20_000
"""A process that gave no sign of life for so long counts as dead."""


class Present(NamedTuple):
    """Seats whose people are connected somewhere, and how many watch."""

    seats: frozenset[int]
    watching: int


NOBODY = Present(frozenset(), 0)

_sign = insert(processes)
_beat: Executable = _sign.on_conflict_do_update(index_elements=["id"], set_={"seen": _sign.excluded.seen}).returning(
    literal_column("xmax = 0").label("new")  # a row that was there has been locked by this transaction
)
_bury = delete(processes).where(processes.c.seen < bindparam("before"))
_forget_orphans = delete(presence).where(presence.c.process.not_in(select(processes.c.id)))
_gone = delete(processes).where(processes.c.id == bindparam("process"))
_gone_presence = delete(presence).where(presence.c.process == bindparam("process"))
_others = (
    select(func.count())
    .select_from(processes)
    .where(processes.c.id != bindparam("process"), processes.c.seen >= bindparam("since"))
)
_put = insert(presence)
_put = _put.on_conflict_do_update(
    index_elements=["process", "match"], set_={"seats": _put.excluded.seats, "watching": _put.excluded.watching}
)
_remove = delete(presence).where(
    presence.c.process == bindparam("of_process"), presence.c.match == bindparam("of_match")
)
_present = (
    select(presence.c.match, presence.c.seats, presence.c.watching)
    .join(processes, processes.c.id == presence.c.process)
    .where(presence.c.match == any_(bindparam("matches")), processes.c.seen >= bindparam("since"))
)
_seen = (
    update(seats)
    .where(seats.c.match == bindparam("of_match"), seats.c.seat == any_(bindparam("of_seats")))
    .values(last_seen=bindparam("at"))
)


class Presence:
    """The presence of all processes' connections."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def beat(self, process: str, now: int) -> tuple[int, bool]:
        """A sign of life: how many other processes live, and whether this one was unknown. Forgets the dead."""
        async with self._store.begin() as connection:
            new = (await connection.execute(_beat, {"id": process, "seen": now})).scalar_one()
            await connection.execute(_bury, {"before": now - 3 * ALIVE_MS})
            await connection.execute(_forget_orphans)
            others = await connection.execute(_others, {"process": process, "since": now - ALIVE_MS})
            return int(others.scalar_one()), bool(new)

    async def leave(self, process: str) -> None:
        """The process ends in good order."""
        async with self._store.begin() as connection:
            await connection.execute(_gone, {"process": process})
            await connection.execute(_gone_presence, {"process": process})

    async def put(self, process: str, match: str, seats: list[int], watching: int) -> None:
        """What this process's connections to a match are by now."""
        if not seats and not watching:
            await self._store.run(_remove, {"of_process": process, "of_match": match})
            return
        values = {"process": process, "match": match, "seats": seats, "watching": watching}
        await self._store.run(_put, values)

    async def seen(self, match: str, seats: list[int], at: int) -> None:
        """Note when people were last connected (ms)."""
        await self._store.run(_seen, {"of_match": match, "of_seats": seats, "at": at})

    async def of(self, matches: list[str], now: int) -> dict[str, Present]:
        """Who is there, over all living processes."""
        found: dict[str, Present] = {}
        for row in await self._store.rows(_present, {"matches": matches, "since": now - ALIVE_MS}):
            known = found.get(row.match, NOBODY)
            found[row.match] = Present(known.seats | frozenset(row.seats), known.watching + row.watching)
        return found
