"""Frames from the server: on sockets (`ServerFrame`) and on NDJSON streams (`StreamLine`).

`Step` frames are the stored bytes with `"t":"step"` put in front (`step_frame`), so that they are encoded once for all
viewers of a class.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, TypeAlias

import msgspec

from app.engine.event import Modifier
from app.engine.odds import Outcome
from app.engine.ruleset import Result
from app.protocol.battle import Decision, Event, Fairness, ProposalInfo, Step
from app.protocol.tables import ClockState, Match, SeatInfo, You
from app.protocol.talk import ChatMessage
from app.protocol.value import ActionJson, View


class Outgoing(msgspec.Struct, frozen=True, tag_field="t", omit_defaults=True, kw_only=True):
    """Base of all frames from the server."""


class Welcome(Outgoing, frozen=True, kw_only=True, tag="welcome"):
    """The whole state for this viewer. `events`: those of the last turn, for the log. `chat`: the last 50 lines. Before
    the battle begins `seq` is -1 and `view` null."""

    seq: int
    you: You
    match: Match
    view: View | None
    decisions: list[Decision]
    clock: ClockState
    players: list[SeatInfo]
    watching: int
    chat: list[ChatMessage]
    events: list[Event]
    proposal: ProposalInfo | None = None


class Batch(Outgoing, frozen=True, kw_only=True, tag="batch"):
    """What was missed since the seq of the client's hello; `decisions` are those open now."""

    seq: int
    you: You
    match: Match
    steps: list[Step]
    decisions: list[Decision]
    clock: ClockState
    players: list[SeatInfo]
    watching: int
    chat: list[ChatMessage]
    proposal: ProposalInfo | None = None


class Ack(Outgoing, frozen=True, kw_only=True, tag="ack"):
    """The action is stored as step `seq`."""

    key: str
    seq: int


class RefusedFrame(Outgoing, frozen=True, kw_only=True, tag="refused"):
    """Nothing has changed, and why. `key` of the action or `id` of the odds question; both absent for other frames
    (`of` names their type)."""

    code: str
    message: str
    seq: int
    key: str | None = None
    id: int | None = None
    of: str | None = None
    rule: str | None = None
    field: str | None = None
    params: dict[str, Any] | None = None


class StepFrame(Step, frozen=True, kw_only=True, tag_field="t", tag="step"):
    """A step, as `Step`."""


class ChatFrame(ChatMessage, frozen=True, kw_only=True, tag_field="t", tag="chat"):
    """A new line of chat."""


class Presence(Outgoing, frozen=True, kw_only=True, tag="presence"):
    """Who is there."""

    players: list[SeatInfo]
    watching: int


class ClockFrame(ClockState, frozen=True, kw_only=True, tag_field="t", tag="clock"):
    """The clocks, when they changed without a step."""


class ProposalFrame(Outgoing, frozen=True, kw_only=True, tag="proposal"):
    """A request was made (`from`: the seat), or is `closed`."""

    kind: Literal["takeback", "draw"]
    seat: int | None = msgspec.field(name="from", default=None)
    to_seq: int | None = None
    steps: int | None = None
    preview: View | None = None
    closed: Literal["accepted", "refused", "withdrawn"] | None = None


class MatchFrame(Match, frozen=True, kw_only=True, tag_field="t", tag="match"):
    """Status, seats or settings of the match changed: the match anew, as everybody may see it."""


class OddsFrame(Outgoing, frozen=True, kw_only=True, tag="odds"):
    """Exact chances, as asked for under `id` (`app.engine.odds.Odds`)."""

    id: int
    kind: str
    dice: int
    ways: int
    outcomes: list[Outcome]
    parts: list[Modifier]
    distribution: list[tuple[str, int, int]]
    rule: str


class Rewind(Outgoing, frozen=True, kw_only=True, tag="rewind"):
    """A step after which the whole view is sent: the battle began, or a takeback happened. `seq` grows, as ever."""

    seq: int
    at: datetime
    seat: int
    action: ActionJson
    view: View
    events: list[Event]
    decisions: list[Decision]
    clock: ClockState | None


class Ended(Outgoing, frozen=True, kw_only=True, tag="ended"):
    """The battle is over."""

    result: Result
    fairness: Fairness


class ServerPing(Outgoing, frozen=True, kw_only=True, tag="ping"):
    """A sign of life, at most every 20 s; `at` in milliseconds since 1970."""

    at: int


class ServerPong(Outgoing, frozen=True, kw_only=True, tag="pong"):
    """Answer to the client's ping."""

    n: int


class Resync(Outgoing, frozen=True, kw_only=True, tag="resync"):
    """You were too slow and missed frames: say hello again on this socket (with `since`)."""


ByeReason: TypeAlias = Literal[
    "superseded", "shutdown", "gone", "unauthorized", "forbidden", "malformed", "too_fast", "idle", "internal"
]


class Bye(Outgoing, frozen=True, kw_only=True, tag="bye"):
    """The last frame; the socket closes after it."""

    reason: ByeReason
    message: str | None = None


class AwaitedFrame(Outgoing, frozen=True, kw_only=True, tag="decision"):
    """NDJSON: decisions that await me in a match."""

    match: str
    seq: int
    decisions: list[Decision]


class KeepAlive(Outgoing, frozen=True, kw_only=True, tag="keepalive"):
    """NDJSON: nothing happened, and the stream lives."""


class EndLine(Outgoing, frozen=True, kw_only=True, tag="end"):
    """NDJSON: the stream of this match ends. `result` is null when the match ended without a battle."""

    match: str
    reason: Literal["ended", "gone", "shutdown", "slow", "unauthorized"]
    result: Result | None = None


ServerFrame: TypeAlias = (
    Welcome
    | Batch
    | Ack
    | RefusedFrame
    | StepFrame
    | ChatFrame
    | Presence
    | ClockFrame
    | ProposalFrame
    | MatchFrame
    | OddsFrame
    | Rewind
    | Ended
    | ServerPing
    | ServerPong
    | Resync
    | Bye
)
StreamLine: TypeAlias = (
    StepFrame
    | ChatFrame
    | Presence
    | ClockFrame
    | ProposalFrame
    | MatchFrame
    | Rewind
    | Ended
    | AwaitedFrame
    | KeepAlive
    | EndLine
)

_encoder = msgspec.json.Encoder()
encode = _encoder.encode
"""Any frame or value as JSON bytes."""


def step_frame(step: bytes) -> bytes:
    """The bytes of a stored `Step` object as a frame."""
    return b'{"t":"step",' + step[1:]
