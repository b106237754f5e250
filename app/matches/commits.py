"""The commit path: the only door by which a battle changes (architecture §3).

Load, refuse what is stale or illegal, apply, one statement, and only after COMMIT acknowledge and then publish. A
lost race, with another process or with ourselves, begins again at load. What is surprising:

- Nothing is refused before the position is known to be the newest: a refusal costs a query, an accepted action does
  not.
- When the connection breaks while the statement is under way, nobody knows whether it is stored. The next round finds
  out: the step is there under its key, or the decision is still open.
- An action refused by the rules spends no roll index: nothing of it was seen. Whatever is stored does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
import orjson
import structlog

from app.engine.action import Action
from app.engine.canonical import encode
from app.engine.decision import Decision
from app.engine.event import Event
from app.engine.game import Game
from app.engine.ids import Seat
from app.engine.refusal import Refused
from app.matches import clock, faults
from app.matches.errors import ServiceError, from_refusal
from app.matches.house import House
from app.matches.position import Position
from app.matches.positions import AGREED_DRAW, Positions, times_at
from app.matches.publishing import Publisher, made, read
from app.matches.table import Recent, Table
from app.matches.types import Ack, AckHead, Caller
from app.store.database import UnavailableError
from app.store.steps import Advance, KeyUsedError

TRIES = 8
"""How often one action may lose the race before the service gives up."""
ACTION_MAX_BYTES = 16_384
KEY_MAX = 64
FORFEIT = b'{"verb":"forfeit"}'
RESIGN = b'{"verb":"resign"}'
DRAW = b'{"verb":"draw"}'

log = structlog.get_logger("app.matches")
_encode = msgspec.json.Encoder().encode


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be stored as the next step of a match, applied but not yet stored."""

    seat: int
    kind: str
    action: bytes
    game: Game
    events: list[Event]
    rolls: int
    epoch: int
    key: str | None = None
    key_digest: bytes | None = None
    agreed: dict[str, Any] | None = None
    snapshot: bool = False


