"""Projection: what each audience gets of positions and steps. Everything that leaves the server about a battle is
made here.

An audience's key is its seat number, "s" (spectator) or "r" (referee). Each step stores its events in full and a
patch for every key, from the audience's old view to its new one; equal patches are stored once, and an audience for
which nothing changed and nothing happened has none: it gets the bare seq, so that numbers stay contiguous. The state
hash stays on the server until the end, since where secrets are few it would give them away. Actions are shown to
their own seat (a takeback to everybody); the others learn by events what happened.

What is surprising: the bytes of a step's decisions are those after the step; when steps of the past are sent, only
the last one carries decisions, since those of the others have been answered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.engine.decision import Decision
from app.engine.event import Event
from app.engine.patch import apply, diff
from app.engine.ruleset import Ruleset
from app.engine.viewer import REFEREE, SPECTATOR, Role, Viewer, seat_viewer
from app.matches.clock import moment
from app.matches.position import Position

_encode = msgspec.json.Encoder().encode
_events = msgspec.json.Decoder(list[Event])

REFEREE_KEY = "r"
SPECTATOR_KEY = "s"
PICTURE = "picture"
"""Where a position keeps its small picture, beside the audiences' views."""


class Patches(msgspec.Struct, frozen=True, kw_only=True):
    """The `patches` column of a step.

    of     audience key → index into `parts`; None: the audience may not see the step
    parts  the different patches
    plain  every event may be seen by everybody as it is
    """

    of: dict[str, int | None]
    parts: list[msgspec.Raw]
    plain: bool


_patches = msgspec.json.Decoder(Patches)


def key_of(viewer: Viewer) -> str:
    """The key of a viewer's audience."""
    if viewer.role is Role.SEAT:
        return str(viewer.seat)
    return REFEREE_KEY if viewer.role is Role.REFEREE else SPECTATOR_KEY


class StepBytes(msgspec.Struct, frozen=True, kw_only=True):
    """A step's stored parts, encoded, and the patch of each audience as it stands among them."""

    events: bytes
    patches: bytes
    patch_of: dict[str, bytes | None]
    plain: bool


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """What one audience gets of a step, beside decisions and clock. None for `patch`: it may not see the step."""

    events: bytes
    patch: bytes | None


