"""Records: the whole battle as one document after its end, and what its dice are verified with.

Before the end nobody gets either, whatever his role; delayed spectators not before they have seen the end. Surprising:
what is said after the end stands in the match's chat and not in its record, which is finished with the battle.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from app.engine import patch
from app.engine.dice import ALGORITHM
from app.engine.viewer import SPECTATOR
from app.matches.archive import Archive, Kept
from app.matches.clock import moment
from app.matches.errors import ServiceError
from app.matches.house import House
from app.matches.projection import REFEREE_KEY
from app.matches.speaking import shown
from app.matches.table import Table
from app.matches.types import Audience, Fairness
from app.store.chat import Line
from app.store.lobby import Row, SeatRow
from app.store.steps import Step

FORMAT = "sandtable/1"
CHAT_MAX = 100_000
_encode = msgspec.json.Encoder().encode


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """A record as somebody gets it. `public`: by now anybody may read it, so others may keep copies of it."""

    kept: Kept
    public: bool


class Records:
    """See the module."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._archive = Archive()

    async def record(self, table: Table, audience: Audience) -> Recorded:
        """See `MatchService.record`."""
        row = await self._row(table)
        if not self._over_for(table, row, audience):
            raise ServiceError("forbidden", "The record is open after the end.", params={"reason": "running"})
        kept = await self._archive.get(table.id, lambda: self._made(table, row))
        late = Audience(SPECTATOR, delayed=table.frozen.delay_s > 0)
        public = table.frozen.spectators == "public" and self._over_for(table, row, late)
        return Recorded(kept=kept, public=public)

    async def _made(self, table: Table, row: Row) -> Callable[[], bytes]:
        """Read what a record is made of; what encodes it needs no database."""
        assert row.ended is not None
        stored = await self._house.steps.after(table.id, -1, row.seq)
        said = await self._house.chat.page(table.id, "match", None, round(row.ended.timestamp() * 1000), CHAT_MAX)
        fairness = await self.revealed(table)
        seats = list(table.seats)
        return lambda: self._encoded(table, row, seats, stored, said, fairness)

    def _encoded(
        self, table: Table, row: Row, seats: list[SeatRow], stored: list[Step], said: list[Line], fairness: Fairness
    ) -> bytes:
        start, *steps = stored
        first = msgspec.json.decode(self._patch(table, start.events, start.patches))
        document = {
            "format": FORMAT,
            "match": {
                "id": table.id,
                "ruleset": table.frozen.ruleset,
                "version": table.setup.version,
                "scenario": table.frozen.scenario,
                "names": table.frozen.names,
                "options": table.setup.options,
                "created": table.frozen.created,
                "started": row.started,
                "ended": row.ended,
                "clock": table.frozen.clock,
                "rated": table.frozen.rated,
                "result": row.result,
                "seats": [{"seat": seat.seat, "kind": seat.kind, "name": seat.name} for seat in seats],
            },
            "setup": table.setup,
            "fairness": fairness,
            "view": patch.apply({}, first),
            "start_events": msgspec.Raw(table.projector.seen_bytes(start.events, REFEREE_KEY)),
            "start": {"rolls": [start.roll_from, start.roll_to], "hash": start.hash.hex(), "at": moment(start.at)},
            "steps": [
                {
                    "seq": step.seq,
                    "seat": step.seat,
                    "kind": step.kind,
                    "action": msgspec.Raw(step.action),
                    "events": msgspec.Raw(table.projector.seen_bytes(step.events, REFEREE_KEY)),
                    "patch": msgspec.Raw(self._patch(table, step.events, step.patches)),
                    "rolls": [step.roll_from, step.roll_to],
                    "hash": step.hash.hex(),
                    "at": moment(step.at),
                    "turn": step.turn,
                }
                for step in steps
            ],
            "chat": [shown(line) for line in said],
        }
        return _encode(document)

    def _patch(self, table: Table, events: bytes, patches: bytes) -> bytes:
        return table.projector.shown(events, patches, REFEREE_KEY).patch or b"[]"

    async def fairness(self, table: Table, audience: Audience) -> Fairness:
        """See `MatchService.fairness`."""
        if self._over_for(table, await self._row(table), audience):
            return await self.revealed(table)
        rolls = 0
        if audience.delayed:
            then = await self._house.steps.seq_at(table.id, self._house.time.now() - table.frozen.delay_s * 1000)
            seen = await self._house.steps.after(table.id, then - 1, then)
            rolls = seen[0].roll_to if seen else 0
        else:
            moving = await self._house.steps.moving(table.id)
            rolls = 0 if moving is None else moving.rolls
        return self._fairness(table, None, rolls)

    async def revealed(self, table: Table) -> Fairness:
        """Everything, the seed included. Only for matches that have ended."""
        moving = await self._house.steps.moving(table.id)
        if moving is None or moving.status != "ended":
            raise ServiceError("forbidden", params={"reason": "running"})
        seed = await self._house.lobby.seed(table.id)
        return self._fairness(table, seed.hex(), moving.rolls)

    def _fairness(self, table: Table, seed: str | None, rolls: int) -> Fairness:
        return Fairness(
            algorithm=ALGORITHM,
            match=table.id,
            commitment=table.frozen.commitment,
            nonces=table.nonces,
            seed=seed,
            rolls=rolls,
        )

    async def _row(self, table: Table) -> Row:
        row = await self._house.lobby.get(table.id)
        if row is None:
            raise ServiceError("not_found")
        return row

    def _over_for(self, table: Table, row: Row, audience: Audience) -> bool:
        late_s = table.frozen.delay_s if audience.delayed else 0
        return row.status == "ended" and self._house.time.passed(row.ended, late_s)
