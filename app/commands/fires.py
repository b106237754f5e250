"""What self-play tells about fires. Not every game has them: where none does, nothing of it is counted or shown."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.action import Action
from app.engine.decision import Decision
from app.engine.event import Event
from app.engine.game import Game
from app.engine.ruleset import Ruleset

SWITCHES = ("fire", "fire.enabled")
"""Options that may switch fire on and off."""


def switch_of(rules: Ruleset) -> str | None:
    """The option that switches fire on and off; None: the game knows no fire."""
    return next((option.id for option in rules.options if option.id in SWITCHES), None)


class Fire:
    """Counts the fires of one battle; `watch` is an `app.bots.arena.Watch`."""

    def __init__(self) -> None:
        self.lit = 0

    def watch(self, before: Game, decision: Decision, action: Action, after: Game, events: Sequence[Event]) -> None:
        """Note what a step lit where nothing burnt: `ignite` from level 0, or a dragon's `lit` list."""
        for event in events:
            if event.type == "ignite":
                self.lit += event.data["before"] == 0 and event.data["after"] > 0
            elif event.type == "dragon_fire":
                self.lit += len(event.data["lit"])
