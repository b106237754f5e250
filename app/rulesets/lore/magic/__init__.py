"""The magic module (§13), seen from the rest of the rules. Only asked where `Play.magic` is not None.

`council.py` advisers and their landmarks, `spells.py` the cards, `hand.py` deck and hands, `income.py` the end of a
turn, `casting.py` what a spell does, `secrets.py` what nobody else may know. Off unless the option `magic` is "full".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from app.engine.event import Modifier

if TYPE_CHECKING:
    from app.engine.action import Action
    from app.engine.viewer import Viewer
    from app.rulesets.lore.play import Play
    from app.rulesets.lore.state import LoreGame, Unit

CHEAPEST = 2
"""Mana of the cheapest spell."""
STRIKE, SHIELD, HASTE = "strike", "shield", "haste"
"""Spells that leave an effect `<spell>:<unit>` until it is used; haste and strike at most until the end of the turn."""


def casts(play: Play, phase: str) -> list[Action]:
    """Spells that the active side may play in a phase ("move", "battle")."""
    from app.rulesets.lore.magic.casting import castable

    return castable(play, phase)


def pauses(play: Play) -> bool:
    """Whether a phase waits for a spell even if nothing else can be done. Decided by open things alone, so that the
    pause does not betray the hand."""
    magic, side = play.magic, play.side
    return magic is not None and bool(magic.hands[side]) and not magic.cast[side] and play.mana[side] >= CHEAPEST


def bonus_dice(play: Play, unit: Unit, target: Unit | None, how: str) -> list[Modifier]:
    """Dice that spells add to, or take from, an attack (Z-9). Lighting a fire is no attack."""
    magic = play.magic
    if magic is None or not magic.effects or how == "ignite":
        return []
    found = []
    if f"{STRIKE}:{unit.id}" in magic.effects:
        found.append(Modifier("spell.strike.name", 1, "spell-strike"))
    if target is not None and f"{SHIELD}:{target.id}" in magic.effects:
        found.append(Modifier("spell.shield.name", -1, "spell-shield"))
    return found


def spend(play: Play, unit: Unit, target: Unit) -> None:
    """An attack was rolled: a strike of the attacker and a shield of the target are used up."""
    magic = play.magic
    if magic is None or not magic.effects:
        return
    used = (f"{STRIKE}:{unit.id}", f"{SHIELD}:{target.id}")
    if any(effect in magic.effects for effect in used):
        play.magic = replace(magic, effects=tuple([effect for effect in magic.effects if effect not in used]))


def turn_ends(play: Play) -> None:
    """What held for one turn is over; each side may cast again in the next (Z-6)."""
    magic = play.magic
    if magic is not None:
        kept = tuple([effect for effect in magic.effects if effect.startswith(f"{SHIELD}:")])
        play.magic = replace(magic, effects=kept, cast=(False, False))


def view_of(game: LoreGame, viewer: Viewer) -> dict[str, Any]:
    """What the view shows of magic, by viewer: `spells`, `council` … (docs/lore-shapes.md)."""
    from app.rulesets.lore.magic.secrets import shown

    return shown(game, viewer)
