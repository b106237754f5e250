"""Giant spider: *web*, 2 mana, holds an adjacent enemy through its next turn; *poison*, 1 mana after a hit in melee,
costs the victim a figure at the start of its owner's next turn.

Surprising: a web is spun beside the bite, not instead of it: in the battle phase, before the spider has fought, as
often as mana lasts. Units in fires are safe from both (F-24).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from app.engine.action import Action
from app.rulesets.lore import tokens
from app.rulesets.lore.actions import Decline, UsePower
from app.rulesets.lore.asked import Asked
from app.rulesets.lore.content import MAGIC
from app.rulesets.lore.creatures.base import Creature
from app.rulesets.lore.interruptions import Handler
from app.rulesets.lore.state import Power

if TYPE_CHECKING:
    from app.rulesets.lore.play import Play

RULE = "creature-spider"
WEB_PRICE = 2
POISON_PRICE = 1


class Spider(Creature):
    """See the module."""

    def powers(self, play: Play, index: int) -> list[Action]:
        from app.rulesets.lore.battle import melee_targets

        unit = play.units[index]
        if play.mana[unit.side] < WEB_PRICE:
            return []
        return [
            UsePower(unit=unit.id, power="web", target=play.units[i].id)
            for i in melee_targets(play, unit)
            if tokens.WEBBED not in play.units[i].tokens
        ]

    def act(self, play: Play, index: int, action: Action) -> None:
        assert isinstance(action, UsePower)
        assert action.target is not None
        unit = play.units[index]
        play.tell("power", RULE, unit=unit.id, power="web", target=action.target, mana=WEB_PRICE)
        play.gain_mana(unit.side, -WEB_PRICE, "cause.power", RULE)
        tokens.put(play, play.find(action.target), tokens.WEBBED)

    def rolled(self, play: Play, index: int, target: int, how: str, faces: Sequence[int], hits: int) -> int:
        unit, other = play.units[index], play.units[target]
        if not hits or other.hex < 0 or tokens.POISONED in other.tokens or not play.magic_on:
            return 0
        if play.mana[unit.side] + list(faces).count(MAGIC) >= POISON_PRICE:
            play.frames.append(Power(name="poison", unit=index, numbers=(target,)))
        return 0


class Poisoning(Handler):
    """Frame `poison`: numbers = (target,)."""

    def run(self, play: Play, frame: Power) -> bool:
        return True

    def ask(self, play: Play, frame: Power) -> Asked:
        unit, other = play.units[frame.unit], play.units[frame.numbers[0]]
        yes = UsePower(unit=unit.id, power="poison", target=other.id)
        params: dict[str, Any] = {"unit": unit.id, "target": other.id, "mana": POISON_PRICE}
        return Asked(unit.side, "poison", [yes, Decline()], Decline(), params, params)

    def act(self, play: Play, frame: Power, action: UsePower | Decline) -> None:
        play.frames.pop()
        if isinstance(action, Decline):
            return
        unit = play.units[frame.unit]
        play.tell("power", RULE, unit=unit.id, power="poison", target=action.target, mana=POISON_PRICE)
        play.gain_mana(unit.side, -POISON_PRICE, "cause.power", RULE)
        tokens.put(play, frame.numbers[0], tokens.POISONED)


HOOKS = Spider()
HANDLERS: dict[str, Handler] = {"poison": Poisoning()}
