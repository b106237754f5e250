"""How good a position is for a seat, in hundredths of a trophy or point (for bots). Open knowledge only.

Material; then what threatens it: every unit is taken to strike that enemy in reach whom it hurts most, weighed by how
likely it is to get its order; then fires: what burns down for whom, and who stands in it.
Surprising: a decided battle is not valued here, bots do that by its result. Reach is by distance alone: a true
search for ways would cost more than it tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.rulesets.lore.board import DISTANCE, HEXES, NEIGHBOURS, PLACES, SOUTH, turned
from app.rulesets.lore.content import CREATURES, TERRAIN, TROOPS, WEAPONS, Terrain, Weapon
from app.rulesets.lore.specials import (
    ARSON_POINTS,
    BURN_FORTRESS,
    CAMP_AND_TENTS,
    HOLD_FORTRESS,
    OWN_TENTS,
    PASSAGE,
    POINTS,
    RIVER_ROW,
)
from app.rulesets.lore.state import Fire, LoreGame, Unit

FIGURE = 14
"""Worth of a figure, in hundredths of a trophy."""
BEARER = 34
"""Worth of the last figure beyond that: whoever is down to it soon is a trophy."""
CREATURE = 90
WOUND = 8
TROPHY = 100
MANA = 4
IN_FIRE = 15
NEAR_FIRE = 2
"""What a fire next to a unit costs it: a way barred, and a retreat into the flames."""
LEADER = 30
"""Percent by which also whoever leads seeks battle; the others seek it the more the later it is (`_press`)."""
BOLDER, HURRY = 70, 4
"""Who must seek battle (`_press`) fears so many percent less, and values each row toward the enemy so much more: else
two careful players would wait for each other until the turn limit."""
ADVANCE = 1
"""Worth of each row toward the enemy."""
SUPPORTED = 4
"""Worth of two friends next to a unit."""
STRIKE_NOW, STRIKE_NEXT, STRIKE_LATER = 60, 26, 14
"""How likely, in percent, a unit is to strike: ordered and still to fight; of the side that waits for its turn; of the
side whose turn it is, without an order."""
STRIKE_AFTER_MOVE = 25
"""Instead of STRIKE_NOW where it must move first: so going there is worth something at once."""
BURNING = 55
"""Percent of an objective's worth that a fire at its limit gives to whom it serves; lower levels their share."""
HOLDING = 60
"""Worth of standing in the enemy's fortress, where that is a trophy at the next start of turn."""
ARSONIST_NEAR = 3
"""Worth of each hex that an arsonist of S4 is nearer to something that scores, within eight."""
MOST_DICE = 12


