"""A websocket client as cheap as Python allows: frames are cut out of the byte stream, and hardly looked at.

One process must play a thousand spectators on the same two processors as the server, so this client costs little and
does no more than RFC 6455 asks of it: masked frames out, pongs for pings, an echo for a close.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from urllib.parse import urlsplit

OnText = Callable[["Socket", bytes], None]

_MASK = b"\x00\x00\x00\x00"
"""A mask of zeros is a lawful mask, and leaves the payload as it is."""


class HandshakeRefused(ConnectionError):
    """The server answered the upgrade with something else."""


class Socket(asyncio.Protocol):
    """One connection. `on_text` gets the payload of every text frame, in order."""

    __slots__ = ("_buffer", "_key", "_opened", "_path", "closed", "host", "on_text", "tag", "transport")

    def __init__(self, host: str, path: str, on_text: OnText, tag: object = None) -> None:
        self.host = host
        self._path = path
        self.on_text = on_text
        self.tag = tag
        self._buffer = b""
        self._opened: asyncio.Future[None] | None = asyncio.get_running_loop().create_future()
        self.closed = False
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        assert isinstance(transport, asyncio.Transport) or hasattr(transport, "write")
        self.transport = transport  # type: ignore[assignment]
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Cut frames."""
        if self._buffer:
            data = self._buffer + data
        if self._opened is not None:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            self._buffer = b""
            opened, self._opened = self._opened, None
            if not head.startswith(b"HTTP/1.1 101"):
                opened.set_exception(HandshakeRefused(head[:200].decode(errors="replace")))
                self.transport.close()
                return
            opened.set_result(None)
        at, size = 0, len(data)
        while size - at >= 2:
            length = data[at + 1] & 0x7F
            start = at + 2
            if length == 126:
                start += 2
                if size < start:
                    break
                length = int.from_bytes(data[at + 2 : start], "big")
            elif length == 127:
                start += 8
                if size < start:
                    break
                length = int.from_bytes(data[at + 2 : start], "big")
            end = start + length
            if end > size:
                break
            opcode = data[at] & 0x0F
            at, payload = end, data[start:end]
            if opcode == 1:
                self.on_text(self, payload)
            elif opcode == 9:
                self.transport.write(_frame(0x8A, payload))
            elif opcode == 8:
                self.transport.write(_frame(0x88, payload[:2]))
                self.transport.close()
        self._buffer = data[at:]

    def connection_lost(self, error: Exception | None) -> None:
        """Note the end."""
        self.closed = True
        if self._opened is not None and not self._opened.done():
            self._opened.set_exception(error or ConnectionError("closed during the handshake"))

    async def opened(self) -> None:
        """Wait for the upgrade."""
        if self._opened is not None:
            await self._opened

    def send(self, text: bytes) -> None:
        """Send one text frame."""
        if not self.closed:
            self.transport.write(_frame(0x81, text))

    def close(self) -> None:
        """Close in order."""
        if not self.closed:
            self.transport.write(_frame(0x88, b"\x03\xe8"))
            self.transport.close()


def _frame(head: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        return bytes((head, 0x80 | size)) + _MASK + payload
    if size < 65_536:
        return bytes((head, 0xFE)) + size.to_bytes(2, "big") + _MASK + payload
    return bytes((head, 0xFF)) + size.to_bytes(8, "big") + _MASK + payload


async def connect(url: str, match: str, on_text: OnText, tag: object = None) -> Socket:
    """Open the socket of a match on the server at `url`. ConnectionError if it is refused."""
    parts = urlsplit(url)
    host, port = parts.hostname or "127.0.0.1", parts.port or 80
    path = f"/api/v1/matches/{match}/socket"
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(f"{host}:{port}", path, on_text, tag), host, port)
    await asyncio.wait_for(socket.opened(), 30)
    return socket
