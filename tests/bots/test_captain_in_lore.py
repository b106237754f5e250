"""The captain in real battles: stronger than chance on every scenario, punctual, and without foresight of the deck."""

from __future__ import annotations

import time
from random import Random

import msgspec
import pytest

from app.bots import BOTS
from app.bots.arena import fight
from app.bots.bot import Budget
from app.bots.captain import Captain
from app.engine.dice import HmacDice
from app.rulesets import ruleset

LORE = ruleset("lore")
SCENARIOS = [info.id for info in LORE.scenarios()]


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.timeout(600)
def test_it_beats_the_random_bot_on_every_scenario(scenario: str) -> None:
    """One battle from each side: none lost, at most one drawn. `sandtable selfplay` plays a hundred for the figure."""
    setup = LORE.setup(scenario, {})
    wins = losses = 0
    for number in (0, 1):
        seat = number % 2
        bots = [BOTS["random"], BOTS["random"]]
        bots[seat] = BOTS["captain"]
        battle = fight(LORE, setup, bots, f"test|{scenario}|{number}", Budget(nodes=250))
        assert battle.broken is None
        winners = () if battle.result is None else battle.result.winners
        wins += seat in winners
        losses += bool(winners) and seat not in winners
    assert (wins >= 1, losses) == (True, 0)


def test_it_answers_within_its_milliseconds_at_every_decision_of_a_battle() -> None:
    late: list[float] = []

    class Timed(Captain):
        def choose(self, ruleset, game, decision, chance, budget):  # type: ignore[no-untyped-def]
            began = time.process_time()
            action = super().choose(ruleset, game, decision, chance, Budget(nodes=10**9, ms=20))
            late.append(time.process_time() - began)
            assert action in decision.choices
            return action

    battle = fight(LORE, LORE.setup("S3", {"turnLimit": 4}), [Timed(), Timed()], "timed", Budget())
    assert battle.broken is None
    assert len(late) > 20
    assert max(late) < 0.2


def test_its_choice_does_not_depend_on_what_it_may_not_see() -> None:
    """The other's hand and the order of the deck are exchanged behind its back: it chooses the same."""
    game, _ = LORE.new_game(LORE.setup("S1", {}), HmacDice(b"seed", "match"))
    decision = LORE.decisions(game)[0]
    mine, theirs = game.hands  # type: ignore[attr-defined]
    hidden = [*theirs, *game.deck][::-1]  # type: ignore[attr-defined]
    other = msgspec.structs.replace(game, hands=(mine, tuple(hidden[: len(theirs)])), deck=tuple(hidden[len(theirs) :]))
    assert other != game
    for seed in range(4):
        answers = {
            Captain().choose(LORE, seen, LORE.decisions(seen)[0], Random(seed), Budget(nodes=100))
            for seen in (game, other)
        }
        assert len(answers) == 1
        assert answers <= set(decision.choices)
