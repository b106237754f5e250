"""Why an action that is none of the open choices is refused: the most telling reason, with its rule.

Never decides whether something is legal; that is done by comparing with the choices. It only explains, and it tells
nothing but what stands openly on the board.
"""

from __future__ import annotations

from typing import Any

from app.engine.action import Action, verb_of
from app.engine.decision import Decision
from app.engine.refusal import KernelRefusal, Refused
from app.rulesets.lore import fire, tokens
from app.rulesets.lore.actions import (
    Extinguish,
    Fly,
    Ignite,
    Melee,
    MoveUnit,
    OrderUnit,
    PlayCard,
    PlaySpell,
    Shoot,
    UsePower,
)
from app.rulesets.lore.board import BY_NAME, DISTANCE
from app.rulesets.lore.content import CREATURES, TERRAIN, WEAPONS
from app.rulesets.lore.creatures import explaining, hooks
from app.rulesets.lore.magic import casting
from app.rulesets.lore.orders import OUT_OF_SECTOR_MANA
from app.rulesets.lore.play import Play, is_missile
from app.rulesets.lore.refusals import LoreRefusal
from app.rulesets.lore.sight import clear
from app.rulesets.lore.state import Unit

OFFERED: dict[str, tuple[str, ...]] = {
    "prompt.order": ("order", "unorder"),
    "prompt.move": ("move", "fly", "play_spell"),
    "prompt.battle": ("melee", "shoot", "ignite", "extinguish", "power", "use_landmark", "play_spell"),
}
"""Verbs that belong to a phase even while nobody can use them, so that the refusal says why."""


def refusal(play: Play, decision: Decision, action: Action) -> Refused:
    """The refusal of an action that the decision does not offer."""
    verb = verb_of(action)
    if verb not in OFFERED.get(decision.prompt.key, ()) and all(verb_of(choice) != verb for choice in decision.choices):
        return Refused(KernelRefusal.NOT_OFFERED, params={"verb": verb})
    name: str | None = getattr(action, "unit", None)
    if isinstance(action, PlayCard):
        return Refused(LoreRefusal.NOT_IN_HAND, "T-5", {"card": action.card}, "card")
    for field in ("to", "hex"):
        value = getattr(action, field, None)
        if value is not None and value not in BY_NAME:
            return Refused(LoreRefusal.UNKNOWN_HEX, "B-1", {"hex": value}, field)
    if isinstance(action, PlaySpell):
        reason = casting.refusal(play, decision.seat, action)
        if reason is not None:
            return reason
    if name is None:
        return Refused(LoreRefusal.NOT_A_CHOICE, params={"verb": verb})
    index = play.find(name)
    if index < 0:
        return Refused(LoreRefusal.UNKNOWN_UNIT, params={"unit": name}, field="unit")
    unit = play.units[index]
    if unit.side != decision.seat:
        return Refused(LoreRefusal.NOT_YOUR_UNIT, params={"unit": name}, field="unit")
    return _of_unit(play, unit, action) or Refused(LoreRefusal.NOT_A_CHOICE, params={"verb": verb})


def _of_unit(play: Play, unit: Unit, action: Any) -> Refused | None:
    if isinstance(action, OrderUnit):
        if action.mana and not unit.ordered and play.mana[unit.side] < OUT_OF_SECTOR_MANA:
            return Refused(LoreRefusal.NO_MANA, "C-2", {"mana": OUT_OF_SECTOR_MANA}, "mana")
        code = LoreRefusal.ALREADY_ORDERED if unit.ordered else LoreRefusal.NO_ORDER_LEFT
        return Refused(code, "T-1", {"unit": unit.id}, "unit")
    if not unit.ordered:
        return Refused(LoreRefusal.NOT_ORDERED, "phase-order", {"unit": unit.id}, "unit")
    if isinstance(action, MoveUnit):
        return _move(play, unit, BY_NAME[action.to])
    if isinstance(action, Fly):
        return explaining.flight(play, unit, action)
    if unit.fought:
        return Refused(LoreRefusal.ALREADY_FOUGHT, "phase-battle", {"unit": unit.id}, "unit")
    if isinstance(action, Extinguish):
        return _extinguish(play, unit, BY_NAME[action.hex])
    if unit.hex in play.fires:
        return Refused(LoreRefusal.IN_FIRE, "F-21", {"unit": unit.id}, "unit")
    if isinstance(action, Melee | Shoot):
        return _attack(play, unit, action)
    if isinstance(action, Ignite):
        return _dragon_fire(play, unit) if action.hex is None else _ignite(play, unit, BY_NAME[action.hex])
    if unit.barred:
        return Refused(LoreRefusal.CANNOT_BATTLE, "M-2", {"unit": unit.id}, "unit")
    if isinstance(action, UsePower):
        return explaining.power(play, unit, action)
    return None


