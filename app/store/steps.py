"""Steps: loading and committing them, in raw SQL on the lane. This is the hot path, and the only writer of a running
match.

`commit` is one statement, so one round trip and one transaction: it moves the match row on only where `seq` is still
the one that was applied to, and inserts the step and now and then a snapshot out of that row. No row back means that
somebody else was faster. It must not notify: that serialises commits (docs/decisions/0020-commit-and-bus.md).
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

import asyncpg

from app.store.database import Store


class KeyUsedError(Exception):
    """A step of this seat with this key is stored already."""


class Moving(NamedTuple):
    """The part of a match row that steps change."""

    status: str
    seq: int
    epoch: int
    rolls: int
    turn: int | None
    awaiting: list[int]
    clock_left: list[int]
    clock_at: int
    windows: dict[str, int]
    due_at: int | None
    proposal: bool
    result: dict[str, Any] | None


class Step(NamedTuple):
    """A stored step. `seat` -1: the start. `at` in ms."""

    seq: int
    seat: int
    kind: str
    turn: int | None
    action: bytes
    events: bytes
    patches: bytes
    roll_from: int
    roll_to: int
    hash: bytes
    key: str | None
    key_digest: bytes | None
    at: int
    awaiting: list[int]
    clock_left: list[int]
    due_at: int | None


class Snapshot(NamedTuple):
    """A stored Game, and the epoch and next roll index at its seq."""

    seq: int
    epoch: int
    rolls: int
    game: bytes


class Advance(NamedTuple):
    """What a commit writes: the step that makes `expected` + 1, the moving part after it, the Game if it is to be
    kept.
    """

    match: str
    expected: int
    status: str
    epoch: int
    rolls: int
    turn: int | None
    awaiting: list[int]
    clock_left: list[int]
    clock_at: int
    windows: dict[str, int]
    due_at: int | None
    result: dict[str, Any] | None
    ended: datetime | None
    seat: int
    kind: str
    action: bytes
    events: bytes
    patches: bytes
    roll_from: int
    hash: bytes
    key: str | None
    key_digest: bytes | None
    at: int
    game: bytes | None


_COMMIT = """
with moved as (
  update matches set
    seq = $2::int + 1, status = $3, epoch = $4, rolls = $5, turn = $6::int, awaiting = $7::smallint[],
    clock_left = $8::bigint[], clock_at = $9, windows = $10::jsonb, due_at = $11::bigint, result = $12::jsonb,
    ended = $13::timestamptz, claimed_until = 0
  where id = $1 and seq = $2 and status = 'live'
  returning proposal
), stored as (
  insert into steps (
    match, seq, seat, kind, turn, action, events, patches, roll_from, roll_to, hash, key, key_digest, at,
    awaiting, clock_left, due_at
  )
  select
    $1, $2 + 1, $14::smallint, $15, $6, $16::bytea, $17::bytea, $18::bytea, $19::int, $5, $20::bytea, $21::text,
    $22::bytea, $23::bigint, $7, $8, $11
  from moved
), kept as (
  insert into snapshots (match, seq, epoch, rolls, game)
  select $1, $2 + 1, $4, $5, $24::bytea from moved where $24 is not null
)
select proposal from moved
"""

_BEGIN = """
with moved as (
  update matches set
    seq = 0, status = $2, rolls = $3, turn = $4::int, awaiting = $5::smallint[], clock_left = $6::bigint[],
    clock_at = $7::bigint, windows = $8::jsonb, due_at = $9::bigint, result = $10::jsonb, started = $11::timestamptz,
    ended = $12::timestamptz
  where id = $1 and status in ('open', 'ready')
    and $18::text[] = array(select coalesce(nonce, '') from seats where match = $1 order by seat)
  returning id
), stored as (
  insert into steps (
    match, seq, seat, kind, turn, action, events, patches, roll_from, roll_to, hash, at, awaiting, clock_left, due_at
  )
  select $1, 0, -1, 'start', $4, $13::bytea, $14::bytea, $15::bytea, 0, $3, $16::bytea, $7, $5, $6, $9 from moved
), kept as (
  insert into snapshots (match, seq, epoch, rolls, game) select $1, 0, 0, $3, $17::bytea from moved
)
select id from moved
"""

_MOVING = f"select {', '.join(Moving._fields)} from matches where id = $1"
_STEP = ", ".join(Step._fields)
_SNAPSHOT = """
select seq, epoch, rolls, game from snapshots where match = $1 and seq <= $2 order by seq desc limit 1
"""
_STEPS = f"select {_STEP} from steps where match = $1 and seq > $2 and seq <= $3 order by seq limit $4"
_STEPS_BACK = f"select {_STEP} from steps where match = $1 and seq <= $2 order by seq desc limit $3"
_BY_KEY = f"select {_STEP} from steps where match = $1 and seat = $2 and key = $3"
_SEQ_AT = "select seq from steps where match = $1 and at <= $2 order by seq desc limit 1"
_SEQS = "select id, seq from matches where id = any($1::text[])"


class Steps:
    """The steps of all matches."""

    def __init__(self, store: Store) -> None:
        self._lane = store.lane

    async def commit(self, advance: Advance) -> bool | None:
        """Store the step. None: the race was lost, nothing is stored; else whether a proposal is open.

        Raises:
            KeyUsedError: the seat's key is taken; nothing is stored.
            UnavailableError: the connection broke; whether it is stored must be looked up.
        """
        async with self._lane.connection() as connection:
            try:
                row = await connection.fetchrow(_COMMIT, *advance)
            except asyncpg.UniqueViolationError as error:
                if error.constraint_name == "uq_steps_key":
                    raise KeyUsedError(advance.key) from error
                return None
        return None if row is None else bool(row[0])

    async def begin(
        self,
        match: str,
        moving: Moving,
        started: datetime,
        ended: datetime | None,
        step: Step,
        game: bytes,
        nonces: tuple[str, ...],
    ) -> bool:
        """Store seq 0 and make the match live. False: it has started, or other people sit there than those whose nonces
        the dice were thrown with."""
        async with self._lane.connection() as connection:
            row = await connection.fetchrow(
                _BEGIN,
                match,
                moving.status,
                moving.rolls,
                moving.turn,
                moving.awaiting,
                moving.clock_left,
                moving.clock_at,
                moving.windows,
                moving.due_at,
                moving.result,
                started,
                ended,
                step.action,
                step.events,
                step.patches,
                step.hash,
                game,
                list(nonces),
            )
        return row is not None

    async def moving(self, match: str) -> Moving | None:
        """The moving part of a match as it is now."""
        async with self._lane.connection() as connection:
            row = await connection.fetchrow(_MOVING, match)
        return None if row is None else Moving(*row)

    async def snapshot(self, match: str, seq: int) -> Snapshot | None:
        """The newest stored Game at or before `seq`. None before the start."""
        async with self._lane.connection() as connection:
            row = await connection.fetchrow(_SNAPSHOT, match, seq)
        return None if row is None else Snapshot(*row)

    async def after(self, match: str, since: int, until: int, limit: int = 100_000) -> list[Step]:
        """Steps `since` < seq ≤ `until`, in order."""
        async with self._lane.connection() as connection:
            return [Step(*row) for row in await connection.fetch(_STEPS, match, since, until, limit)]

    async def back_from(self, match: str, seq: int, limit: int) -> list[Step]:
        """The newest `limit` steps up to `seq`, newest first."""
        async with self._lane.connection() as connection:
            return [Step(*row) for row in await connection.fetch(_STEPS_BACK, match, seq, limit)]

    async def by_key(self, match: str, seat: int, key: str) -> Step | None:
        """The step that a seat's key made."""
        async with self._lane.connection() as connection:
            row = await connection.fetchrow(_BY_KEY, match, seat, key)
        return None if row is None else Step(*row)

    async def seq_at(self, match: str, at: int) -> int:
        """The newest seq that was stored at that moment (ms); -1 before the start."""
        async with self._lane.connection() as connection:
            seq = await connection.fetchval(_SEQ_AT, match, at)
        return -1 if seq is None else int(seq)

    async def seqs(self, matches: list[str]) -> dict[str, int]:
        """The current seq of each match."""
        async with self._lane.connection() as connection:
            return {row[0]: row[1] for row in await connection.fetch(_SEQS, matches)}
