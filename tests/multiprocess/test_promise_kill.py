"""SIGKILL at every point of the commit path: no acknowledged step lost, none doubled, whoever watches elsewhere
misses none.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text

from app.matches import faults
from app.matches.errors import ServiceError
from app.matches.types import NewMatch, NewSeat
from tests.support.service import Sink, server, until

pytestmark = [pytest.mark.database, pytest.mark.multiprocess]
ROOT = Path(__file__).parents[2]
ACTIONS = 12


async def _play(url: str, match: str, user: str, fault: str | None) -> tuple[int, list[tuple[str, int]]]:
    """Let another process play; its exit code and what it was told."""
    environment = {key: value for key, value in os.environ.items() if key != "SANDTABLE_FAULT"}
    if fault is not None:
        environment["SANDTABLE_FAULT"] = fault
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.multiprocess.player", url, match, user, str(ACTIONS)),
        cwd=ROOT,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    out, _ = await asyncio.wait_for(process.communicate(), 60)
    acks = [line.split()[1:] for line in out.decode().splitlines() if line.startswith("ack ")]
    assert process.returncode is not None
    return process.returncode, [(key, int(seq)) for key, seq in acks]


@pytest.mark.parametrize("point", faults.POINTS)
async def test_a_kill_at_any_point_loses_and_doubles_nothing(database_url: str, point: str) -> None:
    async with server(database_url) as watcher:
        ann = await watcher.person("Ann")
        seats = (NewSeat(kind="me"), NewSeat(kind="hotseat"))
        new = NewMatch(ruleset="duel", scenario="yard", seats=seats, options={"rounds": 500})
        match = (await watcher.service.create(ann, new)).id
        sink = Sink()
        audience = await watcher.audience(ann, match, -1)
        watcher.service.subscribe(match, audience, sink)
        await watcher.service.state(match, audience)
        code, told = await _play(database_url, match, ann.user, f"{point}:7")
        assert code == -signal.SIGKILL
        stored = await _keys(watcher)
        assert [seq for _, seq in told] == list(range(1, len(told) + 1))
        assert stored[: len(told)] == [key for key, _ in told]  # nothing that was acknowledged is lost
        assert len(stored) - len(told) in ((1, 0) if point in ("committed", "acked") else (0,))
        code, more = await _play(database_url, match, ann.user, None)  # the next process goes on from there
        assert code == 0
        assert [seq for _, seq in more] == list(range(len(stored) + 1, len(stored) + 1 + ACTIONS))
        assert await _keys(watcher) == [*stored, *(key for key, _ in more)]
        last = more[-1][1]
        await until(lambda: sink.of("step") and sink.of("step")[-1]["seq"] == last, 10)
        assert [step["seq"] for step in sink.of("step")] == list(range(1, last + 1))
        if len(stored) > len(told):  # the client that got no answer asks again, and gets the first one
            async with watcher.store.begin() as connection:
                row = (
                    await connection.execute(
                        text("select seat, action, key from steps where seq = :seq"), {"seq": len(stored)}
                    )
                ).one()
            decision = _decision_of(len(stored))
            ack = await watcher.service.commit(ann, match, decision, bytes(row.action), row.key, row.seat)
            assert ack.ack.seq == len(stored)
            assert await _keys(watcher) == [*stored, *(key for key, _ in more)]


def _decision_of(seq: int) -> str:
    """The decision that step `seq` of an undisturbed duel answers: stance, seat 0, seat 1, stance …"""
    turn, part = divmod(seq - 1, 3)
    return f"s{turn + 1}" if part == 0 else f"p{turn + 1}.{part - 1}"


async def _keys(place: object) -> list[str]:
    async with place.store.begin() as connection:  # type: ignore[attr-defined]
        rows = (await connection.execute(text("select seq, key from steps where seq > 0 order by seq"))).all()
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    return [row.key for row in rows]


async def test_a_killed_postgres_loses_nothing_that_was_acknowledged(new_database_url: str) -> None:
    """Every backend killed in the midst of play: the service finds its way back, and each action counts once."""
    async with server(new_database_url) as one:
        ann = await one.person("Ann")
        seats = (NewSeat(kind="me"), NewSeat(kind="hotseat"))
        new = NewMatch(ruleset="duel", scenario="yard", seats=seats, options={"rounds": 500})
        match = (await one.service.create(ann, new)).id
        told = []

        async def shoot() -> None:
            for _ in range(6):
                await asyncio.sleep(0.05)
                async with one.store.begin() as connection:
                    await connection.execute(
                        text(
                            "select pg_terminate_backend(pid) from pg_stat_activity"
                            " where datname = current_database() and pid <> pg_backend_pid()"
                        )
                    )

        shooting = asyncio.create_task(shoot())
        number = 0
        while not shooting.done() or number < 30:
            number += 1
            position = one.house.tables.here(match).position
            decision = position.decisions[0]
            for _ in range(20):
                try:
                    ack = await one.service.commit(
                        ann, match, position.id_of(decision), _default(decision), f"n{number}", int(decision.seat)
                    )
                    break
                except ServiceError as error:
                    if error.code != "unavailable":
                        raise
                    await asyncio.sleep(0.02)
            told.append(ack.ack.seq)
        await shooting
        assert told == list(range(1, number + 1))
        assert await _keys(one) == [f"n{place}" for place in range(1, number + 1)]


def _default(decision: object) -> bytes:
    return msgspec.json.encode(decision.default)  # type: ignore[attr-defined]
