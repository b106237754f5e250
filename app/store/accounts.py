"""AccountStore: people, their tokens and preferences. Hashing and rules about names are `app.accounts`'; tokens are
stored as SHA-256 only.

A guest is a user without a password; `keep` gives him a name and a password and he stays the same user. Guests may
share a name; the others may not: `key` is what names are compared by.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import bindparam, delete, exists, func, insert, or_, select, text, update
from sqlalchemy.exc import IntegrityError

from app.store.database import Store
from app.store.estimate import ESTIMATE
from app.store.ids import new_id
from app.store.tables import armies, chat, matches, ratings, scenarios, seats, tokens, users


class User(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who can sit at a table. `preferences` holds what docs/wire.md names, as it was set."""

    id: str
    name: str
    guest: bool
    bot: bool
    preferences: dict[str, Any]


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A token without its secret. `kind`: "session" (browser sign-in) or "token" (made by hand, for bots)."""

    id: str
    user: str
    name: str
    kind: str
    scopes: frozenset[str]
    expires: datetime | None


class Standing(NamedTuple):
    """Somebody's rating in one ruleset. `estimate` is the number that is shown (`estimate.py`)."""

    mu: float
    sigma: float
    games: int
    estimate: int


class NameTakenError(Exception):
    """Another user who is no guest has this name."""


_USER = (users.c.id, users.c.name, users.c.guest, users.c.bot, users.c.preferences)
_TOKEN = (tokens.c.id, tokens.c.user_id, tokens.c.name, tokens.c.kind, tokens.c.scopes, tokens.c.expires)

_add_user = insert(users)
_user_by_id = select(*_USER).where(users.c.id == bindparam("user"))
_credentials = select(*_USER, users.c.password).where(users.c.name_key == bindparam("key"))
_keep = (
    update(users)
    .where(users.c.id == bindparam("user"), users.c.guest)
    .values(name=bindparam("new_name"), name_key=bindparam("key"), password=bindparam("new_password"), guest=False)
    .returning(*_USER)
)
_set_password = update(users).where(users.c.id == bindparam("user")).values(password=bindparam("new_password"))
_prefer = (
    update(users)
    .where(users.c.id == bindparam("user"))
    .values(preferences=users.c.preferences.op("||")(bindparam("changed", type_=users.c.preferences.type)))
)
_rename_guest = update(users).where(users.c.id == bindparam("user"), users.c.guest).values(name=bindparam("new_name"))
_rename = (
    update(users)
    .where(users.c.id == bindparam("user"), ~users.c.guest)
    .values(name=bindparam("new_name"), name_key=bindparam("key"))
)
_ratings = (
    select(ratings.c.ruleset, ratings.c.mu, ratings.c.sigma, ratings.c.games, ESTIMATE.label("estimate"))
    .where(ratings.c.user_id == bindparam("user"))
    .order_by(ratings.c.ruleset)
)
_add_token = insert(tokens)
_by_digest = (
    select(*_TOKEN, *(column.label(f"u_{column.name}") for column in _USER))
    .join(users, users.c.id == tokens.c.user_id)
    .where(tokens.c.digest == bindparam("digest"))
)
_tokens_of = (
    select(*_TOKEN)
    .where(
        tokens.c.user_id == bindparam("user"),
        tokens.c.kind == "token",
        or_(tokens.c.expires.is_(None), tokens.c.expires > func.now()),
    )
    .order_by(tokens.c.created.desc())
)
_alive = select(tokens.c.id).where(
    tokens.c.id.in_(bindparam("ids", expanding=True)),
    or_(tokens.c.expires.is_(None), tokens.c.expires > bindparam("now")),
)
_revoke = delete(tokens).where(tokens.c.id == bindparam("token"), tokens.c.user_id == bindparam("user"))
_extend = update(tokens).where(tokens.c.id == bindparam("token")).values(expires=bindparam("until"))
_sweep = delete(tokens).where(tokens.c.expires < func.now())
_traces = (
    tokens.c.user_id,
    matches.c.owner_id,
    seats.c.user_id,
    chat.c.user_id,
    armies.c.owner_id,
    scenarios.c.owner_id,
)
_forget = delete(users).where(
    users.c.guest,
    users.c.created < func.now() - text("interval '1 day'"),  # one who has just come gets his token a moment later
    *[~exists().where(trace == users.c.id) for trace in _traces],
)


def _user(row: Any) -> User:
    return User(id=row.id, name=row.name, guest=row.guest, bot=row.bot, preferences=row.preferences)


def _token(row: Any) -> Token:
    return Token(
        id=row.id, user=row.user_id, name=row.name, kind=row.kind, scopes=frozenset(row.scopes), expires=row.expires
    )


