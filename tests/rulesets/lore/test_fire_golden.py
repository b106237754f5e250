"""The golden tests of §14.14 that need no creature, and the worked examples 1–9, 12, 16, 17 of §14.11."""

from __future__ import annotations

import pytest

from app.engine.viewer import SPECTATOR
from app.rulesets.lore import RULESET
from app.rulesets.lore.board import BY_NAME
from app.rulesets.lore.play import Play
from app.rulesets.lore.sight import clear
from tests.rulesets.lore.table import Table, name

E5, F5, D5, F6, E6 = "e5", "f5", "d5", "f6", "e6"


def arson(code: str, letter: str, *, dice: str | None = None, level: int = 0, side: int = 0, **more: object) -> Table:
    """A unit on e5 next to f5 with that terrain."""
    units = {"south": [(code, E5)]} if side == 0 else {"north": [(code, E5)]}
    return Table(
        **units,  # type: ignore[arg-type]
        terrain={F5: letter},
        fires={F5: level} if level else {},
        side=side,
        ordered=["s1" if side == 0 else "n1"],
        dice={"ignite": [dice]} if dice else {},
        **more,  # type: ignore[arg-type]
    )


def test_FT01_green_foot_lights_a_forest() -> None:
    table = arson("gF", "F", dice="GF")
    events = table.do("ignite", unit="s1", hex=F5)
    fire = table.fire(F5)
    assert fire is not None
    assert (fire.level, fire.maxed_by) == (1, None)
    roll = events[0].roll
    assert roll is not None
    assert roll.names == ("G", "F")
    assert events[0].data == {"unit": "s1", "hex": F5, "before": 0, "after": 1, "max": 3}


def test_FT02_surplus_is_lost_at_the_limit() -> None:
    table = arson("gF", "F", dice="GG", level=2)
    table.do("ignite", unit="s1", hex=F5)
    fire = table.fire(F5)
    assert fire is not None
    assert (fire.level, fire.maxed_by) == (3, 0)


def test_FT03_blue_humans_do_not_ignite() -> None:
    table = Table([("bF", E5), ("gF", "a5")], terrain={F5: "F", "b5": "F"}, ordered=["s1", "s2"])
    assert table.offered("ignite", "s1") == []
    assert table.offered("ignite", "s2") == [{"verb": "ignite", "unit": "s2", "hex": "b5"}]
    table.refuses("cannot_ignite", "F-40", "ignite", unit="s1", hex=F5)


def test_FT04_bows_do_not_ignite() -> None:
    table = Table([("gB", E5), ("gF", "a5")], terrain={F5: "F", "b5": "F"}, ordered=["s1", "s2"])
    assert table.offered("ignite", "s1") == []
    table.refuses("cannot_ignite", "W-3", "ignite", unit="s1", hex=F5)


def test_FT05_red_goblins_light_a_forest_with_two_dice() -> None:
    table = arson("rGF", "F")
    assert table.odds("ignite", unit="s1", hex=F5).dice == 2


def test_FT06_red_goblins_light_a_wooden_bridge_with_four_dice() -> None:
    table = arson("rGF", "B")
    assert table.odds("ignite", unit="s1", hex=F5).dice == 4


def test_FT07_dwarves_only_extinguish() -> None:
    table = Table([("gDF", E5)], terrain={F5: "F", D5: "F"}, fires={F5: 1}, ordered=["s1"])
    assert table.offered("ignite") == []
    assert table.offered("extinguish") == [{"verb": "extinguish", "unit": "s1", "hex": F5}]


def test_FT08_a_hex_with_an_own_unit_is_no_target() -> None:
    table = Table([("gF", E5), ("bF", F5)], terrain={F5: "F", D5: "F"}, ordered=["s1"])
    assert [choice["hex"] for choice in table.offered("ignite")] == [D5]
    table.refuses("occupied", "F-42", "ignite", unit="s1", hex=F5)


