"""Ruleset: the contract between the kernel and a game. `tests/contract` proves its laws for every registered ruleset.

1. Each enumerated choice is accepted, and what is not accepted is not enumerated. Where choices are too many to list
   (`Decision.parametric`), `check` decides and the list is a subset that always suffices to play well.
2. `apply` on equal games with equal dice gives equal games and equal events, on every machine. Integers only.
3. A game survives serialise → parse → serialise unchanged, at every decision.
4. A viewer's bytes do not change when something changes that he must not see: views, events, decisions, refusals, odds,
   lenses.
5. A battle played by defaults alone ends. A frame stack that does not come to rest in `MAX_SETTLE` steps is an error.
6. Dice are asked for by purpose, in a fixed order, and by nothing but `Dice`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from app.engine.action import Action
from app.engine.decision import Decision
from app.engine.dice import Dice
from app.engine.event import Event
from app.engine.game import Game, Setup
from app.engine.ids import Seat
from app.engine.lens import Sight, Threat
from app.engine.odds import Odds
from app.engine.phase import PhaseSpec
from app.engine.viewer import Viewer

MAX_SETTLE = 1_000
"""How many steps a frame stack may run by itself before it counts as a hang (law 5)."""


TONES = ("order", "move", "harm", "fire", "help", "card", "choice", "end")
"""What a verb is like, for colours, sounds and bots that know no rule: picks who may act; changes place; hurts a unit;
hurts a place; mends; plays a card; answers a question; ends a turn or phase."""


class Unsettled(RuntimeError):
    """The runaway guard: a frame stack ran `MAX_SETTLE` steps without coming to rest. Always a bug of the ruleset."""


class OptionSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One option of a match, frozen at its start.

    kind     "bool", "int" (with `low`, `high`), "enum" (with `values`) or "table" (JSON, validated by the ruleset)
    group    where the create screen shows it; names and one sentence stand in the catalogues under `option.<id>`
    default  None means that the scenario decides
    """

    id: str
    kind: str
    default: Any
    rule: str = ""
    values: tuple[Any, ...] = ()
    low: int = 0
    high: int = 0
    group: str = "rules"


class ScenarioInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What a lobby shows of a scenario. `preview` is a view-shaped dict from which the client draws the map."""

    id: str
    names: dict[str, str]
    intro: dict[str, str]
    seats: int
    options: dict[str, Any]
    preview: dict[str, Any]


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a battle ended. No winners: a draw. `scores` by seat, in the ruleset's own unit."""

    winners: tuple[Seat, ...]
    reason: str
    rule: str
    scores: tuple[int, ...] = ()


Applied = tuple[Game, list[Event]]


class Ruleset(Protocol):
    """A game. Stateless: everything comes in as an argument, and Games are immutable."""

    id: str
    version: str
    seats: tuple[int, int]
    """Fewest and most seats."""
    phases: tuple[PhaseSpec, ...]
    options: tuple[OptionSpec, ...]
    presets: Mapping[str, Mapping[str, Any]]
    """Named sets of options: at least `standard` (the defaults) and `letter` (the rules exactly as their author wrote
    them; the same where nothing was changed)."""
    pictured: frozenset[str]
    """Members of a view that a small picture of the board and the score beside it are made of."""

    # -- what a battle is made of ------------------------------------------------------------------------------------
    def scenarios(self) -> Sequence[ScenarioInfo]:
        """The built-in scenarios, in the order of the lobby."""

    def content(self) -> Mapping[str, Any]:
        """Static public data (cards, troops, terrain …) as JSON values, for clients and bots; also `verbs`: verb →
        {"tone": one of TONES, "rolls": whether dice may fall, "undoes"?: whether it only takes back an earlier one}."""

    def text(self, lang: str) -> Mapping[str, str]:
        """The catalogue of a language ("en", "ru"): text key → sentence with {parameters}."""

    def rulebook(self, lang: str) -> str:
        """The player's rulebook as Markdown; each rule carries an anchor `{#id}`."""

    def setup(self, scenario: str | Mapping[str, Any], options: Mapping[str, Any]) -> Setup:
        """Validate and complete a set-up; Refused(BAD_SCENARIO | BAD_OPTION, field=…) if it is broken. `options` may
        name a preset under "preset"; single options override it. A scenario given as data is hostile input."""

    # -- play ----------------------------------------------------------------------------------------------------------
    def new_game(self, setup: Setup, dice: Dice) -> Applied:
        """The battle before its first decision."""

    def decisions(self, game: Game) -> Sequence[Decision]:
        """Who may choose what: at most one decision a seat, any number of seats at once. Empty only when the battle is
        over."""

    def action(self, raw: Mapping[str, Any] | bytes) -> Action:
        """Parse hostile JSON into an action; Refused(MALFORMED, field=…) if it is none."""

    def check(self, game: Game, seat: Seat, action: Action) -> None:
        """Refused(code, rule, params) unless `seat` may take `action` now."""

    def apply(self, game: Game, seat: Seat, action: Action, dice: Dice) -> Applied:
        """Carry out a legal action and run on to the next decision. The given Game stays untouched. Checks first. Where
        a side's turn begins, an event `turn` says so, with the turn's number as `turn`."""

    def concede(self, game: Game, seat: Seat) -> Applied:
        """The seat gives up, at any time. With more than two sides the battle may go on; it is then asked no more."""

    def result(self, game: Game) -> Result | None:
        """How the battle ended; None while it goes on."""

    # -- what is seen -----------------------------------------------------------------------------------------------
    def view(self, game: Game, viewer: Viewer) -> dict[str, Any]:
        """What the viewer may know, as JSON values: dicts with string keys, lists, scalars. An unchanged part should be
        the very same object, so that patches are found by identity. A member `turn`, an int, is shown in lists and
        parts the log, where the game counts turns."""

    def odds(self, game: Game, seat: Seat, action: Action) -> Odds:
        """Exact chances of a legal action. Checks first; uses only what the seat may know."""

    def sight(self, game: Game, viewer: Viewer, origin: str, to: str) -> Sight:
        """Whether one place is seen from another, from what the viewer may know. Places are strings as the ruleset
        writes them (a hex, a unit, a point). Refused for what is no place, NOT_OFFERED where the game has no board."""

    def threat(self, game: Game, viewer: Viewer, of: Seat) -> Threat:
        """What a seat's units could strike in its next turn, from what the viewer may know. Refused(NOT_OFFERED) where
        the game has no board."""

    # -- storage ----------------------------------------------------------------------------------------------------
    def decode(self, data: bytes) -> Game:
        """The Game from the bytes of `canonical.encode`."""

    # -- bots ---------------------------------------------------------------------------------------------------------
    def imagine(self, game: Game, seat: Seat, dice: Dice) -> Game:
        """A Game as `seat` might imagine it: all that the seat may not know is drawn anew with the given dice. Bots
        that search do so in imagined games only."""

    def evaluate(self, game: Game, seat: Seat) -> int:
        """How good the position is for `seat`, in hundredths of what `Result.scores` counts; uses only what the seat
        may know."""

    def battle_map(self, game: Game) -> str:
        """The board as plain text, for golden playthroughs and the command line. Public things only."""

    def secret_variants(self, game: Game, viewer: Viewer, dice: Dice) -> Sequence[Game]:
        """Games that differ from this one only in what the viewer may not know (law 4 is proved with them); the same
        game again where nothing is hidden from him."""