class AccountStore:
    """Users and tokens."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- users ---------------------------------------------------------------------------------------------------------
    async def add_user(
        self, name: str, key: str, *, guest: bool = False, password: str | None = None, bot: bool = False
    ) -> User:
        """A new user. NameTakenError if he is no guest and the name is taken."""
        user = User(id=new_id(), name=name, guest=guest, bot=bot, preferences={})
        values = {
            "id": user.id,
            "name": name,
            "name_key": None if guest else key,
            "password": password,
            "guest": guest,
            "bot": bot,
        }
        try:
            await self._store.run(_add_user, values)
        except IntegrityError as error:
            raise NameTakenError(name) from error
        return user

    async def keep(self, user: str, name: str, key: str, password: str) -> User:
        """Make a named user of a guest. NameTakenError if the name is taken; LookupError if he is no guest (any
        more).
        """
        values = {"user": user, "new_name": name, "key": key, "new_password": password}
        try:
            row = await self._store.row(_keep, values)
        except IntegrityError as error:
            raise NameTakenError(name) from error
        if row is None:
            raise LookupError(user)
        return _user(row)

    async def user(self, user: str) -> User | None:
        """The user of this id."""
        row = await self._store.row(_user_by_id, {"user": user})
        return None if row is None else _user(row)

    async def credentials(self, key: str) -> tuple[User, str | None] | None:
        """The user of this name, no guest, and his password hash, where he has one."""
        row = await self._store.row(_credentials, {"key": key})
        return None if row is None else (_user(row), row.password)

    async def set_password(self, user: str, password: str) -> None:
        """Replace the password hash."""
        await self._store.run(_set_password, {"user": user, "new_password": password})

    async def change(
        self, user: str, name: str | None, key: str | None, preferences: dict[str, object] | None
    ) -> User | None:
        """Set the name, some preferences, or both; what is None stays. NameTakenError; None if the user is gone."""
        try:
            async with self._store.begin() as connection:
                if name is not None:
                    await connection.execute(_rename_guest, {"user": user, "new_name": name})
                    await connection.execute(_rename, {"user": user, "new_name": name, "key": key})
                if preferences is not None:
                    await connection.execute(_prefer, {"user": user, "changed": preferences})
                row = (await connection.execute(_user_by_id, {"user": user})).first()
        except IntegrityError as error:
            raise NameTakenError(name) from error
        return None if row is None else _user(row)

    async def ratings(self, user: str) -> dict[str, Standing]:
        """By ruleset, where a rated match of his has ended."""
        rows = await self._store.rows(_ratings, {"user": user})
        return {row.ruleset: Standing(row.mu, row.sigma, row.games, row.estimate) for row in rows}

    # -- tokens --------------------------------------------------------------------------------------------------------
    async def add_token(
        self, user: str, name: str, *, kind: str, scopes: frozenset[str], digest: bytes, expires: datetime | None
    ) -> Token:
        """Store a token by the digest of its secret."""
        token = Token(id=new_id(), user=user, name=name, kind=kind, scopes=scopes, expires=expires)
        values = {
            "id": token.id,
            "user_id": user,
            "kind": kind,
            "name": name,
            "digest": digest,
            "scopes": sorted(scopes),
            "expires": expires,
        }
        await self._store.run(_add_token, values)
        return token

    async def by_digest(self, digest: bytes) -> tuple[User, Token] | None:
        """Whose token this is, expired or not; None if it is unknown or revoked."""
        row = await self._store.row(_by_digest, {"digest": digest})
        if row is None:
            return None
        user = User(id=row.u_id, name=row.u_name, guest=row.u_guest, bot=row.u_bot, preferences=row.u_preferences)
        return user, _token(row)

    async def tokens(self, user: str) -> list[Token]:
        """Tokens made by hand that still hold, newest first."""
        return [_token(row) for row in await self._store.rows(_tokens_of, {"user": user})]

    async def alive(self, ids: Collection[str], now: datetime) -> set[str]:
        """Those of the token ids that are neither revoked nor expired."""
        if not ids:
            return set()
        return {row.id for row in await self._store.rows(_alive, {"ids": list(ids), "now": now})}

    async def revoke(self, user: str, token: str) -> bool:
        """Make a token of this user worthless; whether there was one."""
        return await self._store.run(_revoke, {"user": user, "token": token}) > 0

    async def extend(self, token: Token, until: datetime) -> None:
        """Let a session that is used live on."""
        await self._store.run(_extend, {"token": token.id, "until": until})

    async def sweep(self) -> int:
        """Delete expired tokens, then guests who can come back no more and have left nothing; how many of both."""
        return await self._store.run(_sweep) + await self._store.run(_forget)
