"""Accounts: people, their tokens and preferences. Hashing of passwords is the caller's; tokens are stored as SHA-256 only.

A guest is a user without a password; `keep` gives him a name and a password and he stays the same user.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec


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


class NameTakenError(Exception):
    """Another named user has this name (case does not count)."""
