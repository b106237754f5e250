"""One attack from roll to follow-on moves (§8.2): hits, flags, battle back, gain ground, pursuit, bonus attack.

An attack is a frame on the stack with three stages; each stage may push a question and goes on when that is answered.
"""

from __future__ import annotations

from typing import Any

from app.engine.dice import Rolled
from app.engine.event import Roll
from app.rulesets.lore.aftermath import STAYS, ways_back
from app.rulesets.lore.battle import (
    NEAR,
    blade_hits,
    bold_sources,
    dice_parts,
    flags_hit,
    hit_places,
    ignored_blades,
    melee_targets,
    sides_of,
)
from app.rulesets.lore.board import NAMES, NEIGHBOURS
from app.rulesets.lore.chances import Distribution, Strike, strike
from app.rulesets.lore.content import FLAG, MAGIC, TERRAIN
from app.rulesets.lore.creatures import hooks
from app.rulesets.lore.magic import spend
from app.rulesets.lore.movement import bars_battle, cliff_between, enter, held, stops, tell_move
from app.rulesets.lore.play import Play, faces_named
from app.rulesets.lore.retreat import outlook, retreat_per_flag
from app.rulesets.lore.state import Attack, BattleBack, Bonus, Flags, GainGround, Pursuit, Retreat, Unit

RULES = {"melee": "H-1", "shoot": "W-1", "battle_back": "BB-1", "bonus": "G-2"}
"""The rule of an attack by its way; the others are powers of the creature that attacks."""


def estimate(play: Play, index: int, target: int, dice: int, near: bool, harmless: bool = False) -> Strike:
    """Exact chances of an attack on a troop with so many dice."""
    unit, other = play.units[index], play.units[target]
    frozen = flags_hit(play, other)
    return strike(
        dice,
        blade_hits(unit, other, near),
        ignored_blades(play, other),
        other.figures,
        ways_back(play, index, target, dice, not frozen),
        other.race == "goblin",
        sides_of(unit),
        frozen,
        harmless,
    )


def hits_on_creature(play: Play, unit: Unit, other: Unit, dice: int, near: bool) -> Distribution:
    """Ways of each number of hits of an attack on a creature, as `Strike.distribution` has them for troops."""
    blade, ignored = blade_hits(unit, other, near), ignored_blades(play, other)
    still = ((STAYS,) * (dice + 1),)
    return strike(dice, blade, ignored, dice + 1, still, False, sides_of(unit), flags_hit(play, other)).distribution


def chance_of_hits(distribution: Distribution, hits: int) -> tuple[int, int]:
    """The chance beforehand of as many hits as fell, or more; where none fell, of none."""
    ways = [(n, count) for what, n, count in distribution if what == "hits"]
    return sum(count for n, count in ways if (n >= hits if hits else n == 0)), sum(count for _, count in ways)


def needed(play: Play, unit: Unit, other: Unit, near: bool) -> str:
    """Key of the sentence that says which faces hit."""
    blade = "_blade" if blade_hits(unit, other, near) else ""
    return f"needed.hit{blade}{'_flag' if flags_hit(play, other) else ''}"


