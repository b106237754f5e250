"""Ordered movement (§7, F-10, F-11): how far a unit may go this turn, and where it can stop.

Retreats stand in `retreat.py`, flights and other creature moves in `creatures/`. A shortest path is taken, since for
troops only the number of hexes and the last hex matter: terrain that asks anything of a unit stops it. Surprising: all
but the boulder field, which bars from battle whoever crosses it; it is crossed only if there is no other way.
"""

from __future__ import annotations

from collections.abc import Callable

from app.rulesets.lore.board import NAMES, NEIGHBOURS, TOWARDS
from app.rulesets.lore.content import CREATURES, TERRAIN, TROOPS, Terrain
from app.rulesets.lore.creatures import hooks
from app.rulesets.lore.play import Play, is_missile
from app.rulesets.lore.state import Unit


def held(unit: Unit) -> bool:
    """Whether a web or frost keeps the unit from moving, following on included (§11)."""
    return bool(unit.tokens) and ("webbed" in unit.tokens or "frozen" in unit.tokens)


def can_move_at_all(play: Play, unit: Unit) -> bool:
    """Ordered, not moved yet, not held by card, fire (F-11) or token."""
    return unit.ordered and not unit.moved and play.card.move and unit.hex not in play.fires and not held(unit)


def allowance(play: Play, unit: Unit) -> int:
    """Hexes that the unit may move this turn."""
    troop = TROOPS.get((unit.kind, unit.banner))
    if troop is None:
        reach = CREATURES[unit.kind].move
    else:
        reach = troop.move
        if play.card.surge and unit.kind == "foot":
            reach = max(reach, play.card.surge)
    if play.magic is not None and f"haste:{unit.id}" in play.magic.effects:
        reach += 1
    return reach + play.card.extra_move if reach else 0


def stops(play: Play, unit: Unit, h: int, ground: Terrain) -> bool:
    """Whether entering the hex ends the unit's move (M-2): terrain, or an enemy's wall."""
    if h in play.walled and play.walled[h] != unit.side:
        return True
    return ground.stop


def bars_battle(play: Play, unit: Unit, h: int) -> bool:
    """Whether having entered the hex forbids battle this turn; not a giant in its own kind of ground (§10.2)."""
    ground = TERRAIN[play.terrain[h]]
    if ground.battle or (ground.stakes and is_missile(unit)):
        return False
    hook = hooks(unit.kind)
    return hook is None or not hook.ignores_caps(play, unit, h)


def cliff_between(play: Play, a: int, b: int) -> bool:
    """Whether a cliff stands on the side between two adjacent hexes."""
    return any((h == a and TOWARDS[a][d] == b) or (h == b and TOWARDS[b][d] == a) for h, d in play.cliffs)


def reach(play: Play, unit: Unit, limit: int, wary: bool = False) -> dict[int, int]:
    """Hexes that the unit can stop on with at most `limit` steps → the hex it comes from; in the order found. `wary`:
    without crossing what would bar it from battle."""
    at, terrain, fires, cliffs = play.at, play.terrain, play.fires, play.cliffs
    start = unit.hex
    came: dict[int, int] = {}
    edge = [start]
    for _ in range(limit):
        further: list[int] = []
        for h in edge:
            for n in NEIGHBOURS[h]:
                if at[n] >= 0 or n in came or n in fires:
                    continue
                ground = TERRAIN[terrain[n]]
                if not ground.passable or (cliffs and cliff_between(play, h, n)):
                    continue
                came[n] = h
                ends = ground.stop or (n in play.walled and stops(play, unit, n, ground))
                if not (ends or (wary and bars_battle(play, unit, n))):
                    further.append(n)
        if not further:
            break
        edge = further
    return came


def path_to(came: dict[int, int], start: int, to: int) -> list[int]:
    """The path found by `reach`, start excluded."""
    path = [to]
    while came[path[-1]] != start:
        path.append(came[path[-1]])
    path.reverse()
    return path


