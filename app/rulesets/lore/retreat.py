"""Retreat (§8.5, F-12…F-16): hex by hex toward the own edge, the owner choosing.

Surprising: a free hex that does not burn must be taken before a burning one (F-13); entering a fire ends the retreat
and costs nothing (F-12). Goblins dice for the hexes that they ran once they have run (§9).
"""

from __future__ import annotations

from app.engine.event import Roll
from app.rulesets.lore.board import BACK, NAMES
from app.rulesets.lore.chances import at_least
from app.rulesets.lore.content import COLOUR_FACE, TERRAIN
from app.rulesets.lore.creatures import hooks
from app.rulesets.lore.movement import bars_battle, cliff_between
from app.rulesets.lore.play import Play, faces_named
from app.rulesets.lore.state import Retreat, Unit


def retreat_per_flag(play: Play, unit: Unit) -> int:
    """Hexes for each flag obeyed (R-1): 1, frightened goblins 2, creatures as their kind."""
    hook = hooks(unit.kind)
    if hook is not None:
        return hook.retreat_per_flag(play, unit)
    return 2 if unit.race == "goblin" else 1


def steps_back(play: Play, unit: Unit, h: int) -> tuple[int, ...]:
    """Hexes that the unit may retreat to from h; burning ones only if there is no other (R-4, R-6, F-13, F-14, F-15).
    Terrain that stops a move does not matter here (R-5)."""
    free = [
        n
        for n in BACK[unit.side][h]
        if play.at[n] < 0 and TERRAIN[play.terrain[n]].passable and not (play.cliffs and cliff_between(play, h, n))
    ]
    if not play.fires:
        return tuple(free)
    clear = tuple([n for n in free if n not in play.fires])
    if clear or hooks(unit.kind) is not None:
        return clear
    return tuple(free)


def outlook(play: Play, unit: Unit, hexes: int) -> tuple[int, int]:
    """(hexes run, figures lost for hexes not free) of a retreat along the owner's best path. For troops."""
    return _outlook(play, unit, unit.hex, hexes, {})


def _outlook(
    play: Play, unit: Unit, h: int, hexes: int, known: dict[tuple[int, int], tuple[int, int]]
) -> tuple[int, int]:
    if not hexes:
        return 0, 0
    key = (h, hexes)
    if key not in known:
        best: tuple[int, int] | None = None
        for n in steps_back(play, unit, h):
            run, lost = (0, 0) if n in play.fires else _outlook(play, unit, n, hexes - 1, known)
            if best is None or (lost, run + 1) < (best[1], best[0]):
                best = (run + 1, lost)
        known[key] = best or (0, hexes)
    return known[key]


def run_retreat(play: Play, frame: Retreat) -> bool:
    """Go back as far as there is nothing to choose. Returns whether the owner must choose."""
    while True:
        unit = play.units[frame.unit]
        if unit.hex < 0:
            play.frames.pop()
            return False
        if not frame.left:
            _finish(play, frame)
            return False
        options = steps_back(play, unit, unit.hex)
        if not options:
            hook = hooks(unit.kind)
            if hook is not None:
                if hook.blocked(play, frame.unit, frame.by, frame.left):
                    frame = play.frames[-1]  # type: ignore[assignment]
                    continue
                play.frames.pop()
                return False
            _finish(play, frame)
            return False
        if len(options) > 1:
            return True
        frame = go_back(play, frame, options[0])


def go_back(play: Play, frame: Retreat, to: int) -> Retreat:
    """One hex of the retreat; entering a fire ends it (F-12). Who is driven in the own turn (by a friend's tremor, say)
    has not stayed where it was, and has entered the hex: that may forbid its battle (§10)."""
    unit = play.units[frame.unit]
    if unit.side == play.side:
        play.place(frame.unit, to, steps=unit.steps + 1, barred=unit.barred or bars_battle(play, unit, to))
    else:
        play.place(frame.unit, to)
    burning = to in play.fires
    rule = "F-12" if burning else "R-4"
    how = "push" if frame.push else "retreat"
    play.tell("moved", rule, unit=unit.id, path=[NAMES[to]], how=how, to=NAMES[to], **{"from": NAMES[unit.hex]})
    left = 0 if burning else frame.left - 1
    after = Retreat(unit=frame.unit, by=frame.by, left=left, run=frame.run + 1, push=frame.push, diced=frame.diced)
    play.frames[-1] = after
    return after


def _finish(play: Play, frame: Retreat) -> None:
    """The end of a troop's retreat: fright for the hexes run, then figures for those not free (R-6)."""
    play.frames.pop()
    unit = play.units[frame.unit]
    if frame.push:
        return
    by = 1 - unit.side  # also where an own creature shook it
    if unit.race == "goblin" and frame.run and hooks(unit.kind) is None and not _fright(play, frame, by):
        return
    if frame.left and not frame.push:
        unit = play.units[frame.unit]
        play.tell("retreat_blocked", "R-6", unit=unit.id, missing=frame.left)
        play.lose_figures(frame.unit, frame.left, "cause.no_way_back", "R-6", by)


def _fright(play: Play, frame: Retreat, by: int) -> bool:
    """One die for each hex run; each of the own colour costs a figure. Returns whether the unit lives."""
    unit = play.units[frame.unit]
    colour = COLOUR_FACE[unit.banner]
    rolled = play.roll("fright", frame.run)
    counted = tuple([place for place, face in enumerate(rolled.faces) if face == colour])
    roll = Roll(
        purpose="fright",
        index=rolled.index,
        sides=6,
        faces=rolled.faces,
        names=faces_named(rolled.faces),
        counted=counted,
        needed=f"needed.{unit.banner}",
        chance=(at_least(frame.run, 1, 1), 6**frame.run),
        chance_of="odds.frightened",
        outcome="odds.frightened" if counted else "odds.steady",
    )
    play.tell("fright", "frightened", roll, unit=unit.id, lost=len(counted))
    return play.lose_figures(frame.unit, len(counted), "cause.fright", "frightened", by)
