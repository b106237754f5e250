"""Line of sight (§8.4). Geometry is `board.sight_lines`; here stands what an obstacle is.

Fire changes nothing (L-6). Surprising: sight is blocked only if both casts of the segment meet an obstacle (L-5).
"""

from __future__ import annotations

from itertools import pairwise

from app.rulesets.lore.board import sight_lines
from app.rulesets.lore.content import TERRAIN
from app.rulesets.lore.movement import cliff_between
from app.rulesets.lore.play import Play


def clear(play: Play, a: int, b: int, open_to: str = "") -> bool:
    """Whether a sees b: along a hex edge one free side is enough (L-2); units block, those in fires too (F-25), and
    terrain (L-3), but not a chain of hills between two units on hills (L-4).
    open_to: id of terrain that does not block for this unit (a giant's own lair)."""
    at, terrain = play.at, play.terrain
    both_high = TERRAIN[terrain[a]].hill and TERRAIN[terrain[b]].hill
    for cast in sight_lines(a, b):
        over_hills = both_high and all(TERRAIN[terrain[h]].hill for h in cast)
        for h in cast:
            if at[h] >= 0:
                break
            ground = TERRAIN[terrain[h]]
            if ground.blocks and not (over_hills and ground.hill) and ground.id != open_to:
                break
        else:
            if not play.cliffs or not _cliff_on(play, (a, *cast, b)):
                return True
    return False


def _cliff_on(play: Play, cells: tuple[int, ...]) -> bool:
    return any(cliff_between(play, one, two) for one, two in pairwise(cells))
