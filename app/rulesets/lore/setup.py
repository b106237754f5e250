"""Set-up: built-in and custom scenarios, their validation, and the Game before its first decision.

A custom scenario is hostile input: everything is bounded and every fault names its field. Surprising: for the second
leg of a battle in legs the board is turned by half a turn and the armies change hands, so South stays South.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any

import msgspec

from app.engine.dice import Dice
from app.engine.game import Setup
from app.engine.refusal import KernelRefusal, Refused
from app.rulesets.lore import content, deck, options, specials
from app.rulesets.lore.board import BY_NAME, DIRECTION_NAMES, NORTH, ROWS, SOUTH, at, turned, width
from app.rulesets.lore.content import CODES, CREATURES, TERRAIN, TROOPS
from app.rulesets.lore.magic import levels
from app.rulesets.lore.play import Play
from app.rulesets.lore.state import LoreGame, Start, Unit

VERSION = "1"
MAX_UNITS = 20
"""Units of one side at most."""

Text = Annotated[str, msgspec.Meta(max_length=2000)]
Place = Annotated[str, msgspec.Meta(min_length=2, max_length=2)]
Word = Annotated[str, msgspec.Meta(max_length=40)]
Side = Annotated[str, msgspec.Meta(pattern="^[NS]$")]
Mana = Annotated[int, msgspec.Meta(ge=0, le=99)]
Placed = tuple[Word, int, int]
"""A unit of a scenario: code, row, col."""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario as data, built in or made by a player (V-1).

    rows            nine rows of terrain letters, 13 and 12 in turn, from North
    south, north    units as (code, row, col)
    home            hex name → side that owns the landmark; walls: hex name → side
    cliffs          (hex name, direction) of each hexside
    mana, income    mana at the start (South, North), and per own turn
    points, legs    whether points decide, and whether it is played twice with the sides swapped
    summon          code of the creature that a summoning circle calls; empty: nothing comes
    """

    id: Word = "custom"
    names: dict[Word, Text] = {}
    intro: dict[Word, Text] = {}
    rows: Annotated[list[Word], msgspec.Meta(min_length=ROWS, max_length=ROWS)]
    south: Annotated[list[Placed], msgspec.Meta(min_length=1, max_length=MAX_UNITS)]
    north: Annotated[list[Placed], msgspec.Meta(min_length=1, max_length=MAX_UNITS)]
    home: Annotated[dict[Place, Side], msgspec.Meta(max_length=113)] = {}
    walls: Annotated[dict[Place, Side], msgspec.Meta(max_length=113)] = {}
    cliffs: Annotated[list[tuple[Place, Word]], msgspec.Meta(max_length=200)] = []
    specials: Annotated[list[Word], msgspec.Meta(max_length=20)] = []
    mana: tuple[Mana, Mana] = (0, 0)
    income: Mana = 0
    points: bool = False
    legs: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    summon: Word = ""
    options: Annotated[dict[Word, Any], msgspec.Meta(max_length=40)] = {}


_UNIT = re.compile(r"([gbr])([GD]?)([A-Z])|([gbr])([A-Z][A-Za-z]{2,15})")
_CREATURE_CODES = {spec.code: spec for spec in CREATURES.values()}


def _bad(field: str) -> Refused:
    return Refused(KernelRefusal.BAD_SCENARIO, field=f"scenario.{field}", params={"field": field})


@lru_cache(maxsize=1)
def built_in() -> dict[str, Scenario]:
    """The scenarios of the data file by id, validated."""
    found: dict[str, Scenario] = {}
    for raw in content.raw("scenarios"):
        scenario = parsed(raw)
        found[scenario.id] = scenario
    return found


def parsed(raw: Mapping[str, Any]) -> Scenario:
    """A scenario from plain data; Refused(BAD_SCENARIO, field=…) if it is broken."""
    try:
        scenario = msgspec.convert(dict(raw), Scenario, strict=True)
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as error:
        place = re.search(r"`\$\.?([^`]*)`", str(error))
        raise _bad(place.group(1)[:60] if place else "") from None
    for row, letters in enumerate(scenario.rows):
        if len(letters) != width(row) or any(letter not in TERRAIN for letter in letters):
            raise _bad(f"rows[{row}]")
    taken: set[int] = set()
    for side, placed in (("south", scenario.south), ("north", scenario.north)):
        for number, (code, row, col) in enumerate(placed):
            field = f"{side}[{number}]"
            if _unit_of(code) is None or not (0 <= row < ROWS and 0 <= col < width(row)) or at(row, col) in taken:
                raise _bad(field)
            if not TERRAIN[scenario.rows[row][col]].passable:
                raise _bad(field)
            taken.add(at(row, col))
    for field, owned in (("home", scenario.home), ("walls", scenario.walls)):
        for name in owned:
            if name not in BY_NAME:
                raise _bad(f"{field}.{name}")
    for number, (name, direction) in enumerate(scenario.cliffs):
        if name not in BY_NAME or direction not in DIRECTION_NAMES:
            raise _bad(f"cliffs[{number}]")
    for number, special in enumerate(scenario.specials):
        if special not in specials.SPECIALS:
            raise _bad(f"specials[{number}]")
    for language in (scenario.names, scenario.intro):
        if any(lang not in ("en", "ru") for lang in language):
            raise _bad("names")
    if scenario.summon:
        summoned = _unit_of(scenario.summon)
        if summoned is None or summoned.kind not in CREATURES:
            raise _bad("summon")
    if scenario.legs > 1 and not scenario.points:
        raise _bad("legs")
    return scenario