@pytest.mark.parametrize("letter", list("H.S~WfPyM^sb"))
def test_FT09_what_does_not_burn_is_no_target(letter: str) -> None:
    table = Table([("gF", E5)], terrain={F5: letter, D5: "F"}, ordered=["s1"])
    assert [choice["hex"] for choice in table.offered("ignite")] == [D5]
    table.refuses("not_flammable", "fire-limits", "ignite", unit="s1", hex=F5)


def test_FT09_a_wall_does_not_burn() -> None:
    table = Table([("gF", E5)], terrain={D5: "F"}, walls={F5: "N"}, ordered=["s1"])
    assert [choice["hex"] for choice in table.offered("ignite")] == [D5]


@pytest.mark.parametrize(
    ("golden", "level", "works"),
    [("FT10", 1, "GBRL"), ("FT12", 2, "BRL"), ("FT13", 3, "RL"), ("FT14", 4, "L")],
)
def test_FT10_to_FT14_faces_that_put_out(golden: str, level: int, works: str) -> None:
    for face in "GBRXFL":
        table = Table([("bF", E5)], terrain={F5: "K"}, fires={F5: level}, ordered=["s1"], dice={"extinguish": [face]})
        table.do("extinguish", unit="s1", hex=F5)
        assert (table.fire(F5) is None) == (face in works), (golden, face)
        table.dice.assert_spent()


def test_FT15_at_the_other_sides_start_units_inside_lose_one() -> None:
    """F-31: whatever the level, one figure."""
    table = Table([("bF", E5)], terrain={E5: "F"}, fires={E5: (3, 1)}, phase="start", side=0)
    assert table.terrain(E5) == "F"
    assert table.unit("s1").figures == 3
    assert table.told("burned") == []


def test_FT16_at_the_start_of_who_brought_it_to_the_limit_it_burns_down() -> None:
    """F-30, F-70, F-72."""
    table = Table(
        [("bF", E5), ("bF", "a1")], [("bF", "m9")], terrain={E5: "F"}, fires={E5: (3, 1)}, phase="start", side=1
    )
    assert table.terrain(E5) == "."
    assert table.fire(E5) is None
    assert table.where("s1") is None
    assert table.game.trophies == (0, 0)
    assert table.game.ashes == (BY_NAME[E5],)


def test_FT17_a_wooden_bridge_becomes_impassable_water() -> None:
    """F-71."""
    table = Table([("gF", "a1")], terrain={E5: "B"}, fires={E5: (3, 0)}, phase="start", side=0)
    assert table.terrain(E5) == "W"
    assert RULESET.view(table.game, SPECTATOR)["ashes"] == [E5]


def test_FT18_the_last_figure_dies_in_the_fire_without_trophy() -> None:
    """F-32."""
    table = Table(
        [("bF", E5), ("bF", "a1")],
        terrain={E5: "F"},
        fires={E5: 1},
        phase="start",
        change={"s1": {"figures": 1}},
    )
    assert table.where("s1") is None
    assert table.game.trophies == (0, 0)
    assert table.fire(E5) is not None  # A32
    assert table.told("eliminated")[0].data["trophy"] is False


def test_FT19_no_loss_at_the_enemys_start() -> None:
    table = Table([("bF", E5)], terrain={E5: "F"}, fires={E5: 1}, phase="start", side=1)
    assert table.unit("s1").figures == 4


def test_FT20_no_ranged_attack_on_a_burning_unit() -> None:
    table = Table([("gB", "c5")], [("bF", E5), ("bF", "d7")], terrain={E5: "F"}, fires={E5: 1}, ordered=["s1"], side=0)
    assert [choice["target"] for choice in table.offered("shoot")] == ["n2"]
    table.refuses("target_in_fire", "F-23", "shoot", unit="s1", target="n1")


def test_FT21_flags_do_nothing_to_a_burning_unit() -> None:
    """F-20."""
    table = Table([("bF", E5)], [("bF", F5)], terrain={F5: "t"}, fires={F5: 1}, ordered=["s1"], dice={"attack": ["FF"]})
    table.do("melee", unit="s1", target="n1")
    assert (table.where("n1"), table.lost("n1", "hit"), table.lost("n1", "no_way_back")) == (F5, 0, 0)
    three = Table(
        [("rF", E5)], [("bF", F5)], terrain={F5: "B"}, fires={F5: 1}, ordered=["s1"], dice={"attack": ["FFFG"]}
    )
    three.do("melee", unit="s1", target="n1")
    assert (three.where("n1"), three.lost("n1", "hit"), three.lost("n1", "no_way_back")) == (F5, 0, 0)
    assert three.told("flags") == []


