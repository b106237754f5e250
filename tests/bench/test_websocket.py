"""The load's own websocket client keeps RFC 6455 as far as it needs it, against a server that is not ours."""

from __future__ import annotations

import asyncio

import pytest
from websockets.asyncio.server import ServerConnection, serve

from app.bench.websocket import HandshakeRefused, Socket, connect

SIZES = (0, 1, 125, 126, 65_535, 65_536, 300_000)


async def test_texts_of_every_length_class_go_and_come_whole_and_in_order() -> None:
    async def echo(connection: ServerConnection) -> None:
        async for message in connection:
            await connection.send(message)

    got: list[bytes] = []
    everything = asyncio.Event()

    def on_text(socket: Socket, text: bytes) -> None:
        got.append(text)
        if len(got) == len(SIZES):
            everything.set()

    async with serve(echo, "127.0.0.1", 0, compression=None, max_size=None) as server:
        port = server.sockets[0].getsockname()[1]
        socket = await connect(f"http://127.0.0.1:{port}", "m", on_text)
        for size in SIZES:
            socket.send(b"x" * size)
        await asyncio.wait_for(everything.wait(), 5)
        socket.close()
    assert [len(text) for text in got] == list(SIZES)


async def test_it_answers_pings_and_a_close() -> None:
    closed: list[int | None] = []
    over = asyncio.Event()

    async def ping_then_close(connection: ServerConnection) -> None:
        await asyncio.wait_for(await connection.ping(), 5)
        await connection.close(4000, "enough")
        closed.append(connection.close_code)
        over.set()

    async with serve(ping_then_close, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        socket = await connect(f"http://127.0.0.1:{port}", "m", lambda socket, text: None)
        await asyncio.wait_for(over.wait(), 5)
        assert closed == [4000]
        assert socket.closed


async def test_a_refused_upgrade_is_an_error() -> None:
    async with serve(
        lambda connection: asyncio.sleep(0),
        "127.0.0.1",
        0,
        process_request=lambda connection, request: connection.respond(404, "no"),
    ) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(HandshakeRefused, match="404"):
            await connect(f"http://127.0.0.1:{port}", "m", lambda socket, text: None)
