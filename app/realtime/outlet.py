"""Outlets: what a socket session writes to. Never blocks, may refuse.

`FanoutOutlet` writes to the transport (see `fanout`). `AsgiOutlet` is for every other ASGI server, tests included: a
bounded queue and one writer task, so that a stalled reader again holds up nobody.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Protocol

from app.realtime.fanout import FanoutWS

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Outlet(Protocol):
    """One socket's way out."""

    on_drained: Callable[[], None] | None
    """Called when a clogged outlet has room again."""

    def push(self, frame: bytes, payload: bytes) -> bool:
        """Send a text message, given as websocket frame and as its payload; False: clogged, the message was dropped."""

    def close(self, code: int, reason: str) -> None:
        """Close in an orderly way, after what was pushed before."""

    def abort(self) -> None:
        """Cut the line, whatever waits."""


class FanoutOutlet:
    """Straight to the transport."""

    __slots__ = ("_limit", "_protocol")

    def __init__(self, protocol: FanoutWS, limit: int) -> None:
        self._protocol = protocol
        self._limit = limit

    @property
    def on_drained(self) -> Callable[[], None] | None:
        """See `Outlet`."""
        return self._protocol.on_drained

    @on_drained.setter
    def on_drained(self, callback: Callable[[], None] | None) -> None:
        self._protocol.on_drained = callback

    def push(self, frame: bytes, payload: bytes) -> bool:
        """See `Outlet`."""
        return self._protocol.push(frame, self._limit)

    def close(self, code: int, reason: str) -> None:
        """See `Outlet`."""
        self._protocol.close_now(code, reason)

    def abort(self) -> None:
        """See `Outlet`."""
        self._protocol.abort()


class AsgiOutlet:
    """By ASGI events, through a bounded queue."""

    __slots__ = ("_closing", "_limit", "_queue", "_send", "_size", "_task", "_wake", "on_drained")

    def __init__(self, send: Send, limit: int) -> None:
        self._send = send
        self._limit = limit
        self._queue: deque[bytes] = deque()
        self._size = 0
        self._wake = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self.on_drained: Callable[[], None] | None = None
        self._task = asyncio.create_task(self._write(), name="socket-writer")

    def push(self, frame: bytes, payload: bytes) -> bool:
        """See `Outlet`."""
        if self._closing is not None or self._task.done():
            return True
        if self._size > self._limit:
            return False
        self._queue.append(payload)
        self._size += len(payload)
        self._wake.set()
        return True

    def close(self, code: int, reason: str) -> None:
        """See `Outlet`."""
        if self._closing is None:
            self._closing = (code, reason)
            self._wake.set()

    def abort(self) -> None:
        """See `Outlet`. Under ASGI the line is cut when the application returns, which cancelling the writer allows."""
        self._closing = self._closing or (1011, "aborted")
        self._queue.clear()
        self._task.cancel()

    async def finish(self) -> None:
        """Wait until all is written, when the session is over."""
        self.close(1000, "")
        await asyncio.wait([self._task], timeout=5)
        self._task.cancel()

    async def _write(self) -> None:
        while True:
            while self._queue:
                payload = self._queue.popleft()
                self._size -= len(payload)
                try:
                    await self._send({"type": "websocket.send", "text": payload.decode()})
                except Exception:  # the peer is gone: each server says so in its own way
                    self._closing = self._closing or (1006, "")
                    self._queue.clear()
                    return
            if self._closing is not None:
                try:
                    await self._send({"type": "websocket.close", "code": self._closing[0], "reason": self._closing[1]})
                except Exception:
                    return
                return
            if self.on_drained is not None:
                self.on_drained()
            self._wake.clear()
            if not self._queue and self._closing is None:
                await self._wake.wait()
