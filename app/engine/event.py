"""Event: one thing that happened, with its cause and with who may know it.

Events explain; they do not carry state. A client draws and tells them, then takes the new state from the patch.
"""

from __future__ import annotations

from typing import Any

import msgspec

from app.engine.ids import Seat
from app.engine.viewer import Role, Viewer


class Modifier(msgspec.Struct, frozen=True):
    """One part of a number: where it comes from (text key), how much, and which rule says so.

    value is signed: dice, pips or hundredths, as the purpose has it. `kind` "cap" limits instead of adding.
    """

    source: str
    value: int
    rule: str
    kind: str = "add"


class Roll(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A throw of dice, complete enough to be explained and to be verified.

    index      which roll of the match; with `purpose`, `sides` and the revealed seed the faces can be derived again
    faces      1…sides, in order of falling (a shuffle: the permutation, sides 0)
    names      the faces as the game calls them, where it does (`["G", "F"]`)
    counted    positions of the faces that had an effect
    total      sum after modifiers, where the rule sums
    needed     what counts: a text key with parameters
    chance     numerator and denominator of the chance beforehand of what `chance_of` says
    chance_of  text key; it may name the data of the event as parameters
    """

    purpose: str
    index: int
    sides: int
    faces: tuple[int, ...]
    names: tuple[str, ...] = ()
    counted: tuple[int, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    total: int | None = None
    needed: str = ""
    needed_params: dict[str, Any] = {}
    chance: tuple[int, int] | None = None
    chance_of: str = ""
    outcome: str = ""


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that happened.

    type      what; its sentence stands in the catalogues under `event.<type>`
    rule      id of the rule that made it happen
    seats     who may know it; None: everybody
    redacted  what the others get instead of `data`; None: they do not learn that it happened
    reveals   whether somebody learned what he did not know (decides the tier of a takeback); dice always do
    """

    type: str
    rule: str
    data: dict[str, Any] = {}
    roll: Roll | None = None
    seats: tuple[Seat, ...] | None = None
    redacted: dict[str, Any] | None = None
    reveals: bool = False

    def seen_by(self, viewer: Viewer) -> Event | None:
        """The event as this viewer may know it, or None. What comes back carries no trace of what others may know."""
        if self.seats is None:
            return self
        if viewer.role is Role.REFEREE or any(viewer.knows(seat) for seat in self.seats):
            return Event(type=self.type, rule=self.rule, data=self.data, roll=self.roll, reveals=self.reveals)
        if self.redacted is None:
            return None
        return Event(type=self.type, rule=self.rule, data=self.redacted)

    @property
    def shows_something(self) -> bool:
        """Whether dice fell or something hidden was shown, so that taking it back needs the others' consent."""
        return self.roll is not None or self.reveals
