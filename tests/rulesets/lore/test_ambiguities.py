"""The fifty-four questions of §14.10 and their answers (A01…A54), one test each, in their order.

Where a golden test (FT…) or a test of an option proves the answer as well, this one is the short proof by name.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from app.rulesets.lore.battle import bold_sources
from app.rulesets.lore.board import BY_NAME
from app.rulesets.lore.fire import limit
from app.rulesets.lore.magic.casting import castable
from app.rulesets.lore.play import Play
from tests.rulesets.lore.table import Table

NORTH_START: dict[str, Any] = {"side": 0, "phase": "battle", "ordered": []}
"""South has nothing left to do, so laying the table begins North's turn."""


def beside(letter: str, code: str = "gF", **more: Any) -> Table:
    """An ordered unit at e5 beside a hex f5 of that terrain."""
    return Table([(code, "e5"), ("bF", "a1")], terrain={"f5": letter}, ordered=["s1"], **more)


def hexes(table: Table, verb: str = "ignite") -> set[str]:
    """Hexes that s1 may light or put out."""
    return {choice["hex"] for choice in table.offered(verb, "s1")}


def test_A01_fire_is_an_option_of_the_match() -> None:
    assert hexes(beside("F")) == {"f5"}
    assert not hexes(beside("F", options={"fire.enabled": False}))


def test_A02_nobody_may_stand_in_the_hex_unless_igniteFriendly() -> None:
    def lit(friendly: bool, foe: bool) -> bool:
        south, north = [("gF", "e5"), ("bF", "a1")], [("bF", "m9")]
        (north if foe else south).append(("bF", "f5"))
        options = {"fire.igniteFriendly": friendly}
        return bool(hexes(Table(south, north, terrain={"f5": "F"}, ordered=["s1"], options=options)))

    assert [lit(*case) for case in product((False, True), (False, True))] == [False, False, True, False]


def test_A03_lighting_needs_an_order_and_costs_the_battle() -> None:
    setting: dict[str, Any] = {"south": [("gF", "e5"), ("gF", "d5")], "north": [("bF", "e6")], "terrain": {"f5": "F"}}
    table = Table(**setting, ordered=["s1"], dice={"ignite": ["XX"]})
    assert not table.offered("ignite", "s2")
    table.do("ignite", unit="s1", hex="f5")
    assert not table.offered("melee", "s1")


@pytest.mark.parametrize("letter", "FBKTtGDhxL")
@pytest.mark.parametrize(("code", "card"), [("gF", None), ("rGF", None), ("gC", "charge"), ("rGC", "charge")])
def test_A04_dice_are_those_of_a_melee_on_that_hex(letter: str, code: str, card: str | None) -> None:
    hands = {"card": card, "hands": (["march"], ["march"])} if card else {}
    lighting = beside(letter, code, **hands)
    foe = Table([(code, "e5")], [("bF", "f5")], terrain={"f5": letter}, ordered=["s1"], **hands)
    odds = lighting.odds("ignite", unit="s1", hex="f5")
    assert odds.dice == foe.odds("melee", unit="s1", target="n1").dice


def test_A05_other_faces_do_nothing() -> None:
    for faces in product("BRXFL", repeat=2):
        table = beside("F", dice={"ignite": ["".join(faces)]}, options={"magic": "mana"})
        table.do("ignite", unit="s1", hex="f5")
        assert (table.fire("f5"), table.game.mana) == (None, (0, 0))


def test_A06_greens_beyond_the_limit_are_lost() -> None:
    table = beside("T", fires={"f5": 3}, dice={"ignite": ["GG"]})
    table.do("ignite", unit="s1", hex="f5")
    fire = table.fire("f5")
    assert fire is not None
    assert fire.level == 4


@pytest.mark.parametrize(("code", "path", "lights"), [("gF", "c5", True), ("bGF", "c5", False), ("bGF", "d5", True)])
def test_A07_lighting_after_a_move_if_battle_were_allowed(code: str, path: str, lights: bool) -> None:
    table = Table([(code, path), ("bF", "a1")], [("bF", "m9")], terrain={"f5": "F"}, phase="move", ordered=["s1"])
    table.do("move", unit="s1", to="e5")
    if table.asks == "move":
        table.do("end_moves")
    assert bool(table.offered("ignite", "s1")) == lights


