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


@lru_cache(maxsize=65536)
def strike(
    dice: int,
    blade: bool,
    ignored_blades: int,
    figures: int,
    bold: int,
    outlook: tuple[tuple[int, int], ...],
    fright: bool,
    sides: int = 6,
    frozen: bool = False,
    harmless: bool = False,
) -> Strike:
    """Chances of an attack on a troop.

    ignored_blades  blades that do not count (wall, stakes)
    outlook         for 0, 1, 2 … flags obeyed: (hexes run, figures lost for hexes not free), with the owner's best path
    fright          whether each hex run is diced for
    sides           5: dice that are thrown again until they show no blade (wood giant)
    frozen          whether each flag is a hit
    harmless        whether hits take no figures (frost)
    """
    longest = max(run for run, _ in outlook) if fright else 0
    scale = 6**longest
    destroyed = pushed = hold = 0
    by_hits: dict[int, int] = {}
    by_flags: dict[int, int] = {}
    for colours in range(dice + 1):
        for blades in range(dice + 1 - colours if sides == 6 else 1):
            for flags in range(dice + 1 - colours - blades):
                others = dice - colours - blades - flags
                ways = multinomial(dice, colours, blades, flags) * 3**others * scale
                hits = colours + (max(0, blades - ignored_blades) if blade else 0) + (flags if frozen else 0)
                by_hits[hits] = by_hits.get(hits, 0) + ways
                by_flags[flags] = by_flags.get(flags, 0) + ways
                if harmless:
                    hits = 0
                if hits >= figures:
                    destroyed += ways
                    continue
                run, lost = (0, 0) if frozen else outlook[max(0, flags - bold)]
                spare = figures - hits - lost
                if spare <= 0:
                    destroyed += ways
                    continue
                dead = ways // scale * at_least(run, 1, spare) * 6 ** (longest - run) if fright else 0
                destroyed += dead
                if run:
                    pushed += ways - dead
                else:
                    hold += ways - dead
    distribution = tuple(("hits", n, by_hits[n]) for n in sorted(by_hits))
    distribution += tuple(("flags", n, by_flags[n]) for n in sorted(by_flags))
    return Strike(sides**dice * scale, destroyed, pushed, hold, distribution)
