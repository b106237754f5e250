"""Hex geometry against plain oracles: distance by breadth-first search, sight lines by floating-point sampling."""

from __future__ import annotations

from math import sqrt

import pytest

from app.engine.space.hex import DIRECTIONS, casts, distance, neighbours

OFFSETS = [(q, r) for q in range(-6, 7) for r in range(-6, 7) if 0 < distance((0, 0), (q, r)) <= 6]


def test_neighbours_are_one_step_away_and_distinct() -> None:
    around = set(neighbours((3, -2)))
    assert len(around) == 6
    assert all(distance((3, -2), cell) == 1 for cell in around)


def test_distance_counts_steps() -> None:
    reached = {(0, 0): 0}
    edge = [(0, 0)]
    while edge:
        cell = edge.pop(0)
        for other in neighbours(cell):
            if other not in reached and reached[cell] < 5:
                reached[other] = reached[cell] + 1
                edge.append(other)
    assert all(distance((0, 0), cell) == steps for cell, steps in reached.items())
    assert len(reached) == 1 + 3 * 5 * 6


def sampled(dq: int, dr: int, aside: float) -> set[tuple[int, int]]:
    """Cells under many points of the segment, moved aside by a small real distance."""

    def centre(q: float, r: float) -> tuple[float, float]:
        return sqrt(3) * (q + r / 2), 1.5 * r

    ex, ey = centre(dq, dr)
    length = sqrt(ex * ex + ey * ey)
    nx, ny = -ey / length * aside, ex / length * aside
    found = set()
    for step in range(1, 1500):
        x, y = ex * step / 1500 + nx, ey * step / 1500 + ny
        r = y / 1.5
        q = x / sqrt(3) - r / 2
        found.add(
            min(
                ((a, b) for a in range(int(q) - 2, int(q) + 3) for b in range(int(r) - 2, int(r) + 3)),
                key=lambda cell: (centre(*cell)[0] - x) ** 2 + (centre(*cell)[1] - y) ** 2,
            )
        )
    return found - {(0, 0), (dq, dr)}


@pytest.mark.parametrize("offset", [o for o in OFFSETS if distance((0, 0), o) <= 4])
def test_a_cast_passes_the_cells_under_the_moved_segment(offset: tuple[int, int]) -> None:
    ours = {frozenset(cast) for cast in casts(*offset)}
    assert ours == {frozenset(sampled(*offset, 1e-4)), frozenset(sampled(*offset, -1e-4))}


@pytest.mark.parametrize("offset", OFFSETS)
def test_a_cast_seen_from_the_other_end_passes_the_same_cells(offset: tuple[int, int]) -> None:
    dq, dr = offset
    there = {frozenset(cast) for cast in casts(dq, dr)}
    back = {frozenset((dq + q, dr + r) for q, r in cast) for cast in casts(-dq, -dr)}
    assert there == back


def test_along_an_edge_each_cast_keeps_to_one_hand() -> None:
    assert casts(1, 1) == (((0, 1),), ((1, 0),))


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_straight_line_passes_its_middle_cells_in_both_casts(direction: tuple[int, int]) -> None:
    q, r = direction
    assert {frozenset(cast) for cast in casts(3 * q, 3 * r)} == {frozenset({(q, r), (2 * q, 2 * r)})}
