"""The arena plays equal battles from equal seeds, and says which law a ruleset breaks."""

from __future__ import annotations

import pytest

from app.bots import BOTS
from app.bots.arena import Battle, Law, fight
from app.bots.bot import Budget
from tests.bots.pig import Pig


def _battle(seed: str, mood: str = "", bots: tuple[str, str] = ("random", "random"), **more: int) -> Battle:
    pig = Pig(mood)
    return fight(pig, pig.setup("plain", {}), [BOTS[name] for name in bots], seed, Budget(nodes=60), **more)


@pytest.mark.parametrize("bots", [("random", "random"), ("captain", "random")])
def test_equal_seeds_give_equal_battles_and_others_do_not(bots: tuple[str, str]) -> None:
    first = _battle("a", bots=bots)
    assert first.broken is None
    assert first.result is not None
    assert first == _battle("a", bots=bots)
    assert first.hash != _battle("b", bots=bots).hash


def test_a_battle_counts_its_turns_moves_and_events() -> None:
    battle = _battle("count")
    assert battle.turns == battle.events["turn"] > 2
    assert battle.moves == battle.events["thrown"] + battle.events["held"]


def test_the_guard_ends_a_battle_that_does_not() -> None:
    battle = _battle("guard", mood="never_ends", guard=50)
    assert battle.broken is not None
    assert battle.broken[0] is Law.RUNAWAY
    assert battle.moves == 50


def test_a_refused_choice_is_reported_as_a_broken_law() -> None:
    battle = _battle("refuses", mood="refuses")
    assert battle.broken is not None
    assert battle.broken[0] is Law.REFUSED


def test_an_exception_is_reported_and_does_not_stop_self_play() -> None:
    battle = _battle("crashes", mood="_crashes", bots=("captain", "captain"))
    assert battle.broken is not None
    assert battle.broken == (Law.CRASH, "RuntimeError: the ruleset is broken")