def test_FT22_killing_in_melee_in_a_fire_is_a_trophy() -> None:
    """F-26."""
    setting = {
        "south": [("bF", E5)],
        "north": [("bF", F5), ("bF", "m9")],
        "terrain": {F5: "F"},
        "fires": {F5: 1},
        "ordered": ["s1"],
        "change": {"n1": {"figures": 1}},
    }
    table = Table(**setting, dice={"attack": ["BG"]})  # type: ignore[arg-type]
    table.do("melee", unit="s1", target="n1")
    assert table.game.trophies == (1, 0)
    letter = Table(**setting, dice={"attack": ["BG"]}, options={"fire.meleeTrophy": False})  # type: ignore[arg-type]
    letter.do("melee", unit="s1", target="n1")
    assert letter.where("n1") is None
    assert letter.game.trophies == (0, 0)


def retreating(own: str, fires: dict[str, int], blockers: list[tuple[str, str]], dice: str, **more: object) -> Table:
    """North attacks s1 on (5,5); its back hexes are (6,5) and (6,6)."""
    return Table(
        [(own, name(5, 5)), *blockers],
        [("rF", name(4, 5))],
        terrain=dict.fromkeys(fires, "F"),
        fires=fires,
        side=1,
        ordered=["n1"],
        dice={"attack": [dice]},
        **more,  # type: ignore[arg-type]
    )


def test_FT23_entering_a_fire_ends_the_retreat_without_loss() -> None:
    """F-12."""
    table = retreating("bF", {name(6, 5): 1}, [("bF", name(6, 6))], "FFGG")
    table.do("melee", unit="n1", target="s1")
    assert (table.where("s1"), table.unit("s1").figures) == (name(6, 5), 4)
    assert table.told("retreat_blocked") == []


def test_FT24_a_clear_hex_must_be_taken_before_a_burning_one() -> None:
    """F-13."""
    table = retreating("bF", {name(6, 5): 1}, [], "FGGG")
    table.do("melee", unit="n1", target="s1")
    assert table.where("s1") == name(6, 6)


def test_FT25_no_free_hex_costs_a_figure_for_each() -> None:
    """F-14, R-6."""
    table = retreating("bF", {}, [("bF", name(6, 5)), ("bF", name(6, 6))], "FFGG")
    table.do("melee", unit="n1", target="s1")
    # two adjacent friends: Bold 1, which the owner may leave unused
    table.do("ignore_flags", count=0)
    assert (table.where("s1"), table.unit("s1").figures) == (name(5, 5), 2)


def test_FT31_no_ground_is_gained_into_a_fire() -> None:
    table = Table(
        [("bC", E5)],
        [("bF", F5), ("bF", "m9")],
        terrain={F5: "F"},
        fires={F5: 1},
        ordered=["s1"],
        change={"n1": {"figures": 1}},
        dice={"attack": ["BG"]},
    )
    table.do("melee", unit="s1", target="n1")
    assert table.game.trophies == (1, 0)
    assert table.where("s1") == E5
    assert table.asks != "gain_ground"


def test_FT33_blue_foot_that_moved_two_neither_lights_nor_puts_out() -> None:
    """F-61, U-2."""
    table = Table(
        [("bGF", "a5"), ("gF", "a3")],
        terrain={"d5": "F", "d6": "F"},
        fires={"d6": 1},
        phase="move",
        ordered=["s1", "s2"],
    )
    table.do("move", unit="s1", to="c5")
    table.do("end_moves")
    assert table.offered("ignite", "s1") == []
    assert table.offered("extinguish", "s1") == []


