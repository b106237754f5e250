"""Answers about a battle as one viewer may know it: decisions, events, steps, views, dice and the whole record."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, TypeAlias

import msgspec

from app.engine.event import Modifier
from app.engine.lens import Sight, Threat
from app.protocol.tables import ClockState
from app.protocol.talk import ChatMessage
from app.protocol.value import ActionJson, Value, View


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