def test_A08_archers_at_point_blank_have_no_melee_weapon() -> None:
    for code in ("gB", "gX", "gGB", "gGN", "gR"):
        table = Table([(code, "e5")], [("bF", "e6")], terrain={"f5": "F"}, ordered=["s1"])
        assert table.offered("melee", "s1")
        assert not table.offered("ignite", "s1")


def test_A09_nobody_lights_his_own_hex() -> None:
    table = Table([("gF", "e5")], terrain={"e5": "F", "f5": "F"}, ordered=["s1"], options={"fire.igniteFriendly": True})
    assert hexes(table) == {"f5"}


def test_A10_goblins_are_units_of_that_race_on_foot_or_mounted() -> None:
    assert all(hexes(beside("F", banner + "G" + arm)) for banner in "gbr" for arm in "FCASH")
    assert not any(hexes(beside("F", banner + "D" + arm)) for banner in "gbr" for arm in "FCASH")


@pytest.mark.parametrize(("level", "after"), [(0, 3), (1, 3), (2, 3), (3, None), (4, None)])
def test_A11_a_dragon_raises_to_one_below_the_limit_and_never_lowers(level: int, after: int | None) -> None:
    fires: dict[str, Any] = {} if not level else {"f5": (4, 1) if level == 4 else level}
    table = Table([("rDragon", "e5")], terrain={"f5": "K"}, fires=fires, ordered=["s1"], dice={"ignite": ["GX"]})
    if after is None:
        assert not table.offered("ignite")
        return
    table.do("ignite", unit="s1", direction="e")
    fire = table.fire("f5")
    assert fire is not None
    assert (fire.level, fire.maxed_by) == (after, None)  # F-55: the dragon alone burns nothing down


def test_A12_the_direction_is_named_first_and_one_green_leaves_the_choice() -> None:
    table = Table([("rDragon", "e5")], terrain={"f5": "F", "g5": "F"}, ordered=["s1"], dice={"ignite": ["GX"]})
    assert [choice["direction"] for choice in table.offered("ignite")] == ["e"]
    table.do("ignite", unit="s1", direction="e")
    assert [choice["hex"] for choice in table.choices] == ["f5", "g5"]  # F-53
    table.do("pick_lit", hex="g5")
    assert (table.fire("f5"), table.fire("g5") is not None) == (None, True)


def test_A12_a_line_ends_with_the_board() -> None:
    table = Table([("rDragon", "l5")], terrain={"m5": "F", "b5": "F"}, ordered=["s1"])
    assert [choice["direction"] for choice in table.offered("ignite")] == ["e"]
    assert not Table([("rDragon", "m5")], terrain={"a5": "F", "b5": "F"}, ordered=["s1"]).offered("ignite")


def test_A13_not_in_a_turn_with_flight() -> None:
    table = Table([("rDragon", "e3")], terrain={"f5": "F"}, phase="move", ordered=["s1"])
    table.do(**next(choice for choice in table.offered("fly") if choice["path"][-1] == "e5"))
    assert not table.offered("ignite")


@pytest.mark.parametrize(
    ("terrain", "dice"),
    [
        ({"f5": "B"}, 4),
        ({"f5": "F"}, 2),
        ({"f5": "B", "g5": "F"}, 2),
        ({"e5": "F", "f5": "B"}, 2),
        ({"e5": "H", "f5": "B"}, 3),
    ],
)
def test_A14_the_lowest_cap_of_own_hex_and_targets_holds(terrain: dict[str, str], dice: int) -> None:
    table = Table([("rDragon", "e5")], terrain=terrain, ordered=["s1"])
    assert table.odds("ignite", unit="s1", direction="e").dice == dice  # F-52


