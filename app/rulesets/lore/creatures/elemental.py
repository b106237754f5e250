"""Stone elemental: moves a hex for each mana paid, heedless of terrain, under water and under fires, where it may not
stop (F-17); never retreats. The signs of magic of its melee roll may become a *tremor* (1 mana: every unit next to it
retreats a hex for each sign) or a *quake* (2 mana: the same, and each takes a hit first), paid when they are rolled.

Surprising: both shake friend and foe alike, but nobody in a fire (F-24, A39). No boldness helps, since a tremor shows
no flags. Signs used so give no mana.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from app.engine.action import Action
from app.rulesets.lore.actions import Decline, UsePower
from app.rulesets.lore.asked import Asked
from app.rulesets.lore.board import NEIGHBOURS
from app.rulesets.lore.content import MAGIC, TERRAIN
from app.rulesets.lore.creatures import hooks
from app.rulesets.lore.creatures.base import Creature
from app.rulesets.lore.creatures.trampling import hurt
from app.rulesets.lore.creatures.walking import go, tunnel
from app.rulesets.lore.interruptions import Handler
from app.rulesets.lore.state import Power, Retreat, Unit

if TYPE_CHECKING:
    from app.rulesets.lore.play import Play

RULE = "creature-elemental"
PRICES = {"tremor": 1, "quake": 2}


def free_steps(play: Play, unit: Unit) -> int:
    """Hexes of movement that a card or a spell gives on top of those paid for."""
    haste = play.magic is not None and f"haste:{unit.id}" in play.magic.effects
    return play.card.extra_move + haste


class Elemental(Creature):
    """See the module."""

    def ignores_caps(self, play: Play, unit: Unit, h: int) -> bool:
        return False

    def retreat_per_flag(self, play: Play, unit: Unit) -> int:
        return 0

    def must_ignore(self, play: Play, unit: Unit) -> int:
        return 99

    def destinations(self, play: Play, unit: Unit) -> list[int]:
        _, steps = tunnel(play, unit, play.mana[unit.side] + free_steps(play, unit))
        return [h for h in steps if h != unit.hex and h not in play.fires and TERRAIN[play.terrain[h]].passable]

    def move(self, play: Play, index: int, to: int) -> bool:
        from app.rulesets.lore.movement import path_to

        unit = play.units[index]
        free = free_steps(play, unit)
        came, steps = tunnel(play, unit, play.mana[unit.side] + free)
        price = max(0, steps[to] - free)
        play.gain_mana(unit.side, -price, "cause.elemental_move", RULE)
        go(play, index, path_to(came, unit.hex, to), RULE, False)
        return True

    def rolled(self, play: Play, index: int, target: int, how: str, faces: Sequence[int], hits: int) -> int:
        signs = list(faces).count(MAGIC)
        unit = play.units[index]
        if not signs or play.mana[unit.side] < min(PRICES.values()) or not around(play, unit):
            return 0
        play.frames.append(Power(name="quake", unit=index, numbers=(signs,)))
        return signs


def around(play: Play, unit: Unit) -> list[int]:
    """Units that its tremor shakes: adjacent, not in a fire."""
    return [play.at[n] for n in NEIGHBOURS[unit.hex] if play.at[n] >= 0 and n not in play.fires]


class Shaking(Handler):
    """Frame `quake`: numbers = (signs,). Asks for tremor, quake or neither."""

    def run(self, play: Play, frame: Power) -> bool:
        return True

    def ask(self, play: Play, frame: Power) -> Asked:
        unit = play.units[frame.unit]
        found: list[Action] = [
            UsePower(unit=unit.id, power=name) for name, price in PRICES.items() if play.mana[unit.side] >= price
        ]
        params: dict[str, Any] = {"unit": unit.id, "count": frame.numbers[0]}
        return Asked(unit.side, "quake", [*found, Decline()], Decline(), params, params)

    def act(self, play: Play, frame: Power, action: UsePower | Decline) -> None:
        play.frames.pop()
        signs = frame.numbers[0]
        unit = play.units[frame.unit]
        if isinstance(action, Decline):
            play.gain_mana(unit.side, signs, "cause.rolled", "H-4")
            return
        price = PRICES[action.power]
        play.tell("power", RULE, unit=unit.id, power=action.power, count=signs, mana=price)
        play.gain_mana(unit.side, -price, "cause.power", RULE)
        shaken = around(play, unit)
        if action.power == "quake":
            for index in shaken:
                hurt(play, index, 1, "cause.quake", RULE, unit.id)
        play.frames.append(Power(name="shaken", unit=frame.unit, numbers=(signs, *shaken)))


class Shaken(Handler):
    """Frame `shaken`: numbers = (hexes, unit, unit …). One unit after another goes back."""

    def run(self, play: Play, frame: Power) -> bool:
        hexes, *shaken = frame.numbers
        if not shaken:
            play.frames.pop()
            return False
        play.frames[-1] = Power(name="shaken", unit=frame.unit, numbers=(hexes, *shaken[1:]))
        unit = play.units[shaken[0]]
        hook = hooks(unit.kind)
        if unit.hex < 0 or unit.hex in play.fires or (hook is not None and not hook.retreat_per_flag(play, unit)):
            return False
        play.frames.append(Retreat(unit=shaken[0], by=frame.unit, left=hexes))
        return False


HOOKS = Elemental()
HANDLERS: dict[str, Handler] = {"quake": Shaking(), "shaken": Shaken()}
