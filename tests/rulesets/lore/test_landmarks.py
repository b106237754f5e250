"""Landmarks that do something (§10.1, LM-1, F-27): camp, fountain, den and passages, pentacle, hut."""

from __future__ import annotations

from tests.rulesets.lore.table import Table


def trained(code: str = "gF", **more: object) -> Table:
    """An ordered unit stays in a camp for its whole turn."""
    table = Table([(code, "e5")], terrain={"e5": "T"}, phase="move", ordered=["s1"], **more)  # type: ignore[arg-type]
    table.to_turn(1)
    return table


def test_a_camp_raises_the_banner_and_is_gone() -> None:
    for code, banner in (("gF", "blue"), ("bF", "red")):
        table = trained(code)
        assert (table.unit("s1").banner, table.terrain("e5")) == (banner, ".")


def test_a_red_unit_and_one_without_order_train_nothing() -> None:
    assert trained("rF").terrain("e5") == "T"
    idle = Table([("gF", "e5"), ("gF", "a1")], terrain={"e5": "T"}, phase="move", ordered=["s2"])
    idle.to_turn(1)
    assert idle.terrain("e5") == "T"


def test_who_fought_or_arrived_this_turn_does_not_train() -> None:
    fought = Table([("gF", "e5")], [("bF", "f5")], terrain={"e5": "T"}, ordered=["s1"], dice={"attack": ["GG"]})
    fought.do("melee", unit="s1", target="n1")
    fought.to_turn(1)
    assert fought.terrain("e5") == "T"
    arrived = Table([("gF", "d5")], terrain={"e5": "T"}, phase="move", ordered=["s1"])
    arrived.do("move", unit="s1", to="e5")
    arrived.to_turn(1)
    assert arrived.terrain("e5") == "T"


def test_an_owned_camp_trains_its_side_only() -> None:
    assert trained(home={"e5": "S"}).terrain("e5") == "."
    assert trained(home={"e5": "N"}).terrain("e5") == "T"


def test_F27_a_burning_camp_trains_nobody() -> None:
    table = trained(fires={"e5": 1})
    assert table.terrain("e5") == "T"
    assert table.unit("s1").banner == "green"


def test_fountain_heals_up_to_full() -> None:
    table = Table(
        [("bF", "e5")],
        terrain={"e5": "f"},
        ordered=["s1"],
        change={"s1": {"figures": 2}},
        dice={"fountain": ["BLB"]},
    )
    odds = table.odds("use_landmark", unit="s1", kind="fountain")
    assert (odds.dice, odds.outcomes[0].ways) == (3, 216 - 64)
    table.do("use_landmark", unit="s1", kind="fountain")
    assert table.unit("s1").figures == 4


def test_fountain_is_for_the_damaged_who_stayed() -> None:
    whole = Table([("bF", "e5"), ("bF", "a1")], [("bF", "a2")], terrain={"e5": "f"}, ordered=["s1", "s2"])
    assert not whole.offered("use_landmark")
    moved = Table(
        [("gF", "e5"), ("bF", "a1")],
        [("bF", "a2")],
        terrain={"e5": "f"},
        ordered=["s1", "s2"],
        change={"s1": {"figures": 2, "moved": True}},
    )
    assert not moved.offered("use_landmark")


def passages(**more: object) -> Table:
    return Table(
        [("gF", "a1")],
        terrain={"a1": "D", "m9": "x", "g5": "x", "a9": "x"},
        home={"a1": "S", "m9": "S", "g5": "S", "a9": "N"},
        north=[("bF", "m5")],
        phase="move",
        ordered=["s1"],
        **more,  # type: ignore[arg-type]
    )


def test_own_den_and_passages_are_joined() -> None:
    table = passages()
    far = {choice["to"] for choice in table.offered("move")} & {"m9", "g5", "a9"}
    assert far == {"m9", "g5"}
    table.do("move", unit="s1", to="m9")
    assert table.where("s1") == "m9"
    assert table.told("moved")[0].data["how"] == "passage"
    assert table.unit("s1").hex >= 0


def test_passage_ends_the_move_and_forbids_battle() -> None:
    table = Table(
        [("gF", "a1"), ("gF", "c1")],
        [("bF", "l8")],
        terrain={"a1": "D", "m9": "x"},
        home={"a1": "S", "m9": "S"},
        phase="move",
        ordered=["s1", "s2"],
    )
    table.do("move", unit="s1", to="m9")
    assert table.unit("s1").barred


