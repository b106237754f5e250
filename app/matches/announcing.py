"""Announcer: `match`, `ended` and `presence` frames, which are about the match and not about the battle."""

from __future__ import annotations

import msgspec

from app.engine.viewer import Role
from app.matches.frames import Frame
from app.matches.house import House
from app.matches.infos import Infos
from app.matches.projection import titled
from app.matches.records import Records
from app.matches.table import Table
from app.matches.types import Audience, MatchInfo
from app.store.presence import NOBODY

_encode = msgspec.json.Encoder().encode


class Announcer:
    """See the module."""

    def __init__(self, house: House, infos: Infos, records: Records) -> None:
        self._house = house
        self._infos = infos
        self._records = records

    def match_later(self, table: Table) -> None:
        """Tell of changed seats or status, beside."""
        self._house.spawn(self.match(table), "announce.match")

    def ended_later(self, table: Table) -> None:
        """Tell that the match has ended, beside."""
        self._house.spawn(self.ended(table), "announce.ended")

    async def match(self, table: Table) -> None:
        """Push `match` to everybody who watches here without delay, and to the players' inboxes."""
        audiences = [audience for audience in self._house.hub.audiences(table.id) if not audience.delayed]
        inboxes = [user for user in table.people() if self._house.hub.has_inbox(user)]
        if not audiences and not inboxes:
            return
        row = await self._house.lobby.get(table.id)
        if row is None:
            return
        info = await self._infos.undelayed(row, table)
        for audience in audiences:
            self._house.hub.push(table.id, audience, self._frame(table, self._as_seen(table, info, audience)))
        for user in inboxes:
            self._house.hub.push_user(user, self._frame(table, self._infos.for_seats_of(user, info, table)))

    def _as_seen(self, table: Table, info: MatchInfo, audience: Audience) -> MatchInfo:
        if audience.viewer.role is not Role.SEAT:
            return info
        return self._infos.for_seats_of(table.seats[audience.viewer.seat].user, info, table)

    def _frame(self, table: Table, info: MatchInfo) -> Frame:
        return Frame("match", info.seq, titled("match", _encode(info)), table.id)

    async def ended(self, table: Table) -> None:
        """Push `ended` and `match` to everybody who watches here without delay."""
        body = await self.ended_body(table)
        frame = Frame("ended", table.seq, titled("ended", body), table.id)
        for audience in self._house.hub.audiences(table.id):
            if not audience.delayed:
                self._house.hub.push(table.id, audience, frame)
        await self.match(table)

    async def ended_body(self, table: Table) -> bytes:
        """Result and fairness, with the seed that is now revealed."""
        moving = await self._house.steps.moving(table.id)
        fairness = await self._records.revealed(table)
        return _encode({"result": None if moving is None else moving.result, "fairness": fairness})

    async def late_body(self, table: Table, seq: int) -> bytes | None:
        """The match for delayed spectators who have seen the steps until `seq`; None if it is gone."""
        row = await self._house.lobby.get(table.id)
        return None if row is None else _encode(await self._infos.as_of(row, table, seq))

    async def presence(self, table: Table) -> None:
        """Push who is there to everybody who watches here."""
        audiences = self._house.hub.audiences(table.id)
        row = await self._house.lobby.get(table.id) if audiences else None
        if row is None:
            return
        now = self._house.time.now()
        present = (await self._house.presence.of([table.id], now)).get(table.id, NOBODY)
        for delayed in (False, True):
            players = self._infos.seats(row, table.seats, present, table.clock)
            if delayed:  # clocks would tell what they are to see later
                players = tuple([msgspec.structs.replace(seat, clock_ms=None) for seat in players])
            body = titled("presence", _encode({"players": players, "watching": present.watching}))
            frame = Frame("presence", table.seq, body, table.id)
            for audience in audiences:
                if audience.delayed is delayed:
                    self._house.hub.push(table.id, audience, frame)
