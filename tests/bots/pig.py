"""Pig, a dice game of two seats, as the smallest ruleset in which bots can be told apart.

A turn: throw as often as you like; a 1 ends the turn and loses what it gathered, `hold` banks it. First to 50 wins.
Each seat also holds a secret number, of no use but that `imagine` has something to draw anew.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.engine.action import Action
from app.engine.decision import Decision, Prompt
from app.engine.dice import Dice
from app.engine.event import Event, Roll
from app.engine.game import Frame, Game, Setup
from app.engine.ids import Seat
from app.engine.lens import Sight, Threat
from app.engine.odds import Odds
from app.engine.refusal import KernelRefusal, Refused
from app.engine.ruleset import Applied, Result
from app.engine.viewer import Viewer

GOAL = 50


class Throw(Action, frozen=True, tag="throw"):
    """Throw the die."""


class Hold(Action, frozen=True, tag="hold"):
    """Bank what this turn gathered."""


class Turn(Frame, frozen=True, tag="turn"):
    """A seat's turn."""

    seat: int


class PigGame(Game, frozen=True, kw_only=True):
    """The whole state. `gathered` is of this turn."""

    frames: tuple[Turn, ...]
    banked: tuple[int, int]
    gathered: int = 0
    secrets: tuple[int, int] = (0, 0)
    conceded: int | None = None


_actions = msgspec.json.Decoder(Throw | Hold)


class Pig:
    """See the module. `hangs` makes every decision of the game hang, `crashes` raises: for the runner's tests."""

    id = "pig"
    version = "1"
    seats = (2, 2)
    phases = ()
    options = ()
    presets: Mapping[str, Mapping[str, Any]] = {"standard": {}, "letter": {}}
    pictured: frozenset[str] = frozenset()

    def __init__(self, mood: str = "") -> None:
        self.id = f"pig{mood}"
        self._mood = mood

    def scenarios(self) -> Sequence[Any]:
        return ()

    def content(self) -> Mapping[str, Any]:
        return {"verbs": {"throw": {"tone": "choice", "rolls": True}, "hold": {"tone": "choice", "rolls": False}}}

    def text(self, lang: str) -> Mapping[str, str]:
        return {}

    def rulebook(self, lang: str) -> str:
        return ""

    def setup(self, scenario: str | Mapping[str, Any], options: Mapping[str, Any]) -> Setup:
        return Setup(ruleset=self.id, version="1", scenario=str(scenario), seats=2, options=dict(options))

    def new_game(self, setup: Setup, dice: Dice) -> Applied:
        secrets = dice.roll("secret", 2, 256).faces
        game = PigGame(setup=setup, tick=0, frames=(Turn(seat=0),), banked=(0, 0), secrets=(secrets[0], secrets[1]))
        return game, [Event(type="turn", rule="P-1", data={"turn": 1, "side": 0})]

    def decisions(self, game: PigGame) -> Sequence[Decision]:
        if self.result(game) is not None:
            return ()
        prompt = Prompt("throw_or_hold")
        choices: tuple[Action, ...] = (Throw(), Hold()) if game.gathered else (Throw(),)
        default = choices[-1]
        if self._mood == "never_ends":
            choices, default = (Throw(),), Throw()
        seat = Seat(game.frames[-1].seat)
        return (
            Decision(id=f"d{game.tick}", seat=seat, prompt=prompt, public=prompt, choices=choices, default=default),
        )

    def action(self, raw: Mapping[str, Any] | bytes) -> Action:
        try:
            return _actions.decode(raw) if isinstance(raw, bytes) else msgspec.convert(raw, Throw | Hold)
        except msgspec.MsgspecError:
            raise Refused(KernelRefusal.MALFORMED) from None

    def check(self, game: PigGame, seat: Seat, action: Action) -> None:
        for decision in self.decisions(game):
            if decision.seat == seat and action in decision.choices:
                if self._mood == "refuses" and game.tick > 5:
                    break
                return
        raise Refused(KernelRefusal.NOT_OFFERED, "P-2")

    def apply(self, game: PigGame, seat: Seat, action: Action, dice: Dice) -> Applied:
        self.check(game, seat, action)
        other = Turn(seat=1 - seat)
        changes: dict[str, Any] = {"tick": game.tick + 1}
        events: list[Event] = []
        if isinstance(action, Hold):
            banked = list(game.banked)
            banked[seat] += game.gathered
            changes |= {"banked": tuple(banked), "gathered": 0, "frames": (other,)}
            events.append(Event(type="held", rule="P-2", data={"seat": seat, "banked": banked[seat]}))
        else:
            rolled = dice.roll("throw", 1, 6)
            face = 1 if self._mood == "never_ends" else rolled.faces[0]
            roll = Roll(purpose="throw", index=rolled.index, sides=6, faces=rolled.faces)
            events.append(Event(type="thrown", rule="P-1", data={"seat": seat}, roll=roll))
            changes |= {"gathered": 0, "frames": (other,)} if face == 1 else {"gathered": game.gathered + face}
        if "frames" in changes:
            events.append(Event(type="turn", rule="P-1", data={"turn": 1, "side": 1 - seat}))
        return msgspec.structs.replace(game, **changes), events

    def concede(self, game: PigGame, seat: Seat) -> Applied:
        return msgspec.structs.replace(game, conceded=int(seat), tick=game.tick + 1), [
            Event(type="conceded", rule="P-3", data={"seat": seat})
        ]

    def result(self, game: PigGame) -> Result | None:
        if game.conceded is not None:
            return Result(winners=(Seat(1 - game.conceded),), reason="conceded", rule="P-3")
        for seat in (0, 1):
            if game.banked[seat] >= GOAL:
                return Result(winners=(Seat(seat),), reason="goal", rule="P-4", scores=game.banked)
        return None

    def view(self, game: PigGame, viewer: Viewer) -> dict[str, Any]:
        return {
            "banked": {str(seat): game.banked[seat] for seat in (0, 1)},
            "gathered": game.gathered,
            "secrets": {str(seat): game.secrets[seat] for seat in (0, 1) if viewer.knows(Seat(seat))},
        }

    def odds(self, game: PigGame, seat: Seat, action: Action) -> Odds:
        raise NotImplementedError

    def sight(self, game: PigGame, viewer: Viewer, origin: str, to: str) -> Sight:
        raise Refused(KernelRefusal.NOT_OFFERED)

    def threat(self, game: PigGame, viewer: Viewer, of: Seat) -> Threat:
        raise Refused(KernelRefusal.NOT_OFFERED)

    def decode(self, data: bytes) -> PigGame:
        return msgspec.json.decode(data, type=PigGame)

    def imagine(self, game: PigGame, seat: Seat, dice: Dice) -> PigGame:
        if self._mood == "_hangs":
            time.sleep(3600)
        if self._mood == "_crashes":
            raise RuntimeError("the ruleset is broken")
        drawn = dice.roll("imagine", 2, 256).faces
        secrets = list(game.secrets)
        secrets[1 - seat] = drawn[0]
        return msgspec.structs.replace(game, secrets=tuple(secrets))

    def evaluate(self, game: PigGame, seat: Seat) -> int:
        return 20 * (game.banked[seat] - game.banked[1 - seat])

    def battle_map(self, game: PigGame) -> str:
        return f"{game.banked[0]} : {game.banked[1]} (+{game.gathered})"

    def secret_variants(self, game: PigGame, viewer: Viewer, dice: Dice) -> Sequence[PigGame]:
        return ()


def find(name: str) -> Pig:
    """Pig in the mood that stands after its name: `pig_hangs`, `pig_crashes`."""
    return Pig(name.removeprefix("pig"))
