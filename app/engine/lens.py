"""Lens: what one looks through at a board before one acts: lines of sight, and what a side could strike.

Asking changes nothing and is nobody's turn: seats and spectators may, at any time, of anything that they see. The
answers tell no more than the asker's view does, for they follow from it by the rules.
"""

from __future__ import annotations

import msgspec


class SightLine(msgspec.Struct, frozen=True):
    """One of the lines that decide whether a place is seen.

    passes   places that the line meets on its way, in order, ends left out
    blocked  the one of them at which it ends; empty: it is clear
    by       text key of what blocks it (`sight.<id>`)
    rule     the rule that says so
    """

    passes: tuple[str, ...]
    blocked: str = ""
    by: str = ""
    rule: str = ""


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """Whether `to` is seen from `origin`. Where several lines decide, the ruleset says with `clear` how."""

    origin: str
    to: str
    clear: bool
    lines: tuple[SightLine, ...]
    rule: str


class Reach(msgspec.Struct, frozen=True):
    """Places that a unit could strike."""

    unit: str
    places: tuple[str, ...]


class Threat(msgspec.Struct, frozen=True, kw_only=True):
    """What the units of seat `of` could strike in its next turn, as the board stands and by what is public: no card
    that could be in a hand counts. Units that reach nothing are left out."""

    of: int
    reaches: tuple[Reach, ...]
    rule: str
