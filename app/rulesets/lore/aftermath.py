"""What the flags of an attack do to its target, and before them the pushes of a wood giant, as its owner takes them
best: for the odds (§8.5, §11). Throws nothing, and leaves everything as it was.

Surprising: who was pushed obeys the flags from where he then stands, with the friends, the ground and the way back that
he has there, so his boldness is counted anew. The giant is taken to push with every sign of magic: pushes are free.
"""

from __future__ import annotations

from typing import NamedTuple

from app.rulesets.lore.battle import bold_sources
from app.rulesets.lore.creatures import hooks
from app.rulesets.lore.play import Play
from app.rulesets.lore.retreat import outlook, retreat_per_flag, steps_back


class Back(NamedTuple):
    """run: hexes of the retreat; lost: hexes that were not free; moved: whether the unit leaves its hex at all."""

    run: int
    lost: int
    moved: bool


STAYS = Back(0, 0, False)
Ways = tuple[tuple[Back, ...], ...]
"""ways[signs][flags]: what follows from so many signs of magic and flags. One row where signs do nothing."""


def ways_back(play: Play, index: int, target: int, dice: int, flags_obeyed: bool) -> Ways:
    """What follows from each number of signs and flags among so many dice. `flags_obeyed`: not where each flag is a
    hit (frost)."""
    hook = hooks(play.units[index].kind)
    pushes = hook.push_hexes() if hook is not None else 0
    start = play.units[target].hex
    ends = [start]
    rows = [_row(play, target, ends, dice, flags_obeyed)]
    while pushes and len(rows) <= dice:
        ends = list(dict.fromkeys([end for h in ends for end in _pushed(play, target, h, pushes)]))
        play.place(target, start)
        if ends == [start]:
            break  # nobody pushes it
        rows.append(_row(play, target, ends, dice, flags_obeyed))
    return tuple(rows)


def _pushed(play: Play, target: int, start: int, hexes: int) -> list[int]:
    """Where its owner may let the unit end if it is pushed so many hexes from `start`; leaves it somewhere there."""
    unit = play.place(target, start)
    if not retreat_per_flag(play, unit):
        return [start]
    edge = [start]
    for _ in range(hexes):
        edge = [n for h in edge for n in ((() if h in play.fires else steps_back(play, unit, h)) or (h,))]
    return edge


def _row(play: Play, target: int, ends: list[int], dice: int, flags_obeyed: bool) -> tuple[Back, ...]:
    """For each number of flags what is best for the owner, whose unit may stand on any of `ends`."""
    start = play.units[target].hex
    found: list[list[Back]] = [[] for _ in range(dice + 1)]
    for end in ends:
        unit = play.place(target, end)
        hook = hooks(unit.kind)
        bold = max(len(bold_sources(play, unit)), hook.must_ignore(play, unit) if hook is not None else 0)
        per = retreat_per_flag(play, unit)
        for flags, options in enumerate(found):
            left = max(0, flags - bold) if flags_obeyed and end not in play.fires else 0  # F-20
            run, lost = outlook(play, unit, left * per)
            options.append(Back(run, lost, run > 0 or end != start))
    play.place(target, start)
    return tuple([min(options, key=lambda back: (back.lost, back.run)) for options in found])
