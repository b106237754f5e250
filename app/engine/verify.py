"""Verify: play a record again with the revealed seed, and say plainly where it differs from what was told.

A record is what `GET /matches/{id}/replay` gives of an ended battle (docs/wire.md): set-up, seed, and every step with
its events, roll range and state hash. Nothing in it is believed: games, rolls and views are derived anew. Surprising:
some steps are no action of the ruleset but the service's (takeback, resignation, draw); they are followed here as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from app.engine import patch as patches
from app.engine.canonical import state_hash
from app.engine.dice import ALGORITHM, HmacDice, commitment, derive_roll, derive_shuffle, message_of
from app.engine.event import Event, Roll
from app.engine.game import Game, Setup
from app.engine.ids import Seat
from app.engine.refusal import Refused
from app.engine.ruleset import Ruleset
from app.engine.viewer import REFEREE

FORMAT = "sandtable/1"

TAKEBACK = "takeback"
"""The battle goes back to how it was after step `to`."""
CONCEDE = ("resign", "forfeit", "concede")
"""The seat gives up, by will or by its clock."""
AGREED = ("draw",)
"""The seats agree on a draw: the battle stays as it is."""


class RecordEvent(msgspec.Struct, frozen=True):
    """An event as the referee is told it."""

    type: str
    rule: str
    data: dict[str, Any] = {}
    roll: Roll | None = None


class RecordStep(msgspec.Struct, frozen=True):
    """One stored step. rolls: first index that it spent, and the first that it did not."""

    seq: int
    seat: int | None
    action: dict[str, Any]
    events: tuple[RecordEvent, ...]
    rolls: tuple[int, int]
    hash: str
    patch: list[Any] = []
    at: Any = None
    turn: int | None = None


class RecordFairness(msgspec.Struct, frozen=True):
    """What the dice were made from."""

    algorithm: str
    match: str
    commitment: str
    nonces: tuple[str, ...]
    seed: str | None


class Record(msgspec.Struct, frozen=True):
    """The whole battle, as far as verifying needs it; further fields are left aside."""

    format: str
    setup: Setup
    fairness: RecordFairness
    view: dict[str, Any]
    start_events: tuple[RecordEvent, ...]
    steps: tuple[RecordStep, ...]
    match: dict[str, Any] = {}


class Fault(msgspec.Struct, frozen=True):
    """Where record and derivation differ. seq: the step, 0 for the start, None for the record as a whole."""

    seq: int | None
    what: str


class Moment(msgspec.Struct, frozen=True):
    """The battle after one step (step None: at its start), as it was derived."""

    game: Game
    step: RecordStep | None
    events: tuple[RecordEvent, ...]


class Broken(ValueError):
    """A record that cannot be read at all, or cannot be played on from here; `fault` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.what)
        self.fault = fault


def parse(data: bytes) -> Record:
    """The record from its JSON. Broken if it is none."""
    try:
        record = msgspec.json.decode(data, type=Record)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Broken(Fault(None, f"not a record: {error}")) from None
    if record.format != FORMAT:
        raise Broken(Fault(None, f"format {record.format!r}, expected {FORMAT!r}"))
    return record


def told(events: Sequence[Event]) -> tuple[RecordEvent, ...]:
    """Events as the referee is told them, in JSON values."""
    seen = [event for event in (event.seen_by(REFEREE) for event in events) if event is not None]
    return msgspec.json.decode(msgspec.json.encode(seen), type=tuple[RecordEvent, ...])


def derive(ruleset: Ruleset, record: Record) -> Iterator[Moment]:
    """The battle step by step, from set-up, actions and seed alone. Broken where it cannot go on."""
    fairness = record.fairness
    dice = HmacDice(seed_of(fairness), fairness.match, fairness.nonces)
    try:
        game, events = ruleset.new_game(record.setup, dice)
    except (Refused, ValueError, LookupError) as error:
        raise Broken(Fault(0, f"the set-up cannot be played: {error}")) from None
    yield Moment(game, None, told(events))
    history = {0: game}
    for step in record.steps:
        dice = HmacDice(seed_of(fairness), fairness.match, fairness.nonces, step.rolls[0])
        try:
            game, events = _stepped(ruleset, game, step, dice, history)
        except (Refused, ValueError, LookupError) as error:
            raise Broken(Fault(step.seq, f"{step.action} of seat {step.seat} is not possible: {error}")) from None
        history[step.seq] = game
        yield Moment(game, step, told(events))
        if step.rolls[1] != dice.index:
            raise Broken(Fault(step.seq, f"it spent the rolls {step.rolls[0]}…{dice.index - 1}, told was {step.rolls}"))