def test_FT34_a_unit_in_a_fire_may_only_put_out_its_own_hex() -> None:
    table = Table(
        [("gF", E5)], [("bF", F5)], terrain={E5: "F", D5: "F", "e6": "F"}, fires={E5: 1, D5: 1}, ordered=["s1"]
    )
    assert table.choices == [{"verb": "extinguish", "unit": "s1", "hex": E5}, {"verb": "end_battles"}]
    table.refuses("in_fire", "F-21", "melee", unit="s1", target="n1")
    table.refuses("in_fire", "F-62", "extinguish", unit="s1", hex=D5)


def test_FT35_a_fire_put_out_in_between_does_not_burn_down() -> None:
    """F-67, F-65."""
    table = Table([("bF", E5)], terrain={F5: "F"}, fires={F5: (3, 1)}, ordered=["s1"], dice={"extinguish": ["R"]})
    table.do("extinguish", unit="s1", hex=F5)
    table.to_turn(1)
    assert table.terrain(F5) == "F"
    assert not [event for event in table.log if event.type == "burned"]


def test_FT36_the_clock_belongs_to_who_reached_the_limit() -> None:
    table = Table(
        [("gF", E5)],
        [("gF", "g5")],
        terrain={F5: "t"},
        side=1,
        ordered=["n1"],
        dice={"ignite": ["GB", "GB"]},
    )
    table.do("ignite", unit="n1", hex=F5)
    table.to_turn(0)
    table.order("s1")
    table.do("ignite", unit="s1", hex=F5)
    fire = table.fire(F5)
    assert fire is not None
    assert fire.maxed_by == 0
    table.to_turn(1)
    assert table.terrain(F5) == "t"  # start of North: not yet
    table.to_turn(0)
    assert table.terrain(F5) == "."  # start of South


def test_FT37_an_extinguishing_sign_of_magic_gives_no_mana() -> None:
    """F-68."""
    table = Table(
        [("bF", E5)],
        terrain={F5: "F"},
        fires={F5: 1},
        ordered=["s1"],
        mana=(1, 1),
        options={"magic": "mana"},
        dice={"extinguish": ["L"]},
    )
    table.do("extinguish", unit="s1", hex=F5)
    assert table.game.mana == (1, 1)


def test_F45_a_lighting_sign_of_magic_gives_no_mana_but_a_melee_one_does() -> None:
    table = arson("gF", "F", dice="LL", options={"magic": "mana"})
    table.do("ignite", unit="s1", hex=F5)
    assert table.game.mana == (0, 0)
    assert table.fire(F5) is None
    melee = Table([("gF", E5)], [("bF", F5)], ordered=["s1"], options={"magic": "mana"}, dice={"attack": ["LG"]})
    melee.do("melee", unit="s1", target="n1")
    assert melee.game.mana == (1, 0)


def test_FT38_a_side_that_burns_away_loses() -> None:
    """F-34, V-6."""
    table = Table([("bF", E5)], terrain={E5: "F"}, fires={E5: 1}, phase="start", change={"s1": {"figures": 1}})
    result = table.game.result
    assert result is not None
    assert (result.winners, result.rule, result.reason) == ((1,), "V-6", "reason.no_units")


def test_FT39_fire_changes_no_line_of_sight() -> None:
    """L-6."""
    table = Table([("gB", "c5")], [("bF", "g5")], terrain={"e5": "B"}, fires={"e5": 2}, ordered=["s1"])
    assert clear(Play(table.game), BY_NAME["c5"], BY_NAME["g5"])
    assert table.offered("shoot") == [{"verb": "shoot", "unit": "s1", "target": "n1"}]


def test_FT40_a_burning_unit_never_battles_back() -> None:
    """F-22, BB-3."""
    setting = {"south": [("bF", E5)], "north": [("bF", F5)], "terrain": {F5: "B"}, "ordered": ["s1"]}
    table = Table(**setting, fires={F5: 1}, dice={"attack": ["GGG"]})  # type: ignore[arg-type]
    table.do("melee", unit="s1", target="n1")
    assert table.asks != "battle_back"
    clear_bridge = Table(**setting, dice={"attack": ["GGG"]})  # type: ignore[arg-type]
    clear_bridge.do("melee", unit="s1", target="n1")
    assert clear_bridge.asks == "battle_back"


