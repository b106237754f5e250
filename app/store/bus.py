"""The bus between processes: Postgres LISTEN/NOTIFY by default; Redis (`redis_bus.py`) when REDIS_URL is set.

Both send batches from one task: whatever was published while the last batch was on its way, and a few milliseconds
more, goes out together. Notices are thrift, not truth: what is lost by a broken connection is caught up by seq,
because `resumed` makes the service compare its matches with the database.
"""

from __future__ import annotations

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from itertools import chain, repeat
from typing import Any

import structlog

from app.settings import Settings
from app.store.database import CONNECTION_FAULTS, Store, UnavailableError
from app.store.ids import new_id
from app.store.notices import Bus, Kind, Listener, Notice, packed, unpacked

CHANNEL = "sandtable"
LINGER_S = 0.002
"""How long a batch waits for company."""
RETRY_S = (0.1, 0.5, 1.0, 2.0, 5.0)
"""Pauses between attempts to connect again; the last one repeats."""

log = structlog.get_logger(__name__)


class Batching(ABC):
    """What both buses share: outgoing batches, the way in, connecting again. faults: errors that mean a break."""

    def __init__(self) -> None:
        self.process = new_id(8)
        self.alone = False
        self._heard: Listener = lambda notice: None
        self._resumed: Callable[[], None] = lambda: None
        self._waiting: list[Notice] = []
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = False

    async def open(self, heard: Listener, resumed: Callable[[], None]) -> None:
        """See `Bus.open`."""
        self._heard, self._resumed = heard, resumed
        await self._connect()
        self._tasks = [asyncio.create_task(self._send_batches()), asyncio.create_task(self._stay_connected())]
        self._waiting.append(
            Notice(Kind.HELLO, "-")
        )  # also when alone: the others may not have given a sign of life yet
        self._wake.set()

    def publish(self, notice: Notice) -> None:
        """See `Bus.publish`."""
        if not self.alone:
            self._waiting.append(notice)
            self._wake.set()

    async def close(self) -> None:
        """See `Bus.close`."""
        self._closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(*self.faults):
            await asyncio.wait_for(self._send_all(), 1.0)
        await self._disconnect()

    faults: tuple[type[BaseException], ...] = (*CONNECTION_FAULTS, UnavailableError)

    def _receive(self, text: str) -> None:
        sender, notices = unpacked(text)
        if sender == self.process:
            return
        self.alone = False
        for notice in notices:
            if notice.kind is not Kind.HELLO:
                self._heard(notice)

    async def _send_batches(self) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(LINGER_S)
            self._wake.clear()
            try:
                await self._send_all()
            except self.faults as error:  # the others catch up by seq
                log.warning("bus.send_failed", error=str(error))

    async def _send_all(self) -> None:
        while self._waiting:
            await self._send(packed(self.process, self._waiting))

    async def _stay_connected(self) -> None:
        while True:
            with contextlib.suppress(*self.faults):
                await self._broken()
            log.warning("bus.broken")
            for pause in chain(RETRY_S, repeat(RETRY_S[-1])):
                try:
                    await self._connect()
                    break
                except self.faults as error:
                    log.warning("bus.unreachable", error=str(error))
                    await asyncio.sleep(pause)
            log.info("bus.resumed")
            self._resumed()

    @abstractmethod
    async def _connect(self) -> None:
        """Connect and listen; also after a break."""

    @abstractmethod
    async def _broken(self) -> None:
        """Return, or raise one of `faults`, as soon as the connection is broken."""

    @abstractmethod
    async def _send(self, text: str) -> None: ...

    @abstractmethod
    async def _disconnect(self) -> None: ...


class PostgresBus(Batching):
    """LISTEN on a connection of its own, NOTIFY on the same."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._lane = store.lane
        self._connection: Any = None
        self._lost = asyncio.Event()

    async def _connect(self) -> None:
        connection = await self._lane.connect()
        self._lost.clear()
        connection.add_termination_listener(lambda lost: self._lost.set() if lost is self._connection else None)
        self._connection = connection
        await connection.add_listener(CHANNEL, lambda _c, _pid, _channel, payload: self._receive(payload))

    async def _broken(self) -> None:
        await self._lost.wait()

    async def _send(self, text: str) -> None:
        await self._connection.execute("select pg_notify($1, $2)", CHANNEL, text)

    async def _disconnect(self) -> None:
        if self._connection is not None:
            await self._connection.close()


def make_bus(store: Store, settings: Settings) -> Bus:
    """The bus that the settings ask for."""
    if not settings.redis_url:
        return PostgresBus(store)
    from app.store.redis_bus import RedisBus  # here, since importing the redis package costs every start 0.3 s of CPU

    return RedisBus(settings.redis_url)
