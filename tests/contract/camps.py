"""Camps: the smallest game of three or more seats on a plane. For tests of the suite, the kernel and the service only.

It walks what `fantasy` and `skirmish` ask of the kernel and no hex game does: all seats pitch two tents each, at once
and unseen, at any integer point (a parametric verb of which only a lattice is listed); a storm interrupts the turn with
a window of seconds for the seat that is stormed; a die has 100 sides; a seat may be out while the others go on; several
may win together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from app.engine.action import Action
from app.engine.decision import Decision, Parametric, Prompt
from app.engine.dice import Dice
from app.engine.event import Event, Modifier, Roll
from app.engine.game import Frame, Game, Setup
from app.engine.ids import Seat
from app.engine.lens import Sight, Threat
from app.engine.odds import Odds, Outcome
from app.engine.phase import PhaseSpec
from app.engine.refusal import KernelRefusal, Refused
from app.engine.ruleset import Applied, OptionSpec, Result, ScenarioInfo
from app.engine.viewer import Role, Viewer

Point = tuple[int, int]

SIDE = 1_000
TENTS = 2
WINDOW_S = 10
LAST_TURN = 12
LATTICE = tuple((x, y) for x in (200, 500, 800) for y in (200, 500, 800))
SCENARIOS = {"three": 3, "five": 5}


class Pitch(Action, frozen=True, tag="pitch"):
    """Put a tent at a point, 0…SIDE both ways."""

    point: Point


class Storm(Action, frozen=True, tag="storm"):
    """Storm another seat's camp."""

    count: int


class Rest(Action, frozen=True, tag="rest"):
    """Let the turn pass."""


class Brace(Action, frozen=True, tag="brace"):
    """Meet the storm awake."""


class Sleep(Action, frozen=True, tag="sleep"):
    """Meet it asleep."""


class Pitching(Frame, frozen=True, tag="pitching"):
    """All pitch at once; the tents of each seat so far."""

    tents: tuple[tuple[Point, ...], ...]


class Turn(Frame, frozen=True, tag="turn"):
    """A seat's turn."""

    seat: int


class Alarm(Frame, frozen=True, tag="alarm"):
    """Above a turn: the stormed seat may brace."""

    seat: int


class CampsGame(Game, frozen=True, kw_only=True):
    """tents: where they stand once all are pitched; answers: how many decisions each seat has answered."""

    frames: tuple[Pitching | Turn | Alarm, ...]
    tents: tuple[tuple[Point, ...], ...] = ()
    standing: tuple[bool, ...]
    answers: tuple[int, ...]
    turn: int = 0
    result: Result | None = None


CampsAction = Pitch | Storm | Rest | Brace | Sleep
_actions = msgspec.json.Decoder(CampsAction)
_games = msgspec.json.Decoder(CampsGame)

TEXT = {
    "prompt.pitch": ("Pitch a tent.", "Поставьте шатёр."),
    "prompt.turn": ("Storm or rest.", "Штурм или отдых."),
    "prompt.alarm": ("You are stormed.", "Вас штурмуют."),
    "public.choose": ("Seat {seat} chooses.", "Место {seat} выбирает."),
    "frame.turn": ("turn", "ход"),
    "frame.alarm": ("alarm", "тревога"),
    "event.pitched": ("Seat {seat} pitches.", "Место {seat} ставит шатёр."),
    "event.camps": ("The camps are seen.", "Лагеря открыты."),
    "event.stormed": ("Seat {seat} is stormed.", "Место {seat} штурмуют."),
    "event.met": ("Seat {seat} meets the storm.", "Место {seat} встречает штурм."),
    "event.rested": ("Seat {seat} rests.", "Место {seat} отдыхает."),
    "event.conceded": ("Seat {seat} gives up.", "Место {seat} сдаётся."),
    "modifier.near": ("near", "близко"),
    "modifier.awake": ("awake", "наготове"),
    "needed.most": ("{most} or less", "{most} или меньше"),
    "refused.malformed": ("No action.", "Не действие."),
    "refused.not_offered": ("Not now.", "Не сейчас."),
    "refused.not_your_decision": ("Nothing to decide.", "Решать нечего."),
    "refused.battle_over": ("It is over.", "Игра окончена."),
    "odds.sure": ("certain", "наверняка"),
    "odds.deed": ("deed", "дело"),
    "odds.storm": ("storm", "штурм"),
    "odds.lost": ("lost", "потеря"),
    "odds.held": ("held", "удержан"),
    "reason.last": ("left over", "уцелели"),
    "phase.does": ("choose", "выбирайте"),
    "phase.timeout": ("the least", "наименьшее"),
}


