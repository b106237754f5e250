"""Levels of a council (Z-1…Z-3, K-8): who advises, what creatures cost, what follows from the levels. Pure numbers.

Surprising: a side that names no council gets an even one from the levels that its creatures leave.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.rulesets.lore.content import CREATURES

COMMANDER = "commander"
ADVISERS = (COMMANDER, "wizard", "cleric", "warrior", "rogue")
HIGHEST = 3
"""Level of an adviser at most."""
USUAL = 6
"""Total level of a council, creatures included (Z-1)."""
EVEN = (0, 0, 1, 1, 2, 3, 4, 2, 3, 4, 0, 1, 2, 3, 4)
"""In which order an even council gets its levels, as places in ADVISERS."""
LANDMARKS = {COMMANDER: "fortress", "wizard": "pentacle", "rogue": "den", "warrior": "camp", "cleric": "fountain"}


def creature_levels(kinds: Iterable[str]) -> int:
    """Council levels that a side's creatures cost (K-8)."""
    return sum(CREATURES[kind].level for kind in kinds if kind in CREATURES)


def even(levels: int) -> dict[str, int]:
    """An even council of so many levels, commander first."""
    council = dict.fromkeys(ADVISERS, 0)
    for place in EVEN[: max(0, levels)]:
        council[ADVISERS[place]] += 1
    return council


def sound(council: Any, levels: int) -> bool:
    """Whether a council as given is one: known advisers, levels 0 to 3, no more in all than there are."""
    return (
        isinstance(council, Mapping)
        and all(name in ADVISERS for name in council)
        and all(type(level) is int and 0 <= level <= HIGHEST for level in council.values())
        and sum(council.values()) <= levels
    )


def complete(council: Mapping[str, int]) -> dict[str, int]:
    """A council with every adviser, in their order."""
    return {name: council.get(name, 0) for name in ADVISERS}


def hand_size(council: Mapping[str, int]) -> int:
    """Order cards of a commander of that level (Z-2)."""
    return council[COMMANDER] + 3


def magic_level(council: Mapping[str, int]) -> int:
    """L: the highest level among the other advisers (Z-3)."""
    return max(level for name, level in council.items() if name != COMMANDER)


def sole_landmarks(councils: tuple[dict[str, int], dict[str, int]], side: int) -> tuple[str, ...]:
    """Landmarks that the side places: of its level-3 advisers that the other side does not have at level 3 (Z-8)."""
    ours, theirs = councils[side], councils[1 - side]
    return tuple(
        LANDMARKS[name] for name in ADVISERS if ours.get(name, 0) == HIGHEST and theirs.get(name, 0) != HIGHEST
    )


def mana_of(councils: tuple[dict[str, int], dict[str, int]]) -> tuple[int, int]:
    """Mana of both sides at the start (Z-3)."""
    return magic_level(councils[0]), magic_level(councils[1])
