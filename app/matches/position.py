"""Position: a match at one seq, in memory. The Game is immutable; what is derived from it is made once, when first
asked for.

It must not be handed to transport: it holds what nobody may see. `Projector` (projection.py) makes what may leave.
"""

from __future__ import annotations

from typing import Any

from app.engine.canonical import encode
from app.engine.decision import Decision
from app.engine.game import Game
from app.engine.ids import Seat
from app.engine.ruleset import Ruleset
from app.matches.clock import Asked, Times


class Position:
    """A match as it was after one step.

    epoch      takebacks before it; part of decision ids, so that a decision asked again has a new id
    rolls      the next roll index
    times      clocks; None for a position of the past that was loaded for itself
    over       how the battle ended, as JSON values; None while it goes on
    views      by audience key, see projection.py; `view_bytes`, `decision_bytes` likewise, encoded
    """

    __slots__ = (
        "at",
        "clock_bytes",
        "decision_bytes",
        "decisions",
        "epoch",
        "game",
        "over",
        "rolls",
        "seq",
        "suffix",
        "times",
        "turn",
        "view_bytes",
        "views",
    )

    def __init__(
        self,
        ruleset: Ruleset,
        game: Game,
        seq: int,
        epoch: int,
        rolls: int,
        at: int,
        agreed: dict[str, Any] | None = None,
    ) -> None:
        """`agreed`: the battle ended by something that is not in the Game (a draw by consent)."""
        self.game = game
        self.seq = seq
        self.epoch = epoch
        self.rolls = rolls
        self.at = at
        self.times: Times | None = None
        result = ruleset.result(game)
        self.over: dict[str, Any] | None = agreed
        if agreed is None and result is not None:
            self.over = {
                "winners": list(result.winners),
                "reason": result.reason,
                "rule": result.rule,
                "scores": list(result.scores),
            }
        self.decisions: tuple[Decision, ...] = () if self.over is not None else tuple(ruleset.decisions(game))
        self.suffix = f"~{epoch}" if epoch else ""
        self.turn: int | None = None
        self.views: dict[str, dict[str, Any]] = {}
        self.view_bytes: dict[str, bytes] = {}
        self.decision_bytes: dict[str, bytes] = {}
        self.clock_bytes: bytes | None = None

    def id_of(self, decision: Decision) -> str:
        """The decision's id on the wire."""
        return decision.id + self.suffix

    @property
    def asked(self) -> list[Asked]:
        """The open decisions as clocks see them."""
        return [Asked(self.id_of(decision), decision.seat, decision.window) for decision in self.decisions]

    @property
    def awaiting(self) -> list[int]:
        """Seats that hold a decision, in order."""
        return sorted({int(decision.seat) for decision in self.decisions})

    def decision_of(self, seat: int) -> Decision | None:
        """The decision that the seat holds."""
        for decision in self.decisions:
            if decision.seat == Seat(seat):
                return decision
        return None

    def decision_named(self, wire_id: str) -> Decision | None:
        """The open decision of this id."""
        for decision in self.decisions:
            if decision.id + self.suffix == wire_id:
                return decision
        return None

    def game_bytes(self) -> bytes:
        """The canonical bytes of the Game, for snapshots and bots."""
        return encode(self.game)
