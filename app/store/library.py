"""What players make and keep: armies and scenarios, as data that the ruleset has validated before it is put in.

Both are one shape in two tables: `kind` picks the table. Data is private to its owner unless `public`.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec
from sqlalchemy import bindparam, delete, func, insert, or_, select

from app.store.database import Store
from app.store.ids import new_id
from app.store.tables import armies, scenarios

Kind = Literal["armies", "scenarios"]


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """One army or scenario."""

    id: str
    owner: str
    ruleset: str
    name: str
    public: bool
    created: datetime
    data: dict[str, Any] | None = None


class _Statements:
    def __init__(self, table: Any) -> None:
        c = table.c
        head = (c.id, c.owner_id, c.ruleset, c.name, c.public, c.created)
        self.add = insert(table).returning(c.created)
        self.get = select(*head, c.data).where(
            c.id == bindparam("saved"), or_(c.public, c.owner_id == bindparam("user"))
        )
        self.list = (
            select(*head)
            .where(or_(c.public, c.owner_id == bindparam("user")), c.ruleset == bindparam("of_ruleset"))
            .order_by(c.created.desc())
            .limit(200)
        )
        self.count = select(func.count()).select_from(table).where(c.owner_id == bindparam("user"))
        self.drop = delete(table).where(c.id == bindparam("saved"), c.owner_id == bindparam("user"))


_statements = {"armies": _Statements(armies), "scenarios": _Statements(scenarios)}


def _saved(row: Any, data: dict[str, Any] | None = None) -> Saved:
    return Saved(
        id=row.id,
        owner=row.owner_id,
        ruleset=row.ruleset,
        name=row.name,
        public=row.public,
        created=row.created,
        data=data,
    )


class Library:
    """Armies and scenarios of all players."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(
        self, kind: Kind, owner: str, ruleset: str, name: str, data: dict[str, Any], *, public: bool = False
    ) -> Saved:
        """Keep something new."""
        values = {
            "id": new_id(),
            "owner_id": owner,
            "ruleset": ruleset,
            "name": name,
            "data": data,
            "public": public,
        }
        row = await self._store.row(_statements[kind].add, values)
        return Saved(
            id=str(values["id"]),
            owner=owner,
            ruleset=ruleset,
            name=name,
            public=public,
            created=row.created,
            data=data,
        )

    async def get(self, kind: Kind, saved: str, user: str | None) -> Saved | None:
        """One with its data, if it is public or the user's; else None."""
        row = await self._store.row(_statements[kind].get, {"saved": saved, "user": user})
        return None if row is None else _saved(row, row.data)

    async def list(self, kind: Kind, ruleset: str, user: str | None) -> list[Saved]:
        """The user's and the public ones of a ruleset, newest first, without data; 200 at most."""
        rows = await self._store.rows(_statements[kind].list, {"of_ruleset": ruleset, "user": user})
        return [_saved(row) for row in rows]

    async def count(self, kind: Kind, user: str) -> int:
        """How many the user keeps, to bound them."""
        return int((await self._store.row(_statements[kind].count, {"user": user}))[0])

    async def drop(self, kind: Kind, saved: str, user: str) -> bool:
        """Delete one of the user's; False if he has none of this id."""
        return await self._store.run(_statements[kind].drop, {"saved": saved, "user": user}) > 0
