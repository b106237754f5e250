"""Dice that can be checked.

Before seats act the server publishes `sha256(server_seed)`; each seat adds a nonce when it joins. Roll *i* for a
purpose is drawn from the bytes of HMAC-SHA256(server_seed, "match|nonce,nonce|i|purpose"), with rejection sampling. At
the end the seed is revealed, and anybody can derive each roll again, on the command line or in the browser.

The index belongs to the match, not to the Game: a roll once made is spent, also when the step is taken back. The seed
stands in no Game and in no view. Rules get dice only through the `Dice` protocol and ask by purpose, in a fixed order.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Protocol

import msgspec

ALGORITHM = "hmac-sha256/1"
"""Named in every record, so that old records stay verifiable when a second algorithm comes."""

MAX_SIDES = 256


class Rolled(msgspec.Struct, frozen=True):
    """Faces (1…sides, or a permutation of 0…n-1 for a shuffle) and the index that they spent."""

    index: int
    faces: tuple[int, ...]


class Dice(Protocol):
    """The only source of chance that rules know."""

    @property
    def index(self) -> int:
        """The index that the next roll will spend."""

    def roll(self, purpose: str, count: int, sides: int) -> Rolled:
        """Throw `count` dice of `sides` sides (2…256) for `purpose`, spending one index."""

    def shuffle(self, purpose: str, count: int) -> Rolled:
        """A uniformly random permutation of 0…count-1 (count ≤ 256), spending one index."""


class _Bytes:
    """The byte stream of one roll: the HMAC of its message, then of the message with |1, |2 … appended."""

    __slots__ = ("_block", "_buffer", "_message", "_position", "_seed")

    def __init__(self, seed: bytes, message: str) -> None:
        self._seed = seed
        self._message = message
        self._block = 0
        self._position = 0
        self._buffer = hmac.digest(seed, message.encode(), "sha256")

    def below(self, limit: int) -> int:
        """A uniform number 0…limit-1: bytes at or above the largest multiple of `limit` are thrown away."""
        fair = 256 - 256 % limit
        while True:
            if self._position == len(self._buffer):
                self._block += 1
                self._position = 0
                self._buffer = hmac.digest(self._seed, f"{self._message}|{self._block}".encode(), "sha256")
            byte = self._buffer[self._position]
            self._position += 1
            if byte < fair:
                return byte % limit


def message_of(match: str, nonces: Sequence[str], index: int, purpose: str) -> str:
    """What is authenticated for one roll."""
    return f"{match}|{','.join(nonces)}|{index}|{purpose}"


def derive_roll(seed: bytes, message: str, count: int, sides: int) -> tuple[int, ...]:
    """The faces of one roll. ValueError if the numbers are out of bounds."""
    if not (0 <= count <= 1000 and 2 <= sides <= MAX_SIDES):
        raise ValueError(f"cannot throw {count} dice of {sides} sides")
    stream = _Bytes(seed, message)
    return tuple([stream.below(sides) + 1 for _ in range(count)])


def derive_shuffle(seed: bytes, message: str, count: int) -> tuple[int, ...]:
    """The permutation of one shuffle: Fisher–Yates from the last place down."""
    if not 0 <= count <= MAX_SIDES:
        raise ValueError(f"cannot shuffle {count} things")
    order = list(range(count))
    stream = _Bytes(seed, message)
    for last in range(count - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def commitment(seed: bytes) -> str:
    """What is published before the first roll: SHA-256 of the server's seed, as hex."""
    return hashlib.sha256(seed).hexdigest()


class HmacDice:
    """The dice of a match, of self-play and of searching bots; they differ only in the seed they are given."""

    __slots__ = ("_index", "_match", "_nonces", "_seed")

    def __init__(self, seed: bytes, match: str, nonces: Sequence[str] = (), index: int = 0) -> None:
        self._seed = seed
        self._match = match
        self._nonces = tuple(nonces)
        self._index = index

    @property
    def index(self) -> int:
        """The index that the next roll will spend."""
        return self._index

    def roll(self, purpose: str, count: int, sides: int) -> Rolled:
        """See `Dice.roll`."""
        index = self._index
        faces = derive_roll(self._seed, message_of(self._match, self._nonces, index, purpose), count, sides)
        self._index = index + 1
        return Rolled(index, faces)

    def shuffle(self, purpose: str, count: int) -> Rolled:
        """See `Dice.shuffle`."""
        index = self._index
        order = derive_shuffle(self._seed, message_of(self._match, self._nonces, index, purpose), count)
        self._index = index + 1
        return Rolled(index, order)