@pytest.mark.parametrize(("sight", "found"), [(False, True), (True, False)])
def test_A15_hex_one_does_not_block_hex_two_unless_dragonLos(sight: bool, found: bool) -> None:
    table = Table(
        [("rDragon", "e5")],
        [("bF", "f5")],
        terrain={"g5": "F"},
        ordered=["s1"],
        options={"fire.dragonLos": sight},
    )
    assert bool(table.offered("ignite")) == found  # F-51, F-57


def test_A16_a_dragons_fire_costs_and_gives_no_mana_and_replaces_its_bite() -> None:
    table = Table(
        [("rDragon", "e5"), ("bF", "e3")],
        [("bF", "e6"), ("bF", "e2")],
        terrain={"f5": "B"},
        ordered=["s1", "s2"],
        options={"magic": "mana"},
        dice={"ignite": ["GLLL"]},
    )
    table.do("ignite", unit="s1", direction="e")
    assert (table.game.mana, table.offered("melee", "s1")) == ((0, 0), [])  # F-56


def test_A17_adjacent_or_standing_in_it() -> None:
    assert hexes(beside("F", fires={"f5": 1}), "extinguish") == {"f5"}
    inside = Table([("gF", "f5")], terrain={"f5": "F", "g5": "F"}, fires={"f5": 1, "g5": 1}, ordered=["s1"])
    assert inside.choices[:-1] == [{"verb": "extinguish", "unit": "s1", "hex": "f5"}]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_A18_A19_A20_A24_at_least_the_rank_removes_the_whole_fire_also_at_its_limit(level: int) -> None:
    for rank, face in ((1, "G"), (2, "B"), (3, "R"), (4, "L"), (0, "X"), (0, "F")):
        table = beside("K", fires={"f5": (4, 0) if level == 4 else level}, dice={"extinguish": [face]})
        table.do("extinguish", unit="s1", hex="f5")
        fire = table.fire("f5")
        assert (fire.level if fire else 0) == (0 if rank >= level else level)  # F-64, F-65, F-67


@pytest.mark.parametrize(("start", "may"), [("d5", True), ("c5", False)])
def test_A21_putting_out_after_a_move_if_battle_were_allowed(start: str, may: bool) -> None:
    table = Table([("bF", start), ("bF", "a1")], terrain={"f5": "F"}, fires={"f5": 1}, phase="move", ordered=["s1"])
    table.do("move", unit="s1", to="e5")
    if table.asks == "move":
        table.do("end_moves")
    assert bool(table.offered("extinguish", "s1")) == may  # F-61, U-2


def test_A22_one_try_for_each_unit() -> None:
    table = Table(
        [("gF", "e5"), ("gF", "e4")],
        terrain={"f5": "F", "d5": "F"},
        fires={"f5": 1, "d5": 1},
        ordered=["s1", "s2"],
        dice={"extinguish": ["X"]},
    )
    table.do("extinguish", unit="s1", hex="f5")
    assert not table.offered("extinguish", "s1")
    assert table.offered("extinguish", "s2")


def test_A23_of_the_creatures_giants_and_troll_put_out_fires() -> None:
    codes = ("gSpider", "bHillGiant", "gWoodGiant", "rElemental", "bHydra", "bTroll", "gWyvern", "bDrake", "rDragon")
    found = [code for code in codes if hexes(beside("F", code, fires={"f5": 1}), "extinguish")]
    assert found == ["bHillGiant", "gWoodGiant", "bTroll"]


@pytest.mark.parametrize(("owner", "burnt"), [(1, True), (0, False)])
def test_A25_it_burns_down_at_the_next_start_of_who_made_it_full(owner: int, burnt: bool) -> None:
    table = Table(terrain={"e5": "F"}, fires={"e5": (3, owner)}, **NORTH_START)
    assert (table.game.side, table.terrain("e5")) == (1, "." if burnt else "F")


def test_A26_A27_a_bridge_waits_like_everything_and_leaves_impassable_water() -> None:
    table = beside("B", fires={"f5": 2}, dice={"ignite": ["GG"]})
    table.do("ignite", unit="s1", hex="f5")
    assert table.terrain("f5") == "B"
    table.to_turn(1)
    table.to_turn(0)
    assert table.terrain("f5") == "W"


