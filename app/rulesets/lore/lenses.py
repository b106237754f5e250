"""Lenses: lines of sight and threatened hexes, for who looks at the board (`Ruleset.sight`, `Ruleset.threat`).

The same rules as in play find the answers; nothing here decides anything in a battle. All that they need is public:
units, ground, fires, mana. Surprising: a threat is worked out on a Play of its own, in which a unit is ordered by no
special card, goes to each of its destinations, looks round and is put back. Hexes on which nobody can stand, or a unit
of the threatening side does, are not threatened.
"""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from app.engine.lens import Reach, Sight, SightLine, Threat
from app.engine.refusal import Refused
from app.rulesets.lore.board import BY_NAME, HEXES, NAMES, NEIGHBOURS, WITHIN, sight_lines
from app.rulesets.lore.content import CREATURES, TERRAIN, WEAPONS
from app.rulesets.lore.creatures import hooks
from app.rulesets.lore.creatures.hill_giant import FIELD
from app.rulesets.lore.deck import LONE_ORDER
from app.rulesets.lore.movement import cliff_between, destinations, move
from app.rulesets.lore.play import Play
from app.rulesets.lore.refusals import LoreRefusal
from app.rulesets.lore.sight import clear
from app.rulesets.lore.state import LoreGame, Unit


# -- sight -------------------------------------------------------------------------------------------------------------
def sight(game: LoreGame, origin: str, to: str) -> Sight:
    """Whether one hex is seen from another (L-1…L-7), and what breaks each of the lines that decide. A hill giant's
    boulders fly over its own ground. Refused(UNKNOWN_HEX)."""
    for field, name in (("from", origin), ("to", to)):
        if name not in BY_NAME:
            raise Refused(LoreRefusal.UNKNOWN_HEX, "B-1", {"hex": name[:8]}, field)
    play = Play(game)
    a, b = BY_NAME[origin], BY_NAME[to]
    unit = play.unit_at(a)
    open_to = FIELD if unit is not None and unit.kind == "hill_giant" else ""
    casts = list(dict.fromkeys(sight_lines(a, b))) if a != b else [()]
    seen = a == b or clear(play, a, b, open_to)
    return Sight(
        origin=origin, to=to, clear=seen, lines=tuple([_line(play, a, cast, b, open_to) for cast in casts]), rule="L-1"
    )


def _line(play: Play, a: int, cast: tuple[int, ...], b: int, open_to: str) -> SightLine:
    """One cast, with the first thing that breaks it."""
    passes = tuple([NAMES[h] for h in cast])
    both_high = TERRAIN[play.terrain[a]].hill and TERRAIN[play.terrain[b]].hill
    over_hills = both_high and all(TERRAIN[play.terrain[h]].hill for h in cast)
    for before, h in pairwise((a, *cast, b)):
        if play.cliffs and cliff_between(play, before, h):
            return SightLine(passes, NAMES[h], "sight.cliff", "terrain-cliff")
        if h == b:
            break
        if play.at[h] >= 0:
            return SightLine(passes, NAMES[h], "sight.unit", "L-1")
        ground = TERRAIN[play.terrain[h]]
        if ground.blocks and not (over_hills and ground.hill) and ground.id != open_to:
            return SightLine(passes, NAMES[h], "sight.terrain", "L-4" if ground.hill else "L-3")
    return SightLine(passes)


# -- threat ------------------------------------------------------------------------------------------------------------
def threat(game: LoreGame, of: int) -> Threat:
    """Hexes that each unit of a side could strike in its next turn, hand to hand, by shot, boulder or breath."""
    play = Play(game)
    play.side, play.card = of, LONE_ORDER
    if play.magic is not None and play.magic.effects:
        play.magic = replace(play.magic, effects=())
    open_ground = [
        TERRAIN[play.terrain[h]].passable and (play.at[h] < 0 or play.units[play.at[h]].side != of)
        for h in range(HEXES)
    ]
    reaches = []
    for index, unit in play.own(of):
        if unit.hex in play.fires:  # F-21
            continue
        struck = _reach(play, index, unit)
        places = tuple([NAMES[h] for h in range(HEXES) if h in struck and open_ground[h]])
        if places:
            reaches.append(Reach(unit.id, places))
    return Threat(of=of, reaches=tuple(reaches), rule="battle")


def _reach(play: Play, index: int, unit: Unit) -> set[int]:
    """All that the unit could strike from where it stands and from everywhere that it can go."""
    fresh: Unit = replace(
        unit, ordered=True, moved=False, steps=0, barred=False, rushed=False, fought=False, shots=0, flew=False
    )
    play.units[index] = fresh
    mana = play.mana
    found: set[int] = set()
    _strikes(play, index, found)
    for h in destinations(play, fresh):
        move(play, index, h)
        _strikes(play, index, found)
        play.place(index, fresh.hex)
        play.units[index] = fresh
        play.mana = mana
    play.units[index] = unit
    return found


def _strikes(play: Play, index: int, found: set[int]) -> None:
    """Add the hexes on which an enemy could be struck from where the unit stands now."""
    unit = play.units[index]
    if unit.barred:
        return
    creature = unit.kind in CREATURES
    for n in NEIGHBOURS[unit.hex]:
        if not (play.cliffs and cliff_between(play, unit.hex, n)) and not (creature and n in play.fires):  # F-24
            found.add(n)
    if unit.rushed:
        return
    reach = WEAPONS[unit.weapon].range
    if reach > 1 and not play.enemies_next_to(unit.hex, unit.side):  # W-2, F-23
        found.update(
            h for h in WITHIN[reach][unit.hex] if h not in found and h not in play.fires and clear(play, unit.hex, h)
        )
    hook = hooks(unit.kind)
    if hook is not None:
        found.update(hook.threatens(play, unit))
