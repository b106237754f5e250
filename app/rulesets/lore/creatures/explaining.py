"""Why a flight or a power is refused: the most telling reason, from what lies open on the board. Decides nothing."""

from __future__ import annotations

from app.engine.refusal import Refused
from app.rulesets.lore.actions import Fly, UsePower
from app.rulesets.lore.board import BY_NAME, DISTANCE
from app.rulesets.lore.creatures import dragons, hill_giant, spider
from app.rulesets.lore.play import Play
from app.rulesets.lore.refusals import LoreRefusal
from app.rulesets.lore.sight import clear
from app.rulesets.lore.state import Unit

POWERS: dict[tuple[str, str], tuple[int, int]] = {
    ("spider", "web"): (spider.WEB_PRICE, 1),
    ("hill_giant", "boulder"): (hill_giant.PRICE, hill_giant.RANGE),
}
"""(kind, power) → mana and range of the powers that name a target."""


def flight(play: Play, unit: Unit, action: Fly) -> Refused | None:
    """Why the dragon cannot fly so; None: for no reason told here (it does not fly, or another way is offered)."""
    params = {"unit": unit.id}
    if unit.kind not in dragons.PRICE or any(name not in BY_NAME for name in action.path):
        return None
    path = [BY_NAME[name] for name in action.path]
    if unit.moved:
        return Refused(LoreRefusal.ALREADY_MOVED, "phase-move", params, "unit")
    if action.breath and play.mana[unit.side] < dragons.PRICE[unit.kind]:
        return Refused(LoreRefusal.NO_MANA, f"creature-{unit.kind}", {"mana": dragons.PRICE[unit.kind]}, "breath")
    if any(h in play.fires for h in path) and not play.option("fire.flyOver"):
        return Refused(LoreRefusal.HEX_BURNS, "F-15", params, "path")
    if play.at[path[-1]] >= 0:
        return Refused(LoreRefusal.OCCUPIED, "K-9", params, "path")
    if not dragons.may_land(play, path[-1]):
        return Refused(LoreRefusal.NO_LANDING, "K-9", params, "path")
    if not dragons.SHORTEST <= len(path) <= dragons.longest_flight(play, unit):
        return Refused(LoreRefusal.TOO_FAR, "K-9", params, "path")
    return None


def power(play: Play, unit: Unit, action: UsePower) -> Refused | None:
    """Why the creature cannot use the power so; None: for no reason told here."""
    known = POWERS.get((unit.kind, action.power))
    if known is None or action.target is None:
        return None
    price, reach = known
    rule = f"creature-{unit.kind}"
    if play.mana[unit.side] < price:
        return Refused(LoreRefusal.NO_MANA, rule, {"mana": price}, "power")
    index = play.find(action.target)
    if index < 0:
        return Refused(LoreRefusal.UNKNOWN_UNIT, params={"unit": action.target}, field="target")
    target = play.units[index]
    params = {"unit": unit.id, "target": target.id}
    if target.side == unit.side:
        return Refused(LoreRefusal.NOT_AN_ENEMY, rule, params, "target")
    if target.hex in play.fires:
        return Refused(LoreRefusal.TARGET_IN_FIRE, "F-24", params, "target")
    far = DISTANCE[unit.hex][target.hex]
    if far > reach:
        return Refused(LoreRefusal.OUT_OF_RANGE, rule, {**params, "range": reach, "distance": far}, "target")
    if far > 1 and not clear(play, unit.hex, target.hex, hill_giant.FIELD):
        return Refused(LoreRefusal.NO_SIGHT, "L-1", params, "target")
    return None
