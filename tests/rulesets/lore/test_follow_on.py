"""Battle back (BB-1…BB-3) and follow-on moves (G-1…G-5)."""

from __future__ import annotations

import pytest

from tests.rulesets.lore.table import Table, name


def test_BB1_a_bold_unit_that_stands_may_battle_back_once() -> None:
    table = Table([("bF", "e5")], [("bDF", "f5")], ordered=["s1"], dice={"attack": ["GGG", "BGG"]})
    table.do("melee", unit="s1", target="n1")
    assert (table.asks, table.decision.seat) == ("battle_back", 1)
    assert table.odds("battle_back", accept=True).dice == 3
    table.do("battle_back", accept=True)
    assert table.lost("s1", "hit") == 1
    assert table.asks not in ("battle_back", "gain_ground")


def test_BB1_no_battle_back_when_pushed_or_not_bold_or_shot_at() -> None:
    pushed = Table([("bF", "e5")], [("bDF", "f5")], ordered=["s1"], dice={"attack": ["FFG"]})
    pushed.do("melee", unit="s1", target="n1")
    pushed.do("ignore_flags", count=1)
    pushed.do("retreat", to="e6")
    assert pushed.asks == "gain_ground"
    timid = Table([("bF", "e5")], [("bF", "f5")], ordered=["s1"], dice={"attack": ["GGG"]})
    timid.do("melee", unit="s1", target="n1")
    assert timid.asks != "battle_back"
    shot = Table([("bB", "d5")], [("bDF", "f5")], ordered=["s1"], dice={"attack": ["GGG"]})
    shot.do("shoot", unit="s1", target="n1")
    assert shot.asks != "battle_back"


def test_W5_a_bow_at_point_blank_is_battled_back() -> None:
    table = Table([("bB", "e5")], [("bDF", "f5")], ordered=["s1"], dice={"attack": ["GGG"]})
    table.do("melee", unit="s1", target="n1")
    assert table.asks == "battle_back"


def test_BB1_no_battle_back_against_a_battle_back() -> None:
    table = Table([("bDF", "e5")], [("bDF", "f5")], ordered=["s1"], dice={"attack": ["GGG", "GGG"]})
    table.do("melee", unit="s1", target="n1")
    table.do("battle_back", accept=True)
    assert table.asks != "battle_back"


def test_BB2_battling_back_never_gains_ground() -> None:
    table = Table(
        [("bF", "e5"), ("bF", "a1")],
        [("bDF", "f5")],
        ordered=["s1"],
        change={"s1": {"figures": 1}},
        dice={"attack": ["GGG", "BGG"]},
    )
    table.do("melee", unit="s1", target="n1")
    table.do("battle_back", accept=True)
    assert table.where("s1") is None
    assert table.game.trophies == (0, 1)
    assert table.asks != "gain_ground"
    assert table.where("n1") == "f5"


def won(code: str = "bF", *, letter: str = ".", extra: tuple[tuple[str, str], ...] = (), **more: object) -> Table:
    """s1 on e5 kills the last figure of n1 on f5, and is asked whether it takes the hex."""
    table = Table(
        [(code, "e5")],
        [("bF", "f5"), ("bF", "m9"), *extra],
        terrain={"f5": letter},
        ordered=["s1"],
        change={"n1": {"figures": 1}},
        dice={"attack": ["B" * int(more.pop("dice", 3))]},  # type: ignore[call-overload]
        **more,  # type: ignore[arg-type]
    )
    table.do("melee", unit="s1", target="n1")
    return table


def test_G1_ground_may_be_gained() -> None:
    taken = won()
    assert taken.asks == "gain_ground"
    taken.do("gain_ground", accept=True)
    assert taken.where("s1") == "f5"
    left = won()
    left.do("gain_ground", accept=False)
    assert left.where("s1") == "e5"


def test_G1_after_a_retreat_too() -> None:
    table = Table([("bF", "e5")], [("bF", "f5")], ordered=["s1"], dice={"attack": ["FGG"]})
    table.do("melee", unit="s1", target="n1")
    table.do("retreat", to="e6")
    assert table.asks == "gain_ground"


def test_G1_shooting_gains_nothing() -> None:
    table = Table(
        [("bB", "d5")],
        [("bF", "f5"), ("bF", "m9")],
        ordered=["s1"],
        change={"n1": {"figures": 1}},
        dice={"attack": ["BBB"]},
    )
    table.do("shoot", unit="s1", target="n1")
    assert table.where("n1") is None
    assert table.asks != "gain_ground"


def test_G2_horse_pursues_and_attacks_again() -> None:
    table = won("bC", extra=(("bF", "h5"),))
    table.do("gain_ground", accept=True)
    assert table.asks == "pursue"
    assert {choice.get("to") for choice in table.choices} == {None, "g5", "e6", "f6", "e5", "e4", "f4"}
    table.do("pursue", to="g5")
    assert (table.asks, table.offered("bonus_attack")[0]["target"]) == ("bonus_attack", "n3")
    table.dice._script["attack"] = ["BBB"]
    table.do("bonus_attack", target="n3")
    assert table.lost("n3", "hit") == 3