@pytest.mark.parametrize("letter", "TLOClKtGDhx")
def test_A28_the_hex_of_anything_else_is_plain(letter: str) -> None:
    table = Table(terrain={"e5": letter}, **NORTH_START)
    top = limit(Play(table.game), BY_NAME["e5"])
    table = Table(terrain={"e5": letter}, fires={"e5": (top, 1)}, **NORTH_START)
    assert (table.terrain("e5"), table.game.ashes) == (".", (BY_NAME["e5"],))


@pytest.mark.parametrize("special", [(), ("s1_tents",)])
def test_A29_A44_all_units_in_it_die_without_trophies_and_only_the_scenario_pays(special: tuple[str, ...]) -> None:
    for side in (0, 1):
        south, north = [("bF", "a1")], [("bF", "m9")]
        (south, north)[side].append(("rF", "e5"))
        table = Table(
            south,
            north,
            terrain={"e5": "t"},
            home={"e5": "S"},
            fires={"e5": (2, 1)},
            specials=special,
            **NORTH_START,
        )
        assert table.unit(f"{'sn'[side]}2").hex < 0  # F-72
        assert table.game.trophies == (0, 1 if special else 0)  # F-76


@pytest.mark.parametrize(("option", "trophies"), [(True, (0, 1)), (False, (0, 0))])
def test_A30_a_burning_unit_killed_in_melee_is_a_trophy_unless_meleeTrophy_is_off(
    option: bool, trophies: tuple[int, int]
) -> None:
    table = Table(
        [("bF", "e5"), ("bF", "a1")],
        [("bF", "e6")],
        terrain={"e5": "F"},
        fires={"e5": 1},
        side=1,
        ordered=["n1"],
        change={"s1": {"figures": 1}},
        options={"fire.meleeTrophy": option},
        dice={"attack": ["BB"]},
    )
    table.do("melee", unit="n1", target="s1")
    assert table.game.trophies == trophies  # F-26


def test_A31_A32_A53_one_figure_at_any_level_in_the_own_turn_only_and_the_fire_goes_on() -> None:
    for level in (1, 2, 3):
        table = Table(
            [("bF", "a1")],
            [("bF", "e5"), ("bF", "f5"), ("bF", "m9")],
            terrain={"e5": "F", "f5": "F"},
            fires={"e5": (3, 0) if level == 3 else level, "f5": 1},
            change={"n2": {"figures": 1}},
            **NORTH_START,
        )
        assert [table.unit(unit).figures for unit in ("n1", "n2")] == [3, 0]
        assert table.fire("f5") is not None
        table.to_turn(0)
        assert table.unit("n1").figures == (0 if level == 3 else 3)


def test_A33_burning_down_comes_before_the_losses() -> None:
    table = Table(
        [("bF", "a1")],
        [("bF", "e5"), ("bF", "m9")],
        terrain={"e5": "F"},
        fires={"e5": (3, 1)},
        **NORTH_START,
    )
    assert [event.type for event in table.log if event.type in ("burned", "fire_loss")] == ["burned"]


def chased(behind: str, flags: str = "FFB") -> Table:
    """A South unit at e5 is attacked out of e6 and obeys its flags. behind: what lies at d4 and e4."""
    letters = dict(zip(("d4", "e4"), behind, strict=True))
    table = Table(
        [("gF", "e5"), ("bF", "a1")],
        [("bC", "e6")],
        terrain={h: "F" if letter == "*" else letter for h, letter in letters.items()},
        fires={h: 1 for h, letter in letters.items() if letter == "*"},
        side=1,
        ordered=["n1"],
        dice={"attack": [flags]},
    )
    table.do("melee", unit="n1", target="s1")
    return table


def test_A34_a_free_hex_goes_before_a_burning_one() -> None:
    assert chased("*.").where("s1") not in ("e5", "d4")  # F-13
    assert chased("*.", "FBB").where("s1") == "e4"
    assert [choice["to"] for choice in chased("**").choices] == ["d4", "e4"]  # both burn: the owner picks


