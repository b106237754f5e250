"""Exact chances of killing a creature with one attack: hits thrown again (K-3), wounds and necks, and the dice for
hexes that it cannot retreat (K-5). The owner is taken to ignore all flags he may and to go back the best way.

Surprising: everything is whole numbers of ways over dice of the attack, dice thrown again, and dice of K-5 together.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

from app.rulesets.lore.chances import combinations, weights
from app.rulesets.lore.creatures import hooks

if TYPE_CHECKING:
    from app.rulesets.lore.play import Play


@lru_cache(maxsize=16384)
def killed(
    dice: int,
    blade: bool,
    ignored_blades: int,
    sides: int,
    flags_hit: bool,
    lethal: int,
    missing: tuple[tuple[int, ...], ...],
    harmless: bool = False,
) -> tuple[int, int]:
    """Ways in which the creature dies, and all ways.

    blade           whether blades hit, beside its colour; ignored_blades: those that do not count (wall, stakes)
    sides           faces of a die; 5: blades are thrown again until none is left
    flags_hit       whether flags hit too (frozen)
    lethal          hits that kill for certain; 0: each hit is thrown again and kills with one face of six
    missing         by signs of magic (one row where they do nothing) and flags: hexes that it then cannot retreat
    harmless        whether hits do nothing (frost)
    """
    most = max(max(row) for row in missing)
    again = 1 if lethal else 6
    face = weights(sides, len(missing) > 1)
    whole = sum(face) ** dice * again**dice * 36**most
    alive = 0
    for colours, blades, flags, signs, ways in combinations(dice, face):
        hits = colours + (max(0, blades - ignored_blades) if blade else 0) + (flags if flags_hit else 0)
        if harmless:
            hits = 0
        short = missing[min(signs, len(missing) - 1)][flags]
        if lethal:
            if hits >= lethal:
                continue
            survive = _fewer(short, lethal - hits) * 6**short
            alive += ways * survive * 36 ** (most - short)
        else:
            alive += ways * 5**hits * again ** (dice - hits) * 35**short * 36 ** (most - short)
    return whole - alive, whole


def _fewer(dice: int, needed: int) -> int:
    """Ways out of 6**dice in which fewer than `needed` dice show one colour."""
    return sum(comb(dice, k) * 5 ** (dice - k) for k in range(min(dice + 1, needed)))


def chance(play: Play, index: int, target: int, dice: int, how: str) -> tuple[int, int]:
    """Ways, and all ways, in which an attack with so many dice kills the creature `target`."""
    from app.rulesets.lore.aftermath import ways_back
    from app.rulesets.lore.battle import NEAR, blade_hits, flags_hit, ignored_blades, sides_of

    unit, other = play.units[index], play.units[target]
    hook, own = hooks(other.kind), hooks(unit.kind)
    assert hook is not None
    frozen = flags_hit(play, other)
    missing = tuple([tuple([back.lost for back in row]) for row in ways_back(play, index, target, dice, not frozen)])
    return killed(
        dice,
        blade_hits(unit, other, how in NEAR),
        ignored_blades(play, other),
        sides_of(unit),
        frozen,
        hook.lethal(other),
        missing,
        own is not None and own.spares(unit, how),
    )
