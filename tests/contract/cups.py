"""Cups: the smallest game with secrets and with two seats deciding at once. For tests of the suite and the kernel only.

Both seats hide a stone under one of three cups, at the same time and unseen. Then, again at once, both guess; guesses
are hidden until both are in. A right guess is followed by a die: 4 or more scores. Three rounds; more points win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from app.engine.action import Action
from app.engine.decision import Decision, Prompt
from app.engine.dice import Dice
from app.engine.event import Event, Roll
from app.engine.game import Frame, Game, Setup
from app.engine.ids import Seat
from app.engine.lens import Sight, Threat
from app.engine.odds import Odds, Outcome
from app.engine.phase import PhaseSpec
from app.engine.refusal import KernelRefusal, Refused
from app.engine.ruleset import OptionSpec, Result, ScenarioInfo
from app.engine.viewer import Role, Viewer

CUPS = 3


class Hide(Action, frozen=True, tag="hide"):
    """Put the stone under a cup."""

    count: int


class Guess(Action, frozen=True, tag="guess"):
    """Point at a cup of the other seat."""

    count: int


class Hiding(Frame, frozen=True, tag="hiding"):
    """Both hide; each entry is the seat's cup or None."""

    cups: tuple[int | None, int | None] = (None, None)


class Guessing(Frame, frozen=True, tag="guessing"):
    """Both guess; cups are where the stones lie."""

    cups: tuple[int, int]
    guesses: tuple[int | None, int | None] = (None, None)


class CupsGame(Game, frozen=True, kw_only=True):
    """rounds: played; points by seat; answers: how many decisions each seat has answered (decision ids)."""

    frames: tuple[Hiding | Guessing, ...]
    rounds: int = 0
    points: tuple[int, int] = (0, 0)
    answers: tuple[int, int] = (0, 0)
    result: Result | None = None


