"""The summoning circle (§10.2): a unit on it may roll its melee dice instead of battle; any sign of magic calls the
creature named by the scenario to an adjacent hex, on the side of whoever called, and the circle is gone.

Surprising: any unit of either side may call. The roll is no attack: it gives no mana, as F-45 has it for fire.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.engine.event import Modifier, Roll
from app.engine.odds import Odds, Outcome
from app.rulesets.lore.actions import UsePower
from app.rulesets.lore.asked import Asked
from app.rulesets.lore.battle import FROZEN_CAP, base_dice
from app.rulesets.lore.board import BY_NAME, NAMES, NEIGHBOURS
from app.rulesets.lore.chances import at_least
from app.rulesets.lore.content import MAGIC, PLAIN, TERRAIN
from app.rulesets.lore.interruptions import Handler
from app.rulesets.lore.play import Play, faces_named, is_missile
from app.rulesets.lore.state import Power, Unit

if TYPE_CHECKING:
    from app.engine.action import Action

RULE = "lair-summoning_circle"


def exits(play: Play, h: int) -> list[int]:
    """Adjacent hexes on which the summoned creature may appear: empty, passable, not burning."""
    return [n for n in NEIGHBOURS[h] if play.at[n] < 0 and n not in play.fires and TERRAIN[play.terrain[n]].passable]


def offered(play: Play, unit: Unit) -> bool:
    """Whether the unit stands on a circle from which something can come."""
    from app.rulesets.lore.setup import summoned_unit

    if TERRAIN[play.terrain[unit.hex]].id != "summoning_circle" or not exits(play, unit.hex):
        return False
    return summoned_unit(play.setup) is not None


def calling_dice(play: Play, unit: Unit) -> tuple[int, tuple[Modifier, ...]]:
    """Its melee dice: those of the banner, one less for a missile unit that moved (W-1), and what the card adds; the
    circle has no cap."""
    number = base_dice(play, unit)
    parts = [Modifier(f"modifier.{unit.banner}", number, "U-1")]
    if unit.moved and is_missile(unit):
        number -= 1
        parts.append(Modifier("modifier.moved", -1, "W-1"))
    if "frozen" in unit.tokens and number > FROZEN_CAP:
        number = FROZEN_CAP
        parts.append(Modifier("modifier.frozen", FROZEN_CAP, "creature-drake", "cap"))
    if play.card.melee_bonus:
        number += play.card.melee_bonus
        parts.append(Modifier(f"card.{play.card.id}.name", play.card.melee_bonus, f"card-{play.card.id}"))
    return number, tuple(parts)


def odds(play: Play, unit: Unit) -> Odds:
    """Chances of a call."""
    dice, parts = calling_dice(play, unit)
    ways, good = 6**dice, at_least(dice, 1, 1)
    outcomes = (Outcome("odds.summoned", good, "help"), Outcome("odds.nothing", ways - good))
    return Odds(kind="odds.circle", dice=dice, ways=ways, outcomes=outcomes, parts=parts, rule=RULE)


def call(play: Play, index: int) -> None:
    """Roll for a sign of magic."""
    unit = play.change(index, fought=True)
    dice, parts = calling_dice(play, unit)
    rolled = play.roll("summon", dice)
    counted = tuple([place for place, face in enumerate(rolled.faces) if face == MAGIC])
    ways, good = 6**dice, at_least(dice, 1, 1)
    outcome = "odds.summoned" if counted else "odds.nothing"
    roll = Roll(
        purpose="summon",
        index=rolled.index,
        sides=6,
        faces=rolled.faces,
        names=faces_named(rolled.faces),
        counted=counted,
        modifiers=parts,
        needed="needed.magic",
        chance=(good if counted else ways - good, ways),
        chance_of=outcome,
        outcome=outcome,
    )
    play.tell("landmark", RULE, roll, unit=unit.id, kind="summoning_circle", summoned=bool(counted))
    if counted:
        play.frames.append(Power(name="summon", unit=index))


class Summoning(Handler):
    """Frame `summon`: the caller picks the hex, if there are several."""

    def run(self, play: Play, frame: Power) -> bool:
        hexes = exits(play, play.units[frame.unit].hex)
        if len(hexes) > 1:
            return True
        appear(play, frame, hexes[0])
        return False

    def ask(self, play: Play, frame: Power) -> Asked:
        unit = play.units[frame.unit]
        found: list[Action] = [UsePower(unit=unit.id, power="summon", hex=NAMES[h]) for h in exits(play, unit.hex)]
        params: dict[str, Any] = {"unit": unit.id}
        return Asked(unit.side, "summon", found, found[0], params, params)

    def act(self, play: Play, frame: Power, action: UsePower) -> None:
        assert action.hex is not None
        appear(play, frame, BY_NAME[action.hex])


def appear(play: Play, frame: Power, h: int) -> None:
    """The creature comes; the circle is plain ground from now on."""
    from app.rulesets.lore.setup import summoned_unit

    play.frames.pop()
    caller = play.units[frame.unit]
    spec = summoned_unit(play.setup)
    assert spec is not None
    number = 1 + sum(1 for unit in play.units if unit.side == caller.side)
    from msgspec.structs import replace

    unit: Unit = replace(spec, id=f"{'sn'[caller.side]}{number}", side=caller.side, hex=h)
    play.units.append(unit)
    play.at[h] = len(play.units) - 1
    play.tell("summoned", RULE, unit=unit.id, kind=unit.kind, side=unit.side, hex=NAMES[h], by=caller.id)
    play.set_terrain(caller.hex, PLAIN)


HANDLERS: dict[str, Handler] = {"summon": Summoning()}
