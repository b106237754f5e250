"""Hexes in axial coordinates: distance, directions, and the cells that a sight line passes.

Pointy-top hexes. A place is (q, r); r grows downwards (to the South), q to the right. Everything is exact: integers and
fractions, never floats.

Surprising: a sight line is cast twice, moved aside by an infinitesimal ε to either hand. A segment that runs along an
edge then passes the cells on one hand in one cast and those on the other hand in the other, and sight is blocked only
if both casts meet an obstacle (lore L-2, L-5). ε is carried as the second part of a pair and compared after the first,
so no small number is ever chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

Cell = tuple[int, int]

DIRECTIONS: tuple[Cell, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Steps to the six neighbours, counter-clockwise from the East."""


def distance(a: Cell, b: Cell) -> int:
    """Hexes between two places, counted as steps."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def neighbours(a: Cell) -> Iterator[Cell]:
    """The six places around, in the order of DIRECTIONS."""
    return ((a[0] + dq, a[1] + dr) for dq, dr in DIRECTIONS)


def _faces(q: int, r: int) -> tuple[int, int, int]:
    """The three numbers in which a hex is the set |face| ≤ 1 around its centre: x-y, y-z, z-x in cube coordinates."""
    x, z = q, r
    y = -x - z
    return (x - y, y - z, z - x)


@lru_cache(maxsize=4096)
def casts(dq: int, dr: int) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Cells, relative to the start, that the segment from (0, 0) to (dq, dr) passes through, ends excluded, when it is
    moved aside by +ε and by -ε. Sorted by (q, r)."""
    return _cast(dq, dr, 1), _cast(dq, dr, -1)


def _cast(dq: int, dr: int, sign: int) -> tuple[Cell, ...]:
    slope = _faces(dq, dr)
    x, z = dq, dr
    y = -x - z
    aside = tuple(sign * part for part in _faces(y - z, x - y))  # the direction across, as (q, r) = (y-z, x-y)
    reach = distance((0, 0), (dq, dr))
    cells = []
    for q in range(min(0, dq) - 1, max(0, dq) + 2):
        for r in range(min(0, dr) - 1, max(0, dr) + 2):
            if (q, r) in ((0, 0), (dq, dr)):
                continue
            if distance((0, 0), (q, r)) <= reach and _passes(slope, aside, _faces(q, r)):
                cells.append((q, r))
    return tuple(cells)


def _passes(slope: tuple[int, ...], aside: tuple[int, ...], centre: tuple[int, ...]) -> bool:
    """Whether the open segment, moved aside, has a part inside the open cell. Numbers are pairs (value, part of ε)."""
    low: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    high: tuple[Fraction, Fraction] = (Fraction(1), Fraction(0))
    for rise, shift, at in zip(slope, aside, centre, strict=True):
        if rise == 0:
            if not ((-1, 0) < (-at, shift) < (1, 0)):
                return False
            continue
        first = (Fraction(-1 + at, rise), Fraction(-shift, rise))
        second = (Fraction(1 + at, rise), Fraction(-shift, rise))
        low = max(low, min(first, second))
        high = min(high, max(first, second))
    return low < high