class Commits:
    """See the module. Every method that takes a Table and does not lock it says so."""

    def __init__(self, house: House, positions: Positions, publisher: Publisher) -> None:
        self._house = house
        self._positions = positions
        self._publisher = publisher

    # -- a seat's action ------------------------------------------------------------------------------------------
    async def act(
        self, caller: Caller, table: Table, seat: int | None, decision_id: str, raw: Mapping[str, Any] | bytes, key: str
    ) -> Ack:
        """Carry out an action of the caller's seat, once for each key."""
        if not 0 < len(key) <= KEY_MAX or not key.isprintable():
            raise ServiceError("malformed", "A key has 1 to 64 printable characters.", field="key")
        digest = digest_of(decision_id, raw)
        async with table.lock:
            for _ in range(TRIES):
                faults.reach(faults.LOAD)
                try:
                    return await self._try(caller, table, seat, decision_id, raw, key, digest)
                except Again:
                    await self.catch_up(table)
                except UnavailableError as error:
                    log.warning("commit.unavailable", match=table.id, error=str(error))
                    await self.catch_up(table)  # raises again while the database is away
        raise ServiceError("unavailable", "Too many are acting at once; try again.")

    async def _try(
        self,
        caller: Caller,
        table: Table,
        seat: int | None,
        decision_id: str,
        raw: Mapping[str, Any] | bytes,
        key: str,
        digest: bytes,
    ) -> Ack:
        position = await self._positions.newest(table)
        if await self._pass_time(table, position):
            raise Again
        decision = position.decision_named(decision_id)
        mine = seat_of(caller, table, seat, None if decision is None else decision.seat)
        if decision is None or decision.seat != mine:
            return await self._not_open(table, position, decision, mine, key, digest)
        try:
            action = table.ruleset.action(raw)
            deed = await self._applied(table, position, mine, action, "action", key, digest)
        except Refused as refused:
            if await self.catch_up(table):
                raise Again from refused
            raise from_refusal(table.ruleset, refused, position.seq) from refused
        try:
            after = await self.store(table, position, deed)
        except KeyUsedError:
            return await self._known(table, mine, key, digest)
        return self._ack(table, after, mine, key, _encode(table.projector.seen(deed.events, str(mine))))

    async def _not_open(
        self, table: Table, position: Position, decision: Decision | None, seat: int, key: str, digest: bytes
    ) -> Ack:
        """The decision is not this seat's to take: the first answer if it took it, else a refusal."""
        if await self.catch_up(table):
            raise Again
        known = await self._house.steps.by_key(table.id, seat, key)
        if known is not None:
            return await self._known(table, seat, key, digest)
        if decision is not None:
            raise ServiceError("not_your_decision", status=422, seq=position.seq)
        if position.over is not None:
            raise ServiceError("battle_over", status=409, seq=position.seq)
        table.need_rules(position.seq)
        raise ServiceError("stale", seq=position.seq)

    async def _known(self, table: Table, seat: int, key: str, digest: bytes) -> Ack:
        """The first answer to a key that was used before, if it was for the same."""
        step = await self._house.steps.by_key(table.id, seat, key)
        if step is None:
            raise Again
        if step.key_digest != digest:
            raise ServiceError("key_reused", seq=table.seq)
        after = await self._positions.at(table, step.seq)
        return self._ack(table, after, seat, key, table.projector.seen_bytes(step.events, str(seat)))

    def _ack(self, table: Table, after: Position, seat: int, key: str, events: bytes) -> Ack:
        return Ack(
            ack=AckHead(key=key, seq=after.seq),
            events=msgspec.Raw(events),
            decisions=msgspec.Raw(table.projector.decisions(after, str(seat))),
        )

    async def _applied(
        self,
        table: Table,
        position: Position,
        seat: int,
        action: Action,
        kind: str,
        key: str | None = None,
        digest: bytes | None = None,
    ) -> Deed:
        """The action applied by the rules. Refused, or ServiceError(internal) if the rules break."""
        dice = await self._positions.dice(table, position.rolls)
        try:
            game, events = table.ruleset.apply(position.game, Seat(seat), action, dice)
        except Refused:
            raise
        except Exception as error:
            log.exception("rules.failed", match=table.id, seq=position.seq, action=_encode(action).decode())
            raise ServiceError("internal", "The rules could not carry this out; nothing has changed.") from error
        return Deed(
            seat=seat,
            kind=kind,
            action=_encode(action),
            game=game,
            events=events,
            rolls=dice.index,
            epoch=position.epoch,
            key=key,
            key_digest=digest,
        )

    # -- what the service itself does -----------------------------------------------------------------------------
    async def concede(self, table: Table, seat: int, *, forfeit: bool = False) -> Position:
        """The seat gives up, or has run out of time. Takes the lock. ServiceError(battle_over)."""
        async with table.lock:
            for _ in range(TRIES):
                position = await self._positions.newest(table)
                try:
                    return await self._concede(table, position, seat, forfeit)
                except Again:
                    await self.catch_up(table)
        raise ServiceError("unavailable")

    async def _concede(self, table: Table, position: Position, seat: int, forfeit: bool) -> Position:
        if position.over is not None:
            raise ServiceError("battle_over", status=409, seq=position.seq)
        table.need_rules(position.seq)
        try:
            game, events = table.ruleset.concede(position.game, Seat(seat))
        except Refused as refused:
            raise from_refusal(table.ruleset, refused, position.seq) from refused
        deed = Deed(
            seat=seat,
            kind="forfeit" if forfeit else "concede",
            action=FORFEIT if forfeit else RESIGN,
            game=game,
            events=events,
            rolls=position.rolls,
            epoch=position.epoch,
        )
        return await self.store(table, position, deed)

    async def agree_draw(self, table: Table, seat: int) -> Position:
        """End the match as a draw by consent. Takes the lock. ServiceError(battle_over)."""
        async with table.lock:
            for _ in range(TRIES):
                position = await self._positions.newest(table)
                if position.over is not None:
                    raise ServiceError("battle_over", status=409, seq=position.seq)
                table.need_rules(position.seq)
                deed = Deed(
                    seat=seat,
                    kind="draw",
                    action=DRAW,
                    game=position.game,
                    events=[Event(type="draw_agreed", rule="")],
                    rolls=position.rolls,
                    epoch=position.epoch,
                    agreed=AGREED_DRAW,
                    snapshot=True,
                )
                try:
                    return await self.store(table, position, deed)
                except Again:
                    await self.catch_up(table)
        raise ServiceError("unavailable")

    async def by_bot(self, table: Table, position: Position, decision: Decision, action: Action) -> bool:
        """Take a bot's choice for a decision, or its default if the choice is none. Takes the lock. False: too late."""
        async with table.lock:
            newest = await self._positions.newest(table)
            if newest is not position and newest.decision_named(position.id_of(decision)) is None:
                return False
            seat = int(decision.seat)
            try:
                deed = await self._applied(table, newest, seat, action, "action")
            except Refused as refused:
                log.warning("bot.refused", match=table.id, seq=newest.seq, code=str(refused.code))
                deed = await self._applied(table, newest, seat, decision.default, "action")
            try:
                await self.store(table, newest, deed)
            except Again:
                await self.catch_up(table)
                return False
            return True

    async def pass_time(self, table: Table) -> bool:
        """Do one thing whose time is up: a default or a forfeit. Takes the lock. False: nothing was due."""
        async with table.lock:
            position = await self._positions.newest(table)
            try:
                if await self._pass_time(table, position):
                    return True
            except Again:
                pass
            return await self.catch_up(table)

    async def _pass_time(self, table: Table, position: Position) -> bool:
        """The same with the lock held. Again if somebody else was faster."""
        times, now = position.times, self._house.time.now()
        if times is None or times.due is None or times.due > now:
            return False
        for asked, what in clock.overdue(table.clock, times, position.asked, now):
            if what == "forfeit":
                await self._concede(table, position, asked.seat, True)
                return True
            decision = position.decision_named(asked.decision)
            assert decision is not None
            deed = await self._applied(table, position, asked.seat, decision.default, "due")
            await self.store(table, position, deed)
            return True
        return False

    # -- the statement --------------------------------------------------------------------------------------------
    async def store(self, table: Table, before: Position, deed: Deed) -> Position:
        """Store a deed as the step after `before`, in one statement, and publish it. Call with the lock held.

        Raises:
            Again: somebody else stored another step; nothing of this one is stored.
            KeyUsedError: the seat's key is taken; nothing is stored.
            UnavailableError: the outcome is unknown.
        """
        faults.reach(faults.APPLIED)
        now = max(self._house.time.now(), before.at)
        seq = before.seq + 1
        after = Position(table.ruleset, deed.game, seq, deed.epoch, deed.rolls, now, deed.agreed)
        if deed.game is before.game:
            after.views = dict(before.views)
        after.turn = table.projector.turn_of(after)
        step = table.projector.step(before, after, deed.events)
        assert before.times is not None
        times = after.times = clock.after_step(table.clock, before.times, after.asked, deed.seat, now)
        game = encode(deed.game)
        over = after.over is not None
        keep = deed.snapshot or over or seq % self._house.settings.snapshot_interval == 0
        advance = Advance(
            match=table.id,
            expected=before.seq,
            status="ended" if over else "live",
            epoch=after.epoch,
            rolls=after.rolls,
            turn=after.turn,
            awaiting=list(times.running),
            clock_left=list(times.left),
            clock_at=times.at,
            windows=dict(times.windows),
            due_at=times.due,
            result=after.over,
            ended=clock.moment(now) if over else None,
            seat=deed.seat,
            kind=deed.kind,
            action=deed.action,
            events=step.events,
            patches=step.patches,
            roll_from=before.rolls,
            hash=hashlib.sha256(game).digest(),
            key=deed.key,
            key_digest=deed.key_digest,
            at=now,
            game=game if keep else None,
        )
        faults.reach(faults.STATEMENT)
        proposal = await self._house.steps.commit(advance)
        if proposal is None:
            raise Again
        faults.reach(faults.COMMITTED)
        table.position = after
        table.status = advance.status
        table.proposal = proposal
        table.recent.append(Recent(seq, after.turn, deed.events))
        self._publisher.stored(table, made(table, after, deed.seat, deed.kind, deed.action, deed.events, step))
        return after

    async def catch_up(self, table: Table) -> bool:
        """Take over, and publish here, what other processes have stored. Call with the lock held. Whether there was
        any.
        """
        news = await self._positions.refresh(table)
        for step, position in news:
            if position.times is None:
                position.times = times_at(step)
            self._publisher.followed(table, read(table, step, position))
        return bool(news)


