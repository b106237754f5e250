"""A dragon's breath (K-11): one roll against every enemy that it flew over, one after another in the order of the
flight.

Surprising: it happens in the move phase. Who was driven away by a roll before his own is still rolled against, unless
he ran into a fire (F-24); the caps of the hex on which he then stands hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.rulesets.lore.creatures.dragons import BREATH_DICE
from app.rulesets.lore.interruptions import Handler
from app.rulesets.lore.state import Power

if TYPE_CHECKING:
    from app.rulesets.lore.play import Play


class Breathing(Handler):
    """Frame `breath`: numbers = the units still to be breathed on. Asks nothing itself."""

    def run(self, play: Play, frame: Power) -> bool:
        if not frame.numbers:
            play.frames.pop()
            return False
        target, *others = frame.numbers
        play.frames[-1] = Power(name="breath", unit=frame.unit, numbers=tuple(others))
        unit, other = play.units[frame.unit], play.units[target]
        if unit.hex >= 0 and other.hex >= 0 and other.hex not in play.fires:
            from app.rulesets.lore.attack import begin

            begin(play, frame.unit, target, "breath", BREATH_DICE[unit.kind])
        return False


HANDLERS: dict[str, Handler] = {"breath": Breathing()}
