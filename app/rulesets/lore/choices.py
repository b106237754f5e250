"""What may be chosen in each phase, as actions in a fixed order. Interned, since the same few hundred come again."""

from __future__ import annotations

from functools import lru_cache

from app.engine.action import Action
from app.rulesets.lore import fire, landmarks
from app.rulesets.lore.actions import (
    Extinguish,
    Ignite,
    Melee,
    MoveUnit,
    OrderUnit,
    PlayCard,
    Shoot,
    UnorderUnit,
    UseLandmark,
)
from app.rulesets.lore.battle import melee_targets, shoot_targets
from app.rulesets.lore.board import NAMES
from app.rulesets.lore.content import TERRAIN_BY_ID, WEAPONS
from app.rulesets.lore.creatures import hooks
from app.rulesets.lore.movement import can_move_at_all, destinations
from app.rulesets.lore.orders import orderable
from app.rulesets.lore.play import Play
from app.rulesets.lore.state import Unit

CIRCLE = TERRAIN_BY_ID["summoning_circle"].code


@lru_cache(maxsize=16384)
def move_action(unit: str, h: int) -> MoveUnit:
    """The interned `move`."""
    return MoveUnit(unit=unit, to=NAMES[h])


@lru_cache(maxsize=16384)
def melee_action(unit: str, target: str) -> Melee:
    """The interned `melee`."""
    return Melee(unit=unit, target=target)


@lru_cache(maxsize=16384)
def shoot_action(unit: str, target: str) -> Shoot:
    """The interned `shoot`."""
    return Shoot(unit=unit, target=target)


@lru_cache(maxsize=16384)
def ignite_action(unit: str, h: int) -> Ignite:
    """The interned `ignite` of a troop."""
    return Ignite(unit=unit, hex=NAMES[h])


@lru_cache(maxsize=16384)
def extinguish_action(unit: str, h: int) -> Extinguish:
    """The interned `extinguish`."""
    return Extinguish(unit=unit, hex=NAMES[h])


@lru_cache(maxsize=4096)
def order_action(unit: str, mana: int) -> OrderUnit:
    """The interned `order`."""
    return OrderUnit(unit=unit, mana=mana)


def card_choices(play: Play) -> list[Action]:
    """Each different card of the hand once."""
    return [PlayCard(card=card) for card in dict.fromkeys(play.hands[play.side])]


def order_choices(play: Play) -> list[Action]:
    """Units that may be named, then those that may be unnamed."""
    found: list[Action] = [order_action(play.units[i].id, mana) for i, mana in orderable(play)]
    found += [UnorderUnit(unit=unit.id) for _, unit in play.own(play.side) if unit.ordered]
    return found


def move_choices(play: Play) -> list[Action]:
    """Every move of every ordered unit."""
    found: list[Action] = []
    if not play.card.move:
        return found
    side = play.side
    for index, unit in enumerate(play.units):
        if unit.ordered and not unit.moved and unit.side == side and unit.hex >= 0 and can_move_at_all(play, unit):
            name = unit.id
            found += [move_action(name, h) for h in destinations(play, unit)]
            hook = hooks(unit.kind)
            if hook is not None:
                found += hook.moves(play, index)
    return found


def may_battle(play: Play, unit: Unit) -> bool:
    """`mayBattle` of the spec's 14.13, for a unit outside fire: it decides on fires too (C-3, U-2, F-41, F-61)."""
    return unit.ordered and not unit.fought and not unit.barred and play.card.battle


def battle_choices(play: Play) -> list[Action]:
    """Every battle, ignition, extinguishing, power and landmark of every ordered unit, one each a turn (F-66)."""
    found: list[Action] = []
    side, fires = play.side, play.fires
    for index, unit in enumerate(play.units):
        if not unit.ordered or unit.fought or unit.side != side or unit.hex < 0:
            continue
        if not play.card.battle:  # C-4
            if landmarks.fountain_offered(play, unit):
                found.append(UseLandmark(unit=unit.id, kind="fountain"))
            continue
        if fires and unit.hex in fires:  # F-21, F-22
            if not unit.shots:
                found += [extinguish_action(unit.id, h) for h in fire.extinguish_targets(play, unit)]
        elif may_battle(play, unit):
            found += unit_choices(play, index, unit)
    return found


def unit_choices(play: Play, index: int, unit: Unit) -> list[Action]:
    """What one unit outside fire may do in the battle phase."""
    found: list[Action] = []
    name = unit.id
    if not play.card.shots:
        found += [melee_action(name, play.units[i].id) for i in melee_targets(play, unit)]
    if unit.rushed:
        return found
    if WEAPONS[unit.weapon].range > 1:
        found += [shoot_action(name, play.units[i].id) for i in shoot_targets(play, unit)]
    if unit.shots:
        return found
    if not play.card.shots:
        found += [ignite_action(name, h) for h in fire.ignite_targets(play, unit)]
    if play.fires:
        found += [extinguish_action(name, h) for h in fire.extinguish_targets(play, unit)]
    if landmarks.fountain_offered(play, unit):
        found.append(UseLandmark(unit=name, kind="fountain"))
    if play.terrain[unit.hex] == CIRCLE:
        from app.rulesets.lore.creatures import circle

        if circle.offered(play, unit):
            found.append(UseLandmark(unit=name, kind="summoning_circle"))
    hook = hooks(unit.kind)
    if hook is not None:
        found += [Ignite(unit=name, direction=word) for word in fire.dragon_directions(play, unit)]
        found += hook.powers(play, index)
    return found
