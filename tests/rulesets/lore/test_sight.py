"""Line of sight (L-1…L-7) against an oracle that knows nothing of casts, and by examples."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from app.rulesets.lore.board import AXIAL, BY_NAME, DISTANCE, NAMES, sight_lines
from app.rulesets.lore.play import Play
from app.rulesets.lore.sight import clear
from tests.rulesets.lore.table import Table, rows_with

Point = tuple[Fraction, Fraction]


def centre(h: int) -> Point:
    """Centre in axial coordinates: affine, so what is inside, on an edge and outside stays so."""
    return Fraction(AXIAL[h][0]), Fraction(AXIAL[h][1])


def faces(p: Point, h: int) -> tuple[Fraction, Fraction, Fraction]:
    """The three numbers that are all within ±1 inside hex h, and of which one is ±1 on its edge."""
    x, z = p[0] - AXIAL[h][0], p[1] - AXIAL[h][1]
    y = -x - z
    return x - y, y - z, z - x


def inside(p: Point, h: int) -> bool:
    """Whether p is in the open hex."""
    return all(-1 < face < 1 for face in faces(p, h))


def touches(p: Point, h: int) -> bool:
    """Whether p is in the closed hex."""
    return all(-1 <= face <= 1 for face in faces(p, h))


def oracle(a: int, b: int) -> tuple[set[int], list[tuple[int, ...]]]:
    """L-1 and L-2 by many points of the segment: hexes it passes through, and pairs of hexes whose common edge it runs
    along (one hex or none where the other is off the board, L-7)."""
    (ax, az), (bx, bz) = centre(a), centre(b)
    through: set[int] = set()
    along: set[tuple[int, ...]] = set()
    close = [h for h in range(113) if DISTANCE[a][h] + DISTANCE[h][b] <= DISTANCE[a][b] + 1]
    for part in range(1, 240):
        t = Fraction(part, 240)
        p = (ax + (bx - ax) * t, az + (bz - az) * t)
        hexes = [h for h in close if touches(p, h)]
        within = [h for h in hexes if inside(p, h)]
        if within:
            through.update(within)
        else:
            near = (ax + (bx - ax) * (t + Fraction(1, 5000)), az + (bz - az) * (t + Fraction(1, 5000)))
            if not any(inside(near, h) for h in hexes):
                along.add(tuple(h for h in hexes if touches(near, h)))
    return through - {a, b}, [tuple(h for h in pair if h not in (a, b)) for pair in along]


def test_L1_L2_agree_with_brute_force_up_to_range_4() -> None:
    """L-5: the two casts say what L-1 and L-2 say, as far as any weapon reaches."""
    start = BY_NAME["g5"]
    for target in [h for h in range(113) if 1 < DISTANCE[start][h] <= 4]:
        through, along = oracle(start, target)
        first, second = (set(cast) for cast in sight_lines(start, target))
        cells = sorted(first | second)
        for size in range(len(cells) + 1):
            for obstacles in combinations(cells, size):
                blocked_by_rule = any(h in obstacles for h in through) or _sides_blocked(along, set(obstacles))
                blocked = bool(first & set(obstacles)) and bool(second & set(obstacles))
                assert blocked == blocked_by_rule, (NAMES[target], [NAMES[h] for h in obstacles])


def _sides_blocked(along: list[tuple[int, ...]], obstacles: set[int]) -> bool:
    """L-2: at least one hex on each side of the segment is an obstacle."""
    if not along:
        return False
    left = {pair[0] for pair in along if len(pair) == 2}
    right = {pair[1] for pair in along if len(pair) == 2}
    return bool(left & obstacles) and bool(right & obstacles)


def sees(a: str, b: str, terrain: dict[str, str], units: tuple[str, ...] = (), **more: object) -> bool:
    """Whether a sees b both ways."""
    table = Table([("gB", a), *(("bF", h) for h in units)], [("bF", b)], terrain=terrain, **more)  # type: ignore[arg-type]
    play = Play(table.game)
    there, back = clear(play, BY_NAME[a], BY_NAME[b]), clear(play, BY_NAME[b], BY_NAME[a])
    assert there == back
    return there


def test_L1_units_and_blocking_terrain_block() -> None:
    assert sees("c5", "f5", {})
    assert not sees("c5", "f5", {}, units=("d5",))
    assert not sees("c5", "f5", {"e5": "F"})


@pytest.mark.parametrize("letter", list("FHKTPfDxythLOl"))
def test_L3_blocking_terrain(letter: str) -> None:
    assert not sees("c5", "f5", {"e5": letter})


@pytest.mark.parametrize("letter", list(".W~BSbMsGC^"))
def test_L3_open_terrain(letter: str) -> None:
    assert sees("c5", "f5", {"e5": letter})


def test_L3_ends_do_not_block() -> None:
    assert sees("c5", "f5", {"c5": "F", "f5": "K"})


def test_L2_along_an_edge_one_free_side_suffices() -> None:
    # e5 and f7 … two rows apart in the same file: the segment runs along the edge of d6 and e6
    assert sees("e5", "e7", {"d6": "F"})
    assert sees("e5", "e7", {"e6": "F"})
    assert not sees("e5", "e7", {"d6": "F", "e6": "H"})


def test_L7_the_board_edge_is_a_free_side() -> None:
    assert sees("a5", "a7", {"a6": "F"})


def test_L4_joined_hills() -> None:
    assert sees("c5", "f5", {"c5": "H", "d5": "H", "e5": "H", "f5": "H"})
    assert not sees("c5", "f5", {"c5": "H", "d5": "H", "e5": "H"})  # one is not on a hill
    assert not sees("c5", "f5", {"c5": "H", "e5": "H", "f5": "H", "d5": "F"})
    assert not sees("c5", "f5", {"c5": "H", "d5": "H", "f5": "H"})  # no continuous line of hills
    assert not sees("c5", "f5", {"c5": "H", "d5": "H", "e5": "H", "f5": "H"}, units=("d5",))


def test_a_cliff_blocks_on_its_side_only() -> None:
    assert not sees("c5", "f5", {"d5": "^"}, cliffs=[("d5", "e")])
    assert sees("c5", "f5", {"d5": "^"}, cliffs=[("d5", "nw")])


def test_rows_helper_is_sound() -> None:
    assert rows_with({"g5": "S"})[4] == "......S......"
