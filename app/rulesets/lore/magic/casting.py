"""Casting (Z-5, Z-6, Z-9): which spells may be played now, on what, and what they do.

A side casts in its own turn, one card a turn: *haste* and *portal* before it moves, *strike* before it battles,
*shield*, *mend* and *downpour* in either phase. Surprising: no spell moves a unit out of a fire (A45), and a portal
is the unit's move: whoever stepped through it does not walk, and where it arrives decides whether it may still
battle.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from app.engine.action import Action
from app.engine.refusal import Refused
from app.rulesets.lore import landmarks
from app.rulesets.lore.actions import PlaySpell
from app.rulesets.lore.asked import Asked
from app.rulesets.lore.board import BY_NAME, DISTANCE, NAMES
from app.rulesets.lore.choices import may_battle
from app.rulesets.lore.content import TERRAIN
from app.rulesets.lore.creatures import hooks
from app.rulesets.lore.interruptions import Handler
from app.rulesets.lore.magic import HASTE, SHIELD, STRIKE, hand, spells
from app.rulesets.lore.movement import bars_battle, can_move_at_all, enter, held, tell_move
from app.rulesets.lore.refusals import LoreRefusal
from app.rulesets.lore.state import Power, Unit

if TYPE_CHECKING:
    from app.rulesets.lore.play import Play

MOVE, BATTLE = "move", "battle"
PHASES: dict[str, tuple[str, ...]] = {
    HASTE: (MOVE,),
    "portal": (MOVE,),
    STRIKE: (BATTLE,),
    SHIELD: (MOVE, BATTLE),
    "mend": (MOVE, BATTLE),
    "downpour": (MOVE, BATTLE),
}
PORTAL_RANGE = 3
"""Hexes of a portal, and one more for each level."""


def castable(play: Play, phase: str) -> list[Action]:
    """Every spell that the active side may play in this phase, with what it is played on."""
    magic = play.magic
    side = play.side
    if magic is None or magic.cast[side]:
        return []
    found: list[Action] = []
    for spell in dict.fromkeys(magic.hands[side]):
        if phase in PHASES[spell] and play.mana[side] >= spells.price(magic, side, spell):
            found += _ON[spell](play, side, spell)
    return found


def _on_units(wanted: Callable[[Play, Unit], bool]) -> Callable[[Play, int, str], list[Action]]:
    def choices(play: Play, side: int, spell: str) -> list[Action]:
        return [PlaySpell(spell=spell, unit=unit.id) for _, unit in play.own(side) if wanted(play, unit)]

    return choices


def _may_hurry(play: Play, unit: Unit) -> bool:
    return can_move_at_all(play, unit)


def _may_strike(play: Play, unit: Unit) -> bool:
    return may_battle(play, unit) and unit.hex not in play.fires


def _unshielded(play: Play, unit: Unit) -> bool:
    assert play.magic is not None
    return f"{SHIELD}:{unit.id}" not in play.magic.effects


def _damaged(play: Play, unit: Unit) -> bool:
    return unit.figures < unit.max


def _may_leave(play: Play, unit: Unit) -> bool:
    return not unit.moved and not held(unit) and unit.hex not in play.fires and bool(exits(play, unit))


def exits(play: Play, unit: Unit) -> list[int]:
    """Hexes to which a portal may take the unit: in range, empty, passable, not burning, and such that it may stand
    there."""
    assert play.magic is not None
    reach = PORTAL_RANGE + spells.level(play.magic, unit.side, "portal")
    hook = hooks(unit.kind)
    return [
        h
        for h in range(len(play.at))
        if play.at[h] < 0
        and h not in play.fires
        and DISTANCE[unit.hex][h] <= reach
        and TERRAIN[play.terrain[h]].passable
        and (hook is None or hook.may_stand(play, unit, h))
    ]


def _on_fires(play: Play, side: int, spell: str) -> list[Action]:
    assert play.magic is not None
    top = spells.level(play.magic, side, spell) + 1
    return [PlaySpell(spell=spell, hex=NAMES[h]) for h in sorted(play.fires) if play.fires[h].level <= top]


_ON: dict[str, Callable[[Play, int, str], list[Action]]] = {
    HASTE: _on_units(_may_hurry),
    STRIKE: _on_units(_may_strike),
    SHIELD: _on_units(_unshielded),
    "mend": _on_units(_damaged),
    "portal": _on_units(_may_leave),
    "downpour": _on_fires,
}
"""Spell → the choices that it offers."""


def cast(play: Play, action: PlaySpell) -> None:
    """Play a spell of `castable`."""
    magic = play.magic
    assert magic is not None
    side = play.side
    spell = action.spell
    price = spells.price(magic, side, spell)
    hand.take(play, side, spell)
    magic = hand.magic_of(play)
    played = (True, magic.cast[1]) if side == 0 else (magic.cast[0], True)
    play.magic = replace(magic, cast=played)
    data: dict[str, Any] = {"side": side, "spell": spell, "mana": price}
    if action.unit is not None:
        data["unit"] = action.unit
    if action.hex is not None:
        data["hex"] = action.hex
    play.tell("spell", f"spell-{spell}", **data)
    play.gain_mana(side, -price, "cause.spell", "Z-9")
    if spell == "downpour":
        assert action.hex is not None
        del play.fires[BY_NAME[action.hex]]
        return
    assert action.unit is not None
    index = play.find(action.unit)
    if spell == "mend":
        landmarks.restore(play, index, 1, "spell-mend")
    elif spell == "portal":
        play.frames.append(Power(name="portal", unit=index))
    else:
        magic = hand.magic_of(play)
        play.magic = replace(magic, effects=(*magic.effects, f"{spell}:{action.unit}"))


class Stepping(Handler):
    """Frame `portal`: where the unit comes out."""

    def run(self, play: Play, frame: Power) -> bool:
        return True

    def ask(self, play: Play, frame: Power) -> Asked:
        unit = play.units[frame.unit]
        found: list[Action] = [PlaySpell(spell="portal", unit=unit.id, hex=NAMES[h]) for h in exits(play, unit)]
        return Asked(unit.side, "portal", found, found[0], {"unit": unit.id}, {"unit": unit.id})

    def act(self, play: Play, frame: Power, action: PlaySpell) -> None:
        assert action.hex is not None
        play.frames.pop()
        unit = play.units[frame.unit]
        h = BY_NAME[action.hex]
        play.place(frame.unit, h, moved=True, barred=unit.barred or bars_battle(play, unit, h))
        tell_move(play, unit, [h], "portal", "spell-portal")
        enter(play, frame.unit)


def refusal(play: Play, side: int, action: PlaySpell) -> Refused | None:
    """Why the spell cannot be played; None: for a reason of its target. Tells a side only about its own hand."""
    magic = play.magic
    if magic is None or action.spell not in magic.hands[side]:
        return Refused(LoreRefusal.SPELL_NOT_IN_HAND, "Z-9", {"spell": action.spell}, "spell")
    if magic.cast[side]:
        return Refused(LoreRefusal.ALREADY_CAST, "Z-6", {"spell": action.spell}, "spell")
    price = spells.price(magic, side, action.spell)
    if play.mana[side] < price:
        return Refused(LoreRefusal.NO_MANA, "Z-5", {"mana": price}, "spell")
    return None


HANDLERS: dict[str, Handler] = {"portal": Stepping()}
