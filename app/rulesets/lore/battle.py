"""Battle dice: how many are thrown, which of them hit, who is bold (§8.2, §8.3, R-2, R-3).

Only numbers: what follows from a roll stands in `attack.py`. Caps limit the banner's dice, bonus dice come after (8.2).
"""

from __future__ import annotations

from app.engine.event import Modifier
from app.rulesets.lore.board import DISTANCE, NEIGHBOURS
from app.rulesets.lore.content import BLADE, COLOUR_FACE, CREATURES, FLAG, TERRAIN, TROOPS, WEAPONS
from app.rulesets.lore.creatures import hooks
from app.rulesets.lore.magic import bonus_dice
from app.rulesets.lore.movement import cliff_between
from app.rulesets.lore.play import Play, is_missile
from app.rulesets.lore.sight import clear
from app.rulesets.lore.state import Unit

FROZEN = "frozen"
FROZEN_CAP = 2
"""Dice of a unit frozen by a frost drake; each flag against it is a hit (§11)."""

NEAR = frozenset(("melee", "bonus", "battle_back"))
"""Ways of attacking that are a melee in every respect (W-5); only a battle back gains no ground (BB-2)."""


def base_dice(play: Play, unit: Unit) -> int:
    """Dice of the unit's present banner (U-3) or its kind; never fewer for casualties (U-1)."""
    hook = hooks(unit.kind)
    if hook is not None:
        return hook.dice(play, unit)
    return TROOPS[(unit.kind, unit.banner)].dice


def cap_out(play: Play, unit: Unit) -> int:
    """Cap of the hex from which the unit attacks; 0: none."""
    hook = hooks(unit.kind)
    if hook is not None and hook.ignores_caps(play, unit, unit.hex):
        return 0
    return TERRAIN[play.terrain[unit.hex]].cap_out


def cap_in(play: Play, unit: Unit, h: int) -> int:
    """Cap of the hex that is attacked; 0: none. A hill caps at 3 instead of 2 for an attacker on a hill."""
    hook = hooks(unit.kind)
    if hook is not None and hook.ignores_caps(play, unit, h):
        return 0
    ground = TERRAIN[play.terrain[h]]
    if ground.hill or ground.hill_caps:
        own = TERRAIN[play.terrain[unit.hex]]
        return 3 if own.hill or own.hill_caps else 2
    return ground.cap_in


def dice_parts(
    play: Play,
    unit: Unit,
    h: int,
    how: str,
    target: Unit | None = None,
    base: int | None = None,
    target_cap: bool = True,
) -> tuple[int, tuple[Modifier, ...]]:
    """Number of dice for an attack of `unit` on hex h, and where it comes from. `base` replaces the banner's dice."""
    number = base_dice(play, unit) if base is None else base
    parts = [Modifier(f"modifier.{unit.banner}", number, "U-1")]
    if base is None and unit.moved and is_missile(unit):
        number -= 1
        parts.append(Modifier("modifier.moved", -1, "W-1"))
    out = cap_out(play, unit)
    into = cap_in(play, unit, h) if target_cap else 0
    if out and out < number and (not into or out <= into):
        number = out
        parts.append(Modifier(f"modifier.from_{TERRAIN[play.terrain[unit.hex]].id}", out, "battle", "cap"))
    elif into and into < number:
        number = into
        parts.append(Modifier(f"modifier.into_{TERRAIN[play.terrain[h]].id}", into, "battle", "cap"))
    if "frozen" in unit.tokens and number > FROZEN_CAP:
        number = FROZEN_CAP
        parts.append(Modifier("modifier.frozen", FROZEN_CAP, "creature-drake", "cap"))
    bonus = play.card.melee_bonus
    if bonus and how in ("melee", "bonus", "ignite") and unit.ordered:
        number += bonus
        parts.append(Modifier(f"card.{play.card.id}.name", bonus, f"card-{play.card.id}"))
    if play.magic is not None:
        for extra in bonus_dice(play, unit, target, how):
            number += extra.value
            parts.append(extra)
    return max(0, number), tuple(parts)


def blade_hits(unit: Unit, target: Unit, near: bool) -> bool:
    """Whether `X` hits (H-2, W-4)."""
    weapon = WEAPONS[unit.weapon]
    reach = weapon.blade if near else weapon.blade_far
    own = hooks(unit.kind)
    if own is not None and own.rerolls_blades():
        return False
    hook = hooks(target.kind)
    if hook is not None:
        return not hook.immune_to_blades(target) and reach != "none"
    if near and unit.kind == "mounted" and WEAPONS[target.weapon].braced:
        return False
    return reach == "all" or (reach == "foot" and target.kind == "foot")


