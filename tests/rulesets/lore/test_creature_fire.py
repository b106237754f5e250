"""Creatures and fire: golden tests FT26–FT30 and FT32 of §14.14, worked examples 10, 11, 13, 14, 15 of §14.11,
F-15…F-17."""

from __future__ import annotations

import pytest

from app.rulesets.lore.setup import built_in
from tests.rulesets.lore.table import Table


def cornered(code: str, roll: str, **more: object) -> Table:
    """A South creature on e5 whose back hexes d4 and e4 both burn, with blue North foot on e6 attacking."""
    dice = {"attack": [roll], **more.pop("dice", {})}  # type: ignore[dict-item]
    return Table(
        [(code, "e5")],
        [("bF", "e6")],
        terrain={"d4": "F", "e4": "F"},
        fires={"d4": 1, "e4": 1},
        side=1,
        ordered=["n1"],
        dice=dice,
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("golden", ["FT26", "E14"])
def test_FT26_and_E14_a_giant_before_fire_rolls_and_stays(golden: str) -> None:
    table = cornered("bHillGiant", "FFR", dice={"blocked": ["RX"]})
    table.do("melee", unit="n1", target="s1")
    assert [event.data["missing"] for event in table.told("retreat_blocked")] == [2], golden
    rolled = table.told("no_way_back")[0].roll
    assert rolled is not None
    assert rolled.names == ("R", "X")
    assert rolled.counted == ()
    assert table.where("s1") == "e5"
    assert table.game.trophies == (0, 0)
    table.dice.assert_spent()


def test_K5_a_blocked_creature_may_die_of_its_dice() -> None:
    table = cornered("bHillGiant", "FFR", dice={"blocked": ["BB"], "critical": ["GB"]})
    table.do("melee", unit="n1", target="s1")
    assert table.where("s1") is None
    assert table.game.trophies == (0, 1)
    table.dice.assert_spent()


def test_FT27_a_dragon_lights_two_forests() -> None:
    """F-53, F-54."""
    table = Table([("rDragon", "e5")], terrain={"f5": "F", "g5": "F"}, ordered=["s1"], dice={"ignite": ["GG"]})
    table.do("ignite", unit="s1", direction="e")
    for hex_name in ("f5", "g5"):
        fire = table.fire(hex_name)
        assert fire is not None
        assert (fire.level, fire.maxed_by) == (2, None)


def test_FT28_a_dragon_brings_tents_to_one() -> None:
    table = Table([("rDragon", "e5")], terrain={"f5": "t"}, ordered=["s1"], dice={"ignite": ["GR"]})
    table.do("ignite", unit="s1", direction="e")
    fire = table.fire("f5")
    assert fire is not None
    assert fire.level == 1


@pytest.mark.parametrize("level", [3, 4])
def test_FT29_a_dragon_does_nothing_to_a_high_fire(level: int) -> None:
    table = Table([("rDragon", "e5")], terrain={"f5": "K", "d5": "F"}, fires={"f5": level}, ordered=["s1"])
    assert table.offered("ignite", "s1") == [{"verb": "ignite", "unit": "s1", "direction": "w"}]


def test_FT30_a_dragon_that_flew_lights_nothing() -> None:
    """F-50."""
    table = Table([("rDragon", "a5"), ("gF", "g4")], terrain={"f5": "F", "g5": "F"}, phase="move", ordered=["s1", "s2"])
    table.do("fly", **next(fly for fly in flights(table) if fly["path"][-1] == "e5"))
    table.do("end_moves")
    assert table.offered("ignite", "s1") == []
    assert table.offered("melee", "s1") == []
    assert table.offered("ignite", "s2") != []


def flights(table: Table, breath: bool = False) -> list[dict[str, object]]:
    """The offered flights, without their verb."""
    return [
        {key: value for key, value in choice.items() if key != "verb"}
        for choice in table.offered("fly")
        if choice.get("breath", False) is breath
    ]


@pytest.mark.parametrize(
    ("code", "may"),
    [
        ("bTroll", True),
        ("bHillGiant", True),
        ("gWoodGiant", True),
        ("bHydra", False),
        ("gSpider", False),
        ("rElemental", False),
        ("rDragon", False),
        ("bDrake", False),
        ("gWyvern", False),
    ],
)
def test_FT32_and_E13_who_puts_out_fires(code: str, may: bool) -> None:
    table = Table([(code, "e5"), ("gF", "f4")], terrain={"f5": "F"}, fires={"f5": 1}, ordered=["s1", "s2"])
    assert bool(table.offered("extinguish", "s1")) is may
    if not may:
        table.refuses("cannot_extinguish", "F-60", "extinguish", unit="s1", hex="f5")


def test_E13_a_troll_puts_a_fire_out() -> None:
    table = Table([("bTroll", "e5")], terrain={"f5": "F"}, fires={"f5": 2}, ordered=["s1"], dice={"extinguish": ["B"]})
    table.do("extinguish", unit="s1", hex="f5")
    assert table.fire("f5") is None


@pytest.mark.parametrize("roll", ["GG", "GR"])
def test_E10_the_dragon_and_the_forest(roll: str) -> None:
    rows = built_in()["S3"].rows
    table = Table([("rDragon", "i6")], rows=rows, ordered=["s1"], dice={"ignite": [roll]})
    assert table.odds("ignite", unit="s1", direction="e").dice == 2
    table.do("ignite", unit="s1", direction="e")
    if roll == "GR":
        assert table.asks == "pick_lit"
        assert table.decision.seat == 0
        table.do("pick_lit", hex="k6")
    lit = {name: table.fire(name) for name in ("j6", "k6")}
    assert {name: fire.level for name, fire in lit.items() if fire} == (
        {"j6": 2, "k6": 2} if roll == "GG" else {"k6": 2}
    )


def test_E11_the_dragon_and_the_keep() -> None:
    rows = built_in()["S3"].rows  # a fortress on k1
    table = Table(
        [("rDragon", "j1"), ("gF", "j2")],
        rows=rows,
        ordered=["s1", "s2"],
        dice={"ignite": ["GB", "GX"]},
    )
    table.do("ignite", unit="s1", direction="e")
    fire = table.fire("k1")
    assert fire is not None
    assert (fire.level, fire.maxed_by) == (3, None)
    table.do("ignite", unit="s2", hex="k1")
    fire = table.fire("k1")
    assert fire is not None
    assert (fire.level, fire.maxed_by) == (4, 0)


def under_fire(mana: int) -> Table:
    """An elemental on a5 with the row to its east burning on b5 and units that close every other way round."""
    walls = {"a6": "W", "b6": "W", "a4": "W", "b4": "W", "b5": "F"}
    return Table(
        [("rElemental", "a5")],
        terrain=walls,
        fires={"b5": 1},
        phase="move",
        ordered=["s1"],
        mana=(mana, 0),
        options={"magic": "mana"},
    )


def test_E15_the_elemental_passes_under_a_fire() -> None:
    table = under_fire(2)
    reached = {choice["to"] for choice in table.offered("move", "s1")}
    assert "c5" in reached
    assert "b5" not in reached
    assert reached.isdisjoint({"a6", "b6", "a4", "b4"})
    table.do("move", unit="s1", to="c5")
    assert table.where("s1") == "c5"
    assert table.game.mana == (0, 0)


def test_E15_with_one_mana_it_may_not_stop_in_the_fire() -> None:
    table = under_fire(1)
    assert table.offered("move", "s1") == []
    assert table.asks != "move"


def test_F15_nobody_flies_over_a_fire_unless_the_option_says_so() -> None:
    for over in (False, True):
        table = Table(
            [("rDragon", "e5")],
            terrain={"d5": "F", "f5": "F", "d6": "F", "e6": "F", "d4": "F", "e4": "F"},
            fires={"d5": 1, "f5": 1, "d6": 1, "e6": 1, "d4": 1, "e4": 1},
            phase="move",
            ordered=["s1"],
            options={"fire.flyOver": over},
        )
        assert bool(table.offered("fly")) is over


def test_F16_a_creature_takes_the_clear_hex_and_never_the_fire() -> None:
    table = Table(
        [("bHillGiant", "e5")],
        [("bF", "e6")],
        terrain={"d4": "F"},
        fires={"d4": 1},
        side=1,
        ordered=["n1"],
        dice={"attack": ["FFR"]},
    )
    table.do("melee", unit="n1", target="s1")
    moved = [event.data["to"] for event in table.told("moved")]
    assert moved[:1] == ["e4"]


@pytest.mark.parametrize("code", ["bHillGiant", "rDragon", "gSpider", "rElemental", "bTroll"])
def test_F24_no_creature_attacks_a_unit_in_a_fire(code: str) -> None:
    table = Table(
        [(code, "e5"), ("gF", "a1")],
        [("bF", "f5"), ("bF", "a2")],
        terrain={"f5": "F"},
        fires={"f5": 1},
        ordered=["s1", "s2"],
        mana=(9, 0),
        options={"magic": "mana"},
    )
    assert table.offered("melee", "s1") == []
    assert table.offered("power", "s1") == []
    table.refuses("target_in_fire", "F-24", "melee", unit="s1", target="n1")


def test_F52_a_frozen_dragon_rolls_two_dice_for_fire_as_for_its_bite() -> None:
    for tokens, dice in (((), 4), (("frozen",), 2)):
        table = Table([("rDragon", "e5")], terrain={"f5": "B"}, ordered=["s1"], change={"s1": {"tokens": tokens}})
        assert table.odds("ignite", unit="s1", direction="e").dice == dice


def test_F24_no_breath_is_offered_for_a_burning_unit_alone_even_where_fires_may_be_flown_over() -> None:
    for fires, breath in (({}, True), ({"f5": 1}, False)):
        table = Table(
            [("gWyvern", "e5")],
            [("bF", "f5"), ("bF", "m9")],
            terrain={"f5": "F"},
            fires=fires,
            phase="move",
            ordered=["s1"],
            mana=(5, 0),
            options={"magic": "mana", "fire.flyOver": True},
        )
        assert any(choice.get("breath", False) for choice in table.offered("fly")) == breath


def test_F20_flags_against_a_frozen_unit_in_a_fire_count_for_nothing() -> None:
    table = Table(
        [("rF", "e5"), ("bF", "a1")],
        [("bF", "f5"), ("bF", "b1")],
        terrain={"f5": "F"},
        fires={"f5": 1},
        ordered=["s1", "s2"],
        change={"n1": {"tokens": ("frozen",)}},
        dice={"attack": ["FB"]},
    )
    odds = table.odds("melee", unit="s1", target="n1")
    assert {amount: ways for what, amount, ways in odds.distribution if what == "hits"} == {0: 16, 1: 16, 2: 4}
    table.do("melee", unit="s1", target="n1")
    assert (table.unit("n1").figures, table.where("n1")) == (3, "f5")
