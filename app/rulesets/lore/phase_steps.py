"""What the frames of the phases ask (1 command … 5 draw), and what each answer does. See `steps.py` for the table.

What the phases do by themselves stands in `turn.py`.
"""

from __future__ import annotations

from typing import Any

from app.engine.action import Action
from app.rulesets.lore import choices, fire, landmarks, magic, orders, turn
from app.rulesets.lore.actions import (
    EndBattles,
    EndMoves,
    EndOrders,
    Extinguish,
    Ignite,
    KeepCard,
    Melee,
    MoveUnit,
    OrderUnit,
    PlayCard,
    PlaySpell,
    Shoot,
    UnorderUnit,
    UseLandmark,
)
from app.rulesets.lore.asked import Asked
from app.rulesets.lore.board import BY_NAME
from app.rulesets.lore.creatures import hooks
from app.rulesets.lore.movement import can_move_at_all, move
from app.rulesets.lore.play import Play
from app.rulesets.lore.state import (
    Battle,
    Command,
    Draw,
    Move,
    Order,
)


def run_command(play: Play, frame: Command) -> bool:
    """See `Step.run`."""
    if play.hands[play.side]:
        return True
    turn.to_draw(play)
    return False


def ask_command(play: Play, frame: Command) -> Asked:
    """See `Step.ask`."""
    cards = choices.card_choices(play)
    return Asked(play.side, "command", cards, cards[0])


def act_command(play: Play, frame: Command, action: PlayCard) -> None:
    """See `Step.act`."""
    turn.play_card(play, action.card)


def run_order(play: Play, frame: Order) -> bool:
    """See `Step.run`."""
    found = choices.order_choices(play)
    if found:
        found.append(EndOrders())
        play.offered = found
        return True
    turn.to_draw(play)  # T-2
    return False


def ask_order(play: Play, frame: Order) -> Asked:
    """See `Step.ask`."""
    found = play.offered or [*choices.order_choices(play), EndOrders()]
    summary = orders.summary(play)
    params = {"given": summary["given"], "max": summary["max"]}
    return Asked(play.side, "order", found, found[-1], params, params)


def act_order(play: Play, frame: Order, action: OrderUnit | UnorderUnit | EndOrders) -> None:
    """See `Step.act`."""
    if isinstance(action, OrderUnit):
        orders.name(play, play.find(action.unit), action.mana)
    elif isinstance(action, UnorderUnit):
        orders.unname(play, play.find(action.unit))
    else:
        turn.end_orders(play)


def run_move(play: Play, frame: Move) -> bool:
    """See `Step.run`."""
    found = choices.move_choices(play)
    if play.magic is not None:
        found += magic.casts(play, "move")
    if found or magic.pauses(play):
        found.append(EndMoves())
        play.offered = found
        return True
    turn.end_moves(play)
    return False


def ask_move(play: Play, frame: Move) -> Asked:
    """See `Step.ask`."""
    found = play.offered or [*choices.move_choices(play), *magic.casts(play, "move"), EndMoves()]
    left = sum(1 for _, unit in play.own(play.side) if can_move_at_all(play, unit))
    return Asked(play.side, "move", found, found[-1], {"left": left}, {"left": left})


def act_move(play: Play, frame: Move, action: Any) -> None:
    """See `Step.act`."""
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


def run_battle(play: Play, frame: Battle) -> bool:
    """See `Step.run`."""
    found = choices.battle_choices(play)
    if play.magic is not None:
        found += magic.casts(play, "battle")
    if found or magic.pauses(play):
        found.append(EndBattles())
        play.offered = found
        return True
    turn.to_draw(play)
    return False


def ask_battle(play: Play, frame: Battle) -> Asked:
    """See `Step.ask`."""
    found = play.offered or [*choices.battle_choices(play), *magic.casts(play, "battle"), EndBattles()]
    left = sum(1 for _, unit in play.own(play.side) if unit.ordered and not unit.fought)
    return Asked(play.side, "battle", found, found[-1], {"left": left}, {"left": left})


def act_battle(play: Play, frame: Battle, action: Any) -> None:
    """See `Step.act`."""
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


def ask_draw(play: Play, frame: Draw) -> Asked:
    """See `Step.ask`."""
    found: list[Action] = [KeepCard(card=card) for card in dict.fromkeys(frame.drawn)]
    return Asked(play.side, "keep_card", found, found[0])


def act_draw(play: Play, frame: Draw, action: KeepCard) -> None:
    """See `Step.act`."""
    turn.keep_card(play, frame, action.card)
