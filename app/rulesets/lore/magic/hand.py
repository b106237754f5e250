"""The magic deck and the hands of spells (Z-3, Z-4, Z-7): dealing, drawing, keeping, discarding down to the limit.

Hidden: the deck, the hands, and drawn cards until one is kept. Cards that are not kept go face down to the discards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from app.rulesets.lore.actions import DiscardSpell, KeepSpell
from app.rulesets.lore.asked import Asked
from app.rulesets.lore.interruptions import Handler
from app.rulesets.lore.magic import levels, spells
from app.rulesets.lore.state import Magic, Power

if TYPE_CHECKING:
    from app.engine.action import Action
    from app.rulesets.lore.play import Play

DEALT = 4
"""Spells dealt at the start (Z-3)."""
_RANK = {spell: rank for rank, spell in enumerate(spells.SPELLS)}


def magic_of(play: Play) -> Magic:
    """The state of magic, where there is one."""
    assert play.magic is not None
    return play.magic


def sorted_spells(cards: tuple[str, ...]) -> tuple[str, ...]:
    """A hand in the order of the data, so that it tells nothing about drawing."""
    return tuple(sorted(cards, key=_RANK.__getitem__))


def set_hand(play: Play, side: int, cards: tuple[str, ...]) -> None:
    """Replace a hand of spells."""
    magic = magic_of(play)
    hands = list(magic.hands)
    hands[side] = sorted_spells(cards)
    play.magic = replace(magic, hands=(hands[0], hands[1]))


def discard(play: Play, cards: tuple[str, ...]) -> None:
    """Put spells on the discards."""
    magic = magic_of(play)
    play.magic = replace(magic, discards=(*magic.discards, *cards))


def take(play: Play, side: int, card: str) -> None:
    """Take one spell out of a hand, to the discards."""
    hand = list(magic_of(play).hands[side])
    hand.remove(card)
    set_hand(play, side, tuple(hand))
    discard(play, (card,))


def limit(play: Play, side: int) -> int:
    """Spells that the side may hold: L + 1 (Z-3)."""
    return levels.magic_level(magic_of(play).councils[side]) + 1


def draw(play: Play, side: int, count: int) -> tuple[str, ...]:
    """Draw spells, shuffling the discards when the deck is empty; fewer come if there are no more."""
    drawn: list[str] = []
    for _ in range(count):
        magic = magic_of(play)
        if not magic.deck:
            if not magic.discards:
                break
            play.magic = magic = replace(magic, deck=play.shuffle("spells", "Z-4", magic.discards), discards=())
        drawn.append(magic.deck[-1])
        play.magic = replace(magic, deck=magic.deck[:-1])
    for card in drawn:
        play.tell_seat("spell_drawn", "Z-7", side, {"side": side}, side=side, spell=card)
    return tuple(drawn)


def deal(play: Play, side: int) -> None:
    """The first hand: of 4 cards L are kept (Z-3)."""
    keep = levels.magic_level(magic_of(play).councils[side])
    if keep:
        play.frames.append(Power(name="keep_spell", numbers=(side, keep), words=draw(play, side, DEALT)))


def keep_one(play: Play, side: int, cards: tuple[str, ...]) -> None:
    """Ask which of the drawn cards is kept."""
    play.frames.append(Power(name="keep_spell", numbers=(side, 1), words=cards))


class Keeping(Handler):
    """Frame `keep_spell`: numbers = (side, how many are still kept), words = the drawn cards."""

    def run(self, play: Play, frame: Power) -> bool:
        side, keep = frame.numbers
        if keep and len(frame.words) > keep:
            return True
        play.frames.pop()
        if keep:
            set_hand(play, side, (*magic_of(play).hands[side], *frame.words))
        else:
            discard(play, frame.words)
        return False

    def ask(self, play: Play, frame: Power) -> Asked:
        side, keep = frame.numbers
        found: list[Action] = [KeepSpell(spell=card) for card in dict.fromkeys(sorted_spells(frame.words))]
        return Asked(side, "keep_spell", found, found[0], {"left": keep}, {"left": keep})

    def act(self, play: Play, frame: Power, action: KeepSpell) -> None:
        side, keep = frame.numbers
        left = list(frame.words)
        left.remove(action.spell)
        set_hand(play, side, (*magic_of(play).hands[side], action.spell))
        play.frames[-1] = Power(name="keep_spell", numbers=(side, keep - 1), words=tuple(left))


class Discarding(Handler):
    """Frame `discard_spell`: numbers = (side,). Down to the hand limit."""

    def run(self, play: Play, frame: Power) -> bool:
        side = frame.numbers[0]
        if len(magic_of(play).hands[side]) > limit(play, side):
            return True
        play.frames.pop()
        return False

    def ask(self, play: Play, frame: Power) -> Asked:
        side = frame.numbers[0]
        found: list[Action] = [DiscardSpell(spell=card) for card in dict.fromkeys(magic_of(play).hands[side])]
        params = {"limit": limit(play, side)}
        return Asked(side, "discard_spell", found, found[0], params, params)

    def act(self, play: Play, frame: Power, action: DiscardSpell) -> None:
        side = frame.numbers[0]
        take(play, side, action.spell)
        play.tell_seat("spell_discarded", "Z-3", side, {"side": side}, side=side, spell=action.spell)


HANDLERS: dict[str, Handler] = {"keep_spell": Keeping(), "discard_spell": Discarding()}
