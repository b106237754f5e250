"""The laws of `app.engine.ruleset`, as checks on random games. They know no game; whatever breaks one raises Broken.

`play` walks one random battle and tries every law at each decision: some cheap ones always, the dear ones now and then.
Surprising: to prove that nothing leaks one needs games that differ only in secrets (`Ruleset.secret_variants`); the
same deed is done in both, and whatever a viewer gets must be the same bytes, unless an event says that it `reveals`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import jsonschema
import msgspec

from app.engine import patch
from app.engine.action import Action, to_json, verb_of
from app.engine.canonical import encode
from app.engine.decision import Decision, Parametric
from app.engine.dice import HmacDice, Rolled
from app.engine.event import Event
from app.engine.game import Game, Setup
from app.engine.ids import Seat
from app.engine.phase import ACTORS
from app.engine.refusal import Refused
from app.engine.ruleset import TONES, Ruleset
from app.engine.viewer import REFEREE, SPECTATOR, Role, Viewer, seat_viewer

LANGUAGES = ("en", "ru")
LONGEST = 20_000
"""Decisions after which a battle counts as endless."""

DEEDS = frozenset(("harm", "fire", "help"))
"""Tones of verbs that an eager walk takes whenever they are offered."""

GLANCES = 4
"""Moves that an eager walk compares."""

_bytes = msgspec.json.Encoder(order="sorted")


class Broken(AssertionError):
    """A law is broken."""


def hold(condition: object, law: str, what: str) -> None:
    """Raise Broken unless the condition is true."""
    if not condition:
        raise Broken(f"{law}: {what}")


class CountedDice:
    """Dice that remember what they were asked for (law 6)."""

    def __init__(self, seed: bytes, start: int = 0) -> None:
        self._dice = HmacDice(seed, "contract", index=start)
        self.asked: list[tuple[str, int, int]] = []

    @property
    def index(self) -> int:
        """See `Dice.index`."""
        return self._dice.index

    def roll(self, purpose: str, count: int, sides: int) -> Rolled:
        """See `Dice.roll`."""
        self.asked.append((purpose, count, sides))
        return self._dice.roll(purpose, count, sides)

    def shuffle(self, purpose: str, count: int) -> Rolled:
        """See `Dice.shuffle`."""
        self.asked.append((purpose, count, 0))
        return self._dice.shuffle(purpose, count)


@dataclass
class Seen:
    """What random games have met: text keys with the parameters given, rules, and how often each law was tried."""

    keys: dict[str, frozenset[str]] = field(default_factory=dict)
    verbs: set[str] = field(default_factory=set)
    rules: set[str] = field(default_factory=set)
    decisions: int = 0
    deeds: int = 0
    refused: int = 0
    variants: int = 0
    differing: int = 0
    reasons: list[str] = field(default_factory=list)

    def text(self, key: str, params: Mapping[str, Any]) -> None:
        """Note a text key; of several uses those parameters count that are always given."""
        given = frozenset(params)
        self.keys[key] = self.keys[key] & given if key in self.keys else given


def viewers(setup: Setup) -> list[Viewer]:
    """Every class of viewers who may not know all."""
    return [*(seat_viewer(seat) for seat in range(setup.seats)), SPECTATOR]


# -- one battle --------------------------------------------------------------------------------------------------------
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

    def play(self, limit: int = LONGEST) -> None:
        """From the first decision to the end, or to `limit` decisions."""
        game, events = self.ruleset.new_game(self.setup, self.dice)
        other, other_events = self.ruleset.new_game(self.setup, self.again)
        self._same(game, events, other, other_events)
        self._note_events(events)
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
                self._note_decision(decision)
            if steps % self.every == 0:
                self._blind(game, decisions)
            decision = self.chance.choice(decisions)
            action = self._seek(game, decision) if self.eager else self._pick(decision)
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

    def _pick(self, decision: Decision) -> Action:
        """A random choice; mostly by verb first, so that rare deeds are not drowned by the many moves."""
        if self.chance.random() < 0.25:
            return self.chance.choice(decision.choices)
        verb = self.chance.choice(sorted({verb_of(choice) for choice in decision.choices}))
        return self.chance.choice([choice for choice in decision.choices if verb_of(choice) == verb])

    def _deeds(self, decision: Decision) -> list[Action]:
        """The choices whose tone says that they harm, light fires or help; none unless eager."""
        return [choice for choice in decision.choices if self._tone(choice) in DEEDS]

    def _tone(self, action: Action) -> str:
        return str(self.verbs.get(verb_of(action), {}).get("tone", ""))

    def _seek(self, game: Game, decision: Decision) -> Action:
        """A deed if there is one, else an order, else a move that brings something, and only then the end of the
        phase; now and then anything."""
        if self.chance.random() < 0.1:
            return self._pick(decision)
        deeds = self._deeds(decision)
        if deeds:
            verb = self.chance.choice(sorted({verb_of(deed) for deed in deeds}))
            return self.chance.choice([deed for deed in deeds if verb_of(deed) == verb])
        orders = [choice for choice in decision.choices if self._tone(choice) == "order" and self._opens(choice)]
        if orders:
            return self.chance.choice(orders)
        moves = [choice for choice in decision.choices if self._tone(choice) == "move"]
        if not moves:
            return self._pick(decision)
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
        self._note_events(events)
        self._others_stay(seat, decisions, self.ruleset.decisions(after))
        for viewer in (*viewers(self.setup), REFEREE) if self.seen.decisions % self.every == 0 else ():
            old, new = self.ruleset.view(game, viewer), self.ruleset.view(after, viewer)
            hold(
                _bytes.encode(patch.apply(old, patch.diff(old, new))) == _bytes.encode(new),
                "patch",
                "old view + patch = new",
            )
            hold(msgspec.json.decode(_bytes.encode(new)) == new, "view", "a view is plain JSON values")
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
        hold(self.ruleset.action(_bytes.encode(plain)) == sample, "law 1", "a choice survives bytes")
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
        hold(_bytes.encode(events) == _bytes.encode(other_events), "law 2", "equal games, equal dice: equal events")
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
        hold(_bytes.encode(again) == _bytes.encode(decisions), "law 3", "a rebuilt game asks the same")

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

    # -- law 4 -------------------------------------------------------------------------------------------------------
    def _blind(self, game: Game, decisions: Sequence[Decision]) -> None:
        for viewer in viewers(self.setup):
            secrets = CountedDice(b"secret%d" % self.seen.variants)
            for variant in self.ruleset.secret_variants(game, viewer, secrets):
                self.seen.variants += 1
                if encode(variant) != encode(game):
                    self.seen.differing += 1
                self._indistinguishable(game, variant, viewer)
                self._acts_alike(game, variant, viewer, decisions)

    def _indistinguishable(self, game: Game, variant: Game, viewer: Viewer) -> None:
        one, two = self.ruleset.view(game, viewer), self.ruleset.view(variant, viewer)
        hold(_bytes.encode(one) == _bytes.encode(two), "law 4", f"the view of {viewer} shows a secret")
        mine, theirs = _offered_to(self.ruleset, game, viewer), _offered_to(self.ruleset, variant, viewer)
        hold(mine == theirs, "law 4", f"the decisions that {viewer} sees show a secret")
        for seat in range(self.setup.seats):
            seen, also = self._threat(game, viewer, seat), self._threat(variant, viewer, seat)
            hold(seen == also, "law 4", f"what {viewer} sees of seat {seat}'s threat shows a secret")
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
        for action in self.chance.sample(self.earlier, min(3, len(self.earlier))):
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
            return _bytes.encode([refused.code.value, refused.rule, dict(refused.params), refused.field])
        hold(sum(outcome.ways for outcome in odds.outcomes) == odds.ways, "odds", f"ways do not add up: {action}")
        self.seen.text(odds.kind, {})
        for outcome in odds.outcomes:
            self.seen.text(outcome.key, {})
        for part in odds.parts:
            self.seen.text(part.source, {})
            self.seen.rules.add(part.rule)
        return _bytes.encode(odds)

    def _threat(self, game: Game, viewer: Viewer, seat: int) -> bytes:
        """What a seat could strike, as the viewer gets it, or the refusal."""
        try:
            return _bytes.encode(self.ruleset.threat(game, viewer, Seat(seat)))
        except Refused as refused:
            return _bytes.encode([refused.code.value, refused.rule, dict(refused.params), refused.field])

    def _acts_alike(self, game: Game, variant: Game, viewer: Viewer, decisions: Sequence[Decision]) -> None:
        """The same deed in both games tells the viewer the same, as far as it reveals nothing."""
        decision = self.chance.choice(decisions)
        action = self._pick(decision)
        try:
            self.ruleset.check(variant, decision.seat, action)
        except Refused:
            hold(not viewer.knows(decision.seat), "law 4", f"what {viewer} may do shows a secret: {action}")
            return
        start = self.dice.index
        one, events = self.ruleset.apply(game, decision.seat, action, CountedDice(b"alike", start))
        two, others = self.ruleset.apply(variant, decision.seat, action, CountedDice(b"alike", start))
        seen, also = _seen(events, viewer), _seen(others, viewer)
        for mine, theirs in zip(seen, also, strict=False):
            if mine.reveals and theirs.reveals and mine.type == theirs.type:
                return  # from here on the viewer knows more, so the two games are no longer alike for him
            hold(_bytes.encode(mine) == _bytes.encode(theirs), "law 4", f"event {mine.type} tells {viewer} a secret")
        hold(len(seen) == len(also), "law 4", f"the number of events tells {viewer} a secret")
        hold(
            _bytes.encode(self.ruleset.view(one, viewer)) == _bytes.encode(self.ruleset.view(two, viewer)),
            "law 4",
            f"the view of {viewer} after {action} shows a secret",
        )

    # -- texts -------------------------------------------------------------------------------------------------------
    def _note_decision(self, decision: Decision) -> None:
        self.seen.text(decision.prompt.key, decision.prompt.params)
        self.seen.text(decision.public.key, decision.public.params)
        for key in decision.path:
            self.seen.text(key, {})

    def _note_events(self, events: Sequence[Event]) -> None:
        for event in events:
            self.seen.text(f"event.{event.type}", {**event.data} if event.redacted is None else {**event.redacted})
            hold(event.rule != "", "events", f"{event.type} names no rule")
            self.seen.rules.add(event.rule)
            roll = event.roll
            if roll is None:
                continue
            for modifier in roll.modifiers:
                self.seen.text(modifier.source, {})
                self.seen.rules.add(modifier.rule)
            for key in (roll.chance_of, roll.outcome):
                if key:
                    self.seen.text(key, event.data)
            if roll.needed:
                self.seen.text(roll.needed, roll.needed_params)
            if roll.chance is not None:
                ways, whole = roll.chance
                hold(0 <= ways <= whole, "odds", f"{event.type} has an impossible chance {roll.chance}")


def _asked(decision: Decision) -> bytes:
    return _bytes.encode([decision.prompt, decision.choices, decision.default, decision.parametric])


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
    return _bytes.encode(found)


def mixed_setup(ruleset: Ruleset, scenario: str, chance: Random) -> Setup:
    """A set-up with every switch and every list of values set by chance."""
    for _ in range(100):
        options: dict[str, Any] = {}
        for option in ruleset.options:
            if option.kind == "bool":
                options[option.id] = chance.random() < 0.5
            elif option.kind == "enum":
                options[option.id] = chance.choice(option.values)
        try:
            return ruleset.setup(scenario, options)
        except Refused:
            continue
    raise Broken(f"options: no mixture of options fits {scenario}")


# -- whole rulesets ----------------------------------------------------------------------------------------------------
def defaults_end(ruleset: Ruleset, setup: Setup, seed: int, longest: int = LONGEST) -> int:
    """Law 5: a battle played by defaults alone ends. Returns the number of decisions."""
    dice = CountedDice(b"default%d" % seed)
    game, _ = ruleset.new_game(setup, dice)
    for count in range(longest):
        decisions = ruleset.decisions(game)
        if not decisions:
            hold(ruleset.result(game) is not None, "law 5", "a battle without decisions has a result")
            return count
        for decision in decisions:
            if any(open_now.id == decision.id for open_now in ruleset.decisions(game)):
                try:
                    game, _ = ruleset.apply(game, decision.seat, decision.default, dice)
                except Refused as refused:
                    raise Broken(f"law 1: a default is refused as {refused}: {decision.default}") from refused
    raise Broken("law 5: a battle of defaults does not end")


def conceding_ends(ruleset: Ruleset, setup: Setup) -> None:
    """A seat that gives up does not win. With two seats the battle is over; with more it may go on, and then the seat
    is asked nothing any more and the others come to an end."""
    for seat in range(setup.seats):
        dice = CountedDice(b"concede")
        game, _ = ruleset.new_game(setup, dice)
        game, _ = ruleset.concede(game, Seat(seat))
        if setup.seats == 2:
            hold(ruleset.result(game) is not None, "concede", "the battle is over")
        for _ in range(LONGEST):
            decisions = ruleset.decisions(game)
            hold(all(decision.seat != seat for decision in decisions), "concede", "who gives up is asked no more")
            if not decisions:
                break
            game, _ = ruleset.apply(game, decisions[0].seat, decisions[0].default, dice)
        result = ruleset.result(game)
        hold(result is not None and seat not in result.winners, "concede", "who gives up does not win")


_PARAM = re.compile(r"\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*(?=[,}])")


def params_of(sentence: str) -> frozenset[str]:
    """Names of the parameters of a sentence of a catalogue; texts inside plural forms are not parameters."""
    return frozenset(name for name in _PARAM.findall(sentence))


def texts_complete(ruleset: Ruleset, seen: Seen) -> None:
    """Every key met has a sentence in each language, with the same parameters, all of which were given."""
    catalogues = {lang: ruleset.text(lang) for lang in LANGUAGES}
    first = catalogues[LANGUAGES[0]]
    for lang, catalogue in catalogues.items():
        hold(set(catalogue) == set(first), "texts", f"{lang} differs: {sorted(set(catalogue) ^ set(first))[:5]}")
    for key, sentence in first.items():
        for lang, catalogue in catalogues.items():
            hold(catalogue[key].strip(), "texts", f"{key} is empty in {lang}")
            hold(params_of(catalogue[key]) == params_of(sentence), "texts", f"{key} has other parameters in {lang}")
    missing = sorted(key for key in seen.keys if key not in first)
    hold(not missing, "texts", f"no sentence for {missing}")
    for key, given in seen.keys.items():
        spare = params_of(first[key]) - given
        hold(not spare, "texts", f"{key} names parameters that are not always given: {sorted(spare)}")


def phases_complete(ruleset: Ruleset) -> None:
    """The phase table names only its own phases, speaks both languages, and every phase can be reached."""
    ids = [phase.id for phase in ruleset.phases]
    hold(len(set(ids)) == len(ids) and ids, "phases", "ids are unique")
    text = ruleset.text("en")
    reached: set[str] = {ids[0]}
    for phase in ruleset.phases:
        hold(set(phase.next) <= set(ids), "phases", f"{phase.id} leads to nowhere")
        hold(set(phase.names) >= set(LANGUAGES), "phases", f"{phase.id} lacks a name")
        hold(phase.acts in ACTORS, "phases", f"{phase.id}: who acts?")
        hold(phase.does in text and phase.timeout in text, "phases", f"{phase.id} lacks a text")
    for _ in ids:
        reached |= {after for phase in ruleset.phases if phase.id in reached for after in phase.next}
    hold(reached == set(ids), "phases", f"never reached: {set(ids) - reached}")


def static_complete(ruleset: Ruleset) -> None:
    """Presets, options, scenarios, content and rulebook are there and fit together."""
    text = ruleset.text("en")
    hold({"standard", "letter"} <= set(ruleset.presets), "options", "presets standard and letter")
    ids = {option.id for option in ruleset.options}
    for preset in ruleset.presets.values():
        hold(set(preset) <= ids, "options", "a preset names unknown options")
    for option in ruleset.options:
        hold(f"option.{option.id}" in text, "texts", f"option.{option.id}")
        hold(f"option.{option.id}.text" in text, "texts", f"option.{option.id}.text")
    anchors: list[set[str]] = []
    for lang in LANGUAGES:
        anchors.append(set(re.findall(r"\{#([^}]+)\}", ruleset.rulebook(lang))))
    hold(anchors[0] == anchors[1] and anchors[0], "rulebook", "same anchors in both languages")
    verbs = ruleset.content()["verbs"]
    for verb, entry in verbs.items():
        hold(entry["tone"] in TONES and type(entry["rolls"]) is bool, "content", f"verb {verb}")
    hold(_bytes.encode(ruleset.content()), "content", "content is JSON")
    for scenario in ruleset.scenarios():
        hold(set(scenario.names) >= set(LANGUAGES), "scenarios", f"{scenario.id} lacks a name")
        hold(set(scenario.options) == ids, "scenarios", f"{scenario.id} does not show every option")
        hold(_bytes.encode(scenario.preview), "scenarios", "preview is JSON")


def rules_linked(ruleset: Ruleset, rules: set[str]) -> None:
    """Every rule that an event or refusal named has an anchor in the rulebook."""
    anchors = set(re.findall(r"\{#([^}]+)\}", ruleset.rulebook("en")))
    hold(rules <= anchors, "rulebook", f"no anchor for {sorted(rules - anchors)}")
