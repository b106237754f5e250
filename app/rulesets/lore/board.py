"""The board as numbers: 113 hexes 0…112 in reading order, with everything about them worked out once (B-1…B-5).

Must not know terrain, units or rules of play. Surprising: turning the board by half a turn sends hex h to 112 - h, and
South's left sector is North's right one (B-4). Off-board space has no number; it never blocks sight (L-7).
"""

from __future__ import annotations

from functools import lru_cache

from app.engine.space.hex import DIRECTIONS, Cell, casts, distance

ROWS = 9
HEXES = 113
NOWHERE = -1
"""Where a unit stands that is not on the board."""

SOUTH, NORTH = 0, 1
LEFT, CENTRE, RIGHT = 0, 1, 2
SECTORS = ("left", "centre", "right")
DIRECTION_NAMES = ("e", "ne", "nw", "w", "sw", "se")
"""Names of the six directions, in the order of `hex.DIRECTIONS`."""


def width(row: int) -> int:
    """Hexes in a row: 13 in even rows, 12 in odd ones (B-1)."""
    return 13 - row % 2


PLACES: tuple[tuple[int, int], ...] = tuple((r, c) for r in range(ROWS) for c in range(width(r)))
"""(row, col) of each hex; row 0 is the North edge."""
NUMBER: dict[tuple[int, int], int] = {place: h for h, place in enumerate(PLACES)}
AXIAL: tuple[Cell, ...] = tuple((c - r // 2, r) for r, c in PLACES)
_BY_AXIAL: dict[Cell, int] = {cell: h for h, cell in enumerate(AXIAL)}

NAMES: tuple[str, ...] = tuple(f"{chr(97 + c)}{9 - r}" for r, c in PLACES)
"""`a1` … `m9`: the letter is the column, the number counts rows from South."""
BY_NAME: dict[str, int] = {name: h for h, name in enumerate(NAMES)}


def at(row: int, col: int) -> int:
    """The hex at (row, col) of the rules; KeyError off the board."""
    return NUMBER[(row, col)]


def _step(h: int, direction: int) -> int:
    q, r = AXIAL[h]
    dq, dr = DIRECTIONS[direction]
    return _BY_AXIAL.get((q + dq, r + dr), NOWHERE)


TOWARDS: tuple[tuple[int, ...], ...] = tuple(tuple(_step(h, d) for d in range(6)) for h in range(HEXES))
"""The neighbour in each of the six directions, or NOWHERE."""
NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(tuple(n for n in row if n >= 0) for row in TOWARDS)
"""The adjacent hexes (B-2); DISTANCE: steps between any two."""
DISTANCE: tuple[tuple[int, ...], ...] = tuple(tuple(distance(a, b) for b in AXIAL) for a in AXIAL)


def _back(h: int, side: int) -> tuple[int, ...]:
    row = PLACES[h][0]
    wanted = row + 1 if side == SOUTH else row - 1
    return tuple(sorted(n for n in NEIGHBOURS[h] if PLACES[n][0] == wanted))


BACK: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(_back(h, side) for h in range(HEXES)) for side in (SOUTH, NORTH)
)
"""BACK[side][hex]: the one or two hexes of the next row toward the side's home edge (R-4), which is the row
nearest to it (B-3); none on the edge itself."""

WITHIN: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple(b for b in range(HEXES) if 0 < DISTANCE[a][b] <= reach) for a in range(HEXES)) for reach in range(5)
)
"""WITHIN[n][hex]: the other hexes at most n away, for n up to the longest range, 4."""


def _sectors_south(h: int) -> tuple[int, ...]:
    row, col = PLACES[h]
    if row % 2 == 0:
        return (LEFT,) if col <= 3 else (CENTRE,) if col <= 8 else (RIGHT,)
    if col == 3:
        return (LEFT, CENTRE)
    if col == 8:
        return (CENTRE, RIGHT)
    return (LEFT,) if col < 3 else (CENTRE,) if col < 8 else (RIGHT,)


SECTORS_OF: tuple[tuple[tuple[int, ...], ...], ...] = (
    tuple(_sectors_south(h) for h in range(HEXES)),
    tuple(tuple(sorted(2 - s for s in _sectors_south(h))) for h in range(HEXES)),
)
"""SECTORS_OF[side][hex]: the sectors to which a hex belongs, as that side sees them (B-4)."""


@lru_cache(maxsize=HEXES * HEXES)
def sight_lines(a: int, b: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The hexes that the two casts of the segment a–b pass, ends excluded, in order from a to b (L-5). Cells off the
    board are left out, since they never block (L-7)."""
    (aq, ar), (bq, br) = AXIAL[a], AXIAL[b]
    dq, dr = bq - aq, br - ar
    return tuple(  # type: ignore[return-value]
        tuple(
            _BY_AXIAL[(aq + q, ar + r)]
            for q, r in sorted(cells, key=lambda cell: _along(cell, dq, dr))
            if (aq + q, ar + r) in _BY_AXIAL
        )
        for cells in casts(dq, dr)
    )


def _along(cell: Cell, dq: int, dr: int) -> int:
    """How far along (dq, dr) a cell lies: the dot product in cube coordinates, which grows cell by cell."""
    q, r = cell
    return q * dq + r * dr + (q + r) * (dq + dr)


def line_from(h: int, direction: int, count: int) -> tuple[int, ...]:
    """Up to `count` hexes in a straight line from h, nearest first, as far as the board reaches."""
    found = []
    for _ in range(count):
        h = TOWARDS[h][direction]
        if h < 0:
            break
        found.append(h)
    return tuple(found)


def turned(h: int) -> int:
    """The hex after turning the board by half a turn."""
    return HEXES - 1 - h
