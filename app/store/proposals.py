"""Proposals (takeback, draw) that wait for an answer, and the pause after a refusal.

A proposal holds for one state of the match. `lapse` clears those that later steps have overtaken; `matches.proposal`
tells the commit statement's caller, without a query of its own, that there may be some.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, delete, exists, select, update
from sqlalchemy.dialects.postgresql import insert

from app.store.database import Store
from app.store.tables import matches, proposal_pauses, proposals


class Proposal(NamedTuple):
    """One that waits. `accepted`: the seats that want it, the asker's first; `to_seq` of a takeback."""

    kind: str
    seat: int
    asked_seq: int
    to_seq: int | None
    accepted: list[int]


_COLUMNS = (proposals.c.kind, proposals.c.seat, proposals.c.asked_seq, proposals.c.to_seq, proposals.c.accepted)
_open = select(*_COLUMNS).where(proposals.c.match == bindparam("of_match")).order_by(proposals.c.kind)
_add = insert(proposals).on_conflict_do_nothing().returning(proposals.c.kind)
_accept = (
    update(proposals)
    .where(proposals.c.match == bindparam("of_match"), proposals.c.kind == bindparam("of_kind"))
    .values(accepted=proposals.c.accepted.op("||")(bindparam("also", type_=proposals.c.accepted.type)))
    .returning(proposals.c.accepted)
)
_close = (
    delete(proposals)
    .where(proposals.c.match == bindparam("of_match"), proposals.c.kind == bindparam("of_kind"))
    .returning(proposals.c.seat)
)
_flag = (
    update(matches)
    .where(matches.c.id == bindparam("of_match"))
    .values(proposal=exists().where(proposals.c.match == bindparam("of_match")))
)
_pause = select(proposal_pauses.c.refusals, proposal_pauses.c.not_before).where(
    proposal_pauses.c.match == bindparam("of_match"),
    proposal_pauses.c.seat == bindparam("of_seat"),
    proposal_pauses.c.kind == bindparam("of_kind"),
)
_set_pause = insert(proposal_pauses)
_set_pause = _set_pause.on_conflict_do_update(
    index_elements=["match", "seat", "kind"],
    set_={"refusals": _set_pause.excluded.refusals, "not_before": _set_pause.excluded.not_before},
)


class Proposals:
    """What is proposed at all tables."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def open(self, match: str) -> list[Proposal]:
        """Those that wait, at most one a kind."""
        return [Proposal(*row) for row in await self._store.rows(_open, {"of_match": match})]

    async def add(self, match: str, proposal: Proposal) -> bool:
        """Put one forward. False: one of its kind waits already."""
        async with self._store.begin() as connection:
            row = (await connection.execute(_add, {"match": match, **proposal._asdict()})).first()
            if row is None:
                return False
            await connection.execute(_flag, {"of_match": match})
        return True

    async def accept(self, match: str, kind: str, seats: list[int]) -> list[int]:
        """Note that these seats want it too; all that want it by now, or none when it has been taken away."""
        row = await self._store.row(_accept, {"of_match": match, "of_kind": kind, "also": seats})
        return [] if row is None else sorted(set(row.accepted))

    async def close(self, match: str, kind: str) -> bool:
        """Take it away; whether it was there (so that one of two who close it at once tells of it)."""
        async with self._store.begin() as connection:
            row = (await connection.execute(_close, {"of_match": match, "of_kind": kind})).first()
            await connection.execute(_flag, {"of_match": match})
        return row is not None

    async def pause(self, match: str, seat: int, kind: str) -> tuple[int, int]:
        """Refusals so far, and until when (ms) the seat may not ask again."""
        row = await self._store.row(_pause, {"of_match": match, "of_seat": seat, "of_kind": kind})
        return (0, 0) if row is None else (row.refusals, row.not_before)

    async def set_pause(self, match: str, seat: int, kind: str, refusals: int, not_before: int) -> None:
        """After a refusal: wait until `not_before` (ms)."""
        values = {"match": match, "seat": seat, "kind": kind, "refusals": refusals, "not_before": not_before}
        await self._store.run(_set_pause, values)
