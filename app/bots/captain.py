"""The bot called `captain`: looks one choice ahead, plays its own turn out in its head, and takes what ended best.

How: a few worlds are imagined (`Ruleset.imagine`), each with dice of its own. Every candidate is tried in the same
worlds with the same dice (so luck is shared and differences are the candidate's), the rest of the turn is played by
quick manners (`app.bots.manners`), and the position at its end is valued by the ruleset. Weak candidates drop out round
by round, so that the budget goes to the close calls (successive halving).

Surprising: it can foresee neither dice nor hidden cards, as it never touches the match's dice or the real Game after
`imagine`. And it needs no plan between decisions: an answer depends on game, chance and budget alone.
"""

from __future__ import annotations

from random import Random

from app.bots.bot import Budget, Meter
from app.bots.chance import LooseDice
from app.bots.manners import Manners, manners_of
from app.engine.action import Action
from app.engine.decision import Decision
from app.engine.game import Game
from app.engine.ids import Seat
from app.engine.ruleset import Ruleset

WON = 3_000
"""Worth of a battle won, beside the position, as `Ruleset.evaluate` counts: thirty points. With more it would gamble
all on a faint chance."""

FINALISTS = 10
"""Candidates that are played out; with more choices a first look without play-out picks them."""

HORIZON = 60
"""Choices after which a play-out is valued where it stands, lest a long turn eat the budget."""


class Captain:
    """Chooses by one-ply search with play-outs; see the module."""

    def choose(self, ruleset: Ruleset, game: Game, decision: Decision, chance: Random, budget: Budget) -> Action:
        """See `Bot.choose`."""
        manners = manners_of(ruleset)
        choices = manners.sensible(decision.choices)
        if not choices:
            return decision.default
        if len(choices) == 1:
            return choices[0]
        return _Search(ruleset, game, decision.seat, chance, Meter(budget), manners).best(choices, decision.default)


class _World:
    """One imagined game, with the seeds that all candidates share in it."""

    __slots__ = ("dice", "game", "manner")

    def __init__(self, game: Game, dice: int, manner: int) -> None:
        self.game = game
        self.dice = dice
        self.manner = manner


class _Search:
    """One decision's thinking."""

    def __init__(
        self, ruleset: Ruleset, game: Game, seat: Seat, chance: Random, meter: Meter, manners: Manners
    ) -> None:
        self._ruleset = ruleset
        self._game = game
        self._seat = seat
        self._chance = chance
        self._meter = meter
        self._manners = manners

    def best(self, choices: tuple[Action, ...], default: Action) -> Action:
        """The choice that ends best on average."""
        field = self._first_look(choices, default) if len(choices) > FINALISTS else list(choices)
        totals = dict.fromkeys(field, 0)
        reluctance = self._manners.reluctance(choices)
        while len(field) > 1 and not self._meter.empty:
            world = self._imagine()
            round_: dict[Action, int] = {}
            for action in field:
                round_[action] = self._play_out(world, action) - reluctance.get(action, 0)
                if self._meter.empty:
                    break
            if len(round_) < len(field):
                break  # an unfinished round would compare unequal luck
            for action, value in round_.items():
                totals[action] += value
            field.sort(key=totals.__getitem__, reverse=True)  # stable: ties stay in the ruleset's order
            if len(field) > 2:
                field = field[: max(2, len(field) * 3 // 4)]
        return field[0]

    def _first_look(self, choices: tuple[Action, ...], default: Action) -> list[Action]:
        """The most promising choices, valued right after the choice; always with the default and one of each verb."""
        world = self._imagine()
        values: dict[Action, int] = {}
        for action in self._spread(choices):
            after = self._apply(world.game, self._seat, action, LooseDice(Random(world.dice)))
            values[action] = self._value(after)
            if self._meter.empty:
                break
        ranked = sorted(values, key=values.__getitem__, reverse=True)
        field = ranked[: FINALISTS - 1]
        verbs = {type(action) for action in field}
        for action in ranked[FINALISTS - 1 :]:
            if type(action) not in verbs:
                verbs.add(type(action))
                field.append(action)
        if default in choices and default not in field:
            field.append(default)
        return field

    def _spread(self, choices: tuple[Action, ...]) -> list[Action]:
        """All choices in random order, so that a budget that does not reach round favours none by its place."""
        rest = list(choices)
        for last in range(len(rest) - 1, 0, -1):
            other = int(self._chance.random() * (last + 1))
            rest[last], rest[other] = rest[other], rest[last]
        return rest

    def _imagine(self) -> _World:
        seeds = [int(self._chance.random() * 2**53) for _ in range(3)]
        game = self._ruleset.imagine(self._game, self._seat, LooseDice(Random(seeds[0])))
        return _World(game, seeds[1], seeds[2])

    def _play_out(self, world: _World, action: Action) -> int:
        """The value at the end of the own turn, if `action` is taken now and manners decide the rest."""
        dice = LooseDice(Random(world.dice))
        chance = Random(world.manner)
        game = self._apply(world.game, self._seat, action, dice)
        for _ in range(HORIZON):
            decisions = self._ruleset.decisions(game)
            if not decisions:
                break
            decision = next((each for each in decisions if each.seat == self._seat), decisions[0])
            if decision.seat == self._seat:
                choice = self._own(game, decision, chance)
            elif len(decision.path) > 1:  # an interruption of the own turn: retreat, reaction
                choice = decision.default
            else:  # somebody else's turn has begun
                break
            game = self._apply(game, decision.seat, choice, dice)
        return self._value(game)

    def _own(self, game: Game, decision: Decision, chance: Random) -> Action:
        """What manners say; where they leave several ways open, the one that looks best right away."""
        options = self._manners.options(decision, chance)
        if len(options) == 1:
            return options[0]
        best, best_value = options[0], None
        for option in options:
            value = self._value(self._apply(game, self._seat, option, LooseDice(Random(0))))
            if best_value is None or value > best_value:
                best, best_value = option, value
        return best

    def _apply(self, game: Game, seat: Seat, action: Action, dice: LooseDice) -> Game:
        self._meter.spend()
        return self._ruleset.apply(game, seat, action, dice)[0]

    def _value(self, game: Game) -> int:
        value = self._ruleset.evaluate(game, self._seat)
        result = self._ruleset.result(game)
        if result is None or not result.winners:
            return value
        return value + (WON if self._seat in result.winners else -WON)
