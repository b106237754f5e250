"""Answers about people: who one is, ratings, sessions and tokens."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from app.protocol.value import Value


class Preferences(Value, frozen=True, kw_only=True):
    """What a person likes; unknown to nobody but himself."""

    language: Literal["en", "ru"] | None = None
    theme: Literal["light", "dark", "system"] | None = None
    sound: bool | None = None
    motion: Literal["full", "reduced", "system"] | None = None
    confirm: bool | None = None
    takebacks: Literal["ask", "refuse"] | None = None


class Standing(Value, frozen=True, kw_only=True):
    """A rating in one ruleset: a careful estimate that begins at 1000, and how many rated matches made it."""

    rating: int
    games: int


class User(Value, frozen=True, kw_only=True):
    """A person or a bot. `rating`: at a table, in its ruleset; `preferences` and `ratings`, by ruleset, only in answers
    to himself."""

    id: str
    name: str
    guest: bool
    bot: bool
    preferences: Preferences | None = None
    rating: int | None = None
    ratings: dict[str, Standing] | None = None


class Session(Value, frozen=True, kw_only=True):
    """Who you are now, and the bearer token that proves it."""

    user: User
    token: str


Scope = Literal["play", "read", "create"]


class TokenInfo(Value, frozen=True, kw_only=True):
    """A token for a bot or a script; `token` only in the answer that made it."""

    id: str
    name: str
    scopes: list[Scope]
    expires: datetime | None
    token: str | None = None


class TokenList(Value, frozen=True, kw_only=True):
    """My tokens, newest first."""

    tokens: list[TokenInfo]
