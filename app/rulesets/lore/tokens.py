"""Tokens on units (§11): webbed, poisoned, frozen, fire_token. What they do while they lie there stands where it is
done: `movement.can_move_at_all`, `battle.dice_parts`, `attack.begin`.

Poison and fire token bite at the start of their owner's turn, web and frost are gone at its end. A unit lost to a token
is a trophy of the other side (K-11). A creature loses no figure: one hit threatens it as K-3 says.
"""

from __future__ import annotations

from app.engine.event import Roll
from app.rulesets.lore.content import COLOUR_FACE
from app.rulesets.lore.creatures.trampling import hurt
from app.rulesets.lore.play import Play, faces_named

WEBBED, POISONED, FROZEN, FIRE_TOKEN = "webbed", "poisoned", "frozen", "fire_token"
RULES = {
    WEBBED: "creature-spider",
    POISONED: "creature-spider",
    FROZEN: "creature-drake",
    FIRE_TOKEN: "K-11",
}


def put(play: Play, index: int, token: str) -> None:
    """Lay a token on a unit; it holds each kind at most once."""
    unit = play.units[index]
    if token in unit.tokens:
        return
    play.change(index, tokens=tuple(sorted((*unit.tokens, token))))
    play.tell("token", RULES[token], unit=unit.id, state=token)


def take(play: Play, index: int, token: str) -> None:
    """Take a token off a unit."""
    unit = play.units[index]
    play.change(index, tokens=tuple([other for other in unit.tokens if other != token]))
    play.tell("token_gone", RULES[token], unit=unit.id, state=token)


def turn_starts(play: Play, side: int) -> None:
    """Poison, then the fire token, of each unit of the side (after F-31)."""
    for index, unit in enumerate(play.units):
        if not unit.tokens or unit.side != side or unit.hex < 0:
            continue
        if POISONED in unit.tokens:
            take(play, index, POISONED)
            hurt(play, index, 1, "cause.poison", RULES[POISONED], "")
        if FIRE_TOKEN in unit.tokens and play.units[index].hex >= 0:
            hurt(play, index, 1, "cause.fire_token", "K-11", "")
            if play.units[index].hex >= 0:
                _smother(play, index)


def _smother(play: Play, index: int) -> None:
    """One die: the unit's own colour takes the fire token off (K-11)."""
    unit = play.units[index]
    colour = COLOUR_FACE[unit.banner]
    rolled = play.roll("token", 1)
    gone = rolled.faces[0] == colour
    outcome = "odds.token_off" if gone else "odds.token_stays"
    roll = Roll(
        purpose="token",
        index=rolled.index,
        sides=6,
        faces=rolled.faces,
        names=faces_named(rolled.faces),
        counted=(0,) if gone else (),
        needed=f"needed.{unit.banner}",
        chance=(1 if gone else 5, 6),
        chance_of=outcome,
        outcome=outcome,
    )
    play.tell("smothering", "K-11", roll, unit=unit.id, off=gone)
    if gone:
        take(play, index, FIRE_TOKEN)


def turn_ends(play: Play, side: int) -> None:
    """Web and frost of the side's units are gone."""
    for index, unit in enumerate(play.units):
        if unit.tokens and unit.side == side and unit.hex >= 0:
            for token in (WEBBED, FROZEN):
                if token in unit.tokens:
                    take(play, index, token)
