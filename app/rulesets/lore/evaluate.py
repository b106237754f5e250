"""How good a position is for a seat, in hundredths of a trophy or point (for bots). Open knowledge only."""

from __future__ import annotations

from app.rulesets.lore.board import PLACES, SOUTH
from app.rulesets.lore.content import CREATURES
from app.rulesets.lore.play import Play
from app.rulesets.lore.state import LoreGame, Unit

FIGURE = 14
"""Worth of a figure, in hundredths of a trophy."""
BEARER = 34
"""Worth of the last figure beyond that: whoever is down to it soon is a trophy."""
IN_FIRE = 15
CREATURE = 90
ADVANCE = 1
"""Worth of each row toward the enemy."""
WON = 100_000


def evaluate(game: LoreGame, seat: int) -> int:
    """Own position minus the other's; a decided battle outweighs everything."""
    if game.result is not None:
        if not game.result.winners:
            return 0
        return WON if seat in game.result.winners else -WON
    scores = game.points if game.by_points else game.trophies
    total = 100 * (scores[seat] - scores[1 - seat])
    play = Play(game)
    for unit in play.units:
        if unit.hex >= 0:
            worth = _worth(play, unit)
            total += worth if unit.side == seat else -worth
    total += 4 * (game.mana[seat] - game.mana[1 - seat])
    return total


def _worth(play: Play, unit: Unit) -> int:
    row = PLACES[unit.hex][0]
    worth = ADVANCE * (8 - row if unit.side == SOUTH else row)
    if unit.kind in CREATURES:
        return worth + CREATURE - 8 * unit.wounds
    worth += BEARER + FIGURE * unit.figures
    if unit.hex in play.fires:
        worth -= IN_FIRE
    return worth
