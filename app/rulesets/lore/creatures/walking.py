"""Ground that does not hinder a creature: its walk when some hexes neither stop it nor count as obstacles (giants,
elemental). The ordinary walk is `movement.reach`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from app.rulesets.lore.board import NEIGHBOURS
from app.rulesets.lore.content import TERRAIN
from app.rulesets.lore.state import Unit

if TYPE_CHECKING:
    from app.rulesets.lore.play import Play


def walk(play: Play, unit: Unit, limit: int, easy: Collection[str], wary: bool = False) -> dict[int, int]:
    """Hexes on which the unit can stop with at most `limit` steps → the hex it comes from. Terrain whose id is in
    `easy` does not stop it. `wary`: without crossing what would bar it from battle."""
    from app.rulesets.lore.movement import bars_battle, cliff_between, stops

    came: dict[int, int] = {}
    edge = [unit.hex]
    for _ in range(limit):
        further: list[int] = []
        for h in edge:
            for n in NEIGHBOURS[h]:
                if play.at[n] >= 0 or n in came or n in play.fires:
                    continue
                ground = TERRAIN[play.terrain[n]]
                if not ground.passable or cliff_between(play, h, n):
                    continue
                came[n] = h
                if ground.id in easy:
                    if not (n in play.walled and play.walled[n] != unit.side):
                        further.append(n)
                elif not stops(play, unit, n, ground) and not (wary and bars_battle(play, unit, n)):
                    further.append(n)
        edge = further
    return came


def tunnel(play: Play, unit: Unit, limit: int) -> tuple[dict[int, int], dict[int, int]]:
    """The elemental's way: hex → where it comes from, and hex → steps, for every hex that it can pass with at most
    `limit` steps; terrain, cliffs, water and fires do not hinder passing (F-17), units do (M-1)."""
    came: dict[int, int] = {}
    steps: dict[int, int] = {unit.hex: 0}
    edge = [unit.hex]
    for count in range(1, limit + 1):
        further: list[int] = []
        for h in edge:
            for n in NEIGHBOURS[h]:
                if play.at[n] >= 0 or n in steps:
                    continue
                came[n] = h
                steps[n] = count
                further.append(n)
        if not further:
            break
        edge = further
    return came, steps


def go(play: Play, index: int, path: list[int], rule: str, barred: bool) -> None:
    """Move a creature along a path by its order."""
    from app.rulesets.lore.movement import enter, tell_move

    unit = play.units[index]
    play.place(index, path[-1], moved=True, steps=len(path), barred=unit.barred or barred)
    tell_move(play, unit, path, "move", rule)
    enter(play, index)
