"""A real server on a real port, in a thread of the test process, and clients that speak to it as bots do."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from app.main import Sandtable, create_app
from app.realtime.server import Server, server_config
from app.settings import Settings

PREFIX = "/api/v1"


class Live:
    """A running server; a context manager. `app` is the application, whose loop lives in the thread."""

    def __init__(self, app: Any, settings: Settings, make: Callable[[Any, Settings], uvicorn.Server] = Server) -> None:
        self.app = app
        self._server = make(app, settings)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run, name="live", daemon=True)

    @classmethod
    def sandtable(cls, settings: Settings) -> Live:
        """The whole application."""
        return cls(create_app(settings), settings)

    @classmethod
    def bare(cls, app: Any, settings: Settings) -> Live:
        """Any ASGI application under our uvicorn, without a lifespan."""

        def make(app: Any, settings: Settings) -> uvicorn.Server:
            config = server_config(app, settings)
            config.lifespan = "off"
            return uvicorn.Server(config)

        return cls(app, settings, make)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=self._server.config.get_loop_factory()) as runner:
            self.loop = runner.get_loop()
            runner.run(self._server.serve(sockets=[self._listener]))

    def __enter__(self) -> Live:
        self._thread.start()
        until = time.monotonic() + 30
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() < until, "the server did not start in time"
            time.sleep(0.01)
        return self

    def stop(self) -> None:
        """Begin to stop, as SIGTERM would."""
        self._server.should_exit = True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self._thread.join(timeout=30)
        assert not self._thread.is_alive(), "the server did not stop"

    def call(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run something in the server's loop and wait for it."""
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(timeout=30)

    @property
    def url(self) -> str:
        """Its HTTP address."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def sandtable_app(self) -> Sandtable:
        """The application, where it is ours."""
        assert isinstance(self.app, Sandtable)
        return self.app

    def http(self, token: str | None = None) -> httpx.AsyncClient:
        """A client with a bearer token."""
        headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
        return httpx.AsyncClient(base_url=self.url + PREFIX, headers=headers, timeout=30)

    def socket(self, match: str, **more: Any) -> connect:
        """A socket of a match, before its hello."""
        return connect(
            f"ws://127.0.0.1:{self.port}{PREFIX}/matches/{match}/socket", compression=None, max_size=None, **more
        )


class Wire:
    """One socket in a test: sends frames, waits for frames of a kind."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.seen: list[dict[str, Any]] = []

    async def send(self, t: str, **fields: Any) -> None:
        """Send a frame."""
        await self.connection.send(json.dumps({"t": t, **fields}))

    async def next(self, *kinds: str, seconds: float = 10) -> dict[str, Any]:
        """The next frame of one of the kinds (any, when none is named); others are kept in `seen`."""
        async with asyncio.timeout(seconds):
            while True:
                frame: dict[str, Any] = json.loads(await self.connection.recv())
                self.seen.append(frame)
                if not kinds or frame["t"] in kinds:
                    return frame

    async def saw(self, kind: str) -> dict[str, Any]:
        """The last frame of this kind that came already, else the next one."""
        return next((frame for frame in reversed(self.seen) if frame["t"] == kind), None) or await self.next(kind)

    async def hello(self, token: str | None = None, **fields: Any) -> dict[str, Any]:
        """Say hello; the answer, be it welcome, batch or bye."""
        if token is not None:
            fields["token"] = token
        await self.send("hello", **fields)
        return await self.next("welcome", "batch", "bye")

    async def closed(self, seconds: float = 10) -> tuple[int | None, str | None]:
        """Wait for the close; its code and reason."""
        async with asyncio.timeout(seconds):
            await self.connection.wait_closed()
        return self.connection.close_code, self.connection.close_reason


@asynccontextmanager
async def wire(live: Live, match: str, token: str | None = None, **hello: Any) -> AsyncIterator[Wire]:
    """A socket that has said hello and was welcomed."""
    async with live.socket(match) as connection:
        line = Wire(connection)
        greeting = await line.hello(token, **hello)
        assert greeting["t"] in ("welcome", "batch"), greeting
        yield line
