"""The frame stack: what each frame does by itself, what it asks, and what an answer does. One row a frame.

`settle` runs frames until one of them must ask. Surprising: the choices found on the way to that answer are kept on the
Play (`offered`), so that they are enumerated once for each decision and not twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from app.engine.action import Action
from app.engine.decision import Decision, Prompt
from app.engine.ids import Seat
from app.engine.ruleset import MAX_SETTLE, Unsettled
from app.rulesets.lore import attack, burning, choices, fire, landmarks, magic, orders, turn, victory
from app.rulesets.lore.actions import (
    BonusAttack,
    EndBattles,
    EndMoves,
    EndOrders,
    Extinguish,
    FanFire,
    Ignite,
    IgnoreFlags,
    KeepCard,
    Melee,
    MoveUnit,
    OrderUnit,
    PickHex,
    PickRestored,
    PlayCard,
    PlaySpell,
    Pursue,
    RetreatTo,
    Shoot,
    StrikeBack,
    TakeGround,
    UnorderUnit,
    UseLandmark,
)
from app.rulesets.lore.board import BY_NAME, NAMES
from app.rulesets.lore.content import FACES
from app.rulesets.lore.creatures import hooks
from app.rulesets.lore.interruptions import handler
from app.rulesets.lore.movement import move
from app.rulesets.lore.play import Play
from app.rulesets.lore.retreat import go_back, run_retreat, steps_back
from app.rulesets.lore.state import (
    Attack,
    Battle,
    BattleBack,
    Bonus,
    Command,
    Draw,
    Flags,
    GainGround,
    Move,
    Order,
    PickLit,
    Power,
    Pursuit,
    Rally,
    Retreat,
    Start,
    Wind,
)


class Asked(NamedTuple):
    """A question: who is asked, what may be answered, and the parameters of its prompt `prompt.<key>`. The public
    prompt `public.<key>` gets `side` and those parameters that everybody may know."""

    seat: int
    key: str
    choices: list[Action]
    default: Action
    params: Mapping[str, Any] = MappingProxyType({})
    public: Mapping[str, Any] = MappingProxyType({})


class Step(NamedTuple):
    """One row: run (does it wait for an answer?), ask, act."""

    run: Callable[[Play, Any], bool]
    ask: Callable[[Play, Any], Asked] | None
    act: Callable[[Play, Any, Any], None] | None


def _waits(play: Play, frame: Any) -> bool:
    return True


# -- phases ----------------------------------------------------------------------------------------------------------
def _run_command(play: Play, frame: Command) -> bool:
    if play.hands[play.side]:
        return True
    turn.to_draw(play)
    return False


def _ask_command(play: Play, frame: Command) -> Asked:
    cards = choices.card_choices(play)
    return Asked(play.side, "command", cards, cards[0])


def _act_command(play: Play, frame: Command, action: PlayCard) -> None:
    turn.play_card(play, action.card)


def _run_order(play: Play, frame: Order) -> bool:
    found = choices.order_choices(play)
    if found:
        found.append(EndOrders())
        play.offered = found
        return True
    turn.to_draw(play)  # T-2
    return False


def _ask_order(play: Play, frame: Order) -> Asked:
    found = play.offered or [*choices.order_choices(play), EndOrders()]
    summary = orders.summary(play)
    params = {"given": summary["given"], "max": summary["max"]}
    return Asked(play.side, "order", found, found[-1], params, params)


def _act_order(play: Play, frame: Order, action: OrderUnit | UnorderUnit | EndOrders) -> None:
    if isinstance(action, OrderUnit):
        orders.name(play, play.find(action.unit), action.mana)
    elif isinstance(action, UnorderUnit):
        orders.unname(play, play.find(action.unit))
    else:
        turn.end_orders(play)


def _run_move(play: Play, frame: Move) -> bool:
    found = choices.move_choices(play)
    if play.magic is not None:
        found += magic.casts(play, "move")
    if found or magic.pauses(play):
        found.append(EndMoves())
        play.offered = found
        return True
    turn.end_moves(play)
    return False


def _ask_move(play: Play, frame: Move) -> Asked:
    found = play.offered or [*choices.move_choices(play), *magic.casts(play, "move"), EndMoves()]
    left = sum(1 for _, unit in play.own(play.side) if unit.ordered and not unit.moved)
    return Asked(play.side, "move", found, found[-1], {"left": left}, {"left": left})


def _act_move(play: Play, frame: Move, action: Any) -> None:
    from app.rulesets.lore.magic import casting

    if isinstance(action, EndMoves):
        turn.end_moves(play)
        return
    if isinstance(action, PlaySpell):
        casting.cast(play, action)
        return
    index = play.find(action.unit)
    if isinstance(action, MoveUnit):
        move(play, index, BY_NAME[action.to])
    else:
        hook = hooks(play.units[index].kind)
        assert hook is not None
        hook.act(play, index, action)


def _run_battle(play: Play, frame: Battle) -> bool:
    found = choices.battle_choices(play)
    if play.magic is not None:
        found += magic.casts(play, "battle")
    if found or magic.pauses(play):
        found.append(EndBattles())
        play.offered = found
        return True
    turn.to_draw(play)
    return False


def _ask_battle(play: Play, frame: Battle) -> Asked:
    found = play.offered or [*choices.battle_choices(play), *magic.casts(play, "battle"), EndBattles()]
    left = sum(1 for _, unit in play.own(play.side) if unit.ordered and not unit.fought)
    return Asked(play.side, "battle", found, found[-1], {"left": left}, {"left": left})


def _act_battle(play: Play, frame: Battle, action: Any) -> None:
    from app.rulesets.lore.creatures import circle
    from app.rulesets.lore.magic import casting

    if isinstance(action, EndBattles):
        turn.to_draw(play)
        return
    if isinstance(action, PlaySpell):
        casting.cast(play, action)
        return
    index = play.find(action.unit)
    if isinstance(action, Melee) and action.power is None:
        turn.fight(play, index, play.find(action.target), "melee")
    elif isinstance(action, Shoot):
        turn.fight(play, index, play.find(action.target), "shoot")
    elif isinstance(action, Ignite):
        play.change(index, fought=True)
        if action.hex is not None:
            fire.ignite(play, index, BY_NAME[action.hex])
        else:
            assert action.direction is not None
            fire.dragon_fire(play, index, action.direction)
    elif isinstance(action, Extinguish):
        play.change(index, fought=True)
        fire.extinguish(play, index, BY_NAME[action.hex])
    elif isinstance(action, UseLandmark) and action.kind == "fountain":
        play.change(index, fought=True)
        landmarks.use_fountain(play, index)
    elif isinstance(action, UseLandmark):
        circle.call(play, index)
    else:
        hook = hooks(play.units[index].kind)
        assert hook is not None
        hook.act(play, index, action)


def _ask_draw(play: Play, frame: Draw) -> Asked:
    found: list[Action] = [KeepCard(card=card) for card in dict.fromkeys(frame.drawn)]
    return Asked(play.side, "keep_card", found, found[0])


def _act_draw(play: Play, frame: Draw, action: KeepCard) -> None:
    turn.keep_card(play, frame, action.card)


# -- interruptions ---------------------------------------------------------------------------------------------------
def _ask_wind(play: Play, frame: Wind) -> Asked:
    found: list[Action] = [FanFire(hex=NAMES[h]) for h in burning.fanned(play, play.side)]
    return Asked(play.side, "fan", found, found[0])


def _act_wind(play: Play, frame: Wind, action: FanFire) -> None:
    play.frames.pop()
    burning.fan(play, BY_NAME[action.hex], play.side)


def _ask_rally(play: Play, frame: Rally) -> Asked:
    face = frame.faces[0]
    found: list[Action] = [PickRestored(unit=play.units[i].id) for i in turn.restorable(play, face)]
    params = {"face": FACES[face - 1], "left": len(frame.faces)}
    return Asked(play.side, "pick_restored", [*found, PickRestored()], found[0], params, params)


def _act_rally(play: Play, frame: Rally, action: PickRestored) -> None:
    turn.pick_restored(play, frame, play.find(action.unit) if action.unit is not None else None)


def _ask_flags(play: Play, frame: Flags) -> Asked:
    unit = play.units[frame.unit]
    low, high = attack.flag_bounds(play, frame)
    found: list[Action] = [IgnoreFlags(count=n) for n in range(high, low - 1, -1)]
    params = {"unit": unit.id, "flags": frame.flags, "bold": high}
    return Asked(unit.side, "ignore_flags", found, found[0], params, params)


def _act_flags(play: Play, frame: Flags, action: IgnoreFlags) -> None:
    play.frames.pop()
    attack.ignore(play, frame.unit, frame.by, frame.flags, action.count)


def _ask_retreat(play: Play, frame: Retreat) -> Asked:
    unit = play.units[frame.unit]
    found: list[Action] = [RetreatTo(to=NAMES[h]) for h in steps_back(play, unit, unit.hex)]
    params = {"unit": unit.id, "left": frame.left}
    return Asked(unit.side, "retreat", found, found[0], params, params)


def _act_retreat(play: Play, frame: Retreat, action: RetreatTo) -> None:
    go_back(play, frame, BY_NAME[action.to])


def _ask_battle_back(play: Play, frame: BattleBack) -> Asked:
    unit, target = play.units[frame.unit], play.units[frame.target]
    params = {"unit": unit.id, "target": target.id}
    yes = StrikeBack(accept=True)
    return Asked(unit.side, "battle_back", [yes, StrikeBack(accept=False)], yes, params, params)


def _act_battle_back(play: Play, frame: BattleBack, action: StrikeBack) -> None:
    attack.strike_back(play, frame, action.accept)


def _ask_gain(play: Play, frame: GainGround) -> Asked:
    unit = play.units[frame.unit]
    params = {"unit": unit.id, "hex": NAMES[frame.to]}
    no = TakeGround(accept=False)
    return Asked(unit.side, "gain_ground", [TakeGround(accept=True), no], no, params, params)


def _act_gain(play: Play, frame: GainGround, action: TakeGround) -> None:
    attack.take_ground(play, frame, action.accept)


def _run_pursuit(play: Play, frame: Pursuit) -> bool:
    if attack.pursuit_hexes(play, frame.unit):
        return True
    play.frames.pop()
    return False


def _ask_pursuit(play: Play, frame: Pursuit) -> Asked:
    unit = play.units[frame.unit]
    stay = Pursue()
    found: list[Action] = [Pursue(to=NAMES[h]) for h in attack.pursuit_hexes(play, frame.unit)]
    return Asked(unit.side, "pursue", [*found, stay], stay, {"unit": unit.id}, {"unit": unit.id})


def _act_pursuit(play: Play, frame: Pursuit, action: Pursue) -> None:
    attack.pursue(play, frame, BY_NAME[action.to] if action.to is not None else None)


def _run_bonus(play: Play, frame: Bonus) -> bool:
    if attack.bonus_targets(play, frame.unit):
        return True
    play.frames.pop()
    return False


def _ask_bonus(play: Play, frame: Bonus) -> Asked:
    unit = play.units[frame.unit]
    none = BonusAttack()
    found: list[Action] = [BonusAttack(target=play.units[i].id) for i in attack.bonus_targets(play, frame.unit)]
    return Asked(unit.side, "bonus_attack", [*found, none], none, {"unit": unit.id}, {"unit": unit.id})


def _act_bonus(play: Play, frame: Bonus, action: BonusAttack) -> None:
    attack.bonus_attack(play, frame, play.find(action.target) if action.target is not None else None)


def _ask_pick_lit(play: Play, frame: PickLit) -> Asked:
    unit = play.units[frame.unit]
    found: list[Action] = [PickHex(hex=NAMES[h]) for h in frame.targets]
    return Asked(unit.side, "pick_lit", found, found[0], {"unit": unit.id}, {"unit": unit.id})


def _act_pick_lit(play: Play, frame: PickLit, action: PickHex) -> None:
    fire.pick_lit(play, frame, action.hex)


def _run_power(play: Play, frame: Power) -> bool:
    return handler(frame.name).run(play, frame)


def _ask_power(play: Play, frame: Power) -> Asked:
    return handler(frame.name).ask(play, frame)


def _act_power(play: Play, frame: Power, action: Action) -> None:
    handler(frame.name).act(play, frame, action)


STEPS: dict[type, Step] = {
    Start: Step(turn.run_start, None, None),
    Wind: Step(_waits, _ask_wind, _act_wind),
    Command: Step(_run_command, _ask_command, _act_command),
    Order: Step(_run_order, _ask_order, _act_order),
    Move: Step(_run_move, _ask_move, _act_move),
    Battle: Step(_run_battle, _ask_battle, _act_battle),
    Draw: Step(turn.run_draw, _ask_draw, _act_draw),
    Rally: Step(turn.run_rally, _ask_rally, _act_rally),
    Attack: Step(attack.run_attack, None, None),
    Flags: Step(_waits, _ask_flags, _act_flags),
    Retreat: Step(run_retreat, _ask_retreat, _act_retreat),
    BattleBack: Step(_waits, _ask_battle_back, _act_battle_back),
    GainGround: Step(_waits, _ask_gain, _act_gain),
    Pursuit: Step(_run_pursuit, _ask_pursuit, _act_pursuit),
    Bonus: Step(_run_bonus, _ask_bonus, _act_bonus),
    PickLit: Step(_waits, _ask_pick_lit, _act_pick_lit),
    Power: Step(_run_power, _ask_power, _act_power),
}
"""Frame → what it does. What creatures and spells bring along are Power frames, told apart in `interruptions.py`."""


def step_of(frame: Any) -> Step:
    """The row of a frame."""
    return STEPS[type(frame)]


def settle(play: Play) -> None:
    """Run the stack until a frame must ask or the battle is over."""
    play.offered = None
    for _ in range(MAX_SETTLE):
        if play.result is not None or (victory.check(play) and play.result is not None):
            return
        frame = play.frames[-1]
        if step_of(frame).run(play, frame):
            return
    raise Unsettled(f"lore did not settle: {play.frames}")


def path_of(play: Play) -> tuple[str, ...]:
    """The nested procedures, outermost first, as ids of `frame.<id>`."""
    names = []
    for frame in play.frames:
        name = type(frame).__struct_config__.tag
        if name == "attack":
            name = frame.how  # type: ignore[union-attr]
        elif name == "power":
            name = frame.name  # type: ignore[union-attr]
        names.append(str(name))
    return tuple(names)


def ask(play: Play) -> Decision:
    """The one open decision of a Play at rest."""
    frame = play.frames[-1]
    asker = step_of(frame).ask
    assert asker is not None
    asked = asker(play, frame)
    return Decision(
        id=f"d{play.tick}",
        seat=Seat(asked.seat),
        prompt=Prompt(f"prompt.{asked.key}", dict(asked.params)),
        public=Prompt(f"public.{asked.key}", {"side": asked.seat, **asked.public}),
        choices=tuple(asked.choices),
        default=asked.default,
        path=tuple([f"frame.{name}" for name in path_of(play)]),
    )


def act(play: Play, action: Action) -> None:
    """Carry out a legal answer of the open decision and run on."""
    frame = play.frames[-1]
    actor = step_of(frame).act
    assert actor is not None
    actor(play, frame, action)
    settle(play)
