"""Magic cards as data (Z-4, Z-5, Z-9): which adviser a spell belongs to, what it costs, how many copies are in the
deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from app.rulesets.lore.content import load

if TYPE_CHECKING:
    from app.rulesets.lore.state import Magic

FOREIGN = 3
"""Mana that a card of an adviser one does not have costs more (Z-5)."""


class Spell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One spell. share: its part of the 5 cards that a class nobody has puts into the deck."""

    id: str
    adviser: str
    cost: int
    share: int


SPELLS: dict[str, Spell] = {spell.id: spell for spell in load("spells", list[Spell])}


def level(magic: Magic, side: int, spell: str) -> int:
    """Level of the adviser who casts it; without one it works at level 1 (Z-5)."""
    return max(1, magic.councils[side].get(SPELLS[spell].adviser, 0))


def price(magic: Magic, side: int, spell: str) -> int:
    """Mana that the spell costs the side (Z-5)."""
    card = SPELLS[spell]
    return card.cost + (0 if magic.councils[side].get(card.adviser, 0) else FOREIGN)


def full_deck(councils: tuple[dict[str, int], dict[str, int]]) -> tuple[str, ...]:
    """The magic deck: 15 cards of a class that both sides hold, 10 of one that one side holds, 5 of one that nobody
    holds (Z-4)."""
    cards: list[str] = []
    for spell in SPELLS.values():
        holders = sum(1 for council in councils if council.get(spell.adviser, 0))
        cards += [spell.id] * (spell.share * (1 + holders))
    return tuple(cards)
