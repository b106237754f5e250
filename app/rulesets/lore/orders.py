"""Who may be ordered by the played card (phases 1 and 2, §4, C-1…C-4).

Surprising: a unit on a dividing line counts for either of its sectors (B-4), so whether one more order fits is a small
matching, solved in closed form: lines are given to the outer sectors first, the rest goes to the centre.
"""

from __future__ import annotations

from collections.abc import Callable

from app.rulesets.lore.board import CENTRE, LEFT, RIGHT, SECTORS_OF
from app.rulesets.lore.content import CardSpec
from app.rulesets.lore.play import Play, is_creature, is_missile
from app.rulesets.lore.state import Unit

OUT_OF_SECTOR_MANA = 3
"""Price of a creature's order out of sector (C-2)."""

WHO: dict[str, Callable[[Play, Unit], bool]] = {
    "all": lambda play, unit: True,
    "green": lambda play, unit: unit.banner == "green",
    "blue": lambda play, unit: unit.banner == "blue",
    "red": lambda play, unit: unit.banner == "red",
    "foot_melee": lambda play, unit: unit.kind == "foot" and not is_missile(unit),
    "mounted": lambda play, unit: unit.kind == "mounted",
    "free_missile": lambda play, unit: is_missile(unit) and not play.enemies_next_to(unit.hex, unit.side),
    "engaged": lambda play, unit: bool(play.enemies_next_to(unit.hex, unit.side)),
}
"""Named filters of the cards: which own units a card speaks of. C-1: foot and mounted never mean creatures."""


def fits(quota: tuple[int, int, int], sets: list[tuple[int, ...]], free: int) -> bool:
    """Whether units whose sectors are `sets`, and `free` units of no sector, fit into the quota of a sector card."""
    left = centre = right = left_line = right_line = 0
    for sectors in sets:
        if len(sectors) == 2:
            if sectors[0] == LEFT:
                left_line += 1
            else:
                right_line += 1
        elif sectors[0] == LEFT:
            left += 1
        elif sectors[0] == CENTRE:
            centre += 1
        elif sectors[0] == RIGHT:
            right += 1
    if left > quota[LEFT] or right > quota[RIGHT]:
        return False
    centre += max(0, left_line - (quota[LEFT] - left)) + max(0, right_line - (quota[RIGHT] - right))
    return centre <= quota[CENTRE] and len(sets) + free <= sum(quota)


def anywhere(play: Play, card: CardSpec) -> tuple[int, Callable[[Play, Unit], bool]]:
    """How many units the card orders regardless of sectors, and which."""
    who = WHO[card.who]
    count = card.any
    if card.without_fire and not play.option("fire.enabled"):
        count = card.without_fire
    if card.otherwise and not any(who(play, unit) for _, unit in play.own(play.side)):
        return card.otherwise, WHO["all"]
    return count, who


def orderable(play: Play) -> list[tuple[int, int]]:
    """The units that may be named next, as (index, mana to pay)."""
    card = play.card
    if card.rally:
        return []
    own = play.own(play.side)
    ordered = [unit for _, unit in own if unit.ordered]
    if not card.by_sector:
        count, who = anywhere(play, card)
        if len(ordered) >= count:
            return []
        return [(i, 0) for i, unit in own if not unit.ordered and who(play, unit)]
    sectors = SECTORS_OF[play.side]
    named = [sectors[unit.hex] for unit in ordered if not unit.paid]
    free = len(ordered) - len(named)
    answers: dict[tuple[int, ...], bool] = {}
    found: list[tuple[int, int]] = []
    for index, unit in own:
        if unit.ordered:
            continue
        own_sectors = sectors[unit.hex]
        if own_sectors not in answers:
            answers[own_sectors] = fits(card.quota, [*named, own_sectors], free)
        if answers[own_sectors]:
            found.append((index, 0))
        elif (
            play.magic_on
            and is_creature(unit)
            and play.mana[play.side] >= OUT_OF_SECTOR_MANA
            and not any(card.quota[sector] for sector in own_sectors)
            and fits(card.quota, named, free + 1)
        ):
            found.append((index, OUT_OF_SECTOR_MANA))
    return found


def name(play: Play, index: int, mana: int) -> None:
    """Give a unit its order."""
    unit = play.units[index]
    play.change(index, ordered=True, paid=mana)
    if mana:
        play.tell("ordered", "C-2", unit=unit.id, mana=mana)
        play.gain_mana(play.side, -mana, "cause.order", "C-2")
    else:
        play.tell("ordered", "T-1", unit=unit.id)


def unname(play: Play, index: int) -> None:
    """Take the order back, and give back what was paid."""
    unit = play.units[index]
    play.change(index, ordered=False, paid=0)
    play.tell("unordered", "T-5", unit=unit.id)
    if unit.paid:
        play.gain_mana(play.side, unit.paid, "cause.order", "C-2")


def summary(play: Play) -> dict[str, int]:
    """Orders of the played card for the view: as its player sees the sectors. 99 stands for no limit."""
    card = play.card
    given = sum(1 for _, unit in play.own(play.side) if unit.ordered)
    if card.by_sector:
        quota, count = card.quota, 0
    else:
        quota, count = (0, 0, 0), anywhere(play, card)[0]
    return {
        "left": quota[LEFT],
        "centre": quota[CENTRE],
        "right": quota[RIGHT],
        "any": count,
        "max": min(99, sum(quota) + count),
        "given": given,
    }
