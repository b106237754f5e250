"""Whole servers die during play, and the clients go on by themselves: nothing that was acknowledged is lost, nothing is
doubled, and all that is stored comes out again with the same hashes.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import asyncpg
import msgspec
import pytest

from app.engine.verify import Record, faults
from app.matches import faults as points
from app.rulesets import all_rulesets
from app.settings import asyncpg_url
from app.store.embedded import EmbeddedPostgres
from tests.harness.servers import ServerProcess
from tests.multiprocess.lines import Caller, Line, guest, table, until

pytestmark = [pytest.mark.database, pytest.mark.multiprocess, pytest.mark.timeout(300)]
WIDE = {
    f"SANDTABLE_RATE_{name}": "1000000"
    for name in ("ADDRESS_PER_S", "ADDRESS_BURST", "TOKEN_PER_S", "TOKEN_BURST", "SIGN_IN_PER_MIN", "SIGN_IN_BURST")
}
ARRIVALS = (4, 1, 9)
"""At which arrivals at a point the server is killed, one life after the other (the first one must begin the match)."""
GOES_ON = 15
"""Steps that must still be played after the last death."""

Serve = Callable[..., ServerProcess]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts servers; all end with the test."""
    with ExitStack() as started:

        def start(**environment: str) -> ServerProcess:
            server = ServerProcess(**WIDE, SANDTABLE_BOT_WORKERS="0", SANDTABLE_SNAPSHOT_INTERVAL="7", **environment)
            started.callback(server.stop)
            return server

        yield start


class Play:
    """Two players and a spectator at a match, whatever happens to the server."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.lines: list[Line] = []

    @property
    def address(self) -> str:
        """Where the present server is; the lines ask again until it answers."""
        return self.server.address()

    @property
    def seq(self) -> int:
        """The last step that somebody heard of."""
        return max(line.seq for line in self.lines)

    async def started(self, server: ServerProcess) -> None:
        """Another server has taken over."""
        await asyncio.to_thread(server.address)
        self.server = server

    def proved(self) -> None:
        """What every line must have been told: all steps, each once, in order, and no refusal."""
        for line in self.lines:
            assert line.refused == [], line.refused
            assert line.gaps == [], f"seat {line.seat}"
            assert line.steps == list(range(1, line.seq + 1)), f"seat {line.seat}"


@asynccontextmanager
async def playing(server: ServerProcess) -> AsyncIterator[Play]:
    """A match under way."""
    play = Play(server)
    address = await asyncio.to_thread(server.address)
    south, north = await guest(address, "Ada"), await guest(address, "Bob")
    match = await table(address, south, north)
    play.lines = [Line(lambda: play.address, match, token, seat) for seat, token in enumerate((south, north))]
    play.lines.append(Line(lambda: play.address, match))
    tasks = [asyncio.create_task(line.run()) for line in play.lines]
    try:
        await until(lambda: all(line.seq >= 0 for line in play.lines))
        for line in play.lines[:2]:
            await line.go()
        yield play
    finally:
        for task in tasks:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, Exception):
                raise outcome


async def finished(play: Play, database_url: str) -> None:
    """Stop playing, give up, and compare what was told with what is stored and with what comes out of it again."""
    for line in play.lines[:2]:
        line.playing = False
    players = play.lines[:2]
    await until(lambda: all(len(line.acks) == len(line.sent) for line in players))
    last = max(seq for line in players for seq in line.acks.values())
    await until(lambda: all(line.seq == last for line in play.lines))
    play.proved()
    connection = await asyncpg.connect(asyncpg_url(database_url).replace("+asyncpg", ""))
    try:
        rows = await connection.fetch("select seq, seat, key from steps where seq > 0 order by seq")
    finally:
        await connection.close()
    assert [row["seq"] for row in rows] == list(range(1, last + 1)), "no step is lost and none doubled"
    keys = [(row["seat"], row["key"]) for row in rows]
    assert len(set(keys)) == len(keys), "each key is stored once"
    stored = {row["key"]: row["seq"] for row in rows}
    assert stored == {key: seq for line in players for key, seq in line.acks.items()}, "what was told is what is stored"

    caller = Caller(play.address, players[0].token)
    async with caller.http:
        await caller.call("POST", f"/matches/{players[0].match}/resign", {})
        await until(lambda: all(line.ended is not None for line in play.lines))
        answer = await caller.http.get(f"/matches/{players[0].match}/replay")
    record = msgspec.json.decode(answer.content, type=Record)
    assert len(record.steps) == last + 1
    assert list(faults(all_rulesets()["lore"], record)) == []


@pytest.mark.parametrize("point", points.POINTS)
async def test_players_go_on_after_a_kill_at_any_point(new_database_url: str, serve: Serve, point: str) -> None:
    first, *later = [f"{point}:{arrival}" for arrival in ARRIVALS]
    async with playing(serve(DATABASE_URL=new_database_url, SANDTABLE_FAULT=first)) as play:
        for fault in (*later, None):
            assert await asyncio.to_thread(play.server.wait, 90) == -signal.SIGKILL
            doom = {} if fault is None else {"SANDTABLE_FAULT": fault}
            await play.started(serve(DATABASE_URL=new_database_url, **doom))
        seq = play.seq
        await until(lambda: play.seq >= seq + GOES_ON)
        await finished(play, new_database_url)
        # A life that ends at its first commit may be too short for every line to have come back in it.
        assert all(line.connections > 1 for line in play.lines)


async def test_players_go_on_after_their_postgres_is_killed(data_dir: Path, serve: Serve) -> None:
    """The embedded postmaster dies by SIGKILL in the midst of play, again and again, and at last together with the
    server.
    """
    async with playing(serve(SANDTABLE_DATA_DIR=str(data_dir))) as play:
        for _ in range(3):
            seq = play.seq
            await until(lambda seq=seq: play.seq >= seq + 8)
            os.kill(postmaster(data_dir), signal.SIGKILL)
        seq = play.seq
        await until(lambda: play.seq >= seq + 8)
        os.kill(postmaster(data_dir), signal.SIGKILL)
        await asyncio.to_thread(play.server.kill)
        await play.started(serve(SANDTABLE_DATA_DIR=str(data_dir)))
        seq = play.seq
        await until(lambda: play.seq >= seq + GOES_ON)
        share = EmbeddedPostgres(data_dir)
        try:
            await finished(play, await asyncio.to_thread(share.start))
        finally:
            await asyncio.to_thread(share.stop)


def postmaster(data_dir: Path) -> int:
    """The process of the embedded Postgres."""
    return int((data_dir / "postgres" / "cluster" / "postmaster.pid").read_text().splitlines()[0])
