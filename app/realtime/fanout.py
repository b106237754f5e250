"""FanoutWS: uvicorn's websocket protocol with a door for frames that are encoded already.

One broadcast costs each reader one `transport.write` of shared bytes: no ASGI event, no frame building, no waiting. A
reader who does not read fills his own buffer up to a limit; past it his frames are dropped, he is marked as clogged,
and once his buffer has drained `on_drained` tells the session, which tells him to resync. Nobody else notices.

Leans on uvicorn's internals (`WebSocketsSansIOProtocol`: `transport`, `close_sent`, `disconnected`, `resume_writing`,
`shutdown`), which is why uvicorn is pinned and `tests/realtime/test_fanout.py` stalls a reader. Only right while
permessage-deflate is off: frames are written as they are.
"""

from __future__ import annotations

import contextlib
import socket
from asyncio.transports import BaseTransport
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "sandtable.fanout"
"""Key in `scope["extensions"]` under which the protocol object stands."""

DEAD_PEER_MS = 45_000
"""After so long without a TCP acknowledgement the kernel gives the peer up (where it can)."""

_LENGTH_7, _LENGTH_16 = 126, 65_536


def text_frame(payload: bytes) -> bytes:
    """The websocket text frame (unmasked, final, RFC 6455 §5.2) of a payload."""
    length = len(payload)
    if length < _LENGTH_7:
        return b"\x81" + bytes((length,)) + payload
    if length < _LENGTH_16:
        return b"\x81\x7e" + length.to_bytes(2, "big") + payload
    return b"\x81\x7f" + length.to_bytes(8, "big") + payload


BYE_SHUTDOWN = text_frame(b'{"t":"bye","reason":"shutdown"}')


class FanoutWS(WebSocketsSansIOProtocol):
    """uvicorn's `ws=` class. See the module."""

    on_drained: Callable[[], None] | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        if self.config.ws_per_message_deflate:
            raise RuntimeError("FanoutWS writes frames as they are: run uvicorn with ws_per_message_deflate=False")
        raw = transport.get_extra_info("socket")
        if raw is not None:
            with contextlib.suppress(OSError, AttributeError):
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
                raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_PEER_MS)

    async def run_asgi(self) -> None:
        cast(dict[str, Any], self.scope)["extensions"][EXTENSION] = self
        await super().run_asgi()

    def send_500_response(self) -> None:
        """As uvicorn's, but an application that fails after the handshake closes with 1011; the line is not cut."""
        if self.handshake_complete and not self.close_sent and not self.disconnected:
            self.close_now(1011, "internal")
            return
        super().send_500_response()

    def forget_handshake(self) -> None:
        """Give up what only the handshake needed; each idle socket is some KiB lighter for it."""
        cast(dict[str, Any], self.scope).clear()
        for name in ("request", "response"):
            self.__dict__.pop(name, None)

    def push(self, frame: bytes, limit: int) -> bool:
        """Write a whole websocket frame without waiting; False when more than `limit` bytes wait already."""
        if self.disconnected or self.close_sent:
            return True
        if self.transport.get_write_buffer_size() > limit:
            return False
        self.transport.write(frame)
        return True

    def close_now(self, code: int, reason: str) -> None:
        """Send a close frame behind what was written, and cut the line if the peer does not answer."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    def abort(self) -> None:
        """Cut the line at once."""
        if not self.disconnected:
            self.transport.abort()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.on_drained is not None:
            self.on_drained()

    def connection_lost(self, exc: Exception | None) -> None:
        self.on_drained = None
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The server stops: a last frame that says so, then close 1012 (uvicorn's own)."""
        if self.handshake_complete and not self.close_sent and not self.disconnected:
            self.transport.write(BYE_SHUTDOWN)
        super().shutdown()


def protocol_of(scope: Any) -> FanoutWS | None:
    """The protocol object behind an ASGI scope, or None under another server."""
    protocol = (scope.get("extensions") or {}).get(EXTENSION)
    return protocol if isinstance(protocol, FanoutWS) else None
