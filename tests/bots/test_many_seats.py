"""Bots and arena know no number of seats and no order of answers: a game of five on a plane is played to its end."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from app.bots import BOTS
from app.bots.arena import fight
from app.bots.bot import Budget
from app.bots.captain import Captain
from app.bots.worker import asked
from app.engine.action import Action
from app.engine.decision import Decision
from app.engine.dice import Dice, HmacDice
from app.engine.event import Event
from app.engine.game import Game
from app.engine.ids import Seat
from app.engine.ruleset import Applied
from tests.contract.camps import TENTS, CampsRuleset, Pitching


@pytest.mark.parametrize("scenario", ["three", "five"])
def test_a_battle_of_several_seats_is_played_to_its_end(scenario: str) -> None:
    camps = CampsRuleset()
    setup = camps.setup(scenario, {})
    bots = [BOTS["captain"], *[BOTS["random"]] * (setup.seats - 1)]
    answered: list[int] = []

    def watch(before: Game, decision: Decision, action: Action, after: Game, events: Sequence[Event]) -> None:
        answered.append(decision.seat)

    battle = fight(camps, setup, bots, "camps", Budget(nodes=40), watch=watch)
    assert battle.broken is None
    assert battle.result is not None
    opening = answered[: TENTS * setup.seats]
    assert sorted(opening) == sorted([*range(setup.seats)] * TENTS)
    assert opening != sorted(opening), "seats that are asked at once answer in any order"
    again = fight(camps, setup, bots, "camps", Budget(nodes=40))
    assert again.hash == battle.hash


class _Watched(CampsRuleset):
    """Camps that notes the positions in which somebody looked ahead."""

    def __init__(self) -> None:
        self.seen: list[Game] = []

    def apply(self, game: Game, seat: Seat, action: Action, dice: Dice) -> Applied:
        after, events = super().apply(game, seat, action, dice)
        self.seen.append(after)
        return after, events


def test_the_captain_plays_its_own_part_out_while_others_are_asked_too() -> None:
    camps = _Watched()
    game, _ = camps.new_game(camps.setup("five", {}), HmacDice(b"seed", "match"))
    Captain().choose(camps, game, asked(camps, game, Seat(3)), Random(1), Budget(nodes=60))
    frames = [after.frames[-1] for after in camps.seen]
    assert all(isinstance(frame, Pitching) for frame in frames)
    assert {len(frame.tents[3]) for frame in frames if isinstance(frame, Pitching)} == {1, TENTS}
    assert {len(frame.tents[0]) for frame in frames if isinstance(frame, Pitching)} == {0}
