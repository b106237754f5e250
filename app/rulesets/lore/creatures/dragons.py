"""Dragons: wood wyvern, frost drake, fire dragon (K-9…K-11). They walk 2, or fly 2 to 4 over units and terrain; walk
and flight end on a hex with neither. Breath is paid with the flight and breathed in `breath.py`; lighting terrain:
`fire.py`.

Surprising: flights are offered by what they do, not by every path: for each landing one flight without breath, and one
with breath for each different set of enemies that can be flown over on the way. Marks count as terrain: no landing on
a wall.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from app.engine.action import Action
from app.engine.odds import Odds, Outcome
from app.rulesets.lore import tokens
from app.rulesets.lore.actions import Fly
from app.rulesets.lore.board import BY_NAME, NAMES, NEIGHBOURS
from app.rulesets.lore.content import MAGIC, PLAIN
from app.rulesets.lore.creatures.base import Creature
from app.rulesets.lore.state import Power, Unit

if TYPE_CHECKING:
    from app.rulesets.lore.play import Play

SHORTEST, LONGEST = 2, 4
PRICE = {"wyvern": 1, "drake": 2, "fire_dragon": 3}
"""Mana for a breath."""
BREATH_DICE = {"wyvern": 2, "drake": 3, "fire_dragon": 4}


@lru_cache(maxsize=512)
def flight_paths(start: int, longest: int) -> tuple[tuple[int, ...], ...]:
    """Every way of `SHORTEST` to `longest` hexes over the board that passes no hex twice, shorter ones first."""
    found: list[tuple[int, ...]] = []
    edge: list[tuple[int, ...]] = [()]
    for length in range(1, longest + 1):
        edge = [
            (*path, n) for path in edge for n in NEIGHBOURS[path[-1] if path else start] if n != start and n not in path
        ]
        if length >= SHORTEST:
            found += edge
    return tuple(found)


def may_land(play: Play, h: int) -> bool:
    """A hex without unit, terrain, mark or fire (K-9, K-10, F-15)."""
    return play.at[h] < 0 and play.terrain[h] == PLAIN and h not in play.fires and h not in play.walled


def longest_flight(play: Play, unit: Unit) -> int:
    """Hexes that it may fly this turn."""
    haste = play.magic is not None and f"haste:{unit.id}" in play.magic.effects
    return LONGEST + play.card.extra_move + haste


def breathes(play: Play, unit: Unit) -> bool:
    """Whether a breath may be paid for now."""
    return play.card.battle and play.magic_on and play.mana[unit.side] >= PRICE[unit.kind]


def landings(play: Play, unit: Unit) -> Iterator[tuple[int, ...]]:
    """The ways of flight that end on a hex where it may come down."""
    over_fire = bool(play.option("fire.flyOver"))
    landing = [may_land(play, h) for h in range(len(play.at))]
    for path in flight_paths(unit.hex, longest_flight(play, unit)):
        if landing[path[-1]] and (not play.fires or over_fire or not any(h in play.fires for h in path)):
            yield path


def flights(play: Play, unit: Unit) -> list[Fly]:
    """The flights on offer, see the module."""
    enemy = [
        other >= 0 and play.units[other].side != unit.side and h not in play.fires for h, other in enumerate(play.at)
    ]
    breath = breathes(play, unit)
    plain: dict[int, tuple[int, ...]] = {}
    breaths: dict[tuple[int, frozenset[int]], tuple[int, ...]] = {}
    for path in landings(play, unit):
        to = path[-1]
        plain.setdefault(to, path)
        if breath:
            under = frozenset([h for h in path if enemy[h]])
            if under:
                breaths.setdefault((to, under), path)
    found = [_fly(unit.id, path, False) for path in plain.values()]
    found += [_fly(unit.id, path, True) for path in breaths.values()]
    return found


def enemies_under(play: Play, unit: Unit, path: Sequence[int]) -> list[int]:
    """The enemies flown over, in order; units in fires are safe (F-24)."""
    return [
        play.at[h] for h in path if play.at[h] >= 0 and play.units[play.at[h]].side != unit.side and h not in play.fires
    ]


@lru_cache(maxsize=65536)
def _fly(unit: str, path: tuple[int, ...], breath: bool) -> Fly:
    return Fly(unit=unit, path=tuple([NAMES[h] for h in path]), breath=breath)


class Dragon(Creature):
    """See the module."""

    def must_ignore(self, play: Play, unit: Unit) -> int:
        return 0

    def may_stand(self, play: Play, unit: Unit, h: int) -> bool:
        return play.terrain[h] == PLAIN and h not in play.walled

    def destinations(self, play: Play, unit: Unit) -> list[int]:
        return [h for h in super().destinations(play, unit) if self.may_stand(play, unit, h)]

    def moves(self, play: Play, index: int) -> list[Action]:
        return list(flights(play, play.units[index]))

    def threatens(self, play: Play, unit: Unit) -> Collection[int]:
        """What it could breathe on: every hex that it can fly over, where it burns not (K-11, F-24)."""
        from app.rulesets.lore.movement import held

        if unit.moved or not breathes(play, unit) or held(unit):
            return ()
        return {h for path in landings(play, unit) for h in path[:-1] if h not in play.fires}

    def act(self, play: Play, index: int, action: Action) -> None:
        assert isinstance(action, Fly)
        path = [BY_NAME[name] for name in action.path]
        unit = play.units[index]
        under = enemies_under(play, unit, path)
        play.place(index, path[-1], moved=True, flew=True, barred=True, steps=len(path))
        from app.rulesets.lore.movement import tell_move

        tell_move(play, unit, path, "fly", "K-9")
        if action.breath:
            price = PRICE[unit.kind]
            play.tell("power", f"creature-{unit.kind}", unit=unit.id, power="breath", mana=price)
            play.gain_mana(unit.side, -price, "cause.power", f"creature-{unit.kind}")
            play.frames.append(Power(name="breath", unit=index, numbers=tuple(under)))

    def odds(self, play: Play, index: int, action: Action) -> Odds | None:
        """Of a breath, breathed from where the dragon lands: one enemy as of any attack; of several, whether any of
        them is hit."""
        if not isinstance(action, Fly) or not action.breath:
            return None
        path = [BY_NAME[name] for name in action.path]
        unit = play.units[index]
        under = enemies_under(play, unit, path)
        play.place(index, path[-1])
        found = _breath_odds(play, index, under)
        play.place(index, unit.hex)
        return found

    def spares(self, unit: Unit, how: str) -> bool:
        return how == "breath" and unit.kind == "drake"

    def deals(self, play: Play, index: int, target: int, how: str, hits: int) -> bool:
        if not self.spares(play.units[index], how):
            return False
        if hits:
            tokens.put(play, target, tokens.FROZEN)
        return True

    def rolled(self, play: Play, index: int, target: int, how: str, faces: Sequence[int], hits: int) -> int:
        other = play.units[target]
        burns = how == "breath" and play.units[index].kind == "fire_dragon" and list(faces).count(MAGIC)
        if not burns or other.hex < 0 or tokens.FIRE_TOKEN in other.tokens:
            return 0
        tokens.put(play, target, tokens.FIRE_TOKEN)
        return 1


def _breath_odds(play: Play, index: int, under: Sequence[int]) -> Odds:
    """Chances of a breath of the dragon, as it stands, against these enemies."""
    from app.rulesets.lore.battle import blade_hits, dice_parts, flags_hit, ignored_blades
    from app.rulesets.lore.chances import no_hit
    from app.rulesets.lore.odds import attack_odds

    unit = play.units[index]
    base = BREATH_DICE[unit.kind]
    if len(under) == 1:
        return attack_odds(play, index, under[0], "breath", base)
    thrown, missed = 0, 1
    for target in under:
        other = play.units[target]
        dice, _ = dice_parts(play, unit, other.hex, "breath", other, base)
        thrown += dice
        faces = 1 + flags_hit(play, other)
        missed *= no_hit(dice, faces, blade_hits(unit, other, False), ignored_blades(play, other))
    ways = 6**thrown
    outcomes = (Outcome("odds.hit", ways - missed, "harm"), Outcome("odds.hold", missed))
    return Odds(kind="odds.breath", dice=thrown, ways=ways, outcomes=outcomes, rule="K-11")


HOOKS = Dragon()
