"""Critical hits (K-3): dice that hit a creature are thrown again, and one helmet of its colour kills. Exact chances
too.

Surprising: every chance is carried in whole numbers of ways, so a die that is thrown again until it shows no blade
counts as one of five faces (`sides` 5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.event import Roll
from app.rulesets.lore.content import COLOUR_FACE

if TYPE_CHECKING:
    from app.rulesets.lore.play import Play


def critical(play: Play, index: int, count: int, by: str) -> bool:
    """Throw `count` dice again for a critical hit. Returns whether the creature was killed. `by`: id of the unit that
    did it, empty where none did."""
    unit = play.units[index]
    if count <= 0 or unit.hex < 0:
        return False
    from app.rulesets.lore.play import faces_named

    colour = COLOUR_FACE[unit.banner]
    rolled = play.roll("critical", count)
    counted = tuple([place for place, face in enumerate(rolled.faces) if face == colour])
    ways, alive = 6**count, 5**count
    roll = Roll(
        purpose="critical",
        index=rolled.index,
        sides=6,
        faces=rolled.faces,
        names=faces_named(rolled.faces),
        counted=counted,
        needed=f"needed.{unit.banner}",
        chance=(ways - alive if counted else alive, ways),
        chance_of="odds.killed" if counted else "odds.survives",
        outcome="odds.killed" if counted else "odds.survives",
    )
    play.tell("critical", "K-3", roll, unit=unit.id, by=by, killed=bool(counted))
    if counted:
        kill(play, index)
    return bool(counted)


def kill(play: Play, index: int) -> None:
    """The creature is dead: a trophy and 1 mana for the other side (K-3)."""
    killer = 1 - play.units[index].side
    play.eliminate(index, "cause.critical", "K-3", killer)
    play.gain_mana(killer, 1, "cause.creature_killed", "K-3")
