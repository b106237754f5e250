"""Camps, broken: rulesets that each break one law on purpose, of those that only more seats or a plane can show."""

from __future__ import annotations

from typing import Any

from app.engine.action import Action
from app.engine.decision import Parametric
from app.engine.dice import Dice
from app.engine.game import Game
from app.engine.ids import Seat
from app.engine.refusal import KernelRefusal, Refused
from app.engine.ruleset import Applied
from app.engine.viewer import Role, Viewer
from tests.contract.camps import LATTICE, CampsGame, CampsRuleset, Pitch, Pitching


class SchemaTooNarrow(CampsRuleset):
    """law 1"""

    def places(self) -> tuple[Parametric, ...]:
        number = {"type": "integer", "multipleOf": 100}
        point = {"type": "array", "items": number}
        return (Parametric("pitch", {"type": "object", "properties": {"point": point}}),)


class ParametricUnlisted(CampsRuleset):
    """law 1"""

    def places(self) -> tuple[Parametric, ...]:
        return (Parametric("settle", {"type": "object"}),)


class LatticeOnly(CampsRuleset):
    """law 1"""

    def answered(self, game: CampsGame, seat: Seat, action: Action, dice: Dice) -> Applied:
        if isinstance(action, Pitch) and action.point not in LATTICE:
            raise Refused(KernelRefusal.NOT_OFFERED, "camps")
        return super().answered(game, seat, action, dice)


class OutIsAskedAgain(CampsRuleset):
    """concede"""

    def is_asked(self, game: CampsGame, seat: int) -> bool:
        return True


class ThirdSeatSeesAll(CampsRuleset):
    """law 4"""

    def view(self, game: Game, viewer: Viewer) -> dict[str, Any]:
        seen = super().view(game, viewer)
        frame = game.frames[-1] if game.frames else None
        if viewer == Viewer(Role.SEAT, Seat(2)) and isinstance(frame, Pitching):
            seen["hint"] = [list(point) for own in frame.tents for point in own]
        return seen


FAULTS: tuple[type[CampsRuleset], ...] = tuple(
    [fault for fault in CampsRuleset.__subclasses__() if fault.__module__ == __name__]
)
"""Each breaks the law that its docstring names."""