def test_FT41_march_gives_a_burning_unit_nothing_to_do() -> None:
    table = Table([("gF", E5), ("gF", "a1")], terrain={E5: "F"}, fires={E5: 1}, phase="order", card="march")
    table.do("order", unit="s1")
    table.do("end_orders")
    assert table.game.side == 1  # nothing could be moved, lit or put out: the turn went on to the enemy
    assert table.fire(E5) is not None


def test_FT42_mirror_as_the_first_card_orders_one_unit() -> None:
    table = Table([("gF", E5), ("bF", "a1")], phase="command", hands=(["mirror"], ["scout_left"]))
    table.do("play_card", card="mirror")
    assert table.decision.prompt.params == {"given": 0, "max": 1}
    assert [choice["unit"] for choice in table.offered("order")] == ["s1", "s2"]
    table.do("order", unit="s2")
    assert table.offered("order") == []


# -- worked examples (§14.11), on the map of S1 ------------------------------------------------------------------------
S1 = [
    "...F..t..F...",
    "............",
    ".H...F.F...H.",
    ".FF......FF.",
    "WWWBWWSWWBWWW",
    ".FF......FF.",
    ".H...F.F...H.",
    "............",
    "...F..t..F...",
]


def test_E01_first_example_of_the_seed() -> None:
    table = Table([("gF", name(7, 5))], rows=S1, ordered=["s1"], dice={"ignite": ["GF"]})
    forest = name(6, 5)
    assert table.odds("ignite", unit="s1", hex=forest).dice == 2
    table.do("ignite", unit="s1", hex=forest)
    fire = table.fire(forest)
    assert fire is not None
    assert fire.level == 1


def test_E02_second_example_of_the_seed() -> None:
    forest = name(6, 5)
    table = Table([("rC", name(7, 5))], rows=S1, fires={forest: 1}, ordered=["s1"], dice={"extinguish": ["B"]})
    table.do("extinguish", unit="s1", hex=forest)
    assert table.fire(forest) is None


def test_E03_timing_of_the_seed() -> None:
    forest = name(6, 5)
    table = Table(
        [("bF", name(7, 5)), ("bF", "a1")],
        [("gF", name(5, 5))],
        rows=S1,
        fires={forest: 2},
        side=1,
        turn=5,
        ordered=["n1"],
        dice={"ignite": ["GG"], "extinguish": ["B"]},
    )
    table.do("ignite", unit="n1", hex=forest)
    fire = table.fire(forest)
    assert fire is not None
    assert (fire.level, fire.maxed_by) == (3, 1)
    table.to_turn(0)
    table.order("s1")
    table.do("extinguish", unit="s1", hex=forest)
    assert [event.data["out"] for event in table.told("extinguish")] == [False]
    table.to_turn(1)
    assert table.terrain(forest) == "."
    assert [event.data["hex"] for event in table.log if event.type == "burned"] == [forest]
    assert table.game.trophies == (0, 0)


def test_E04_the_bridge_falls() -> None:
    bridge = name(4, 3)
    table = Table(
        [("gF", name(5, 3))],
        [("bF", name(3, 3))],
        rows=S1,
        ordered=["s1"],
        dice={"ignite": ["GG", "GX"], "extinguish": ["B"]},
    )
    assert table.odds("ignite", unit="s1", hex=bridge).dice == 2
    table.do("ignite", unit="s1", hex=bridge)
    table.to_turn(1)
    table.to_turn(0)
    table.order("s1")
    table.do("ignite", unit="s1", hex=bridge)
    fire = table.fire(bridge)
    assert fire is not None
    assert (fire.level, fire.maxed_by) == (3, 0)
    table.to_turn(1)
    table.order("n1")
    assert table.odds("extinguish", unit="n1", hex=bridge).outcomes[0].ways == 2
    table.do("extinguish", unit="n1", hex=bridge)
    table.to_turn(0)
    assert table.terrain(bridge) == "W"


