"""Chat lines of both rooms of all matches."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import BigInteger, bindparam, insert, or_, select

from app.store.database import Store
from app.store.tables import chat, users


class Line(NamedTuple):
    """One line; `at` in ms."""

    id: int
    match: str
    room: str
    user: str
    guest: bool
    bot: bool
    name: str
    text: str
    at: int


_LINE = (
    chat.c.id,
    chat.c.match,
    chat.c.room,
    chat.c.user_id.label("user"),
    users.c.guest,
    users.c.bot,
    chat.c.name,
    chat.c.text,
    chat.c.at,
)
_lines = select(*_LINE).join(users, users.c.id == chat.c.user_id)
_before = bindparam("before", type_=BigInteger())
_page = (
    _lines.where(
        chat.c.match == bindparam("of_match"),
        chat.c.room == bindparam("of_room"),
        or_(_before.is_(None), chat.c.id < _before),
        chat.c.at <= bindparam("until"),
    )
    .order_by(chat.c.id.desc())
    .limit(bindparam("most"))
)
_since = (
    _lines.where(chat.c.match == bindparam("of_match"), chat.c.id > bindparam("since"), chat.c.at <= bindparam("until"))
    .order_by(chat.c.id)
    .limit(200)
)
_one = _lines.where(chat.c.id == bindparam("line"))
_add = insert(chat).returning(chat.c.id)


class Chat:
    """What people say."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, match: str, room: str, user: str, name: str, text: str, at: int) -> int:
        """Keep a line; its id."""
        values = {"match": match, "room": room, "user_id": user, "name": name, "text": text, "at": at}
        return int((await self._store.row(_add, values)).id)

    async def page(self, match: str, room: str, before: int | None, until: int, most: int) -> list[Line]:
        """The newest `most` lines said until `until` (ms) with an id below `before`, oldest first."""
        values = {"of_match": match, "of_room": room, "before": before, "until": until, "most": most}
        rows = await self._store.rows(_page, values)
        return [Line(*row) for row in reversed(rows)]

    async def since(self, match: str, since: int, until: int) -> list[Line]:
        """Lines of both rooms with an id above `since`, said until `until` (ms), oldest first, 200 at most."""
        return [
            Line(*row) for row in await self._store.rows(_since, {"of_match": match, "since": since, "until": until})
        ]

    async def line(self, line: int) -> Line | None:
        """One line."""
        row = await self._store.row(_one, {"line": line})
        return None if row is None else Line(*row)
