"""Brings the schema up to date. Several processes may call it at once: one migrates, the others wait and find it done.

The advisory lock belongs to the session that migrates; if that process dies, Postgres lets go of it by itself.
"""

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

import migrations

LOCK = 0x53414E44_54424C45  # "SANDTBLE": any number that nobody else takes


def upgrade(url: str) -> None:
    """Apply every revision that `url` lacks. Blocks; may be called from a running event loop's thread too.

    Args:
        url: a SQLAlchemy address of the dialect `postgresql+asyncpg`.
    """
    _run(_upgrade(url))


async def _upgrade(url: str) -> None:
    engine = create_async_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as guard:
            await guard.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": LOCK})
            migrator = create_async_engine(url, poolclass=NullPool)
            try:
                async with migrator.connect() as connection:
                    await connection.run_sync(_apply)
            finally:
                await migrator.dispose()
                await guard.execute(text("SELECT pg_advisory_unlock(:lock)"), {"lock": LOCK})
    finally:
        await engine.dispose()


def _apply(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    connection.commit()


def _run(work: Coroutine[None, None, None]) -> None:
    failure: list[BaseException] = []

    def body() -> None:
        try:
            asyncio.run(work)
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=body, name="migrate")
    thread.start()
    thread.join()
    if failure:
        raise failure[0]
