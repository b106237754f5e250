"""What a seat may not know, drawn anew: for bots that imagine (`imagine`) and for the proof that nothing leaks.

Hidden are the other hand, cards drawn but not yet taken, and the order of the deck; likewise with spells.
"""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.dice import Dice
from app.rulesets.lore.deck import sorted_hand
from app.rulesets.lore.magic import secrets
from app.rulesets.lore.state import Draw, LoreGame


def redealt(game: LoreGame, known: tuple[int, ...], dice: Dice) -> LoreGame:
    """The game with everything drawn anew that none of the `known` seats may know."""
    frames = game.frames
    frame = frames[-1] if frames else None
    drawn = frame.drawn if isinstance(frame, Draw) and game.side not in known else ()
    pool = [*game.deck, *drawn]
    for seat in (0, 1):
        if seat not in known:
            pool += game.hands[seat]
    game = secrets.redealt(game, known, dice)
    frames = game.frames
    if len(pool) < 2:
        return game
    pool.sort()  # so that not even the same dice tell how it really lay
    mixed = [pool[place] for place in dice.shuffle("imagine", len(pool)).faces]
    hands = list(game.hands)
    for seat in (0, 1):
        if seat not in known:
            size = len(game.hands[seat])
            hands[seat] = sorted_hand(tuple(mixed[:size]))
            mixed = mixed[size:]
    if drawn:
        assert isinstance(frame, Draw)
        frames = (*frames[:-1], replace(frame, drawn=tuple(mixed[: len(drawn)])))
        mixed = mixed[len(drawn) :]
    after: LoreGame = replace(game, hands=(hands[0], hands[1]), deck=tuple(mixed), frames=frames)
    return after
