"""Movement (§5, §7, M-1…M-4, F-10, F-11) and what it leaves of the right to battle."""

from __future__ import annotations

from itertools import pairwise

import pytest

from app.rulesets.lore.board import BY_NAME, DISTANCE, NAMES
from tests.rulesets.lore.table import Table


def reach(code: str, **more: object) -> set[str]:
    """Where a unit on g5 may go on an empty plain."""
    table = Table([(code, "g5")], phase="move", ordered=["s1"], **more)  # type: ignore[arg-type]
    return {choice["to"] for choice in table.offered("move")}


def within(distance: int) -> set[str]:
    return {NAMES[h] for h in range(113) if 0 < DISTANCE[BY_NAME["g5"]][h] <= distance}


@pytest.mark.parametrize(
    ("code", "hexes"),
    [("gF", 2), ("bF", 2), ("rF", 1), ("gC", 4), ("bC", 3), ("rC", 2), ("gB", 2), ("bDF", 2), ("rGF", 1)],
)
def test_U_each_banner_moves_its_hexes(code: str, hexes: int) -> None:
    assert reach(code) == within(hexes)


@pytest.mark.parametrize(("code", "hexes"), [("gF", 3), ("bF", 3), ("rF", 2), ("gC", 5)])
def test_march_adds_a_hex(code: str, hexes: int) -> None:
    assert reach(code, card="march") == within(hexes)


@pytest.mark.parametrize(("code", "hexes"), [("gF", 2), ("bF", 2), ("rF", 2)])
def test_foot_surge_moves_two(code: str, hexes: int) -> None:
    assert reach(code, card="foot_surge") == within(hexes)


def after_move(code: str, to: str, **more: object) -> Table:
    """A unit that moved from g5, next to an enemy on the far side, in the battle phase."""
    table = Table([(code, "g5"), ("gB", "a1")], phase="move", ordered=["s1"], **more)  # type: ignore[arg-type]
    table.do("move", unit="s1", to=to)
    if table.asks == "move":
        table.do("end_moves")
    return table


def test_blue_foot_battles_after_one_hex_and_not_after_two() -> None:
    assert after_move("bF", "h5", north=[("bF", "i5")]).offered("melee")
    assert not after_move("bF", "i5", north=[("bF", "j5")]).offered("melee")


def test_green_foot_battles_after_two() -> None:
    assert after_move("gF", "i5", north=[("bF", "j5")]).offered("melee")


def test_surge_lets_blue_and_red_battle_after_two() -> None:
    for code in ("bF", "rF"):
        assert after_move(code, "i5", north=[("bF", "j5")], card="foot_surge").offered("melee")


def test_rush_lets_blue_goblins_battle_after_two_next_to_an_enemy() -> None:
    table = after_move("bGF", "i5", north=[("bF", "j5")], terrain={"i6": "F", "h6": "F"}, fires={"i6": 1})
    assert table.offered("melee", "s1") == [{"verb": "melee", "unit": "s1", "target": "n1"}]
    assert not table.offered("ignite", "s1")
    assert not table.offered("extinguish", "s1")
    assert table.unit("s1").rushed
    assert not after_move("rGF", "h5", north=[("bF", "j5")]).unit("s1").rushed
    assert not after_move("bF", "i5", north=[("bF", "j5")]).unit("s1").rushed


def test_rush_needs_an_enemy_at_the_end() -> None:
    table = Table([("bGF", "g5")], [("bF", "m9")], phase="move", ordered=["s1"], side=0)
    table.do("move", unit="s1", to="i5")
    assert table.game.side == 1  # nothing was left to do


def test_M1_no_way_through_units() -> None:
    ring = [("bF", h) for h in ("h5", "f5", "g6", "f6", "f4")]
    table = Table([("gC", "g5"), *ring], phase="move", ordered=["s1"])
    wanted = {choice["to"] for choice in table.offered("move")}
    assert "g4" in wanted
    assert not wanted & {"h5", "f5", "g6", "f6", "f4"}
    assert "g7" not in wanted  # the only way out leads South
    table.refuses("occupied", "M-1", "move", unit="s1", to="h5")


@pytest.mark.parametrize("letter", list("F~MKTPfDxythGLsl"))
def test_M2_stop_terrain_ends_the_move(letter: str) -> None:
    wall = dict.fromkeys(("h5", "f5", "g6", "f6", "f4", "g4"), letter)
    assert reach("gC", terrain=wall) == set(wall)


@pytest.mark.parametrize("letter", list("HBSbO^C"))
def test_M2_free_terrain_does_not_stop(letter: str) -> None:
    ring = dict.fromkeys(("h5", "f5", "g6", "f6", "f4", "g4"), letter)
    assert reach("gC", terrain=ring) == within(4)


