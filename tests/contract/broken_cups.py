"""Cups, broken: rulesets that each break one law on purpose. The suite must catch every one of them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from app.engine.action import Action
from app.engine.decision import Decision, Prompt
from app.engine.dice import Dice
from app.engine.event import Event
from app.engine.game import Game
from app.engine.ids import Seat
from app.engine.lens import Reach, Sight, Threat
from app.engine.odds import Odds, Outcome
from app.engine.refusal import KernelRefusal, Refused
from app.engine.ruleset import Result
from app.engine.viewer import Viewer
from tests.contract.cups import CupsGame, CupsRuleset, Guess, Guessing, Hide, Hiding


class ViewLeaks(CupsRuleset):
    """law 4"""

    def view(self, game: Game, viewer: Viewer) -> dict[str, Any]:
        frame = game.frames[-1] if game.frames else None
        return {**super().view(game, viewer), "hint": frame.cups[0] if frame is not None else None}


class EventLeaks(CupsRuleset):
    """law 4"""

    def apply(self, game: Game, seat: Seat, action: Action, dice: Dice) -> tuple[Game, list[Event]]:
        after, events = super().apply(game, seat, action, dice)
        frame = game.frames[-1]
        assert isinstance(frame, Hiding | Guessing)
        data = {"seat": sum(cup or 0 for cup in frame.cups)}
        return after, [*events, Event(type="chosen", rule="cups", data=data)]


class RollKeptBack(CupsRuleset):
    """law 6"""

    def apply(self, game: Game, seat: Seat, action: Action, dice: Dice) -> tuple[Game, list[Event]]:
        dice.roll("luck", 1, 6)
        return super().apply(game, seat, action, dice)


class PublicPromptLeaks(CupsRuleset):
    """law 4"""

    def public(self, game: CupsGame, seat: int) -> Prompt:
        cups = game.frames[-1].cups
        return Prompt("public.choose", {"seat": seat if cups[1 - seat] != 2 else 7})


class RefusalLeaks(CupsRuleset):
    """law 4"""

    def refusal(self, game: CupsGame, seat: int) -> Refused:
        return Refused(KernelRefusal.NOT_OFFERED, "cups", {"stone": game.frames[-1].cups[1 - seat]})


class OddsLeak(CupsRuleset):
    """law 4"""

    def odds(self, game: Game, seat: Seat, action: Action) -> Odds:
        found = super().odds(game, seat, action)
        frame = game.frames[-1]
        if isinstance(frame, Guessing) and isinstance(action, Guess):
            right = int(frame.cups[1 - seat] == action.count)
            outcomes = (Outcome("odds.right", right), Outcome("odds.wrong", 1 - right))
            return Odds(kind="odds.guess", dice=0, ways=1, outcomes=outcomes)
        return found


class EvaluationPeeks(CupsRuleset):
    """law 4"""

    def evaluate(self, game: Game, seat: Seat) -> int:
        assert isinstance(game, CupsGame)
        cups = game.frames[-1].cups if game.frames else (0, 0)
        return super().evaluate(game, seat) + (cups[1 - seat] or 0)


class ChoicesLeak(CupsRuleset):
    """law 4"""

    def listed(self, game: CupsGame, seat: int) -> tuple[Action, ...]:
        found = super().listed(game, seat)
        frame = game.frames[-1]
        return found[: 1 + frame.cups[1 - seat]] if isinstance(frame, Guessing) else found


class IdsHang(CupsRuleset):
    """decisions"""

    def identity(self, game: CupsGame, seat: int) -> str:
        return f"t{game.tick}"


class IdsRepeat(CupsRuleset):
    """decisions"""

    def identity(self, game: CupsGame, seat: int) -> str:
        return f"s{seat}"


class OffersTooMuch(CupsRuleset):
    """law 1"""

    def allows(self, game: CupsGame, decision: Decision, action: Action) -> bool:
        return action in decision.choices[:-1]


class AcceptsTooMuch(CupsRuleset):
    """law 1"""

    def allows(self, game: CupsGame, decision: Decision, action: Action) -> bool:
        return True


class ApplyDoesNotCheck(CupsRuleset):
    """law 1"""

    depth = 0

    def check(self, game: Game, seat: Seat, action: Action) -> None:
        if self.depth == 0:
            super().check(game, seat, action)

    def apply(self, game: Game, seat: Seat, action: Action, dice: Dice) -> tuple[Game, list[Event]]:
        self.depth = 1
        try:
            return super().apply(game, seat, action, dice)
        finally:
            self.depth = 0


class AnySeatMayAnswer(CupsRuleset):
    """law 1"""

    def check(self, game: Game, seat: Seat, action: Action) -> None:
        if self.result(game) is not None:
            raise Refused(KernelRefusal.BATTLE_OVER)
        if all(action not in decision.choices for decision in self.decisions(game)):
            raise Refused(KernelRefusal.NOT_OFFERED)


class DefaultIsIllegal(CupsRuleset):
    """law 1"""

    def decisions(self, game: Game) -> Sequence[Decision]:
        return [replace(decision, default=Hide(count=9)) for decision in super().decisions(game)]


class RemembersCalls(CupsRuleset):
    """law 2"""

    def __init__(self) -> None:
        super().__init__()
        self._calls = itertools.count()

    def ending(self, rounds: int, points: tuple[int, int]) -> Result | None:
        found = super().ending(rounds, points)
        return found and replace(found, scores=(next(self._calls), 0))


class OrderOfDiceDrifts(CupsRuleset):
    """law 2"""

    def __init__(self) -> None:
        super().__init__()
        self._calls = itertools.count()

    def order(self) -> Sequence[int]:
        return (0, 1) if next(self._calls) % 2 else (1, 0)


class ForgetsInStorage(CupsRuleset):
    """law 3"""

    def decode(self, data: bytes) -> Game:
        game = super().decode(data)
        assert isinstance(game, CupsGame)
        return replace(game, rounds=0)


class NeverEnds(CupsRuleset):
    """law 5"""

    def ending(self, rounds: int, points: tuple[int, int]) -> Result | None:
        return None


class SentenceMissing(CupsRuleset):
    """texts"""

    def text(self, lang: str) -> Mapping[str, str]:
        return {key: sentence for key, sentence in super().text(lang).items() if key != "event.shown"}


class TranslationMissing(CupsRuleset):
    """texts"""

    def text(self, lang: str) -> Mapping[str, str]:
        found = super().text(lang)
        return {key: found[key] for key in found if lang == "en" or key != "phase.timeout"}


class ParameterInvented(CupsRuleset):
    """texts"""

    def text(self, lang: str) -> Mapping[str, str]:
        return {**super().text(lang), "prompt.guess": "{who} {round}"}


class PhaseLeadsNowhere(CupsRuleset):
    """phases"""

    phases = tuple(replace(phase, next=("nirvana",)) for phase in CupsRuleset.phases)


class RuleWithoutAnchor(CupsRuleset):
    """rulebook"""

    def rulebook(self, lang: str) -> str:
        return re.sub("cups", "mugs", super().rulebook(lang))


class WinnerGaveUp(CupsRuleset):
    """concede"""

    def concede(self, game: Game, seat: Seat) -> tuple[Game, list[Event]]:
        return super().concede(game, Seat(1 - seat))


class WaysDoNotAddUp(CupsRuleset):
    """odds"""

    def odds(self, game: Game, seat: Seat, action: Action) -> Odds:
        return replace(super().odds(game, seat, action), ways=5)


class ThreatTellsStones(CupsRuleset):
    """law 4"""

    def threat(self, game: Game, viewer: Viewer, of: Seat) -> Threat:
        assert isinstance(game, CupsGame)
        frame = game.frames[-1] if game.frames else None
        stones = "" if frame is None else str(frame.cups)
        return Threat(of=of, reaches=(Reach("cup", (stones,)),), rule="cups")


class SightTellsStones(CupsRuleset):
    """law 4"""

    def sight(self, game: Game, viewer: Viewer, origin: str, to: str) -> Sight:
        assert isinstance(game, CupsGame)
        clear = bool(game.frames) and game.frames[-1].cups[0] == 1
        return Sight(origin=origin, to=to, clear=clear, lines=(), rule="cups")

    def threat(self, game: Game, viewer: Viewer, of: Seat) -> Threat:
        return Threat(of=of, reaches=(Reach("cup", ("left", "right")),), rule="cups")


FAULTS: tuple[type[CupsRuleset], ...] = tuple(
    [fault for fault in CupsRuleset.__subclasses__() if fault.__module__ == __name__]
)
"""Each breaks the law that its docstring names."""
