"""The bot called `random`: any enumerated choice, each as likely as the next. Measure and stand-in, not an opponent."""

from __future__ import annotations

from random import Random

from app.bots.bot import Budget
from app.bots.chance import pick
from app.engine.action import Action
from app.engine.decision import Decision
from app.engine.game import Game
from app.engine.ruleset import Ruleset


class Drifter:
    """Chooses uniformly; never looks at the game."""

    def choose(self, ruleset: Ruleset, game: Game, decision: Decision, chance: Random, budget: Budget) -> Action:
        """See `Bot.choose`."""
        choices = decision.choices
        return pick(chance, choices) if choices else decision.default
