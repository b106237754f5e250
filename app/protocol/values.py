"""Values on the wire: what answers and frames are made of.

Producers may put `msgspec.Raw` (bytes that are encoded already) wherever a field is open (`view`, `steps`, `decisions`,
`events`); the bytes go out as they are. Optional fields that are None are left out, never sent as null; a field that
may be null on the wire has no default here. Times are aware datetimes in UTC and leave as ISO 8601.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, TypeAlias

import msgspec

from app.engine.event import Modifier
from app.engine.lens import Sight, Threat
from app.engine.phase import PhaseSpec
from app.engine.ruleset import OptionSpec, Result
from app.engine.ruleset import ScenarioInfo as ScenarioInfo

View: TypeAlias = dict[str, Any]
"""What a viewer may know of a battle; its shape belongs to the ruleset."""

ActionJson: TypeAlias = dict[str, Any]
"""An action as JSON: `verb` and the ruleset's own fields."""


class Value(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base of everything below."""


# -- errors ----------------------------------------------------------------------------------------------------------
class ErrorDetail(Value, frozen=True, kw_only=True):
    """Why something was refused. `message` is English for people and bots; clients build their own sentence from
    `code` and `params` out of the catalogues (`refused.<code>`). `seq` is the match's present seq, `request` the id to
    quote."""

    code: str
    message: str
    rule: str | None = None
    field: str | None = None
    seq: int | None = None
    params: dict[str, Any] | None = None
    request: str | None = None


class ErrorBody(Value, frozen=True, kw_only=True):
    """The one form of every error."""

    error: ErrorDetail


# -- people ----------------------------------------------------------------------------------------------------------
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


# -- rulesets --------------------------------------------------------------------------------------------------------
class RulesetInfo(Value, frozen=True, kw_only=True):
    """One game, as a lobby lists it. `seats` are the fewest and the most."""

    id: str
    version: str
    names: dict[str, str]
    seats: tuple[int, int]
    available: bool


class RulesetDetail(Value, frozen=True, kw_only=True):
    """All that is fixed about a game: phases, options with named presets, content, scenarios (without previews)."""

    id: str
    version: str
    names: dict[str, str]
    seats: tuple[int, int]
    phases: list[PhaseSpec]
    options: list[OptionSpec]
    presets: dict[str, dict[str, Any]]
    content: dict[str, Any]
    scenarios: list[ScenarioInfo]


class Rulebook(Value, frozen=True, kw_only=True):
    """The player's rulebook; every rule has an anchor `{#id}`."""

    lang: Literal["en", "ru"]
    markdown: str


class Saved(Value, frozen=True, kw_only=True):
    """A scenario or an army that somebody made; a scenario is played as `saved:<id>`. `data` only where it is asked for
    by id, `mine` tells the owner."""

    id: str
    ruleset: str
    name: str
    public: bool
    mine: bool
    created: datetime
    data: dict[str, Any] | None = None


class SavedList(Value, frozen=True, kw_only=True):
    """Mine and the public ones of a ruleset, newest first."""

    saved: list[Saved]


# -- clocks ----------------------------------------------------------------------------------------------------------
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


# -- matches ---------------------------------------------------------------------------------------------------------
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


class Prompt(Value, frozen=True, kw_only=True):
    """A text key with parameters."""

    key: str
    params: dict[str, Any]


class ParametricChoice(Value, frozen=True, kw_only=True):
    """A verb with too many choices to list, as JSON Schema of its action."""

    verb: str
    schema: dict[str, Any]


class Decision(Value, frozen=True, kw_only=True):
    """What a seat may choose now. Whoever does not hold it gets `id`, `seat` and the public `prompt` only.

    window  seconds after which `default` is taken whatever the match clock says; absent or 0: the match clock alone
    path    text keys of the nested procedures that lead here, outermost first
    """

    id: str
    seat: int
    prompt: Prompt
    choices: list[ActionJson] | None = None
    default: ActionJson | None = None
    window: int | None = None
    path: list[str] | None = None
    parametric: list[ParametricChoice] | None = None


class Roll(Value, frozen=True, kw_only=True):
    """A throw of dice, complete enough to be explained and verified (`app.engine.event.Roll`)."""

    purpose: str
    index: int
    sides: int
    faces: list[int]
    names: list[str] | None = None
    counted: list[int] | None = None
    modifiers: list[Modifier] | None = None
    total: int | None = None
    needed: str | None = None
    needed_params: dict[str, Any] | None = None
    chance: tuple[int, int] | None = None
    chance_of: str | None = None
    outcome: str | None = None


class Event(Value, frozen=True, kw_only=True):
    """One thing that happened, as this viewer may know it; its sentence stands under `event.<type>`.

    reveals  something hidden was shown by it
    """

    type: str
    rule: str
    data: dict[str, Any] | None = None
    roll: Roll | None = None
    reveals: bool | None = None


PatchOp: TypeAlias = list[Any]
"""`[path, value]` sets, `[path]` deletes; a path is a list of keys."""


class Step(Value, frozen=True, kw_only=True):
    """One stored step as this viewer may see it; who may not see it gets `seq` and `at` only.

    seat    who acted; -1: the server (clock, takeback by the rules)
    patch   turns the viewer's old view into the new one
    hash    SHA-256 of the canonical state after the step
    """

    seq: int
    at: datetime
    seat: int | None = None
    action: ActionJson | None = None
    events: list[Event] | None = None
    patch: list[PatchOp] | None = None
    decisions: list[Decision] | None = None
    clock: ClockState | None = None
    hash: str | None = None
    turn: int | None = None


class Steps(Value, frozen=True, kw_only=True):
    """Steps in order without a gap, and the match's present seq."""

    steps: list[Step]
    seq: int


class ViewAt(Value, frozen=True, kw_only=True):
    """What the viewer may know as of `seq`."""

    seq: int
    view: View


class PreviewAt(Value, frozen=True, kw_only=True):
    """The board as anybody who may watch sees it, for a small picture, as of `seq`; null before the start."""

    seq: int
    view: View | None


class Decisions(Value, frozen=True, kw_only=True):
    """The open decisions as of `seq`."""

    seq: int
    decisions: list[Decision]


class Legal(Value, frozen=True, kw_only=True):
    """The flat list of enumerated legal actions of my open decision; `decision` null: nothing to decide."""

    seq: int
    decision: str | None
    actions: list[ActionJson]


class SightAt(Value, frozen=True, kw_only=True):
    """What is seen from a place, as of `seq`, in the order asked."""

    seq: int
    sights: list[Sight]


class ThreatAt(Value, frozen=True, kw_only=True):
    """What a seat's units could strike in its next turn, as of `seq`."""

    seq: int
    threat: Threat


class AckDetail(Value, frozen=True, kw_only=True):
    """The action with this key is step `seq`, stored."""

    key: str
    seq: int


class Acted(Value, frozen=True, kw_only=True):
    """Answer to an action: acknowledged after COMMIT, what happened as the actor sees it, what he may decide now."""

    ack: AckDetail
    events: list[Event]
    decisions: list[Decision]


class ChatMessage(Value, frozen=True, kw_only=True):
    """One line of chat, with who said it (`from`; Python: `sender`)."""

    id: int
    room: Literal["match", "spectators"]
    sender: User = msgspec.field(name="from")
    name: str
    text: str
    at: datetime


class ChatPage(Value, frozen=True, kw_only=True):
    """The newest lines before a point, oldest first."""

    messages: list[ChatMessage]


class ProposalInfo(Value, frozen=True, kw_only=True):
    """An open request: to go back to `to_seq` (with the view there), or for a draw. `from` (`seat` here) asks."""

    kind: Literal["takeback", "draw"]
    seat: int = msgspec.field(name="from")
    to_seq: int | None = None
    steps: int | None = None
    preview: View | None = None


class Fairness(Value, frozen=True, kw_only=True):
    """What the dice can be checked with; `seed` is null until the battle has ended."""

    algorithm: str
    match: str
    commitment: str
    nonces: list[str]
    seed: str | None
    rolls: int


class Record(Value, frozen=True, kw_only=True):
    """The whole record of an ended match, from which every roll and every view can be derived again."""

    format: Literal["sandtable/1"]
    match: dict[str, Any]
    setup: dict[str, Any]
    fairness: Fairness
    view: View
    start: dict[str, Any]
    start_events: list[Event]
    steps: list[dict[str, Any]]
    chat: list[ChatMessage]


class Done(Value, frozen=True, kw_only=True):
    """It is done; the new seq where the match moved on by it."""

    seq: int | None = None


class Health(Value, frozen=True, kw_only=True):
    """State of this process."""

    status: Literal["ok", "starting", "stopping", "unavailable"]


class Left(Value, frozen=True, kw_only=True):
    """The seat is given back; `match` absent: the table was mine and is gone."""

    match: Match | None = None
