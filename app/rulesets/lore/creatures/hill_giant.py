"""Hill giant: *boulder*, an attack with 3 dice at up to 3 hexes for 1 mana, instead of its battle. A boulder field,
its own lair, does not hinder it (§10.2): neither caps nor the ban on battle, and its boulders fly over it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from app.engine.action import Action
from app.engine.odds import Odds
from app.rulesets.lore.actions import UsePower
from app.rulesets.lore.board import DISTANCE, WITHIN
from app.rulesets.lore.content import TERRAIN
from app.rulesets.lore.creatures.base import Creature
from app.rulesets.lore.state import Unit

if TYPE_CHECKING:
    from app.rulesets.lore.play import Play

RANGE = 3
DICE = 3
PRICE = 1
RULE = "creature-hill_giant"
FIELD = "boulder_field"


def targets(play: Play, unit: Unit) -> list[int]:
    """Enemies that a boulder may be thrown at: in range, in sight, not in a fire (F-24)."""
    from app.rulesets.lore.sight import clear

    return [
        index
        for index, other in enumerate(play.units)
        if other.hex >= 0
        and other.side != unit.side
        and DISTANCE[unit.hex][other.hex] <= RANGE
        and other.hex not in play.fires
        and clear(play, unit.hex, other.hex, FIELD)
    ]


class HillGiant(Creature):
    """See the module."""

    def ignores_caps(self, play: Play, unit: Unit, h: int) -> bool:
        return TERRAIN[play.terrain[h]].id == FIELD

    def powers(self, play: Play, index: int) -> list[Action]:
        unit = play.units[index]
        if play.mana[unit.side] < PRICE:
            return []
        return [UsePower(unit=unit.id, power="boulder", target=play.units[i].id) for i in targets(play, unit)]

    def threatens(self, play: Play, unit: Unit) -> Collection[int]:
        from app.rulesets.lore.sight import clear

        if play.mana[unit.side] < PRICE:
            return ()
        return [h for h in WITHIN[RANGE][unit.hex] if h not in play.fires and clear(play, unit.hex, h, FIELD)]

    def odds(self, play: Play, index: int, action: Action) -> Odds | None:
        from app.rulesets.lore.odds import attack_odds

        if not isinstance(action, UsePower) or action.target is None:
            return None
        return attack_odds(play, index, play.find(action.target), "boulder", DICE)

    def act(self, play: Play, index: int, action: Action) -> None:
        from app.rulesets.lore.attack import begin

        assert isinstance(action, UsePower)
        assert action.target is not None
        unit = play.change(index, fought=True)
        play.tell("power", RULE, unit=unit.id, power="boulder", target=action.target, mana=PRICE)
        play.gain_mana(unit.side, -PRICE, "cause.power", RULE)
        begin(play, index, play.find(action.target), "boulder", DICE)


HOOKS = HillGiant()
