"""One random battle, watched: laws 1, 2, 3 and 6, the ids of decisions and patches; law 4 by `secrecy.py`.

Every law is tried at each decision: some cheap ones always, the dear ones now and then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import jsonschema
import msgspec

from app.engine import patch
from app.engine.action import Action, to_json, verb_of
from app.engine.canonical import encode
from app.engine.decision import Decision, Parametric
from app.engine.event import Event
from app.engine.game import Game, Setup
from app.engine.ids import Seat
from app.engine.refusal import Refused
from app.engine.ruleset import Ruleset
from app.engine.viewer import REFEREE
from tests.contract.holding import LONGEST, Broken, CountedDice, Seen, as_bytes, hold, viewers
from tests.contract.secrecy import Secrecy, picked

DEEDS = frozenset(("harm", "fire", "help"))
"""Tones of verbs that an eager walk takes whenever they are offered."""

GLANCES = 4
"""Moves that an eager walk compares."""


class Walk:
    """One random battle, watched. eager: whoever decides seeks deeds, since pure chance mostly lets things be and comes
    seldom to the deep places of a game."""

    def __init__(
        self, ruleset: Ruleset, setup: Setup, seed: int, seen: Seen, every: int = 7, eager: bool = False
    ) -> None:
        self.ruleset = ruleset
        self.setup = setup
        self.seed = seed
        self.seen = seen
        self.every = every
        self.eager = eager
        self.verbs: Mapping[str, Mapping[str, Any]] = ruleset.content()["verbs"] if eager else {}
        self.chance = Random(seed)
        self.dice = CountedDice(b"law%d" % seed)
        self.again = CountedDice(b"law%d" % seed)
        self.earlier: list[Action] = []
        self.asked_before: dict[tuple[int, str], bytes] = {}
        self.told_until = 0
        self.secrecy = Secrecy(ruleset, setup, seen, self.chance)

    def play(self, limit: int = LONGEST) -> None:
        """From the first decision to the end, or to `limit` decisions."""
        game, events = self.ruleset.new_game(self.setup, self.dice)
        other, other_events = self.ruleset.new_game(self.setup, self.again)
        self._same(game, events, other, other_events)
        self.seen.events(events)
        steps = 0
        while True:
            decisions = self.ruleset.decisions(game)
            hold(
                bool(decisions) == (self.ruleset.result(game) is None),
                "law 1",
                "decisions are open iff the battle goes on",
            )
            if not decisions or steps >= limit:
                break
            self._survives(game, decisions)
            self._identities(decisions)
            for decision in decisions:
                self._mask(game, decision)
                self.seen.decision(decision)
            if steps % self.every == 0:
                self.secrecy.blind(game, decisions, self.earlier, self.dice.index)
            decision = self.chance.choice(decisions)
            action = self._seek(game, decision) if self.eager else picked(self.chance, decision)
            self.seen.verbs.add(verb_of(action))
            self.seen.deeds += action in self._deeds(decision)
            self.seen.decisions += 1
            steps += 1
            game = self._step(game, decision.seat, action, decisions)
        result = self.ruleset.result(game)
        if result is not None:
            self.seen.text(result.reason, {})
            self.seen.reasons.append(result.reason)
            self._over(game)

    def _deeds(self, decision: Decision) -> list[Action]:
        """The choices whose tone says that they harm, light fires or help; none unless eager."""
        return [choice for choice in decision.choices if self._tone(choice) in DEEDS]

    def _tone(self, action: Action) -> str:
        return str(self.verbs.get(verb_of(action), {}).get("tone", ""))

    def _seek(self, game: Game, decision: Decision) -> Action:
        """A deed if there is one, else an order, else a move that brings something, and only then the end of the
        phase; now and then anything."""
        if self.chance.random() < 0.1:
            return picked(self.chance, decision)
        deeds = self._deeds(decision)
        if deeds:
            verb = self.chance.choice(sorted({verb_of(deed) for deed in deeds}))
            return self.chance.choice([deed for deed in deeds if verb_of(deed) == verb])
        orders = [choice for choice in decision.choices if self._tone(choice) == "order" and self._opens(choice)]
        if orders:
            return self.chance.choice(orders)
        moves = [choice for choice in decision.choices if self._tone(choice) == "move"]
        if not moves:
            return picked(self.chance, decision)
        glances = self.chance.sample(moves, min(GLANCES, len(moves)))
        return max(glances, key=lambda move: self._worth(game, decision.seat, move))

    def _opens(self, action: Action) -> bool:
        return not self.verbs.get(verb_of(action), {}).get("undoes", False)

    def _worth(self, game: Game, seat: Seat, action: Action) -> int:
        after, _ = self.ruleset.apply(game, seat, action, CountedDice(b"glance", self.dice.index))
        return self.ruleset.evaluate(after, seat)

    def _step(self, game: Game, seat: Seat, action: Action, decisions: Sequence[Decision]) -> Game:
        before = encode(game)
        after, events = self.ruleset.apply(game, seat, action, self.dice)
        hold(encode(game) == before, "law 2", "apply leaves the given game untouched")
        rebuilt = self.ruleset.decode(before)
        other, other_events = self.ruleset.apply(rebuilt, seat, action, self.again)
        self._same(after, events, other, other_events)
        self.seen.events(events)
        self._others_stay(seat, decisions, self.ruleset.decisions(after))
        for viewer in (*viewers(self.setup), REFEREE) if self.seen.decisions % self.every == 0 else ():
            old, new = self.ruleset.view(game, viewer), self.ruleset.view(after, viewer)
            hold(
                as_bytes(patch.apply(old, patch.diff(old, new))) == as_bytes(new),
                "patch",
                "old view + patch = new",
            )
            hold(msgspec.json.decode(as_bytes(new)) == new, "view", "a view is plain JSON values")
        return after

    # -- law 1 -------------------------------------------------------------------------------------------------------
    def _mask(self, game: Game, decision: Decision) -> None:
        choices = decision.choices
        hold(choices, "law 1", "a decision has choices")
        hold(len(set(choices)) == len(choices), "law 1", "no choice twice")
        self._accepted(game, decision.seat, decision.default)
        for choice in choices:
            self._accepted(game, decision.seat, choice)
        sample = self.chance.choice(choices)
        plain = to_json(sample)
        hold(self.ruleset.action(plain) == sample, "law 1", "a choice survives JSON")
        hold(self.ruleset.action(as_bytes(plain)) == sample, "law 1", "a choice survives bytes")
        free = {parametric.verb for parametric in decision.parametric}
        for action in self._strangers(choices):
            if verb_of(action) not in free and action not in choices:
                self._refuses(game, decision.seat, action)
        for seat in range(self.setup.seats):
            if all(other.seat != seat for other in self.ruleset.decisions(game)):
                self._refuses(game, Seat(seat), sample)
        self.earlier += self.chance.sample(choices, min(3, len(choices)))
        del self.earlier[:-60]

        for parametric in decision.parametric:
            self._free(game, decision, parametric)

    def _free(self, game: Game, decision: Decision, parametric: Parametric) -> None:
        """A verb whose choices are not all listed: some are, the schema admits what `check` accepts, and `apply` agrees
        with `check` also beside the lattice."""
        listed = [choice for choice in decision.choices if verb_of(choice) == parametric.verb]
        hold(listed, "law 1", f"no choice of {parametric.verb} is listed")
        admits = jsonschema.Draft202012Validator(parametric.schema).is_valid
        sample = to_json(self.chance.choice(listed))
        for plain in (sample, self._nudged(sample)):
            try:
                action = self.ruleset.action(plain)
                self.ruleset.check(game, decision.seat, action)
            except Refused:
                continue
            hold(admits(plain), "law 1", f"accepted, yet against its own schema: {plain}")
            try:
                self.ruleset.apply(game, decision.seat, action, CountedDice(b"free", self.dice.index))
            except Refused as refused:
                raise Broken(f"law 1: accepted, yet apply refuses as {refused}: {plain}") from refused

    def _nudged(self, value: Any) -> Any:
        """The same JSON with every number moved a little."""
        if isinstance(value, dict):
            return {key: self._nudged(part) for key, part in value.items()}
        if isinstance(value, list | tuple):
            return [self._nudged(part) for part in value]
        return value + self.chance.randint(-30, 30) if type(value) is int else value

    def _accepted(self, game: Game, seat: Seat, action: Action) -> None:
        try:
            self.ruleset.check(game, seat, action)
        except Refused as refused:
            raise Broken(f"law 1: offered, yet refused as {refused}: {action}") from refused

    def _strangers(self, choices: Sequence[Action]) -> list[Action]:
        """Actions that are not offered: choices of earlier and other decisions, and choices with one field changed."""
        found = self.chance.sample(self.earlier, min(4, len(self.earlier)))
        for action in self.chance.sample(choices, min(2, len(choices))):
            plain = to_json(action)
            fields = [name for name in plain if name != "verb"]
            if not fields:
                continue
            name = self.chance.choice(fields)
            donors = [to_json(other) for other in (*self.earlier, *choices)]
            values = [donor[name] for donor in donors if name in donor]
            changed = {**plain, name: self.chance.choice(values)}
            try:
                found.append(self.ruleset.action(changed))
            except Refused:
                continue
        return found

    def _refuses(self, game: Game, seat: Seat, action: Action) -> None:
        before = encode(game)
        try:
            self.ruleset.check(game, seat, action)
        except Refused as refused:
            self.seen.refused += 1
            self.seen.text(f"refused.{refused.code.value}", refused.params)
            if refused.rule:
                self.seen.rules.add(refused.rule)
        else:
            raise Broken(f"law 1: not offered, yet accepted: {action}")
        index = self.dice.index
        try:
            self.ruleset.apply(game, seat, action, self.dice)
        except Refused:
            hold(self.dice.index == index, "law 6", "a refused action throws no dice")
            hold(encode(game) == before, "law 1", "a refused action changes nothing")
        else:
            raise Broken(f"law 1: apply does not check: {action}")

    def _over(self, game: Game) -> None:
        for seat in range(self.setup.seats):
            for action in self.earlier[-3:]:
                self._refuses(game, Seat(seat), action)

    # -- laws 2, 3, 6 ------------------------------------------------------------------------------------------------
    def _same(self, game: Game, events: Sequence[Event], other: Game, other_events: Sequence[Event]) -> None:
        hold(encode(game) == encode(other), "law 2", "equal games, equal dice: equal games")
        hold(as_bytes(events) == as_bytes(other_events), "law 2", "equal games, equal dice: equal events")
        hold(self.dice.asked == self.again.asked, "law 6", "dice are asked for in a fixed order")
        told = [event.roll for event in events if event.roll is not None]
        spent = set(range(self.told_until, self.dice.index))
        hold({roll.index for roll in told} == spent, "law 6", "each roll that was thrown is told, and no other")
        self.told_until = self.dice.index

    def _survives(self, game: Game, decisions: Sequence[Decision]) -> None:
        data = encode(game)
        rebuilt = self.ruleset.decode(data)
        hold(rebuilt == game and type(rebuilt) is type(game), "law 3", "a game survives storage")
        hold(encode(rebuilt) == data, "law 3", "stored bytes are stable")
        again = self.ruleset.decisions(rebuilt)
        hold(as_bytes(again) == as_bytes(decisions), "law 3", "a rebuilt game asks the same")

    # -- decision ids ------------------------------------------------------------------------------------------------
    def _identities(self, decisions: Sequence[Decision]) -> None:
        seats = [decision.seat for decision in decisions]
        hold(len(set(seats)) == len(seats), "decisions", "a seat holds one decision at a time")
        for decision in decisions:
            key, asked = (int(decision.seat), decision.id), _asked(decision)
            hold(self.asked_before.setdefault(key, asked) == asked, "decisions", "an id always asks the same")

    def _others_stay(self, seat: Seat, before: Sequence[Decision], after: Sequence[Decision]) -> None:
        now = {decision.seat: decision for decision in after}
        for decision in before:
            if decision.seat != seat and decision.seat in now:
                other = now[decision.seat]
                same = _asked(decision) == _asked(other)
                hold(
                    (decision.id == other.id) == same,
                    "decisions",
                    "answering one decision leaves the others' ids alone",
                )


def _asked(decision: Decision) -> bytes:
    return as_bytes([decision.prompt, decision.choices, decision.default, decision.parametric])
