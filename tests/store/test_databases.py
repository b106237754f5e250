"""The test harness's own promises: migrated, empty, quick."""

import time

import asyncpg
import pytest

from tests.harness.databases import Databases

pytestmark = pytest.mark.database


async def fetch(url: str, sql: str) -> list[asyncpg.Record]:
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        return await connection.fetch(sql)
    finally:
        await connection.close()


async def test_emptying_knows_no_table_and_minds_no_foreign_key_or_trigger(databases: Databases) -> None:
    url = databases.url()
    await fetch(url, "CREATE TABLE harness_a (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY)")
    await fetch(url, "CREATE TABLE harness_b (a bigint REFERENCES harness_a)")
    await fetch(
        url,
        "CREATE FUNCTION harness_no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'append only'; END $$",
    )
    await fetch(url, "CREATE TRIGGER no BEFORE DELETE ON harness_b FOR EACH ROW EXECUTE FUNCTION harness_no()")
    try:
        await fetch(url, "INSERT INTO harness_a DEFAULT VALUES")
        await fetch(url, "INSERT INTO harness_b VALUES (1)")
        databases.url()
        assert await fetch(url, "SELECT 1 FROM harness_a UNION ALL SELECT 1 FROM harness_b") == []
        assert (await fetch(url, "INSERT INTO harness_a DEFAULT VALUES RETURNING id"))[0]["id"] == 1
    finally:
        await fetch(url, "DROP TABLE harness_a, harness_b; ")
        await fetch(url, "DROP FUNCTION harness_no")


async def test_the_database_is_migrated_and_emptying_is_cheap(databases: Databases) -> None:
    url = databases.url()
    assert await fetch(url, "SELECT to_regclass('alembic_version') IS NOT NULL AS there") == [(True,)]
    began = time.monotonic()
    databases.url()
    assert time.monotonic() - began < 1


async def test_a_new_database_is_another_one(databases: Databases, new_database_url: str) -> None:
    assert new_database_url != databases.url()
    assert await fetch(new_database_url, "SELECT 1 AS one") == [(1,)]
