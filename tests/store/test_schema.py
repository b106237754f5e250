"""The revisions make the tables that `app.store.tables` describes, and nothing but the commit path reads seeds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from app.store.tables import metadata

ROOT = Path(__file__).parents[2]


@pytest.mark.database
async def test_migrations_and_metadata_agree(database_url: str) -> None:
    def compare(connection: Connection) -> list[object]:
        options = {"compare_type": True, "compare_server_default": True}
        return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))

    engine = create_async_engine(database_url)
    async with engine.connect() as connection:
        assert await connection.run_sync(compare) == []
    await engine.dispose()


def test_sql_stands_in_the_store_alone() -> None:
    """No other layer imports a driver, SQLAlchemy or the tables."""
    for path in sorted((ROOT / "app").rglob("*.py")):
        if "store" in path.relative_to(ROOT / "app").parts:
            continue
        imports = re.findall(r"^(?:from|import) ([\w.]+)", path.read_text(), re.MULTILINE)
        for module in imports:
            assert not module.startswith(("sqlalchemy", "asyncpg", "app.store.tables")), f"{path}: {module}"


def test_seeds_are_read_where_dice_are_made_or_revealed_and_nowhere_else() -> None:
    readers = {
        str(path.relative_to(ROOT / "app"))
        for path in (ROOT / "app").rglob("*.py")
        if re.search(r"lobby\.seed\(|seeds\.c\.seed\b", path.read_text())
    }
    assert readers == {"store/lobby.py", "matches/positions.py", "matches/records.py"}
