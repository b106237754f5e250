"""What fires do by themselves: burn-down and losses at the start of a turn, and the optional wind (§14.5, §14.9).
Nothing else: no fire spreads, grows or dies of itself (F-2).

Order at the start of P's turn: fires that P brought to their limit destroy their hexes, then P's units in fires lose a
figure each (F-30, F-31, F-33); `steps.settle` then checks V-6 (F-34). Nobody gets a trophy for either (F-32, F-72).
"""

from __future__ import annotations

from app.rulesets.lore import specials
from app.rulesets.lore.board import NAMES
from app.rulesets.lore.content import PLAIN, TERRAIN, WATER
from app.rulesets.lore.play import Play
from app.rulesets.lore.state import Fire


def start_of_turn(play: Play, side: int) -> None:
    """F-30, then F-31."""
    for h in sorted(play.fires):
        fire = play.fires[h]
        if fire.maxed_by == side:
            burn_down(play, h, side)
    for index, unit in enumerate(play.units):
        if unit.side == side and unit.hex in play.fires:
            where = NAMES[unit.hex]
            play.tell("fire_loss", "F-31", unit=unit.id, hex=where, left=unit.figures - 1)
            play.lose_figures(index, 1, "cause.fire", "F-31", None)


def burn_down(play: Play, h: int, by: int) -> None:
    """Destroy the hex: plain (F-70), a wooden bridge impassable water (F-71); a unit in it goes with it (F-72), a wall
    on it stays (F-75). Neither can burn again (F-73), on a board of any size (F-74)."""
    ground = TERRAIN[play.terrain[h]]
    home = play.owner(h)
    index = play.at[h]
    unit = play.units[index].id if index >= 0 else None
    becomes = WATER if ground.over_water else PLAIN
    data = {"hex": NAMES[h], "terrain": ground.id, "becomes": TERRAIN[becomes].id, "side": by}
    if unit is not None:
        data["unit"] = unit
    play.tell("burned", "F-71" if ground.over_water else "F-70", **data)
    if index >= 0:
        play.eliminate(index, "cause.burned_down", "F-72", None)
    del play.fires[h]
    play.set_terrain(h, becomes)
    play.ashes = tuple(sorted((*play.ashes, h)))
    specials.burned(play, h, ground, home, by)


def fanned(play: Play, side: int) -> list[int]:
    """Own fires that the wind may raise (`fire.windy`, §14.12): lit by the side, below their limit."""
    from app.rulesets.lore.fire import limit

    return [h for h in sorted(play.fires) if play.fires[h].lit_by == side and play.fires[h].level < limit(play, h)]


def fan(play: Play, h: int, side: int) -> None:
    """The wind raises one fire by a level."""
    from app.rulesets.lore.fire import limit, raise_fire

    fire: Fire = play.fires[h]
    play.tell("fanned", "option-fire-windy", hex=NAMES[h], before=fire.level, after=fire.level + 1, max=limit(play, h))
    raise_fire(play, h, fire.level + 1, side)