def _unit_of(code: str) -> Unit | None:
    """A unit as its code describes it, off the board; None if the code means nothing."""
    match = _UNIT.fullmatch(code)
    if match is None:
        return None
    letter, race_letter, arm_letter, creature_letter, creature_name = match.groups()
    if creature_name is not None:
        spec = _CREATURE_CODES.get(creature_name)
        if spec is None or CODES.banners[creature_letter] != spec.banner:
            return None
        return Unit(
            id="",
            side=0,
            hex=-1,
            kind=spec.id,
            banner=spec.banner,
            weapon=spec.weapon,
            figures=1,
            max=1,
            race="creature",
            necks=(1,) * spec.necks,
        )
    arm = CODES.arms.get(arm_letter)
    if arm is None:
        return None
    race = CODES.races.get(race_letter, "human")
    weapon = arm.dwarf if race == "dwarf" and arm.dwarf else arm.weapon
    troop = TROOPS[(arm.kind, CODES.banners[letter])]
    return Unit(
        id="",
        side=0,
        hex=-1,
        kind=arm.kind,
        banner=troop.banner,
        weapon=weapon,
        figures=troop.figures,
        max=troop.figures,
        race=race,
    )


def scenario_of(setup: Setup) -> Scenario:
    """The scenario of a set-up."""
    if setup.custom is not None:
        return parsed(setup.custom)
    return built_in()[setup.scenario]


def summoned_unit(setup: Setup) -> Unit | None:
    """The creature that a summoning circle of this battle calls, off the board; None if nothing comes."""
    code = scenario_of(setup).summon
    return _unit_of(code) if code else None


def make_setup(scenario: str | Mapping[str, Any], given: Mapping[str, Any]) -> Setup:
    """See `Ruleset.setup`."""
    custom: dict[str, Any] | None = None
    if isinstance(scenario, str):
        if scenario not in built_in():
            raise Refused(KernelRefusal.BAD_SCENARIO, field="scenario", params={"field": "scenario"})
        data = built_in()[scenario]
    elif isinstance(scenario, Mapping):
        data = parsed({**scenario, "id": "custom"})
        custom = msgspec.json.decode(msgspec.json.encode(data))  # lists for tuples, as after a restart
    else:
        raise Refused(KernelRefusal.BAD_SCENARIO, field="scenario", params={"field": "scenario"})
    if not isinstance(given, Mapping):
        raise Refused(KernelRefusal.BAD_OPTION, field="options", params={"option": ""})
    try:
        own = {name: options.validated(name, value) for name, value in data.options.items()}
    except Refused as refused:
        raise _bad(refused.field or "options") from None
    chosen = options.completed(own, given)
    if chosen["magic"] == "full":
        chosen = _with_councils(data, chosen)
    return Setup(
        ruleset="lore",
        version=VERSION,
        scenario=data.id,
        seats=2,
        options=chosen,
        custom=custom,
    )


def _with_councils(data: Scenario, chosen: dict[str, Any]) -> dict[str, Any]:
    """The options with both councils filled in, and the hands that their commanders hold (Z-1, Z-2)."""
    if chosen["deck"] == "none":
        raise Refused(KernelRefusal.BAD_OPTION, field="options.magic", params={"option": "magic"})
    councils: dict[str, dict[str, int]] = {}
    for side, placed in (("S", data.south), ("N", data.north)):
        units = [_unit_of(code) for code, _, _ in placed]
        left = chosen["magic.level"] - levels.creature_levels(unit.kind for unit in units if unit is not None)
        council = chosen["magic.councils"].get(side) or levels.even(left)
        if left < 0 or not levels.sound(council, left):
            raise Refused(
                KernelRefusal.BAD_OPTION, field=f"options.magic.councils.{side}", params={"option": "magic.councils"}
            )
        councils[side] = levels.complete(council)
    hands = {side: levels.hand_size(council) for side, council in councils.items()}
    return {**chosen, "magic.councils": councils, "hand": hands}


