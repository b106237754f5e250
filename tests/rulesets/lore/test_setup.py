"""Set-up (§15): options, presets, and custom scenarios as hostile input, each fault with its field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.engine.dice import HmacDice
from app.engine.refusal import Refused
from app.rulesets.lore import RULESET
from tests.rulesets.lore.table import rows_with


def scenario(**changes: Any) -> dict[str, Any]:
    base: dict[str, Any] = {"rows": rows_with({}), "south": [["gF", 8, 0]], "north": [["gF", 0, 0]]}
    return {**base, **changes}


def refused(given: Any, options: Any = None) -> tuple[str, str | None]:
    with pytest.raises(Refused) as error:
        RULESET.setup(given, options or {})
    return error.value.code.value, error.value.field


def test_presets() -> None:
    standard = RULESET.setup("S1", {}).options
    letter = RULESET.setup("S1", {"preset": "letter"}).options
    assert RULESET.setup("S1", {"preset": "standard"}).options == standard
    differing = {key: letter[key] for key in standard if letter[key] != standard[key]}
    assert differing == {"fire.igniteFriendly": True, "fire.torches": 0, "fire.meleeTrophy": False}
    assert set(standard) == {option.id for option in RULESET.options}
    mixed = RULESET.setup("S1", {"preset": "letter", "fire.torches": 2}).options
    assert (mixed["fire.torches"], mixed["fire.igniteFriendly"]) == (2, True)


def test_letter_takes_torches_out_of_the_deck() -> None:
    game, _ = RULESET.new_game(RULESET.setup("S1", {"preset": "letter"}), HmacDice(b"x", "x"))
    cards = [*game.deck, *game.hands[0], *game.hands[1]]  # type: ignore[attr-defined]
    assert len(cards) == 59
    assert "torches" not in cards


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("nonsense", 1),
        ("trophies", 0),
        ("trophies", True),
        ("trophies", "5"),
        ("trophies", 5.0),
        ("turnLimit", 10**9),
        ("fire.enabled", 1),
        ("fire.extinguish", "sometimes"),
        ("fire.maxLevel", {"forest": 5}),
        ("fire.maxLevel", {"ocean": 1}),
        ("fire.maxLevel", {"forest": True}),
        ("fire.maxLevel", [3]),
        ("fire.torches", 4),
        ("hand", {"S": 5}),
        ("hand", {"S": 5, "N": 11}),
        ("hand", {"S": 0, "N": 5}),
        ("hand", 5),
        ("first", "W"),
        ("preset", "house"),
        ("preset", ["letter"]),
        ("magic", True),
        ("deck", None),
    ],
)
def test_options_are_hostile(name: str, value: Any) -> None:
    code, field = refused("S1", {name: value})
    assert (code, field) == ("bad_option", f"options.{name}")


def test_a_custom_scenario_plays_to_its_end() -> None:
    setup = RULESET.setup(scenario(names={"en": "Mine", "ru": "Моё"}, options={"turnLimit": 2}), {})
    assert setup.custom is not None
    dice = HmacDice(b"custom", "custom")
    game, _ = RULESET.new_game(setup, dice)
    while RULESET.decisions(game):
        decision = RULESET.decisions(game)[0]
        game, _ = RULESET.apply(game, decision.seat, decision.default, dice)
    assert RULESET.result(game) is not None


Change = Callable[[], dict[str, Any]]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"rows": rows_with({})[:8]}, "rows"),
        ({"rows": ["." * 13] * 9}, "rows[1]"),
        ({"rows": [*rows_with({})[:4], "......?......", *rows_with({})[5:]]}, "rows[4]"),
        ({"rows": "....."}, "rows"),
        ({"south": []}, "south"),
        ({"south": [["gF", 8, 0]] * 2}, "south[1]"),
        ({"south": [["zF", 8, 0]]}, "south[0]"),
        ({"south": [["gF", 9, 0]]}, "south[0]"),
        ({"south": [["gF", 8, 13]]}, "south[0]"),
        ({"south": [["gF", 7, 12]]}, "south[0]"),
        ({"south": [["gF", -1, 0]]}, "south[0]"),
        ({"south": [["bDragon", 8, 0]]}, "south[0]"),
        ({"south": [["gF", 8, c % 13] for c in range(21)]}, "south"),
        ({"south": [["gF", "8", 0]]}, "south[0][1]"),
        ({"south": [["gF", 0, 0]]}, "north[0]"),
        ({"rows": rows_with({"a1": "W"})}, "south[0]"),
        ({"home": {"z9": "S"}}, "home.z9"),
        ({"home": {"a1": "X"}}, "home"),
        ({"walls": {"n1": "S"}}, "walls.n1"),
        ({"cliffs": [["a1", "north"]]}, "cliffs[0]"),
        ({"specials": ["free_beer"]}, "specials[0]"),
        ({"options": {"trophies": 0}}, "options.trophies"),
        ({"options": {"beer": 1}}, "options.beer"),
        ({"legs": 2}, "legs"),
        ({"legs": 3}, "legs"),
        ({"mana": [1]}, "mana"),
        ({"surprise": 1}, ""),
        ({"names": {"en": "x" * 3000}}, "names"),
        ({"names": {"tlh": "x"}}, "names"),
    ],
)
def test_custom_scenarios_are_hostile(changes: dict[str, Any], field: str) -> None:
    code, where = refused(scenario(**changes))
    assert code == "bad_scenario"
    assert where is not None
    assert where.startswith(f"scenario.{field}"), where


@pytest.mark.parametrize("given", ["S9", "", 5, None, ["S1"]])
def test_unknown_scenarios(given: Any) -> None:
    assert refused(given)[0] == "bad_scenario"


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"verb":"fly_away"}',
        b'{"verb":"move","unit":"s1"}',
        b'{"verb":"move","unit":1,"to":"a1"}',
        b'{"verb":"move","unit":"s1","to":"a1","extra":1}',
        b'{"verb":"move","unit":"s1","to":"a10"}',
        b'{"verb":"ignore_flags","count":-1}',
        b'{"verb":"ignore_flags","count":1.5}',
        b'{"verb":"battle_back","accept":1}',
        b'{"unit":"s1"}',
        b'{"verb":"play_card","card":"' + b"x" * 41 + b'"}',
        b"\xff\xfe",
        b"[" * 5000,
    ],
)
def test_actions_are_hostile(raw: bytes) -> None:
    with pytest.raises(Refused) as error:
        RULESET.action(raw)
    assert error.value.code.value == "malformed"


def test_F4_limits_of_the_players_come_on_top_of_the_scenarios() -> None:
    made = RULESET.setup(scenario(options={"fire.maxLevel": {"marsh": 2, "hut": 4}}), {"fire.maxLevel": {"hut": 1}})
    limits = made.options["fire.maxLevel"]
    assert (limits["marsh"], limits["hut"], limits["forest"]) == (2, 1, 3)


@pytest.mark.parametrize(("first", "seat"), [("S", 0), ("N", 1)])
def test_first_is_who_begins(first: str, seat: int) -> None:
    game, _ = RULESET.new_game(RULESET.setup("S1", {"first": first}), HmacDice(b"x", "x"))
    (decision,) = RULESET.decisions(game)
    assert (decision.seat, decision.prompt.key) == (seat, "prompt.command")
