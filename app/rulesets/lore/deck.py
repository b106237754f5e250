"""The deck of order cards: what is in it, dealing and drawing (§4, V-2, phase 5). Hidden: its order, and both hands."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from app.rulesets.lore.content import CARDS, CardSpec

if TYPE_CHECKING:
    from app.rulesets.lore.play import Play

LONE_ORDER = CardSpec(id="", any=1)
"""What holds where no card says otherwise."""


@lru_cache(maxsize=64)
def drill_orders(count: int) -> CardSpec:
    """The standing order of a battle without cards: so many units of choice each turn (§15)."""
    return CardSpec(id=f"drill_{count}", any=count)


def card_spec(card: str | None) -> CardSpec:
    """The specification of a card that is played or counted as; mirror of nothing orders one unit of choice."""
    if card is None:
        return LONE_ORDER
    if card.startswith("drill_"):
        return drill_orders(int(card[6:]))
    return CARDS[card]


def full_deck(torches: int) -> tuple[str, ...]:
    """All cards in the order of the data; `torches` copies of that card (§14.12)."""
    return tuple(card for card, spec in CARDS.items() for _ in range(torches if spec.torches else spec.copies))


def deal(play: Play, side: int, count: int) -> None:
    """Deal a first hand."""
    hand = tuple(play.deck[len(play.deck) - count :])
    play.deck = play.deck[: len(play.deck) - count]
    set_hand(play, side, hand)
    play.tell_seat("dealt", "V-2", side, {"side": side, "count": count}, side=side, count=count, cards=list(hand))


def set_hand(play: Play, side: int, hand: tuple[str, ...]) -> None:
    """Replace a hand; hands are kept sorted by the order of the data, so that they tell nothing about drawing."""
    ordered = sorted_hand(hand)
    play.hands = (ordered, play.hands[1]) if side == 0 else (play.hands[0], ordered)


def sorted_hand(hand: tuple[str, ...]) -> tuple[str, ...]:
    """A hand in the order of the data."""
    return tuple(sorted(hand, key=_RANK.__getitem__))


_RANK = {card: rank for rank, card in enumerate(CARDS)}


def take_from_hand(play: Play, side: int, card: str) -> None:
    """Take one copy of a card out of a hand."""
    hand = list(play.hands[side])
    hand.remove(card)
    set_hand(play, side, tuple(hand))


def draw(play: Play, count: int) -> tuple[str, ...]:
    """Draw cards, shuffling the discards when the deck is empty. Fewer come if there are no more."""
    drawn: list[str] = []
    for _ in range(count):
        if not play.deck:
            if not play.discards:
                break
            pile, play.discards = play.discards, ()
            play.deck = play.shuffle("deck", "V-2", pile)
        drawn.append(play.deck[-1])
        play.deck = play.deck[:-1]
    return tuple(drawn)
