"""Looking: who may see a match as what, and what state, steps, decisions, legal actions and odds are to him.

There is no default viewer: every answer is for an Audience, and `viewer` is the only place where one is made. One
account has one class of viewers a match: who sits at the table never gets the spectators' audience, who does not
never gets a seat's.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.engine.ids import Seat
from app.engine.lens import Sight
from app.engine.refusal import Refused
from app.engine.viewer import SPECTATOR, Role, seat_viewer
from app.matches import clock
from app.matches.commits import Commits
from app.matches.errors import ServiceError, from_refusal
from app.matches.house import House
from app.matches.infos import Infos
from app.matches.position import Position
from app.matches.positions import Positions, times_at
from app.matches.projection import key_of, step_body
from app.matches.proposing import Proposing
from app.matches.publishing import action_for
from app.matches.speaking import Speaking
from app.matches.table import Table
from app.matches.types import CURTAIN, Audience, Caller, ClockState, State
from app.store.presence import NOBODY
from app.store.steps import Step

LOG_STEPS = 40
"""Steps whose events a delayed newcomer gets at most."""
_encode = msgspec.json.Encoder().encode


class Looking:
    """See the module."""

    def __init__(
        self,
        house: House,
        positions: Positions,
        commits: Commits,
        infos: Infos,
        proposing: Proposing,
        speaking: Speaking,
    ) -> None:
        self._house = house
        self._positions = positions
        self._commits = commits
        self._infos = infos
        self._proposing = proposing
        self._speaking = speaking

    # -- who looks ------------------------------------------------------------------------------------------------
    async def viewer(self, caller: Caller | None, table: Table, seat: int | None, watch: str | None) -> Audience:
        """See `MatchService.viewer`. ServiceError(not_found) rather than forbidden where the match is nobody's
        business.
        """
        mine = table.seats_of(None if caller is None else caller.user)
        if not mine and table.status in ("open", "ready"):  # he may have sat down at another process
            if not await self._house.tables.reseat(table):
                raise ServiceError("not_found")
            mine = table.seats_of(None if caller is None else caller.user)
        if mine:
            if seat == CURTAIN:
                return Audience(SPECTATOR, curtain=True)
            if seat is not None and seat not in mine:
                raise ServiceError("not_your_seat", field="seat")
            return Audience(seat_viewer(mine[0] if seat is None else seat))
        if not self._may_watch(caller, table, watch):
            raise ServiceError("not_found")
        if seat is not None and seat != CURTAIN:
            raise ServiceError("not_your_seat", field="seat")
        return Audience(SPECTATOR, delayed=table.frozen.delay_s > 0)

    def _may_watch(self, caller: Caller | None, table: Table, watch: str | None) -> bool:
        frozen = table.frozen
        if frozen.spectators == "public" or (caller is not None and caller.user == frozen.owner):
            return True
        given = (watch or "").encode()
        if frozen.spectators == "link" and secrets.compare_digest(given, frozen.watch_link.encode()):
            return True
        if table.status not in ("open", "ready"):
            return False
        invited = secrets.compare_digest(given, frozen.invite.encode())
        return invited or any(row.kind == "open" and not row.taken for row in table.seats)

    # -- the position ---------------------------------------------------------------------------------------------
    async def position(self, table: Table, audience: Audience) -> Position | None:
        """The newest position that the audience may know of; None before the start."""
        if audience.delayed:
            then = await self._house.steps.seq_at(table.id, self.moment_of(table, audience))
            return None if then < 0 else await self._positions.at(table, then)
        async with table.lock:
            await self._commits.catch_up(table)
            return table.position

    def moment_of(self, table: Table, audience: Audience) -> int:
        """The time (ms) that is now for the audience."""
        return self._house.time.now() - (table.frozen.delay_s * 1000 if audience.delayed else 0)

    async def _started(self, table: Table, audience: Audience) -> Position:
        position = await self.position(table, audience)
        if position is None:
            raise ServiceError("not_started", status=409)
        table.need_rules(position.seq)
        return position

    # -- answers --------------------------------------------------------------------------------------------------
    async def state(self, table: Table, audience: Audience) -> State:
        """See `MatchService.state`."""
        position = await self.position(table, audience)
        row = await self._house.lobby.get(table.id)
        if row is None:
            raise ServiceError("not_found")
        now = self._house.time.now()
        present = (await self._house.presence.of([table.id], now)).get(table.id, NOBODY)
        players = self._infos.seats(row, table.seats, present, table.clock)
        if audience.delayed:
            players = tuple([msgspec.structs.replace(seat, clock_ms=None) for seat in players])
        chat = await self._speaking.newest(table, audience)
        if position is None:
            return State(
                seq=-1,
                view=msgspec.Raw(b"null"),
                decisions=msgspec.Raw(b"[]"),
                clock=ClockState(kind=table.clock.kind, running=(), left_ms={}),
                players=players,
                watching=present.watching,
                events=msgspec.Raw(b"[]"),
                chat=chat,
            )
        key = key_of(audience.viewer)
        proposal = None
        if audience.viewer.role is Role.SEAT and table.proposal and position.over is None and not table.retired:
            proposal = await self._proposing.waiting_for(table, audience.viewer.seat)
        return State(
            seq=position.seq,
            view=msgspec.Raw(table.projector.view_bytes(position, key)),
            decisions=msgspec.Raw(table.projector.decisions(position, key)),
            clock=await self._clock(table, position, audience),
            players=players,
            watching=present.watching,
            events=msgspec.Raw(await self._log(table, position, key)),
            chat=chat,
            proposal=None if proposal is None else msgspec.Raw(proposal),
        )

    async def view(self, table: Table, audience: Audience) -> tuple[int, bytes]:
        """See `MatchService.view`."""
        position = await self.position(table, audience)
        if position is None:
            return -1, b"null"
        return position.seq, table.projector.view_bytes(position, key_of(audience.viewer))

    async def picture(self, table: Table, audience: Audience) -> tuple[int, bytes]:
        """See `MatchService.picture`."""
        position = await self.position(table, audience)
        return (-1, b"null") if position is None else (position.seq, table.projector.picture(position))

    async def _clock(self, table: Table, position: Position, audience: Audience) -> ClockState:
        times = position.times
        if times is None or (audience.delayed and not table.retired):
            step = (await self._house.steps.after(table.id, position.seq - 1, position.seq))[0]
            times = times_at(step)
        shift = table.frozen.delay_s * 1000 if audience.delayed else 0
        return clock.state(table.clock, times, self.moment_of(table, audience), shift)

    async def _log(self, table: Table, position: Position, key: str) -> bytes:
        """The events of the current turn."""
        if table.position is position:
            seen = [
                event
                for recent in table.recent
                if recent.turn == position.turn
                for event in table.projector.seen(recent.events, key)
            ]
            return _encode(seen)
        parts: list[msgspec.Raw] = []
        for step in reversed(await self._house.steps.back_from(table.id, position.seq, LOG_STEPS)):
            if step.turn == position.turn:
                parts += msgspec.json.decode(table.projector.seen_bytes(step.events, key), type=list[msgspec.Raw])
        return _encode(parts)

    async def steps(self, table: Table, audience: Audience, since: int, limit: int) -> tuple[list[bytes], int]:
        """See `MatchService.steps`."""
        position = await self.position(table, audience)
        if position is None:
            return [], -1
        key = key_of(audience.viewer)
        shift = table.frozen.delay_s * 1000 if audience.delayed else 0
        bodies = []
        for step in await self._house.steps.after(table.id, max(since, -1), position.seq, limit):
            decisions = table.projector.decisions(position, key) if step.seq == position.seq else b"[]"
            bodies.append(self._step(table, step, key, decisions, shift))
        return bodies, position.seq

    def _step(self, table: Table, step: Step, key: str, decisions: bytes, shift: int) -> bytes:
        times = times_at(step)
        return step_body(
            step.seq,
            step.seat,
            step.at,
            table.projector.shown(step.events, step.patches, key),
            action_for(step.kind, step.seat, step.action, key),
            decisions,
            _encode(clock.state(table.clock, times, times.at, shift)),
        )

    async def decisions(self, table: Table, audience: Audience) -> tuple[int, bytes]:
        """See `MatchService.decisions`."""
        position = await self.position(table, audience)
        if position is None:
            return -1, b"[]"
        return position.seq, table.projector.decisions(position, key_of(audience.viewer))

    async def legal(self, table: Table, audience: Audience) -> tuple[int, str | None, bytes]:
        """See `MatchService.legal`."""
        seat = _seat(audience)
        position = await self._started(table, audience)
        decision = position.decision_of(seat)
        if decision is None:
            return position.seq, None, b"[]"
        return position.seq, position.id_of(decision), _encode(decision.choices)

    async def odds(self, table: Table, audience: Audience, raw: Mapping[str, Any] | bytes) -> bytes:
        """See `MatchService.odds`."""
        seat = _seat(audience)
        position = await self._started(table, audience)
        if position.over is not None:
            raise ServiceError("battle_over", status=409, seq=position.seq)
        try:
            action = table.ruleset.action(raw)
            return _encode(table.ruleset.odds(position.game, Seat(seat), action))
        except Refused as refused:
            raise from_refusal(table.ruleset, refused, position.seq) from refused

    async def sight(self, table: Table, audience: Audience, origin: str, to: Sequence[str]) -> tuple[int, list[Sight]]:
        """See `MatchService.sight`."""
        position = await self._started(table, audience)
        try:
            sights = [table.ruleset.sight(position.game, audience.viewer, origin, place) for place in to]
        except Refused as refused:
            raise from_refusal(table.ruleset, refused, position.seq) from refused
        return position.seq, sights

    async def threat(self, table: Table, audience: Audience, of: int) -> tuple[int, bytes]:
        """See `MatchService.threat`. Worked out once for all who may know the same of a position."""
        position = await self._started(table, audience)
        if of >= len(table.seats):
            raise ServiceError("malformed", "There is no such seat.", field="of")
        key = f"{key_of(audience.viewer)}:threat:{of}"
        found = position.view_bytes.get(key)
        if found is None:
            try:
                found = _encode(table.ruleset.threat(position.game, audience.viewer, Seat(of)))
            except Refused as refused:
                raise from_refusal(table.ruleset, refused, position.seq) from refused
            position.view_bytes[key] = found
        return position.seq, found


def _seat(audience: Audience) -> int:
    if audience.viewer.role is not Role.SEAT:
        raise ServiceError("spectator")
    return int(audience.viewer.seat)
