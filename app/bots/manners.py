"""Manners: quick habits by which play-outs go on, learned from the tones that a ruleset gives its verbs.

They know no game: `content()["verbs"]` says of each verb whether it harms, moves, orders, ends. Fight while there is
somebody to fight, order while orders are left, move where it looks better than standing, and only then end the phase.
"""

from __future__ import annotations

from random import Random

from app.bots.chance import pick
from app.engine.action import Action, verb_of
from app.engine.decision import Decision
from app.engine.ruleset import Ruleset

GLANCES = 4
"""Moves that are compared at each step of a play-out."""

RELUCTANCE = 25
"""What must speak for ending a phase while orders are left, in the units of `Ruleset.evaluate`: an order obliges to
nothing, and a few imagined turns seldom show what it is good for."""

_EAGER = ("harm", "fire", "help", "order", "card")
"""Tones that are taken whenever they are offered, in this order; `move` is weighed, `end` comes last."""


class Manners:
    """The habits for one ruleset; made once."""

    def __init__(self, ruleset: Ruleset) -> None:
        verbs = ruleset.content().get("verbs", {})
        self._tones: dict[str, str] = {verb: about.get("tone", "choice") for verb, about in verbs.items()}
        self._undoing = frozenset(verb for verb, about in verbs.items() if about.get("undoes"))

    def sensible(self, choices: tuple[Action, ...]) -> tuple[Action, ...]:
        """The choices without those that only take back an earlier one, lest a bot change its mind for ever."""
        if not self._undoing:
            return choices
        kept = tuple([action for action in choices if verb_of(action) not in self._undoing])
        return kept or choices

    def reluctance(self, choices: tuple[Action, ...]) -> dict[Action, int]:
        """What is to be taken off the value of some of the choices: of those that end a phase with orders left."""
        if not any(self._tones.get(verb_of(action)) == "order" for action in self.sensible(choices)):
            return {}
        return {action: RELUCTANCE for action in choices if self._tones.get(verb_of(action)) == "end"}

    def options(self, decision: Decision, chance: Random) -> list[Action]:
        """One or a few ways to go on; several only where a look at each is worth it. Never empty."""
        by_tone: dict[str, list[Action]] = {}
        for action in self.sensible(decision.choices):
            by_tone.setdefault(self._tones.get(verb_of(action), "choice"), []).append(action)
        for tone in _EAGER:
            if tone in by_tone:
                return [pick(chance, by_tone[tone])]
        moves = by_tone.get("move")
        if moves:
            glances = [pick(chance, moves) for _ in range(min(GLANCES, len(moves)))]
            return by_tone.get("end", []) + list(dict.fromkeys(glances))
        rest = by_tone.get("choice") or by_tone.get("end")
        return [pick(chance, rest)] if rest else [decision.default]


_known: dict[tuple[str, str], Manners] = {}


def manners_of(ruleset: Ruleset) -> Manners:
    """The manners for this ruleset, made at the first asking."""
    key = (ruleset.id, ruleset.version)
    if key not in _known:
        _known[key] = Manners(ruleset)
    return _known[key]
