"""Fire (§14): lighting it, feeding it, putting it out. Burn-down and losses at the start of a turn are in `burning.py`.

Who may light or extinguish, where, with how many dice. Surprising: only green helmets feed a fire, whoever lights it,
and nobody's signs of magic count for mana here (F-45, F-68).
"""

from __future__ import annotations

from app.engine.event import Modifier, Roll
from app.rulesets.lore.battle import FROZEN, FROZEN_CAP, base_dice, cap_in, cap_out, dice_parts
from app.rulesets.lore.board import BY_NAME, DIRECTION_NAMES, NAMES, NEIGHBOURS, line_from
from app.rulesets.lore.burning import burn_down
from app.rulesets.lore.chances import at_least
from app.rulesets.lore.content import COLOUR_FACE, CREATURES, TERRAIN
from app.rulesets.lore.play import Play, faces_named, is_creature, is_missile
from app.rulesets.lore.state import Fire, PickLit, Unit

GREEN = COLOUR_FACE["green"]
RANK = (0, 1, 2, 3, 0, 0, 4)
"""Rank of each face 1…6 on an extinguishing die (F-64); place 0 is unused."""


def limit(play: Play, h: int) -> int:
    """Highest fire level of the hex (F-1, F-4); 0: not flammable."""
    fuel = TERRAIN[play.terrain[h]].fuel
    return play.setup.options["fire.maxLevel"].get(fuel, 0) if fuel else 0


def level(play: Play, h: int) -> int:
    """Level of the fire on a hex, 0 if there is none."""
    fire = play.fires.get(h)
    return fire.level if fire is not None else 0


def lights_fires(unit: Unit) -> bool:
    """F-40, W-3: green humans and all goblins with a melee weapon; the fire dragon has a way of its own."""
    if is_creature(unit) or is_missile(unit):
        return False
    return unit.race == "goblin" or (unit.race == "human" and unit.banner == "green")


def puts_out_fires(unit: Unit) -> bool:
    """F-60: all troops; giants and troll among the creatures."""
    return not is_creature(unit) or CREATURES[unit.kind].extinguishes


def ignite_targets(play: Play, unit: Unit) -> list[int]:
    """Adjacent hexes that the unit may set on fire or feed, whosever the fire (F-42, F-46)."""
    if not play.setup.options["fire.enabled"] or not lights_fires(unit):
        return []
    return [h for h in NEIGHBOURS[unit.hex] if limit(play, h) > level(play, h) and open_to(play, h, unit.side)]


def open_to(play: Play, h: int, side: int) -> bool:
    """Whether nobody stands there whom F-42 protects: nobody at all, or with `fire.igniteFriendly` no enemy."""
    occupant = play.unit_at(h)
    return occupant is None or (occupant.side == side and bool(play.option("fire.igniteFriendly")))


def extinguish_targets(play: Play, unit: Unit) -> list[int]:
    """Burning hexes that the unit may try to put out: its own if it burns, else adjacent ones (F-62)."""
    if not play.fires or not puts_out_fires(unit):
        return []
    if unit.hex in play.fires:
        return [unit.hex]
    return [h for h in NEIGHBOURS[unit.hex] if h in play.fires]


def ignition_dice(play: Play, unit: Unit, h: int) -> tuple[int, tuple[Modifier, ...]]:
    """F-43: as for a melee attack on that hex; `fire.igniteNoCap` leaves out the target's cap; torches add one."""
    dice, parts = dice_parts(play, unit, h, "ignite", target_cap=not play.option("fire.igniteNoCap"))
    if play.card.torches and unit.ordered:
        dice += 1
        parts = (*parts, Modifier(f"card.{play.card.id}.name", 1, "card-torches"))
    return dice, parts


def ignite(play: Play, index: int, h: int) -> None:
    """Roll to light or feed a fire: greens raise it to its limit at most (F-44, F-47), other faces do nothing, not even
    for mana (F-45)."""
    unit = play.units[index]
    dice, parts = ignition_dice(play, unit, h)
    before, top = level(play, h), limit(play, h)
    rolled = play.roll("ignite", dice)
    greens = tuple([place for place, face in enumerate(rolled.faces) if face == GREEN])
    after = min(top, before + len(greens))
    outcome = _growth(before, after, top)
    roll = Roll(
        purpose="ignite",
        index=rolled.index,
        sides=6,
        faces=rolled.faces,
        names=faces_named(rolled.faces),
        counted=greens[: after - before],
        modifiers=parts,
        needed="needed.green",
        chance=(growth_ways(dice, before, top)[outcome], 6**dice),
        chance_of=f"odds.{outcome}",
        outcome=f"odds.{outcome}",
    )
    play.tell("ignite", "F-44", roll, unit=unit.id, hex=NAMES[h], before=before, after=after, max=top)
    if after > before:
        raise_fire(play, h, after, unit.side)


