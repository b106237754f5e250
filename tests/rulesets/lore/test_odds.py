"""Odds are exact: compared with every way in which the dice may fall (§14.12 and the odds of §8)."""

from __future__ import annotations

from itertools import product

import pytest

from app.engine.action import to_json
from app.engine.odds import Odds
from app.rulesets.lore.chances import at_least, strike
from app.rulesets.lore.fire import dragon_ways
from tests.rulesets.lore.table import Table, name


def shares(odds: Odds) -> dict[str, int]:
    assert sum(outcome.ways for outcome in odds.outcomes) == odds.ways
    return {outcome.key.removeprefix("odds."): outcome.ways for outcome in odds.outcomes}


def played_out(setting: dict[str, object], dice: int) -> dict[str, int]:
    """Every roll of an attack of n1 on s1, played: destroyed, pushed back, holds. Owners ignore all they may."""
    found = {"destroyed": 0, "pushed_back": 0, "hold": 0}
    for faces in product("GBRXFL", repeat=dice):
        table = Table(**setting, dice={"attack": ["".join(faces)]})  # type: ignore[arg-type]
        start = table.where("s1")
        table.do("melee", unit="n1", target="s1")
        while table.asks in ("ignore_flags", "retreat"):
            choice = min(table.choices, key=lambda choice: _loss(table, choice))
            table.do(**choice)
        moved = [event.data["to"] for event in table.log if event.type == "moved" and event.data["unit"] == "s1"]
        gone = [event for event in table.log if event.type == "eliminated" and event.data["unit"] == "s1"]
        assert start is not None
        found["destroyed" if gone else "pushed_back" if moved else "hold"] += 1
    return found


def _loss(table: Table, choice: dict[str, object]) -> tuple[int, str]:
    """The owner ignores all he may, and goes where most hexes behind are free."""
    if choice["verb"] == "ignore_flags":
        return -int(str(choice["count"])), ""
    from app.rulesets.lore.board import BACK, BY_NAME
    from app.rulesets.lore.content import TERRAIN

    to = BY_NAME[str(choice["to"])]
    free = [
        h for h in BACK[0][to] if TERRAIN[table.game.terrain[h]].passable and all(u.hex != h for u in table.game.units)
    ]
    return -len(free), str(choice["to"])


@pytest.mark.parametrize(
    "setting",
    [
        {"south": [("bF", name(5, 5)), ("bF", "a1")], "change": {"s1": {"figures": 2}}},
        {"south": [("bDF", name(5, 5)), ("bF", "a1")], "change": {"s1": {"figures": 1}}},
        {"south": [("bC", name(5, 5)), ("bF", "a1")], "change": {"s1": {"figures": 2}}},
        {
            "south": [("bF", name(5, 5)), ("bF", "a1")],
            "terrain": {name(6, 5): "W", name(6, 6): "W"},
            "change": {"s1": {"figures": 3}},
        },
        {
            "south": [("bF", name(5, 5)), ("bF", "a1")],
            "terrain": {name(6, 5): "F", name(6, 6): "W"},
            "fires": {name(6, 5): 1},
            "change": {"s1": {"figures": 2}},
        },
        {"south": [("bF", name(5, 5)), ("bF", "a1")], "terrain": {name(5, 5): "F"}, "fires": {name(5, 5): 1}},
        {"south": [("bF", name(5, 5)), ("bF", "a1")], "walls": {name(5, 5): "S"}, "change": {"s1": {"figures": 2}}},
    ],
)
def test_melee_odds_equal_every_way_played_out(setting: dict[str, object]) -> None:
    whole: dict[str, object] = {"north": [("bF", name(4, 5))], "side": 1, "ordered": ["n1"], **setting}
    odds = Table(**whole).odds("melee", unit="n1", target="s1")  # type: ignore[arg-type]
    assert odds.ways == 6**odds.dice
    assert shares(odds) == played_out(whole, odds.dice)


def test_fright_dice_are_part_of_the_odds() -> None:
    """Two dice on goblins with two figures left, against a full count over attack and fright dice."""
    found = {"destroyed": 0, "pushed_back": 0, "hold": 0}
    longest = 4
    for faces in product(range(6), repeat=2):
        hits = sum(face in (1, 3) for face in faces)  # blue, blade
        run = 2 * faces.count(4)
        for fright in product(range(6), repeat=longest):
            lost = sum(face == 1 for face in fright[:run])
            if hits >= 2 or hits + lost >= 2:
                found["destroyed"] += 1
            elif run:
                found["pushed_back"] += 1
            else:
                found["hold"] += 1
    odds = Table(
        [("bGF", name(4, 5))], [("gF", name(3, 5))], side=1, ordered=["n1"], change={"s1": {"figures": 2}}
    ).odds("melee", unit="n1", target="s1")
    assert odds.ways == 6**6
    assert shares(odds) == found