def test_G2_it_need_not_go_on_to_attack_again() -> None:
    table = won("bC", extra=(("bF", "g5"),))
    table.do("gain_ground", accept=True)
    table.do("pursue")
    assert table.asks == "bonus_attack"


def test_G2_foot_never_pursues() -> None:
    table = won("bF", extra=(("bF", "g5"),))
    table.do("gain_ground", accept=True)
    assert table.asks not in ("pursue", "bonus_attack")


def test_G3_a_bonus_attack_gains_ground_but_no_pursuit() -> None:
    table = won("bC", extra=(("bF", "g5"),))
    table.do("gain_ground", accept=True)
    table.do("pursue")
    table.dice._script["attack"] = ["FGG"]
    table.do("bonus_attack", target="n3")
    if table.asks == "retreat":
        table.do("retreat", to=table.choices[0]["to"])
    assert table.asks == "gain_ground"
    table.do("gain_ground", accept=True)
    assert table.where("s1") == "g5"
    assert table.asks not in ("pursue", "bonus_attack")


@pytest.mark.parametrize(
    ("letter", "asks", "dice"),
    [
        (".", "pursue", 3),
        ("~", "pursue", 2),
        ("H", "pursue", 2),
        ("F", "bonus_attack", 2),
        ("M", "bonus_attack", 2),
        ("t", None, 2),
        ("K", None, 2),
        ("s", None, 3),
    ],
)
def test_G4_terrain_and_follow_on_moves(letter: str, asks: str | None, dice: int) -> None:
    table = won("bC", letter=letter, extra=(("bF", "g5"),), dice=dice)
    table.do("gain_ground", accept=True)
    assert (table.asks if table.asks in ("pursue", "bonus_attack") else None) == asks


def test_G4_pursuing_onto_a_landmark_forbids_the_bonus_attack() -> None:
    table = Table(
        [("bC", "e5")],
        [("bF", "f5"), ("bF", "h5"), ("bF", "m9")],
        terrain={"g5": "t"},
        ordered=["s1"],
        change={"n1": {"figures": 1}},
        dice={"attack": ["BBB"]},
    )
    table.do("melee", unit="s1", target="n1")
    table.do("gain_ground", accept=True)
    table.do("pursue", to="g5")
    assert table.where("s1") == "g5"
    assert table.asks != "bonus_attack"


def test_G5_no_pursuit_into_a_fire() -> None:
    table = Table(
        [("bC", "e5")],
        [("bF", "f5"), ("bF", "m9")],
        terrain={"g5": "F"},
        fires={"g5": 1},
        ordered=["s1"],
        change={"n1": {"figures": 1}},
        dice={"attack": ["BBB"]},
    )
    table.do("melee", unit="s1", target="n1")
    table.do("gain_ground", accept=True)
    assert "g5" not in {choice.get("to") for choice in table.choices}


def test_A35_the_hex_left_by_a_unit_that_fled_into_fire_may_be_gained() -> None:
    table = Table(
        [("bF", name(5, 5)), ("bF", name(6, 6))],
        [("rF", name(4, 5))],
        terrain={name(6, 5): "F"},
        fires={name(6, 5): 1},
        side=1,
        ordered=["n1"],
        dice={"attack": ["FGGG"]},
    )
    table.do("melee", unit="n1", target="s1")
    assert table.asks == "gain_ground"
    table.do("gain_ground", accept=True)
    assert table.where("n1") == name(5, 5)


@pytest.mark.parametrize(
    ("token", "roll", "asks"), [("", "GGG", True), ("webbed", "GGG", False), ("frozen", "GG", False)]
)
def test_who_is_webbed_or_frozen_does_not_follow_on(token: str, roll: str, asks: bool) -> None:
    """Gaining ground is a move of one's own will (F-10); webbed and frozen units do not move (§11)."""
    table = Table(
        [("bC", "e5")],
        [("gF", "f5"), ("gF", "m9")],
        ordered=["s1"],
        change={"s1": {"tokens": (token,) if token else ()}, "n1": {"figures": 1}},
        dice={"attack": [roll]},
    )
    table.do("melee", unit="s1", target="n1")
    assert (table.asks == "gain_ground") == asks


@pytest.mark.parametrize(("code", "asks"), [("gR", "bonus_attack"), ("gC", "order")])
def test_G4_stakes_stop_pursuit_but_let_missile_units_battle(code: str, asks: str) -> None:
    table = Table(
        [(code, "e5")],
        [("gF", "f5"), ("gF", "g5")],
        terrain={"f5": "s"},
        ordered=["s1"],
        change={"n1": {"figures": 1}},
        dice={"attack": ["GG"]},
    )
    table.do("melee", unit="s1", target="n1")
    table.do("gain_ground", accept=True)
    assert table.asks == asks
