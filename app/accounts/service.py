"""Accounts: all that can be done about who one is. Raises ServiceError, as the service below it does.

Sessions slide: each is extended when it is used, at most once an hour, so that only unused ones end. Tokens made by
hand end on their day. A revoked token is gone from the database; `still_valid` lets open sockets notice.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta

from app.accounts.identity import Identity
from app.accounts.names import folded, guest_name, tidy
from app.accounts.passwords import Passwords
from app.accounts.secret import digest, new_secret
from app.matches.errors import ServiceError
from app.matches.types import Caller, UserId
from app.settings import Settings
from app.store.accounts import AccountStore, NameTakenError, Standing, Token, User

ALL_SCOPES = frozenset({"play", "read", "create"})
MAX_TOKENS = 50
"""Tokens made by hand that one user may hold."""
_EXTEND_AFTER = timedelta(hours=1)


class Accounts:
    """One for each process."""

    def __init__(self, store: AccountStore, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._passwords = Passwords(settings.password_threads)

    def close(self) -> None:
        """Give the hashing threads back."""
        self._passwords.close()

    # -- who calls -------------------------------------------------------------------------------------------------
    async def identify(self, token: str, *, cookie: bool = False) -> Identity:
        """Whose token it is. ServiceError(unauthorized) when it is unknown, revoked or expired."""
        if not token or len(token) > 200 or not token.isascii():
            raise ServiceError("unauthorized", "That is no token.")
        now = datetime.now(UTC)
        found = await self._store.by_digest(digest(token))
        if found is None or (found[1].expires is not None and found[1].expires <= now):
            raise ServiceError("unauthorized", "The token is unknown, revoked or expired.")
        user, entry = found
        if entry.kind == "session" and entry.expires is not None:
            end = self._session_end(user, now)
            if end - entry.expires > _EXTEND_AFTER:
                await self._store.extend(entry, end)
        return Identity(
            caller=Caller(user=UserId(user.id), name=user.name, scopes=entry.scopes, bot=user.bot, guest=user.guest),
            token=entry.id,
            session=entry.kind == "session",
            expires=entry.expires,
            cookie=cookie,
        )

    async def sweep(self) -> int:
        """Delete expired tokens, and guests of whom nothing is left; how many there were."""
        return await self._store.sweep()

    async def still_valid(self, tokens: Collection[str]) -> set[str]:
        """Those of the given token ids that are neither revoked nor expired."""
        return await self._store.alive(tokens, datetime.now(UTC))

    # -- signing in ------------------------------------------------------------------------------------------------
    async def guest(self, name: str | None) -> tuple[User, str]:
        """A new guest and the token of his session."""
        shown = tidy(name) if name is not None else guest_name()
        user = await self._store.add_user(shown, folded(shown), guest=True)
        return user, await self._open_session(user)

    async def sign_up(self, name: str, password: str, guest: Identity | None) -> tuple[User, str]:
        """A named user; a guest who signs up stays the same user. ServiceError(conflict) when the name is taken."""
        if guest is not None and not guest.caller.guest:
            guest = None
        shown = tidy(name)
        if await self._store.credentials(folded(shown)) is not None:
            raise _name_taken()
        secret = await self._passwords.hash(password)
        try:
            if guest is None:
                user = await self._store.add_user(shown, folded(shown), password=secret)
            else:
                user = await self._store.keep(guest.caller.user, shown, folded(shown), secret)
        except NameTakenError:
            raise _name_taken() from None
        except LookupError:
            raise ServiceError("conflict", "This guest has a name already.") from None
        return user, await self._open_session(user)

    async def sign_in(self, name: str, password: str) -> tuple[User, str]:
        """A session for name and password. ServiceError(unauthorized) says nothing about which of them was wrong."""
        found = await self._store.credentials(folded(tidy(name)))
        right, fresh = await self._passwords.verify(password, found[1] if found else None)
        if not right or found is None:
            raise ServiceError("unauthorized", "Name or password is wrong.", params={"reason": "credentials"})
        if fresh is not None:
            await self._store.set_password(found[0].id, fresh)
        return found[0], await self._open_session(found[0])

    async def sign_out(self, identity: Identity) -> None:
        """Revoke the token that calls."""
        await self._store.revoke(identity.caller.user, identity.token)

    # -- me --------------------------------------------------------------------------------------------------------
    async def me(self, identity: Identity) -> User:
        """The user behind the token."""
        user = await self._store.user(identity.caller.user)
        if user is None:
            raise ServiceError("unauthorized", "The user is gone.")
        return user

    async def ratings(self, user: str) -> dict[str, Standing]:
        """A user's ratings by ruleset."""
        return await self._store.ratings(user)

    async def change_me(self, identity: Identity, name: str | None, preferences: dict[str, object] | None) -> User:
        """Change name or preferences; what is None stays."""
        shown = tidy(name) if name is not None else None
        try:
            user = await self._store.change(
                identity.caller.user, shown, folded(shown) if shown is not None else None, preferences
            )
        except NameTakenError:
            raise _name_taken() from None
        if user is None:
            raise ServiceError("unauthorized", "The user is gone.")
        return user

    # -- tokens ----------------------------------------------------------------------------------------------------
    async def tokens(self, identity: Identity) -> Sequence[Token]:
        """Tokens made by hand, newest first."""
        return await self._store.tokens(identity.caller.user)

    async def add_token(self, user: str, name: str, scopes: Collection[str], days: int | None) -> tuple[Token, str]:
        """A token for a bot or a script, and its secret, which nobody can look up again."""
        if len(await self._store.tokens(user)) >= MAX_TOKENS:
            raise ServiceError("conflict", f"One user may hold {MAX_TOKENS} tokens.", params={"most": MAX_TOKENS})
        now = datetime.now(UTC)
        secret = new_secret()
        token = await self._store.add_token(
            user,
            tidy(name),
            kind="token",
            scopes=frozenset(scopes),
            digest=digest(secret),
            expires=now + timedelta(days=days) if days is not None else None,
        )
        return token, secret

    async def revoke(self, identity: Identity, token: str) -> None:
        """Revoke one of my tokens. ServiceError(not_found) when I have none of this id."""
        if not await self._store.revoke(identity.caller.user, token):
            raise ServiceError("not_found", "You have no such token.")

    async def bot_token(
        self, name: str, token_name: str, scopes: Collection[str], days: int | None
    ) -> tuple[User, Token, str]:
        """For the command line: a token for the named user, who is made as a bot if there is none of that name."""
        shown = tidy(name)
        found = await self._store.credentials(folded(shown))
        user = found[0] if found else await self._store.add_user(shown, folded(shown), bot=True)
        token, secret = await self.add_token(user.id, token_name, scopes, days)
        return user, token, secret

    # -- inside ----------------------------------------------------------------------------------------------------
    async def _open_session(self, user: User) -> str:
        now = datetime.now(UTC)
        secret = new_secret()
        await self._store.add_token(
            user.id, "", kind="session", scopes=ALL_SCOPES, digest=digest(secret), expires=self._session_end(user, now)
        )
        return secret

    def _session_end(self, user: User, now: datetime) -> datetime:
        return now + timedelta(days=self._settings.guest_days if user.guest else self._settings.session_days)


def _name_taken() -> ServiceError:
    return ServiceError("conflict", "That name is taken.", field="name", params={"reason": "name_taken"})
