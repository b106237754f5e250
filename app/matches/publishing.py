"""Publisher: makes frames of steps and hands them to whoever watches here, and tells the other processes.

Frames of a match leave in the order of its steps: all that publish do so with the match's lock held, and a fixed number
of turns of the event loop later, which keeps the order and lets the answer to the acting seat go first. Delayed
audiences are served by `lanes.py`, out of the database.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable

import msgspec

from app.engine.event import Event
from app.matches import clock, faults
from app.matches.frames import Frame
from app.matches.house import House
from app.matches.position import Position
from app.matches.projection import Shown, StepBytes, key_of, step_body, titled
from app.matches.table import Table
from app.matches.types import Audience
from app.store.notices import Kind, Notice
from app.store.steps import Step

TURNS_TO_ANSWER = 3
"""Turns of the event loop in which an answer gets from the commit path to whoever called `MatchService`."""
_encode = msgspec.json.Encoder().encode
PUBLIC_KINDS = ("takeback", "concede", "forfeit", "draw")
"""Kinds of steps whose action everybody sees."""
WHOLE_KINDS = ("start", "takeback")
"""Kinds of steps after which the whole view is sent: a `rewind` frame instead of a `step`."""


class Happened(msgspec.Struct, frozen=True, kw_only=True):
    """A step as frames need it, however it was learned of."""

    seq: int
    seat: int
    kind: str
    at: int
    action: bytes
    after: Position
    shown: Callable[[str], Shown]


def made(
    table: Table, after: Position, seat: int, kind: str, action: bytes, events: list[Event], step: StepBytes
) -> Happened:
    """A step that this process has just stored."""
    return Happened(
        seq=after.seq,
        seat=seat,
        kind=kind,
        at=after.at,
        action=action,
        after=after,
        shown=lambda key: table.projector.shown_now(step, events, key),
    )


def read(table: Table, step: Step, after: Position) -> Happened:
    """A step that came out of the database."""
    return Happened(
        seq=step.seq,
        seat=step.seat,
        kind=step.kind,
        at=step.at,
        action=step.action,
        after=after,
        shown=lambda key: table.projector.shown(step.events, step.patches, key),
    )


def action_for(happened_kind: str, seat: int, action: bytes, key: str) -> bytes | None:
    """The action, if the audience is to see it: its own seat's, and those that are public by nature."""
    return action if happened_kind in PUBLIC_KINDS or key in (str(seat), "r") else None


class Publisher:
    """See the module."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.ended: Callable[[Table], None] = lambda table: None
        """Called after the last step of a match has been published."""

    def stored(self, table: Table, happened: Happened) -> None:
        """Publish a step of our own: to the other processes, to those who watch here, to the listeners."""
        _after_the_answer(self._publish, table, happened, True)

    def followed(self, table: Table, happened: Happened) -> None:
        """Publish a step of another process to those who watch here."""
        _after_the_answer(self._publish, table, happened, False)

    def newcomer(self, table: Table, position: Position) -> None:
        """A running match was loaded here: show it to those who have watched since before its start. Those who have
        seen this or a later seq drop the frame."""
        happened = Happened(
            seq=position.seq,
            seat=-1,
            kind="start",
            at=position.at,
            action=b"{}",
            after=position,
            shown=lambda key: Shown(events=b"[]", patch=b"[]"),
        )
        _after_the_answer(self._show, table, happened)

    def _show(self, table: Table, happened: Happened) -> None:
        hub = self._house.hub
        for audience in hub.audiences(table.id):
            if not audience.delayed:
                hub.push(table.id, audience, self.frame(table, happened, audience))
        if hub.any_inbox():
            self._to_inboxes(table, happened.after)

    def _publish(self, table: Table, happened: Happened, ours: bool) -> None:
        if ours:
            faults.reach(faults.ACKED)
            self._house.bus.publish(Notice(Kind.STEP, table.id, happened.seq))
        self._show(table, happened)
        if happened.after.over is not None:
            self.ended(table)
        for listener in self._house.stepped:
            listener(table, ours)

    def frame(self, table: Table, happened: Happened, audience: Audience, shift: int = 0) -> Frame:
        """The frame of a step for one audience; `shift` ms is how much later than others it is told."""
        key = key_of(audience.viewer)
        after = happened.after
        shown = happened.shown(key)
        decisions = table.projector.decisions(after, key)
        if happened.kind not in WHOLE_KINDS:
            action = action_for(happened.kind, happened.seat, happened.action, key)
            body = step_body(
                happened.seq, happened.seat, happened.at, shown, action, decisions, clock_bytes(table, after, shift)
            )
            return Frame("step", happened.seq, titled("step", body), table.id, decisions)
        whole = {
            "seq": happened.seq,
            "seat": happened.seat,
            "action": msgspec.Raw(happened.action) if happened.kind in PUBLIC_KINDS else {"verb": "start"},
            "view": msgspec.Raw(table.projector.view_bytes(after, key)),
            "events": msgspec.Raw(shown.events),
            "decisions": msgspec.Raw(decisions),
            "clock": msgspec.Raw(clock_bytes(table, after, shift)),
            "at": clock.moment(happened.at),
        }
        return Frame("rewind", happened.seq, titled("rewind", _encode(whole)), table.id, decisions)

    def _to_inboxes(self, table: Table, after: Position) -> None:
        for user in table.people():
            if self._house.hub.has_inbox(user):
                frame = inbox_frame(table, after, user)
                if frame is not None:
                    self._house.hub.push_user(user, frame)

    def tell(self, table: Table, t: str, body: bytes, audiences: Callable[[Audience], bool]) -> None:
        """Push a frame that is no step to some audiences."""
        frame = Frame(t, table.seq, titled(t, body), table.id)
        for audience in self._house.hub.audiences(table.id):
            if audiences(audience):
                self._house.hub.push(table.id, audience, frame)


def clock_bytes(table: Table, position: Position, shift: int = 0) -> bytes:
    """The clocks as they were right after the position's step."""
    times = position.times
    if times is None:
        return b"null"
    if shift:
        return _encode(clock.state(table.clock, times, times.at, shift))
    if position.clock_bytes is None:
        position.clock_bytes = _encode(clock.state(table.clock, times, times.at))
    return position.clock_bytes


def inbox_frame(table: Table, position: Position, user: str) -> Frame | None:
    """What a person's inbox gets when the match awaits him; None when it does not."""
    mine = set(table.seats_of(user)) & set(position.awaiting)
    if not mine:
        return None
    own = []
    for seat in sorted(mine):
        listed = msgspec.json.decode(table.projector.decisions(position, str(seat)), type=list[msgspec.Raw])
        own += [raw for raw, decision in zip(listed, position.decisions, strict=True) if decision.seat == seat]
    decisions = _encode(own)
    body = b'{"t":"decision","match":"%b","seq":%d,"decisions":%b}' % (table.id.encode(), position.seq, decisions)
    return Frame("decision", position.seq, body, table.id, decisions)


def _after_the_answer(publish: Callable[..., None], *arguments: object, turns: int = TURNS_TO_ANSWER) -> None:
    loop = asyncio.get_running_loop()
    if turns == 1:
        loop.call_soon(publish, *arguments)
    else:
        loop.call_soon(functools.partial(_after_the_answer, publish, *arguments, turns=turns - 1))
