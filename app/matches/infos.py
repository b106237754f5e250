"""MatchInfo: a match as one caller may see it in lists, on its page and in `match` frames.

A delayed spectator's info is that of then: status, seq, turn and result must not tell what he is to see later. In
lists, where that would cost a query for each match, what is not yet due is left out.
"""

from __future__ import annotations

from typing import Any

import msgspec

from app.matches import clock
from app.matches.clock import Times
from app.matches.house import House
from app.matches.table import Table
from app.matches.types import Caller, Clock, MatchId, MatchInfo, SeatInfo, Status, UserInfo, You
from app.store.lobby import Row, SeatRow
from app.store.presence import NOBODY, Present
from app.store.steps import Step


class _Setup(msgspec.Struct):
    """The little of a stored Setup that is shown; the data of a scenario of somebody's own is skipped."""

    options: dict[str, Any]


_setup = msgspec.json.Decoder(_Setup).decode


class Infos:
    """See the module."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def many(self, caller: Caller | None, rows: list[Row]) -> list[MatchInfo]:
        """Infos for a list."""
        ids = [row.frozen.id for row in rows]
        seats = await self._house.lobby.seats(ids)
        present = await self._house.presence.of(ids, self._house.time.now())
        infos = []
        for row in rows:
            places = seats[row.frozen.id]
            mine = _seats_of(caller, places)
            info = self._info(row, places, present.get(row.frozen.id, NOBODY), mine, caller)
            infos.append(self._hushed(info) if row.frozen.delay_s and not mine else info)
        return infos

    def _hushed(self, info: MatchInfo) -> MatchInfo:
        if info.started is None:
            return info
        status: Status = info.status
        if info.ended is not None and not self._house.time.passed(info.ended, info.delay_s):
            status = "live"
        if status == "ended":
            return info
        return msgspec.structs.replace(
            info, status=status, ended=None, result=None, seq=0, turn=None, awaiting=(), seats=_without_clocks(info)
        )

    async def one(self, caller: Caller | None, row: Row, table: Table) -> MatchInfo:
        """Info for one match."""
        now = self._house.time.now()
        present = (await self._house.presence.of([table.id], now)).get(table.id, NOBODY)
        mine = _seats_of(caller, table.seats)
        info = self._info(row, table.seats, present, mine, caller)
        if not row.frozen.delay_s or mine or info.started is None:
            return info
        seq = await self._house.steps.seq_at(table.id, now - row.frozen.delay_s * 1000)
        return await self._as_of(info, table, seq)

    async def undelayed(self, row: Row, table: Table) -> MatchInfo:
        """Info for nobody in particular, as of now whatever the delay."""
        present = await self._house.presence.of([table.id], self._house.time.now())
        return self._info(row, table.seats, present.get(table.id, NOBODY), (), None)

    async def as_of(self, row: Row, table: Table, seq: int) -> MatchInfo:
        """Info for delayed spectators who have seen the steps until `seq`."""
        return await self._as_of(await self.undelayed(row, table), table, seq)

    async def _as_of(self, info: MatchInfo, table: Table, seq: int) -> MatchInfo:
        if seq == info.seq:
            return info
        quiet = msgspec.structs.replace(
            info, status="ready", started=None, ended=None, result=None, seq=-1, turn=None, awaiting=()
        )
        quiet = msgspec.structs.replace(quiet, seats=_without_clocks(info))
        if seq < 0:
            return quiet
        steps: list[Step] = await self._house.steps.after(table.id, seq - 1, seq)
        return msgspec.structs.replace(
            quiet,
            status="live",
            started=info.started,
            seq=seq,
            turn=steps[0].turn,
            awaiting=() if info.retired else tuple(steps[0].awaiting),
        )

    def _info(
        self, row: Row, seats: list[SeatRow], present: Present, mine: tuple[int, ...], caller: Caller | None
    ) -> MatchInfo:
        frozen = row.frozen
        spec = msgspec.convert(frozen.clock, Clock)
        owner = caller is not None and caller.user == frozen.owner
        retired = self._retired(row)
        return MatchInfo(
            id=MatchId(frozen.id),
            ruleset=frozen.ruleset,
            scenario=frozen.scenario,
            names=frozen.names,
            options=_setup(frozen.setup).options,
            status=row.status,  # type: ignore[arg-type]
            created=frozen.created,
            started=row.started,
            ended=row.ended,
            seats=self.seats(row, seats, present, spec),
            clock=spec,
            spectators=frozen.spectators,
            delay_s=frozen.delay_s,
            rated=frozen.rated,
            takebacks=frozen.takebacks,
            absent=frozen.absent,
            hot_seat=frozen.hot_seat,
            seq=row.seq,
            turn=row.turn,
            result=row.result,
            watching=present.watching,
            you=You(seats=mine, role="seat" if mine else "spectator"),
            commitment=frozen.commitment,
            link=frozen.invite if owner and any(seat.kind == "link" for seat in seats) else None,
            watch_link=frozen.watch_link if (owner or mine) and frozen.spectators == "link" else None,
            awaiting=() if retired else tuple(row.awaiting),
            retired=retired,
            preview=frozen.preview,
        )

    def for_seats_of(self, user: str | None, info: MatchInfo, table: Table) -> MatchInfo:
        """The info of nobody in particular as somebody who sits there may see it."""
        frozen = table.frozen
        invites = user == frozen.owner and any(seat.kind == "link" for seat in table.seats)
        return msgspec.structs.replace(
            info,
            you=You(seats=tuple(table.seats_of(user)), role="seat"),
            link=frozen.invite if invites else None,
            watch_link=frozen.watch_link if frozen.spectators == "link" else None,
        )

    def _retired(self, row: Row) -> bool:
        """Whether it could still be played, but not here."""
        return row.status != "ended" and not self._house.rules.carry(row.frozen.ruleset, row.frozen.version)

    def seats(self, row: Row, seats: list[SeatRow], present: Present, spec: Clock) -> tuple[SeatInfo, ...]:
        """The seats as everybody may see them."""
        now = self._house.time.now()
        live = row.status == "live"
        left = None
        # who stands in for whom must not tell of the end
        ended = self._house.time.passed(row.ended, row.frozen.delay_s)
        known_to_go_on = row.started is not None and (live or not ended)
        retired = self._retired(row)
        if live and spec.kind != "none":
            running = () if retired else tuple(row.awaiting)
            times = Times(tuple(row.clock_left), row.clock_at, running, {}, None)
            left = clock.remaining(spec, times, now)
        patience = int(self._house.settings.presence_timeout_s * 1000)
        started = 0 if row.started is None else int(row.started.timestamp() * 1000)
        infos = []
        for seat in seats:
            online = seat.bot is not None or seat.seat in present.seats
            gone = known_to_go_on and not online and max(seat.last_seen, started) + patience <= now
            infos.append(
                SeatInfo(
                    seat=seat.seat,
                    kind=seat.kind,  # type: ignore[arg-type]
                    player=user_of(seat),
                    ready=seat.taken,
                    online=online,
                    stand_in=gone and row.frozen.absent == "bot" and not retired,
                    bot=seat.bot,
                    clock_ms=None if left is None else left[seat.seat],
                )
            )
        return tuple(infos)


def user_of(seat: SeatRow) -> UserInfo | None:
    """Who sits there, a person or a bot of the server."""
    if seat.bot is not None:
        return UserInfo(id=f"bot:{seat.bot}", name=seat.bot, guest=False, bot=True)
    if seat.user is None:
        return None
    return UserInfo(id=seat.user, name=seat.name, guest=seat.guest, bot=seat.is_bot, rating=seat.rating)


def _seats_of(caller: Caller | None, seats: list[SeatRow]) -> tuple[int, ...]:
    return tuple([seat.seat for seat in seats if caller is not None and seat.user == caller.user])


def _without_clocks(info: MatchInfo) -> tuple[SeatInfo, ...]:
    return tuple([msgspec.structs.replace(seat, clock_ms=None) for seat in info.seats])
