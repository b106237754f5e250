"""What goes in and out of `MatchService`: plain structs in the shapes of docs/wire.md, encoded with
`msgspec.json.encode`.

They must not know storage or rules. Surprising: fields with a default are left out of the JSON when they hold it, so
only fields that docs/wire.md marks optional have one; and parts that are shared by many callers are `msgspec.Raw`,
JSON already.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, NewType

import msgspec

from app.engine.viewer import Role, Viewer

UserId = NewType("UserId", str)
MatchId = NewType("MatchId", str)

Status = Literal["open", "ready", "live", "ended"]
SeatKind = Literal["me", "open", "link", "bot", "hotseat"]
Room = Literal["match", "spectators"]
ClockKind = Literal["none", "bank", "days"]
CURTAIN = -1
"""The seat that somebody with several seats names to look at what is public only, between two turns."""


class Caller(msgspec.Struct, frozen=True, kw_only=True):
    """Who calls, as the token says. Anonymous watchers are `None` instead.

    scopes  of "play", "read", "create"
    """

    user: UserId
    name: str
    scopes: frozenset[str] = frozenset({"play", "read", "create"})
    bot: bool = False
    guest: bool = False


class Audience(msgspec.Struct, frozen=True):
    """One class of viewers of one match: what they may know, and whether they learn it late.

    All who share it get the same bytes. Made by `MatchService.viewer` only: nobody gets one without having been
    checked.

    delayed  the match's `delay_s` holds for them
    curtain  a player with several seats who looks at what is public only, between two turns
    """

    viewer: Viewer
    delayed: bool = False
    curtain: bool = False

    @property
    def plays(self) -> bool:
        """Whether they sit at the table."""
        return self.curtain or self.viewer.role is Role.SEAT


# -- asking ------------------------------------------------------------------------------------------------------------
class Clock(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How time is counted. `bank`: seconds for the match, and an increment whenever a seat hands over; `days`: a fresh
    allowance for each decision; when a seat's time is due its default is taken, or it forfeits."""

    kind: ClockKind
    bank_s: int = 0
    increment_s: int = 0
    days: int = 0
    when_due: Literal["default", "forfeit"] = "default"


class NewSeat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who may sit there: me, anybody, whoever holds the invite link, a bot by name, or me as well (hot-seat)."""

    kind: SeatKind
    bot: str | None = None


class NewMatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to open. `scenario` is an id, its data, or "saved:<id>"; `nonce` is the maker's, for the dice."""

    ruleset: str
    scenario: str | dict[str, Any]
    options: dict[str, Any] = {}
    seats: tuple[NewSeat, ...] = ()
    clock: Clock = Clock(kind="none")
    spectators: Literal["public", "link", "none"] = "public"
    delay_s: int = 0
    rated: bool = False
    takebacks: Literal["ask", "free", "none"] = "ask"
    absent: Literal["bot", "none"] = "none"
    hot_seat: bool = False
    start: Literal["auto", "manual"] = "auto"
    nonce: str | None = None


class MatchFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which matches to list. `clock` is the kind of their clock; `mine` and `awaiting` (my decision is open) need a
    caller; `before` is `Page.next`.
    """

    status: Status | None = None
    ruleset: str | None = None
    clock: ClockKind | None = None
    mine: bool = False
    awaiting: bool = False
    before: str | None = None
    limit: int = 50


# -- answers -----------------------------------------------------------------------------------------------------------
class UserInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody, as everybody may see him. `rating` is the conservative estimate in this ruleset, where he has one."""

    id: str
    name: str
    guest: bool
    bot: bool
    rating: int | None = None


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One seat. `clock_ms` is what was left when the answer was made."""

    seat: int
    kind: SeatKind
    player: UserInfo | None
    ready: bool
    online: bool
    stand_in: bool
    bot: str | None = None
    clock_ms: int | None = None


class You(msgspec.Struct, frozen=True, kw_only=True):
    """The caller's part in a match."""

    seats: tuple[int, ...]
    role: Literal["seat", "spectator"]


class MatchInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A match as this caller may see it; a delayed spectator sees status, seq and result of then.

    retired  made with a version of the rules that this server does not carry: it can be looked at, not played
    """

    id: MatchId
    ruleset: str
    scenario: str
    names: dict[str, str]
    options: dict[str, Any]
    status: Status
    created: datetime
    seats: tuple[SeatInfo, ...]
    clock: Clock
    spectators: str
    delay_s: int
    rated: bool
    takebacks: str
    absent: str
    hot_seat: bool
    seq: int
    watching: int
    you: You
    commitment: str
    awaiting: tuple[int, ...]
    retired: bool = False
    started: datetime | None = None
    ended: datetime | None = None
    turn: int | None = None
    result: dict[str, Any] | None = None
    link: str | None = None
    watch_link: str | None = None
    preview: dict[str, Any] | None = None


class Page(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One page of matches, newest first."""

    matches: list[MatchInfo]
    next: str | None = None


class AckHead(msgspec.Struct, frozen=True, kw_only=True):
    """That the action with this key is stored as step `seq`."""

    key: str
    seq: int


class Ack(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a committed action: what happened and what is asked next, as the acting seat may know it."""

    ack: AckHead
    events: msgspec.Raw
    decisions: msgspec.Raw


class ClockState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Clocks at one moment: whose run, what is left of each, when the first is due (window or clock)."""

    kind: str
    running: tuple[int, ...]
    left_ms: dict[str, int]
    deadline: datetime | None = None


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of chat; `from_` is called `from` in JSON."""

    id: int
    room: Room
    from_: UserInfo = msgspec.field(name="from")
    name: str
    text: str
    at: datetime


class State(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that a newcomer of one audience needs. `events`: those of the current turn, for the log."""

    seq: int
    view: msgspec.Raw
    decisions: msgspec.Raw
    clock: ClockState
    players: tuple[SeatInfo, ...]
    watching: int
    events: msgspec.Raw
    chat: list[ChatLine]
    proposal: msgspec.Raw | None = None


class Fairness(msgspec.Struct, frozen=True, kw_only=True):
    """What dice are verified with. `seed` is None until the match has ended."""

    algorithm: str
    match: str
    commitment: str
    nonces: tuple[str, ...]
    seed: str | None
    rolls: int