class Again(Exception):
    """Somebody else was faster: begin again at load."""


def seat_of(caller: Caller, table: Table, seat: int | None, wanted: int | None = None) -> int:
    """The caller's seat: the one he names, else the one that is `wanted` if it is his, else his first.

    Raises:
        ServiceError(spectator | not_your_seat): he has no seat, or not that one.
    """
    mine = table.seats_of(caller.user)
    if not mine:
        raise ServiceError("spectator")
    if seat is not None:
        if seat not in mine:
            raise ServiceError("not_your_seat", field="seat")
        return seat
    return wanted if wanted in mine and wanted is not None else mine[0]


def digest_of(decision: str, raw: Mapping[str, Any] | bytes) -> bytes:
    """What tells two bodies under one key apart: decision and action, whatever the order of fields.

    Raises:
        ServiceError(malformed | too_large): not JSON, or too much of it.
    """
    try:
        value = orjson.loads(raw) if isinstance(raw, bytes) else raw
        body = orjson.dumps([decision, value], option=orjson.OPT_SORT_KEYS)
    except (TypeError, ValueError, RecursionError) as error:
        raise ServiceError("malformed", "The action is not JSON.", field="action") from error
    if len(body) > ACTION_MAX_BYTES:
        raise ServiceError("too_large", field="action")
    return hashlib.sha256(body).digest()