def way_to(
    play: Play, unit: Unit, to: int, came: dict[int, int], wary: Callable[[], dict[int, int]]
) -> tuple[list[int], bool]:
    """The path to a hex that was found, and whether it bars the unit from battle: it enters each hex of it (M-2).
    A path that does not bar it, of those found by `wary`, goes before a shorter one that does (boulder fields stop
    nobody)."""
    path = path_to(came, unit.hex, to)
    if any(bars_battle(play, unit, h) for h in path[:-1]):
        round_about = wary()
        if to in round_about:
            path = path_to(round_about, unit.hex, to)
    return path, any(bars_battle(play, unit, h) for h in path)


def passages_from(play: Play, unit: Unit) -> list[int]:
    """Hexes on which a unit on an own den or passage may appear instead of walking (§10.1, F-27, A47). Not for who has
    no move of its own to use for it: the elemental, whose every hex is paid."""
    if not TERRAIN[play.terrain[unit.hex]].joined or not allowance(play, unit):
        return []
    joined = [h for h, side in play.home if side == unit.side and TERRAIN[play.terrain[h]].joined]
    if unit.hex not in joined:
        return []
    hook = hooks(unit.kind)
    return [
        h for h in joined if play.at[h] < 0 and h not in play.fires and (hook is None or hook.may_stand(play, unit, h))
    ]


def destinations(play: Play, unit: Unit) -> list[int]:
    """Hexes to which `move` may take the unit now."""
    if not can_move_at_all(play, unit):
        return []
    hook = hooks(unit.kind)
    walked = reach(play, unit, allowance(play, unit)) if hook is None else hook.destinations(play, unit)
    found = list(walked)
    if play.home:
        found += [h for h in passages_from(play, unit) if h not in walked]
    return found


def move(play: Play, index: int, to: int) -> None:
    """Carry out an ordered move to one of `destinations`."""
    unit = play.units[index]
    hook = hooks(unit.kind)
    if hook is not None and to in hook.destinations(play, unit) and hook.move(play, index, to):
        return
    limit = allowance(play, unit)
    came = reach(play, unit, limit)
    if to in came:
        path, barred = way_to(play, unit, to, came, lambda: reach(play, unit, limit, True))
        how, rule = "move", "M-1"
    else:
        path, barred, how, rule = [to], True, "passage", "landmark-den"
    steps = len(path)
    play.place(index, to, moved=True, steps=steps, barred=unit.barred or barred)
    tell_move(play, unit, path, how, rule)
    _limit_battle(play, index, steps)
    enter(play, index)


def tell_move(play: Play, unit: Unit, path: list[int], how: str, rule: str) -> None:
    """The event of a move. `unit` as it was before."""
    names = [NAMES[h] for h in path]
    play.tell("moved", rule, unit=unit.id, path=names, how=how, to=names[-1], **{"from": NAMES[unit.hex]})


def _limit_battle(play: Play, index: int, steps: int) -> None:
    """Bar the unit from battle if it went too far (§5), unless a goblin's rush or the card's surge allows it."""
    unit = play.units[index]
    troop = TROOPS.get((unit.kind, unit.banner))
    if troop is not None and troop.battle_after >= troop.move:
        return  # all that it may move it may move and battle, however far a spell sends it
    limit = troop.battle_after if troop is not None else CREATURES[unit.kind].battle_after
    if unit.kind == "foot" and play.card.surge:
        limit = max(limit, play.card.surge)
    if steps <= limit:
        return
    rush = unit.race == "goblin" and unit.kind == "foot" and unit.banner == "blue" and steps <= 2
    if rush and not unit.barred and play.enemies_next_to(unit.hex, unit.side):
        play.change(index, rushed=True)
    else:
        play.change(index, barred=True)


def enter(play: Play, index: int) -> None:
    """What happens to a unit that comes to stand on a hex of its own will: mana of a witch's hut (§10.1, F-27)."""
    unit = play.units[index]
    if play.magic_on and not unit.huts and unit.hex not in play.fires and TERRAIN[play.terrain[unit.hex]].id == "hut":
        play.change(index, huts=True)
        play.gain_mana(unit.side, 1, "cause.hut", "landmark-hut")
