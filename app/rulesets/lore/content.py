"""Content as data: terrain, weapons, troops, creatures, order cards, unit codes, scenarios. Read once, with a schema.

Must not hold rules. A special effect of a card, landmark, creature or scenario is a field here or a named hook in code.
Surprising: a Game keeps terrain as a string of 113 letters, so `TERRAIN` is looked up by letter.
"""

from __future__ import annotations

from importlib import resources
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

BANNERS = ("green", "blue", "red")
FACES = "GBRXFL"
"""Names of the die's faces 1…6 (D-1)."""
COLOUR_FACE = {"green": 1, "blue": 2, "red": 3}
BLADE, FLAG, MAGIC = 4, 5, 6


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of hex (§10).

    stop, battle       whether entering ends the move; whether a unit that entered may battle in the same turn
    cap_out, cap_in    dice caps of attacks out of it and into it; 0: none
    follow             what it does to follow-on moves: "free" or "stop" (no pursuit); a bonus attack is a battle (G-4)
    fuel               key of the fire limit table; "": never flammable
    open               a landmark that does not block sight; joined: den or passage; stakes: archers' stakes
    """

    id: str
    code: str
    passable: bool = True
    stop: bool = False
    battle: bool = True
    cap_out: int = 0
    cap_in: int = 0
    hill: bool = False
    hill_caps: bool = False
    blocks: bool = False
    bold: bool = False
    over_water: bool = False
    follow: str = "free"
    landmark: bool = False
    open: bool = False
    joined: bool = False
    stakes: bool = False
    fuel: str = ""


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One weapon (§6). blade, blade_far: whom `X` hits near and at range: "all", "foot" (not mounted), "none".
    braced: blades of a mounted attacker do not hit it in melee."""

    id: str
    range: int = 1
    blade: str = "all"
    blade_far: str = "none"
    braced: bool = False


class Troop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a banner means for foot or mounted (§5). battle_after: hexes it may have moved and still battle."""

    kind: str
    banner: str
    figures: int
    move: int
    battle_after: int
    dice: int


class CreatureSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of a creature (§11); what it does beyond them stands in `creatures/`."""

    id: str
    code: str
    banner: str
    level: int
    move: int
    retreat: int
    dice: int
    weapon: str
    battle_after: int = 99
    necks: int = 0
    extinguishes: bool = False
    dragon: bool = False


class CardSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One order card (§4).

    sides, per_sector   copies for left, centre, right and how many units each orders in its sector
    quota               units in left, centre, right; any: units anywhere among `who`; otherwise: if there are none
    move, battle        whether ordered units may do so; shots: ranged attacks each makes instead of one battle
    """

    id: str
    copies: int = 0
    sides: tuple[int, int, int] = (0, 0, 0)
    per_sector: int = 0
    quota: tuple[int, int, int] = (0, 0, 0)
    any: int = 0
    who: str = "all"
    otherwise: int = 0
    without_fire: int = 0
    draw: int = 1
    move: bool = True
    battle: bool = True
    extra_move: int = 0
    surge: int = 0
    shots: int = 0
    melee_bonus: int = 0
    mirror: bool = False
    rally: bool = False
    torches: bool = False

    @property
    def by_sector(self) -> bool:
        """Whether it is a sector card: those alone let a creature be ordered out of sector (C-2)."""
        return self.quota != (0, 0, 0)


class Arm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Kind and weapon behind the letter of a unit code."""

    kind: str
    weapon: str
    dwarf: str = ""


class UnitCodes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How unit codes such as `bGF` are read."""

    banners: dict[str, str]
    races: dict[str, str]
    arms: dict[str, Arm]


def load(name: str, kind: type[T]) -> T:
    """A data file, read with its schema."""
    text = resources.files(__package__).joinpath("data", f"{name}.json").read_bytes()
    return msgspec.json.decode(text, type=kind)


def _landmark(terrain: Terrain) -> Terrain:
    """LM-1: entering stops, no battle on entry, caps 2 and 2, Bold, blocks sight."""
    if not terrain.landmark:
        return terrain
    return msgspec.structs.replace(
        terrain, stop=True, battle=False, cap_out=2, cap_in=2, bold=True, blocks=not terrain.open, follow="stop"
    )


_terrain = [_landmark(terrain) for terrain in load("terrain", list[Terrain])]
TERRAIN: dict[str, Terrain] = {terrain.code: terrain for terrain in _terrain}
TERRAIN_BY_ID: dict[str, Terrain] = {terrain.id: terrain for terrain in _terrain}
PLAIN = TERRAIN_BY_ID["plain"].code
WATER = TERRAIN_BY_ID["water"].code
WEAPONS: dict[str, Weapon] = {weapon.id: weapon for weapon in load("weapons", list[Weapon])}
TROOPS: dict[tuple[str, str], Troop] = {(troop.kind, troop.banner): troop for troop in load("troops", list[Troop])}
CREATURES: dict[str, CreatureSpec] = {creature.id: creature for creature in load("creatures", list[CreatureSpec])}
CODES = load("unit_codes", UnitCodes)
FUELS: tuple[str, ...] = tuple(dict.fromkeys(terrain.fuel for terrain in _terrain if terrain.fuel))
"""Keys of the fire limit table, in the order of the terrain file."""


def _cards() -> dict[str, CardSpec]:
    found: dict[str, CardSpec] = {}
    for spec in load("cards", list[CardSpec]):
        if not spec.per_sector:
            found[spec.id] = spec
            continue
        for sector, name in enumerate(("left", "centre", "right")):
            quota = tuple(spec.per_sector if other == sector else 0 for other in range(3))
            card = f"{spec.id}_{name}"
            found[card] = msgspec.structs.replace(
                spec, id=card, copies=spec.sides[sector], sides=(0, 0, 0), per_sector=0, quota=quota
            )
    return found


CARDS: dict[str, CardSpec] = _cards()
"""Every order card by id, sector cards once for each sector (`patrol_left`)."""


def raw(name: str) -> Any:
    """A data file as plain JSON values, for `Ruleset.content`."""
    return load(name, Any)