def _growth(before: int, after: int, top: int) -> str:
    if after == before:
        return "nothing"
    return "burns_max" if after == top else "grows"


def growth_ways(dice: int, before: int, top: int) -> dict[str, int]:
    """Ways out of 6**dice of each outcome of an ignition roll."""
    full = at_least(dice, 1, top - before)
    some = at_least(dice, 1, 1)
    return {"burns_max": full, "grows": some - full, "nothing": 6**dice - some}


def raise_fire(play: Play, h: int, to: int, side: int) -> None:
    """Set the fire on h to a level; at the highest its clock runs for `side` (F-3, F-47)."""
    old = play.fires.get(h)
    top = limit(play, h)
    lit_by = old.lit_by if old is not None else side
    play.fires[h] = Fire(hex=h, level=to, lit_by=lit_by, maxed_by=side if to >= top else None)
    if to >= top and play.terrain[h] == "B" and play.option("fire.bridgeImmediate"):
        burn_down(play, h, side)


# -- putting out -----------------------------------------------------------------------------------------------------
def puts_out(play: Play, face: int, fire_level: int) -> bool:
    """Whether a face puts out a fire of that level (F-64; `fire.extinguish`)."""
    if play.option("fire.extinguish") == "exact":
        return RANK[face] == fire_level
    return RANK[face] >= fire_level


def extinguishing_dice(play: Play, unit: Unit) -> int:
    """One die, with torches two of which the best counts (F-63)."""
    return 2 if play.card.torches and unit.ordered else 1


def extinguish_ways(play: Play, dice: int, fire_level: int) -> int:
    """Ways out of 6**dice in which the fire goes out."""
    working = sum(1 for face in range(1, 7) if puts_out(play, face, fire_level))
    return at_least(dice, working, 1)


def extinguish(play: Play, index: int, h: int) -> None:
    """Roll to put out a fire: all of it or nothing (F-65), also at its limit (F-67), without mana (F-68)."""
    unit = play.units[index]
    fire = play.fires[h]
    dice = extinguishing_dice(play, unit)
    rolled = play.roll("extinguish", dice)
    counted = tuple([place for place, face in enumerate(rolled.faces) if puts_out(play, face, fire.level)])
    ways, good = 6**dice, extinguish_ways(play, dice, fire.level)
    outcome = "out" if counted else "stays"
    parts: tuple[Modifier, ...] = (Modifier("modifier.one_die", 1, "F-63"),)
    if dice > 1:
        parts = (*parts, Modifier(f"card.{play.card.id}.name", 1, "card-torches"))
    roll = Roll(
        purpose="extinguish",
        index=rolled.index,
        sides=6,
        faces=rolled.faces,
        names=faces_named(rolled.faces),
        counted=counted,
        modifiers=parts,
        needed=f"needed.extinguish_{fire.level}{'_exact' if play.option('fire.extinguish') == 'exact' else ''}",
        needed_params={"level": fire.level},
        chance=(good if counted else ways - good, ways),
        chance_of=f"odds.{outcome}",
        outcome=f"odds.{outcome}",
    )
    play.tell("extinguish", "F-64", roll, unit=unit.id, hex=NAMES[h], level=fire.level, out=bool(counted))
    if counted:
        del play.fires[h]
        from app.rulesets.lore.specials import extinguished

        extinguished(play, unit.side, fire.level)


# -- the fire dragon (§14.7) -----------------------------------------------------------------------------------------
def dragon_targets(play: Play, unit: Unit, direction: int) -> tuple[int, ...]:
    """Hexes of the line that the dragon can light (F-51), the first not shielding the second (F-57) unless
    `fire.dragonLos`; none: the line cannot be named."""
    found: list[int] = []
    for h in line_from(unit.hex, direction, 2):
        top = limit(play, h)
        if top > 1 and level(play, h) < top - 1 and open_to(play, h, unit.side):
            found.append(h)
        if play.option("fire.dragonLos") and (play.at[h] >= 0 or TERRAIN[play.terrain[h]].blocks):
            break
    return tuple(found)


