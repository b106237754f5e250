"""Where bots and self-play get their chance from: streams named by seed and purpose, equal on every machine.

Surprising: `LooseDice` are not the dice of a match. Nobody verifies an imagined roll, so they come from
`random.Random`, which throws several times faster than HMAC. The seed is never derived from a match's seed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import TypeVar

from app.engine.dice import Rolled

T = TypeVar("T")


def stream(*parts: object) -> Random:
    """The random stream named by these parts. The same parts give the same stream everywhere and always."""
    name = "|".join(str(part) for part in parts)
    return Random(int.from_bytes(hashlib.sha256(name.encode()).digest(), "big"))


def pick(chance: Random, things: Sequence[T]) -> T:
    """One of the things, each as likely as the next. Built on `Random.random`, which is the same in all Pythons."""
    return things[int(chance.random() * len(things))]


class LooseDice:
    """Dice for imagined games (protocol `app.engine.dice.Dice`); which purpose asks makes no difference to them."""

    __slots__ = ("_bits", "_index")

    def __init__(self, random: Random) -> None:
        self._bits = random.random
        self._index = 0

    @property
    def index(self) -> int:
        """The index that the next roll will spend."""
        return self._index

    def roll(self, purpose: str, count: int, sides: int) -> Rolled:
        """See `Dice.roll`."""
        index = self._index
        self._index = index + 1
        bits = self._bits
        return Rolled(index, tuple([int(bits() * sides) + 1 for _ in range(count)]))

    def shuffle(self, purpose: str, count: int) -> Rolled:
        """See `Dice.shuffle`."""
        index = self._index
        self._index = index + 1
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = int(self._bits() * (last + 1))
            order[last], order[other] = order[other], order[last]
        return Rolled(index, tuple(order))
