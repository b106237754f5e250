"""Play: a LoreGame thawed for one question or one step.

Rules read and change a Play; `freeze` makes the next Game of it. A Play lives for one call and is never kept. It holds
the few things that nearly every rule needs: who stands where, what burns, events, trophies, figures lost.
Surprising: units are frozen even here; changing one puts a new one into the list, so Games can share them.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.engine.dice import Dice, Rolled
from app.engine.event import Event, Roll
from app.engine.ids import Seat
from app.engine.ruleset import Result
from app.rulesets.lore.board import HEXES, NAMES, NEIGHBOURS, NOWHERE
from app.rulesets.lore.content import CREATURES, FACES, TERRAIN, WEAPONS, CardSpec, Terrain
from app.rulesets.lore.deck import LONE_ORDER, card_spec
from app.rulesets.lore.state import Fire, LoreFrame, LoreGame, Unit


class Play:
    """See the module. `at[hex]` is the index of the unit there, or NOWHERE; the rest as in LoreGame, with lists."""

    __slots__ = (
        *(name for name in LoreGame.__struct_fields__),
        "_dice",
        "at",
        "card",
        "events",
        "game",
        "offered",
        "walled",
    )

    def __init__(self, game: LoreGame, dice: Dice | None = None) -> None:
        self.game = game
        self.setup = game.setup
        self.tick = game.tick
        self.terrain = game.terrain
        self.units = list(game.units)
        self.fires: dict[int, Fire] = {fire.hex: fire for fire in game.fires}
        self.ashes = game.ashes
        self.walls = game.walls
        self.cliffs = game.cliffs
        self.home = game.home
        self.turn = game.turn
        self.side = game.side
        self.first = game.first
        self.leg = game.leg
        self.trophies = game.trophies
        self.points = game.points
        self.lost = game.lost
        self.mana = game.mana
        self.hands = game.hands
        self.deck = game.deck
        self.discards = game.discards
        self.skip_draw = game.skip_draw
        self.played = game.played
        self.counted = game.counted
        self.last = game.last
        self.legs = game.legs
        self.by_points = game.by_points
        self.income = game.income
        self.specials = game.specials
        self.scored = game.scored
        self.magic = game.magic
        self.result: Result | None = game.result
        self.frames: list[LoreFrame] = list(game.frames)
        self.events: list[Event] = []
        self._dice = dice
        self.offered: Any = None
        self.card: CardSpec = LONE_ORDER
        self.walled: dict[int, int] = dict(game.walls) if game.walls else {}
        at = [NOWHERE] * HEXES
        for index, unit in enumerate(game.units):
            if unit.hex >= 0:
                at[unit.hex] = index
        self.at = at
        self.set_card()

    def set_card(self) -> None:
        """Look up what the played card lets happen."""
        self.card = card_spec(self.counted or self.played)

    def freeze(self) -> LoreGame:
        """The next Game."""
        return LoreGame(
            setup=self.setup,
            tick=self.tick,
            frames=tuple(self.frames),
            terrain=self.terrain,
            units=tuple(self.units),
            fires=tuple([self.fires[h] for h in sorted(self.fires)]) if self.fires else (),
            ashes=self.ashes,
            walls=self.walls,
            cliffs=self.cliffs,
            home=self.home,
            turn=self.turn,
            side=self.side,
            first=self.first,
            leg=self.leg,
            trophies=self.trophies,
            points=self.points,
            lost=self.lost,
            mana=self.mana,
            hands=self.hands,
            deck=self.deck,
            discards=self.discards,
            skip_draw=self.skip_draw,
            played=self.played,
            counted=self.counted,
            last=self.last,
            legs=self.legs,
            by_points=self.by_points,
            income=self.income,
            specials=self.specials,
            scored=self.scored,
            magic=self.magic,
            result=self.result,
        )

    # -- asking ------------------------------------------------------------------------------------------------------
    def option(self, name: str) -> Any:
        """The value of an option of the set-up."""
        return self.setup.options[name]

    def ground(self, h: int) -> Terrain:
        """The terrain of a hex."""
        return TERRAIN[self.terrain[h]]

    def unit_at(self, h: int) -> Unit | None:
        """Who stands there."""
        index = self.at[h]
        return self.units[index] if index >= 0 else None

    def find(self, unit_id: str) -> int:
        """Index of the living unit of that id, or NOWHERE."""
        for index, unit in enumerate(self.units):
            if unit.id == unit_id:
                return index if unit.hex >= 0 else NOWHERE
        return NOWHERE

    def own(self, side: int) -> list[tuple[int, Unit]]:
        """The living units of a side with their indices, in order."""
        return [(i, unit) for i, unit in enumerate(self.units) if unit.side == side and unit.hex >= 0]

    def enemies_next_to(self, h: int, side: int) -> list[int]:
        """Indices of the units adjacent to h that are not of `side`."""
        at, units = self.at, self.units
        return [at[n] for n in NEIGHBOURS[h] if at[n] >= 0 and units[at[n]].side != side]

    def owner(self, h: int) -> int | None:
        """Owner of the landmark on a hex, if it has one."""
        for place, side in self.home:
            if place == h:
                return side
        return None

    @property
    def magic_on(self) -> bool:
        """Whether signs of magic give mana (H-4): tokens or the whole module."""
        return bool(self.setup.options["magic"] != "off")

    # -- changing ----------------------------------------------------------------------------------------------------
    def change(self, index: int, **fields: Any) -> Unit:
        """Change fields of a unit, but not its hex."""
        unit: Unit = replace(self.units[index], **fields)
        self.units[index] = unit
        return unit

    def place(self, index: int, h: int, **fields: Any) -> Unit:
        """Put a unit on another hex, or take it off the board (NOWHERE)."""
        old = self.units[index]
        if old.hex >= 0:
            self.at[old.hex] = NOWHERE
        if h >= 0:
            self.at[h] = index
        unit: Unit = replace(old, hex=h, **fields)
        self.units[index] = unit
        return unit

    def tell(self, kind: str, rule: str, roll: Roll | None = None, /, **data: Any) -> None:
        """Record a public event."""
        self.events.append(Event(type=kind, rule=rule, data=data, roll=roll))

    def reveal(self, kind: str, rule: str, /, **data: Any) -> None:
        """Record a public event that shows what somebody did not know (the tier of a takeback hangs on it)."""
        self.events.append(Event(type=kind, rule=rule, data=data, reveals=True))

    def tell_seat(self, kind: str, rule: str, seat: int, redacted: dict[str, Any] | None, /, **data: Any) -> None:
        """Record an event of which only one seat knows all; that seat learns something by it."""
        seats = (Seat(seat),)
        self.events.append(Event(type=kind, rule=rule, data=data, seats=seats, redacted=redacted, reveals=True))

    @property
    def dice(self) -> Dice:
        """The dice; only a step has them."""
        if self._dice is None:
            raise RuntimeError("a question asked for dice")
        return self._dice

    def roll(self, purpose: str, count: int) -> Rolled:
        """Throw battle dice."""
        return self.dice.roll(purpose, count, 6)

    def shuffle(self, purpose: str, rule: str, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The cards in a random order. How they came to lie is told to nobody before the record is open: until then
        only that they were shuffled, and by which roll of the match."""
        rolled = self.dice.shuffle(purpose, len(cards))
        shown = {"count": len(cards), "index": rolled.index, "purpose": purpose}
        roll = Roll(purpose=purpose, index=rolled.index, sides=0, faces=rolled.faces)
        self.events.append(Event(type="deck_shuffled", rule=rule, data=shown, roll=roll, seats=(), redacted=shown))
        return tuple([cards[place] for place in rolled.faces])

    def gain_mana(self, side: int, count: int, cause: str, rule: str) -> None:
        """Give mana (or take it, with a negative count) where mana is in play."""
        if not count or not self.magic_on:
            return
        mana = list(self.mana)
        mana[side] = max(0, mana[side] + count)
        self.mana = (mana[0], mana[1])
        self.tell("mana", rule, side=side, change=count, total=mana[side], cause=cause)

    def lose_figures(self, index: int, count: int, cause: str, rule: str, by: int | None) -> bool:
        """Take figures off a unit, and the unit off the board with its last one; what goes beyond is lost (H-5). `by`
        is the seat that gets the trophy, None: nobody. Returns whether it still stands."""
        unit = self.units[index]
        if count <= 0:
            return True
        count = min(count, unit.figures)
        left = unit.figures - count
        self._count_lost(unit.side, count)
        self.change(index, figures=left)
        self.tell("figures_lost", rule, unit=unit.id, count=count, left=left, cause=cause)
        if left:
            return True
        self.eliminate(index, cause, rule, by)
        return False

    def _count_lost(self, side: int, count: int) -> None:
        lost = list(self.lost)
        lost[side] += count
        self.lost = (lost[0], lost[1])

    def eliminate(self, index: int, cause: str, rule: str, by: int | None) -> None:
        """Take a unit off the board. Its bearer is a trophy for `by`, also out of a fire unless `fire.meleeTrophy` is
        off (F-26); with None it goes to the box (F-32, F-72)."""
        unit = self.units[index]
        if unit.figures:
            self._count_lost(unit.side, unit.figures)
        if by is not None and unit.hex in self.fires and not self.option("fire.meleeTrophy"):
            by = None
        where = NAMES[unit.hex]
        self.place(index, NOWHERE, figures=0)
        data: dict[str, Any] = {
            "unit": unit.id,
            "side": unit.side,
            "at": where,
            "trophy": by is not None,
            "cause": cause,
        }
        if by is not None:
            data["by"] = by
        self.events.append(Event(type="eliminated", rule=rule, data=data))
        if by is not None:
            self.award(by, 1, unit.id, "V-3")
            if self.by_points:
                self.score(by, 1, "objective.trophy", "scenario-S4")

    def award(self, side: int, count: int, origin: str, rule: str) -> None:
        """Give trophies; the needed number ends the battle at once (V-4)."""
        trophies = list(self.trophies)
        trophies[side] += count
        self.trophies = (trophies[0], trophies[1])
        data = {"side": side, "from": origin, "count": count, "total": trophies[side]}
        self.events.append(Event(type="trophy", rule=rule, data=data))

    def score(self, side: int, count: int, what: str, rule: str) -> None:
        """Give points (scenarios that count points)."""
        points = list(self.points)
        points[side] += count
        self.points = (points[0], points[1])
        self.tell("objective", rule, side=side, what=what, trophies=0, points=count)

    def set_terrain(self, h: int, code: str) -> None:
        """Replace the terrain of a hex."""
        self.terrain = self.terrain[:h] + code + self.terrain[h + 1 :]
        if any(place == h for place, _ in self.home):
            self.home = tuple(entry for entry in self.home if entry[0] != h)


def faces_named(faces: tuple[int, ...]) -> tuple[str, ...]:
    """The faces as the game calls them."""
    return tuple([FACES[face - 1] for face in faces])


def is_creature(unit: Unit) -> bool:
    """Whether a unit is a creature."""
    return unit.kind in CREATURES


def is_missile(unit: Unit) -> bool:
    """Whether its weapon is a missile weapon (§6)."""
    return WEAPONS[unit.weapon].range > 1
