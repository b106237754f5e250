"""The powers of each creature (§11), the tokens they leave, and dragons (K-9…K-11)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from app.engine.viewer import SPECTATOR
from app.rulesets.lore import RULESET
from tests.rulesets.lore.table import Table

MANA = {"magic": "mana"}


def power(table: Table, unit: str, name: str) -> list[dict[str, Any]]:
    """The offered uses of a power."""
    return [choice for choice in table.offered("power", unit) if choice["power"] == name]


# -- spider ------------------------------------------------
def spider(mana: int, **more: Any) -> Table:
    return Table(
        [("gSpider", "e5")], [("bF", "f5"), ("bF", "h5")], ordered=["s1"], mana=(mana, 0), options=MANA, **more
    )


def test_spider_webs_an_adjacent_enemy_which_does_not_move_in_its_next_turn() -> None:
    table = spider(2)
    assert [choice["target"] for choice in power(table, "s1", "web")] == ["n1"]
    table.do("power", unit="s1", power="web", target="n1")
    assert table.game.mana == (0, 0)
    assert table.unit("n1").tokens == ("webbed",)
    assert table.offered("melee", "s1") != []  # beside the bite
    table.do("end_battles")
    assert table.game.side == 1
    for unit in ("n1", "n2"):
        table.do("order", unit=unit)
    table.do("end_orders")
    assert table.offered("move", "n1") == []
    assert table.offered("move", "n2") != []
    table.refuses("cannot_move", "creature-spider", "move", unit="n1", to="g5")
    table.do("end_moves")
    assert table.offered("melee", "n1") != []
    table.to_turn(0)
    assert table.unit("n1").tokens == ()  # gone at the end of that turn


def test_spider_without_mana_has_no_web() -> None:
    assert power(spider(1), "s1", "web") == []


def test_spider_poisons_after_a_hit_and_the_victim_loses_a_figure_at_its_start() -> None:
    table = spider(1, dice={"attack": ["BR"]})
    table.do("melee", unit="s1", target="n1")
    assert table.asks == "poison"
    table.do("power", unit="s1", power="poison", target="n1")
    assert table.game.mana == (0, 0)
    table.to_turn(1)
    assert (table.lost("n1", "hit"), table.lost("n1", "poison")) == (1, 1)
    assert table.unit("n1").figures == 2
    assert table.unit("n1").tokens == ()


def test_spider_may_pay_poison_with_the_sign_it_has_just_rolled() -> None:
    table = spider(0, dice={"attack": ["BL"]})
    table.do("melee", unit="s1", target="n1")
    assert table.game.mana == (1, 0)
    assert table.asks == "poison"
    table.do("decline")
    assert table.game.mana == (1, 0)
    assert table.unit("n1").tokens == ()


def test_spider_poisons_nobody_without_a_hit_or_mana() -> None:
    for mana, roll in ((1, "RR"), (0, "BR")):
        table = spider(mana, dice={"attack": [roll]})
        table.do("melee", unit="s1", target="n1")
        assert table.asks != "poison"


def test_poison_that_takes_the_last_figure_is_a_trophy_of_the_spiders_side() -> None:
    table = spider(0, change={"n1": {"figures": 1, "tokens": ("poisoned",)}})
    table.do("end_battles")
    assert table.where("n1") is None
    assert table.game.trophies == (1, 0)


def test_poison_threatens_a_creature_as_K3_says() -> None:
    table = Table(
        [("gF", "a1")],
        [("bHillGiant", "e5"), ("bF", "h5")],
        change={"n1": {"tokens": ("poisoned",)}},
        phase="start",
        side=1,
        dice={"critical": ["R"]},
    )
    assert table.where("n1") == "e5"
    table.dice.assert_spent()


# -- hill giant ------------------------------------------------
def test_hill_giant_throws_a_boulder_at_up_to_three_hexes() -> None:
    table = Table(
        [("bHillGiant", "e5")],
        [("bF", "h5"), ("bF", "i5"), ("bF", "e8")],
        terrain={"e6": "F", "d6": "F", "e7": "H"},
        ordered=["s1"],
        mana=(1, 0),
        options=MANA,
        dice={"attack": ["BXF"]},
    )
    assert [choice["target"] for choice in power(table, "s1", "boulder")] == ["n1"]
    odds = table.odds("power", unit="s1", power="boulder", target="n1")
    assert (odds.dice, odds.kind) == (3, "odds.boulder")
    table.do("power", unit="s1", power="boulder", target="n1")
    assert table.game.mana == (0, 0)
    assert table.unit("n1").figures == 2  # colour and blade
    assert table.asks != "battle_back"
    assert table.unit("s1").fought or table.game.side == 1


def test_hill_giant_needs_mana_and_is_capped_by_terrain() -> None:
    def table(mana: int) -> Table:
        return Table(
            [("bHillGiant", "e5")], [("bF", "h5")], terrain={"h5": "F"}, ordered=["s1"], mana=(mana, 0), options=MANA
        )

    assert power(table(0), "s1", "boulder") == []
    assert table(1).odds("power", unit="s1", power="boulder", target="n1").dice == 2


# -- wood giant ------------------------------------------------
def test_wood_giant_walks_forests_freely_and_is_not_capped_by_them() -> None:
    walk = Table(
        [("gWoodGiant", "e5"), ("gF", "e1")],
        terrain={"f5": "F", "g5": "F", "f1": "F"},
        phase="move",
        ordered=["s1", "s2"],
    )
    assert {"f5", "g5"} <= {choice["to"] for choice in walk.offered("move", "s1")}
    fight = Table([("gWoodGiant", "e5")], [("bF", "f5")], terrain={"e5": "F", "f5": "F"}, ordered=["s1"], card="fury")
    assert fight.odds("melee", unit="s1", target="n1").dice == 3


def test_wood_giant_throws_blades_again_until_none_is_left() -> None:
    table = Table(
        [("gWoodGiant", "e5")], [("bF", "f5")], ordered=["s1"], dice={"attack": ["XX"], "rethrow": ["XB", "B"]}
    )
    events = table.do("melee", unit="s1", target="n1")
    assert table.unit("n1").figures == 2
    assert [event.roll.names for event in events if event.type == "thrown_again" and event.roll] == [("X", "B"), ("B",)]
    table.dice.assert_spent()


def test_wood_giants_odds_count_dice_of_five_faces() -> None:
    table = Table([("gWoodGiant", "e5")], [("bF", "f5")], ordered=["s1"], change={"n1": {"figures": 2}})
    odds = table.odds("melee", unit="s1", target="n1")
    assert odds.ways == 30**2  # six faces, of which the blade is thrown again and ends as one of five
    assert odds.outcomes[0].ways == 6**2  # both dice come to rest on blue


def wood_giant(roll: str, **more: Any) -> Table:
    return Table(
        [("gWoodGiant", "e4")],
        [("bF", "e5"), ("bF", "d5"), ("bF", "f5")],
        ordered=["s1"],
        options=MANA,
        dice={"attack": [roll]},
        **more,
    )


def test_wood_giant_pushes_two_hexes_for_a_sign_whatever_the_boldness() -> None:
    table = wood_giant("LR")
    table.do("melee", unit="s1", target="n1")
    assert table.asks == "push"
    assert table.decision.seat == 0
    table.do("power", unit="s1", power="push", target="n1")
    assert table.asks == "retreat"
    assert table.decision.seat == 1
    table.do("retreat", to="e6")
    table.do("retreat", to="e7")
    assert table.where("n1") == "e7"
    assert table.unit("n1").figures == 4
    assert table.game.mana == (0, 0)  # the sign is used up
    assert table.asks == "gain_ground"


def test_wood_giant_may_keep_the_sign_as_mana() -> None:
    table = wood_giant("LL")
    table.do("melee", unit="s1", target="n1")
    table.do("power", unit="s1", power="push", target="n1")
    table.do("retreat", to="e6")
    table.do("retreat", to="e7")
    assert table.asks == "push"
    table.do("decline")
    assert table.game.mana == (1, 0)
    assert table.where("n1") == "e7"


def test_a_pushed_unit_stops_without_loss_where_it_cannot_go_on() -> None:
    table = Table(
        [("gWoodGiant", "e8")], [("bF", "e9"), ("bF", "a1")], ordered=["s1"], options=MANA, dice={"attack": ["LR"]}
    )
    table.do("melee", unit="s1", target="n1")
    assert table.asks != "push"  # nowhere to go
    assert table.game.mana == (1, 0)
    table = Table(
        [("gWoodGiant", "e7")],
        [("gGF", "e8"), ("bF", "e9")],
        ordered=["s1"],
        options=MANA,
        dice={"attack": ["LR"]},
    )
    table.do("melee", unit="s1", target="n1")
    table.do("power", unit="s1", power="push", target="n1")
    assert table.where("n1") == "f9"
    assert table.unit("n1").figures == 4
    assert table.told("fright") == []


# -- elemental ------------------------------------------------
def elemental(roll: str, mana: int = 3, **more: Any) -> Table:
    return Table(
        [("rElemental", "e5"), ("gF", "d5")],
        [("bF", "f5"), ("gF", "e6"), ("bF", "m9")],
        ordered=["s1"],
        mana=(mana, 0),
        options=MANA,
        dice={"attack": [roll]},
        **more,
    )


def test_elemental_moves_a_hex_for_each_mana_whatever_the_terrain() -> None:
    table = Table(
        [("rElemental", "e5")],
        terrain={"f5": "F", "g5": "W", "h5": "K", "i5": "W"},
        phase="move",
        ordered=["s1"],
        mana=(3, 0),
        options=MANA,
    )
    reached = {choice["to"] for choice in table.offered("move", "s1")}
    assert "h5" in reached
    assert {"g5", "i5"}.isdisjoint(reached)
    table.do("move", unit="s1", to="h5")
    assert table.game.mana == (0, 0)


def test_elemental_does_not_stay_barred_by_a_landmark_it_entered() -> None:
    table = Table(
        [("rElemental", "e5")],
        [("bF", "g5"), ("bF", "m9")],
        terrain={"f5": "K"},
        phase="move",
        ordered=["s1"],
        mana=(1, 0),
        options=MANA,
    )
    table.do("move", unit="s1", to="f5")
    assert table.offered("melee", "s1") != []


def test_elemental_without_mana_stands() -> None:
    table = Table([("rElemental", "e5"), ("gF", "a1")], phase="move", ordered=["s1", "s2"], options=MANA)
    assert table.offered("move", "s1") == []


def test_elemental_never_retreats_and_flags_do_nothing() -> None:
    table = Table([("gF", "e6")], [("rElemental", "e5")], ordered=["s1"], dice={"attack": ["FF"]})
    table.do("melee", unit="s1", target="n1")
    assert table.where("n1") == "e5"
    assert table.told("critical") == []
    assert table.told("flags")[0].data["ignored"] == 2


def test_tremor_drives_friend_and_foe_a_hex_for_each_sign() -> None:
    table = elemental("LRRR")
    table.do("melee", unit="s1", target="n1")
    assert table.asks == "quake"
    assert [choice["power"] for choice in table.offered("power")] == ["tremor", "quake"]
    table.do("power", unit="s1", power="tremor")
    assert table.game.mana == (2, 0)  # paid, and the sign used up
    while table.asks == "retreat":
        table.do("retreat", to=table.offered("retreat")[0]["to"])
    assert table.where("n1") in ("e6", "f6")
    assert table.where("n2") in ("e7", "f7")
    assert table.where("s2") in ("c4", "d4")
    assert table.unit("n1").figures == 4


def test_quake_costs_two_and_hits_everybody_first() -> None:
    table = elemental("LRRR", mana=2)
    table.do("melee", unit="s1", target="n1")
    table.do("power", unit="s1", power="quake")
    assert table.game.mana == (0, 0)
    assert [table.unit(name).figures for name in ("n1", "n2", "s2")] == [3, 3, 3]


def test_declining_leaves_the_signs_as_mana() -> None:
    table = elemental("LLRR", mana=1)
    table.do("melee", unit="s1", target="n1")
    assert [choice["power"] for choice in table.offered("power")] == ["tremor"]
    table.do("decline")
    assert table.game.mana == (3, 0)


def test_nobody_is_asked_without_sign_or_mana() -> None:
    for roll, mana in (("RRRR", 3), ("LRRR", 0)):
        table = elemental(roll, mana)
        table.do("melee", unit="s1", target="n1")
        assert table.asks != "quake"


def test_A39_a_tremor_spares_units_in_fires() -> None:
    table = elemental("LRRR", terrain={"e6": "F"}, fires={"e6": 1})
    table.do("melee", unit="s1", target="n1")
    table.do("power", unit="s1", power="quake")
    while table.asks == "retreat":
        table.do("retreat", to=table.offered("retreat")[0]["to"])
    assert (table.where("n2"), table.unit("n2").figures) == ("e6", 4)


def test_an_own_unit_lost_to_a_quake_is_the_enemys_trophy() -> None:
    table = elemental("LRRR", change={"s2": {"figures": 1}})
    table.do("melee", unit="s1", target="n1")
    table.do("power", unit="s1", power="quake")
    assert table.where("s2") is None
    assert table.game.trophies == (0, 1)


# -- hydra ------------------------------------------------
def test_hydra_loses_a_neck_for_each_blue_helmet_and_nothing_is_thrown_again() -> None:
    table = Table([("rF", "e5")], [("bHydra", "f5")], ordered=["s1"], dice={"attack": ["BXXR"]})
    assert table.unit("n1").necks == (1, 1, 1)
    table.do("melee", unit="s1", target="n1")
    assert table.unit("n1").necks == (1, 1)  # blades do not count
    assert table.told("critical") == []


def test_hydra_dies_with_its_last_neck_for_a_trophy_and_a_mana() -> None:
    table = Table(
        [("rF", "e5")], [("bHydra", "f5"), ("bF", "m9")], ordered=["s1"], options=MANA, dice={"attack": ["BBBR"]}
    )
    odds = table.odds("melee", unit="s1", target="n1")
    assert Fraction(odds.outcomes[0].ways, odds.ways) == Fraction(4 * 5 + 1, 6**4)
    table.do("melee", unit="s1", target="n1")
    assert table.where("n1") is None
    assert table.game.trophies == (1, 0)
    assert table.game.mana == (1, 0)


def test_hydra_grows_a_two_headed_neck_in_a_free_place_for_each_sign() -> None:
    table = Table(
        [("bHydra", "e5")],
        [("bF", "f5")],
        ordered=["s1"],
        options=MANA,
        change={"s1": {"necks": (1,)}},
        dice={"attack": ["LL"]},
    )
    assert table.odds("melee", unit="s1", target="n1").dice == 2
    table.do("melee", unit="s1", target="n1")
    assert table.unit("s1").necks == (1, 2, 2)
    assert table.game.mana == (0, 0)


def test_hydra_with_all_necks_keeps_its_signs_as_mana() -> None:
    table = Table([("bHydra", "e5")], [("bF", "f5")], ordered=["s1"], options=MANA, dice={"attack": ["LLRR"]})
    table.do("melee", unit="s1", target="n1")
    assert table.unit("s1").necks == (1, 1, 1)
    assert table.game.mana == (2, 0)


def test_hydra_loses_necks_with_fewer_heads_first() -> None:
    table = Table(
        [("rF", "e5")],
        [("bHydra", "f5")],
        ordered=["s1"],
        change={"n1": {"necks": (1, 2, 2)}},
        dice={"attack": ["BBRR"]},
    )
    table.do("melee", unit="s1", target="n1")
    assert table.unit("n1").necks == (2,)
    assert RULESET.view(table.game, SPECTATOR)["units"]["n1"]["heads"] == [2]


# -- troll ------------------------------------------------
@pytest.mark.parametrize(("roll", "wounds"), [("BRRR", 1), ("BBRR", 2), ("XXXX", 0)])
def test_troll_bears_two_wounds_and_no_blade_harms_it(roll: str, wounds: int) -> None:
    table = Table([("rF", "e5")], [("bTroll", "f5")], ordered=["s1"], dice={"attack": [roll]})
    table.do("melee", unit="s1", target="n1")
    assert (table.unit("n1").wounds, table.where("n1")) == (wounds, "f5")
    assert table.told("critical") == []


def test_the_third_blue_helmet_kills_a_troll() -> None:
    table = Table(
        [("rF", "e5")],
        [("bTroll", "f5"), ("bF", "m9")],
        ordered=["s1"],
        options=MANA,
        change={"n1": {"wounds": 2}},
        dice={"attack": ["BRRR"]},
    )
    table.do("melee", unit="s1", target="n1")
    assert table.where("n1") is None
    assert (table.game.trophies, table.game.mana) == ((1, 0), (1, 0))


def test_troll_heals_with_its_own_signs_and_keeps_the_rest() -> None:
    table = Table(
        [("bTroll", "e5")],
        [("bF", "f5")],
        ordered=["s1"],
        options=MANA,
        change={"s1": {"wounds": 1}},
        dice={"attack": ["LLRRRR"]},
    )
    table.do("melee", unit="s1", target="n1")
    assert table.unit("s1").wounds == 0
    assert table.game.mana == (1, 0)


def test_troll_on_its_own_bridge_does_not_retreat_and_heals_at_its_start() -> None:
    def attacked(home: str) -> Table:
        return Table(
            [("gF", "e6")],
            [("bTroll", "e5")],
            terrain={"e5": "b"},
            home={"e5": home},
            ordered=["s1"],
            change={"n1": {"wounds": 2}},
            dice={"attack": ["FF"]},
        )

    own = attacked("N")
    own.do("melee", unit="s1", target="n1")
    assert own.where("n1") == "e5"
    assert own.told("flags")[0].data["ignored"] == 2
    own.do("battle_back", accept=False)
    own.to_turn(1)
    assert own.unit("n1").wounds == 1
    foreign = attacked("S")
    foreign.do("melee", unit="s1", target="n1")
    assert foreign.asks == "ignore_flags"  # as on any stone bridge
    assert [choice["count"] for choice in foreign.offered("ignore_flags")] == [2, 1]


# -- dragons ------------------------------------------------
def flights(table: Table, *, breath: bool) -> list[list[str]]:
    return [choice["path"] for choice in table.offered("fly") if choice.get("breath", False) is breath]


def test_K9_a_flight_takes_two_to_four_hexes_and_ends_on_bare_plain() -> None:
    table = Table(
        [("gWyvern", "e5"), ("gF", "g5")],
        terrain={"h5": "F", "f4": "H"},
        walls={"f6": "S"},
        phase="move",
        ordered=["s1"],
    )
    paths = flights(table, breath=False)
    ends = {path[-1] for path in paths}
    assert {len(path) for path in paths} <= {2, 3, 4}
    assert "i5" in ends  # four hexes, over unit and forest
    assert "j5" not in ends
    assert ends.isdisjoint({"e5", "g5", "h5", "f4", "f6"})


def test_K10_a_walk_ends_on_bare_plain_too_but_a_retreat_need_not() -> None:
    walk = Table([("gWyvern", "e5")], terrain={"f5": "F"}, phase="move", ordered=["s1"])
    reached = {choice["to"] for choice in walk.offered("move", "s1")}
    assert "f5" not in reached
    assert "d5" in reached
    flee = Table(
        [("gF", "e4")],
        [("gWyvern", "e5")],
        terrain={"d6": "F", "e6": "F", "d7": "F", "e7": "F", "f7": "F", "c8": "F", "d8": "F", "e8": "F", "f8": "F"},
        ordered=["s1"],
        dice={"attack": ["FF"]},
    )
    flee.do("melee", unit="s1", target="n1")
    assert flee.asks == "ignore_flags"
    assert [choice["count"] for choice in flee.offered("ignore_flags")] == [1, 0]  # may, not must
    flee.do("ignore_flags", count=1)
    for _ in range(3):
        flee.do("retreat", to=flee.offered("retreat")[0]["to"])
    where = flee.where("n1")
    assert where is not None
    assert flee.terrain(where) == "F"


@pytest.mark.parametrize(("code", "price", "dice"), [("gWyvern", 1, 2), ("bDrake", 2, 3), ("rDragon", 3, 4)])
def test_K11_breath_costs_mana_and_rolls_once_for_each_enemy_flown_over(code: str, price: int, dice: int) -> None:
    def table(mana: int) -> Table:
        return Table(
            [(code, "e5")],
            [("rF", "f5"), ("rF", "g5")],
            phase="move",
            ordered=["s1"],
            mana=(mana, 0),
            options=MANA,
            dice={"attack": ["G" * dice, "G" * dice]},
        )

    assert flights(table(price - 1), breath=True) == []
    rich = table(price)
    paths = flights(rich, breath=True)
    both = next(path for path in paths if {"f5", "g5"} <= set(path))
    assert rich.odds("fly", unit="s1", path=both, breath=True).dice == 2 * dice
    rich.do("fly", unit="s1", path=both, breath=True)
    assert rich.game.mana == (0, 0)
    rolls = [event for event in rich.log if event.type == "attack"]
    assert [(event.data["target"], event.data["how"]) for event in rolls] == [("n1", "breath"), ("n2", "breath")]
    assert all(len(event.roll.faces) == dice for event in rolls if event.roll)
    assert rich.asks not in ("battle_back", "gain_ground")
    assert rich.where("s1") == both[-1]
    rich.dice.assert_spent()


def test_K11_hits_and_flags_of_breath_count_as_usual() -> None:
    table = Table(
        [("gWyvern", "e5")],
        [("bF", "f5")],
        phase="move",
        ordered=["s1"],
        mana=(1, 0),
        options=MANA,
        dice={"attack": ["BF"]},
    )
    path = next(path for path in flights(table, breath=True) if "f5" in path)
    table.do("fly", unit="s1", path=path, breath=True)
    assert table.unit("n1").figures == 3
    assert table.asks == "retreat"


def frozen_by_drake(roll: str, **more: Any) -> Table:
    table = Table(
        [("bDrake", "e5"), ("rF", "f4")],
        [("rF", "f5"), ("gF", "m9")],
        phase="move",
        ordered=["s1", "s2"],
        mana=(2, 0),
        options=MANA,
        dice={"attack": [roll], **more},
    )
    path = next(path for path in flights(table, breath=True) if path[-1] in ("g5", "g6", "h5"))
    table.do("fly", unit="s1", path=path, breath=True)
    return table


def test_drake_freezes_instead_of_wounding() -> None:
    table = frozen_by_drake("RRG")
    assert table.unit("n1").figures == 4
    assert table.unit("n1").tokens == ("frozen",)
    assert frozen_by_drake("GBB").unit("n1").tokens == ()


def test_a_frozen_unit_does_not_move_and_rolls_two_dice_until_its_turn_ends() -> None:
    table = frozen_by_drake("RRG")
    table.to_turn(1)
    table.do("order", unit="n1")
    table.do("end_orders")
    assert table.offered("move", "n1") == []
    assert table.odds("melee", unit="n1", target="s2").dice == 2
    table.to_turn(0)
    assert table.unit("n1").tokens == ()


def test_each_flag_against_a_frozen_unit_is_a_hit() -> None:
    table = Table(
        [("gF", "e5")],
        [("rF", "f5")],
        ordered=["s1"],
        change={"n1": {"tokens": ("frozen",), "figures": 2}},
        dice={"attack": ["FF"]},
    )
    odds = table.odds("melee", unit="s1", target="n1")
    assert (odds.outcomes[0].ways, odds.ways) == (9, 36)  # red, blade or flag on both
    (rolled,) = [event.roll for event in table.do("melee", unit="s1", target="n1") if event.type == "attack"]
    assert rolled is not None
    assert (rolled.needed, rolled.counted) == ("needed.hit_blade_flag", (0, 1))
    assert table.where("n1") is None
    assert table.game.trophies == (1, 0)


def test_fire_dragons_signs_leave_one_fire_token_and_the_rest_is_mana() -> None:
    table = Table(
        [("rDragon", "e5")],
        [("bF", "f5"), ("bF", "m9")],
        phase="move",
        ordered=["s1"],
        mana=(3, 0),
        options=MANA,
        dice={"attack": ["LLGG"], "token": ["R", "B"]},
    )
    path = next(path for path in flights(table, breath=True) if "f5" in path)
    table.do("fly", unit="s1", path=path, breath=True)
    assert table.unit("n1").tokens == ("fire_token",)
    assert table.game.mana == (1, 0)
    assert table.fire("f5") is None  # it lies on the unit
    table.to_turn(1)
    assert (table.unit("n1").figures, table.unit("n1").tokens) == (3, ("fire_token",))
    table.to_turn(0)
    table.to_turn(1)
    assert (table.unit("n1").figures, table.unit("n1").tokens) == (2, ())
    table.dice.assert_spent()


def test_a_unit_lost_to_a_fire_token_is_a_trophy_of_the_dragons_side() -> None:
    table = Table(
        [("rDragon", "e5")],
        [("bF", "f5"), ("bF", "m9")],
        phase="start",
        side=1,
        change={"n1": {"tokens": ("fire_token",), "figures": 1}},
    )
    assert table.where("n1") is None
    assert table.game.trophies == (1, 0)


def test_march_lengthens_a_flight_and_forbids_breath() -> None:
    table = Table(
        [("gWyvern", "e5")],
        [("bF", "f5")],
        phase="move",
        ordered=["s1"],
        card="march",
        mana=(5, 0),
        options=MANA,
    )
    assert flights(table, breath=True) == []
    assert {len(path) for path in flights(table, breath=False)} == {2, 3, 4, 5}


# -- why not ------------------------------------------------
def test_refused_flights_say_why() -> None:
    def aloft(mana: int = 0) -> Table:
        return Table(
            [("rDragon", "e5"), ("gF", "g5")],
            [("bF", "f6"), ("bF", "m9")],
            terrain={"h5": "F", "d5": "F", "e7": "F"},
            fires={"d5": 1},
            phase="move",
            ordered=["s1"],
            mana=(mana, 0),
            options=MANA,
        )

    table = aloft()
    table.refuses("no_mana", "creature-fire_dragon", "fly", unit="s1", path=["f6", "f7"], breath=True)
    table.refuses("hex_burns", "F-15", "fly", unit="s1", path=["d5", "c5"])
    table.refuses("occupied", "K-9", "fly", unit="s1", path=["f5", "g5"])
    table.refuses("no_landing", "K-9", "fly", unit="s1", path=["f5", "g5", "h5"])
    table.refuses("too_far", "K-9", "fly", unit="s1", path=["f5"])
    table.refuses("no_landing", "K-10", "move", unit="s1", to="e7")
    table.refuses("not_ordered", "phase-order", "fly", unit="s2", path=["g4", "g3"])


def test_refused_powers_say_why() -> None:
    def giant(mana: int) -> Table:
        return Table(
            [("bHillGiant", "e5"), ("gF", "e4"), ("gSpider", "a5")],
            [("bF", "h5"), ("bF", "i5"), ("bF", "e8"), ("bF", "f5"), ("bF", "a6")],
            terrain={"f5": "F", "d7": "F", "e7": "F", "d6": "F", "e6": "F"},
            fires={"f5": 1},
            ordered=["s1", "s3"],
            mana=(mana, 0),
            options=MANA,
        )

    giant(0).refuses("no_mana", "creature-hill_giant", "power", unit="s1", power="boulder", target="n1")
    table = giant(5)
    table.refuses("out_of_range", "creature-hill_giant", "power", unit="s1", power="boulder", target="n2")
    table.refuses("no_sight", "L-1", "power", unit="s1", power="boulder", target="n3")
    table.refuses("target_in_fire", "F-24", "power", unit="s1", power="boulder", target="n4")
    table.refuses("not_an_enemy", "creature-hill_giant", "power", unit="s1", power="boulder", target="s2")
    table.refuses("out_of_range", "creature-spider", "power", unit="s3", power="web", target="n1")
    table.refuses("not_a_choice", "", "power", unit="s3", power="boulder", target="n5")


def test_refused_orders_out_of_sector_name_the_price() -> None:
    table = Table([("gF", "a5"), ("bHydra", "m5")], phase="order", card="patrol_left", mana=(2, 0), options=MANA)
    table.refuses("no_mana", "C-2", "order", unit="s2", mana=3)


def test_a_friend_shaken_onto_a_landmark_neither_battles_nor_trains_there() -> None:
    """It has entered the hex this turn (LM-1) and has not stayed where it began it (camp, fountain)."""
    for letter in "KTf.":
        table = Table(
            [("rElemental", "e5"), ("gF", "d4"), ("gF", "a1")],
            [("bF", "f5"), ("bF", "d2")],
            terrain={"c3": "W", "d3": letter},
            ordered=["s1", "s2"],
            change={"s2": {"figures": 2}},
            mana=(3, 0),
            options={"magic": "mana"},
            dice={"attack": ["LGGX"]},
        )
        table.do("melee", unit="s1", target="n1")
        table.do("power", unit="s1", power="tremor")
        while table.asks == "retreat":
            table.do(**table.choices[0])
        table.do("gain_ground", accept=False)
        assert table.where("s2") == "d3"
        assert bool(table.offered("melee", "s2")) == (letter == ".")
        assert not table.offered("use_landmark")
        table.to_turn(1)
        assert table.terrain("d3") == letter
        assert not table.unit("s2").steps
        assert not table.unit("s2").barred


def test_F20_who_was_pushed_into_a_fire_is_pushed_no_further() -> None:
    table = Table(
        [("bF", "e5"), ("bF", "a1")],
        [("gWoodGiant", "e6")],
        terrain={"d4": "F", "e4": "W"},
        fires={"d4": 1},
        side=1,
        ordered=["n1"],
        options={"magic": "mana"},
        dice={"attack": ["LL"]},
    )
    table.do("melee", unit="n1", target="s1")
    table.do("power", unit="n1", power="push", target="s1")
    assert (table.where("s1"), table.asks) == ("d4", "gain_ground")
    assert table.game.mana == (0, 1)