def sides_of(unit: Unit) -> int:
    """Faces that its dice come to rest on: 5 where blades are thrown again until none is left (wood giant)."""
    hook = hooks(unit.kind)
    return 5 if hook is not None and hook.rerolls_blades() else 6


def ignored_blades(play: Play, target: Unit) -> int:
    """Blades that do not count because of where the target stands: wall, stakes (§10)."""
    count = 1 if target.hex in play.walled else 0
    if TERRAIN[play.terrain[target.hex]].stakes and is_missile(target):
        count += 1
    return count


def flags_hit(play: Play, target: Unit) -> bool:
    """Whether each flag against the target is a hit: it is frozen (§11), and not in a fire, where flags thrown against
    it count for nothing at all (F-20)."""
    return FROZEN in target.tokens and target.hex not in play.fires


def hit_places(play: Play, unit: Unit, target: Unit, near: bool, faces: tuple[int, ...]) -> tuple[int, ...]:
    """Positions of the dice that hit: the target's own colour (H-1), blades (H-2); other helmets do nothing (H-3)."""
    colour = COLOUR_FACE[target.banner]
    places = []
    spare = ignored_blades(play, target)
    blade = BLADE in faces and blade_hits(unit, target, near)
    frozen = bool(target.tokens) and flags_hit(play, target)
    for place, face in enumerate(faces):
        if face == colour or (frozen and face == FLAG):
            places.append(place)
        elif face == BLADE and blade:
            if spare:
                spare -= 1
            else:
                places.append(place)
    return tuple(places)


def bold_sources(play: Play, unit: Unit) -> tuple[str, ...]:
    """Why the unit is bold, one entry a level (R-3). Keys `bold.<id>`. Any unit supports, a creature (K-7) and one in a
    fire (F-25) too, and a burning hex keeps its boldness and caps (F-27)."""
    sources = []
    at, units, side = play.at, play.units, unit.side
    friends = 0
    for n in NEIGHBOURS[unit.hex]:
        if at[n] >= 0 and units[at[n]].side == side:
            friends += 1
    if friends >= 2:
        sources.append("support")
    if unit.race == "dwarf" and unit.kind == "foot":
        sources.append("dwarf")
    ground = TERRAIN[play.terrain[unit.hex]]
    if ground.landmark:
        if not (ground.open and unit.race == "goblin"):
            sources.append("landmark")
    elif ground.bold:
        sources.append("bridge")
    elif ground.stakes and is_missile(unit):
        sources.append("stakes")
    if unit.hex in play.walled:
        sources.append("wall")
    if play.home and ground.id != "fortress" and _fortress_near(play, unit):
        sources.append("fortress")
    if unit.kind in CREATURES:
        sources.append("creature")
    return tuple(sources)


def _fortress_near(play: Play, unit: Unit) -> bool:
    """An own fortress next to the unit, neither burning (F-27) nor with an enemy in it."""
    for n in NEIGHBOURS[unit.hex]:
        if TERRAIN[play.terrain[n]].id == "fortress" and play.owner(n) == unit.side and n not in play.fires:
            inside = play.at[n]
            if inside < 0 or play.units[inside].side == unit.side:
                return True
    return False


def melee_targets(play: Play, unit: Unit) -> list[int]:
    """Indices of enemies that the unit may attack hand to hand (also a bow at point blank, W-5)."""
    found = play.enemies_next_to(unit.hex, unit.side)
    if found and play.cliffs:
        found = [i for i in found if not cliff_between(play, unit.hex, play.units[i].hex)]
    if found and play.fires and unit.kind in CREATURES:  # F-24
        found = [i for i in found if play.units[i].hex not in play.fires]
    return found


def shoot_targets(play: Play, unit: Unit) -> list[int]:
    """Indices of enemies that a missile unit may shoot at: in range, in sight, not in a fire (W-2, L-1, F-23)."""
    weapon = WEAPONS[unit.weapon]
    if weapon.range < 2 or play.enemies_next_to(unit.hex, unit.side):
        return []
    distances = DISTANCE[unit.hex]
    return [
        index
        for index, target in enumerate(play.units)
        if target.hex >= 0
        and target.side != unit.side
        and distances[target.hex] <= weapon.range
        and target.hex not in play.fires
        and clear(play, unit.hex, target.hex)
    ]