def begin(play: Play, index: int, target: int, how: str, base: int | None = None) -> None:
    """Roll an attack, deal its hits and leave a frame for what follows. `base` replaces the banner's dice."""
    unit, other = play.units[index], play.units[target]
    near = how in NEAR
    dice, parts = dice_parts(play, unit, other.hex, how, other, base)
    hook, other_hook = hooks(unit.kind), hooks(other.kind)
    harmless = hook is not None and hook.spares(unit, how)
    foreseen = estimate(play, index, target, dice, near, harmless) if other_hook is None else None
    by_hits = foreseen.distribution if foreseen is not None else hits_on_creature(play, unit, other, dice, near)
    rolled = play.roll("attack", dice)
    if play.magic is not None:
        spend(play, unit, other)
    faces = rolled.faces
    counted = hit_places(play, unit, other, near, faces)
    further = hook.rethrow(play, faces) if hook is not None else []
    hits, flags = len(counted), faces.count(FLAG)
    for again in further:
        hits += len(hit_places(play, unit, other, near, again.faces))
        flags += again.faces.count(FLAG)
    if flags_hit(play, other):
        flags = 0  # they are among the hits
    outcome = _outcome(play, target, 0 if harmless else hits, flags, foreseen)
    data: dict[str, Any] = {
        "unit": unit.id,
        "target": other.id,
        "from": NAMES[unit.hex],
        "at": NAMES[other.hex],
        "how": how,
        "hits": hits,
        "flags": flags,
    }
    roll = Roll(
        purpose="attack",
        index=rolled.index,
        sides=6,
        faces=faces,
        names=faces_named(faces),
        counted=counted,
        modifiers=parts,
        needed=needed(play, unit, other, near),
        needed_params={"banner": other.banner},
        chance=chance_of_hits(by_hits, hits),
        chance_of="odds.hits_or_more" if hits else "odds.no_hit",
        outcome=f"odds.{outcome}",
    )
    play.tell("attack", RULES.get(how, f"creature-{unit.kind}"), roll, **data)
    for again in further:
        _tell_again(play, unit, other, again, hit_places(play, unit, other, near, again.faces))
    frame = Attack(unit=index, target=target, at=other.hex, origin=unit.hex, how=how, flags=flags)
    play.frames.append(frame)
    if hook is None or not hook.deals(play, index, target, how, hits):
        if other_hook is not None:
            other_hook.struck(play, target, index, hits)
        else:
            play.lose_figures(target, hits, "cause.hit", "H-1", unit.side)
    used = hook.rolled(play, index, target, how, faces, hits) if hook is not None else 0
    play.gain_mana(unit.side, faces.count(MAGIC) - used, "cause.rolled", "H-4")


def _tell_again(play: Play, unit: Unit, target: Unit, again: Rolled, counted: tuple[int, ...]) -> None:
    """Dice of an attack that were thrown again."""
    roll = Roll(
        purpose="again",
        index=again.index,
        sides=6,
        faces=again.faces,
        names=faces_named(again.faces),
        counted=counted,
        needed=needed(play, unit, target, True),
        needed_params={"banner": target.banner},
    )
    play.tell("thrown_again", "creature-wood_giant", roll, unit=unit.id, target=target.id)


def _outcome(play: Play, target: int, hits: int, flags: int, foreseen: Strike | None) -> str:
    """The outcome of the roll as `chances.strike` names it, fright dice left out."""
    other = play.units[target]
    if foreseen is None:
        return "hit" if hits else "hold"
    if hits >= other.figures:
        return "destroyed"
    if other.hex in play.fires:
        return "hold"
    left = flags - len(bold_sources(play, other))
    if left <= 0:
        return "hold"
    run, lost = outlook(play, other, left * retreat_per_flag(play, other))
    if hits + lost >= other.figures:
        return "destroyed"
    return "pushed_back" if run else "hold"


# -- frames ----------------------------------------------------------------------------------------------------------
def run_attack(play: Play, frame: Attack) -> bool:
    """Go on with an attack; never waits itself."""
    target = play.units[frame.target]
    if frame.stage == 0:
        _set(play, frame, 1)
        if target.hex >= 0 and frame.flags and target.hex not in play.fires:  # F-20
            _obey_flags(play, frame)
        return False
    attacker = play.units[frame.unit]
    if frame.stage == 1:
        _set(play, frame, 2)
        if (
            frame.how in ("melee", "bonus")
            and target.hex == frame.at
            and attacker.hex == frame.origin
            and frame.at not in play.fires  # BB-3
            and frame.origin not in play.fires
            and bold_sources(play, target)
        ):
            play.frames.append(BattleBack(unit=frame.target, target=frame.unit))
        return False
    play.frames.pop()
    if (
        frame.how in ("melee", "bonus")
        and attacker.hex == frame.origin
        and play.at[frame.at] < 0
        and can_follow(play, frame.unit, frame.at)
    ):
        play.frames.append(GainGround(unit=frame.unit, to=frame.at, pursuit=frame.how == "melee"))
    return False


def _set(play: Play, frame: Attack, stage: int) -> None:
    play.frames[-1] = Attack(
        unit=frame.unit,
        target=frame.target,
        at=frame.at,
        origin=frame.origin,
        how=frame.how,
        flags=frame.flags,
        stage=stage,
    )


