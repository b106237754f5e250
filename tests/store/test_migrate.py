"""Migrations: processes that start together do not race, and the schema is the one that the tables describe."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.store.migrate import FOLDER, newest_revisions, upgrade

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def bare_url(new_database_url: str) -> str:
    """A database without a schema."""
    engine = create_async_engine(new_database_url, poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
    await engine.dispose()
    return new_database_url


@pytest.mark.database
@pytest.mark.multiprocess
def test_processes_that_migrate_together_do_not_race(bare_url: str) -> None:
    code = "import sys; from app.store.migrate import upgrade; upgrade(sys.argv[1])"
    racing = [
        subprocess.Popen([sys.executable, "-c", code, bare_url], cwd=ROOT, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    assert [(p.communicate(timeout=60)[1], p.returncode) for p in racing] == [("", 0)] * 3
    upgrade(bare_url)


@pytest.mark.database
async def test_the_migrated_schema_is_the_one_that_the_tables_describe(database_url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    assert importlib.util.find_spec("app.store.tables") is not None
    from app.store.tables import metadata

    def difference(connection: Connection) -> list[object]:
        return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)

    engine = create_async_engine(database_url, poolclass=NullPool)
    async with engine.connect() as connection:
        assert await connection.run_sync(difference) == []
    await engine.dispose()


def test_the_newest_revision_is_the_one_that_alembic_finds() -> None:
    from alembic.script import ScriptDirectory

    assert newest_revisions() == set(ScriptDirectory(str(FOLDER)).get_heads())


@pytest.mark.database
async def test_a_database_behind_the_newest_revision_is_brought_up_to_it(bare_url: str) -> None:
    upgrade(bare_url)
    engine = create_async_engine(bare_url, poolclass=NullPool)
    async with engine.begin() as connection:
        assert set(await connection.scalars(text("SELECT version_num FROM alembic_version"))) == newest_revisions()
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
    upgrade(bare_url)
    async with engine.begin() as connection:
        assert set(await connection.scalars(text("SELECT version_num FROM alembic_version"))) == newest_revisions()
    await engine.dispose()


@pytest.mark.database
async def test_matches_from_before_keep_the_version_that_stands_in_their_setup(bare_url: str) -> None:
    def to_0002(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(FOLDER))
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")

    engine = create_async_engine(bare_url, poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.run_sync(to_0002)
    async with engine.begin() as connection:
        await connection.execute(text("insert into users (id, name, guest) values ('u', 'Ann', true)"))
        for match, setup in (("old", b'{"version":"0.9"}'), ("odd", b"{}")):
            for statement in (
                "insert into matches (id, owner_id, ruleset, scenario, status, created, clock, spectators, delay_s,"
                " rated, takebacks, absent, hot_seat, start_mode) values (:match, 'u', 'lore', 'S1', 'live', now(),"
                " '{}', 'public', 0, false, 'ask', 'none', false, 'auto')",
                "insert into setups (match, setup, names, commitment, invite, watch_link)"
                " values (:match, :setup, '{}', '', '', '')",
            ):
                await connection.execute(text(statement), {"match": match, "setup": setup})
    upgrade(bare_url)
    async with engine.begin() as connection:
        found = (await connection.execute(text("select id, version from matches order by id"))).all()
    assert [tuple(row) for row in found] == [("odd", "1"), ("old", "0.9")]
    await engine.dispose()
