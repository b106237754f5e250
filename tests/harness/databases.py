"""Databases for tests: one server, one migrated template, one clone per test process, emptied between tests.

The server is an embedded Postgres in `.data/tests`, which every test process on this work tree joins and the last one
stops; `TEST_DATABASE_URL` names another server (an account that may create databases). The template is named after
the migrations' content, so a changed migration makes a new one. A clone costs some 0.1 s, emptying it a few ms.

Surprising: emptying goes by the catalogue and knows no table, switches triggers and foreign keys off meanwhile, and
spares `alembic_version` alone. So migrations must not put rows into tables.
"""

import asyncio
import os
import re
import threading
from collections.abc import Coroutine
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import asyncpg
from sqlalchemy.engine import make_url

from app.settings import asyncpg_url
from app.store.embedded import EmbeddedPostgres
from app.store.migrate import upgrade

ROOT = Path(__file__).parents[2]
T = TypeVar("T")
LOCK = 0x54455354  # one process at a time makes the template

EMPTY_ALL = """
DO $$
DECLARE found record; has_rows boolean;
BEGIN
  PERFORM set_config('session_replication_role', 'replica', true);
  FOR found IN
    SELECT format('%I.%I', n.nspname, c.relname) AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'alembic_version'
      AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_toast%'
  LOOP
    EXECUTE 'SELECT EXISTS (SELECT FROM ' || found.name || ')' INTO has_rows;
    IF has_rows THEN EXECUTE 'DELETE FROM ' || found.name; END IF;
  END LOOP;
  FOR found IN
    SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences WHERE last_value IS NOT NULL
  LOOP
    EXECUTE 'ALTER SEQUENCE ' || found.name || ' RESTART';
  END LOOP;
END $$
"""


class Databases:
    """This test process's server and database."""

    def __init__(self) -> None:
        given = os.environ.get("TEST_DATABASE_URL")
        self._server = None if given else EmbeddedPostgres(ROOT / ".data" / "tests")
        self._admin = make_url(asyncpg_url(given) if given else self._server.start())  # type: ignore[union-attr]
        self._name = f"test_{os.getpid()}_{uuid4().hex[:6]}"
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="test databases", daemon=True)
        self._thread.start()
        self._clone: asyncpg.Connection | None = None

    def url(self) -> str:
        """The SQLAlchemy address of this process's database, emptied."""
        self._run(self._emptied())
        return self._url_of(self._name)

    def new(self) -> str:
        """A further database of its own, for tests of two servers or of migrations' ends; dropped with the others."""
        name = f"{self._name}_{uuid4().hex[:6]}"
        self._run(self._make_clone(name))
        return self._url_of(name)

    def close(self) -> None:
        """Drop this process's databases and leave the server."""
        self._run(self._drop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        if self._server is not None:
            self._server.stop()

    def _url_of(self, name: str) -> str:
        return self._admin.set(database=name).render_as_string(hide_password=False)

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=120)

    async def _connect(self, name: str | None = None) -> asyncpg.Connection:
        url = self._admin if name is None else self._admin.set(database=name)
        return await asyncpg.connect(url.set(drivername="postgresql").render_as_string(hide_password=False))

    async def _emptied(self) -> None:
        if self._clone is None:
            await self._make_clone(self._name)
            self._clone = await self._connect(self._name)
        elif self._clone.is_closed():
            self._clone = await self._connect(self._name)
        # Servers and pools that a test left behind would hold locks, or write after the test.
        await self._clone.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        await self._clone.execute(EMPTY_ALL)

    async def _make_clone(self, name: str) -> None:
        admin = await self._connect()
        try:
            template = await self._template(admin)
            await admin.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY wal_log')
        finally:
            await admin.close()

    async def _template(self, admin: asyncpg.Connection) -> str:
        name = f"template_{_schema_hash()}"
        await admin.execute("SELECT pg_advisory_lock($1)", LOCK)
        try:
            databases = [r["datname"] for r in await admin.fetch("SELECT datname FROM pg_database")]
            if name not in databases:
                for left in databases:
                    if _is_left_over(left):
                        await admin.execute(f'DROP DATABASE IF EXISTS "{left}" WITH (FORCE)')
                half = f"{name}_half"
                await admin.execute(f'DROP DATABASE IF EXISTS "{half}" WITH (FORCE)')
                await admin.execute(f'CREATE DATABASE "{half}" STRATEGY wal_log')
                await asyncio.to_thread(upgrade, self._url_of(half))
                await admin.execute(f'ALTER DATABASE "{half}" RENAME TO "{name}"')
            return name
        finally:
            await admin.execute("SELECT pg_advisory_unlock($1)", LOCK)

    async def _drop(self) -> None:
        if self._clone is not None and not self._clone.is_closed():
            await self._clone.close()
        admin = await self._connect()
        try:
            for row in await admin.fetch("SELECT datname FROM pg_database WHERE starts_with(datname, $1)", self._name):
                await admin.execute(f'DROP DATABASE IF EXISTS "{row["datname"]}" WITH (FORCE)')
        finally:
            await admin.close()


def _schema_hash() -> str:
    folders = [ROOT / "migrations", ROOT / "app" / "store"]
    files = sorted(p for folder in folders for p in folder.rglob("*.py") if "__pycache__" not in p.parts)
    return sha256(b"\0".join(p.read_bytes() for p in files)).hexdigest()[:16]


def _is_left_over(name: str) -> bool:
    """Whether a database belongs to a test process that is gone (templates stay: another branch may use them)."""
    match = re.fullmatch(r"test_(\d+)_\w+", name)
    if match is None:
        return False
    try:
        os.kill(int(match[1]), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
