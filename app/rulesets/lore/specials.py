"""Scenario rules as named hooks (§16): a scenario lists their names in its data, the catalogues hold `special.<name>`.

Hooks react to three moments: a hex burnt down, the start of a turn, a fire put out. A destroyed unit is a point
wherever points decide (`Play.eliminate`). Surprising: after the sides were swapped (leg 1) North is the arsonist of S4.
"""

from __future__ import annotations

from app.rulesets.lore.board import BY_NAME, PLACES, turned
from app.rulesets.lore.content import Terrain
from app.rulesets.lore.play import Play

OWN_TENTS = "s1_tents"
CAMP_AND_TENTS = "s2_arson"
HOLD_FORTRESS = "s3_hold"
BURN_FORTRESS = "s3_burn"
ARSON_POINTS = "s4_points"
TENTS_OF_NINE = "s5_tents"

SPECIALS = (
    OWN_TENTS,
    CAMP_AND_TENTS,
    "s2_camp",
    HOLD_FORTRESS,
    BURN_FORTRESS,
    "s3_mana",
    ARSON_POINTS,
    "s4_legs",
    TENTS_OF_NINE,
    "s5_mana",
    "s5_circle",
    "s5_bridge",
    "s5_passages",
    "s5_walls",
)
"""Every name that a scenario may list; some only say in words what its other data do (owned camps, mana, legs)."""

POINTS = {"bridge_wood": 1, "graveyard": 2, "camp": 3}
"""S4: points for burnt structures, whoever lit them; forest north of the river and one passage are worth 1."""
PASSAGE = BY_NAME["f6"]
"""S4: the passage that scores, at (3, 5)."""
RIVER_ROW = 4


def once(play: Play, name: str, side: int) -> bool:
    """Whether a special that happens once for each side is still to come for this one; it has then come."""
    key = f"{name}:{side}"
    if key in play.scored:
        return False
    play.scored = (*play.scored, key)
    return True


def trophy(play: Play, side: int, what: str) -> None:
    """A trophy for an objective (V-5)."""
    play.tell("objective", "V-5", side=side, what=what, trophies=1, points=0)
    play.award(side, 1, what, "V-5")


def burned(play: Play, h: int, ground: Terrain, home: int | None, by: int) -> None:
    """A hex has burnt down: worth what the scenario says, else nothing (F-76). `by` brought the fire to its limit,
    `home` owned the landmark."""
    specials = play.specials
    if not specials:
        return
    for tents in (OWN_TENTS, TENTS_OF_NINE):
        if tents in specials and ground.id == "tents" and home is not None:
            trophy(play, 1 - home, f"special.{tents}")
    if CAMP_AND_TENTS in specials and ground.id in ("tents", "camp") and home == 1 - by:
        trophy(play, by, f"special.{CAMP_AND_TENTS}")
    if BURN_FORTRESS in specials and ground.id == "fortress" and home == 1 - by and once(play, BURN_FORTRESS, by):
        trophy(play, by, f"special.{BURN_FORTRESS}")
    if ARSON_POINTS in specials:
        _arson(play, h, ground)


def _arson(play: Play, h: int, ground: Terrain) -> None:
    arsonist = play.leg
    original = turned(h) if play.leg else h
    points = POINTS.get(ground.id, 0)
    if (ground.id == "forest" and PLACES[original][0] < RIVER_ROW) or original == PASSAGE:
        points = 1
    if points:
        play.score(arsonist, points, f"terrain.{ground.id}", "V-5")


def turn_starts(play: Play, side: int) -> None:
    """Before the card, after fires."""
    if HOLD_FORTRESS not in play.specials:
        return
    for h, owner in play.home:
        unit = play.unit_at(h)
        if owner != side and play.ground(h).id == "fortress" and unit is not None and unit.side == side:
            if once(play, HOLD_FORTRESS, side):
                trophy(play, side, f"special.{HOLD_FORTRESS}")
            return


def extinguished(play: Play, side: int, level: int) -> None:
    """A fire was put out: the fire watch of S4 scores it from level 2."""
    if ARSON_POINTS in play.specials and side != play.leg and level >= 2:
        play.score(side, 1, f"special.{ARSON_POINTS}", "V-5")