def test_E05_retreat_into_fire() -> None:
    table = Table(
        [("bF", name(5, 5)), ("bF", name(6, 6))],
        [("rF", name(4, 6))],
        rows=S1,
        fires={name(6, 5): 1},
        side=1,
        ordered=["n1"],
        change={"s1": {"figures": 3}},
        dice={"attack": ["FFGG"]},
    )
    table.do("melee", unit="n1", target="s1")
    assert (table.where("s1"), table.unit("s1").figures) == (name(6, 5), 3)


def test_E06_free_hex_first() -> None:
    table = Table(
        [("bF", name(5, 5))],
        [("rF", name(4, 6))],
        rows=S1,
        fires={name(6, 5): 1},
        side=1,
        ordered=["n1"],
        dice={"attack": ["FFGG"]},
    )
    table.do("melee", unit="n1", target="s1")
    assert table.where("s1") == name(6, 6)
    assert [choice["to"] for choice in table.choices] == [name(7, 5), name(7, 6)]


def test_E07_nothing_available() -> None:
    table = Table(
        [("bF", name(5, 5)), ("bF", name(6, 5)), ("bF", name(6, 6))],
        [("rF", name(4, 6))],
        rows=S1,
        fires={name(6, 5): 1},
        side=1,
        ordered=["n1"],
        dice={"attack": ["FFGG"]},
    )
    table.do("melee", unit="n1", target="s1")
    table.do("ignore_flags", count=0)
    assert (table.where("s1"), table.unit("s1").figures) == (name(5, 5), 2)


def test_E08_a_burning_unit_puts_its_fire_out() -> None:
    forest = name(6, 5)
    table = Table(
        [("gF", forest)],
        rows=S1,
        fires={forest: 1},
        phase="start",
        change={"s1": {"figures": 3}},
        dice={"extinguish": ["G"]},
    )
    assert table.unit("s1").figures == 2
    table.do("order", unit="s1")
    table.do("end_orders")
    table.do("extinguish", unit="s1", hex=forest)
    assert table.fire(forest) is None
    assert table.unit("s1").fought is False  # the turn is over, so it was its only deed
    unordered = Table([("gF", forest)], rows=S1, fires={forest: 1}, phase="start", change={"s1": {"figures": 2}})
    assert unordered.unit("s1").figures == 1


def test_E09_attack_on_a_burning_unit() -> None:
    forest = name(6, 5)
    table = Table(
        [("bF", forest), ("bF", name(7, 4)), ("bF", name(7, 5))],
        [("gB", name(3, 4)), ("bF", name(5, 5))],
        rows=S1,
        fires={forest: 1},
        side=1,
        ordered=["n1", "n2"],
        dice={"attack": ["FB"]},
    )
    assert all(shot["target"] != "s1" for shot in table.offered("shoot", "n1"))
    table.do("melee", unit="n2", target="s1")
    assert (table.where("s1"), table.lost("s1", "hit")) == (forest, 1)
    assert table.told("flags") == []
    assert table.asks != "battle_back"


def test_E12_only_a_sign_of_magic_saves_a_camp_at_four() -> None:
    table = Table([("bF", E5)], terrain={F5: "T"}, fires={F5: (4, 1)}, ordered=["s1"])
    odds = table.odds("extinguish", unit="s1", hex=F5)
    assert (odds.outcomes[0].key, odds.outcomes[0].ways, odds.ways) == ("odds.out", 1, 6)


def test_E16_fed_by_both() -> None:
    table = Table(
        [("gF", E5)], [("gF", "g5")], terrain={F5: "G"}, fires={F5: 1}, ordered=["s1"], dice={"ignite": ["GF"]}
    )
    table.do("ignite", unit="s1", hex=F5)
    fire = table.fire(F5)
    assert fire is not None
    assert fire.maxed_by == 0


def test_E17_relit_starts_at_one() -> None:
    table = Table(
        [("bF", E5), ("gF", "f4")],
        terrain={F5: "t"},
        fires={F5: (2, 1)},
        ordered=["s1", "s2"],
        dice={"extinguish": ["B"], "ignite": ["GF"]},
    )
    table.do("extinguish", unit="s1", hex=F5)
    table.do("ignite", unit="s2", hex=F5)
    fire = table.fire(F5)
    assert fire is not None
    assert (fire.level, fire.maxed_by) == (1, None)
