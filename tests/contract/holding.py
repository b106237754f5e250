"""What all laws share: how one is held, what was met on the way, dice that remember, and who looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from app.engine.decision import Decision
from app.engine.dice import HmacDice, Rolled
from app.engine.event import Event
from app.engine.game import Setup
from app.engine.viewer import SPECTATOR, Viewer, seat_viewer

LANGUAGES = ("en", "ru")
LONGEST = 20_000
"""Decisions after which a battle counts as endless."""

as_bytes = msgspec.json.Encoder(order="sorted").encode


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

    def decision(self, decision: Decision) -> None:
        """Note what a decision says."""
        self.text(decision.prompt.key, decision.prompt.params)
        self.text(decision.public.key, decision.public.params)
        for key in decision.path:
            self.text(key, {})

    def events(self, events: Sequence[Event]) -> None:
        """Note what events say; each names a rule, and no chance is impossible."""
        for event in events:
            self.text(f"event.{event.type}", {**event.data} if event.redacted is None else {**event.redacted})
            hold(event.rule != "", "events", f"{event.type} names no rule")
            self.rules.add(event.rule)
            roll = event.roll
            if roll is None:
                continue
            for modifier in roll.modifiers:
                self.text(modifier.source, {})
                self.rules.add(modifier.rule)
            for key in (roll.chance_of, roll.outcome):
                if key:
                    self.text(key, event.data)
            if roll.needed:
                self.text(roll.needed, roll.needed_params)
            if roll.chance is not None:
                ways, whole = roll.chance
                hold(0 <= ways <= whole, "odds", f"{event.type} has an impossible chance {roll.chance}")


def viewers(setup: Setup) -> list[Viewer]:
    """Every class of viewers who may not know all."""
    return [*(seat_viewer(seat) for seat in range(setup.seats)), SPECTATOR]