def _put(pair: tuple[Any, Any], seat: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


TEXT = {
    "prompt.hide": ("Hide your stone, round {round}.", "Спрячьте камень, раунд {round}."),
    "prompt.guess": ("Guess, round {round}.", "Угадайте, раунд {round}."),
    "public.choose": ("Seat {seat} chooses.", "Место {seat} выбирает."),
    "event.chosen": ("Seat {seat} has chosen.", "Место {seat}: выбор сделан."),
    "event.shown": ("Stones {stones}, guesses {guesses}.", "Камни {stones}, догадки {guesses}."),
    "event.scored": ("Seat {seat} throws.", "Место {seat}: бросок."),
    "refused.malformed": ("No action.", "Не действие."),
    "refused.not_offered": ("Not now.", "Не сейчас."),
    "refused.not_your_decision": ("Nothing to decide.", "Решать нечего."),
    "refused.battle_over": ("It is over.", "Игра окончена."),
    "odds.sure": ("certain", "наверняка"),
    "odds.hide": ("hiding", "прятать"),
    "odds.guess": ("guess", "догадка"),
    "odds.right": ("right", "верно"),
    "odds.wrong": ("wrong", "неверно"),
    "needed.four": ("4 or more", "4 или больше"),
    "modifier.none": ("nothing", "ничего"),
    "reason.points": ("points", "очки"),
    "phase.hiding.does": ("hide", "прячьте"),
    "phase.guessing.does": ("guess", "угадывайте"),
    "phase.timeout": ("the first cup", "первая чашка"),
}


class CupsRuleset:
    """The ruleset. Methods are those of `app.engine.ruleset.Ruleset`."""

    id = "cups"
    version = "1"
    seats = (2, 2)
    phases = tuple(
        PhaseSpec(
            id=name,
            names={"en": name, "ru": name},
            acts="each",
            does=f"phase.{name}.does",
            timeout="phase.timeout",
            next=(other,),
        )
        for name, other in (("hiding", "guessing"), ("guessing", "hiding"))
    )
    options: tuple[OptionSpec, ...] = ()
    presets: Mapping[str, Mapping[str, Any]] = {"standard": {}, "letter": {}}
    pictured: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self._decoder = msgspec.json.Decoder(CupsGame)
        self._actions = msgspec.json.Decoder(Hide | Guess)

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return [
            ScenarioInfo(id="table", names={"en": "Table", "ru": "Стол"}, intro={}, seats=2, options={}, preview={})
        ]

    def content(self) -> Mapping[str, Any]:
        return {"verbs": {verb: {"tone": "choice", "rolls": False} for verb in ("hide", "guess")}}

    def text(self, lang: str) -> Mapping[str, str]:
        return {key: pair[("en", "ru").index(lang)] for key, pair in TEXT.items()}

    def rulebook(self, lang: str) -> str:
        return "{#cups}"

    def setup(self, scenario: str | Mapping[str, Any], options: Mapping[str, Any]) -> Setup:
        return Setup(ruleset=self.id, version="1", scenario="table", seats=2, options={})

    # -- play ----------------------------------------------------------------------------------------------------------
    def new_game(self, setup: Setup, dice: Dice) -> tuple[Game, list[Event]]:
        return CupsGame(setup=setup, tick=0, frames=(Hiding(),)), []

    def identity(self, game: CupsGame, seat: int) -> str:
        """Made from the seat's own counter: the other seat's answers do not change it."""
        return f"s{seat}.{game.answers[seat]}"

    def public(self, game: CupsGame, seat: int) -> Prompt:
        return Prompt("public.choose", {"seat": seat})

    def listed(self, game: CupsGame, seat: int) -> tuple[Action, ...]:
        kind = Hide if isinstance(game.frames[-1], Hiding) else Guess
        return tuple(kind(count=cup) for cup in range(CUPS))

    def decisions(self, game: Game) -> Sequence[Decision]:
        assert isinstance(game, CupsGame)
        if game.result is not None:
            return []
        frame = game.frames[-1]
        done = frame.cups if isinstance(frame, Hiding) else frame.guesses
        found = []
        for seat in (0, 1):
            if done[seat] is None:
                choices = self.listed(game, seat)
                key = "prompt.hide" if isinstance(frame, Hiding) else "prompt.guess"
                found.append(
                    Decision(
                        id=self.identity(game, seat),
                        seat=Seat(seat),
                        prompt=Prompt(key, {"round": game.rounds + 1}),
                        public=self.public(game, seat),
                        choices=choices,
                        default=choices[0],
                    )
                )
        return found

    def action(self, raw: Mapping[str, Any] | bytes) -> Action:
        try:
            if isinstance(raw, bytes):
                return self._actions.decode(raw)
            return msgspec.convert(raw, Hide | Guess, strict=True)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise Refused(KernelRefusal.MALFORMED) from error

    def check(self, game: Game, seat: Seat, action: Action) -> None:
        assert isinstance(game, CupsGame)
        if game.result is not None:
            raise Refused(KernelRefusal.BATTLE_OVER)
        mine = [decision for decision in self.decisions(game) if decision.seat == seat]
        if not mine:
            raise Refused(KernelRefusal.NOT_YOUR_DECISION)
        if not self.allows(game, mine[0], action):
            raise self.refusal(game, seat)

    def allows(self, game: CupsGame, decision: Decision, action: Action) -> bool:
        return action in decision.choices

    def refusal(self, game: CupsGame, seat: int) -> Refused:
        return Refused(KernelRefusal.NOT_OFFERED, "cups")

    def apply(self, game: Game, seat: Seat, action: Action, dice: Dice) -> tuple[Game, list[Event]]:
        assert isinstance(game, CupsGame)
        self.check(game, seat, action)
        events = [self.chosen(seat, action)]
        frame = game.frames[-1]
        answers = _put(game.answers, seat, game.answers[seat] + 1)
        if isinstance(frame, Hiding):
            cups = _put(frame.cups, seat, action.count)  # type: ignore[attr-defined]
            after: Any = Hiding(cups=cups) if None in cups else Guessing(cups=cups)
            return replace(game, tick=game.tick + 1, frames=(after,), answers=answers), events
        guesses = _put(frame.guesses, seat, action.count)  # type: ignore[attr-defined]
        if None in guesses:
            after = Guessing(cups=frame.cups, guesses=guesses)
            return replace(game, tick=game.tick + 1, frames=(after,), answers=answers), events
        shown = {"stones": list(frame.cups), "guesses": list(guesses)}
        events.append(Event(type="shown", rule="cups", data=shown, reveals=True))
        points = game.points
        for who in self.order():
            if guesses[who] == frame.cups[1 - who]:
                rolled = dice.roll(f"score{who}", 1, 6)
                points = _put(points, who, points[who] + (rolled.faces[0] >= 4))
                roll = Roll(
                    purpose=f"score{who}",
                    index=rolled.index,
                    sides=6,
                    faces=rolled.faces,
                    needed="needed.four",
                    chance=(3, 6),
                )
                events.append(Event(type="scored", rule="cups", data={"seat": who}, roll=roll))
        rounds = game.rounds + 1
        result = self.ending(rounds, points)
        moved = replace(game, tick=game.tick + 1, rounds=rounds, points=points, answers=answers, result=result)
        return replace(moved, frames=() if result is not None else (Hiding(),)), events

    def order(self) -> Sequence[int]:
        return (0, 1)

    def chosen(self, seat: Seat, action: Action) -> Event:
        count: int = action.count  # type: ignore[attr-defined]
        data = {"seat": int(seat), "count": count}
        return Event(type="chosen", rule="cups", data=data, seats=(seat,), redacted={"seat": int(seat)})

    def ending(self, rounds: int, points: tuple[int, int]) -> Result | None:
        if rounds < 3:
            return None
        winners = () if points[0] == points[1] else (Seat(int(points[1] > points[0])),)
        return Result(winners=winners, reason="reason.points", rule="cups", scores=points)

    def concede(self, game: Game, seat: Seat) -> tuple[Game, list[Event]]:
        result = Result(winners=(Seat(1 - seat),), reason="reason.points", rule="cups")
        return replace(game, result=result, frames=()), []

    def result(self, game: Game) -> Result | None:
        assert isinstance(game, CupsGame)
        return game.result

    # -- what is seen --------------------------------------------------------------------------------------------------
    def view(self, game: Game, viewer: Viewer) -> dict[str, Any]:
        assert isinstance(game, CupsGame)
        frame = game.frames[-1] if game.frames else None
        stones: tuple[Any, Any] = (None, None) if frame is None else frame.cups
        guesses: tuple[Any, Any] = frame.guesses if isinstance(frame, Guessing) else (None, None)
        return {
            "round": game.rounds,
            "points": list(game.points),
            "ready": [entry is not None for entry in (guesses if isinstance(frame, Guessing) else stones)],
            "stones": [stones[seat] if viewer.knows(Seat(seat)) else None for seat in (0, 1)],
            "guesses": [guesses[seat] if viewer.knows(Seat(seat)) else None for seat in (0, 1)],
        }

    def odds(self, game: Game, seat: Seat, action: Action) -> Odds:
        self.check(game, seat, action)
        if isinstance(action, Hide):
            return Odds(kind="odds.hide", dice=0, ways=1, outcomes=(Outcome("odds.sure", 1),))
        return Odds(kind="odds.guess", dice=1, ways=3, outcomes=(Outcome("odds.right", 1), Outcome("odds.wrong", 2)))

    def sight(self, game: Game, viewer: Viewer, origin: str, to: str) -> Sight:
        raise Refused(KernelRefusal.NOT_OFFERED)

    def threat(self, game: Game, viewer: Viewer, of: Seat) -> Threat:
        raise Refused(KernelRefusal.NOT_OFFERED)

    def decode(self, data: bytes) -> Game:
        return self._decoder.decode(data)

    def imagine(self, game: Game, seat: Seat, dice: Dice) -> Game:
        assert isinstance(game, CupsGame)
        return self._hidden(game, (seat,), dice)

    def evaluate(self, game: Game, seat: Seat) -> int:
        assert isinstance(game, CupsGame)
        return 100 * (game.points[seat] - game.points[1 - seat])

    def battle_map(self, game: Game) -> str:
        return "cups"

    def secret_variants(self, game: Game, viewer: Viewer, dice: Dice) -> Sequence[Game]:
        assert isinstance(game, CupsGame)
        known = (viewer.seat,) if viewer.role is Role.SEAT else ()
        return [] if viewer.role is Role.REFEREE else [self._hidden(game, known, dice) for _ in range(3)]

    def _hidden(self, game: CupsGame, known: tuple[int, ...], dice: Dice) -> CupsGame:
        """Other stones and guesses where the viewer does not know them."""
        if not game.frames:
            return game
        frame = game.frames[-1]
        changed: dict[str, Any] = {}
        for name in ("cups", "guesses") if isinstance(frame, Guessing) else ("cups",):
            pair = getattr(frame, name)
            for seat in (0, 1):
                if seat not in known and pair[seat] is not None:
                    pair = _put(pair, seat, dice.roll("hidden", 1, CUPS).faces[0] - 1)
            changed[name] = pair
        return replace(game, frames=(replace(frame, **changed),))
