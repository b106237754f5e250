"""Speaking: the two chat rooms of a match. Players talk in "match", which spectators read (late, where there is a
delay); spectators talk in "spectators", which players do not read before the end, so that nobody is told what to do."""

from __future__ import annotations

import msgspec

from app.matches.clock import moment
from app.matches.errors import ServiceError
from app.matches.house import House
from app.matches.publishing import Publisher
from app.matches.table import Table
from app.matches.types import Audience, Caller, ChatLine, Room, UserInfo
from app.store.chat import Line
from app.store.notices import Kind, Notice

TEXT_MAX = 500
PAGE_MAX = 100
_encode = msgspec.json.Encoder().encode


class Speaking:
    """See the module."""

    def __init__(self, house: House, publisher: Publisher) -> None:
        self._house = house
        self._publisher = publisher

    async def say(self, caller: Caller, table: Table, room: Room, text: str) -> ChatLine:
        """Keep a line and tell who may read it. The caller may watch: transport got an Audience for him."""
        text = text.strip()
        if not text or len(text) > TEXT_MAX or any(ord(sign) < 32 and sign != "\n" for sign in text):
            raise ServiceError("malformed", f"A line has 1 to {TEXT_MAX} characters.", field="text")
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise ServiceError("malformed", "That is no text.", field="text") from error
        plays = bool(table.seats_of(caller.user))
        if (room == "match") != plays and not await self._end_is_told(table):
            raise ServiceError("forbidden", "That room is not yours.", field="room")
        at = self._house.time.now()
        number = await self._house.chat.add(table.id, room, caller.user, caller.name, text, at)
        line = Line(number, table.id, room, caller.user, caller.guest, caller.bot, caller.name, text, at)
        self.tell(table, line)
        self._house.bus.publish(Notice(Kind.CHAT, table.id, number))
        return shown(line)

    async def _end_is_told(self, table: Table) -> bool:
        """Whether everybody knows that it is over, delayed spectators too: then all may talk everywhere."""
        if table.status != "ended" or not table.frozen.delay_s:
            return table.status == "ended"
        row = await self._house.lobby.get(table.id)
        return row is not None and self._house.time.passed(row.ended, table.frozen.delay_s)

    def tell(self, table: Table, line: Line) -> None:
        """Push a line to those here who may read it now; delayed audiences get the players' lines from their lane."""
        players_read = line.room == "match" or table.status == "ended"

        def reads(audience: Audience) -> bool:
            if audience.plays:
                return players_read
            return line.room == "spectators" or not audience.delayed

        self._publisher.tell(table, "chat", _encode(shown(line)), reads)

    async def heard(self, table: Table, number: int) -> None:
        """Another process has kept a line."""
        line = await self._house.chat.line(number)
        if line is not None:
            self.tell(table, line)

    async def page(
        self, table: Table, audience: Audience, room: Room, before: int | None, limit: int
    ) -> list[ChatLine]:
        """See `MatchService.chat_page`."""
        if room == "spectators" and audience.plays and table.status != "ended":
            raise ServiceError("forbidden", "That room is not yours before the end.", field="room")
        until = self._house.time.now()
        if room == "match" and audience.delayed:
            until -= table.frozen.delay_s * 1000
        lines = await self._house.chat.page(table.id, room, before, until, max(1, min(limit, PAGE_MAX)))
        return [shown(line) for line in lines]

    async def newest(self, table: Table, audience: Audience) -> list[ChatLine]:
        """The last 50 lines of all rooms that the audience reads."""
        rooms: tuple[Room, ...] = ("match",) if audience.plays and table.status != "ended" else ("match", "spectators")
        lines = [line for room in rooms for line in await self.page(table, audience, room, None, 50)]
        return sorted(lines, key=lambda line: line.id)[-50:]


def shown(line: Line) -> ChatLine:
    """A line as it stands on the wire."""
    return ChatLine(
        id=line.id,
        room=line.room,  # type: ignore[arg-type]
        from_=UserInfo(id=line.user, name=line.name, guest=line.guest, bot=line.bot),
        name=line.name,
        text=line.text,
        at=moment(line.at),
    )
