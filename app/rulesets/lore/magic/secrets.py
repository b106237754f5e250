"""What only one side may know of magic: its hand of spells and cards just drawn; the deck nobody knows (Z-3, Z-7)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from app.engine.dice import Dice
from app.engine.ids import Seat
from app.rulesets.lore.magic.spells import price
from app.rulesets.lore.state import LoreFrame, LoreGame, Power

if TYPE_CHECKING:
    from app.engine.viewer import Viewer


@lru_cache(maxsize=1024)
def _hand(cards: tuple[str, ...], prices: tuple[int, ...]) -> dict[str, Any]:
    return {"count": len(cards), "cards": list(cards), "prices": dict(zip(cards, prices, strict=True))}


@lru_cache(maxsize=64)
def _closed(count: int) -> dict[str, Any]:
    return {"count": count}


@lru_cache(maxsize=256)
def _effects(effects: tuple[str, ...]) -> list[str]:
    return list(effects)


def shown(game: LoreGame, viewer: Viewer) -> dict[str, Any]:
    """`spells` by seat (with what each card costs its holder), `council` by seat, `spell_deck` (cards left), `cast`
    (who has cast this turn), `effects` (`<spell>:<unit>` still to be used)."""
    magic = game.magic
    assert magic is not None
    return {
        "spells": [
            _hand(cards, tuple([price(magic, seat, spell) for spell in cards]))
            if viewer.knows(Seat(seat))
            else _closed(len(cards))
            for seat, cards in enumerate(magic.hands)
        ],
        "council": list(magic.councils),
        "spell_deck": len(magic.deck),
        "cast": list(magic.cast),
        "effects": _effects(magic.effects),
    }


def redealt(game: LoreGame, known: tuple[int, ...], dice: Dice) -> LoreGame:
    """The game with all spells drawn anew that none of the `known` seats may know."""
    from app.rulesets.lore.magic.hand import sorted_spells

    magic = game.magic
    if magic is None:
        return game
    hidden = [place for place, frame in enumerate(game.frames) if _drawn_by_others(frame, known)]
    pool = [*magic.deck, *magic.discards]
    for seat in (0, 1):
        if seat not in known:
            pool += magic.hands[seat]
    for place in hidden:
        pool += game.frames[place].words  # type: ignore[union-attr]
    if len(pool) < 2:
        return game
    mixed = [pool[place] for place in dice.shuffle("imagine_spells", len(pool)).faces]

    def take(count: int) -> tuple[str, ...]:
        taken = tuple(mixed[:count])
        del mixed[:count]
        return taken

    hands = list(magic.hands)
    for seat in (0, 1):
        if seat not in known:
            hands[seat] = sorted_spells(take(len(hands[seat])))
    frames: list[LoreFrame] = list(game.frames)
    for place in hidden:
        frame = frames[place]
        assert isinstance(frame, Power)
        frames[place] = replace(frame, words=take(len(frame.words)))
    discards = take(len(magic.discards))
    after: LoreGame = replace(
        game,
        frames=tuple(frames),
        magic=replace(magic, hands=(hands[0], hands[1]), deck=tuple(mixed), discards=discards),
    )
    return after


def _drawn_by_others(frame: LoreFrame, known: tuple[int, ...]) -> bool:
    """Whether the frame holds cards that only another seat may see."""
    return isinstance(frame, Power) and frame.name == "keep_spell" and frame.numbers[0] not in known
