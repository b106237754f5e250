"""ScriptedDice: a test names the faces it wants by purpose, not by position in a list. For tests and examples only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.engine.dice import Dice, HmacDice, Rolled


class ScriptedDice:
    """Dice whose next faces are given for each purpose; purposes without a script fall to seeded dice.

    script    purpose → list of throws, taken in order; a throw is a list of faces 1…sides or a string of face names
    alphabet  the face names in order of their numbers ("GBRXFL"), needed for throws given as strings

    A throw of the wrong length or a script left over is an error, so that a test cannot pass by accident.
    """

    def __init__(
        self,
        script: Mapping[str, Sequence[str | Sequence[int]]],
        alphabet: str = "",
        fallback: Dice | None = None,
    ) -> None:
        self._script = {purpose: list(throws) for purpose, throws in script.items()}
        self._alphabet = alphabet
        self._fallback = fallback or HmacDice(b"scripted", "scripted")
        self._index = 0

    @property
    def index(self) -> int:
        """The index that the next roll will spend."""
        return self._index

    def roll(self, purpose: str, count: int, sides: int) -> Rolled:
        """The scripted faces, or the fallback's."""
        index = self._index
        self._index += 1
        if not self._script.get(purpose):
            return Rolled(index, self._fallback.roll(purpose, count, sides).faces)
        throw = self._script[purpose].pop(0)
        faces = tuple(self._alphabet.index(name) + 1 for name in throw) if isinstance(throw, str) else tuple(throw)
        if len(faces) != count or not all(1 <= face <= sides for face in faces):
            raise AssertionError(f"script for {purpose!r} has {throw!r}, asked were {count} dice of {sides} sides")
        return Rolled(index, faces)

    def shuffle(self, purpose: str, count: int) -> Rolled:
        """The scripted permutation, or the fallback's."""
        index = self._index
        self._index += 1
        if not self._script.get(purpose):
            return Rolled(index, self._fallback.shuffle(purpose, count).faces)
        order = tuple(int(place) for place in self._script[purpose].pop(0))
        if sorted(order) != list(range(count)):
            raise AssertionError(f"script for {purpose!r} is no permutation of {count}")
        return Rolled(index, order)

    def assert_spent(self) -> None:
        """AssertionError if a scripted throw was never asked for."""
        left = {purpose: throws for purpose, throws in self._script.items() if throws}
        assert not left, f"never thrown: {left}"