def test_distribution_adds_up() -> None:
    odds = Table([("rF", "e5")], [("bF", "f5")], ordered=["s1"]).odds("melee", unit="s1", target="n1")
    for what in ("hits", "flags"):
        assert sum(ways for key, _, ways in odds.distribution if key == what) == odds.ways
    assert {amount: ways for key, amount, ways in odds.distribution if key == "flags"}[0] == 5**4


@pytest.mark.parametrize(("dice", "share"), [(2, 306), (3, 421), (4, 518)])
def test_14_12_at_least_one_green(dice: int, share: int) -> None:
    assert at_least(dice, 1, 1) * 1000 // 6**dice in (share - 1, share)


def test_14_12_dragon_on_forest_and_on_a_bridge() -> None:
    assert dragon_ways(2, 2) == {"two_lit": 1, "one_lit": 10, "none_lit": 25}
    four = dragon_ways(4, 2)
    assert [round(100 * four[key] / 6**4) for key in ("none_lit", "one_lit", "two_lit")] == [48, 39, 13]


def test_ignition_and_extinguishing_odds() -> None:
    table = Table([("gF", "e5")], terrain={"f5": "F"}, fires={"f5": 2}, ordered=["s1"])
    assert shares(table.odds("ignite", unit="s1", hex="f5")) == {"burns_max": 11, "grows": 0, "nothing": 25}
    assert shares(table.odds("extinguish", unit="s1", hex="f5")) == {"out": 3, "stays": 3}


def test_odds_of_certain_things() -> None:
    table = Table([("gF", "e5")], phase="move", ordered=["s1"])
    odds = table.odds("move", unit="s1", to="f5")
    assert (odds.dice, odds.ways, odds.kind) == (0, 1, "odds.move")


@pytest.mark.parametrize(("faces", "least"), [("BGG", 1), ("BBG", 2), ("BBX", 3), ("GRF", 0)])
def test_a_roll_tells_the_chance_of_as_many_hits_or_of_none(faces: str, least: int) -> None:
    table = Table([("bF", "e5")], [("bDF", "f5")], ordered=["s1"], dice={"attack": [faces]})
    odds = table.odds("melee", unit="s1", target="n1")
    table.do("melee", unit="s1", target="n1")
    event = table.told("attack")[0]
    roll = event.roll
    assert roll is not None
    by_hits = {n: ways for what, n, ways in odds.distribution if what == "hits"}
    wanted = sum(ways for n, ways in by_hits.items() if n >= least) if least else by_hits[0]
    assert event.data["hits"] == least
    assert roll.chance == (wanted, odds.ways)
    assert roll.chance_of == ("odds.hits_or_more" if least else "odds.no_hit")
    assert roll.modifiers == odds.parts
    assert event.rule == "H-1"


def test_a_roll_against_a_creature_tells_the_chance_of_its_hits() -> None:
    table = Table([("bF", "e5")], [("gSpider", "f5")], ordered=["s1"], dice={"attack": ["RRR"]})
    table.do("melee", unit="s1", target="n1")
    roll = table.told("attack")[0].roll
    assert roll is not None
    assert roll.chance is not None
    # banner or blade, two faces out of six (W-4): three dice all miss with (4/6)^3
    assert roll.chance[0] * 27 == roll.chance[1] * 8
    assert roll.chance_of == "odds.no_hit"


def test_strike_by_hand() -> None:
    one = strike(1, True, 0, 1, (((0, 0, False), (1, 0, True)),), False)
    assert (one.ways, one.destroyed, one.pushed_back, one.hold) == (6, 2, 1, 3)
    shielded = strike(1, True, 1, 1, (((0, 0, False),) * 2,), False)
    assert (shielded.destroyed, shielded.pushed_back, shielded.hold) == (1, 0, 5)


def test_every_choice_of_a_phase_has_odds() -> None:
    table = Table(
        [("gF", "e5"), ("gB", "a1")], [("bF", "f5")], terrain={"d5": "F"}, fires={"d5": 1}, ordered=["s1", "s2"]
    )
    for choice in table.decision.choices:
        assert shares(table.odds(**to_json(choice)))