def _chances(hit: int) -> tuple[tuple[int, ...], ...]:
    """[dice][figures]: percent chance that so many dice, each hitting in `hit` of 6 ways, take at least so many."""
    table = []
    for dice in range(MOST_DICE + 1):
        ways = [1]
        for _ in range(dice):
            ways = [
                (ways[n] * (6 - hit) if n < len(ways) else 0) + (ways[n - 1] * hit if n else 0)
                for n in range(len(ways) + 1)
            ]
        table.append(tuple([100 * sum(ways[n:]) // 6**dice for n in range(MOST_DICE)]))
    return tuple(table)


_KILL = (_chances(0), _chances(1), _chances(2))
"""[ways of a die that hit][dice][figures] → percent."""

Sides = tuple[list[Unit], list[Unit]]


def evaluate(game: LoreGame, seat: int) -> int:
    """Own position minus the other's."""
    scores = game.points if game.by_points else game.trophies
    total = TROPHY * (scores[seat] - scores[1 - seat]) + MANA * (game.mana[seat] - game.mana[1 - seat])
    sides: Sides = ([], [])
    at: dict[int, int] = {}
    for unit in game.units:
        if unit.hex >= 0:
            sides[unit.side].append(unit)
            at[unit.hex] = unit.side
    fires = {fire.hex: fire for fire in game.fires}
    press = _press(game, seat, scores)
    for side in (0, 1):
        worth = _threats(game, side, sides, fires)
        if side != seat:
            worth = worth * (100 - BOLDER * press // 100) // 100
        for unit in sides[side]:
            worth += _worth(unit, at, fires)
            if side == seat:
                row = PLACES[unit.hex][0]
                worth += HURRY * press * (8 - row if side == SOUTH else row) // 100
        total += worth if side == seat else -worth
    for h in fires:
        for n in NEIGHBOURS[h]:
            if n in at:
                total += NEAR_FIRE if at[n] != seat else -NEAR_FIRE
    if game.specials:
        total += _objectives(game, seat, sides, fires)
    return total


def _press(game: LoreGame, seat: int, scores: tuple[int, int]) -> int:
    """How much, in percent, the seat must seek battle: little when it leads, else the more the later it is."""
    if game.by_points:
        return 60 if seat == game.leg else 0
    if scores[seat] > scores[1 - seat]:
        return LEADER
    limit: int = game.setup.options["turnLimit"]
    return min(100, LEADER + (100 - LEADER) * game.turn // max(limit, 1))


def _worth(unit: Unit, at: Mapping[int, int], fires: Mapping[int, Fire]) -> int:
    """A unit by itself: figures, place, support."""
    row = PLACES[unit.hex][0]
    worth = ADVANCE * (8 - row if unit.side == SOUTH else row)
    if unit.kind in CREATURES:
        worth += CREATURE - WOUND * unit.wounds
    else:
        worth += BEARER + FIGURE * unit.figures
    if unit.hex in fires:
        worth -= IN_FIRE
    friends = 0
    for n in NEIGHBOURS[unit.hex]:
        if at.get(n) == unit.side:
            friends += 1
            if friends == 2:
                return worth + SUPPORTED
    return worth


def _threats(game: LoreGame, side: int, sides: Sides, fires: Mapping[int, Fire]) -> int:
    """What the side's units may be expected to do to the enemy, in worth of figures and trophies."""
    active = game.side == side
    terrain = game.terrain
    total = 0
    for unit in sides[side]:
        if unit.hex in fires:
            continue
        if active and unit.ordered and not unit.fought and not unit.barred:
            chance, may_move = STRIKE_NOW, not unit.moved
        else:
            chance, may_move = (STRIKE_LATER if active else STRIKE_NEXT), True
        dice, step = _strength(unit)
        weapon = WEAPONS[unit.weapon]
        near = weapon.range
        reach = near if near > 1 or not may_move else 1 + step
        away = DISTANCE[unit.hex]
        best = 0
        for enemy in sides[1 - side]:
            steps = away[enemy.hex]
            if steps <= reach:
                gain = _blow(dice, weapon, enemy, steps, TERRAIN[terrain[enemy.hex]], fires)
                gain *= STRIKE_AFTER_MOVE if steps > near and chance == STRIKE_NOW else chance
                if gain > best:
                    best = gain
        total += best
    return total // 100


def _strength(unit: Unit) -> tuple[int, int]:
    """Dice, and hexes that it may move and still battle."""
    troop = TROOPS.get((unit.kind, unit.banner))
    if troop is not None:
        return troop.dice, min(troop.move, troop.battle_after)
    spec = CREATURES[unit.kind]
    return min(MOST_DICE, spec.dice + sum(unit.necks)), spec.move


def _blow(dice: int, weapon: Weapon, enemy: Unit, away: int, ground: Terrain, fires: Mapping[int, Fire]) -> int:
    """What one attack may be expected to take: figures, and the trophy by its chance."""
    far = away > 1
    if far and weapon.range > 1 and enemy.hex in fires:
        return 0
    blade = weapon.blade_far if far and weapon.range > 1 else weapon.blade
    hit = 2 if blade == "all" or (blade == "foot" and enemy.kind != "mounted") else 1
    thrown = min(dice, ground.cap_in) if ground.cap_in else dice
    if enemy.kind in CREATURES:
        return thrown * hit * (TROPHY + CREATURE) // 36
    kill = _KILL[hit][thrown][min(enemy.figures, MOST_DICE - 1)]
    return thrown * hit * FIGURE // 6 + kill * (TROPHY + BEARER) // 100


def _objectives(game: LoreGame, seat: int, sides: Sides, fires: Mapping[int, Fire]) -> int:
    """What the scenario's special rules are about to give."""
    total = 0
    for h, fire in fires.items():
        whose, worth = _burning(game, h)
        limit = game.setup.options["fire.maxLevel"].get(TERRAIN[game.terrain[h]].fuel, 0)
        if worth and limit:
            gain = worth * BURNING * fire.level // (100 * limit)
            total += gain if whose == seat else -gain
    if HOLD_FORTRESS in game.specials:
        for h, owner in game.home:
            open_ = TERRAIN[game.terrain[h]].id == "fortress" and f"{HOLD_FORTRESS}:{1 - owner}" not in game.scored
            if open_ and any(unit.hex == h for unit in sides[1 - owner]):
                total += HOLDING if owner != seat else -HOLDING
    if ARSON_POINTS in game.specials:
        near = _arsonists_near(game, sides[game.leg], fires)
        total += near if game.leg == seat else -near
    return total


def _burning(game: LoreGame, h: int) -> tuple[int, int]:
    """Whom it serves if the hex burns down, and its worth."""
    if ARSON_POINTS in game.specials:
        return game.leg, TROPHY * _points(game, h)
    ground = TERRAIN[game.terrain[h]].id
    for place, owner in game.home:
        if place == h and (
            (ground == "tents" and (OWN_TENTS in game.specials or CAMP_AND_TENTS in game.specials))
            or (ground == "camp" and CAMP_AND_TENTS in game.specials)
            or (ground == "fortress" and BURN_FORTRESS in game.specials)
        ):
            return 1 - owner, TROPHY
    return 0, 0


def _points(game: LoreGame, h: int) -> int:
    """Points of S4 for the hex if it burns down; as `specials` scores them."""
    ground = TERRAIN[game.terrain[h]]
    original = turned(h) if game.leg else h
    if original == PASSAGE or (ground.id == "forest" and PLACES[original][0] < RIVER_ROW):
        return 1 if ground.fuel else 0
    return POINTS.get(ground.id, 0)


def _arsonists_near(game: LoreGame, arsonists: Sequence[Unit], fires: Mapping[int, Fire]) -> int:
    targets = [h for h in range(HEXES) if h not in fires and _points(game, h)]
    if not targets:
        return 0
    near = 0
    for unit in arsonists:
        if unit.banner == "green" and WEAPONS[unit.weapon].range == 1:
            away = DISTANCE[unit.hex]
            near += max(0, 8 - min([away[h] for h in targets])) * ARSONIST_NEAR
    return near
