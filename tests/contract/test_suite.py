"""The suite itself: it passes a sound game in which two seats decide at once, and it catches every broken one."""

from __future__ import annotations

import pytest

from app.engine.ids import Seat
from tests.contract import laws
from tests.contract.cups import FAULTS, CupsGame, CupsRuleset, Hide

WALKS = 20


def everything(ruleset: CupsRuleset) -> laws.Seen:
    """All laws, as `test_rulesets` tries them."""
    seen = laws.Seen()
    setup = ruleset.setup("table", {})
    laws.defaults_end(ruleset, setup, 1, longest=100)
    for seed in range(WALKS):
        laws.Walk(ruleset, setup, seed, seen, every=1).play(100)
    laws.conceding_ends(ruleset, setup)
    laws.texts_complete(ruleset, seen)
    laws.rules_linked(ruleset, seen.rules)
    laws.phases_complete(ruleset)
    laws.static_complete(ruleset)
    return seen


def test_a_sound_game_passes() -> None:
    seen = everything(CupsRuleset())
    assert seen.reasons == ["reason.points"] * WALKS
    assert seen.differing > 100
    assert seen.refused > 100


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_broken_game_is_caught(fault: type[CupsRuleset]) -> None:
    with pytest.raises(laws.Broken) as broken:
        everything(fault())
    assert fault.__doc__ is not None
    assert str(broken.value).startswith(f"{fault.__doc__}:")


def test_seats_decide_at_once_and_in_any_order() -> None:
    ruleset = CupsRuleset()
    setup = ruleset.setup("table", {})
    dice = laws.CountedDice(b"order")
    start, _ = ruleset.new_game(setup, dice)
    first, _ = ruleset.apply(start, Seat(0), Hide(count=1), dice)
    first, _ = ruleset.apply(first, Seat(1), Hide(count=2), dice)
    second, _ = ruleset.apply(start, Seat(1), Hide(count=2), dice)
    second, _ = ruleset.apply(second, Seat(0), Hide(count=1), dice)
    assert first == second
    assert isinstance(first, CupsGame)
    assert [decision.id for decision in ruleset.decisions(first)] == ["s0.1", "s1.1"]
