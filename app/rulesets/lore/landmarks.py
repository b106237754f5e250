"""Landmarks that do something (§10.1): training camp, healing fountain, pentacle. Den and passages: `movement.py`;
hut: `movement.enter`; fortress: `battle.bold_sources`; summoning circle: the elemental's module.

A burning landmark does nothing (F-27).
"""

from __future__ import annotations

from app.engine.event import Roll
from app.rulesets.lore.board import NAMES
from app.rulesets.lore.chances import at_least
from app.rulesets.lore.content import BANNERS, COLOUR_FACE, MAGIC, PLAIN, TERRAIN
from app.rulesets.lore.play import Play, faces_named, is_creature
from app.rulesets.lore.state import Unit

FOUNTAIN_DICE = 3


def fountain_offered(play: Play, unit: Unit) -> bool:
    """An ordered, damaged troop that stayed on a healing fountain may use it instead of battle, also under a card that
    forbids battle: its roll is neither battle nor fire (§10.1, C-4)."""
    return (
        TERRAIN[play.terrain[unit.hex]].id == "fountain"
        and not unit.moved
        and not unit.steps
        and not is_creature(unit)
        and unit.figures < unit.max
    )


def use_fountain(play: Play, index: int) -> None:
    """Three dice: each own-colour helmet or `L` restores a figure, up to full."""
    unit = play.units[index]
    rolled = play.roll("fountain", FOUNTAIN_DICE)
    good = (COLOUR_FACE[unit.banner], MAGIC)
    counted = tuple([place for place, face in enumerate(rolled.faces) if face in good])
    restored = min(len(counted), unit.max - unit.figures)
    ways, some = 6**FOUNTAIN_DICE, at_least(FOUNTAIN_DICE, 2, 1)
    outcome = "healed" if restored else "nothing"
    roll = Roll(
        purpose="fountain",
        index=rolled.index,
        sides=6,
        faces=rolled.faces,
        names=faces_named(rolled.faces),
        counted=counted[:restored],
        needed="needed.fountain",
        needed_params={"banner": unit.banner},
        chance=(some if restored else ways - some, ways),
        chance_of=f"odds.{outcome}",
        outcome=f"odds.{outcome}",
    )
    play.tell("landmark", "landmark-fountain", roll, unit=unit.id, kind="fountain", figures=restored)
    if restored:
        restore(play, index, restored, "landmark-fountain")


def restore(play: Play, index: int, figures: int, rule: str) -> None:
    """Give figures back to a damaged unit."""
    unit = play.change(index, figures=play.units[index].figures + figures)
    play.tell("restored", rule, unit=unit.id, figures=figures, left=unit.figures)


def may_train(play: Play, unit: Unit) -> bool:
    """Whether a camp raises the unit at the end of this turn: ordered, there all the turn, no shot, battle or fire, not
    red; own or nobody's camp, not burning (§10.1, F-27)."""
    return (
        unit.ordered
        and not unit.moved
        and not unit.steps
        and not unit.fought
        and not unit.shots
        and unit.hex >= 0
        and unit.hex not in play.fires
        and unit.banner != "red"
        and not is_creature(unit)
        and TERRAIN[play.terrain[unit.hex]].id == "camp"
        and play.owner(unit.hex) in (None, unit.side)
    )


def end_of_turn(play: Play, side: int) -> None:
    """Training camps and pentacles at the end of the side's turn."""
    for index, unit in play.own(side):
        if may_train(play, unit):
            banner = BANNERS[BANNERS.index(unit.banner) + 1]
            play.change(index, banner=banner)
            play.tell("landmark", "landmark-camp", unit=unit.id, kind="camp", banner=banner, hex=NAMES[unit.hex])
            play.set_terrain(unit.hex, PLAIN)
        elif TERRAIN[play.terrain[unit.hex]].id == "pentacle" and unit.hex not in play.fires:
            play.gain_mana(side, 1, "cause.pentacle", "landmark-pentacle")
