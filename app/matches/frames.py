"""Frame, Sink, Subscription: how what happens reaches whoever watches, without the service knowing of sockets.

A Frame is encoded once for its audience and shared by all sinks of it. A sink never blocks the service: it may refuse
a frame, then it is unsubscribed, because its numbers would no longer be contiguous, and whoever owns it says `resync`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Frame:
    """One message of the server: what it is, for which seq, its JSON, and the owner of sinks' own rendering of it.

    t          "step", "rewind", "chat", "presence", "clock", "proposal", "match", "ended", "decision"
    seq        of the match when it was made
    body       the whole JSON text, with "t"
    match      id of the match
    decisions  of "step" and "rewind": the JSON list of the audience's decisions, for streams; else None
    wire       free for transport: the websocket frame made of `body`, once for all sinks
    """

    __slots__ = ("body", "decisions", "match", "seq", "t", "wire")

    def __init__(self, t: str, seq: int, body: bytes, match: str, decisions: bytes | None = None) -> None:
        self.t = t
        self.seq = seq
        self.body = body
        self.match = match
        self.decisions = decisions
        self.wire: Any = None


class Sink(Protocol):
    """Where frames go: a socket, a stream, a test."""

    def push(self, frame: Frame) -> bool:
        """Take the frame without waiting. False: no room; the subscription ends, nothing more is pushed."""


class Subscription:
    """A sink's place in a match or a person's inbox; `close` takes it out and may be called twice."""

    __slots__ = ("_close",)

    def __init__(self, close: Callable[[], None]) -> None:
        self._close: Callable[[], None] | None = close

    def close(self) -> None:
        """No frame is pushed after this."""
        if self._close is not None:
            self._close()
            self._close = None
