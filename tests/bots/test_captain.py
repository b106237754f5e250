"""The captain plays well, legally, within its budget, equally from equal chance, and without foresight."""

from __future__ import annotations

from random import Random

import pytest

from app.bots import BOTS, captain
from app.bots.arena import fight
from app.bots.bot import Budget, Meter
from app.bots.captain import Captain
from app.engine.dice import Dice, HmacDice
from app.engine.game import Game
from app.engine.ids import Seat
from tests.bots.pig import Pig, PigGame


def _opening(pig: Pig, seed: bytes = b"seed") -> PigGame:
    game, _ = pig.new_game(pig.setup("plain", {}), HmacDice(seed, "match"))
    assert isinstance(game, PigGame)
    return game


def test_it_beats_the_random_bot_on_both_sides() -> None:
    pig = Pig()
    wins = 0
    for number in range(40):
        side = number % 2
        bots = [BOTS["random"], BOTS["random"]]
        bots[side] = BOTS["captain"]
        battle = fight(pig, pig.setup("plain", {}), bots, f"pig-{number}", Budget(nodes=80))
        assert battle.result is not None
        wins += side in battle.result.winners
    assert wins >= 28, "Pig is luck for the most part"


def test_equal_chance_and_nodes_give_an_equal_choice() -> None:
    pig = Pig()
    game, _ = pig.apply(_opening(pig), Seat(0), pig.action(b'{"verb":"throw"}'), HmacDice(b"good", "match", index=3))
    decision = pig.decisions(game)[0]
    answers = {Captain().choose(pig, game, decision, Random(7), Budget(nodes=100)) for _ in range(5)}
    assert len(answers) == 1
    assert answers <= set(decision.choices)


class _Watched(Pig):
    """Pig that notes in which games somebody looked ahead, and with which dice."""

    def __init__(self) -> None:
        super().__init__()
        self.imagined: set[int] = set()
        self.looked: list[tuple[Game, Dice]] = []

    def imagine(self, game: PigGame, seat: Seat, dice: Dice) -> PigGame:
        world = super().imagine(game, seat, dice)
        self.imagined.add(world.secrets[1 - seat])
        return world

    def apply(self, game, seat, action, dice):  # type: ignore[no-untyped-def]
        self.looked.append((game, dice))
        return super().apply(game, seat, action, dice)


def test_it_looks_ahead_in_imagined_games_only() -> None:
    pig = _Watched()
    game = _opening(pig)
    game = PigGame(setup=game.setup, tick=1, frames=game.frames, banked=(0, 0), gathered=9, secrets=(11, -5))
    Captain().choose(pig, game, pig.decisions(game)[0], Random(1), Budget(nodes=200))
    assert len(pig.looked) > 100
    assert all(looked.secrets[0] == 11 for looked, _ in pig.looked), "its own secret it knows"  # type: ignore[attr-defined]
    assert all(looked.secrets[1] in pig.imagined for looked, _ in pig.looked)  # type: ignore[attr-defined]
    assert all(looked.secrets[1] != -5 for looked, _ in pig.looked)  # type: ignore[attr-defined]
    assert not any(isinstance(dice, HmacDice) for _, dice in pig.looked)


def test_milliseconds_end_its_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock of the test's own, on which each position takes a millisecond."""
    pig = _Watched()
    game = _opening(pig)
    game = PigGame(setup=game.setup, tick=1, frames=game.frames, banked=(0, 0), gathered=9)
    monkeypatch.setattr(captain, "Meter", lambda budget: Meter(budget, lambda: len(pig.looked) / 1000))
    Captain().choose(pig, game, pig.decisions(game)[0], Random(1), Budget(nodes=10**9, ms=500))
    assert 450 <= len(pig.looked) <= 500 + 60


def test_nodes_end_its_thinking() -> None:
    pig = _Watched()
    game = _opening(pig)
    game = PigGame(setup=game.setup, tick=1, frames=game.frames, banked=(0, 0), gathered=9)
    Captain().choose(pig, game, pig.decisions(game)[0], Random(1), Budget(nodes=300))
    assert 250 <= len(pig.looked) <= 300 + 60
