"""Odds: the exact chances of an action before anybody rolls. Integers only: ways out of all ways."""

from __future__ import annotations

import msgspec

from app.engine.event import Modifier


class Outcome(msgspec.Struct, frozen=True):
    """One plain outcome: a text key, in how many ways of `Odds.ways` it comes, and its tone (harm, help, none)."""

    key: str
    ways: int
    tone: str = "none"


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """Chances of one action.

    kind         text key of the deed (`odds.melee`)
    dice         number of dice thrown; 0: nothing is left to chance
    ways         the denominator: all ways in which the dice may fall
    outcomes     exclusive, most wanted first; their ways add up to `ways`
    parts        where the number of dice comes from
    distribution exact numbers behind the outcomes: (what, amount, ways) such as ("hits", 2, 96)
    rule         the rule that governs the deed
    """

    kind: str
    dice: int
    ways: int
    outcomes: tuple[Outcome, ...]
    parts: tuple[Modifier, ...] = ()
    distribution: tuple[tuple[str, int, int], ...] = ()
    rule: str = ""
