"""The turn (§3): what the frames of the phases do by themselves, and what the actions of each phase do.

Phases in which a side could only say "done" are passed over (T-2).
"""

from __future__ import annotations

from app.engine.event import Roll
from app.rulesets.lore import burning, deck, landmarks, magic, orders, specials, tokens, victory
from app.rulesets.lore.attack import begin
from app.rulesets.lore.content import FACES, MAGIC
from app.rulesets.lore.creatures import hooks
from app.rulesets.lore.play import Play, faces_named
from app.rulesets.lore.state import Battle, Command, Draw, Move, Order, Rally, Start, Wind


def phase(play: Play, name: str) -> None:
    """Tell that a phase begins."""
    play.tell("phase", f"phase-{name}", phase=name, side=play.side)


# -- start -----------------------------------------------------------------------------------------------------------
def run_start(play: Play, frame: Start) -> bool:
    """Phase 0 in stages, so that the battle can end between them."""
    side = play.side
    if frame.stage == 0:
        play.frames[-1] = Start(stage=1)
        play.tell("turn", "turn", turn=play.turn, side=side)
        if play.fires:
            burning.start_of_turn(play, side)
        return False
    if frame.stage == 1:
        play.frames[-1] = Start(stage=2)
        for index, unit in play.own(side):
            hook = hooks(unit.kind)
            if hook is not None:
                hook.turn_starts(play, index)
        tokens.turn_starts(play, side)
        specials.turn_starts(play, side)
        return False
    if frame.stage == 2:
        play.frames[-1] = Start(stage=3)
        if play.fires and play.option("fire.windy"):
            choices = burning.fanned(play, side)
            if len(choices) > 1:
                play.frames.append(Wind())
            elif choices:
                burning.fan(play, choices[0], side)
        return False
    if play.option("deck") == "none":
        play.played = f"drill_{play.option('ordersPerTurn')}"
        play.set_card()
        play.frames[-1] = Order()
        phase(play, "order")
    else:
        play.frames[-1] = Command()
        phase(play, "command")
    return False


# -- command ---------------------------------------------------------------------------------------------------------
def play_card(play: Play, card: str) -> None:
    """Phase 1: play an order card; a counter-order counts as the card the enemy played last."""
    side = play.side
    hand_size = len(play.hands[side])
    deck.take_from_hand(play, side, card)
    play.played = card
    spec = deck.card_spec(card)
    play.counted = play.last[1 - side] if spec.mirror else None
    effective = play.counted or card
    last = list(play.last)
    last[side] = effective
    play.last = (last[0], last[1])
    play.set_card()
    if play.counted is not None:
        play.reveal("card_played", "card-mirror", side=side, card=card, counts_as=play.counted)
    else:
        play.reveal("card_played", "T-5", side=side, card=card)
    if play.card.rally:
        play.frames[-1] = Move()
        faces = roll_rally(play, hand_size)
        play.frames.append(Rally(faces=faces))
    else:
        play.frames[-1] = Order()
        phase(play, "order")


def roll_rally(play: Play, dice: int) -> tuple[int, ...]:
    """Regroup: one die a card in hand; returns the faces that restore somebody."""
    rolled = play.roll("rally", dice)
    counted = tuple([place for place, face in enumerate(rolled.faces) if face <= 3 or face == MAGIC])
    roll = Roll(
        purpose="rally",
        index=rolled.index,
        sides=6,
        faces=rolled.faces,
        names=faces_named(rolled.faces),
        counted=counted,
        needed="needed.rally",
    )
    play.tell("rally", "card-rally", roll, side=play.side, count=len(counted))
    return tuple(sorted(rolled.faces[place] for place in counted))


def restorable(play: Play, face: int) -> list[int]:
    """Damaged own troops that a face restores: its colour, `L` any."""
    found = []
    for index, unit in play.own(play.side):
        colour = face == MAGIC or FACES[face - 1] == unit.banner[0].upper()
        if colour and unit.figures < unit.max and hooks(unit.kind) is None:
            found.append(index)
    return found


def run_rally(play: Play, frame: Rally) -> bool:
    """Faces that can restore nobody are passed over."""
    faces = frame.faces
    while faces and not restorable(play, faces[0]):
        faces = faces[1:]
    if not faces:
        play.frames.pop()
        end_orders(play)
        return False
    play.frames[-1] = Rally(faces=faces)
    return True