def _placed(side: int, placed: list[Placed], turn: bool) -> list[Unit]:
    letter = "sn"[side]
    found = []
    for number, (code, row, col) in enumerate(placed, 1):
        unit = _unit_of(code)
        assert unit is not None, code
        h = turned(at(row, col)) if turn else at(row, col)
        found.append(msgspec.structs.replace(unit, id=f"{letter}{number}", side=side, hex=h))
    return found


def _army(scenario: Scenario, turn: bool) -> tuple[Unit, ...]:
    ours, theirs = (scenario.north, scenario.south) if turn else (scenario.south, scenario.north)
    return tuple(_placed(SOUTH, ours, turn) + _placed(NORTH, theirs, turn))


def _owners(owned: dict[str, str], turn: bool) -> tuple[tuple[int, int], ...]:
    entries = []
    for name, letter in owned.items():
        h, side = BY_NAME[name], SOUTH if letter == "S" else NORTH
        entries.append((turned(h), 1 - side) if turn else (h, side))
    return tuple(sorted(entries))


def _cliffs(scenario: Scenario, turn: bool) -> tuple[tuple[int, int], ...]:
    entries = []
    for name, direction in scenario.cliffs:
        h, d = BY_NAME[name], DIRECTION_NAMES.index(direction)
        entries.append((turned(h), (d + 3) % 6) if turn else (h, d))
    return tuple(sorted(entries))


def new_game(setup: Setup, dice: Dice) -> Play:
    """The battle set up and dealt, before its first turn has begun."""
    scenario = scenario_of(setup)
    first = SOUTH if setup.options["first"] == "S" else NORTH
    game = LoreGame(
        setup=setup,
        tick=0,
        frames=(Start(),),
        terrain="".join(scenario.rows),
        units=_army(scenario, False),
        walls=_owners(scenario.walls, False),
        cliffs=_cliffs(scenario, False),
        home=_owners(scenario.home, False),
        side=first,
        first=first,
        mana=scenario.mana if setup.options["magic"] != "off" else (0, 0),
        income=scenario.income,
        legs=scenario.legs,
        by_points=scenario.points,
        specials=tuple(scenario.specials),
    )
    play = Play(game, dice)
    _deal(play, ("S", "N"))
    return play


def _deal(play: Play, letters: tuple[str, str]) -> None:
    """Cards, and councils with their magic cards, of both seats. letters: whose options each seat has (V-2, Z-1)."""
    from app.rulesets.lore.magic import council

    chosen = play.setup.options
    if chosen["deck"] != "none":
        play.deck = play.shuffle("deck", "V-2", deck.full_deck(chosen["fire.torches"]))
        for side, letter in enumerate(letters):
            deck.deal(play, side, chosen["hand"][letter] + (chosen["extraStartCard"] == letter))
        play.skip_draw = (chosen["extraStartCard"] == letters[0], chosen["extraStartCard"] == letters[1])
    if chosen["magic"] == "full":
        councils = chosen["magic.councils"]
        council.begin(play, {"S": councils[letters[0]], "N": councils[letters[1]]})


def second_leg(play: Play) -> None:
    """Turn the board, swap the armies with all that the options give them, and begin again: new cards, new mana, no
    losses; only the points stand (S4)."""
    scenario = scenario_of(play.setup)
    first = NORTH if play.setup.options["first"] == "S" else SOUTH
    play.terrain = "".join(scenario.rows)[::-1]
    play.units = list(_army(scenario, True))
    play.at = [-1] * len(play.at)
    for index, unit in enumerate(play.units):
        play.at[unit.hex] = index
    play.fires = {}
    play.ashes = ()
    play.walls = _owners(scenario.walls, True)
    play.walled = dict(play.walls)
    play.cliffs = _cliffs(scenario, True)
    play.home = _owners(scenario.home, True)
    play.leg = 1
    play.turn = 1
    play.side = play.first = first
    play.played = play.counted = None
    play.last = (None, None)
    play.set_card()
    play.hands, play.deck, play.discards = ((), ()), (), ()
    play.mana = (scenario.mana[1], scenario.mana[0]) if play.magic_on else (0, 0)
    play.lost = (0, 0)
    play.trophies = (0, 0)
    play.scored = ()
    play.frames = [Start()]
    play.tell("leg", "scenario-S4", leg=1, points=list(play.points))
    _deal(play, ("N", "S"))
