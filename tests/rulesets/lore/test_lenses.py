"""Lenses agree with play: what is said to be seen may be shot at, what is said to be threatened may be struck."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from app.engine.action import Action, to_json, verb_of
from app.engine.dice import HmacDice
from app.engine.ids import Seat
from app.engine.lens import Sight
from app.engine.refusal import Refused
from app.engine.viewer import SPECTATOR
from app.rulesets.lore import RULESET
from app.rulesets.lore.board import HEXES, NAMES
from app.rulesets.lore.play import Play
from app.rulesets.lore.sight import clear
from app.rulesets.lore.state import LoreGame
from tests.rulesets.lore.table import Table


def see(table: Table, origin: str, to: str) -> Sight:
    return RULESET.sight(table.game, SPECTATOR, origin, to)


def struck(table: Table, of: int) -> dict[str, set[str]]:
    """Unit → hexes that it threatens."""
    threat = RULESET.threat(table.game, SPECTATOR, Seat(of))
    return {reach.unit: set(reach.places) for reach in threat.reaches}


@pytest.mark.parametrize("scenario", ["S1", "S2", "S4", "S5"])
def test_sight_says_of_all_pairs_what_play_does_and_each_broken_line_names_its_cause(scenario: str) -> None:
    game, _ = RULESET.new_game(RULESET.setup(scenario, {}), HmacDice(b"lens", scenario))
    play = Play(game)
    giants = {unit.hex for unit in game.units if unit.kind == "hill_giant"}
    for a, b in product(range(HEXES), repeat=2):
        if a == b or a in giants:
            continue
        found = RULESET.sight(game, SPECTATOR, NAMES[a], NAMES[b])
        assert found.clear == clear(play, a, b), (NAMES[a], NAMES[b])
        assert found.clear == any(not line.blocked for line in found.lines)
        for line in found.lines:
            assert (line.blocked == "") == (line.by == "") == (line.rule == "")
            assert line.blocked in ("", NAMES[b], *line.passes)


def test_a_line_ends_at_what_breaks_it() -> None:
    table = Table([("gB", "a5")], [("bF", "d5")], terrain={"b5": "F"})
    (line,) = see(table, "a5", "d5").lines
    assert (line.passes, line.blocked, line.by, line.rule) == (("b5", "c5"), "b5", "sight.terrain", "L-3")
    table = Table([("gB", "a5"), ("gF", "c5")], [("bF", "d5")])
    (line,) = see(table, "a5", "d5").lines
    assert (line.blocked, line.by) == ("c5", "sight.unit")
    assert see(table, "a5", "c5").clear
    assert see(table, "a5", "a5").clear


def test_a_line_along_an_edge_has_two_sides_and_one_is_enough() -> None:
    table = Table([("gB", "e5")], [("bF", "m9")], terrain={"e6": "F"})
    found = see(table, "e5", "e7")
    assert found.clear
    assert sorted(bool(line.blocked) for line in found.lines) == [False, True]


@pytest.mark.parametrize(("origin", "to", "field"), [("z9", "a1", "from"), ("a1", "", "to"), ("a1", "x" * 40, "to")])
def test_what_is_no_hex_is_refused(origin: str, to: str, field: str) -> None:
    with pytest.raises(Refused) as refused:
        see(Table(), origin, to)
    assert (refused.value.code.value, refused.value.field) == ("unknown_hex", field)
    assert len(str(refused.value.params["hex"])) <= 8


def test_a_foot_threatens_what_it_can_reach_and_strike() -> None:
    table = Table([("bF", "a1")], [("bF", "g5")])
    reach = struck(table, 1)["n1"]
    assert {"e5", "f5", "h5", "i5", "f7"} <= reach
    assert "g5" not in reach, "where it stands itself nobody can be struck"
    assert "d5" not in reach, "it may go two hexes, but battles after one"


def test_a_bow_threatens_as_far_as_it_sees() -> None:
    open_ground = Table([("bF", "a1")], [("gB", "g5")], change={"n1": {"tokens": ("webbed",)}})
    hidden = Table([("bF", "a1")], [("gB", "g5")], terrain={"f5": "F"}, change={"n1": {"tokens": ("webbed",)}})
    assert "d5" in struck(open_ground, 1)["n1"]
    assert "d5" not in struck(hidden, 1)["n1"]
    burning = Table([("bF", "a1")], [("gB", "g5")], fires={"g5": 1}, terrain={"g5": "F"})
    assert struck(burning, 1) == {}, "who burns strikes nobody (F-21)"


def test_powers_threaten_as_mana_allows() -> None:
    for mana, far in ((0, False), (1, True)):
        giant = Table([("bF", "a1")], [("bHillGiant", "g5")], mana=(0, mana), options={"magic": "mana"})
        assert ("b5" in struck(giant, 1)["n1"]) == far, "a walk of two and a boulder of three"
        woods = dict.fromkeys(("f5", "h5", "f6", "g6", "f4", "g4"), "F")
        dragon = Table(
            [("bF", "a1")], [("rDragon", "g5")], terrain=woods, mana=(0, 2 + mana), options={"magic": "mana"}
        )
        assert ("e5" in struck(dragon, 1)["n1"]) == far, (
            "it cannot walk into the woods, but breathe on its way over them"
        )


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_struck_in_a_plain_turn_was_threatened(seed: int) -> None:
    """Play at random, moving one unit a turn; what that unit then attacks was threatened when the turn began."""
    dice = HmacDice(b"threat", str(seed))
    options = {"deck": "none", "ordersPerTurn": 20, "trophies": 50, "turnLimit": 100}
    setup = RULESET.setup("S5" if seed % 2 else "S1", options)
    game, _ = RULESET.new_game(setup, dice)
    turn, threatened, fresh, found = None, {}, True, 0
    chance = Random(seed)
    for _ in range(2500):
        if game.result is not None:
            break
        assert isinstance(game, LoreGame)
        if turn != (game.turn, game.side):
            turn, fresh = (game.turn, game.side), True
            threat = RULESET.threat(game, SPECTATOR, Seat(game.side))
            threatened = {reach.unit: set(reach.places) for reach in threat.reaches}
        decision = RULESET.decisions(game)[0]
        moved = {unit.id for unit in game.units if unit.moved}
        enough = [choice for choice in decision.choices if moved and verb_of(choice) == "end_moves"]
        blows = [choice for choice in decision.choices if verb_of(choice) in ("melee", "shoot")]
        choices = enough or blows or [choice for choice in decision.choices if verb_of(choice) != "unorder"]
        action = chance.choice(choices)
        told = to_json(action)
        if told["verb"] in ("melee", "shoot") and fresh and moved <= {told["unit"]}:
            fresh = False
            where = {unit.id: unit.hex for unit in game.units}
            assert NAMES[where[told["target"]]] in threatened[told["unit"]], told
            found += 1
        game, _ = RULESET.apply(game, decision.seat, _typed(action), dice)
    assert found > 3


def _typed(action: Action) -> Action:
    return RULESET.action(to_json(action))
