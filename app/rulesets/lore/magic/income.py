"""The end of a turn with magic (Z-7): two cards and keep one, a card and a mana, or two mana; then down to the hand
limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.rulesets.lore.actions import ManaChoice
from app.rulesets.lore.asked import Asked
from app.rulesets.lore.interruptions import Handler
from app.rulesets.lore.magic import hand
from app.rulesets.lore.state import Power

if TYPE_CHECKING:
    from app.engine.action import Action
    from app.rulesets.lore.play import Play

TWO_CARDS, CARD_AND_MANA, TWO_MANA = "two_cards", "card_and_mana", "two_mana"
CHOICES = (TWO_CARDS, CARD_AND_MANA, TWO_MANA)


def ask_for(play: Play, side: int) -> None:
    """Leave the frames of the mana step."""
    play.frames.append(Power(name="discard_spell", numbers=(side,)))
    play.frames.append(Power(name="mana_step", numbers=(side,)))


class ManaStep(Handler):
    """Frame `mana_step`: numbers = (side,)."""

    def run(self, play: Play, frame: Power) -> bool:
        return True

    def ask(self, play: Play, frame: Power) -> Asked:
        found: list[Action] = [ManaChoice(choice=choice) for choice in CHOICES]
        return Asked(frame.numbers[0], "mana_choice", found, found[-1])

    def act(self, play: Play, frame: Power, action: ManaChoice) -> None:
        side = frame.numbers[0]
        play.frames.pop()
        play.tell("mana_choice", "Z-7", side=side, choice=action.choice)
        if action.choice == TWO_CARDS:
            hand.keep_one(play, side, hand.draw(play, side, 2))
        elif action.choice == CARD_AND_MANA:
            hand.keep_one(play, side, hand.draw(play, side, 1))
            play.gain_mana(side, 1, "cause.turn_end", "Z-7")
        else:
            play.gain_mana(side, 2, "cause.turn_end", "Z-7")


HANDLERS: dict[str, Handler] = {"mana_step": ManaStep()}
