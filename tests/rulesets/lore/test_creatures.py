"""What all creatures share (§11): K-1…K-7, W-4, C-1, C-2. Each creature's own powers: test_creature_powers.py."""

from __future__ import annotations

import pytest

from app.rulesets.lore.creatures import MODULES, hooks
from tests.rulesets.lore.table import Table

MANA = {"magic": "mana"}
CODES = {
    "spider": "gSpider",
    "hill_giant": "bHillGiant",
    "wood_giant": "gWoodGiant",
    "elemental": "rElemental",
    "hydra": "bHydra",
    "troll": "bTroll",
    "wyvern": "gWyvern",
    "drake": "bDrake",
    "fire_dragon": "rDragon",
}


def test_every_creature_has_hooks_and_troops_have_none() -> None:
    assert set(CODES) == set(MODULES)
    assert all(hooks(kind) is not None for kind in CODES)
    assert hooks("foot") is None
    assert hooks("mounted") is None


@pytest.mark.parametrize("kind", sorted(CODES))
def test_K1_a_creature_is_one_figure_and_blocks_sight(kind: str) -> None:
    table = Table([("gB", "a5"), (CODES[kind], "b5")], [("bF", "c5")], ordered=["s1"])
    unit = table.unit("s2")
    assert (unit.kind, unit.figures, unit.max) == (kind, 1, 1)
    table_without = Table([("gB", "a5")], [("bF", "c5")], ordered=["s1"])
    assert table.offered("shoot", "s1") == []
    assert table_without.offered("shoot", "s1") == [{"verb": "shoot", "unit": "s1", "target": "n1"}]


def test_W4_a_short_swords_blade_hits_a_creature() -> None:
    table = Table([("gF", "e5")], [("rElemental", "f5")], ordered=["s1"], dice={"attack": ["XR"], "critical": ["GX"]})
    table.do("melee", unit="s1", target="n1")
    assert table.told("critical")[0].roll.names == ("G", "X")  # type: ignore[union-attr]
    assert table.where("n1") == "f5"  # the blade of the second throw does not kill
    table.dice.assert_spent()


@pytest.mark.parametrize(("again", "dies"), [("GX", False), ("BX", False), ("RG", True)])
def test_K3_one_helmet_of_its_colour_in_the_second_throw_kills(again: str, dies: bool) -> None:
    table = Table(
        [("gF", "e5")],
        [("rElemental", "f5"), ("bF", "m9")],
        ordered=["s1"],
        mana=(0, 0),
        options=MANA,
        dice={"attack": ["RX"], "critical": [again]},
    )
    table.do("melee", unit="s1", target="n1")
    assert (table.where("n1") is None) is dies
    assert table.game.trophies == (1 if dies else 0, 0)
    assert table.game.mana == (1 if dies else 0, 0)


def test_K3_without_a_hit_nothing_is_thrown_again() -> None:
    table = Table([("gF", "e5")], [("bHillGiant", "f5")], ordered=["s1"], dice={"attack": ["GR"], "critical": ["B"]})
    table.do("melee", unit="s1", target="n1")
    with pytest.raises(AssertionError):
        table.dice.assert_spent()
    assert table.told("critical") == []


def test_K3_the_odds_count_the_second_throw() -> None:
    table = Table([("gF", "e5")], [("bHillGiant", "f5")], ordered=["s1"])
    odds = table.odds("melee", unit="s1", target="n1")
    # each die: 2 faces of 6 hit, 1 of 6 then kills; of two flags one must be ignored, and the way back is free
    assert {outcome.key: outcome.ways for outcome in odds.outcomes} == {
        "odds.killed": 36**2 - 34**2,
        "odds.survives": 34**2,
    }
    assert odds.ways == 36**2


def test_K5_the_odds_count_hexes_that_it_cannot_retreat() -> None:
    table = Table([("gF", "a8")], [("bHillGiant", "a9")], ordered=["s1"])
    odds = table.odds("melee", unit="s1", target="n1")
    # two flags, one way of 36, leave one to obey: two hexes missing, each of which kills with 1 in 36
    alive = (34**2 - 36) * 36**2 + 36 * 35**2
    assert (odds.outcomes[1].ways, odds.ways) == (alive, 36**2 * 36**2)


@pytest.mark.parametrize(("flags", "hexes"), [("F", 0), ("FF", 2)])
def test_K4_it_must_ignore_one_flag_and_runs_two_hexes_for_each_other(flags: str, hexes: int) -> None:
    """R-8."""
    roll = flags.ljust(2, "R")
    table = Table([("gF", "e4")], [("bHillGiant", "e5")], ordered=["s1"], dice={"attack": [roll]})
    table.do("melee", unit="s1", target="n1")
    assert table.told("flags")[0].data["ignored"] == 1
    assert table.asks == ("retreat" if hexes else "battle_back")
    if hexes:
        table.do("retreat", to=table.offered("retreat")[0]["to"])
        table.do("retreat", to=table.offered("retreat")[0]["to"])
        where = table.where("n1")
        assert where is not None
        assert where[1] == "7"


def trampler(first: str, second: str, blocked: str) -> Table:
    """A North hill giant on e8 with own units on both hexes behind it, driven two hexes."""
    return Table(
        [("gF", "e7")],
        [("bHillGiant", "e8"), ("bF", "e9"), ("bF", "f9")],
        ordered=["s1"],
        change={"n2": {"figures": int(first)}, "n3": {"figures": int(second)}},
        dice={"attack": ["FF"], "blocked": [blocked]},
    )


