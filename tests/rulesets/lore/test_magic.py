"""The magic module (§13): councils, decks and hands, the mana step, landmarks, spells."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.dice import HmacDice
from app.engine.refusal import Refused
from app.engine.viewer import SPECTATOR, seat_viewer
from app.rulesets.lore import RULESET
from app.rulesets.lore.board import BY_NAME
from app.rulesets.lore.magic import levels, spells
from app.rulesets.lore.magic.council import sites
from app.rulesets.lore.play import Play
from app.rulesets.lore.state import Battle, LoreGame, Magic
from tests.rulesets.lore.table import PHASES, Table

WIZARD = {"commander": 2, "wizard": 3}
EVEN = {"commander": 2, "wizard": 2, "cleric": 1, "warrior": 1, "rogue": 0}


def begun(scenario: str = "S1", **options: Any) -> LoreGame:
    """A battle with full magic at its first decision."""
    setup = RULESET.setup(scenario, {"magic": "full", **options})
    game, _ = RULESET.new_game(setup, HmacDice(b"magic", "magic"))
    return game


def table(
    spell: str,
    south: list[tuple[str, str]],
    north: list[tuple[str, str]] | None = None,
    *,
    phase: str = "move",
    mana: int = 10,
    council: dict[str, int] | None = None,
    **more: Any,
) -> Table:
    """A table with full magic on which South holds one spell."""
    council = council or WIZARD
    laid = Table(
        south,
        north or [("bF", "m9")],
        phase="command",
        card="advance",
        mana=(mana, mana),
        options={"magic": "full", "magic.councils": {"S": council, "N": {"commander": 2}}, "magic.level": 20},
        **more,
    )
    magic = laid.game.magic
    assert magic is not None
    laid.game = replace(
        laid.game, frames=(PHASES[phase],), played="advance", magic=replace(magic, hands=((spell,), ()))
    )
    return laid


def test_magic_is_off_unless_asked_for() -> None:
    for scenario in RULESET.scenarios():
        assert scenario.options["magic"] in ("off", "mana")


# -- councils ------------------------------------------------
def test_Z1_a_council_costs_six_levels_where_nothing_else_is_said() -> None:
    assert begun().setup.options["magic.councils"] == {"S": EVEN, "N": EVEN}


@pytest.mark.parametrize(
    "council",
    [{"wizard": 4}, {"jester": 1}, {"wizard": 3, "cleric": 3, "rogue": 1}, {"wizard": -1}, {"wizard": True}, []],
)
def test_Z1_an_unsound_council_is_refused(council: Any) -> None:
    with pytest.raises(Refused) as refused:
        RULESET.setup("S1", {"magic": "full", "magic.councils": {"S": council}})
    assert refused.value.code.value == "bad_option"


def test_K8_creatures_cost_levels() -> None:
    assert levels.creature_levels(["fire_dragon", "drake", "wyvern", "troll", "foot"]) == 3 + 2 + 1 + 1
    with pytest.raises(Refused):  # the dragon leaves three of six
        RULESET.setup("S3", {"magic": "full", "magic.level": 6, "magic.councils": {"S": {"commander": 2, "wizard": 2}}})
    council = begun("S3", **{"magic.level": 6}).setup.options["magic.councils"]["S"]
    assert sum(council.values()) == 3


def test_Z2_the_commander_decides_the_hand() -> None:
    game = begun(**{"magic.councils": {"S": {"commander": 3, "wizard": 1}, "N": {"commander": 1, "wizard": 2}}})
    assert game.setup.options["hand"] == {"S": 6, "N": 4}
    assert [len(hand) for hand in game.hands] == [6, 5]  # North has an extra start card


def test_Z3_mana_first_cards_and_hand_limit() -> None:
    game = begun(**{"magic.councils": {"S": {"commander": 2, "wizard": 2}, "N": {"commander": 2, "cleric": 1}}})
    assert game.mana == (2, 1)
    decision = RULESET.decisions(game)[0]
    assert (decision.prompt.key, decision.seat, decision.prompt.params["left"]) == ("prompt.keep_spell", 0, 2)
    assert "left" in decision.public.params
    dice = HmacDice(b"x", "x")
    while RULESET.decisions(game)[0].prompt.key == "prompt.keep_spell":
        decision = RULESET.decisions(game)[0]
        game, _ = RULESET.apply(game, decision.seat, decision.choices[0], dice)  # type: ignore[assignment]
    assert game.magic is not None
    assert [len(hand) for hand in game.magic.hands] == [2, 1]
    assert len(game.magic.discards) == 5


def test_Z3_without_other_advisers_there_are_no_spells() -> None:
    game = begun(**{"magic.councils": {"S": {"commander": 3}, "N": {"commander": 3}}})
    assert game.mana == (0, 0)
    assert game.magic is not None
    assert game.magic.hands == ((), ())


def test_Z4_fifteen_ten_or_five_cards_of_a_class() -> None:
    deck = spells.full_deck(({"wizard": 2, "cleric": 1}, {"wizard": 1}))
    count = Counter(spells.SPELLS[card].adviser for card in deck)
    assert count == {"wizard": 15, "cleric": 10, "warrior": 5, "rogue": 5}
    everyone = dict.fromkeys(levels.ADVISERS, 1)
    assert len(spells.full_deck((everyone, everyone))) == 60


def test_Z5_a_card_of_a_missing_adviser_costs_three_more_and_works_at_level_one() -> None:
    magic = Magic(councils=({"wizard": 3}, {"cleric": 1}))
    assert (spells.price(magic, 0, "portal"), spells.price(magic, 1, "portal")) == (7, 10)
    assert (spells.level(magic, 0, "downpour"), spells.level(magic, 1, "downpour")) == (3, 1)


def test_Z6_one_card_a_turn() -> None:
    laid = table("shield", [("bF", "e5"), ("bF", "a1")], ordered=["s1"])
    assert laid.game.magic is not None
    laid.game = replace(laid.game, magic=replace(laid.game.magic, hands=(("mend", "shield"), ())))
    laid.do("play_spell", spell="shield", unit="s1")
    assert laid.offered("play_spell") == []
    laid.refuses("already_cast", "Z-6", "play_spell", spell="mend", unit="s1")
    laid.refuses("spell_not_in_hand", "Z-9", "play_spell", spell="portal", unit="s1")


def end_of_turn(choice: str) -> Table:
    laid = table("strike", [("bF", "e5")], ordered=["s1"], mana=3, council={"commander": 2, "wizard": 1})
    laid.do("end_moves")
    if laid.asks == "battle":
        laid.do("end_battles")
    assert laid.asks == "mana_choice"
    laid.do("mana_choice", choice=choice)
    return laid


def test_Z7_two_mana() -> None:
    laid = end_of_turn("two_mana")
    assert laid.game.mana == (5, 10 - 7)
    assert laid.game.side == 1


def test_Z7_two_cards_of_which_one_is_kept() -> None:
    laid = end_of_turn("two_cards")
    if laid.asks == "keep_spell":
        laid.do(verb="keep_spell", spell=laid.offered("keep_spell")[0]["spell"])
    assert laid.game.magic is not None
    assert len(laid.game.magic.hands[0]) == 2
    assert len(laid.game.magic.discards) >= 1
    assert laid.game.mana[0] == 3


def test_Z7_a_card_and_a_mana_then_down_to_the_limit() -> None:
    laid = table("strike", [("bF", "e5")], ordered=["s1"], mana=1, council={"commander": 2, "wizard": 1})
    assert laid.game.magic is not None
    laid.game = replace(laid.game, magic=replace(laid.game.magic, hands=(("strike", "strike"), ())))
    laid.do("end_moves")
    if laid.asks == "battle":
        laid.do("end_battles")
    laid.do("mana_choice", choice="card_and_mana")
    assert laid.game.mana[0] == 2
    assert laid.asks == "discard_spell"
    assert laid.decision.prompt.params["limit"] == 2
    laid.do("discard_spell", spell="strike")
    assert laid.game.magic is not None
    assert len(laid.game.magic.hands[0]) == 2


def test_Z8_the_sole_owner_of_a_level_three_adviser_places_a_landmark() -> None:
    councils = {"S": {"commander": 3, "wizard": 3}, "N": {"commander": 3, "cleric": 3}}
    game = begun(**{"magic.councils": councils})
    placed: list[tuple[int, str]] = []
    dice = HmacDice(b"x", "x")
    while True:
        decision = RULESET.decisions(game)[0]
        if decision.prompt.key not in ("prompt.keep_spell", "prompt.place_landmark"):
            break
        action = decision.choices[0]
        if decision.prompt.key == "prompt.place_landmark":
            placed.append((int(decision.seat), decision.prompt.params["kind"]))
            rows = {int(choice.hex[1]) for choice in decision.choices}  # type: ignore[attr-defined]
            assert rows <= ({1, 2, 3} if decision.seat == 0 else {7, 8, 9})
        game, _ = RULESET.apply(game, decision.seat, action, dice)  # type: ignore[assignment]
    assert placed == [(0, "pentacle"), (1, "fountain")]  # both have a commander of level 3: nobody's fortress
    assert "P" in game.terrain
    assert "f" in game.terrain
    landmarks = {side for h, side in game.home if game.terrain[h] in "Pf"}
    assert landmarks == {0, 1}


def test_levels_and_landmarks() -> None:
    assert levels.sole_landmarks(({"warrior": 3, "rogue": 3}, {"rogue": 2}), 0) == ("camp", "den")
    assert levels.sole_landmarks(({"commander": 3}, {"commander": 3}), 0) == ()
    assert levels.sole_landmarks(({"commander": 3}, {"commander": 2}), 0) == ("fortress",)


# -- spells ------------------------------------------------
def test_Z9_haste_lets_an_ordered_unit_move_a_hex_further() -> None:
    laid = table("haste", [("rF", "e5"), ("rF", "a1")], ordered=["s1"], council={"rogue": 1})
    assert {choice["unit"] for choice in laid.offered("play_spell")} == {"s1"}
    before = {choice["to"] for choice in laid.offered("move", "s1")}
    laid.do("play_spell", spell="haste", unit="s1")
    after = {choice["to"] for choice in laid.offered("move", "s1")}
    assert "g5" in after - before
    assert laid.game.mana[0] == 8


def test_Z9_strike_adds_a_die_to_the_next_attack_only() -> None:
    laid = table(
        "strike",
        [("gF", "e5"), ("gF", "f4")],
        [("rF", "f5"), ("bF", "m9")],
        phase="battle",
        ordered=["s1", "s2"],
        council={"warrior": 1},
        dice={"attack": ["GGG", "GG"]},
    )
    laid.do("play_spell", spell="strike", unit="s1")
    odds = laid.odds("melee", unit="s1", target="n1")
    assert odds.dice == 3
    assert odds.parts[-1].source == "spell.strike.name"
    assert laid.odds("melee", unit="s2", target="n1").dice == 2
    laid.do("melee", unit="s1", target="n1")
    assert laid.game.magic is not None
    assert laid.game.magic.effects == ()


def test_Z9_shield_takes_a_die_from_the_next_attack_on_the_unit_also_in_the_enemys_turn() -> None:
    laid = table(
        "shield",
        [("gF", "e5")],
        [("rF", "f5"), ("bF", "m9")],
        ordered=["s1"],
        council={"cleric": 1},
        dice={"attack": ["RRR"]},
    )
    laid.do("play_spell", spell="shield", unit="s1")
    assert RULESET.view(laid.game, SPECTATOR)["effects"] == ["shield:s1"]
    laid.to_turn(1)
    units = tuple(replace(unit, ordered=unit.id == "n1") for unit in laid.game.units)
    laid.game = replace(laid.game, units=units, frames=(Battle(),), played="advance")
    assert laid.odds("melee", unit="n1", target="s1").dice == 3
    laid.do("melee", unit="n1", target="s1")
    assert laid.game.magic is not None
    assert laid.game.magic.effects == ()
    laid.dice.assert_spent()


def test_Z9_mend_restores_a_figure() -> None:
    laid = table(
        "mend", [("gF", "e5"), ("gF", "a1")], ordered=["s1"], council={"cleric": 2}, change={"s1": {"figures": 2}}
    )
    assert {choice["unit"] for choice in laid.offered("play_spell")} == {"s1"}
    laid.do("play_spell", spell="mend", unit="s1")
    assert laid.unit("s1").figures == 3
    assert laid.game.mana[0] == 7


def test_Z9_portal_reaches_three_hexes_and_one_for_each_level() -> None:
    laid = table("portal", [("bF", "a5"), ("gF", "m1")], terrain={"c5": "W"}, council={"wizard": 2})
    laid.do("play_spell", spell="portal", unit="s1")
    assert laid.asks == "portal"
    ends = {choice["hex"] for choice in laid.offered("play_spell")}
    assert "f5" in ends  # five hexes
    assert {"g5", "c5", "a5", "m1"}.isdisjoint(ends)
    laid.do("play_spell", spell="portal", unit="s1", hex="f5")
    assert laid.where("s1") == "f5"
    assert laid.unit("s1").moved or laid.game.side == 1
    assert laid.game.mana[0] == 3


def test_A45_no_portal_out_of_a_fire() -> None:
    laid = table("portal", [("bF", "a5"), ("gF", "m1")], terrain={"a5": "F"}, fires={"a5": 1})
    assert {choice["unit"] for choice in laid.offered("play_spell")} == {"s2"}


@pytest.mark.parametrize(("wizard", "reached"), [(1, {"c5"}), (2, {"c5", "e5"}), (3, {"c5", "e5", "g5"})])
def test_Z9_downpour_takes_away_a_fire_of_the_wizards_level_and_one(wizard: int, reached: set[str]) -> None:
    laid = table(
        "downpour",
        [("bF", "a1")],
        terrain={"c5": "F", "e5": "F", "g5": "K"},
        fires={"c5": 2, "e5": 3, "g5": 4},
        ordered=["s1"],
        council={"wizard": wizard},
    )
    assert {choice["hex"] for choice in laid.offered("play_spell")} == reached
    laid.do("play_spell", spell="downpour", hex="c5")
    assert laid.fire("c5") is None
    assert laid.fire("e5") is not None


def test_a_spell_that_cannot_be_paid_is_refused() -> None:
    laid = table("portal", [("bF", "a5")], mana=6, ordered=["s1"])
    assert laid.offered("play_spell") == []
    laid.refuses("no_mana", "Z-5", "play_spell", spell="portal", unit="s1")


# -- secrecy ------------------------------------------------
def test_a_hand_of_spells_is_seen_by_its_owner_alone() -> None:
    laid = table("strike", [("bF", "e5")], ordered=["s1"])
    seen = RULESET.view(laid.game, seat_viewer(0))["spells"]
    assert seen[0] == {"count": 1, "cards": ["strike"], "prices": {"strike": 5}}  # nobody of the warrior's (Z-5)
    for viewer in (SPECTATOR, seat_viewer(1)):
        assert RULESET.view(laid.game, viewer)["spells"][0] == {"count": 1}


def test_a_phase_waits_for_open_reasons_alone() -> None:
    """South has nothing to do but a spell, or not even that; the pause is the same."""
    for spell in ("mend", "strike"):  # nobody is damaged, nobody may be struck with
        laid = table(spell, [("bF", "e5")], mana=9)
        assert laid.asks == "move"
        assert [choice["verb"] for choice in laid.choices] == ["end_moves"]
        laid.do("end_moves")
        assert laid.asks == "battle"


def test_custom_landmark_sites_are_bare() -> None:
    laid = table("strike", [("bF", "e5")])
    play = Play(laid.game)
    assert BY_NAME["e3"] in sites(play, 0)
    assert BY_NAME["e4"] not in sites(play, 0)
    assert BY_NAME["e9"] in sites(play, 1)


@pytest.mark.parametrize(("code", "to", "fights"), [("gF", "h5", True), ("rF", "g5", True), ("bF", "g5", False)])
def test_Z9_haste_takes_nobodys_battle_but_blue_foot_fights_after_one_hex(code: str, to: str, fights: bool) -> None:
    """`mayBattle` of 14.13 asks for the number of hexes of blue foot alone."""
    foe = {"h5": "i5", "g5": "h5"}[to]
    laid = table("haste", [(code, "e5"), ("rF", "a1")], [("rF", foe)], ordered=["s1"], council={"rogue": 1})
    laid.do("play_spell", spell="haste", unit="s1")
    laid.do("move", unit="s1", to=to)
    if laid.asks == "move":
        laid.do("end_moves")
    assert bool(laid.offered("melee", "s1")) == fights