def test_A47_a_burning_end_closes_the_passage() -> None:
    exits = {choice["to"] for choice in passages(fires={"m9": 1}).offered("move")}
    assert "m9" not in exits
    assert "g5" in exits
    inside = Table(
        [("gF", "a1"), ("gF", "c1")],
        terrain={"a1": "D", "m9": "x"},
        home={"a1": "S", "m9": "S"},
        fires={"a1": 1},
        phase="move",
        ordered=["s1", "s2"],
    )
    assert not inside.offered("move", "s1")


def test_an_occupied_passage_is_no_exit() -> None:
    table = Table(
        [("gF", "a1")],
        [("bF", "m9")],
        terrain={"a1": "D", "m9": "x"},
        home={"a1": "S", "m9": "S"},
        phase="move",
        ordered=["s1"],
    )
    assert "m9" not in {choice["to"] for choice in table.offered("move")}


def test_pentacle_gives_mana_at_the_end_of_own_turns() -> None:
    table = Table([("gF", "e5")], terrain={"e5": "P"}, phase="order", options={"magic": "mana"})
    table.to_turn(1)
    assert table.game.mana == (1, 0)
    table.to_turn(0)
    assert table.game.mana == (1, 0)
    off = Table([("gF", "e5")], terrain={"e5": "P"}, phase="order")
    off.to_turn(1)
    assert off.game.mana == (0, 0)


def test_hut_gives_mana_once_for_each_unit() -> None:
    table = Table([("gF", "d5")], terrain={"e5": "h"}, phase="move", ordered=["s1"], options={"magic": "mana"})
    table.do("move", unit="s1", to="e5")
    assert table.game.mana == (1, 0)
    again = Table(
        [("gF", "d5")],
        terrain={"e5": "h"},
        phase="move",
        ordered=["s1"],
        options={"magic": "mana"},
        change={"s1": {"huts": True}},
    )
    again.do("move", unit="s1", to="e5")
    assert again.game.mana == (0, 0)


def test_who_shot_once_under_volley_has_battled_and_does_not_train() -> None:
    """Of the two attacks of an arrow storm the first is a battle already (§10.1 camp)."""
    for shots, letter in ((0, "."), (1, "T"), (2, "T")):
        table = Table(
            [("gB", "e5"), ("bF", "a1")],
            [("bF", "e7")],
            terrain={"e5": "T"},
            card="volley",
            phase="order",
            hands=(["march"], ["march"]),
            dice={"attack": ["GG"] * shots},
        )
        table.order("s1")
        for _ in range(shots):
            table.do("shoot", unit="s1", target="n1")
        table.to_turn(1)
        assert table.terrain("e5") == letter


def test_C4_march_forbids_battle_but_not_the_fountain() -> None:
    table = Table(
        [("bF", "e5"), ("gF", "a1")],
        [("bF", "f5")],
        terrain={"e5": "f", "b1": "F"},
        fires={"b1": 1},
        card="march",
        phase="order",
        hands=(["march"], ["march"]),
        change={"s1": {"figures": 1}},
        dice={"fountain": ["BRL"]},
    )
    table.order("s1", "s2")
    assert [choice["verb"] for choice in table.choices] == ["use_landmark", "end_battles"]
    table.do("use_landmark", unit="s1", kind="fountain")
    assert table.unit("s1").figures == 3


def test_creatures_use_passages_too_but_dragons_cannot_end_there() -> None:
    """A creature is a unit (K-1); a dragon ends no move on terrain (K-10), and the elemental pays for each hex."""

    def goes(code: str) -> bool:
        table = Table(
            [(code, "a1")],
            [("bF", "m1")],
            terrain={"a1": "D", "m9": "x"},
            home={"a1": "S", "m9": "S"},
            phase="move",
            ordered=["s1"],
            options={"magic": "mana"},
        )
        if not table.offered("move", "s1") or {"verb": "move", "unit": "s1", "to": "m9"} not in table.choices:
            return False
        table.do("move", unit="s1", to="m9")
        assert (table.where("s1"), table.told("moved")[0].data["how"]) == ("m9", "passage")
        return True

    found = {code for code in ("bHydra", "bTroll", "bHillGiant", "gWoodGiant", "gSpider") if goes(code)}
    assert found == {"bHydra", "bTroll", "bHillGiant", "gWoodGiant", "gSpider"}
    assert not goes("gWyvern")
    assert not goes("rElemental")


def test_who_came_through_a_portal_has_not_stayed() -> None:
    """A spell's move counts no steps, yet it is a move."""
    table = Table([("gF", "e5")], terrain={"e5": "T"}, phase="move", ordered=["s1"], change={"s1": {"moved": True}})
    table.to_turn(1)
    assert table.terrain("e5") == "T"
