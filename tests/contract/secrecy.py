"""Law 4: a viewer's bytes do not change when something changes that he must not see.

Surprising: to prove it one needs games that differ only in secrets (`Ruleset.secret_variants`). The same deed is done
in both, and whatever a viewer gets must be the same bytes, unless an event says that it `reveals`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

from app.engine.action import Action, verb_of
from app.engine.canonical import encode
from app.engine.decision import Decision
from app.engine.event import Event
from app.engine.game import Game, Setup
from app.engine.ids import Seat
from app.engine.refusal import Refused
from app.engine.ruleset import Ruleset
from app.engine.viewer import Role, Viewer
from tests.contract.holding import CountedDice, Seen, as_bytes, hold, viewers


def picked(chance: Random, decision: Decision) -> Action:
    """A random choice; mostly by verb first, so that rare deeds are not drowned by the many moves."""
    if chance.random() < 0.25:
        return chance.choice(decision.choices)
    verb = chance.choice(sorted({verb_of(choice) for choice in decision.choices}))
    return chance.choice([choice for choice in decision.choices if verb_of(choice) == verb])


class Secrecy:
    """See the module."""

    def __init__(self, ruleset: Ruleset, setup: Setup, seen: Seen, chance: Random) -> None:
        self.ruleset = ruleset
        self.setup = setup
        self.seen = seen
        self.chance = chance

    def blind(self, game: Game, decisions: Sequence[Decision], earlier: Sequence[Action], index: int) -> None:
        """Try every viewer on every variant of the position. earlier: actions that were once legal; index: of the next
        roll."""
        for viewer in viewers(self.setup):
            secrets = CountedDice(b"secret%d" % self.seen.variants)
            for variant in self.ruleset.secret_variants(game, viewer, secrets):
                self.seen.variants += 1
                if encode(variant) != encode(game):
                    self.seen.differing += 1
                self._indistinguishable(game, variant, viewer, earlier)
                decision = self.chance.choice(decisions)
                self._acts_alike(game, variant, viewer, decision, index)

    def _indistinguishable(self, game: Game, variant: Game, viewer: Viewer, earlier: Sequence[Action]) -> None:
        one, two = self.ruleset.view(game, viewer), self.ruleset.view(variant, viewer)
        hold(as_bytes(one) == as_bytes(two), "law 4", f"the view of {viewer} shows a secret")
        mine, theirs = _offered_to(self.ruleset, game, viewer), _offered_to(self.ruleset, variant, viewer)
        hold(mine == theirs, "law 4", f"the decisions that {viewer} sees show a secret")
        for seat in range(self.setup.seats):
            seen, also = self._threat(game, viewer, seat), self._threat(variant, viewer, seat)
            hold(seen == also, "law 4", f"what {viewer} sees of seat {seat}'s threat shows a secret")
        places = self._places(game, viewer)
        for origin, to in pairwise(self.chance.sample(places, min(3, len(places)))):
            line, other = self._sight(game, viewer, origin, to), self._sight(variant, viewer, origin, to)
            hold(line == other, "law 4", f"the line from {origin} to {to} shows {viewer} a secret")
        if viewer.role is not Role.SEAT:
            return
        hold(
            self.ruleset.evaluate(game, viewer.seat) == self.ruleset.evaluate(variant, viewer.seat),
            "law 4",
            f"the evaluation for {viewer} knows a secret",
        )
        for decision in self.ruleset.decisions(game):
            for action in self.chance.sample(decision.choices, min(3, len(decision.choices))):
                hold(
                    self._answer(game, viewer.seat, action) == self._answer(variant, viewer.seat, action),
                    "law 4",
                    f"odds or refusal for {viewer} show a secret: {action}",
                )
        for action in self.chance.sample(earlier, min(3, len(earlier))):
            hold(
                self._answer(game, viewer.seat, action) == self._answer(variant, viewer.seat, action),
                "law 4",
                f"a refusal for {viewer} shows a secret: {action}",
            )

    def _answer(self, game: Game, seat: Seat, action: Action) -> bytes:
        """Odds of an action or the refusal of it, as the seat gets them."""
        try:
            odds = self.ruleset.odds(game, seat, action)
        except Refused as refused:
            return as_bytes([refused.code.value, refused.rule, dict(refused.params), refused.field])
        hold(sum(outcome.ways for outcome in odds.outcomes) == odds.ways, "odds", f"ways do not add up: {action}")
        self.seen.text(odds.kind, {})
        for outcome in odds.outcomes:
            self.seen.text(outcome.key, {})
        for part in odds.parts:
            self.seen.text(part.source, {})
            self.seen.rules.add(part.rule)
        return as_bytes(odds)

    def _threat(self, game: Game, viewer: Viewer, seat: int) -> bytes:
        """What a seat could strike, as the viewer gets it, or the refusal."""
        try:
            return as_bytes(self.ruleset.threat(game, viewer, Seat(seat)))
        except Refused as refused:
            return as_bytes([refused.code.value, refused.rule, dict(refused.params), refused.field])

    def _places(self, game: Game, viewer: Viewer) -> list[str]:
        """Some places of the game: those that somebody threatens; none where it has no board."""
        try:
            threats = [self.ruleset.threat(game, viewer, Seat(seat)) for seat in range(self.setup.seats)]
        except Refused:
            return []
        return sorted({place for threat in threats for reach in threat.reaches for place in reach.places})

    def _sight(self, game: Game, viewer: Viewer, origin: str, to: str) -> bytes:
        """The line between two places, as the viewer gets it, or the refusal."""
        try:
            return as_bytes(self.ruleset.sight(game, viewer, origin, to))
        except Refused as refused:
            return as_bytes([refused.code.value, refused.rule, dict(refused.params), refused.field])

    def _acts_alike(self, game: Game, variant: Game, viewer: Viewer, decision: Decision, index: int) -> None:
        """The same deed in both games tells the viewer the same, as far as it reveals nothing."""
        action = picked(self.chance, decision)
        try:
            self.ruleset.check(variant, decision.seat, action)
        except Refused:
            hold(not viewer.knows(decision.seat), "law 4", f"what {viewer} may do shows a secret: {action}")
            return
        one, events = self.ruleset.apply(game, decision.seat, action, CountedDice(b"alike", index))
        two, others = self.ruleset.apply(variant, decision.seat, action, CountedDice(b"alike", index))
        seen, also = _seen(events, viewer), _seen(others, viewer)
        for mine, theirs in zip(seen, also, strict=False):
            if mine.reveals and theirs.reveals and mine.type == theirs.type:
                return  # from here on the viewer knows more, so the two games are no longer alike for him
            hold(as_bytes(mine) == as_bytes(theirs), "law 4", f"event {mine.type} tells {viewer} a secret")
        hold(len(seen) == len(also), "law 4", f"the number of events tells {viewer} a secret")
        hold(
            as_bytes(self.ruleset.view(one, viewer)) == as_bytes(self.ruleset.view(two, viewer)),
            "law 4",
            f"the view of {viewer} after {action} shows a secret",
        )


def _seen(events: Sequence[Event], viewer: Viewer) -> list[Event]:
    return [seen for event in events if (seen := event.seen_by(viewer)) is not None]


def _offered_to(ruleset: Ruleset, game: Game, viewer: Viewer) -> bytes:
    """What a viewer gets of the open decisions: his own whole, of the others who is asked and the public prompt."""
    found: list[Any] = []
    for decision in ruleset.decisions(game):
        if viewer.knows(decision.seat):
            found.append(decision)
        else:
            found.append([decision.id, decision.seat, decision.public, decision.window, decision.path])
    return as_bytes(found)