def _move(play: Play, unit: Unit, to: int) -> Refused:
    params = {"unit": unit.id}
    if unit.moved:
        return Refused(LoreRefusal.ALREADY_MOVED, "phase-move", params, "unit")
    if unit.hex in play.fires:
        return Refused(LoreRefusal.IN_FIRE, "F-11", params, "unit")
    if to in play.fires:
        return Refused(LoreRefusal.HEX_BURNS, "F-10", params, "to")
    if play.at[to] >= 0:
        return Refused(LoreRefusal.OCCUPIED, "M-1", params, "to")
    if not TERRAIN[play.terrain[to]].passable:
        return Refused(LoreRefusal.IMPASSABLE, "M-4", params, "to")
    held = next((token for token in (tokens.WEBBED, tokens.FROZEN) if token in unit.tokens), None)
    if held is not None or not play.card.move:
        return Refused(LoreRefusal.CANNOT_MOVE, tokens.RULES[held] if held is not None else "M-2", params, "unit")
    hook = hooks(unit.kind)
    if hook is not None and not hook.may_stand(play, unit, to):
        return Refused(LoreRefusal.NO_LANDING, "K-10", params, "to")
    rule = f"creature-{unit.kind}" if hook is not None else f"banner-{unit.banner}"
    return Refused(LoreRefusal.TOO_FAR, rule, params, "to")


def _attack(play: Play, unit: Unit, action: Melee | Shoot) -> Refused:
    index = play.find(action.target)
    if index < 0:
        return Refused(LoreRefusal.UNKNOWN_UNIT, params={"unit": action.target}, field="target")
    target = play.units[index]
    params = {"unit": unit.id, "target": target.id}
    if target.side == unit.side:
        return Refused(LoreRefusal.NOT_AN_ENEMY, "battle", params, "target")
    if target.hex in play.fires and isinstance(action, Shoot):
        return Refused(LoreRefusal.TARGET_IN_FIRE, "F-23", params, "target")
    if target.hex in play.fires and unit.kind in CREATURES:
        return Refused(LoreRefusal.TARGET_IN_FIRE, "F-24", params, "target")
    if unit.barred or not play.card.battle:
        return Refused(LoreRefusal.CANNOT_BATTLE, "M-2", params, "unit")
    far = DISTANCE[unit.hex][target.hex]
    if isinstance(action, Melee):
        if far > 1:
            return Refused(LoreRefusal.NOT_ADJACENT, "battle", params, "target")
        return Refused(LoreRefusal.CANNOT_BATTLE, "battle", params, "unit")
    reach = WEAPONS[unit.weapon].range
    if far > reach:
        return Refused(LoreRefusal.OUT_OF_RANGE, "W-1", {**params, "range": reach, "distance": far}, "target")
    if play.enemies_next_to(unit.hex, unit.side):
        return Refused(LoreRefusal.ENGAGED, "W-2", params, "target")
    if not clear(play, unit.hex, target.hex):
        return Refused(LoreRefusal.NO_SIGHT, "L-1", params, "target")
    return Refused(LoreRefusal.CANNOT_BATTLE, "battle", params, "unit")


def _ignite(play: Play, unit: Unit, h: int) -> Refused:
    params = {"unit": unit.id}
    if not fire.lights_fires(unit):
        return Refused(LoreRefusal.CANNOT_IGNITE, "W-3" if is_missile(unit) else "F-40", params, "unit")
    if unit.barred or unit.rushed or not play.card.battle:
        return Refused(LoreRefusal.CANNOT_BATTLE, "F-41", params, "unit")
    if DISTANCE[unit.hex][h] != 1:
        return Refused(LoreRefusal.NOT_ADJACENT, "F-42", params, "hex")
    if not play.option("fire.enabled"):
        return Refused(LoreRefusal.NOT_FLAMMABLE, "option-fire-enabled", params, "hex")
    if not fire.limit(play, h):
        return Refused(LoreRefusal.NOT_FLAMMABLE, "fire-limits", params, "hex")
    if not fire.open_to(play, h, unit.side):
        return Refused(LoreRefusal.OCCUPIED, "F-42", params, "hex")
    return Refused(LoreRefusal.FIRE_AT_MAX, "F-47", params, "hex")


def _dragon_fire(play: Play, unit: Unit) -> Refused:
    params = {"unit": unit.id}
    if unit.kind != "fire_dragon":
        return Refused(LoreRefusal.CANNOT_IGNITE, "F-40", params, "unit")
    if unit.flew or unit.barred or not play.card.battle:
        return Refused(LoreRefusal.CANNOT_BATTLE, "F-50" if unit.flew else "F-41", params, "unit")
    rule = "F-51" if play.option("fire.enabled") else "option-fire-enabled"
    return Refused(LoreRefusal.NOT_FLAMMABLE, rule, params, "direction")


def _extinguish(play: Play, unit: Unit, h: int) -> Refused:
    params = {"unit": unit.id}
    if not fire.puts_out_fires(unit):
        return Refused(LoreRefusal.CANNOT_EXTINGUISH, "F-60", params, "unit")
    if h not in play.fires:
        return Refused(LoreRefusal.NO_FIRE, "F-62", params, "hex")
    if unit.hex in play.fires:
        return Refused(LoreRefusal.IN_FIRE, "F-62", params, "hex")
    if DISTANCE[unit.hex][h] != 1:
        return Refused(LoreRefusal.NOT_ADJACENT, "F-62", params, "hex")
    return Refused(LoreRefusal.CANNOT_BATTLE, "F-61", params, "unit")
