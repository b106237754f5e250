"""Bots think in worker processes that always answer, come back when they die, and end with their server."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.bots.runner import BotRunner
from app.engine.action import Action
from app.engine.canonical import encode
from app.engine.decision import Decision
from app.engine.dice import HmacDice
from app.engine.ids import Seat
from tests.bots.pig import Hold, Pig, PigGame, find

pytestmark = pytest.mark.multiprocess


def _asked(mood: str = "") -> tuple[Pig, PigGame, Decision]:
    pig = Pig(mood)
    game, _ = pig.new_game(pig.setup("plain", {}), HmacDice(b"seed", "match"))
    assert isinstance(game, PigGame)
    game = PigGame(setup=game.setup, tick=1, frames=game.frames, banked=(25, 0), gathered=30)
    return pig, game, pig.decisions(game)[0]


async def _answer(runner: BotRunner, pig: Pig, game: PigGame) -> Action:
    return await runner.choose(pig, encode(game), Seat(0), "captain", 50)


@pytest.fixture
async def failures() -> list[str]:
    return []


@pytest.fixture
async def runner(failures: list[str]) -> AsyncIterator[BotRunner]:
    runner = BotRunner(find, workers=1, on_failure=lambda why, fault: failures.append(why))
    yield runner
    await runner.close()


async def test_the_captain_answers_while_the_event_loop_runs_on(runner: BotRunner, failures: list[str]) -> None:
    pig, game, _ = _asked()
    await runner.warm_up("pig")
    beats = 0

    async def beat() -> None:
        nonlocal beats
        while True:
            await asyncio.sleep(0.005)
            beats += 1

    heart = asyncio.create_task(beat())
    action = await _answer(runner, pig, game)
    heart.cancel()
    assert action == Hold()  # which wins
    assert beats >= 4
    assert failures == []


async def test_a_bot_that_hangs_is_cut_off_and_the_next_one_thinks_again(
    runner: BotRunner, failures: list[str]
) -> None:
    pig, game, decision = _asked("_hangs")
    await runner.warm_up("pig")
    hung = runner.pids
    assert await _answer(runner, pig, game) == decision.default  # it would hang for an hour
    assert failures == ["timeout"]
    pig, game, decision = _asked()
    assert await _answer(runner, pig, game) == Hold()
    assert failures == ["timeout"]
    assert runner.pids != hung


async def test_a_worker_that_dies_is_replaced(runner: BotRunner, failures: list[str]) -> None:
    pig, game, decision = _asked()
    await runner.warm_up("pig")
    os.kill(runner.pids[0], signal.SIGKILL)
    assert await _answer(runner, pig, game) in decision.choices
    assert failures in (["died"], [])  # noticed before or during the question
    assert await _answer(runner, pig, game) == Hold()


async def test_a_fault_of_the_ruleset_gives_the_default(runner: BotRunner, failures: list[str]) -> None:
    pig, game, decision = _asked("_crashes")
    assert await _answer(runner, pig, game) == decision.default
    assert failures == ["error"]


async def test_who_gives_up_while_a_worker_starts_does_not_undo_the_start(runner: BotRunner) -> None:
    pig, game, _ = _asked()
    for _ in range(3):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(_answer(runner, pig, game), 0.01)
    await runner.warm_up("pig")
    (pid,) = runner.pids
    assert await _answer(runner, pig, game) == Hold()
    assert runner.pids == (pid,)


async def test_closing_while_a_worker_starts_gives_the_default(runner: BotRunner) -> None:
    pig, game, decision = _asked()
    answer = asyncio.create_task(_answer(runner, pig, game))
    await asyncio.sleep(0.05)
    await runner.close()
    assert await asyncio.wait_for(answer, 5) == decision.default


async def test_without_workers_the_default_is_taken(runner: BotRunner) -> None:
    pig, game, decision = _asked()
    assert await _answer(BotRunner(find, workers=0), pig, game) == decision.default
    await runner.close()
    assert await _answer(runner, pig, game) == decision.default
    assert runner.pids == ()


async def test_who_asks_for_an_unknown_bot_or_an_idle_seat_is_told(runner: BotRunner) -> None:
    pig, game, _ = _asked()
    with pytest.raises(LookupError):
        await runner.choose(pig, encode(game), Seat(0), "nobody", 50)
    with pytest.raises(LookupError):
        await runner.choose(pig, encode(game), Seat(1), "captain", 50)


async def test_a_cancelled_question_frees_its_worker(runner: BotRunner) -> None:
    pig, game, _ = _asked("_hangs")
    await runner.warm_up("pig")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(_answer(runner, pig, game), 0.2)
    pig, game, _ = _asked()
    assert await _answer(runner, pig, game) == Hold()


_SERVER = """
import asyncio, sys
from app.bots.runner import BotRunner
from tests.bots.pig import find

async def main():
    runner = BotRunner(find, workers=2)
    await runner.warm_up("pig")
    print(*runner.pids, flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


def _gone(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks at /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_with_the_server_however_it_ends(tmp_path: Path, how: signal.Signals) -> None:
    script = tmp_path / "server.py"
    script.write_text(_SERVER)
    env = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=env) as server:
        assert server.stdout is not None
        workers = [int(pid) for pid in server.stdout.readline().split()]
        assert len(workers) == 2
        server.send_signal(how)
        server.wait(10)
        until = time.monotonic() + 10
        while not all(_gone(pid) for pid in workers) and time.monotonic() < until:
            time.sleep(0.05)
        assert all(_gone(pid) for pid in workers)
