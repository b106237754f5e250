"""Store: the connections of one process to Postgres, and the repositories that use them.

Two ways in. Cold paths run prebuilt SQLAlchemy Core statements on SQLAlchemy's pool. The hot path (loading and
committing steps) runs raw SQL on the `Lane`, a few asyncpg connections of its own: taking a raw connection out of
SQLAlchemy's pool costs twice the client CPU of the statement itself (docs/decisions/0020-commit-and-bus.md).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import orjson
from sqlalchemy import Executable, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from app.settings import Settings, asyncpg_url


class UnavailableError(RuntimeError):
    """The database cannot be reached, or no connection became free in time. Nothing is known about a write under
    way.
    """


CONNECTION_FAULTS = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
)
"""What asyncpg raises when the connection, and not the statement, is at fault."""


def _dump(value: object) -> str:
    return orjson.dumps(value).decode()


class Lane:
    """Raw asyncpg connections, opened when first needed, handed out last-in first-out so that caches stay warm."""

    def __init__(self, arguments: Mapping[str, Any], size: int, wait_s: float) -> None:
        """
        Args:
            arguments: what `asyncpg.connect` is called with.
            size: connections at most.
            wait_s: seconds to wait for a free one before UnavailableError.
        """
        self._arguments = dict(arguments)
        self._free: list[asyncpg.Connection] = []
        self._room = asyncio.Semaphore(size)
        self._wait_s = wait_s

    async def connect(self) -> asyncpg.Connection:
        """A new connection outside the lane, for listeners; the caller closes it."""
        try:
            connection = await asyncpg.connect(**self._arguments)
        except CONNECTION_FAULTS as error:
            raise UnavailableError(str(error)) from error
        await connection.set_type_codec("jsonb", schema="pg_catalog", encoder=_dump, decoder=orjson.loads)
        return connection

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[asyncpg.Connection]:
        """A connection for one or a few statements.

        Raises:
            UnavailableError: none can be had, or it broke; then the outcome of its last statement is unknown.
        """
        try:
            async with asyncio.timeout(self._wait_s):
                await self._room.acquire()
        except TimeoutError as error:
            raise UnavailableError("every connection is busy") from error
        connection: asyncpg.Connection | None = None
        sound = False
        try:
            while self._free and (connection is None or connection.is_closed()):
                connection = self._free.pop()
            if connection is None or connection.is_closed():
                connection = await self.connect()
            yield connection
            sound = True
        except CONNECTION_FAULTS as error:
            raise UnavailableError(str(error)) from error
        except Exception:
            sound = True
            raise
        finally:
            if connection is not None:
                if sound and not connection.is_closed() and not connection.is_in_transaction():
                    self._free.append(connection)
                else:
                    connection.terminate()
            self._room.release()

    async def close(self) -> None:
        """Close the free connections."""
        for connection in self._free:
            await connection.close()
        self._free.clear()


class Store:
    """Opened once a process. Repositories take a Store and are cheap to make."""

    def __init__(self, database_url: str, settings: Settings) -> None:
        """Does not connect yet. `database_url` in any common spelling."""
        self.settings = settings
        url = make_url(asyncpg_url(database_url))
        server_settings = {
            "application_name": "sandtable",
            "statement_timeout": str(int(settings.db_statement_timeout_s * 1000)),
            "timezone": "UTC",
        }
        connecting: dict[str, Any] = {
            "server_settings": server_settings,
            "timeout": settings.db_pool_timeout_s,
            "command_timeout": settings.db_statement_timeout_s + SILENCE_S,
        }
        self.engine: AsyncEngine = create_async_engine(
            url,
            pool_size=settings.db_pool_size,
            max_overflow=settings.db_pool_overflow,
            pool_timeout=settings.db_pool_timeout_s,
            pool_pre_ping=True,
            connect_args=connecting,
            json_serializer=_dump,
            json_deserializer=orjson.loads,
            hide_parameters=True,  # seeds, password hashes and token digests stand in them, and errors are logged
        )
        _, arguments = self.engine.dialect.create_connect_args(url)
        arguments = {name: value for name, value in arguments.items() if not name.startswith("prepared_")}
        self.lane = Lane({**arguments, **connecting}, LANE_SIZE, settings.db_pool_timeout_s)

    async def open(self) -> None:
        """Connect, to find out at once when the address is wrong. UnavailableError if it is."""
        async with self.begin() as connection:
            await connection.execute(text("select 1"))

    async def close(self) -> None:
        """Close every connection."""
        await self.lane.close()
        await self.engine.dispose()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction on SQLAlchemy's pool, committed at the end.

        Raises:
            UnavailableError: the database cannot be reached.
        """
        try:
            async with self.engine.begin() as connection:
                yield connection
        except (*CONNECTION_FAULTS, PoolTimeoutError) as error:
            raise UnavailableError(str(error)) from error
        except DBAPIError as error:
            if error.connection_invalidated or isinstance(error.orig and error.orig.__cause__, CONNECTION_FAULTS):
                raise UnavailableError(str(error)) from error
            raise

    async def rows(self, statement: Executable, parameters: Mapping[str, Any] | None = None) -> Sequence[Any]:
        """All rows of one statement in a transaction of its own."""
        async with self.begin() as connection:
            return (await connection.execute(statement, parameters or {})).all()

    async def row(self, statement: Executable, parameters: Mapping[str, Any] | None = None) -> Any:
        """The first row or None, in a transaction of its own."""
        async with self.begin() as connection:
            return (await connection.execute(statement, parameters or {})).first()

    async def run(self, statement: Executable, parameters: Mapping[str, Any] | None = None) -> int:
        """Rows touched by one statement in a transaction of its own."""
        async with self.begin() as connection:
            return (await connection.execute(statement, parameters or {})).rowcount


SILENCE_S = 2.0
"""How much longer than a statement may take a server may be silent before its connection counts as broken: a host that
has vanished sends no error.
"""
LANE_SIZE = 8
"""Connections of the hot path. More do not help: commits of one Postgres on a few cores are bound by its CPU and its
fsync.
"""