def pick_restored(play: Play, frame: Rally, index: int | None) -> None:
    """Give the figure of the first face to a unit, which is thereby ordered."""
    play.frames[-1] = Rally(faces=frame.faces[1:])
    if index is None:
        return
    landmarks.restore(play, index, 1, "card-rally")
    if not play.units[index].ordered:
        orders.name(play, index, 0)


# -- order, move, battle ---------------------------------------------------------------------------------------------
def end_orders(play: Play) -> None:
    """Phase 3 begins, or phase 5 if nobody was ordered (T-2)."""
    if any(unit.ordered for _, unit in play.own(play.side)):
        play.frames[-1] = Move()
        phase(play, "move")
    else:
        to_draw(play)


def end_moves(play: Play) -> None:
    """Phase 4 begins (T-3)."""
    play.frames[-1] = Battle()
    phase(play, "battle")


def to_draw(play: Play) -> None:
    """Phase 5 begins."""
    play.frames[-1] = Draw()
    if play.option("deck") != "none":
        phase(play, "draw")


def fight(play: Play, index: int, target: int, how: str) -> None:
    """An ordered unit's battle. Under a card with several shots the unit has fought when it has made them all."""
    unit = play.units[index]
    shots = unit.shots + 1
    play.change(index, fought=not (how == "shoot" and shots < play.card.shots), shots=shots)
    begin(play, index, target, how)


# -- draw ------------------------------------------------------------------------------------------------------------
def run_draw(play: Play, frame: Draw) -> bool:
    """Phase 5: training, discard, draw, mana, then the other side's turn."""
    side = play.side
    if frame.stage == 0:
        landmarks.end_of_turn(play, side)
        play.frames[-1] = Draw(stage=1, drawn=_draw_cards(play, side))
        return False
    if frame.stage == 1:
        if len(frame.drawn) > 1:
            return True
        if frame.drawn:
            keep_card(play, frame, frame.drawn[0])
        play.frames[-1] = Draw(stage=2)
        if play.magic is not None:
            from app.rulesets.lore.magic import income

            income.ask_for(play, side)
        else:
            play.gain_mana(side, play.income, "cause.turn_end", "Z-7")
        return False
    end_turn(play)
    return False


def _draw_cards(play: Play, side: int) -> tuple[str, ...]:
    """Discard the played card and draw; the cards are not in the hand yet."""
    if play.option("deck") == "none":
        return ()
    if play.played is not None:
        play.discards = (*play.discards, play.played)
    if play.skip_draw[side]:
        skip = list(play.skip_draw)
        skip[side] = False
        play.skip_draw = (skip[0], skip[1])
        return ()
    drawn = deck.draw(play, play.card.draw)
    for card in drawn:
        play.tell_seat("card_drawn", "T-5", side, {"side": side}, side=side, card=card)
    return drawn


def keep_card(play: Play, frame: Draw, card: str) -> None:
    """Take one of the drawn cards into the hand, the others to the discards."""
    side = play.side
    others = list(frame.drawn)
    others.remove(card)
    deck.set_hand(play, side, (*play.hands[side], card))
    for other in others:
        play.discards = (*play.discards, other)
        play.reveal("discarded", "card-scout", side=side, card=other)
    play.frames[-1] = Draw(stage=1, drawn=())


def end_turn(play: Play) -> None:
    """Clear what held for this turn only and pass the turn on (V-7)."""
    side = play.side
    tokens.turn_ends(play, side)
    if play.magic is not None:
        magic.turn_ends(play)
    for index, unit in enumerate(play.units):
        if unit.hex >= 0 and (unit.ordered or unit.moved or unit.steps or unit.fought or unit.flew):
            play.change(
                index,
                ordered=False,
                paid=0,
                moved=False,
                steps=0,
                barred=False,
                rushed=False,
                fought=False,
                shots=0,
                flew=False,
            )
    play.played = play.counted = None
    play.set_card()
    if victory.turn_limit(play):
        return
    play.side = 1 - side
    if play.side == play.first:
        play.turn += 1
    play.frames = [Start()]
