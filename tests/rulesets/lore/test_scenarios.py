"""V-1: the built-in scenarios S1…S4 are, letter by letter, those of §16: maps, units, owners, hands, specials."""

from __future__ import annotations

import re
from typing import Any

import pytest

from app.engine.dice import HmacDice
from app.rulesets.lore import RULESET
from app.rulesets.lore.board import NAMES, PLACES
from app.rulesets.lore.setup import built_in
from app.rulesets.lore.state import LoreGame

BOOK: dict[str, dict[str, Any]] = {
    "S1": {
        "map": """
            . . . F . . t . . F . . .
             . . . . . . . . . . . .
            . H . . . F . F . . . H .
             . F F . . . . . . F F .
            W W W B W W S W W B W W W
             . F F . . . . . . F F .
            . H . . . F . F . . . H .
             . . . . . . . . . . . .
            . . . F . . t . . F . . .""",
        "south": "gF (6,3)(6,9) bF (6,4)(6,8) rF (6,6) gB (7,3)(7,8) bC (7,5) rC (7,6) gC (8,1)(8,11)",
        "north": "gF (2,9)(2,3) bF (2,8)(2,4) rF (2,6) gB (1,8)(1,3) bC (1,6) rC (1,5) gC (0,11)(0,1)",
        "home": {"t": {(0, 6): 1, (8, 6): 0}},
        "specials": ("s1_tents",),
        "options": {"trophies": 5, "first": "S", "extraStartCard": "N", "magic": "off", "turnLimit": 40},
        "hands": (5, 6),
    },
    "S2": {
        "map": """
            . . t . . . . . . . T . .
             . . . . F . . F . . . .
            . F . . F F . F F . . F .
             F F . . . F F . . . F F
            . F . H . . h . . H . F .
             F F . . . F F . . . F F
            . F . . F F . F F . . F .
             . . . . F . . F . . . .
            . . T . . . . . . . t . .""",
        "south": "gF (6,2)(6,6)(6,10) bF (7,3)(7,8) rF (7,5) gB (7,1)(7,10) bC (8,6) gC (8,4)",
        "north": "bGF (2,2)(2,6)(2,10)(1,5) gGF (1,2)(1,9)(1,6) gGB (1,3)(1,8) gGC (0,4)(0,8)",
        "home": {"t": {(0, 2): 1, (8, 10): 0}, "T": {(0, 10): 1, (8, 2): 0}},
        "specials": ("s2_arson", "s2_camp"),
        "options": {"trophies": 5, "first": "N", "extraStartCard": "none", "magic": "off", "turnLimit": 40},
        "hands": (5, 5),
    },
    "S3": {
        "map": """
            . . K . . . . . . . L . .
             . . . . F F . . . . . .
            . G . . . . . . . H . . .
             . . F . . . . . . F F .
            W W B W ~ ~ W ~ ~ W B W W
             . F F . . . . . . F . .
            . . . H . . . . . . . G .
             . . . . . . F F . . . .
            . . L . . . . . . . K . .""",
        "south": "rDragon (7,3) gB (8,10)(7,8) gF (6,10)(6,2) bF (6,4)(6,8) rF (6,6) bX (7,2) bC (7,5) gC (7,10)",
        "north": "rDragon (1,8) gB (0,2)(1,3) gF (2,2)(2,10) bF (2,8)(2,4) rF (2,6) bX (1,9) bC (1,6) gC (1,1)",
        "home": {"K": {(0, 2): 1, (8, 10): 0}},
        "specials": ("s3_hold", "s3_burn", "s3_mana"),
        "options": {"trophies": 6, "first": "S", "extraStartCard": "N", "magic": "mana", "turnLimit": 40},
        "hands": (5, 6),
        "mana": (2, 2),
        "income": 1,
    },
    "S4": {
        "map": """
            . . . . . . . . . . . . .
             . . . . T . . G . . . .
            . . . . . . . . . . . . .
             . . F F . x . . F F . .
            W W W W B W W W B W W W W
             . . F F . . x . F F . .
            . . . . . . . . . . . . .
             . . . . . . . . . . . .
            . . . . . . . . . . . . .""",
        "south": "gF (5,4)(5,7)(6,4)(6,8) gC (6,6) bF (6,5)(6,7) gB (7,5)",
        "north": "bDF (3,4)(2,4)(2,5) rDF (3,7)(2,7) bDX (2,8)",
        "home": {"x": {(3, 5): 1, (5, 6): 0}},
        "specials": ("s4_points", "s4_legs"),
        "options": {"first": "S", "deck": "none", "ordersPerTurn": 3, "magic": "off", "turnLimit": 14},
        "hands": (0, 0),
    },
}


def units_of(text: str) -> set[tuple[str, int, int]]:
    """`gF (6,3)(6,9) …` as (code, row, col)."""
    return {
        (code, int(row), int(col))
        for code, places in re.findall(r"(\w+) ((?:\(\d+,\d+\))+)", text)
        for row, col in re.findall(r"\((\d+),(\d+)\)", places)
    }


@pytest.mark.parametrize("scenario", sorted(BOOK))
def test_V1_a_scenario_is_as_the_book_has_it(scenario: str) -> None:
    book, data = BOOK[scenario], built_in()[scenario]
    assert data.rows == ["".join(line.split()) for line in book["map"].strip().splitlines()]
    for side in ("south", "north"):
        placed = getattr(data, side)
        assert {tuple(entry) for entry in placed} == units_of(book[side])
        assert len(placed) == len(units_of(book[side]))
    game, _ = RULESET.new_game(RULESET.setup(scenario, {}), HmacDice(b"x", "x"))
    assert isinstance(game, LoreGame)
    letters = {
        letter: {PLACES[h]: side for h, side in game.home if game.terrain[h] == letter} for letter in book["home"]
    }
    assert letters == book["home"]
    assert game.specials == book["specials"]
    assert {name: game.setup.options[name] for name in book["options"]} == book["options"]
    assert tuple(len(hand) for hand in game.hands) == book["hands"]
    assert game.mana == book.get("mana", (0, 0))
    assert game.income == book.get("income", 0)
    assert game.legs == (2 if scenario == "S4" else 1)
    assert game.by_points == (scenario == "S4")
    assert game.setup.options["fire.enabled"]
    assert len({unit.hex for unit in game.units}) == len(game.units)
    assert len(NAMES) == len(game.terrain)
