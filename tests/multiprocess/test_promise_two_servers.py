"""Two server processes on one database behave as one: a player on each, spectators on both, chat, presence, races; over
Postgres NOTIFY and over Redis.
"""

from __future__ import annotations

import asyncio
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.harness.servers import ServerProcess
from tests.multiprocess.lines import Caller, Json, Line, guest, table, until
from tests.multiprocess.test_promise_play_on import WIDE

pytestmark = [pytest.mark.database, pytest.mark.multiprocess, pytest.mark.timeout(300)]
ROUNDS = 60


@contextmanager
def redis(program: str, folder: Path) -> Iterator[str]:
    """A Redis of the test's own."""
    socket = folder / "redis.sock"
    command = [program, "--port", "0", "--unixsocket", str(socket), "--save", "", "--dir", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        yield f"unix://{socket}"
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(params=["notify", "redis"])
def two_servers(
    request: pytest.FixtureRequest,
    new_database_url: str,
    tmp_path: Path,
    start_server: Callable[..., ServerProcess],
) -> Iterator[tuple[str, str]]:
    """The addresses of two servers on one database."""
    settings = {**WIDE, "DATABASE_URL": new_database_url, "SANDTABLE_BOT_WORKERS": "0"}
    if request.param == "notify":
        servers = [start_server(**settings) for _ in range(2)]
        yield servers[0].address(), servers[1].address()
        return
    with redis(request.getfixturevalue("redis_server_path"), tmp_path) as url:
        servers = [start_server(**settings, REDIS_URL=url) for _ in range(2)]
        yield servers[0].address(), servers[1].address()
        for server in servers:
            server.stop()


async def test_a_match_across_two_servers_is_one_match(two_servers: tuple[str, str]) -> None:
    one, two = two_servers
    south, north, eve = await guest(one, "Ada"), await guest(two, "Bob"), await guest(one, "Eve")
    match = await table(one, south, north)
    ada, bob = Line(lambda: one, match, south, 0), Line(lambda: two, match, north, 1)
    near, far = Line(lambda: one, match, eve), Line(lambda: two, match)
    lines = [ada, bob, near, far]
    tasks = [asyncio.create_task(line.run()) for line in (ada, near, far)]
    try:
        await until(lambda: all(line.seq == 0 for line in (ada, near, far)))
        await until(lambda: ada.watching == 2)
        assert [player["online"] for player in ada.players] == [True, False]
        tasks.append(bob_there := asyncio.create_task(bob.run()))
        await until(lambda: all([p["online"] for p in line.players] == [True, True] for line in lines))

        await ada.say("from one")
        await bob.say("from two")
        said = ["from one", "from two"]
        await until(lambda: all(sorted(line.chat) == said for line in lines))
        await near.say("psst")
        await until(lambda: all("psst" in line.chat for line in (near, far)))
        assert "psst" not in ada.chat + bob.chat

        await ada.go()
        await bob.go()
        await until(lambda: min(line.seq for line in lines) >= 60 and len(bob.acks) >= 10)
        for line in (ada, bob):
            line.playing = False
        await until(lambda: all(len(line.acks) == len(line.sent) for line in (ada, bob)))
        last = max(seq for line in (ada, bob) for seq in line.acks.values())
        await until(lambda: all(line.seq == last for line in lines))
        for line in lines:
            assert line.gaps == line.refused == []
            assert line.steps == list(range(1, last + 1))
        views = [await _view(address, match, token) for address, token in ((one, None), (two, None))]
        assert views[0] == views[1]
        assert await _view(one, match, north) == await _view(two, match, north)

        bob_there.cancel()
        await until(lambda: [player["online"] for player in ada.players] == [True, False])
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_of_two_moves_at_two_servers_one_wins_whoever_is_first(two_servers: tuple[str, str]) -> None:
    south, north = await guest(two_servers[0], "Ada"), await guest(two_servers[1], "Bob")
    match = await table(two_servers[0], south, north)
    calls = {token: [Caller(address, token) for address in two_servers] for token in (south, north)}
    won: Counter[int] = Counter()
    try:
        for number in range(ROUNDS):
            token, decision = await _holder(calls, match)
            first, second = (0, 1) if number % 2 == 0 else (1, 0)
            answers = await asyncio.gather(
                *(_move(calls[token][place], match, decision, place, number) for place in (first, second))
            )
            by_place = dict(zip((first, second), answers, strict=True))
            assert sorted(status for status, _ in answers) == [200, 409], answers
            loser = next(place for place, (status, _) in by_place.items() if status == 409)
            assert by_place[loser][1]["error"]["code"] == "stale"
            assert by_place[loser][1]["error"]["seq"] == number + 1
            assert by_place[1 - loser][1]["ack"]["seq"] == number + 1
            won[1 - loser] += 1
            if min(won[0], won[1]) >= 3:
                break
        assert min(won[0], won[1]) >= 3, f"one server always won: {won}"
    finally:
        for callers in calls.values():
            for caller in callers:
                await caller.http.aclose()


async def _holder(calls: dict[str, list[Caller]], match: str) -> tuple[str, Json]:
    """Whose decision it is; both servers are asked, so that both have the same position in hand."""
    for token, callers in calls.items():
        seen = [(await caller.call("GET", f"/matches/{match}/decisions"))["decisions"] for caller in callers]
        held = next((one for one in seen[0] if one.get("choices")), None)
        if held is not None:
            assert seen[0] == seen[1]
            return token, held
    raise AssertionError("nobody decides")


async def _move(caller: Caller, match: str, decision: Json, place: int, number: int) -> tuple[int, Json]:
    choices = [choice for choice in decision["choices"] if choice["verb"] != "unorder"]
    action = choices[place % len(choices)]
    body = {"decision": decision["id"], "action": action, "key": f"race-{number}-{place}"}
    answer = await caller.http.post(f"/matches/{match}/actions", json=body)
    return answer.status_code, answer.json()


async def _view(address: str, match: str, token: str | None) -> Json:
    caller = Caller(address, token)
    async with caller.http:
        found: Json = await caller.call("GET", f"/matches/{match}/view")
        return found