def test_K6_who_stands_in_the_way_is_trampled() -> None:
    table = trampler("4", "4", "GG")
    table.do("melee", unit="s1", target="n1")
    if table.asks == "ignore_flags":  # supported by two friends
        table.do("ignore_flags", count=1)
    assert [event.data["unit"] for event in table.told("trampled")] == ["n2", "n3"]
    assert (table.unit("n2").figures, table.unit("n3").figures) == (2, 2)
    assert table.where("n1") == "e8"
    assert table.game.trophies == (0, 0)


def test_K6_a_way_that_is_freed_is_gone() -> None:
    table = trampler("2", "4", "GG")
    table.do("melee", unit="s1", target="n1")
    table.do("ignore_flags", count=1)
    assert table.where("n2") is None
    assert table.game.trophies == (1, 0)  # the enemy of the trampled
    assert table.where("n1") == "e9"  # and the second hex, off the board, is not diced for again
    assert len([event for event in table.log if event.type == "no_way_back"]) == 1


def test_K5_dice_are_thrown_before_trampling() -> None:
    table = trampler("4", "4", "BG")
    table.dice._script["critical"] = ["B"]
    table.do("melee", unit="s1", target="n1")
    table.do("ignore_flags", count=1)
    assert table.where("n1") is None
    assert (table.unit("n2").figures, table.unit("n3").figures) == (4, 4)
    assert table.told("trampled") == []


def test_K7_a_creature_gives_support() -> None:
    table = Table([("gF", "e5"), ("gSpider", "d5"), ("bHydra", "f5")])
    from app.engine.viewer import SPECTATOR
    from app.rulesets.lore import RULESET

    assert "support" in RULESET.view(table.game, SPECTATOR)["units"]["s1"]["bold_from"]


def test_C2_a_creature_out_of_sector_costs_three_mana_and_one_order() -> None:
    def table(mana: int) -> Table:
        return Table(
            [("gF", "a5"), ("gF", "b5"), ("bHydra", "m5"), ("gF", "l5")],
            phase="order",
            card="patrol_left",
            mana=(mana, 0),
            options=MANA,
        )

    rich = table(4)
    offered = rich.offered("order")
    assert {"verb": "order", "unit": "s3", "mana": 3} in offered
    assert all(choice["unit"] != "s4" for choice in offered)  # troops never
    rich.do("order", unit="s3", mana=3)
    assert rich.game.mana == (1, 0)
    rich.do("order", unit="s1")
    assert rich.offered("order") == []  # two units in all
    rich.do("unorder", unit="s3")
    assert rich.game.mana == (4, 0)
    assert all(choice["unit"] != "s3" for choice in table(2).offered("order"))


@pytest.mark.parametrize("card", ["foot_surge", "charge"])
def test_C1_foot_and_mounted_cards_never_mean_creatures(card: str) -> None:
    table = Table([("bHydra", "a5"), ("gF", "b5"), ("gC", "c5")], phase="order", card=card)
    assert [choice["unit"] for choice in table.offered("order")] == ["s2" if card == "foot_surge" else "s3"]


def test_K2_a_troll_moves_as_blue_foot() -> None:
    def after(to: str) -> Table:
        table = Table(
            [("bTroll", "c5"), ("gF", "m1")], [("bF", "f5"), ("bF", "l2")], phase="move", ordered=["s1", "s2"]
        )
        table.do("move", unit="s1", to=to)
        if table.asks == "move":
            table.do("end_moves")
        return table

    assert after("e5").offered("melee", "s1") == []  # two hexes, no battle
    assert after("d5").where("s1") == "d5"


DICE = {
    "spider": 2,
    "hill_giant": 3,
    "wood_giant": 2,
    "elemental": 4,
    "hydra": 4,
    "troll": 6,
    "wyvern": 2,
    "drake": 3,
    "fire_dragon": 4,
}


@pytest.mark.parametrize(("kind", "dice"), sorted(DICE.items()))
def test_dice_of_the_table(kind: str, dice: int) -> None:
    table = Table([(CODES[kind], "e5")], [("bF", "f5")], ordered=["s1"])
    assert table.odds("melee", unit="s1", target="n1").dice == dice


@pytest.mark.parametrize(("kind", "hits"), [("spider", True), ("troll", False), ("hydra", True), ("fire_dragon", True)])
def test_whose_blades_hit(kind: str, hits: bool) -> None:
    roll = "X" + "R" * (DICE[kind] - 1)
    table = Table([(CODES[kind], "e5")], [("bF", "f5")], ordered=["s1"], dice={"attack": [roll]})
    table.do("melee", unit="s1", target="n1")
    assert table.unit("n1").figures == (3 if hits else 4)


def test_C2_mana_buys_no_second_order_in_a_sector_that_the_card_names() -> None:
    """Feel them out names every sector: a creature where the order is given already is not out of sector."""
    table = Table(
        [("bHydra", "a1"), ("bF", "b1"), ("bF", "m1")],
        card="probe_all",
        phase="order",
        hands=(["march"], ["march"]),
        mana=(9, 0),
        options={"magic": "mana"},
    )
    table.do("order", unit="s2")
    assert [choice["unit"] for choice in table.offered("order")] == ["s3"]
