"""What the interruptions of a phase ask (flags, retreat, battle back, pursuit …), and what each answer does.

See `steps.py` for the table. What happens between the questions of an attack stands in `attack.py`.
"""

from __future__ import annotations

from app.engine.action import Action
from app.rulesets.lore import attack, burning, fire, turn
from app.rulesets.lore.actions import (
    BonusAttack,
    FanFire,
    IgnoreFlags,
    PickHex,
    PickRestored,
    Pursue,
    RetreatTo,
    StrikeBack,
    TakeGround,
)
from app.rulesets.lore.asked import Asked
from app.rulesets.lore.board import BY_NAME, NAMES
from app.rulesets.lore.content import FACES
from app.rulesets.lore.interruptions import handler
from app.rulesets.lore.play import Play
from app.rulesets.lore.retreat import go_back, steps_back
from app.rulesets.lore.state import (
    BattleBack,
    Bonus,
    Flags,
    GainGround,
    PickLit,
    Power,
    Pursuit,
    Rally,
    Retreat,
    Wind,
)


def ask_wind(play: Play, frame: Wind) -> Asked:
    """See `Step.ask`."""
    found: list[Action] = [FanFire(hex=NAMES[h]) for h in burning.fanned(play, play.side)]
    return Asked(play.side, "fan", found, found[0])


def act_wind(play: Play, frame: Wind, action: FanFire) -> None:
    """See `Step.act`."""
    play.frames.pop()
    burning.fan(play, BY_NAME[action.hex], play.side)


def ask_rally(play: Play, frame: Rally) -> Asked:
    """See `Step.ask`."""
    face = frame.faces[0]
    found: list[Action] = [PickRestored(unit=play.units[i].id) for i in turn.restorable(play, face)]
    params = {"face": FACES[face - 1], "left": len(frame.faces)}
    return Asked(play.side, "pick_restored", [*found, PickRestored()], found[0], params, params)


def act_rally(play: Play, frame: Rally, action: PickRestored) -> None:
    """See `Step.act`."""
    turn.pick_restored(play, frame, play.find(action.unit) if action.unit is not None else None)


def ask_flags(play: Play, frame: Flags) -> Asked:
    """See `Step.ask`."""
    unit = play.units[frame.unit]
    low, high = attack.flag_bounds(play, frame)
    found: list[Action] = [IgnoreFlags(count=n) for n in range(high, low - 1, -1)]
    params = {"unit": unit.id, "flags": frame.flags, "bold": high}
    return Asked(unit.side, "ignore_flags", found, found[0], params, params)


def act_flags(play: Play, frame: Flags, action: IgnoreFlags) -> None:
    """See `Step.act`."""
    play.frames.pop()
    attack.ignore(play, frame.unit, frame.by, frame.flags, action.count)


def ask_retreat(play: Play, frame: Retreat) -> Asked:
    """See `Step.ask`."""
    unit = play.units[frame.unit]
    found: list[Action] = [RetreatTo(to=NAMES[h]) for h in steps_back(play, unit, unit.hex)]
    params = {"unit": unit.id, "left": frame.left}
    return Asked(unit.side, "retreat", found, found[0], params, params)


def act_retreat(play: Play, frame: Retreat, action: RetreatTo) -> None:
    """See `Step.act`."""
    go_back(play, frame, BY_NAME[action.to])


def ask_battle_back(play: Play, frame: BattleBack) -> Asked:
    """See `Step.ask`."""
    unit, target = play.units[frame.unit], play.units[frame.target]
    params = {"unit": unit.id, "target": target.id}
    yes = StrikeBack(accept=True)
    return Asked(unit.side, "battle_back", [yes, StrikeBack(accept=False)], yes, params, params)


def act_battle_back(play: Play, frame: BattleBack, action: StrikeBack) -> None:
    """See `Step.act`."""
    attack.strike_back(play, frame, action.accept)


def ask_gain(play: Play, frame: GainGround) -> Asked:
    """See `Step.ask`."""
    unit = play.units[frame.unit]
    params = {"unit": unit.id, "hex": NAMES[frame.to]}
    no = TakeGround(accept=False)
    return Asked(unit.side, "gain_ground", [TakeGround(accept=True), no], no, params, params)


def act_gain(play: Play, frame: GainGround, action: TakeGround) -> None:
    """See `Step.act`."""
    attack.take_ground(play, frame, action.accept)


def run_pursuit(play: Play, frame: Pursuit) -> bool:
    """See `Step.run`."""
    if attack.pursuit_hexes(play, frame.unit):
        return True
    play.frames.pop()
    return False


def ask_pursuit(play: Play, frame: Pursuit) -> Asked:
    """See `Step.ask`."""
    unit = play.units[frame.unit]
    stay = Pursue()
    found: list[Action] = [Pursue(to=NAMES[h]) for h in attack.pursuit_hexes(play, frame.unit)]
    return Asked(unit.side, "pursue", [*found, stay], stay, {"unit": unit.id}, {"unit": unit.id})


def act_pursuit(play: Play, frame: Pursuit, action: Pursue) -> None:
    """See `Step.act`."""
    attack.pursue(play, frame, BY_NAME[action.to] if action.to is not None else None)


def run_bonus(play: Play, frame: Bonus) -> bool:
    """See `Step.run`."""
    if attack.bonus_targets(play, frame.unit):
        return True
    play.frames.pop()
    return False


def ask_bonus(play: Play, frame: Bonus) -> Asked:
    """See `Step.ask`."""
    unit = play.units[frame.unit]
    none = BonusAttack()
    found: list[Action] = [BonusAttack(target=play.units[i].id) for i in attack.bonus_targets(play, frame.unit)]
    return Asked(unit.side, "bonus_attack", [*found, none], none, {"unit": unit.id}, {"unit": unit.id})


def act_bonus(play: Play, frame: Bonus, action: BonusAttack) -> None:
    """See `Step.act`."""
    attack.bonus_attack(play, frame, play.find(action.target) if action.target is not None else None)


def ask_pick_lit(play: Play, frame: PickLit) -> Asked:
    """See `Step.ask`."""
    unit = play.units[frame.unit]
    found: list[Action] = [PickHex(hex=NAMES[h]) for h in frame.targets]
    return Asked(unit.side, "pick_lit", found, found[0], {"unit": unit.id}, {"unit": unit.id})


def act_pick_lit(play: Play, frame: PickLit, action: PickHex) -> None:
    """See `Step.act`."""
    fire.pick_lit(play, frame, action.hex)


def run_power(play: Play, frame: Power) -> bool:
    """See `Step.run`."""
    return handler(frame.name).run(play, frame)


def ask_power(play: Play, frame: Power) -> Asked:
    """See `Step.ask`."""
    return handler(frame.name).ask(play, frame)


def act_power(play: Play, frame: Power, action: Action) -> None:
    """See `Step.act`."""
    handler(frame.name).act(play, frame, action)
