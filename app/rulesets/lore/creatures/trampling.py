"""A creature that cannot go back far enough (K-5, K-6): one die for each missing hex, then it tramples who stands in
its way.

Surprising: the dice are thrown once for the whole retreat; if trampling frees the way and it is blocked again further
on, it tramples again but nobody throws again. Dice hit by the creature's colour alone: no weapon is in play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from app.engine.event import Roll
from app.rulesets.lore.board import BACK
from app.rulesets.lore.content import COLOUR_FACE, TERRAIN
from app.rulesets.lore.creatures import hooks
from app.rulesets.lore.state import Retreat, Unit

if TYPE_CHECKING:
    from app.rulesets.lore.play import Play


def blocked(play: Play, index: int, by: int, missing: int) -> bool:
    """See `base.Creature.blocked`."""
    frame = play.frames[-1]
    assert isinstance(frame, Retreat)
    unit = play.units[index]
    play.tell("retreat_blocked", "K-5", unit=unit.id, missing=missing)
    if frame.push:
        return False
    if not frame.diced:
        play.frames[-1] = replace(frame, diced=True)
        _throw(play, index, by, missing)
        if play.units[index].hex < 0:
            return False
    for other in in_the_way(play, unit):
        hurt(play, other, missing, "cause.trampled", "K-6", unit.id)
    from app.rulesets.lore.retreat import steps_back

    return bool(steps_back(play, unit, unit.hex))


def _throw(play: Play, index: int, by: int, missing: int) -> None:
    """K-5: a die for each missing hex; those of the creature's colour hit it."""
    from app.rulesets.lore.play import faces_named

    unit = play.units[index]
    colour = COLOUR_FACE[unit.banner]
    rolled = play.roll("blocked", missing)
    counted = tuple([place for place, face in enumerate(rolled.faces) if face == colour])
    none = 5**missing
    outcome = "odds.hit" if counted else "odds.hold"
    roll = Roll(
        purpose="blocked",
        index=rolled.index,
        sides=6,
        faces=rolled.faces,
        names=faces_named(rolled.faces),
        counted=counted,
        needed=f"needed.{unit.banner}",
        chance=(6**missing - none if counted else none, 6**missing),
        chance_of=outcome,
        outcome=outcome,
    )
    play.tell("no_way_back", "K-5", roll, unit=unit.id, missing=missing, hits=len(counted))
    hook = hooks(unit.kind)
    if counted and hook is not None:
        hook.struck(play, index, by, len(counted))


def in_the_way(play: Play, unit: Unit) -> list[int]:
    """Units on the hexes behind it that the creature could enter if nobody stood there (F-15, F-16)."""
    from app.rulesets.lore.movement import cliff_between

    return [
        play.at[n]
        for n in BACK[unit.side][unit.hex]
        if play.at[n] >= 0
        and TERRAIN[play.terrain[n]].passable
        and n not in play.fires
        and not (play.cliffs and cliff_between(play, unit.hex, n))
    ]


def hurt(play: Play, index: int, count: int, cause: str, rule: str, by: str) -> None:
    """Figures lost by something that is no attack; a creature is threatened instead (K-3). A trophy goes to the other
    side."""
    unit = play.units[index]
    if cause == "cause.trampled":
        play.tell("trampled", rule, unit=unit.id, by=by)
    hook = hooks(unit.kind)
    if hook is not None:
        hook.hurt(play, index, count, cause, rule)
    else:
        play.lose_figures(index, count, cause, rule, 1 - unit.side)
