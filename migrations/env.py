"""Alembic's environment: run by `app.store.migrate`, and by `alembic -c migrations/alembic.ini` to make a revision.

The connection comes from `app.store.migrate` (one that holds the advisory lock), or is opened here from `DATABASE_URL`.
"""

import asyncio
import importlib.util

from alembic import context
from sqlalchemy import MetaData
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.settings import get_settings


def target_metadata() -> MetaData | None:
    """The tables that autogenerate compares with."""
    if importlib.util.find_spec("app.store.tables") is None:
        return None
    from app.store.tables import metadata

    return metadata


def run(connection: Connection) -> None:
    """Carry out the revisions on an open connection, each in its own transaction."""
    context.configure(
        connection=connection,
        target_metadata=target_metadata(),
        compare_type=True,
        compare_server_default=True,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def run_alone() -> None:
    """Open a connection from the settings and run."""
    engine = create_async_engine(get_settings().sqlalchemy_url, poolclass=NullPool)
    async with engine.connect() as connection:
        await connection.run_sync(run)
    await engine.dispose()


given = context.config.attributes.get("connection")
if context.is_offline_mode():
    context.configure(dialect_name="postgresql", target_metadata=target_metadata(), literal_binds=True)
    with context.begin_transaction():
        context.run_migrations()
elif given is not None:
    run(given)
else:
    asyncio.run(run_alone())
