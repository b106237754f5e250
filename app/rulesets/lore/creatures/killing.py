"""Exact chances of killing a creature with one attack: hits thrown again (K-3), wounds and necks, and the dice for
hexes that it cannot retreat (K-5). The owner is taken to ignore all flags he may and to go back the best way.

Surprising: everything is whole numbers of ways over dice of the attack, dice thrown again, and dice of K-5 together.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

from app.rulesets.lore.chances import multinomial
from app.rulesets.lore.creatures import hooks

if TYPE_CHECKING:
    from app.rulesets.lore.play import Play


@lru_cache(maxsize=16384)
def killed(
    dice: int, blade: bool, ignored_blades: int, sides: int, flags_hit: bool, lethal: int, missing: tuple[int, ...]
) -> tuple[int, int]:
    """Ways in which the creature dies, and all ways.

    blade           whether blades hit, beside its colour; ignored_blades: those that do not count (wall, stakes)
    sides           faces of a die; 5: blades are thrown again until none is left
    flags_hit       whether flags hit too (frozen)
    lethal          hits that kill for certain; 0: each hit is thrown again and kills with one face of six
    missing         for 0, 1, 2 … flags rolled: hexes that it then cannot retreat
    """
    most = max(missing)
    again = 1 if lethal else 6
    whole = sides**dice * again**dice * 36**most
    alive = 0
    for colours in range(dice + 1):
        for blades in range(dice + 1 - colours if sides == 6 else 1):
            for flags in range(dice + 1 - colours - blades):
                ways = multinomial(dice, colours, blades, flags) * 3 ** (dice - colours - blades - flags)
                hits = colours + (max(0, blades - ignored_blades) if blade else 0) + (flags if flags_hit else 0)
                short = missing[flags]
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
    from app.rulesets.lore.battle import NEAR, blade_hits, bold_sources, flags_hit, ignored_blades, sides_of
    from app.rulesets.lore.retreat import outlook

    unit, other = play.units[index], play.units[target]
    hook, own = hooks(other.kind), hooks(unit.kind)
    assert hook is not None
    if own is not None and own.spares(unit, how):
        return 0, 6**dice
    sides = sides_of(unit)
    frozen = flags_hit(play, other)
    per = hook.retreat_per_flag(play, other)
    missing = [0] * (dice + 1)
    if per and not frozen and other.hex not in play.fires:
        bold = max(len(bold_sources(play, other)), hook.must_ignore(play, other))
        for flags in range(bold + 1, dice + 1):
            missing[flags] = outlook(play, other, (flags - bold) * per)[1]
    blade = blade_hits(unit, other, how in NEAR)
    return killed(dice, blade, ignored_blades(play, other), sides, frozen, hook.lethal(other), tuple(missing))