def test_A35_A37_the_rest_of_the_retreat_is_forgiven_and_the_hex_may_be_gained() -> None:
    table = chased("*W")
    assert (table.where("s1"), table.unit("s1").figures, table.asks) == ("d4", 4, "gain_ground")  # F-12
    table.do("gain_ground", accept=True)
    assert "d4" not in {choice.get("to") for choice in table.choices}  # nobody pursues into a fire


def test_A36_no_battle_back_out_of_a_fire() -> None:
    for burning in (False, True):
        table = Table(
            [("bDF", "e5"), ("bF", "a1")],
            [("bF", "e6")],
            terrain={"e5": "F"},
            fires={"e5": 1} if burning else {},
            side=1,
            ordered=["n1"],
            dice={"attack": ["GG"]},
        )
        table.do("melee", unit="n1", target="s1")
        assert (table.asks == "battle_back") != burning  # F-22


def test_A38_a_burning_unit_supports_its_neighbours() -> None:
    table = Table([("bF", "e5"), ("bF", "d5"), ("bF", "f5")], terrain={"d5": "F"}, fires={"d5": 1})
    play = Play(table.game)
    assert bold_sources(play, play.units[0]) == ("support",)


def test_A39_tremor_and_quake_do_nothing_to_a_burning_unit() -> None:
    table = Table(
        [("rElemental", "e5")],
        [("bF", "f5"), ("bF", "d5"), ("bF", "m9")],
        terrain={"d5": "F"},
        fires={"d5": 1},
        ordered=["s1"],
        mana=(2, 0),
        options={"magic": "mana"},
        dice={"attack": ["LGGG"]},
    )
    table.do("melee", unit="s1", target="n1")
    table.do("power", unit="s1", power="quake")
    while table.asks == "retreat":
        table.do(**table.choices[0])
    assert (table.unit("n1").figures, table.where("n1") != "f5") == (3, True)
    assert table.lost("n2", "quake") == 0
    assert table.where("n2") == "d5"


@pytest.mark.parametrize(("mana", "reached"), [(1, False), (2, True)])
def test_A40_the_elemental_ends_on_no_fire_and_pays_for_the_hex_beyond(mana: int, reached: bool) -> None:
    around = dict.fromkeys(("d5", "f5", "d6", "e6", "d4", "e4"), "F")
    table = Table(
        [("rElemental", "e5"), ("bF", "a1")],
        terrain=around,
        fires=dict.fromkeys(around, 1),
        phase="move",
        ordered=["s1", "s2"],
        mana=(mana, 0),
        options={"magic": "mana"},
    )
    ends = {choice["to"] for choice in table.offered("move", "s1")}
    assert not ends & set(around)
    assert ("g5" in ends) == reached


@pytest.mark.parametrize(("option", "flies"), [(False, False), (True, True)])
def test_A41_no_flight_over_fire_unless_flyOver(option: bool, flies: bool) -> None:
    row = dict.fromkeys(("a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4", "l4"), "F")
    table = Table(
        [("rDragon", "e5")],
        terrain=row,
        fires=dict.fromkeys(row, 1),
        phase="move",
        ordered=["s1"],
        options={"fire.flyOver": option},
    )
    assert any(choice["path"][-1] == "e3" for choice in table.offered("fly")) == flies
    assert not any(choice["path"][-1] in row for choice in table.offered("fly"))


def test_A42_a_creature_before_fire_is_blocked_and_tramples_nobody_in_it() -> None:
    table = Table(
        [("bHillGiant", "e5"), ("bF", "d4"), ("bF", "a1")],
        [("bF", "e6")],
        terrain={"d4": "F", "e4": "F"},
        fires={"d4": 1, "e4": 1},
        side=1,
        ordered=["n1"],
        dice={"attack": ["FFG"], "blocked": ["GG"]},
    )
    table.do("melee", unit="n1", target="s1")
    assert (table.where("s1"), table.unit("s2").figures, len(table.told("no_way_back"))) == ("e5", 4, 1)


