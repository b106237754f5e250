"""Councils at the table (Z-1…Z-4, Z-8): what they bring into the battle, and the landmarks of sole level-3 advisers.

Surprising: a council is an option of the match, so both sides know both. The numbers stand in `levels.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.rulesets.lore.actions import PlaceLandmark
from app.rulesets.lore.asked import Asked
from app.rulesets.lore.board import BY_NAME, NAMES, PLACES, SOUTH
from app.rulesets.lore.content import PLAIN, TERRAIN_BY_ID
from app.rulesets.lore.interruptions import Handler
from app.rulesets.lore.magic import levels
from app.rulesets.lore.state import Magic, Power

if TYPE_CHECKING:
    from app.engine.action import Action
    from app.rulesets.lore.play import Play

ROWS = 3
"""Rows from the own edge in which a landmark is placed."""


def sites(play: Play, side: int) -> list[int]:
    """Where a landmark may be placed: plain hexes without unit or mark in the own three rows."""
    rows = range(9 - ROWS, 9) if side == SOUTH else range(ROWS)
    return [
        h
        for h, (row, _) in enumerate(PLACES)
        if row in rows and play.at[h] < 0 and play.terrain[h] == PLAIN and h not in play.walled
    ]


class Placing(Handler):
    """Frame `place_landmark`: numbers = (side,), words = kinds still to be placed."""

    def run(self, play: Play, frame: Power) -> bool:
        if frame.words and sites(play, frame.numbers[0]):
            return True
        play.frames.pop()
        return False

    def ask(self, play: Play, frame: Power) -> Asked:
        side, kind = frame.numbers[0], frame.words[0]
        found: list[Action] = [PlaceLandmark(kind=kind, hex=NAMES[h]) for h in sites(play, side)]
        return Asked(side, "place_landmark", found, found[0], {"kind": kind}, {"kind": kind})

    def act(self, play: Play, frame: Power, action: PlaceLandmark) -> None:
        side = frame.numbers[0]
        h = BY_NAME[action.hex]
        play.frames[-1] = Power(name="place_landmark", numbers=(side,), words=frame.words[1:])
        play.set_terrain(h, TERRAIN_BY_ID[action.kind].code)
        play.home = tuple(sorted((*play.home, (h, side))))
        play.tell("landmark_placed", "Z-8", side=side, kind=action.kind, hex=action.hex)


def begin(play: Play, chosen: Mapping[str, dict[str, int]]) -> None:
    """Set the councils in place: mana, magic deck, and the frames in which both sides pick their first spells and place
    their landmarks, first player first."""
    from app.rulesets.lore.magic import hand, spells

    councils = (chosen["S"], chosen["N"])
    play.magic = Magic(councils=councils)
    play.mana = levels.mana_of(councils)
    play.magic = Magic(councils=councils, deck=play.shuffle("spells", "Z-4", spells.full_deck(councils)))
    for side in (1 - play.first, play.first):
        kinds = levels.sole_landmarks(councils, side)
        if kinds:
            play.frames.append(Power(name="place_landmark", numbers=(side,), words=kinds))
        hand.deal(play, side)


HANDLERS: dict[str, Handler] = {"place_landmark": Placing()}
