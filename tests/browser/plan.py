"""What two players do who want to see a fire from its first spark to the fallen bridge, and then fight to the end.

Dice fall as they fall: nothing is injected. The plan looks at view and decision, as they come over the wire, and goes
on feeding and putting out until both has happened (`Told` reads it from the events), then fights until the battle ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

Json = dict[str, Any]
BRIDGES = ("d5", "j5")
HEXES = tuple(f"{chr(97 + column)}{number}" for number in range(1, 10) for column in range(12 + number % 2))
WOODEN = "bridge_wood"
LIGHTERS = ("short_sword", "long_sword", "axe", "spear", "halberd")
"""Melee weapons; with the green banner they light fires (F-40)."""


def place(hex_: str) -> tuple[int, int]:
    """A hex as row (from the North) and place in the row in half hexes."""
    number = int(hex_[1:])
    return 9 - number, 2 * (ord(hex_[0]) - ord("a")) + (number + 1) % 2


def distance(a: str, b: str) -> int:
    """Steps between two hexes."""
    (ar, ax), (br, bx) = place(a), place(b)
    return max(abs(ar - br), (abs(ar - br) + abs(ax - bx)) // 2)


@cache
def around(hex_: str) -> tuple[str, ...]:
    """The neighbours of a hex."""
    return tuple(other for other in HEXES if distance(hex_, other) == 1)


@dataclass
class Told:
    """What has happened so far of what the match must show."""

    lit: set[str] = field(default_factory=set)
    full: set[str] = field(default_factory=set)
    burned: set[str] = field(default_factory=set)
    out: set[str] = field(default_factory=set)

    def hear(self, events: Iterable[Json]) -> None:
        """Take note of the events of a step."""
        for event in events:
            data = event.get("data", {})
            if event["type"] == "ignite" and data["after"] > data["before"]:
                if data["before"] == 0:
                    self.lit.add(data["hex"])
                if data["after"] == data["max"]:
                    self.full.add(data["hex"])
            elif event["type"] == "burned":
                self.burned.add(data["hex"])
            elif event["type"] == "extinguish" and data["out"]:
                self.out.add(data["hex"])

    @property
    def bridge(self) -> bool:
        """A bridge was lit, raised to its limit, and has burnt down."""
        return any(hex_ in self.lit and hex_ in self.full and hex_ in self.burned for hex_ in BRIDGES)

    @property
    def all(self) -> bool:
        """And another fire was put out."""
        return self.bridge and bool(self.out)


def of(decision: Json, *verbs: str) -> list[Json]:
    """The choices with one of these verbs."""
    return [choice for choice in decision["choices"] if choice["verb"] in verbs]


@dataclass
class Plan:
    """One plan for both seats: `choose` answers any decision of a battle of Three Crossings."""

    told: Told = field(default_factory=Told)

    def doomed(self, view: Json) -> str | None:
        """The bridge that is to burn: one at its limit, else the one that burns most, else d5."""
        if self.told.bridge:
            return None
        bridges = [hex_ for hex_ in BRIDGES if view["terrain"].get(hex_) == WOODEN]
        return max(bridges, key=lambda hex_: view["fires"].get(hex_, {}).get("level", 0), default=None)

    def unwanted(self, view: Json) -> list[str]:
        """Fires that are to be put out."""
        if self.told.out:
            return []
        doomed = self.doomed(view)
        return [hex_ for hex_ in view["fires"] if hex_ != doomed]

    def fuel(self, view: Json) -> list[str]:
        """Hexes to be lit or fed: the doomed bridge; and something else that can be put out, as long as none burns."""
        doomed = self.doomed(view)
        found = [doomed] if doomed is not None and not _full(view, doomed) else []
        if not self.told.out and not self.unwanted(view):
            taken = {unit["hex"] for unit in view["units"].values()}
            burnable = [
                hex_
                for hex_, kind in view["terrain"].items()
                if kind in (WOODEN, "forest", "tents") and hex_ not in taken and hex_ not in view["fires"]
            ]
            found += [hex_ for hex_ in burnable if hex_ != doomed]
        return found

    def choose(self, view: Json, decision: Json, seat: int) -> Json:
        """An action for a decision of a seat."""
        verbs = {choice["verb"] for choice in decision["choices"]}
        if "play_card" in verbs:
            return self._card(view, decision, seat)
        if "end_orders" in verbs:
            return self._order(view, decision, seat)
        if "end_moves" in verbs:
            return self._move(view, decision, seat)
        if "end_battles" in verbs:
            return self._battle(view, decision)
        for verb in ("gain_ground", "battle_back"):
            if verb in verbs:
                wanted = self.told.all or verb == "battle_back"
                return next(choice for choice in of(decision, verb) if choice["accept"] is wanted)
        if fights := [choice for choice in of(decision, "bonus_attack") if choice.get("target")]:
            return fights[0]
        default: Json = decision["default"]
        return default

    def _card(self, view: Json, decision: Json, seat: int) -> Json:
        hot = self.hot(view)
        wings = [sector(unit["hex"], seat) for unit in self.ready(view, seat)]

        def worth(choice: Json) -> tuple[int, str]:
            card = choice["card"]
            kind = card.removesuffix("_left").removesuffix("_centre").removesuffix("_right")
            base = (FIGHTS if self.told.all else FIRES).get(kind, 5)
            if kind in ("scout", "patrol", "attack", "assault"):
                wing = card.rsplit("_", 1)[1]
                base += 2 * min(wings.count(wing), 3) if hot is None else 4 * (wing == sector(hot, seat))
            return base, card

        return max(of(decision, "play_card"), key=worth)

    def ready(self, view: Json, seat: int, within: int = 2) -> list[Json]:
        """Own units that are so near to an enemy."""
        units = list(view["units"].values())
        enemies = [unit["hex"] for unit in units if unit["side"] != seat]
        return [
            unit for unit in units if unit["side"] == seat and any(distance(unit["hex"], e) <= within for e in enemies)
        ]

    def hot(self, view: Json) -> str | None:
        """Where the action is."""
        doomed = self.doomed(view)
        if doomed is not None and not _full(view, doomed):
            return doomed
        return next(iter(self.unwanted(view)), None)

    def _aims(self, view: Json, unit: Json) -> list[str]:
        """Hexes next to which a unit is wanted, best first."""
        if self.told.all:
            return [other["hex"] for other in view["units"].values() if other["side"] != unit["side"]]
        lights = unit["banner"] == "green" and unit["weapon"] in LIGHTERS
        return self.unwanted(view) + (self.fuel(view) if lights else [])

    def _far(self, view: Json, unit: Json, hex_: str) -> int:
        """Steps from a hex to the nearest aim of a unit, on foot and round burning places; 99 where there is no way."""
        aims = set(self._aims(view, unit))
        if hex_ in aims:
            return 0
        seen, edge = {hex_}, [hex_]
        for steps in range(1, 30):
            edge = [near for one in edge for near in around(one) if near not in seen and not seen.add(near)]  # type: ignore[func-returns-value]
            if any(near in aims for near in edge):
                return steps
            edge = [one for one in edge if view["terrain"].get(one) != "water" and one not in view["fires"]]
        return 99

    def _order(self, view: Json, decision: Json, seat: int) -> Json:
        units = view["units"]
        wanted = [choice for choice in of(decision, "order") if not choice.get("mana")]
        best = min(
            wanted,
            key=lambda choice: (self._far(view, units[choice["unit"]], units[choice["unit"]]["hex"]), choice["unit"]),
            default=None,
        )
        given = any(unit["side"] == seat and unit.get("ordered") for unit in units.values())
        if best is not None and (
            not given or self._far(view, units[best["unit"]], units[best["unit"]]["hex"]) < (3 if self.told.all else 5)
        ):
            return best
        return of(decision, "end_orders")[0]

    def _move(self, view: Json, decision: Json, seat: int) -> Json:
        best, gain = of(decision, "end_moves")[0], 0
        burnable = {hex_ for hex_, kind in view["terrain"].items() if kind == WOODEN} if not self.told.bridge else set()
        for choice in of(decision, "move"):
            unit = view["units"][choice["unit"]]
            here, there = self._far(view, unit, unit["hex"]), self._far(view, unit, choice["to"])
            better = here - max(there, 1)
            if unit["hex"] in burnable:
                better += 3
            if choice["to"] not in burnable and better > gain:
                best, gain = choice, better
        return best

    def _battle(self, view: Json, decision: Json) -> Json:
        unwanted = self.unwanted(view)
        for choice in of(decision, "extinguish"):
            if choice["hex"] in unwanted:
                return choice
        fuel = self.fuel(view)
        lights = sorted(
            (choice for choice in of(decision, "ignite") if choice["hex"] in fuel),
            key=lambda choice: fuel.index(choice["hex"]),
        )
        if lights:
            return lights[0]
        if self.told.all and (fights := of(decision, "melee", "shoot")):
            weakest = min(view["units"][choice["target"]]["figures"] for choice in fights)
            return min(
                fights,
                key=lambda choice: (
                    choice["verb"],
                    view["units"][choice["target"]]["figures"] - weakest,
                    choice["unit"],
                ),
            )
        return of(decision, "end_battles")[0]


FIRES = {
    "torches": 9,
    "call_green": 8,
    "foot_surge": 7,
    "pincer": 7,
    "advance": 6,
    "attack": 4,
    "charge": 3,
    "patrol": 3,
    "scout": 2,
    "march": 1,
    "mirror": 0,
    "rally": 0,
    "volley": 0,
}
FIGHTS = {
    "fury": 10,
    "charge": 8,
    "foot_surge": 8,
    "advance": 7,
    "call_red": 7,
    "volley": 6,
    "attack": 4,
    "patrol": 3,
    "scout": 2,
    "torches": 2,
    "march": 1,
    "mirror": 0,
    "rally": 0,
}
"""How useful a card is for fires on the wings, and for fighting; 5 where nothing is said."""


def _full(view: Json, hex_: str) -> bool:
    fire = view["fires"].get(hex_)
    return fire is not None and fire["level"] >= fire["max"]


def sector(hex_: str, seat: int) -> str:
    """Roughly the sector of a hex as a side sees it (B-4 has the exact line)."""
    across = place(hex_)[1] - 12
    if abs(across) <= 4:
        return "centre"
    return "left" if (across < 0) == (seat == 0) else "right"
