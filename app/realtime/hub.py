"""Hub: who is connected to this process, to find them by token and to tell them all.

A seat belongs to its token: a new socket of the same token that looks from the same seat of the same match supersedes
the old one. Viewers without a seat are not counted: several tabs may watch. Two processes do not compare: a forgotten
socket elsewhere gets the same bytes and harms nobody.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Protocol

Place = tuple[str, str, int]
"""Token id, match, seat."""


class Line(Protocol):
    """Anything that lasts: a socket or a stream."""

    def end(self, reason: str) -> None:
        """Say goodbye and close, without waiting."""


class Hub:
    """Of one process."""

    def __init__(self) -> None:
        self._lines: dict[str, set[Line]] = defaultdict(set)
        self._seats: dict[Place, Line] = {}
        self._addresses: dict[str, int] = defaultdict(int)
        self.anonymous: set[Line] = set()

    def __len__(self) -> int:
        return len(self.anonymous) + sum(map(len, self._lines.values()))

    def lines(self) -> Iterator[Line]:
        """Every line, as a copy that may be walked while lines come and go."""
        yield from list(self.anonymous)
        for lines in list(self._lines.values()):
            yield from list(lines)

    def tokens(self) -> list[str]:
        """Ids of the tokens that have a line."""
        return list(self._lines)

    def add(self, line: Line, token: str | None) -> None:
        """A line is there."""
        (self.anonymous if token is None else self._lines[token]).add(line)

    def remove(self, line: Line, token: str | None) -> None:
        """A line is gone; may be said twice."""
        if token is None:
            self.anonymous.discard(line)
        elif token in self._lines:
            self._lines[token].discard(line)
            if not self._lines[token]:
                del self._lines[token]

    def sit(self, place: Place, line: Line) -> None:
        """The line looks from a seat; whichever did so before is superseded."""
        before = self._seats.get(place)
        self._seats[place] = line
        if before is not None and before is not line:
            before.end("superseded")

    def rise(self, place: Place, line: Line) -> None:
        """The line no longer looks from the seat."""
        if self._seats.get(place) is line:
            del self._seats[place]

    def enter(self, address: str, most: int) -> bool:
        """One more socket of an address; False when it has `most` already."""
        if self._addresses[address] >= most:
            return False
        self._addresses[address] += 1
        return True

    def leave(self, address: str) -> None:
        """One socket less of an address."""
        self._addresses[address] -= 1
        if self._addresses[address] <= 0:
            del self._addresses[address]

    def revoked(self, token: str) -> None:
        """A token no longer counts: its lines end."""
        for line in list(self._lines.get(token, ())):
            line.end("unauthorized")

    def stop(self) -> None:
        """The server stops: every line ends."""
        for line in self.lines():
            line.end("shutdown")
