"""Exact chances of an action before anybody rolls (`Ruleset.odds`). The same arithmetic as the rolls themselves use."""

from __future__ import annotations

from app.engine.action import Action, verb_of
from app.engine.event import Modifier
from app.engine.odds import Odds, Outcome
from app.rulesets.lore import fire
from app.rulesets.lore.actions import BonusAttack, Extinguish, Ignite, Melee, Shoot, StrikeBack, UseLandmark
from app.rulesets.lore.attack import estimate
from app.rulesets.lore.battle import NEAR, dice_parts
from app.rulesets.lore.board import BY_NAME, DIRECTION_NAMES
from app.rulesets.lore.chances import at_least
from app.rulesets.lore.creatures import circle, hooks, killing
from app.rulesets.lore.landmarks import FOUNTAIN_DICE
from app.rulesets.lore.play import Play
from app.rulesets.lore.state import BattleBack, Bonus


def certain(action: Action) -> Odds:
    """An action that leaves nothing to chance."""
    return Odds(kind=f"odds.{verb_of(action)}", dice=0, ways=1, outcomes=(Outcome("odds.sure", 1),))


def odds(play: Play, action: Action) -> Odds:
    """The chances of a legal action."""
    frame = play.frames[-1]
    if isinstance(action, Melee | Shoot) and getattr(action, "power", None) is None:
        return attack_odds(play, play.find(action.unit), play.find(action.target), verb_of(action))
    if isinstance(action, BonusAttack) and action.target is not None and isinstance(frame, Bonus):
        return attack_odds(play, frame.unit, play.find(action.target), "bonus")
    if isinstance(action, StrikeBack) and action.accept and isinstance(frame, BattleBack):
        return attack_odds(play, frame.unit, frame.target, "battle_back")
    if isinstance(action, Ignite):
        return _ignite(play, action)
    if isinstance(action, Extinguish):
        return _extinguish(play, action)
    if isinstance(action, UseLandmark) and action.kind == "fountain":
        ways, some = 6**FOUNTAIN_DICE, at_least(FOUNTAIN_DICE, 2, 1)
        outcomes = (Outcome("odds.healed", some, "help"), Outcome("odds.nothing", ways - some))
        return Odds(kind="odds.fountain", dice=FOUNTAIN_DICE, ways=ways, outcomes=outcomes, rule="landmark-fountain")
    if isinstance(action, UseLandmark):
        return circle.odds(play, play.units[play.find(action.unit)])
    name: str | None = getattr(action, "unit", None)
    unit = play.find(name) if name is not None else -1
    hook = hooks(play.units[unit].kind) if unit >= 0 else None
    special = hook.odds(play, unit, action) if hook is not None else None
    return special or certain(action)


def attack_odds(play: Play, index: int, target: int, how: str, base: int | None = None) -> Odds:
    """An attack: destroyed, pushed back, holds. Against a creature: killed by a critical hit, or not."""
    unit, other = play.units[index], play.units[target]
    dice, parts = dice_parts(play, unit, other.hex, how, other, base)
    hook = hooks(other.kind)
    if hook is not None:
        good, ways = killing.chance(play, index, target, dice, how)
        killed = (Outcome("odds.killed", good, "harm"), Outcome("odds.survives", ways - good))
        return Odds(kind=f"odds.{how}", dice=dice, ways=ways, outcomes=killed, parts=parts, rule="K-3")
    own = hooks(unit.kind)
    harmless = own is not None and own.spares(unit, how)
    strike = estimate(play, index, target, dice, how in NEAR, harmless)
    outcomes = (
        Outcome("odds.destroyed", strike.destroyed, "harm"),
        Outcome("odds.pushed_back", strike.pushed_back, "help"),
        Outcome("odds.hold", strike.hold),
    )
    return Odds(
        kind=f"odds.{how}",
        dice=dice,
        ways=strike.ways,
        outcomes=outcomes,
        parts=parts,
        distribution=strike.distribution,
        rule="battle",
    )


def _ignite(play: Play, action: Ignite) -> Odds:
    unit = play.units[play.find(action.unit)]
    parts: tuple[Modifier, ...]
    if action.hex is None:
        assert action.direction is not None
        targets = fire.dragon_targets(play, unit, DIRECTION_NAMES.index(action.direction))
        dice, parts = fire.dragon_dice(play, unit, targets)
        ways, kind, rule = fire.dragon_ways(dice, len(targets)), "odds.dragon_fire", "F-53"
    else:
        h = BY_NAME[action.hex]
        dice, parts = fire.ignition_dice(play, unit, h)
        ways, kind, rule = fire.growth_ways(dice, fire.level(play, h), fire.limit(play, h)), "odds.ignite", "F-44"
    outcomes = tuple(
        Outcome(f"odds.{name}", count, "none" if name in ("nothing", "none_lit") else "harm")
        for name, count in ways.items()
    )
    greens = tuple(("greens", n, at_least(dice, 1, n) - at_least(dice, 1, n + 1)) for n in range(dice + 1))
    return Odds(kind=kind, dice=dice, ways=6**dice, outcomes=outcomes, parts=parts, distribution=greens, rule=rule)


def _extinguish(play: Play, action: Extinguish) -> Odds:
    unit = play.units[play.find(action.unit)]
    level = fire.level(play, BY_NAME[action.hex])
    dice = fire.extinguishing_dice(play, unit)
    good = fire.extinguish_ways(play, dice, level)
    outcomes = (Outcome("odds.out", good, "help"), Outcome("odds.stays", 6**dice - good))
    parts: tuple[Modifier, ...] = (Modifier("modifier.one_die", 1, "F-63"),)
    if dice > 1:
        parts = (*parts, Modifier("card.torches.name", 1, "card-torches"))
    return Odds(kind="odds.extinguish", dice=dice, ways=6**dice, outcomes=outcomes, parts=parts, rule="F-64")
