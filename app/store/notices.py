"""Notice and Bus: the little that processes tell each other.

A notice names what changed, never what it changed to: whoever is told reads the database, so a lost or late notice
costs time and no truth. docs/decisions/0020-commit-and-bus.md says why notices leave after COMMIT, batched, and not
inside it.
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
    HELLO = "h"
    """A process has begun to listen: from now on there is somebody to tell. Names no match ("-")."""


class Notice(NamedTuple):
    """One change of one match."""

    kind: Kind
    match: str
    number: int = 0


Listener = Callable[[Notice], None]
PAYLOAD_MAX = 7_900
"""Bytes of one batch: NOTIFY takes 7,999."""


class Bus(Protocol):
    """Carries notices to all other processes on the same database, not back to the sender."""

    process: str
    """Random name of this process, by which its own notices are told apart."""
    alone: bool
    """No other process is known: `publish` throws notices away. The service sets it at each sign of life; a notice from
    somebody else clears it at once."""

    async def open(self, heard: Listener, resumed: Callable[[], None]) -> None:
        """Begin to listen and say HELLO. `heard` is called for each notice of others; `resumed` after a broken
        connection came back, when notices may have been missed."""

    def publish(self, notice: Notice) -> None:
        """Send soon; never waits, never raises. Called after COMMIT only."""

    async def close(self) -> None:
        """Send what is left and stop listening."""


def packed(process: str, notices: list[Notice]) -> str:
    """A batch as text: the sender, then `kind match number` for each, joined by `;`. Takes notices off the list's
    front for as long as they fit into PAYLOAD_MAX."""
    text = process
    while notices:
        kind, match, number = notices[0]
        part = f";{kind.value} {match} {number}"
        if len(text) + len(part) > PAYLOAD_MAX:
            break
        text += part
        del notices[0]
    return text


def unpacked(text: str) -> tuple[str, list[Notice]]:
    """Sender and notices of `packed`; what is not understood (a newer process speaks) is left out."""
    process, *parts = text.split(";")
    notices = []
    for part in parts:
        try:
            kind, match, number = part.split(" ")
            notices.append(Notice(Kind(kind), match, int(number)))
        except ValueError:
            continue
    return process, notices
