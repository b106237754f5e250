"""The suite itself: it passes sound games, of two seats and of more, and it catches every broken one."""

from __future__ import annotations

import pytest

from app.engine.ids import Seat
from app.engine.ruleset import Ruleset
from tests.contract import broken_camps, broken_cups, laws
from tests.contract.camps import CampsGame, CampsRuleset
from tests.contract.cups import CupsGame, CupsRuleset, Hide

WALKS = 20


def everything(ruleset: Ruleset) -> laws.Seen:
    """All laws, as `test_rulesets` tries them."""
    seen = laws.Seen()
    for scenario in ruleset.scenarios():
        setup = ruleset.setup(scenario.id, {})
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


def test_a_sound_game_of_more_seats_on_a_plane_passes() -> None:
    seen = everything(CampsRuleset())
    assert seen.verbs == {"pitch", "storm", "rest", "brace", "sleep"}
    assert seen.differing > 100
    assert seen.refused > 100


@pytest.mark.parametrize("fault", [*broken_cups.FAULTS, *broken_camps.FAULTS], ids=lambda fault: fault.__name__)
def test_a_broken_game_is_caught(fault: type[Ruleset]) -> None:
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


def test_who_is_out_is_asked_no_more_and_the_others_may_win_together() -> None:
    ruleset = CampsRuleset()
    dice = laws.CountedDice(b"out")
    game, _ = ruleset.new_game(ruleset.setup("five", {}), dice)
    for seat in (1, 4):
        game, _ = ruleset.concede(game, Seat(seat))
    assert [decision.seat for decision in ruleset.decisions(game)] == [0, 2, 3]
    while ruleset.result(game) is None:
        decision = ruleset.decisions(game)[0]
        assert decision.seat not in (1, 4)
        game, _ = ruleset.apply(game, decision.seat, decision.default, dice)
    assert isinstance(game, CampsGame)
    assert game.result is not None
    assert game.result.winners == (0, 2, 3)
