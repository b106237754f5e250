"""The tables of the rules, row by row, as the data has them: cards, troops, weapons, terrain, creatures (§4 to §11)."""

from __future__ import annotations

import pytest

from app.rulesets.lore import RULESET
from app.rulesets.lore.content import CARDS, CREATURES, TERRAIN_BY_ID, TROOPS, WEAPONS

SECTORS = ("left", "centre", "right")


@pytest.mark.parametrize(
    ("card", "copies", "orders"),
    [("scout", (2, 2, 2), 1), ("patrol", (4, 5, 4), 2), ("attack", (3, 4, 3), 3), ("assault", (2, 2, 2), 99)],
)
def test_4_1_cards_of_one_sector(card: str, copies: tuple[int, int, int], orders: int) -> None:
    for place, sector in enumerate(SECTORS):
        spec = CARDS[f"{card}_{sector}"]
        assert spec.copies == copies[place]
        assert spec.quota == tuple(orders if other == place else 0 for other in range(3))
        assert spec.draw == (2 if card == "scout" else 1)


@pytest.mark.parametrize(
    ("card", "copies", "quota"), [("probe_all", 3, (1, 1, 1)), ("advance", 2, (2, 2, 2)), ("pincer", 2, (2, 0, 2))]
)
def test_4_1_cards_of_several_sectors(card: str, copies: int, quota: tuple[int, int, int]) -> None:
    assert (CARDS[card].copies, CARDS[card].quota) == (copies, quota)


@pytest.mark.parametrize(
    ("card", "copies", "count", "who", "otherwise"),
    [
        ("call_green", 2, 4, "green", 1),
        ("call_blue", 2, 4, "blue", 1),
        ("call_red", 2, 3, "red", 1),
        ("foot_surge", 2, 4, "foot_melee", 0),
        ("charge", 2, 4, "mounted", 0),
        ("volley", 2, 99, "free_missile", 0),
        ("mirror", 2, 1, "all", 0),
        ("fury", 1, 4, "engaged", 0),
        ("rally", 1, 0, "all", 0),
        ("march", 1, 6, "all", 0),
        ("torches", 1, 3, "all", 0),
    ],
)
def test_4_2_tactic_cards(card: str, copies: int, count: int, who: str, otherwise: int) -> None:
    spec = CARDS[card]
    assert (spec.copies, spec.any, spec.who, spec.otherwise, spec.quota) == (copies, count, who, otherwise, (0, 0, 0))
    assert spec.move == (card not in ("volley", "fury"))
    assert spec.battle == (card != "march")
    assert spec.melee_bonus == (card in ("charge", "fury"))
    assert (spec.shots, spec.surge, spec.extra_move) == (
        2 if card == "volley" else 0,
        2 if card == "foot_surge" else 0,
        1 if card == "march" else 0,
    )
    assert (spec.mirror, spec.rally, spec.torches) == (card == "mirror", card == "rally", card == "torches")
    assert spec.without_fire == (2 if card == "torches" else 0)


@pytest.mark.parametrize(
    ("kind", "banner", "figures", "move", "battle_after", "dice"),
    [
        ("foot", "green", 4, 2, 2, 2),
        ("foot", "blue", 4, 2, 1, 3),
        ("foot", "red", 4, 1, 1, 4),
        ("mounted", "green", 3, 4, 4, 2),
        ("mounted", "blue", 3, 3, 3, 3),
        ("mounted", "red", 3, 2, 2, 4),
    ],
)
def test_5_troops(kind: str, banner: str, figures: int, move: int, battle_after: int, dice: int) -> None:
    troop = TROOPS[(kind, banner)]
    assert (troop.figures, troop.move, troop.battle_after, troop.dice) == (figures, move, battle_after, dice)