class Projector:
    """Makes the audiences' bytes for one match: its ruleset and number of seats."""

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        self._ruleset = ruleset
        self.viewers: dict[str, Viewer] = {str(seat): seat_viewer(seat) for seat in range(seats)}
        self.viewers[SPECTATOR_KEY] = SPECTATOR
        self.viewers[REFEREE_KEY] = REFEREE

    # -- positions -------------------------------------------------------------------------------------------------
    def view(self, position: Position, key: str) -> dict[str, Any]:
        """The audience's view, as JSON values."""
        view = position.views.get(key)
        if view is None:
            view = position.views[key] = self._ruleset.view(position.game, self.viewers[key])
        return view

    def view_bytes(self, position: Position, key: str) -> bytes:
        """The audience's view, encoded once."""
        body = position.view_bytes.get(key)
        if body is None:
            body = position.view_bytes[key] = _encode(self.view(position, key))
        return body

    def picture(self, position: Position) -> bytes:
        """What anybody who may watch sees of the board itself, for a small picture: part of the spectators' view,
        encoded once.
        """
        body = position.view_bytes.get(PICTURE)
        if body is None:
            view = self.view(position, SPECTATOR_KEY)
            shown = {name: part for name, part in view.items() if name in self._ruleset.pictured}
            body = position.view_bytes[PICTURE] = _encode(shown)
        return body

    def decisions(self, position: Position, key: str) -> bytes:
        """The open decisions as the audience may know them: its own in full, of the others the public prompt."""
        body = position.decision_bytes.get(key)
        if body is None:
            viewer = self.viewers[key]
            shown = [self._decision(position, decision, viewer) for decision in position.decisions]
            body = position.decision_bytes[key] = _encode(shown)
        return body

    def _decision(self, position: Position, decision: Decision, viewer: Viewer) -> dict[str, Any]:
        wire_id = position.id_of(decision)
        if not viewer.knows(decision.seat):
            return {"id": wire_id, "seat": decision.seat, "prompt": decision.public}
        return {
            "id": wire_id,
            "seat": decision.seat,
            "prompt": decision.prompt,
            "choices": decision.choices,
            "default": decision.default,
            "window": decision.window,
            "path": decision.path,
            "parametric": decision.parametric,
        }

    def turn_of(self, position: Position) -> int | None:
        """The turn that the spectators' view shows, where the ruleset counts turns."""
        turn = self.view(position, SPECTATOR_KEY).get("turn")
        return turn if type(turn) is int else None

    # -- steps -----------------------------------------------------------------------------------------------------
    def step(self, before: Position | None, after: Position, events: Sequence[Event]) -> StepBytes:
        """What is stored of a step: its events in full and every audience's patch. `before` None: the start."""
        parts: list[bytes] = []
        of: dict[str, int | None] = {}
        plain = all(event.seats is None for event in events)
        for key, viewer in self.viewers.items():
            old = {} if before is None else self.view(before, key)
            patch = diff(old, self.view(after, key))
            if not patch and before is not None and not self._notices(before, after, events, key, viewer):
                of[key] = None
                continue
            body = _encode(patch)
            if body not in parts:
                parts.append(body)
            of[key] = parts.index(body)
        patches = Patches(of=of, parts=[msgspec.Raw(part) for part in parts], plain=plain)
        return StepBytes(
            events=_encode(events),
            patches=_encode(patches),
            patch_of={key: None if index is None else parts[index] for key, index in of.items()},
            plain=plain,
        )

    def _notices(self, before: Position, after: Position, events: Sequence[Event], key: str, viewer: Viewer) -> bool:
        """Whether an audience whose view stays the same learns of the step by an event or by a changed decision."""
        if any(event.seen_by(viewer) is not None for event in events):
            return True
        return self.decisions(before, key) != self.decisions(after, key)

    def shown_now(self, step: StepBytes, events: Sequence[Event], key: str) -> Shown:
        """What an audience gets of a step that was just made."""
        patch = step.patch_of[key]
        if patch is None:
            return Shown(events=b"[]", patch=None)
        return Shown(events=step.events if step.plain else _encode(self.seen(events, key)), patch=patch)

    def shown(self, events: bytes, patches: bytes, key: str) -> Shown:
        """What an audience gets of a stored step."""
        stored = _patches.decode(patches)
        index = stored.of.get(key)
        if index is None:
            return Shown(events=b"[]", patch=None)
        seen = events if stored.plain else _encode(self.seen(_events.decode(events), key))
        return Shown(events=seen, patch=bytes(stored.parts[index]))

    def told(self, views: Mapping[str, dict[str, Any]], patches: bytes) -> dict[str, dict[str, Any]]:
        """Every audience's view after a stored step, made of those before it; no rules are asked."""
        stored = _patches.decode(patches)
        parts = [msgspec.json.decode(part) for part in stored.parts]
        after = dict(views)
        for key in self.viewers:
            index = stored.of.get(key)
            if index is not None:
                after[key] = apply(views.get(key, {}), parts[index])
        return after

    def seen(self, events: Sequence[Event], key: str) -> list[Event]:
        """The events as an audience may know them."""
        viewer = self.viewers[key]
        return [seen for event in events if (seen := event.seen_by(viewer)) is not None]

    def seen_bytes(self, events: bytes, key: str) -> bytes:
        """The same from and to JSON."""
        return _encode(self.seen(_events.decode(events), key))


def step_body(
    seq: int, seat: int, at: int, shown: Shown, action: bytes | None, decisions: bytes, clock: bytes
) -> bytes:
    """A `Step` of docs/wire.md; the bare one if it may not be seen."""
    when = moment(at).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if shown.patch is None:
        return b'{"seq":%d,"at":"%b"}' % (seq, when.encode())
    deed = b"" if action is None else b'"action":%b,' % action
    return b'{"seq":%d,"seat":%d,%b"events":%b,"patch":%b,"decisions":%b,"clock":%b,"at":"%b"}' % (
        seq,
        seat,
        deed,
        shown.events,
        shown.patch,
        decisions,
        clock,
        when.encode(),
    )


def titled(t: str, body: bytes) -> bytes:
    """The frame made of a JSON object: "t" put before its members."""
    return b'{"t":"%b",%b' % (t.encode(), body[1:]) if body != b"{}" else b'{"t":"%b"}' % t.encode()
