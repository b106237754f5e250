"""Every registered ruleset keeps the laws of `app.engine.ruleset`, in every scenario it brings.

How many random games: SANDTABLE_CONTRACT_GAMES for each scenario and preset (default 1; thousands before a release).
Of a game that is soon over there are more, until the laws have been tried often enough to mean something.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from random import Random

import pytest

from app.rulesets import all_rulesets
from tests.contract import laws

GAMES = int(os.environ.get("SANDTABLE_CONTRACT_GAMES", "1"))
LIMIT = int(os.environ.get("SANDTABLE_CONTRACT_DECISIONS", "0"))
"""Decisions watched in each game; 0: to its end."""

RULESETS = sorted(all_rulesets())
BATTLES = [
    pytest.param(name, scenario.id, preset, id=f"{name}-{scenario.id}-{preset}")
    for name in RULESETS
    for scenario in all_rulesets()[name].scenarios()
    for preset in sorted(all_rulesets()[name].presets)
]


MOST = 50
"""Further games at most, until there is enough."""


def _seeds(first: int, enough: Callable[[], bool]) -> Iterator[int]:
    """GAMES seeds, then more while there is not enough; fails when MOST more did not bring it."""
    yield from range(first, first + GAMES)
    for seed in range(first + GAMES, first + GAMES + MOST):
        if enough():
            return
        yield seed
    assert enough(), "the laws were hardly tried: does this game ask, refuse and hide nothing?"


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("name", "scenario", "preset"), BATTLES)
def test_random_battles_keep_the_laws(name: str, scenario: str, preset: str) -> None:
    ruleset = all_rulesets()[name]
    seen = laws.Seen()
    setup = ruleset.setup(scenario, {"preset": preset})
    for seed in _seeds(0, lambda: seen.decisions > 50 and seen.refused > 50 and seen.variants > 10):
        laws.Walk(ruleset, setup, seed, seen).play(LIMIT or laws.LONGEST)
    laws.texts_complete(ruleset, seen)
    laws.rules_linked(ruleset, seen.rules)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("name", "scenario", "preset"), BATTLES)
def test_eager_battles_keep_the_laws(name: str, scenario: str, preset: str) -> None:
    """Battles of seats that fight whenever they can: there retreats, pursuits, fires and powers happen in numbers."""
    ruleset = all_rulesets()[name]
    seen = laws.Seen()
    setup = ruleset.setup(scenario, {"preset": preset})
    fights = any(verb["tone"] in laws.DEEDS for verb in ruleset.content()["verbs"].values())
    for seed in _seeds(2000, lambda: seen.deeds > 20 or not fights):
        laws.Walk(ruleset, setup, seed, seen, eager=True).play(LIMIT or laws.LONGEST)
    laws.texts_complete(ruleset, seen)
    laws.rules_linked(ruleset, seen.rules)


SCENARIOS = [
    pytest.param(name, scenario.id, id=f"{name}-{scenario.id}")
    for name in RULESETS
    for scenario in all_rulesets()[name].scenarios()
]


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_any_mixture_of_options_keeps_the_laws(name: str, scenario: str) -> None:
    """Every switch and every list of values is set by chance; a mixture that the ruleset refuses is drawn again."""
    ruleset = all_rulesets()[name]
    chance = Random(f"{name} {scenario}")
    seen = laws.Seen()
    for seed in _seeds(1000, lambda: seen.decisions > 10):
        laws.Walk(ruleset, laws.mixed_setup(ruleset, scenario, chance), seed, seen).play(LIMIT or laws.LONGEST)
    laws.texts_complete(ruleset, seen)
    laws.rules_linked(ruleset, seen.rules)


@pytest.mark.parametrize(("name", "scenario", "preset"), BATTLES)
def test_a_battle_of_defaults_ends(name: str, scenario: str, preset: str) -> None:
    ruleset = all_rulesets()[name]
    laws.defaults_end(ruleset, ruleset.setup(scenario, {"preset": preset}), 1)


@pytest.mark.parametrize(("name", "scenario", "preset"), BATTLES)
def test_giving_up_ends(name: str, scenario: str, preset: str) -> None:
    ruleset = all_rulesets()[name]
    laws.conceding_ends(ruleset, ruleset.setup(scenario, {"preset": preset}))


@pytest.mark.parametrize("name", RULESETS)
def test_the_phase_table_is_complete(name: str) -> None:
    laws.phases_complete(all_rulesets()[name])


@pytest.mark.parametrize("name", RULESETS)
def test_static_parts_fit_together(name: str) -> None:
    laws.static_complete(all_rulesets()[name])
