"""The buses carry notices to all other processes, in batches, and come back after a break."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from app.settings import Settings
from app.store.bus import PostgresBus, make_bus
from app.store.database import Store
from app.store.notices import PAYLOAD_MAX, Bus, Kind, Notice, packed, unpacked
from app.store.redis_bus import RedisBus
from tests.support.service import Sink, server, until

pytestmark = pytest.mark.database


class Ear:
    """What a process heard."""

    def __init__(self) -> None:
        self.notices: list[Notice] = []
        self.resumed = 0

    def heard(self, notice: Notice) -> None:
        self.notices.append(notice)

    def again(self) -> None:
        self.resumed += 1


@asynccontextmanager
async def listening(bus: Bus) -> AsyncIterator[Ear]:
    ear = Ear()
    await bus.open(ear.heard, ear.again)
    try:
        yield ear
    finally:
        await bus.close()


def test_a_batch_is_packed_as_far_as_it_fits() -> None:
    notices = [Notice(Kind.STEP, f"match{number:08}", number) for number in range(1000)]
    left = list(notices)
    got: list[Notice] = []
    while left:
        batch = packed("me", left)
        assert len(batch) <= PAYLOAD_MAX
        sender, some = unpacked(batch)
        assert sender == "me"
        got += some
    assert got == notices
    assert unpacked("you;z what 1;s m;s m x;s m 4") == ("you", [Notice(Kind.STEP, "m", 4)])


async def _carries(one: Bus, two: Bus) -> None:
    async with listening(one) as own, listening(two) as other:
        one.alone = two.alone = False
        sent = [Notice(Kind.STEP, "m", number) for number in range(500)]
        for notice in sent:
            one.publish(notice)
        await until(lambda: other.notices == sent)
        assert own.notices == []
        one.alone = True
        one.publish(Notice(Kind.CHAT, "m", 1))  # nobody to tell
        one.alone = False
        one.publish(Notice(Kind.CHAT, "m", 2))
        await until(lambda: other.notices[-1] == Notice(Kind.CHAT, "m", 2))
        assert Notice(Kind.CHAT, "m", 1) not in other.notices


async def test_postgres_carries_notices_and_comes_back(database_url: str) -> None:
    store = Store(database_url, Settings())
    one, two = PostgresBus(store), PostgresBus(store)
    await _carries(one, two)
    async with listening(PostgresBus(store)) as ear:
        async with store.begin() as connection:
            await connection.execute(
                text(
                    "select pg_terminate_backend(pid) from pg_stat_activity"
                    " where datname = current_database() and pid <> pg_backend_pid()"
                )
            )
        await until(lambda: ear.resumed == 1)
        async with listening(PostgresBus(store)) as _:
            other = PostgresBus(store)
            async with listening(other):
                other.publish(Notice(Kind.MATCH, "m"))
                await until(lambda: Notice(Kind.MATCH, "m") in ear.notices)
    await store.close()


@asynccontextmanager
async def redis_server(program: str, folder: Path) -> AsyncIterator[str]:
    socket = folder / "redis.sock"
    command = [program, "--port", "0", "--unixsocket", str(socket), "--save", "", "--dir", str(folder)]
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.DEVNULL)
    try:
        await until(socket.exists)
        yield f"unix://{socket}"
    finally:
        process.terminate()
        await process.wait()


async def test_redis_carries_notices_and_comes_back(redis_server_path: str, tmp_path: Path) -> None:
    one = None
    async with redis_server(redis_server_path, tmp_path) as url:
        await _carries(RedisBus(url), RedisBus(url))
        one = RedisBus(url)
        ear = Ear()
        await one.open(ear.heard, ear.again)
    await asyncio.sleep(0.3)
    one.alone = False
    one.publish(Notice(Kind.STEP, "lost", 1))
    async with redis_server(redis_server_path, tmp_path) as url:
        await until(lambda: ear.resumed == 1)
        async with listening(RedisBus(url)) as other:
            one.publish(Notice(Kind.STEP, "found", 1))
            await until(lambda: Notice(Kind.STEP, "found", 1) in other.notices)
        await one.close()


async def test_two_processes_over_redis_behave_as_one(
    database_url: str, redis_server_path: str, tmp_path: Path
) -> None:
    async with (
        redis_server(redis_server_path, tmp_path) as url,
        server(database_url, redis_url=url) as one,
        server(database_url, redis_url=url) as two,
    ):
        assert isinstance(one.house.bus, RedisBus)
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        sink = Sink()
        audience = await two.audience(None, match)
        two.service.subscribe(match, audience, sink)
        await two.service.state(match, audience)
        await one.round(match, ann, bob)
        await until(lambda: [step["seq"] for step in sink.of("step")] == [1, 2, 3])


async def test_lost_notices_are_caught_up_by_seq(database_url: str) -> None:
    async with server(database_url) as one, server(database_url) as two:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        sink = Sink()
        audience = await two.audience(None, match)
        two.service.subscribe(match, audience, sink)
        await two.service.state(match, audience)
        await two.service._sweeping.beat()
        one.house.bus.publish = lambda notice: None  # every notice is lost
        await one.round(match, ann, bob)
        await until(lambda: [step["seq"] for step in sink.of("step")] == [1, 2, 3])


async def test_the_settings_choose_the_bus(database_url: str) -> None:
    settings = Settings(redis_url="redis://127.0.0.1:1/0")
    store = Store(database_url, settings)
    assert isinstance(make_bus(store, settings), RedisBus)
    assert isinstance(make_bus(store, Settings()), PostgresBus)
    await store.close()
