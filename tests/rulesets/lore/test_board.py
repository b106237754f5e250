"""The board (B-1…B-5): its size, names, neighbours, sectors, back hexes, half turn."""

from __future__ import annotations

from app.rulesets.lore import board
from app.rulesets.lore.board import (
    BACK,
    BY_NAME,
    CENTRE,
    DISTANCE,
    LEFT,
    NAMES,
    NEIGHBOURS,
    NORTH,
    PLACES,
    RIGHT,
    SOUTH,
)


def test_B1_rows_of_13_and_12() -> None:
    rows = [row for row, _ in PLACES]
    assert len(NAMES) == 113
    assert [rows.count(row) for row in range(9)] == [13, 12, 13, 12, 13, 12, 13, 12, 13]


def test_names_count_rows_from_south() -> None:
    assert (NAMES[0], NAMES[-1]) == ("a9", "m1")
    assert PLACES[BY_NAME["g5"]] == (4, 6)
    assert sorted(BY_NAME) == sorted(set(NAMES))


def test_B2_neighbours_as_the_rules_list_them() -> None:
    for h, (r, c) in enumerate(PLACES):
        shift = (-1, 0) if r % 2 == 0 else (0, 1)
        listed = [(r, c - 1), (r, c + 1)] + [(r + dr, c + dc) for dr in (-1, 1) for dc in shift]
        wanted = {board.NUMBER[place] for place in listed if place in board.NUMBER}
        assert set(NEIGHBOURS[h]) == wanted


def test_B2_distance_is_the_number_of_steps() -> None:
    for start in range(113):
        steps = {start: 0}
        edge = [start]
        while edge:
            edge = [n for h in edge for n in NEIGHBOURS[h] if n not in steps and not steps.update({n: steps[h] + 1})]
        # the board has no holes, so walking is never longer than the distance
        assert all(DISTANCE[start][h] == steps[h] for h in range(113))


def test_B4_sectors_of_south_and_north() -> None:
    for h, (r, c) in enumerate(PLACES):
        if r % 2 == 0:
            wanted = {LEFT} if c <= 3 else {CENTRE} if c <= 8 else {RIGHT}
        else:
            wanted = {LEFT} if c <= 2 else {LEFT, CENTRE} if c == 3 else {CENTRE} if c <= 7 else set()
            wanted = wanted or ({CENTRE, RIGHT} if c == 8 else {RIGHT})
        assert set(board.SECTORS_OF[SOUTH][h]) == wanted
        assert set(board.SECTORS_OF[NORTH][h]) == {2 - sector for sector in wanted}


def test_R4_back_hexes_lead_to_the_home_edge() -> None:
    """B-3 too: row 8 is the South edge, row 0 the North one."""
    assert BACK[SOUTH][BY_NAME["g1"]] == ()
    assert BACK[NORTH][BY_NAME["g9"]] == ()
    assert [NAMES[h] for h in BACK[SOUTH][board.at(5, 5)]] == [NAMES[board.at(6, 5)], NAMES[board.at(6, 6)]]
    for side, step in ((SOUTH, 1), (NORTH, -1)):
        for h, (r, _) in enumerate(PLACES):
            for n in BACK[side][h]:
                assert PLACES[n][0] == r + step
                assert n in NEIGHBOURS[h]


def test_half_a_turn_keeps_distances_and_swaps_edges() -> None:
    for h in range(113):
        r, c = PLACES[h]
        assert PLACES[board.turned(h)] == (8 - r, board.width(r) - 1 - c)
        assert {board.turned(n) for n in NEIGHBOURS[h]} == set(NEIGHBOURS[board.turned(h)])
        assert {board.turned(n) for n in BACK[SOUTH][h]} == set(BACK[NORTH][board.turned(h)])


def test_lines_run_straight() -> None:
    line = board.line_from(BY_NAME["a5"], 0, 4)
    assert [NAMES[h] for h in line] == ["b5", "c5", "d5", "e5"]
    for h in range(113):
        for direction in range(6):
            line = board.line_from(h, direction, 2)
            assert [DISTANCE[h][n] for n in line] == list(range(1, len(line) + 1))