def _obey_flags(play: Play, frame: Attack) -> None:
    unit = play.units[frame.target]
    hook = hooks(unit.kind)
    low = min(frame.flags, hook.must_ignore(play, unit)) if hook is not None else 0
    high = min(frame.flags, len(bold_sources(play, unit)))
    if high > low:
        play.frames.append(Flags(unit=frame.target, by=frame.unit, flags=frame.flags))
    else:
        ignore(play, frame.target, frame.unit, frame.flags, low)


def flag_bounds(play: Play, frame: Flags) -> tuple[int, int]:
    """Fewest and most flags that the unit may ignore (R-2, R-8)."""
    unit = play.units[frame.unit]
    hook = hooks(unit.kind)
    low = min(frame.flags, hook.must_ignore(play, unit)) if hook is not None else 0
    return low, max(low, min(frame.flags, len(bold_sources(play, unit))))


def ignore(play: Play, index: int, by: int, flags: int, ignored: int) -> None:
    """The unit ignores so many flags and obeys the rest."""
    unit = play.units[index]
    sources = list(bold_sources(play, unit))
    play.tell("flags", "R-2", unit=unit.id, count=flags, ignored=ignored, bold_from=sources)
    left = (flags - ignored) * retreat_per_flag(play, unit)
    if left:
        play.frames.append(Retreat(unit=index, by=by, left=left))


def strike_back(play: Play, frame: BattleBack, accept: bool) -> None:
    """BB-1: the unit battles back, or not."""
    play.frames.pop()
    if accept:
        begin(play, frame.unit, frame.target, "battle_back")


# -- follow-on moves -------------------------------------------------------------------------------------------------
def can_follow(play: Play, index: int, h: int) -> bool:
    """Whether the unit may go to an adjacent hex after battle: free, passable, not burning (G-5, F-10), and it not
    held by web or frost."""
    unit = play.units[index]
    if held(unit):
        return False
    ground = TERRAIN[play.terrain[h]]
    if play.at[h] >= 0 or h in play.fires or unit.hex in play.fires or not ground.passable:
        return False
    if play.cliffs and cliff_between(play, unit.hex, h):
        return False
    hook = hooks(unit.kind)
    return hook is None or hook.may_stand(play, unit, h)


def take_ground(play: Play, frame: GainGround, accept: bool) -> None:
    """G-1, G-2: enter the emptied hex; a mounted unit goes on to pursue unless terrain stops it."""
    play.frames.pop()
    if not accept:
        return
    unit = play.units[frame.unit]
    advance(play, frame.unit, frame.to, "gain_ground", "G-1")
    if not frame.pursuit or unit.kind != "mounted":
        return
    ground = TERRAIN[play.terrain[frame.to]]
    unit = play.units[frame.unit]
    if bars_battle(play, unit, frame.to):
        return
    play.frames.append(Bonus(unit=frame.unit))
    if ground.follow == "free" and not (frame.to in play.walled and stops(play, unit, frame.to, ground)):
        play.frames.append(Pursuit(unit=frame.unit))


def advance(play: Play, index: int, h: int, how: str, rule: str) -> None:
    """Move a unit one hex after battle."""
    unit = play.units[index]
    play.place(index, h)
    tell_move(play, unit, [h], how, rule)
    enter(play, index)


def pursuit_hexes(play: Play, index: int) -> list[int]:
    """Hexes to which a pursuing unit may go on (G-2)."""
    return [h for h in NEIGHBOURS[play.units[index].hex] if can_follow(play, index, h)]


def pursue(play: Play, frame: Pursuit, to: int | None) -> None:
    """Go one hex further, or stay; then the bonus attack, unless the hex forbids it (G-4)."""
    play.frames.pop()
    if to is None:
        return
    advance(play, frame.unit, to, "pursuit", "G-2")
    if bars_battle(play, play.units[frame.unit], to):
        play.frames.pop()  # the bonus attack


def bonus_targets(play: Play, index: int) -> list[int]:
    """Enemies for the bonus attack."""
    return melee_targets(play, play.units[index])


def bonus_attack(play: Play, frame: Bonus, target: int | None) -> None:
    """Make the bonus attack, or not (G-2, G-3)."""
    play.frames.pop()
    if target is not None:
        begin(play, frame.unit, target, "bonus")
