"""A table to test lore on: put units, terrain and fires where a rule needs them, choose the phase, script the dice.

Everything goes through the façade: scenario and options are validated, actions are parsed from JSON and checked. Units
are given as (code, hex) in the order of their ids: the first of South is `s1`, the first of North `n1`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.action import to_json
from app.engine.canonical import encode
from app.engine.decision import Decision
from app.engine.dice import HmacDice
from app.engine.event import Event
from app.engine.refusal import Refused
from app.engine.scripted_dice import ScriptedDice
from app.rulesets.lore import RULESET, steps
from app.rulesets.lore.board import BY_NAME, NAMES, PLACES, at
from app.rulesets.lore.play import Play
from app.rulesets.lore.state import Battle, Command, Fire, LoreGame, Move, Order, Start, Unit

PHASES = {"command": Command(), "order": Order(), "move": Move(), "battle": Battle(), "start": Start()}
Placed = Sequence[tuple[str, str]]


def name(row: int, col: int) -> str:
    """The hex at (row, col) of the rules."""
    return NAMES[at(row, col)]


def rows_with(terrain: Mapping[str, str]) -> list[str]:
    """Nine rows of plain with other terrain letters on some hexes."""
    letters = ["." for _ in NAMES]
    for hex_name, letter in terrain.items():
        letters[BY_NAME[hex_name]] = letter
    return ["".join(letters[h] for h in range(113) if PLACES[h][0] == row) for row in range(9)]


class Table:
    """One battle in the midst of a turn.

    fires    hex → level, or (level, seat at whose start it burns down); lit by South
    change   unit id → fields that differ from a fresh unit
    card     order card in force; without one, all may be ordered
    """

    def __init__(
        self,
        south: Placed = (),
        north: Placed = (),
        *,
        terrain: Mapping[str, str] | None = None,
        rows: list[str] | None = None,
        fires: Mapping[str, int | tuple[int, int]] | None = None,
        home: Mapping[str, str] | None = None,
        walls: Mapping[str, str] | None = None,
        cliffs: Sequence[tuple[str, str]] = (),
        specials: Sequence[str] = (),
        side: int = 0,
        first: str = "S",
        turn: int = 1,
        phase: str = "battle",
        ordered: Iterable[str] = (),
        change: Mapping[str, Mapping[str, Any]] | None = None,
        card: str | None = None,
        hands: tuple[Sequence[str], Sequence[str]] | None = None,
        last: tuple[str | None, str | None] = (None, None),
        mana: tuple[int, int] = (0, 0),
        points: bool = False,
        summon: str = "",
        options: Mapping[str, Any] | None = None,
        dice: Mapping[str, Sequence[str | Sequence[int]]] | None = None,
    ) -> None:
        cards = card is not None or hands is not None
        chosen: dict[str, Any] = {"trophies": 50, "turnLimit": 100, "first": first}
        if not cards:
            chosen |= {"deck": "none", "ordersPerTurn": 20}
        chosen |= dict(options or {})
        scenario = {
            "rows": rows or rows_with(terrain or {}),
            "south": [[code, *PLACES[BY_NAME[hex_name]]] for code, hex_name in (south or [("bF", "a1")])],
            "north": [[code, *PLACES[BY_NAME[hex_name]]] for code, hex_name in (north or [("bF", "m9")])],
            "home": dict(home or {}),
            "walls": dict(walls or {}),
            "cliffs": [list(cliff) for cliff in cliffs],
            "specials": list(specials),
            "points": points,
            "summon": summon,
        }
        self.dice = ScriptedDice(dice or {}, alphabet="GBRXFL", fallback=HmacDice(b"table", "table"))
        setup = RULESET.setup(scenario, chosen)
        game, _ = RULESET.new_game(setup, HmacDice(b"new", "new"))
        units = []
        for unit in game.units:
            fields = dict((change or {}).get(unit.id, {}))
            units.append(replace(unit, ordered=unit.id in set(ordered), **fields))
        burning = []
        for hex_name, level in sorted((fires or {}).items(), key=lambda entry: BY_NAME[entry[0]]):
            height, clock = (level, None) if isinstance(level, int) else level
            burning.append(Fire(hex=BY_NAME[hex_name], level=height, lit_by=0, maxed_by=clock))
        self.game: LoreGame = replace(
            game,
            units=tuple(units),
            fires=tuple(burning),
            side=side,
            turn=turn,
            frames=(PHASES[phase],),
            played=None if phase in ("command", "start") else card if cards else "drill_20",
            mana=mana,
            last=last,
            hands=tuple(tuple(hand) for hand in hands) if hands is not None else game.hands,
        )
        self.events: list[Event] = []
        self.log: list[Event] = []
        play = Play(self.game, self.dice)
        steps.settle(play)
        self._take(play.freeze(), play.events)

    def _take(self, game: LoreGame, events: list[Event]) -> list[Event]:
        self.game = RULESET.decode(encode(game))  # as after a restart
        self.events = events
        self.log += events
        return events

    # -- asking ------------------------------------------------------------------------------------------------------
    @property
    def decision(self) -> Decision:
        """The open decision."""
        return RULESET.decisions(self.game)[0]

    @property
    def asks(self) -> str:
        """Key of the open prompt, without its prefix; "over" after the end."""
        found = RULESET.decisions(self.game)
        return found[0].prompt.key.removeprefix("prompt.") if found else "over"

    @property
    def choices(self) -> list[dict[str, Any]]:
        """The open choices as JSON."""
        found = RULESET.decisions(self.game)
        return [to_json(choice) for choice in found[0].choices] if found else []

    def offered(self, verb: str, unit: str | None = None) -> list[dict[str, Any]]:
        """The open choices with that verb, of that unit."""
        return [
            choice for choice in self.choices if choice["verb"] == verb and (unit is None or choice.get("unit") == unit)
        ]

    def unit(self, unit_id: str) -> Unit:
        """A unit, also one that is gone."""
        return next(unit for unit in self.game.units if unit.id == unit_id)

    def where(self, unit_id: str) -> str | None:
        """Name of the unit's hex; None if it is gone."""
        h = self.unit(unit_id).hex
        return NAMES[h] if h >= 0 else None

    def fire(self, hex_name: str) -> Fire | None:
        """The fire on a hex."""
        return next((fire for fire in self.game.fires if fire.hex == BY_NAME[hex_name]), None)

    def terrain(self, hex_name: str) -> str:
        """Letter of the hex."""
        return self.game.terrain[BY_NAME[hex_name]]

    def told(self, kind: str) -> list[Event]:
        """Events of that type in the last step, which may run on into the other side's turn."""
        return [event for event in self.events if event.type == kind]

    def lost(self, unit_id: str, cause: str) -> int:
        """Figures that the unit has lost for that reason since the table was laid."""
        return sum(
            event.data["count"]
            for event in self.log
            if event.type == "figures_lost" and (event.data["unit"], event.data["cause"]) == (unit_id, f"cause.{cause}")
        )

    # -- acting ------------------------------------------------------------------------------------------------------
    def do(self, verb: str, **fields: Any) -> list[Event]:
        """Take an action as whoever must decide."""
        action = RULESET.action({"verb": verb, **fields})
        game, events = RULESET.apply(self.game, self.decision.seat, action, self.dice)
        assert isinstance(game, LoreGame)
        return self._take(game, events)

    def refuses(self, code: str, rule: str, verb: str, **fields: Any) -> None:
        """Assert that an action is refused for that reason."""
        action = RULESET.action({"verb": verb, **fields})
        assert action not in self.decision.choices
        with pytest.raises(Refused) as refused:
            RULESET.check(self.game, self.decision.seat, action)
        assert (refused.value.code.value, refused.value.rule) == (code, rule)

    def odds(self, verb: str, **fields: Any) -> Any:
        """Odds of a legal action."""
        return RULESET.odds(self.game, self.decision.seat, RULESET.action({"verb": verb, **fields}))

    def to_turn(self, side: int) -> None:
        """Play on by defaults until that side's turn has begun and it, or somebody, is asked; nothing if it has."""
        while self.game.result is None and self.game.side != side:
            self.do(**to_json(self.decision.default))

    def order(self, *units: str) -> None:
        """Order the units, and go to the battles without moving."""
        for unit in units:
            self.do("order", unit=unit)
        self.do("end_orders")
        if self.asks == "move":
            self.do("end_moves")