def dragon_directions(play: Play, unit: Unit) -> list[str]:
    """Directions that the dragon may name: on the ground only (F-50)."""
    if unit.kind != "fire_dragon" or unit.flew or not play.option("fire.enabled"):
        return []
    return [name for d, name in enumerate(DIRECTION_NAMES) if dragon_targets(play, unit, d)]


def dragon_dice(play: Play, unit: Unit, targets: tuple[int, ...]) -> tuple[int, tuple[Modifier, ...]]:
    """Its melee dice, capped by the lowest cap of its own hex and the targets (F-52)."""
    number = base_dice(play, unit)
    parts = [Modifier(f"modifier.{unit.banner}", number, "F-52")]
    caps = [(cap_out(play, unit), unit.hex)]
    if not play.option("fire.igniteNoCap"):
        caps += [(cap_in(play, unit, h), h) for h in targets]
    lowest = min(((cap, h) for cap, h in caps if cap), default=None)
    if lowest is not None and lowest[0] < number:
        number = lowest[0]
        way = "from" if lowest[1] == unit.hex else "into"
        parts.append(Modifier(f"modifier.{way}_{TERRAIN[play.terrain[lowest[1]]].id}", number, "F-52", "cap"))
    if FROZEN in unit.tokens and number > FROZEN_CAP:
        number = FROZEN_CAP
        parts.append(Modifier("modifier.frozen", FROZEN_CAP, "creature-drake", "cap"))
    if play.card.torches and unit.ordered:
        number += 1
        parts.append(Modifier(f"card.{play.card.id}.name", 1, "card-torches"))
    return number, tuple(parts)


def dragon_ways(dice: int, targets: int) -> dict[str, int]:
    """Ways out of 6**dice in which two, one or none of the targets are lit."""
    one, two = at_least(dice, 1, 1), at_least(dice, 1, 2)
    if targets < 2:
        return {"two_lit": 0, "one_lit": one, "none_lit": 6**dice - one}
    return {"two_lit": two, "one_lit": one - two, "none_lit": 6**dice - one}


def dragon_fire(play: Play, index: int, direction: str) -> None:
    """Roll the fire dragon's ignition: costs no mana, stands in place of bite and breath (F-56)."""
    unit = play.units[index]
    targets = dragon_targets(play, unit, DIRECTION_NAMES.index(direction))
    dice, parts = dragon_dice(play, unit, targets)
    rolled = play.roll("ignite", dice)
    greens = tuple([place for place, face in enumerate(rolled.faces) if face == GREEN])
    lit = min(len(greens), len(targets))
    outcome = ("none_lit", "one_lit", "two_lit")[lit]
    roll = Roll(
        purpose="ignite",
        index=rolled.index,
        sides=6,
        faces=rolled.faces,
        names=faces_named(rolled.faces),
        counted=greens[:lit],
        modifiers=parts,
        needed="needed.green",
        chance=(dragon_ways(dice, len(targets))[outcome], 6**dice),
        chance_of=f"odds.{outcome}",
        outcome=f"odds.{outcome}",
    )
    all_lit = targets if lit == len(targets) else ()
    names = [NAMES[h] for h in all_lit]
    play.tell("dragon_fire", "F-53", roll, unit=unit.id, direction=direction, lit=names, count=lit)
    for h in all_lit:
        light(play, h, unit)
    if lit and not all_lit:
        play.frames.append(PickLit(unit=index, targets=targets))


def light(play: Play, h: int, unit: Unit) -> None:
    """One hex lit by a dragon: to one below its limit (F-54), so it burns nothing down alone (F-55)."""
    before, top = level(play, h), limit(play, h)
    play.tell("lit", "F-54", unit=unit.id, hex=NAMES[h], before=before, after=top - 1, max=top)
    raise_fire(play, h, top - 1, unit.side)


def pick_lit(play: Play, frame: PickLit, hex_name: str) -> None:
    """The owner picks which of two hexes the one green lights (F-53)."""
    play.frames.pop()
    light(play, BY_NAME[hex_name], play.units[frame.unit])
