"""Identity: what a token proves."""

from __future__ import annotations

from datetime import datetime

import msgspec

from app.matches.types import Caller


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """Who calls, and by which token.

    session  signed in by a browser or by name and password, as against a token made for a bot; only sessions may manage
             tokens and the account
    cookie   the token came in the cookie, so state-changing calls must prove that they come from our own pages
    """

    caller: Caller
    token: str
    session: bool
    expires: datetime | None
    cookie: bool = False

    def may(self, scope: str) -> bool:
        """Whether the token allows what needs `scope`. Whoever may play may read as well."""
        scopes = self.caller.scopes
        return scope in scopes or (scope == "read" and "play" in scopes)
