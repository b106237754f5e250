"""Bot and Budget: what every bot answers to, and how long it may think.

A bot is stateless: one object serves all matches. Its chance comes in as an argument, so that with equal chance and a
budget of nodes alone it chooses equally on every machine; a budget in milliseconds gives that up for punctuality.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Protocol

import msgspec

from app.engine.action import Action
from app.engine.decision import Decision
from app.engine.game import Game
from app.engine.ruleset import Ruleset


class Budget(msgspec.Struct, frozen=True):
    """How much a bot may think about one decision.

    nodes  positions that it may make at most; the measure of deterministic play
    ms     milliseconds after which it answers with what it has; 0: no look at the clock
    """

    nodes: int = 160
    ms: int = 0


class Bot(Protocol):
    """A player that chooses. The answer is always one of the decision's choices, or its default if there are none."""

    def choose(self, ruleset: Ruleset, game: Game, decision: Decision, chance: Random, budget: Budget) -> Action:
        """What to do about `decision`, which must be open in `game`."""


class Meter:
    """Counts nodes against a budget and, where the budget has milliseconds, looks at the clock now and then."""

    __slots__ = ("_budget", "_clock", "_until", "nodes")

    def __init__(self, budget: Budget, clock: Callable[[], float] = time.monotonic) -> None:
        self._budget = budget
        self._clock = clock
        self._until = clock() + budget.ms / 1000 if budget.ms else 0.0
        self.nodes = 0

    def spend(self) -> None:
        """One more position was made."""
        self.nodes += 1

    @property
    def empty(self) -> bool:
        """Whether the budget is used up."""
        return self.nodes >= self._budget.nodes or (self._budget.ms > 0 and self._clock() >= self._until)
