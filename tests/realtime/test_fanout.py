"""FanoutWS under a real uvicorn: frames written as they are, and a reader who stalls holds up nobody."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import time
from base64 import b64encode
from os import urandom
from typing import Any

import pytest
from websockets.asyncio.client import connect

from app.realtime.fanout import BYE_SHUTDOWN, protocol_of, text_frame
from app.realtime.outlet import AsgiOutlet, FanoutOutlet, Outlet
from app.settings import Settings
from tests.realtime.live import Live

LIMIT = 262_144
SETTINGS = Settings(shutdown_s=2)


class Room:
    """The smallest application with an outlet for each socket. `direct`: by the transport; else by ASGI events."""

    def __init__(self, direct: bool) -> None:
        self.direct = direct
        self.outlets: dict[str, Outlet] = {}
        self.refused: dict[str, int] = {}
        self.drained: list[str] = []

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        name = scope["path"].strip("/")
        await receive()
        protocol = protocol_of(scope)
        assert protocol is not None
        await send({"type": "websocket.accept"})
        outlet: Outlet = FanoutOutlet(protocol, LIMIT) if self.direct else AsgiOutlet(send, LIMIT)
        self.outlets[name] = outlet
        self.refused[name] = 0
        while (await receive())["type"] == "websocket.receive":
            pass
        del self.outlets[name]
        if isinstance(outlet, AsgiOutlet):
            await outlet.finish()

    async def broadcast(self, number: int, size: int) -> None:
        """One message to all who are not clogged, as the hub does it."""
        payload = json.dumps({"n": number, "pad": "x" * size}).encode()
        frame = text_frame(payload)
        for name, outlet in list(self.outlets.items()):
            if self.refused[name]:
                continue
            if not outlet.push(frame, payload):
                self.refused[name] = number + 1
                outlet.on_drained = lambda name=name: self.drained.append(name)  # type: ignore[misc]


@pytest.mark.parametrize("size", [0, 100, 200, 40_000, 70_000])
async def test_frames_of_every_length_are_whole(size: int) -> None:
    room = Room(direct=True)
    with Live.bare(room, SETTINGS) as live:
        async with connect(f"ws://127.0.0.1:{live.port}/a", compression=None) as client:
            await _until(lambda: "a" in room.outlets)
            for number in range(3):
                live.call(room.broadcast(number, size))
                message = json.loads(await client.recv())
                assert message == {"n": number, "pad": "x" * size}


@pytest.mark.parametrize("direct", [True, False], ids=["transport", "asgi"])
async def test_a_stalled_reader_holds_up_nobody(direct: bool) -> None:
    messages, size, readers = 2_000, 2_000, 5
    room = Room(direct)

    async def read(port: int, name: str) -> int:
        async with connect(f"ws://127.0.0.1:{port}/{name}", compression=None, max_queue=None) as client:
            for expected in range(messages):
                assert json.loads(await client.recv())["n"] == expected
        return messages

    with Live.bare(room, SETTINGS) as live:
        stalled = _stalled(live.port, "stalled")
        try:
            readings = [asyncio.create_task(read(live.port, f"good{number}")) for number in range(readers)]
            await _until(lambda: len(room.outlets) == readers + 1)
            began = time.monotonic()

            async def all_of_it() -> None:
                for number in range(messages):
                    await room.broadcast(number, size)
                    await asyncio.sleep(0)

            await asyncio.to_thread(live.call, all_of_it())
            async with asyncio.timeout(30):
                assert await asyncio.gather(*readings) == [messages] * readers
            assert time.monotonic() - began < 20
            assert room.refused["stalled"] > 0, "its buffer was bounded"
            assert room.drained == []
            await asyncio.to_thread(_drain, stalled)
            await _until(lambda: room.drained == ["stalled"])
        finally:
            stalled.close()


async def test_on_shutdown_there_is_a_last_frame_and_close_1012() -> None:
    room = Room(direct=True)
    with Live.bare(room, SETTINGS) as live:
        async with connect(f"ws://127.0.0.1:{live.port}/a", compression=None) as client:
            await _until(lambda: "a" in room.outlets)
            live.stop()
            assert json.loads(await client.recv()) == {"t": "bye", "reason": "shutdown"}
            await client.wait_closed()
            assert client.close_code == 1012
    assert BYE_SHUTDOWN.endswith(b'"shutdown"}')


def _stalled(port: int, name: str) -> socket.socket:
    """A client that does its handshake and then reads nothing."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", port))
    key = b64encode(urandom(16)).decode()
    line.sendall(
        f"GET /{name} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert line.recv(4096).startswith(b"HTTP/1.1 101")
    return line


def _drain(line: socket.socket) -> None:
    line.settimeout(1)
    try:
        while line.recv(65_536):
            pass
    except TimeoutError:
        pass


async def _until(done: Any, seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not done():  # noqa: ASYNC110 (the other side is a thread)
            await asyncio.sleep(0.01)


def test_lengths_are_those_of_the_standard() -> None:
    assert text_frame(b"x" * 125)[:2] == b"\x81\x7d"
    assert text_frame(b"x" * 126)[:4] == b"\x81\x7e" + struct.pack("!H", 126)
    assert text_frame(b"x" * 65_535)[:4] == b"\x81\x7e" + struct.pack("!H", 65_535)
    assert text_frame(b"x" * 65_536)[:10] == b"\x81\x7f" + struct.pack("!Q", 65_536)
