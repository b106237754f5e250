"""Lairs (§10.2): boulder field, forest lair, summoning circle, and lairs that are landmarks."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.canonical import encode
from app.engine.dice import HmacDice
from app.rulesets.lore import RULESET
from tests.rulesets.lore.table import Table

FIELD, CIRCLE, WOODS, LAIR = "O", "C", "l", "L"


@pytest.mark.parametrize(("code", "free"), [("bHillGiant", True), ("bHydra", False), ("gF", False)])
def test_a_boulder_field_binds_everybody_but_the_hill_giant(code: str, free: bool) -> None:
    table = Table(
        [(code, "d5")],
        [("bF", "f5"), ("bF", "m9")],
        terrain={"e5": FIELD},
        phase="move",
        ordered=["s1"],
        dice={"attack": ["RRR"]} if free else {},
    )
    table.do("move", unit="s1", to="e5")
    if table.asks == "move":
        table.do("end_moves")
    assert bool(table.offered("melee", "s1")) is free
    if free:
        assert table.odds("melee", unit="s1", target="n1").dice == 3
        table.do("melee", unit="s1", target="n1")


def test_a_boulder_field_caps_and_blocks_sight_but_not_the_giants_boulders() -> None:
    def table(code: str) -> Table:
        return Table(
            [(code, "d5")],
            [("bF", "f5")],
            terrain={"e5": FIELD},
            ordered=["s1"],
            mana=(1, 0),
            options={"magic": "mana"},
        )

    assert table("gB").offered("shoot", "s1") == []
    assert [choice["target"] for choice in table("bHillGiant").offered("power", "s1")] == ["n1"]
    into = Table([("rF", "e5")], [("bF", "f5")], terrain={"f5": FIELD}, ordered=["s1"])
    assert into.odds("melee", unit="s1", target="n1").dice == 2


@pytest.mark.parametrize(("code", "free"), [("gWoodGiant", True), ("bHydra", False)])
def test_a_forest_lair_is_forest_for_all_but_the_wood_giant(code: str, free: bool) -> None:
    table = Table(
        [(code, "d5")], terrain={"e5": WOODS, "e6": "W", "d6": "W", "d4": "W", "e4": "W"}, phase="move", ordered=["s1"]
    )
    reached = {choice["to"] for choice in table.offered("move", "s1")}
    assert "e5" in reached
    assert ("f5" in reached) is free


def test_other_lairs_are_landmarks() -> None:
    table = Table([("gF", "d5")], [("bF", "f5"), ("bF", "m9")], terrain={"e5": LAIR}, phase="move", ordered=["s1"])
    table.do("move", unit="s1", to="e5")
    assert table.offered("melee", "s1") == []  # no battle in the turn of entry
    capped = Table([("rF", "e5")], [("bF", "f5")], terrain={"e5": LAIR}, ordered=["s1"])
    assert capped.odds("melee", unit="s1", target="n1").dice == 2


# -- the summoning circle ------------------------------------------------
def circle(roll: str, **more: Any) -> Table:
    """South foot and North foot, one of them on the circle e5."""
    settings: dict[str, Any] = {
        "south": [("bF", "e5")],
        "north": [("bF", "m9")],
        "terrain": {"e5": CIRCLE},
        "ordered": ["s1"],
        "summon": "rElemental",
        "dice": {"summon": [roll]},
    }
    return Table(**(settings | more))


def test_a_sign_of_magic_calls_the_elemental_next_to_the_circle_on_the_callers_side() -> None:
    table = circle("RLB")
    odds = table.odds("use_landmark", unit="s1", kind="summoning_circle")
    assert (odds.dice, odds.outcomes[0].ways, odds.ways) == (3, 6**3 - 5**3, 6**3)
    table.do("use_landmark", unit="s1", kind="summoning_circle")
    assert table.asks == "summon"
    assert {choice["hex"] for choice in table.offered("power")} == {"d5", "f5", "d6", "e6", "d4", "e4"}
    table.do("power", unit="s1", power="summon", hex="e6")
    unit = table.unit("s2")
    assert (unit.kind, unit.side, table.where("s2")) == ("elemental", 0, "e6")
    assert table.terrain("e5") == "."
    assert not unit.ordered


def test_north_may_call_it_too() -> None:
    table = circle("LRR", south=[("bF", "a1")], north=[("bF", "e5")], side=1, ordered=["n1"])
    table.do("use_landmark", unit="n1", kind="summoning_circle")
    table.do("power", unit="n1", power="summon", hex="e6")
    assert (table.unit("n2").side, table.unit("n2").kind) == (1, "elemental")


def test_a_failed_call_replaces_the_battle_and_gives_no_mana() -> None:
    table = circle("RBG", north=[("bF", "f5"), ("bF", "m9")], options={"magic": "mana"})
    assert table.offered("melee", "s1") != []
    table.do("use_landmark", unit="s1", kind="summoning_circle")
    assert table.game.side == 1  # nothing left to do
    assert table.terrain("e5") == CIRCLE
    called = circle("LLL", options={"magic": "mana"})
    called.do("use_landmark", unit="s1", kind="summoning_circle")
    assert called.game.mana == (0, 0)


def test_nothing_is_offered_where_nothing_could_appear() -> None:
    fires = dict.fromkeys(("d5", "f5", "d6", "e6", "d4", "e4"), 1)
    closed = circle("L", terrain={"e5": CIRCLE, **dict.fromkeys(fires, "F")}, fires=fires, dice={})
    assert closed.offered("use_landmark") == []
    assert circle("L", summon="", dice={}).offered("use_landmark") == []


def test_a_burning_hex_is_no_place_to_appear_and_a_single_one_is_taken_at_once() -> None:
    fires = dict.fromkeys(("d5", "f5", "d6", "e6", "d4"), 1)
    table = circle("LRR", terrain={"e5": CIRCLE, **dict.fromkeys(fires, "F")}, fires=fires)
    table.do("use_landmark", unit="s1", kind="summoning_circle")
    assert table.where("s2") == "e4"


def test_a_game_of_a_custom_scenario_survives_being_stored() -> None:
    game = circle("L", dice={}).game
    setup = RULESET.setup(game.setup.custom or {}, {"deck": "none"})
    begun, _ = RULESET.new_game(setup, HmacDice(b"custom", "custom"))
    assert RULESET.decode(encode(begun)) == begun


def test_a_missile_unit_that_moved_calls_with_a_die_less() -> None:
    """Its melee dice (W-1): the banner's, one less after a move."""
    for moved, dice in ((False, 2), (True, 1)):
        table = Table(
            [("gB", "e5")], terrain={"e5": "C"}, summon="rElemental", ordered=["s1"], change={"s1": {"moved": moved}}
        )
        assert table.odds("use_landmark", unit="s1", kind="summoning_circle").dice == dice
