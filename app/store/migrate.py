"""Brings the schema up to date. Several processes may call it at once: one migrates, the others wait and find it done.

The advisory lock belongs to the session that migrates; if that process dies, Postgres lets go of it by itself.
"""

import asyncio
import re
import threading
from collections.abc import Coroutine
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

import migrations

FOLDER = Path(migrations.__file__).parent
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
            if await _is_current(guard):
                return
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


async def _is_current(connection: AsyncConnection) -> bool:
    """Whether the database stands at the newest revision; asked without Alembic, whose import costs half a second."""
    if await connection.scalar(text("SELECT to_regclass('alembic_version')")) is None:
        return False
    stands_at = set(await connection.scalars(text("SELECT version_num FROM alembic_version")))
    return stands_at == newest_revisions()


def newest_revisions() -> set[str]:
    """The revisions that no other one follows, read off the files; normally one."""
    found: set[str] = set()
    followed: set[str] = set()
    for file in (FOLDER / "versions").glob("*.py"):
        for name, value in re.findall(r"^(down_revision|revision)\b[^=\n]*= *(.*)$", file.read_text(), re.MULTILINE):
            (found if name == "revision" else followed).update(re.findall(r"[\"']([^\"']+)[\"']", value))
    return found - followed


def _apply(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
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