def _stepped(
    ruleset: Ruleset, game: Game, step: RecordStep, dice: HmacDice, history: Mapping[int, Game]
) -> tuple[Game, list[Event]]:
    verb = step.action.get("verb")
    if verb == TAKEBACK:
        return history[step.action["to"]], []
    if verb in AGREED:
        return game, []
    if step.seat is None:
        raise ValueError("no seat")
    if verb in CONCEDE:
        return ruleset.concede(game, Seat(step.seat))
    return ruleset.apply(game, Seat(step.seat), ruleset.action(step.action), dice)


def seed_of(fairness: RecordFairness) -> bytes:
    """The revealed seed. Broken if it is not revealed, or is no seed."""
    if fairness.seed is None:
        raise Broken(Fault(None, "the seed is not revealed: the battle has not ended"))
    try:
        return bytes.fromhex(fairness.seed)
    except ValueError:
        raise Broken(Fault(None, "the seed is no hexadecimal number")) from None


def faults(ruleset: Ruleset, record: Record) -> Iterator[Fault]:
    """Everything in which the record differs from its own derivation, in order; nothing: the record is true."""
    fairness = record.fairness
    try:
        seed = seed_of(fairness)
    except Broken as broken:
        yield broken.fault
        return
    if fairness.algorithm != ALGORITHM:
        yield Fault(None, f"dice algorithm {fairness.algorithm!r}, known is {ALGORITHM!r}")
        return
    if commitment(seed) != fairness.commitment:
        yield Fault(None, "the seed is not the one that was committed to before the battle")
    if record.setup.ruleset != ruleset.id or record.setup.version != ruleset.version:
        yield Fault(None, f"made by {record.setup.ruleset} {record.setup.version}, not {ruleset.id} {ruleset.version}")
    yield from _numbering(record)
    view = record.view
    try:
        for moment in derive(ruleset, record):
            yield from _compared(ruleset, fairness, seed, record, moment)
            try:
                view = patches.apply(view, moment.step.patch) if moment.step else view
            except (KeyError, TypeError, IndexError):
                yield Fault(moment.step.seq if moment.step else 0, "its patch does not fit the view before")
            if msgspec.json.decode(msgspec.json.encode(ruleset.view(moment.game, REFEREE))) != view:
                yield Fault(moment.step.seq if moment.step else 0, "the view differs")
                return
    except Broken as broken:
        yield broken.fault


def _numbering(record: Record) -> Iterator[Fault]:
    rolled = 0
    for expected, step in enumerate(record.steps, 1):
        if step.seq != expected:
            yield Fault(step.seq, f"step {expected} is missing or out of order")
            return
        if step.rolls[0] < rolled or step.rolls[1] < step.rolls[0]:
            yield Fault(step.seq, f"it uses rolls {step.rolls} again: the next free one was {rolled}")
        rolled = step.rolls[1]


def _compared(
    ruleset: Ruleset, fairness: RecordFairness, seed: bytes, record: Record, moment: Moment
) -> Iterator[Fault]:
    seq = moment.step.seq if moment.step else 0
    recorded = moment.step.events if moment.step else record.start_events
    for event in recorded:
        if event.roll is not None:
            yield from _rolled(fairness, seed, seq, event.roll)
    if recorded != moment.events:
        yield Fault(seq, _first_difference(recorded, moment.events))
    if moment.step and state_hash(moment.game) != moment.step.hash:
        yield Fault(seq, f"the state's hash is {state_hash(moment.game)[:16]}…, told was {moment.step.hash[:16]}…")


def _rolled(fairness: RecordFairness, seed: bytes, seq: int, roll: Roll) -> Iterator[Fault]:
    message = message_of(fairness.match, fairness.nonces, roll.index, roll.purpose)
    try:
        if roll.sides:
            faces = derive_roll(seed, message, len(roll.faces), roll.sides)
        else:
            faces = derive_shuffle(seed, message, len(roll.faces))
    except ValueError as error:
        yield Fault(seq, f"roll {roll.index} ({roll.purpose}): {error}")
        return
    if faces != roll.faces:
        yield Fault(
            seq, f"roll {roll.index} ({roll.purpose}) was told as {list(roll.faces)}, the seed gives {list(faces)}"
        )


def _first_difference(recorded: Sequence[RecordEvent], derived: Sequence[RecordEvent]) -> str:
    for place, (there, here) in enumerate(zip(recorded, derived, strict=False), 1):
        if there != here:
            return f"event {place} is {_short(here)}, told was {_short(there)}"
    return f"it has {len(derived)} events, told were {len(recorded)}"


def _short(event: RecordEvent) -> str:
    return f"{event.type} {msgspec.json.encode(event.data).decode()[:200]}"
