"""Troll: 6 dice, blades neither hit for it nor harm it. It bears two wounds, the third blue helmet kills; each sign
of magic it rolls in melee heals one. On its own bridge it does not retreat, flags do nothing, and it heals a wound at
the start of its owner's turn.

Surprising: wounds stand in place of critical hits (K-3), whatever deals them; the killer still gets a trophy and 1
mana.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.rulesets.lore.content import CREATURES, MAGIC, TERRAIN
from app.rulesets.lore.creatures import criticals
from app.rulesets.lore.creatures.base import Creature
from app.rulesets.lore.state import Unit

if TYPE_CHECKING:
    from app.rulesets.lore.play import Play

RULE = "creature-troll"
WOUNDS = 2


def at_home(play: Play, unit: Unit) -> bool:
    """Whether it stands on its own bridge."""
    return TERRAIN[play.terrain[unit.hex]].id == "bridge_troll" and play.owner(unit.hex) == unit.side


class Troll(Creature):
    """See the module."""

    def immune_to_blades(self, unit: Unit) -> bool:
        return True

    def lethal(self, unit: Unit) -> int:
        return WOUNDS + 1 - unit.wounds

    def retreat_per_flag(self, play: Play, unit: Unit) -> int:
        return 0 if at_home(play, unit) else CREATURES[unit.kind].retreat

    def must_ignore(self, play: Play, unit: Unit) -> int:
        return 99 if at_home(play, unit) else 1

    def struck(self, play: Play, index: int, by: int, hits: int) -> None:
        self.hurt(play, index, hits, "cause.hit", RULE)

    def hurt(self, play: Play, index: int, hits: int, cause: str, rule: str) -> None:
        unit = play.units[index]
        if hits <= 0 or unit.hex < 0:
            return
        wounds = min(unit.wounds + hits, WOUNDS + 1)
        left = min(wounds, WOUNDS)
        play.change(index, wounds=left)
        play.tell("wounds", RULE, unit=unit.id, dealt=wounds - unit.wounds, healed=0, wounds=left, cause=cause)
        if wounds > WOUNDS:
            criticals.kill(play, index)

    def rolled(self, play: Play, index: int, target: int, how: str, faces: Sequence[int], hits: int) -> int:
        return self._heal(play, index, list(faces).count(MAGIC), "cause.rolled")

    def turn_starts(self, play: Play, index: int) -> None:
        if at_home(play, play.units[index]):
            self._heal(play, index, 1, "cause.own_bridge")

    def _heal(self, play: Play, index: int, count: int, cause: str) -> int:
        unit = play.units[index]
        healed = min(count, unit.wounds)
        if healed:
            play.change(index, wounds=unit.wounds - healed)
            left = unit.wounds - healed
            play.tell("wounds", RULE, unit=unit.id, dealt=0, healed=healed, wounds=left, cause=cause)
        return healed


HOOKS = Troll()
