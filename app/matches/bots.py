"""BotRunner: what the service needs of `app/bots`, as an interface, so that bots depend on the kernel alone."""

from __future__ import annotations

from typing import Protocol

from app.engine.action import Action
from app.engine.ids import Seat
from app.engine.ruleset import Ruleset


class BotRunner(Protocol):
    """Chooses actions for server-side bots, outside the event loop. `app/bots/runner.py` is one."""

    @property
    def names(self) -> tuple[str, ...]:
        """The bots there are; the first one stands in for absent players."""

    async def choose(self, ruleset: Ruleset, game: bytes, seat: Seat, bot: str, budget_ms: int) -> Action:
        """A legal action for the seat's open decision in the game (bytes of `canonical.encode`).

        Must use only what the seat may know (`Ruleset.imagine`), and no dice of the match. Late or failed: the
        service takes the decision's default.
        """
