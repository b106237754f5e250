"""The magic module (§13), seen from the rest of the rules. Only asked where `Play.magic` is not None.

The hooks below are all that the rules know of magic; spells, councils and the mana step stand in modules beside this one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.engine.event import Modifier

if TYPE_CHECKING:
    from app.engine.viewer import Viewer
    from app.rulesets.lore.play import Play
    from app.rulesets.lore.state import LoreGame, Unit


def bonus_dice(play: Play, unit: Unit, target: Unit | None, how: str) -> list[Modifier]:
    """Dice that spells add to, or take from, an attack (Strike, Shield)."""
    return []


def view_of(game: LoreGame, viewer: Viewer) -> dict[str, Any]:
    """What the view shows of magic, by viewer: `spells`, `council` (docs/lore-shapes.md)."""
    return {}