def test_A43_A47_powers_of_a_burning_landmark_rest_and_a_burning_exit_is_shut() -> None:
    for fires, sources in (({}, ("fortress",)), ({"e5": 1}, ())):
        play = Play(Table([("bF", "f5")], terrain={"e5": "K"}, home={"e5": "S"}, fires=fires).game)
        assert bold_sources(play, play.units[0]) == sources
    for fires, doors in (({}, 1), ({"a9": 1}, 0)):
        table = Table(
            [("gF", "a1")],
            terrain={"a1": "D", "a9": "x"},
            home={"a1": "S", "a9": "S"},
            fires=fires,
            phase="move",
            ordered=["s1"],
        )
        assert len([choice for choice in table.offered("move") if choice["to"] == "a9"]) == doors


def test_A45_no_spell_moves_a_unit_out_of_a_fire() -> None:
    table = Table(
        [("bF", "e5"), ("bF", "a1")],
        terrain={"e5": "F"},
        fires={"e5": 1},
        phase="move",
        card="assault_left",
        hands=(["march"], ["march"]),
        ordered=["s1", "s2"],
        mana=(20, 20),
        options={"magic": "full"},
    )
    magic = table.game.magic
    assert magic is not None
    play = Play(replace(table.game, magic=replace(magic, hands=(("haste", "portal"), ()))))
    assert {action.unit for action in castable(play, "move")} == {"s2"}  # type: ignore[attr-defined]


def test_A46_frightened_goblins_dice_for_hexes_run_the_burning_one_included() -> None:
    table = Table(
        [("gGF", "e5"), ("bF", "a1")],
        [("bF", "e6")],
        terrain={"d4": "F", "e4": "W"},
        fires={"d4": 1},
        side=1,
        ordered=["n1"],
        dice={"attack": ["FFB"], "fright": ["G"]},
    )
    table.do("melee", unit="n1", target="s1")
    assert (table.where("s1"), table.unit("s1").figures) == ("d4", 3)


def test_A48_regroup_restores_a_burning_unit() -> None:
    table = Table(
        [("bF", "e5"), ("bF", "a1")],
        terrain={"e5": "F"},
        fires={"e5": 1},
        phase="command",
        card="rally",
        hands=(["rally"], ["march"]),
        change={"s1": {"figures": 2}},
        dice={"rally": ["B"]},
    )
    table.do("play_card", card="rally")
    table.do("pick_restored", unit="s1")
    assert table.unit("s1").figures == 3


def test_A49_a_side_all_burnt_has_lost() -> None:
    table = Table(
        [("bF", "a1")],
        [("bF", "e5")],
        terrain={"e5": "F"},
        fires={"e5": 1},
        change={"n1": {"figures": 1}},
        **NORTH_START,
    )
    result = table.game.result
    assert result is not None
    assert (result.winners, result.rule) == ((0,), "V-6")


def test_A50_A51_a_lair_is_flammable_whatever_it_is_made_of_but_not_with_its_creature_in_it() -> None:
    for letter, code in (("O", "bHillGiant"), ("C", "rElemental"), ("l", "gWoodGiant"), ("L", "gSpider")):
        assert hexes(beside(letter)) == {"f5"}
        inside = Table([("gF", "e5")], [(code, "f5")], terrain={"f5": letter}, ordered=["s1"])
        assert not inside.offered("ignite")
        assert limit(Play(inside.game), BY_NAME["f5"]) == 3


def test_A52_both_structures_and_terrain_burn() -> None:
    assert hexes(beside("F")) == hexes(beside("K")) == {"f5"}


def test_A54_a_fire_belongs_to_who_brings_it_to_its_limit() -> None:
    table = Table(
        [("gF", "e5"), ("bF", "a1")],
        [("gF", "g5")],
        terrain={"f5": "F"},
        fires={"f5": 2},
        side=1,
        ordered=["n1"],
        dice={"ignite": ["GX"]},
    )
    table.do("ignite", unit="n1", hex="f5")
    fire = table.fire("f5")
    assert fire is not None
    assert (fire.lit_by, fire.maxed_by) == (0, 1)
    table.to_turn(0)
    assert table.terrain("f5") == "F"
    table.to_turn(1)
    assert table.terrain("f5") == "."