class CampsRuleset:
    """The ruleset. Methods are those of `app.engine.ruleset.Ruleset`."""

    id = "camps"
    version = "1"
    seats = (3, 5)
    phases = tuple(
        PhaseSpec(
            id=name,
            names={"en": name, "ru": name},
            acts=acts,
            does="phase.does",
            timeout="phase.timeout",
            next=("turn",),
        )
        for name, acts in (("pitching", "each"), ("turn", "active"))
    )
    options: tuple[OptionSpec, ...] = ()
    presets: Mapping[str, Mapping[str, Any]] = {"standard": {}, "letter": {}}
    pictured = frozenset(("standing",))

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return [
            ScenarioInfo(id=name, names={"en": name, "ru": name}, intro={}, seats=seats, options={}, preview={})
            for name, seats in SCENARIOS.items()
        ]

    def content(self) -> Mapping[str, Any]:
        tones = {"pitch": "move", "storm": "harm", "rest": "end", "brace": "help", "sleep": "choice"}
        return {"verbs": {verb: {"tone": tone, "rolls": False} for verb, tone in tones.items()}}

    def text(self, lang: str) -> Mapping[str, str]:
        return {key: pair[("en", "ru").index(lang)] for key, pair in TEXT.items()}

    def rulebook(self, lang: str) -> str:
        return "{#camps}"

    def setup(self, scenario: str | Mapping[str, Any], options: Mapping[str, Any]) -> Setup:
        if not isinstance(scenario, str) or scenario not in SCENARIOS:
            raise Refused(KernelRefusal.BAD_SCENARIO, field="scenario")
        return Setup(ruleset=self.id, version="1", scenario=scenario, seats=SCENARIOS[scenario], options={})

    # -- play ----------------------------------------------------------------------------------------------------------
    def new_game(self, setup: Setup, dice: Dice) -> Applied:
        seats = setup.seats
        return CampsGame(
            setup=setup,
            tick=0,
            frames=(Pitching(tents=((),) * seats),),
            standing=(True,) * seats,
            answers=(0,) * seats,
        ), []

    def decisions(self, game: Game) -> Sequence[Decision]:
        assert isinstance(game, CampsGame)
        if game.result is not None:
            return []
        frame = game.frames[-1]
        if isinstance(frame, Pitching):
            return [
                self.asked(game, seat, "prompt.pitch", tuple(Pitch(point=point) for point in LATTICE), self.places())
                for seat, tents in enumerate(frame.tents)
                if len(tents) < TENTS and self.is_asked(game, seat)
            ]
        if isinstance(frame, Turn):
            storms = [Storm(count=seat) for seat in self.others(game, frame.seat)]
            return [self.asked(game, frame.seat, "prompt.turn", (Rest(), *storms))]
        return [self.asked(game, frame.seat, "prompt.alarm", (Sleep(), Brace()))]

    def is_asked(self, game: CampsGame, seat: int) -> bool:
        return game.standing[seat]

    def places(self) -> tuple[Parametric, ...]:
        number = {"type": "integer", "minimum": 0, "maximum": SIDE}
        point = {"type": "array", "items": number, "minItems": 2, "maxItems": 2}
        return (Parametric("pitch", {"type": "object", "properties": {"point": point}, "required": ["point"]}),)

    def asked(
        self,
        game: CampsGame,
        seat: int,
        key: str,
        choices: tuple[Action, ...],
        parametric: tuple[Parametric, ...] = (),
    ) -> Decision:
        alarm = isinstance(game.frames[-1], Alarm)
        return Decision(
            id=f"s{seat}.{game.answers[seat]}.{sum(game.standing)}",
            seat=Seat(seat),
            prompt=Prompt(key),
            public=Prompt("public.choose", {"seat": seat}),
            choices=choices,
            default=choices[0],
            parametric=parametric,
            window=WINDOW_S if alarm else 0,
            path=("frame.turn", "frame.alarm") if alarm else (),
        )

    def others(self, game: CampsGame, seat: int) -> list[int]:
        return [other for other, stands in enumerate(game.standing) if stands and other != seat]

    def action(self, raw: Mapping[str, Any] | bytes) -> Action:
        try:
            return _actions.decode(raw) if isinstance(raw, bytes) else msgspec.convert(raw, CampsAction, strict=True)
        except msgspec.MsgspecError:
            raise Refused(KernelRefusal.MALFORMED) from None

    def check(self, game: Game, seat: Seat, action: Action) -> None:
        assert isinstance(game, CampsGame)
        if game.result is not None:
            raise Refused(KernelRefusal.BATTLE_OVER)
        mine = [decision for decision in self.decisions(game) if decision.seat == seat]
        if not mine:
            raise Refused(KernelRefusal.NOT_YOUR_DECISION)
        if action not in mine[0].choices and not (mine[0].parametric and isinstance(action, Pitch) and inside(action)):
            raise Refused(KernelRefusal.NOT_OFFERED, "camps")

    def apply(self, game: Game, seat: Seat, action: Action, dice: Dice) -> Applied:
        assert isinstance(game, CampsGame)
        self.check(game, seat, action)
        answers = put(game.answers, seat, game.answers[seat] + 1)
        return self.answered(replace(game, tick=game.tick + 1, answers=answers), seat, action, dice)

    def answered(self, game: CampsGame, seat: Seat, action: Action, dice: Dice) -> Applied:
        frame = game.frames[-1]
        data = {"seat": int(seat)}
        if isinstance(action, Pitch):
            assert isinstance(frame, Pitching)
            tents = put(frame.tents, seat, (*frame.tents[seat], action.point))
            told = Event(
                type="pitched", rule="camps", data={**data, "point": list(action.point)}, seats=(seat,), redacted=data
            )
            return self.pitched(game, tents, [told])
        if isinstance(action, Storm):
            event = Event(type="stormed", rule="camps", data={"seat": action.count})
            return replace(game, frames=(*game.frames, Alarm(seat=action.count))), [event]
        if isinstance(action, Rest):
            return self.next_turn(game, [Event(type="rested", rule="camps", data=data)])
        return self.met(game, seat, isinstance(action, Brace), dice)

    def pitched(self, game: CampsGame, tents: tuple[tuple[Point, ...], ...], events: list[Event]) -> Applied:
        waiting = [seat for seat, own in enumerate(tents) if game.standing[seat] and len(own) < TENTS]
        if waiting:
            return replace(game, frames=(Pitching(tents=tents),)), events
        shown = Event(type="camps", rule="camps", reveals=True)
        first = game.standing.index(True)
        return replace(game, tents=tents, turn=1, frames=(Turn(seat=first),)), [*events, shown]

    def most(self, game: CampsGame, stormed: int, awake: bool) -> tuple[int, tuple[Modifier, ...]]:
        """The highest of 100 faces with which the storm of this turn takes the camp, and what makes it so."""
        turn = game.frames[0]
        assert isinstance(turn, Turn)
        gaps = [(a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a in game.tents[turn.seat] for b in game.tents[stormed]]
        found = [Modifier("modifier.near", 20, "camps")] if min(gaps) < 400**2 else []
        found += [Modifier("modifier.awake", -20, "camps")] if awake else []
        return 40 + sum(part.value for part in found), tuple(found)

    def met(self, game: CampsGame, seat: Seat, awake: bool, dice: Dice) -> Applied:
        most, parts = self.most(game, seat, awake)
        rolled = dice.roll("storm", 1, 100)
        lost = rolled.faces[0] <= most
        roll = Roll(
            purpose="storm",
            index=rolled.index,
            sides=100,
            faces=rolled.faces,
            modifiers=parts,
            needed="needed.most",
            needed_params={"most": most},
            chance=(most, 100),
        )
        events = [Event(type="met", rule="camps", data={"seat": int(seat)}, roll=roll)]
        standing = put(game.standing, seat, False) if lost else game.standing
        return self.next_turn(replace(game, standing=standing), events)

    def next_turn(self, game: CampsGame, events: list[Event]) -> Applied:
        left = [seat for seat, stands in enumerate(game.standing) if stands]
        if len(left) < 2 or game.turn >= LAST_TURN:
            result = Result(winners=tuple(Seat(seat) for seat in left), reason="reason.last", rule="camps")
            return replace(game, result=result, frames=()), events
        turn = game.frames[0]
        assert isinstance(turn, Turn)
        following = min(left, key=lambda seat: (seat <= turn.seat, seat))
        return replace(game, turn=game.turn + 1, frames=(Turn(seat=following),)), events

    def concede(self, game: Game, seat: Seat) -> Applied:
        assert isinstance(game, CampsGame)
        events = [Event(type="conceded", rule="camps", data={"seat": int(seat)})]
        frame = game.frames[-1]
        left = replace(game, tick=game.tick + 1, standing=put(game.standing, seat, False))
        if isinstance(frame, Pitching) and sum(left.standing) > 1:
            return self.pitched(left, frame.tents, events)
        concerned = any(isinstance(each, Turn | Alarm) and each.seat == seat for each in game.frames)
        if concerned or sum(left.standing) < 2:
            return self.next_turn(left, events)
        return left, events

    def result(self, game: Game) -> Result | None:
        assert isinstance(game, CampsGame)
        return game.result

    # -- what is seen --------------------------------------------------------------------------------------------------
    def view(self, game: Game, viewer: Viewer) -> dict[str, Any]:
        assert isinstance(game, CampsGame)
        frame = game.frames[-1] if game.frames else None
        pitching = frame.tents if isinstance(frame, Pitching) else None
        tents = game.tents if pitching is None else pitching
        return {
            "turn": game.turn,
            "standing": list(game.standing),
            "pitched": [len(own) for own in tents],
            "tents": {
                str(seat): [list(point) for point in own]
                for seat, own in enumerate(tents)
                if pitching is None or viewer.knows(Seat(seat))
            },
        }

    def odds(self, game: Game, seat: Seat, action: Action) -> Odds:
        assert isinstance(game, CampsGame)
        self.check(game, seat, action)
        if not isinstance(game.frames[-1], Alarm):
            return Odds(kind="odds.deed", dice=0, ways=1, outcomes=(Outcome("odds.sure", 1),))
        most, parts = self.most(game, seat, isinstance(action, Brace))
        outcomes = (Outcome("odds.lost", most, "harm"), Outcome("odds.held", 100 - most, "help"))
        return Odds(kind="odds.storm", dice=1, ways=100, outcomes=outcomes, parts=parts, rule="camps")

    def sight(self, game: Game, viewer: Viewer, origin: str, to: str) -> Sight:
        raise Refused(KernelRefusal.NOT_OFFERED)

    def threat(self, game: Game, viewer: Viewer, of: Seat) -> Threat:
        raise Refused(KernelRefusal.NOT_OFFERED)

    def decode(self, data: bytes) -> Game:
        return _games.decode(data)

    def imagine(self, game: Game, seat: Seat, dice: Dice) -> Game:
        assert isinstance(game, CampsGame)
        return self.moved(game, (seat,), dice)

    def evaluate(self, game: Game, seat: Seat) -> int:
        assert isinstance(game, CampsGame)
        return 100 * game.standing[seat] - 20 * len(self.others(game, seat))

    def battle_map(self, game: Game) -> str:
        assert isinstance(game, CampsGame)
        return " ".join("A" if stands else "-" for stands in game.standing)

    def secret_variants(self, game: Game, viewer: Viewer, dice: Dice) -> Sequence[Game]:
        assert isinstance(game, CampsGame)
        known = (viewer.seat,) if viewer.role is Role.SEAT else ()
        return [] if viewer.role is Role.REFEREE else [self.moved(game, known, dice) for _ in range(2)]

    def moved(self, game: CampsGame, known: Sequence[int], dice: Dice) -> CampsGame:
        """Other tents where the viewer does not know them."""
        frame = game.frames[-1] if game.frames else None
        if not isinstance(frame, Pitching):
            return game
        tents = tuple(
            own if seat in known else tuple(LATTICE[dice.roll("hidden", 1, 9).faces[0] - 1] for _ in own)
            for seat, own in enumerate(frame.tents)
        )
        return replace(game, frames=(Pitching(tents=tents),))


def inside(action: Pitch) -> bool:
    """Whether the point lies on the plane."""
    return all(0 <= part <= SIDE for part in action.point)


def put(row: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """The row with another value in one place."""
    return (*row[:place], value, *row[place + 1 :])
