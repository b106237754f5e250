"""Notice and Bus: the little that processes tell each other.

A notice names what changed, never what it changed to: whoever is told reads the database, so a lost or late notice costs
time and no truth. docs/decisions/0020-commit-and-bus.md says why notices leave after COMMIT, batched, and not inside it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple, Protocol


class Kind(StrEnum):
    """What changed in a match. One letter each: a batch must fit into 7,999 bytes of NOTIFY payload."""

    STEP = "s"
    """`number` is the new seq."""
    CHAT = "c"
    """`number` is the id of the line."""
    PRESENCE = "p"
    PROPOSAL = "o"
    MATCH = "m"
    """Seats or status."""


class Notice(NamedTuple):
    """One change of one match."""

    kind: Kind
    match: str
    number: int = 0


Listener = Callable[[Notice], None]


class Bus(Protocol):
    """Carries notices to all other processes on the same database, not back to the sender."""

    async def open(self, heard: Listener, resumed: Callable[[], None]) -> None:
        """Begin to listen. `heard` is called for each notice of others; `resumed` after a broken connection came back,
        when notices may have been missed."""

    def publish(self, notice: Notice) -> None:
        """Send soon; never waits, never raises. Called after COMMIT only."""

    async def close(self) -> None:
        """Send what is left and stop listening."""


def packed(notices: list[Notice]) -> str:
    """The notices as text: `kind match number`, joined by `;`."""
    return ";".join(f"{kind.value} {match} {number}" for kind, match, number in notices)


def unpacked(text: str) -> list[Notice]:
    """The notices of `packed`; what is not understood (a newer process speaks) is left out."""
    notices = []
    for part in text.split(";"):
        try:
            kind, match, number = part.split(" ")
            notices.append(Notice(Kind(kind), match, int(number)))
        except ValueError:
            continue
    return notices
