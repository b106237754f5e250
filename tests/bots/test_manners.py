"""Manners: what play-outs do by habit, learned from the tones that a ruleset gives its verbs."""

from __future__ import annotations

from random import Random

from app.bots.manners import GLANCES, RELUCTANCE, manners_of
from app.engine.action import verb_of
from app.rulesets import ruleset
from tests.rulesets.lore.table import Table

LORE = ruleset("lore")
MANNERS = manners_of(LORE)


def _ordering() -> Table:
    """South has played a patrol in the sector where its only unit stands."""
    table = Table([("bF", "d8")], phase="command", hands=(["patrol_left"], ["scout_left"]))
    table.do("play_card", card="patrol_left")
    return table


def test_ending_the_orders_with_orders_left_needs_a_reason() -> None:
    decision = _ordering().decision
    reluctance = MANNERS.reluctance(decision.choices)
    assert {verb_of(action) for action in reluctance} == {"end_orders"}
    assert set(reluctance.values()) == {RELUCTANCE}


def test_nothing_speaks_against_ending_when_all_are_ordered() -> None:
    table = _ordering()
    table.do("order", unit=table.choices[0]["unit"])
    assert not any(choice["verb"] == "order" for choice in table.choices)
    assert MANNERS.reluctance(table.decision.choices) == {}


def test_an_order_is_not_taken_back() -> None:
    table = _ordering()
    table.do("order", unit=table.choices[0]["unit"])
    assert any(choice["verb"] == "unorder" for choice in table.choices)
    assert all(verb_of(action) != "unorder" for action in MANNERS.sensible(table.decision.choices))


def test_a_play_out_weighs_a_few_moves_against_standing_still() -> None:
    table = _ordering()
    table.do("order", unit=table.choices[0]["unit"])
    table.do("end_orders")
    verbs = [verb_of(action) for action in MANNERS.options(table.decision, Random(1))]
    assert verbs.count("move") in range(1, GLANCES + 1)
    assert verbs[0] == "end_moves"
