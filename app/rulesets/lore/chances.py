"""Exact chances of throws, as whole numbers of ways. Pure arithmetic, cached; knows no board.

Surprising: where a goblin's fright dice follow the attack (§9), the ways are counted over all the dice together.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, factorial
from typing import NamedTuple

Distribution = tuple[tuple[str, int, int], ...]
"""What is counted ("hits", "flags"), how many, in how many ways."""


class Strike(NamedTuple):
    """Ways in which an attack on a troop ends, out of `ways`, and what dealt them."""

    ways: int
    destroyed: int
    pushed_back: int
    hold: int
    distribution: Distribution


def multinomial(total: int, *parts: int) -> int:
    """In how many orders `total` dice show so many of each kind, the rest being of another kind."""
    ways = factorial(total)
    for part in parts:
        ways //= factorial(part)
    return ways // factorial(total - sum(parts))


@lru_cache(maxsize=4096)
def at_least(dice: int, faces: int, needed: int) -> int:
    """Ways out of 6**dice in which at least `needed` dice show one of `faces` faces."""
    return sum(comb(dice, k) * faces**k * (6 - faces) ** (dice - k) for k in range(max(0, needed), dice + 1))


@lru_cache(maxsize=4096)
def no_hit(dice: int, faces: int, blade: bool, ignored_blades: int) -> int:
    """Ways out of 6**dice in which no die shows one of `faces` faces and, if blades hit, no more than `ignored_blades`
    show a blade."""
    if not blade:
        ways: int = (6 - faces) ** dice
        return ways
    return sum(comb(dice, k) * (5 - faces) ** (dice - k) for k in range(min(dice, ignored_blades) + 1))


class Weights(NamedTuple):
    """Of how many equal ways of one die each kind of face comes up: the target's colour, blade, flag, sign of magic
    where it does something, all others."""

    colour: int
    blade: int
    flag: int
    sign: int
    other: int


COMMON = Weights(1, 1, 1, 0, 3)
RETHROWN = Weights(1, 0, 1, 0, 3)
"""Blades are thrown again until none is left; signs do nothing."""
PUSHING = Weights(6, 0, 6, 5, 13)
"""The same, where a sign pushes, but not if it came up when thrown again: one face of the first throw."""


def weights(sides: int, signs: bool) -> Weights:
    """Weights of a die that comes to rest on so many sides (5: blades are thrown again)."""
    return COMMON if sides == 6 else PUSHING if signs else RETHROWN


@lru_cache(maxsize=65536)
def strike(
    dice: int,
    blade: bool,
    ignored_blades: int,
    figures: int,
    ways_back: tuple[tuple[tuple[int, int, bool], ...], ...],
    fright: bool,
    sides: int = 6,
    frozen: bool = False,
    harmless: bool = False,
) -> Strike:
    """Chances of an attack on a troop.

    ignored_blades  blades that do not count (wall, stakes)
    ways_back       by signs of magic (one row where they do nothing) and flags: (hexes run, figures lost for hexes not
                    free, whether it leaves its hex), with the owner's best path
    fright          whether each hex run is diced for
    sides           5: dice that are thrown again until they show no blade (wood giant)
    frozen          whether each flag is a hit
    harmless        whether hits take no figures (frost)
    """
    longest = max(run for row in ways_back for run, _, _ in row) if fright else 0
    scale = 6**longest
    face = weights(sides, len(ways_back) > 1)
    destroyed = pushed = hold = 0
    by_hits: dict[int, int] = {}
    by_flags: dict[int, int] = {}
    for colours, blades, flags, signs, ways in combinations(dice, face):
        ways *= scale
        hits = colours + (max(0, blades - ignored_blades) if blade else 0) + (flags if frozen else 0)
        by_hits[hits] = by_hits.get(hits, 0) + ways
        by_flags[flags] = by_flags.get(flags, 0) + ways
        if harmless:
            hits = 0
        if hits >= figures:
            destroyed += ways
            continue
        run, lost, moved = ways_back[min(signs, len(ways_back) - 1)][flags]
        spare = figures - hits - lost
        if spare <= 0:
            destroyed += ways
            continue
        dead = ways // scale * at_least(run, 1, spare) * 6 ** (longest - run) if fright else 0
        destroyed += dead
        if moved:
            pushed += ways - dead
        else:
            hold += ways - dead
    distribution = tuple(("hits", n, by_hits[n]) for n in sorted(by_hits))
    distribution += tuple(("flags", n, by_flags[n]) for n in sorted(by_flags))
    return Strike(sum(face) ** dice * scale, destroyed, pushed, hold, distribution)


@lru_cache(maxsize=256)
def combinations(dice: int, face: Weights) -> tuple[tuple[int, int, int, int, int], ...]:
    """Every (colours, blades, flags, signs) of so many dice, with its number of ways out of sum(face)**dice."""
    found = []
    for colours in range(dice + 1):
        for blades in range(dice + 1 - colours if face.blade else 1):
            for flags in range(dice + 1 - colours - blades):
                for signs in range(dice + 1 - colours - blades - flags if face.sign else 1):
                    others = dice - colours - blades - flags - signs
                    ways = multinomial(dice, colours, blades, flags, signs) * face.other**others
                    ways *= face.colour**colours * face.blade**blades * face.flag**flags * face.sign**signs
                    found.append((colours, blades, flags, signs, ways))
    return tuple(found)
