"""Wood giant: forest does not hinder it; its blades are thrown again until none is left, for hits and flags; each
sign of magic of its roll may push the target 2 hexes back, which its owner decides one sign at a time.

Surprising: a push is no retreat. Boldness does not help, nobody takes fright, and where the target cannot go on it
stops without loss; but it goes toward its own edge, its owner picking the hexes, and runs into a fire only if nothing
else is open (R-4, F-12, F-13). Who never retreats is not pushed. Signs that come up in a second throw do nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from app.engine.dice import Rolled
from app.rulesets.lore.actions import Decline, UsePower
from app.rulesets.lore.asked import Asked
from app.rulesets.lore.content import BLADE, MAGIC, TERRAIN
from app.rulesets.lore.creatures import hooks
from app.rulesets.lore.creatures.base import Creature
from app.rulesets.lore.creatures.walking import go, walk
from app.rulesets.lore.interruptions import Handler
from app.rulesets.lore.state import Power, Retreat, Unit

if TYPE_CHECKING:
    from app.rulesets.lore.play import Play

RULE = "creature-wood_giant"
WOODS = frozenset(("forest", "forest_lair"))
PUSH = 2
MAX_THROWS = 200
"""Runaway guard: so many throws in a row that all show a blade do not happen."""


class WoodGiant(Creature):
    """See the module."""

    def ignores_caps(self, play: Play, unit: Unit, h: int) -> bool:
        return TERRAIN[play.terrain[h]].id in WOODS

    def rerolls_blades(self) -> bool:
        return True

    def push_hexes(self) -> int:
        return PUSH

    def destinations(self, play: Play, unit: Unit) -> list[int]:
        from app.rulesets.lore.movement import allowance

        return list(walk(play, unit, allowance(play, unit), WOODS))

    def move(self, play: Play, index: int, to: int) -> bool:
        from app.rulesets.lore.movement import allowance, way_to

        unit = play.units[index]
        limit = allowance(play, unit)
        came = walk(play, unit, limit, WOODS)
        path, barred = way_to(play, unit, to, came, lambda: walk(play, unit, limit, WOODS, True))
        go(play, index, path, "M-1", barred)
        return True

    def rethrow(self, play: Play, faces: Sequence[int]) -> list[Rolled]:
        found: list[Rolled] = []
        blades = list(faces).count(BLADE)
        while blades and len(found) < MAX_THROWS:
            rolled = play.roll("rethrow", blades)
            found.append(rolled)
            blades = rolled.faces.count(BLADE)
        return found

    def rolled(self, play: Play, index: int, target: int, how: str, faces: Sequence[int], hits: int) -> int:
        signs = list(faces).count(MAGIC)
        if not signs or not can_push(play, target):
            return 0
        play.frames.append(Power(name="push", unit=index, numbers=(target, signs)))
        return signs


def can_push(play: Play, target: int) -> bool:
    """Whether the target still stands, retreats at all and has a hex to go to."""
    from app.rulesets.lore.retreat import steps_back

    unit = play.units[target]
    if unit.hex < 0 or unit.hex in play.fires:
        return False
    hook = hooks(unit.kind)
    if hook is not None and not hook.retreat_per_flag(play, unit):
        return False
    return bool(steps_back(play, unit, unit.hex))


class Pushing(Handler):
    """Frame `push`: numbers = (target, signs left). Signs that are not used give mana (H-4)."""

    def run(self, play: Play, frame: Power) -> bool:
        target, signs = frame.numbers
        if signs and can_push(play, target):
            return True
        play.frames.pop()
        play.gain_mana(play.units[frame.unit].side, signs, "cause.rolled", "H-4")
        return False

    def ask(self, play: Play, frame: Power) -> Asked:
        target, signs = frame.numbers
        unit, other = play.units[frame.unit], play.units[target]
        yes = UsePower(unit=unit.id, power="push", target=other.id)
        params: dict[str, Any] = {"unit": unit.id, "target": other.id, "left": signs}
        return Asked(unit.side, "push", [yes, Decline()], yes, params, params)

    def act(self, play: Play, frame: Power, action: UsePower | Decline) -> None:
        target, signs = frame.numbers
        side = play.units[frame.unit].side
        if isinstance(action, Decline):
            play.frames.pop()
            play.gain_mana(side, signs, "cause.rolled", "H-4")
            return
        play.frames[-1] = Power(name="push", unit=frame.unit, numbers=(target, signs - 1))
        play.tell("power", RULE, unit=play.units[frame.unit].id, power="push", target=play.units[target].id)
        play.frames.append(Retreat(unit=target, by=frame.unit, left=PUSH, push=True))


HOOKS = WoodGiant()
HANDLERS: dict[str, Handler] = {"push": Pushing()}
