"""Hydra: three necks with a head each at the start, so 1 + 3 dice. Each blue helmet against it takes a neck; without
necks it is dead. Each sign of magic it rolls grows a neck with two heads in a free place.

Surprising: blades do not harm it, since only helmets take necks, and nothing is thrown again for a critical hit.
Necks go in order of their heads, those with two last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.rulesets.lore.content import CREATURES, MAGIC
from app.rulesets.lore.creatures import criticals
from app.rulesets.lore.creatures.base import Creature
from app.rulesets.lore.state import Unit

if TYPE_CHECKING:
    from app.rulesets.lore.play import Play

RULE = "creature-hydra"
GROWN = 2
"""Heads of a neck that has grown."""


class Hydra(Creature):
    """See the module."""

    def dice(self, play: Play, unit: Unit) -> int:
        return CREATURES[unit.kind].dice + sum(unit.necks)

    def immune_to_blades(self, unit: Unit) -> bool:
        return True

    def lethal(self, unit: Unit) -> int:
        return len(unit.necks)

    def struck(self, play: Play, index: int, by: int, hits: int) -> None:
        self.hurt(play, index, hits, "cause.hit", RULE)

    def hurt(self, play: Play, index: int, hits: int, cause: str, rule: str) -> None:
        unit = play.units[index]
        if hits <= 0 or unit.hex < 0:
            return
        left = tuple(sorted(unit.necks)[hits:])
        play.change(index, necks=left)
        lost = len(unit.necks) - len(left)
        play.tell("necks", RULE, unit=unit.id, lost=lost, grown=0, left=len(left), heads=sum(left), cause=cause)
        if not left:
            criticals.kill(play, index)

    def rolled(self, play: Play, index: int, target: int, how: str, faces: Sequence[int], hits: int) -> int:
        unit = play.units[index]
        free = CREATURES[unit.kind].necks - len(unit.necks)
        grown = min(free, list(faces).count(MAGIC))
        if grown:
            necks = tuple(sorted((*unit.necks, *(GROWN,) * grown)))
            play.change(index, necks=necks)
            play.tell("necks", RULE, unit=unit.id, lost=0, grown=grown, left=len(necks), heads=sum(necks), cause="")
        return grown


HOOKS = Hydra()
