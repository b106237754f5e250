"""Answers about tables: matches as lobbies and heads of boards show them, their seats and clocks."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from app.engine.ruleset import Result
from app.protocol.people import User
from app.protocol.value import Value, View


class Clock(Value, frozen=True, kw_only=True):
    """How time is counted: not at all; a bank of seconds with an increment for each action; days for each decision.

    when_due  what running out of time does: the decision's default is taken (also when absent), or the seat forfeits
    """

    kind: Literal["none", "bank", "days"]
    bank_s: int | None = None
    increment_s: int | None = None
    days: int | None = None
    when_due: Literal["default", "forfeit"] | None = None


class ClockState(Value, frozen=True, kw_only=True):
    """The clocks now: whose run, milliseconds left by seat (as of the message), when the next decision is due."""

    kind: str
    running: list[int]
    left_ms: dict[str, int]
    deadline: datetime | None = None


class SeatInfo(Value, frozen=True, kw_only=True):
    """One seat. `player` null: nobody sits there yet. `stand_in`: a bot decides while the player is away."""

    seat: int
    kind: str
    player: User | None
    ready: bool
    online: bool
    stand_in: bool
    clock_ms: int | None = None
    bot: str | None = None


class You(Value, frozen=True, kw_only=True):
    """What the viewer is in this match. On sockets also the seat he looks from now and who he is."""

    seats: list[int]
    role: Literal["seat", "spectator"]
    seat: int | None = None
    user: str | None = None


class Match(Value, frozen=True, kw_only=True):
    """A match as a lobby or a board's head shows it.

    link      invite code, only for its owner; `watch_link` for who may share it
    awaiting  seats that hold a decision
    retired   made with a version of its rules that this server does not carry: it can be looked at, not played
    preview   view-shaped and small: what is public, for a picture of the board in the lobby
    """

    id: str
    ruleset: str
    scenario: str
    names: dict[str, str]
    options: dict[str, Any]
    status: Literal["open", "ready", "live", "ended"]
    created: datetime
    started: datetime | None = None
    ended: datetime | None = None
    seats: list[SeatInfo]
    clock: Clock
    spectators: Literal["public", "link", "none"]
    delay_s: int
    takebacks: Literal["ask", "free", "none"]
    absent: Literal["bot", "none"]
    rated: bool
    hot_seat: bool
    seq: int
    turn: int | None = None
    result: Result | None = None
    watching: int
    you: You
    commitment: str
    link: str | None = None
    watch_link: str | None = None
    awaiting: list[int]
    retired: bool | None = None
    preview: View | None = None


class MatchPage(Value, frozen=True, kw_only=True):
    """A page of matches; `next` is the `before` of the next page."""

    matches: list[Match]
    next: str | None = None


class Left(Value, frozen=True, kw_only=True):
    """The seat is given back; `match` absent: the table was mine and is gone."""

    match: Match | None = None