def test_M4_water_is_impassable_and_burning_hexes_too() -> None:
    table = Table([("gF", "g5")], terrain={"h5": "W", "f5": "F"}, fires={"f5": 1}, phase="move", ordered=["s1"])
    assert not {"h5", "f5"} & {choice["to"] for choice in table.offered("move")}
    table.refuses("impassable", "M-4", "move", unit="s1", to="h5")
    table.refuses("hex_burns", "F-10", "move", unit="s1", to="f5")


def test_F11_a_burning_unit_cannot_move() -> None:
    table = Table(
        [("gF", "g5"), ("gF", "a1")], terrain={"g5": "F"}, fires={"g5": 1}, phase="move", ordered=["s1", "s2"]
    )
    assert not table.offered("move", "s1")
    table.refuses("in_fire", "F-11", "move", unit="s1", to="h5")


@pytest.mark.parametrize(
    ("letter", "fights"),
    [
        ("F", True),
        ("H", True),
        ("~", True),
        ("K", False),
        ("t", False),
        ("G", False),
        ("s", False),
        ("O", False),
        ("C", True),
    ],
)
def test_battle_on_the_turn_of_entry(letter: str, fights: bool) -> None:
    table = after_move("gF", "h5", north=[("bF", "i5")], terrain={"h5": letter})
    assert bool(table.offered("melee", "s1")) == fights


def test_archers_may_shoot_out_of_stakes_on_entry() -> None:
    table = after_move("gB", "h5", north=[("bF", "k5")], terrain={"h5": "s"})
    assert table.offered("shoot", "s1")


def test_walls_stop_attackers_only() -> None:
    ring = ("h5", "f5", "g6", "f6", "f4", "g4")
    assert reach("gC", walls=dict.fromkeys(ring, "S")) == within(4)
    assert reach("gC", walls=dict.fromkeys(ring, "N")) == set(ring)


def test_cliffs_forbid_movement_and_melee_across() -> None:
    table = Table([("rF", "g5")], phase="move", ordered=["s1"], cliffs=[("g5", "e"), ("f5", "e")])
    assert {choice["to"] for choice in table.offered("move")} == {"g6", "f6", "f4", "g4"}
    fight = Table([("rF", "g5")], [("bF", "h5"), ("bF", "g6")], ordered=["s1"], cliffs=[("g5", "e")])
    assert [choice["target"] for choice in fight.offered("melee")] == ["n2"]


def test_each_unit_moves_once() -> None:
    table = Table([("gF", "g5"), ("gF", "a1")], phase="move", ordered=["s1", "s2"])
    table.do("move", unit="s1", to="h5")
    assert not table.offered("move", "s1")
    table.refuses("already_moved", "phase-move", "move", unit="s1", to="i5")


def test_the_path_of_a_move_is_told() -> None:
    table = Table([("gC", "g5")], phase="move", ordered=["s1"], terrain={"h5": "W"})
    table.do("move", unit="s1", to="i5")
    event = table.told("moved")[0]
    path = [event.data["from"], *event.data["path"]]
    assert (path[0], path[-1], event.data["how"]) == ("g5", "i5", "move")
    assert all(DISTANCE[BY_NAME[one]][BY_NAME[two]] == 1 for one, two in pairwise(path))
    assert "h5" not in path


def crossed(code: str, **terrain: str) -> Table:
    """c5 walks to e5, with boulders on d5 and enemies beyond."""
    table = Table(
        [(code, "c5"), ("gB", "a1")],
        [("bF", "f5"), ("bF", "b1")],
        terrain={"d5": "O", **terrain},
        phase="move",
        ordered=["s1", "s2"],
    )
    table.do("move", unit="s1", to="e5")
    table.do("end_moves")
    return table


ROUND = dict.fromkeys(("c6", "d6", "c4", "d4", "b6", "b4", "e6", "e4"), "W")


@pytest.mark.parametrize("code", ["gF", "gC", "gSpider", "gWoodGiant", "bHydra"])
def test_M2_whoever_crosses_a_boulder_field_has_entered_it_and_does_not_battle(code: str) -> None:
    assert not crossed(code, **ROUND).offered("melee", "s1")


def test_M2_a_way_round_a_boulder_field_is_taken_where_the_move_reaches_so_far() -> None:
    table = crossed("gC")
    assert table.offered("melee", "s1")
    moved = next(event for event in table.log if event.type == "moved")
    assert "d5" not in moved.data["path"]
    assert len(moved.data["path"]) == 3


def test_boulders_do_not_bar_the_hill_giant_that_crosses_them_or_stays() -> None:
    assert crossed("bHillGiant", **ROUND).offered("melee", "s1")
    table = Table([("bHillGiant", "c5")], [("bF", "e5")], terrain={"d5": "O"}, phase="move", ordered=["s1"])
    table.do("move", unit="s1", to="d5")
    assert table.offered("melee", "s1")