def test_K3_a_creature_on_a_wall_ignores_the_first_blade_in_the_odds_too() -> None:
    """Against every roll of three dice: its colour and the blades after the first are thrown again."""
    alive = 0
    for faces in product("GBRXFL", repeat=3):
        hits = faces.count("R") + max(0, faces.count("X") - 1)
        alive += 5**hits * 6 ** (3 - hits)
    odds = Table([("bC", "e5")], [("rElemental", "f5")], walls={"f5": "N"}, terrain={"f5": "S"}, ordered=["s1"]).odds(
        "melee", unit="s1", target="n1"
    )
    assert shares(odds) == {"killed": odds.ways - alive, "survives": alive}
    assert odds.ways == 36**3


def test_K11_the_odds_of_a_breath_are_those_of_the_hex_from_which_it_is_breathed() -> None:
    """The dragon starts in a lair (cap 2), and lands on the only hex behind its enemy: 4 dice, and no way back."""
    table = Table(
        [("rDragon", "e4")],
        [("gF", "e5")],
        terrain={"e4": "L", "d6": "W"},
        phase="move",
        ordered=["s1"],
        mana=(3, 0),
        options={"magic": "mana"},
        change={"n1": {"figures": 1}},
        dice={"attack": ["FRRR"]},
    )
    fly = {"verb": "fly", "unit": "s1", "path": ["e5", "e6"], "breath": True}
    odds = table.odds(**fly)
    assert odds.dice == 4
    assert shares(odds) == {"destroyed": 6**4 - 3**4, "pushed_back": 0, "hold": 3**4}  # green, blade and flag kill
    table.do(**fly)
    assert table.where("n1") is None


def test_K11_of_several_enemies_one_on_a_wall_ignores_its_first_blade_in_the_odds() -> None:
    table = Table(
        [("gWyvern", "e5")],
        [("rF", "f5"), ("rF", "g5")],
        walls={"g5": "N"},
        phase="move",
        ordered=["s1"],
        mana=(1, 0),
        options={"magic": "mana"},
    )
    odds = table.odds("fly", unit="s1", path=["f5", "g5", "h5"], breath=True)
    missed = 4**2 * (4**2 + 2 * 4)  # red and blade hit; on the wall one blade of the two does not
    assert shares(odds) == {"hit": 6**4 - missed, "hold": missed}


def giants_way(faces: tuple[str, ...]) -> str:
    """How the roll of two dice, blades thrown again included, ends for one blue figure with two hexes to its edge."""
    first = [face for face in faces if face in "GBRFL"]
    again = [face[1] for face in faces if face[0] == "X"]
    if "B" in (*first, *again):
        return "destroyed"
    pushed = 2 * first.count("L")
    back = pushed + (*first, *again).count("F")
    return "destroyed" if back > max(2, pushed) else "pushed_back" if back else "hold"


def test_wood_giants_pushes_are_part_of_the_odds() -> None:
    """Two hexes lie behind the target. A sign takes both, without loss; then a flag finds no way and costs a figure."""
    die = [(face,) * 5 for face in "GBRFL"]
    ways = [face for group in die for face in group] + [f"X{face}" for face in "GBRFL"]
    found = {"destroyed": 0, "pushed_back": 0, "hold": 0}
    for roll in product(ways, repeat=2):
        found[giants_way(roll)] += 1
    table = Table(
        [("gWoodGiant", "e6"), ("bF", "a1")],
        [("bF", "e7"), ("bF", "b1")],
        ordered=["s1", "s2"],
        change={"n1": {"figures": 1}},
    )
    odds = table.odds("melee", unit="s1", target="n1")
    assert odds.ways == 30**2
    assert shares(odds) == found


def test_frost_that_drives_a_creature_against_the_edge_may_kill_it_in_the_odds_too() -> None:
    """A hill giant at its own edge bears one flag; two hexes for each further one, a die each, and each hit again."""
    table = Table(
        [("bDrake", "e8")],
        [("bHillGiant", "f9")],
        phase="move",
        ordered=["s1"],
        mana=(2, 0),
        options={"magic": "mana"},
    )
    odds = table.odds("fly", unit="s1", path=["f9", "g9"], breath=True)
    alive = 0
    for faces in product("GBRXFL", repeat=3):
        short = 2 * max(0, faces.count("F") - 1)
        alive += 35**short * 36 ** (4 - short) * 6**3  # the dice thrown again for hits stand idle
    assert shares(odds) == {"killed": odds.ways - alive, "survives": alive}