@pytest.mark.parametrize(
    ("weapon", "reach", "near", "far", "braced"),
    [
        ("short_sword", 1, "foot", "none", False),
        ("long_sword", 1, "all", "none", False),
        ("axe", 1, "all", "none", False),
        ("spear", 1, "all", "none", True),
        ("halberd", 1, "all", "none", False),
        ("bow", 4, "none", "none", False),
        ("longbow", 4, "all", "all", False),
        ("crossbow", 3, "none", "all", False),
        ("sling", 2, "none", "none", False),
    ],
)
def test_6_weapons(weapon: str, reach: int, near: str, far: str, braced: bool) -> None:
    spec = WEAPONS[weapon]
    assert (spec.range, spec.blade, spec.braced) == (reach, near, braced)
    assert spec.range == 1 or spec.blade_far == far


LANDMARK = (True, False, 2, 2, True, True)
"""LM-1: stop, battle, caps out and into, blocks sight, bold."""


@pytest.mark.parametrize(
    ("terrain", "row"),
    [
        ("plain", (False, True, 0, 0, False, False)),
        ("forest", (True, True, 2, 2, True, False)),
        ("hill", (False, True, 3, 2, True, False)),
        ("ford", (True, True, 2, 2, False, False)),
        ("bridge_wood", (False, True, 0, 0, False, True)),
        ("bridge_stone", (False, True, 0, 0, False, True)),
        ("bridge_troll", (False, True, 0, 0, False, True)),
        ("marsh", (True, True, 2, 2, False, False)),
        ("stakes", (True, False, 0, 0, False, False)),
        *((name, LANDMARK) for name in ("fortress", "camp", "pentacle", "fountain", "den", "tents", "hut", "lair")),
        ("passage_forest", LANDMARK),
        ("passage_hill", LANDMARK),
        ("graveyard", (True, False, 2, 2, False, True)),
        ("boulder_field", (False, False, 2, 2, True, False)),
        ("summoning_circle", (False, True, 0, 0, False, False)),
        ("forest_lair", (True, True, 2, 2, True, False)),
    ],
)
def test_10_terrain(terrain: str, row: tuple[bool, bool, int, int, bool, bool]) -> None:
    ground = TERRAIN_BY_ID[terrain]
    assert ground.passable
    assert (ground.stop, ground.battle, ground.cap_out, ground.cap_in, ground.blocks, ground.bold) == row


def test_10_water_is_impassable_and_open() -> None:
    water = TERRAIN_BY_ID["water"]
    assert not water.passable
    assert not water.blocks
    assert {name for name, ground in TERRAIN_BY_ID.items() if not ground.passable} == {"water"}
    assert {name for name, ground in TERRAIN_BY_ID.items() if ground.over_water} == {
        "bridge_wood",
        "bridge_stone",
        "bridge_troll",
    }
    assert {name for name, ground in TERRAIN_BY_ID.items() if ground.joined} == {
        "den",
        "passage_forest",
        "passage_hill",
    }


@pytest.mark.parametrize(
    ("kind", "banner", "level", "move", "retreat", "dice"),
    [
        ("spider", "green", 1, 2, 2, 2),
        ("hill_giant", "blue", 1, 2, 2, 3),
        ("wood_giant", "green", 1, 2, 2, 2),
        ("elemental", "red", 1, 0, 0, 4),
        ("hydra", "blue", 1, 2, 2, 1),
        ("troll", "blue", 1, 2, 2, 6),
        ("wyvern", "green", 1, 2, 3, 2),
        ("drake", "blue", 2, 2, 3, 3),
        ("fire_dragon", "red", 3, 2, 3, 4),
    ],
)
def test_11_creatures(kind: str, banner: str, level: int, move: int, retreat: int, dice: int) -> None:
    spec = CREATURES[kind]
    assert (spec.banner, spec.level, spec.move, spec.retreat, spec.dice) == (banner, level, move, retreat, dice)
    assert spec.necks == (3 if kind == "hydra" else 0)
    assert spec.battle_after == (1 if kind == "troll" else 99)


def test_11_prices_of_powers_are_told() -> None:
    powers = RULESET.content()["powers"]
    assert powers["web"] == {"spider": 2}
    assert powers["poison"] == {"spider": 1}
    assert powers["boulder"] == {"hill_giant": 1}
    assert (powers["tremor"], powers["quake"]) == ({"elemental": 1}, {"elemental": 2})
    assert powers["breath"] == {"wyvern": 1, "drake": 2, "fire_dragon": 3}
