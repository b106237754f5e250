"""Worker processes for the server's bots: thinking never happens in the event loop, and never holds a match up.

`choose` always answers: with the bot's choice, or, when its worker dies or overruns the deadline, with the decision's
default. A worker that hangs is killed and another takes its place; workers end with the server, however it ends.

Surprising: each worker is an executor of its own with one process. One shared pool would break for all when one process
dies, and could not be told which one hangs.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from app.bots import BOTS
from app.bots.bot import Budget
from app.bots.worker import FindRuleset, Question, asked, begin, ready, think
from app.engine.action import Action
from app.engine.ids import Seat
from app.engine.ruleset import Ruleset

NODES = 4_000
"""Positions that a served bot may make; the milliseconds run out long before on any machine."""

GRACE_S = 4.0
"""Seconds beyond its budget that a worker gets. Not fewer: to replace one that is merely slow, because the machine is
busy, would make it slower still. A bot keeps to its budget by itself; this is for one that hangs."""

START_S = 30.0
"""Seconds that a new process may take to be ready."""


class _Worker:
    """One process. Started when first needed, started again when it died."""

    def __init__(self, find: FindRuleset) -> None:
        self._find = find
        self._starting: asyncio.Task[ProcessPoolExecutor] | None = None
        self._pool: ProcessPoolExecutor | None = None
        self.pid = 0

    async def running(self, ruleset: str) -> ProcessPoolExecutor:
        """The executor, once its process is ready. Whoever is cancelled while he waits here does not undo the start:
        on a busy machine it takes seconds, and the next question will want it. BrokenProcessPool: ended meanwhile.
        """
        if self._starting is None:
            self._starting = asyncio.create_task(self._start(ruleset), name="bot-worker-start")
        starting = self._starting
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if starting.cancelled() and task is not None and not task.cancelling():
                raise BrokenProcessPool("the worker was ended while it started") from None
            raise

    async def _start(self, ruleset: str) -> ProcessPoolExecutor:
        pool = ProcessPoolExecutor(
            max_workers=1,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=begin,
            initargs=(self._find,),
        )
        self._pool = pool
        try:
            started = asyncio.get_running_loop().run_in_executor(pool, ready, ruleset)
            self.pid = await asyncio.wait_for(started, START_S)
        except BaseException:
            self.kill()
            raise
        return pool

    def kill(self) -> None:
        """End the process at once, whatever it does; the next question starts another."""
        starting, self._starting = self._starting, None
        if starting is not None and not starting.done() and starting is not asyncio.current_task():
            starting.cancel()
        pool, self._pool = self._pool, None
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
        self.pid = 0
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


class BotRunner:
    """The workers of one server process; what `app.matches.bots` asks for.

    find        a module's function from ruleset id to ruleset (`app.rulesets.ruleset`)
    workers     processes; 0: every decision gets its default
    on_failure  told of each answer that was not the bot's ("timeout", "died", "error"), for the log and the metrics
    """

    names: tuple[str, ...] = tuple(BOTS)
    """The bots there are; the first one stands in for absent players."""

    def __init__(
        self,
        find: FindRuleset,
        *,
        workers: int = 1,
        on_failure: Callable[[str, BaseException], None] | None = None,
    ) -> None:
        self._workers = [_Worker(find) for _ in range(workers)]
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._on_failure = on_failure or (lambda why, fault: None)
        self._closed = False

    @property
    def pids(self) -> tuple[int, ...]:
        """Process ids of the workers that are running."""
        return tuple([worker.pid for worker in self._workers if worker.pid])

    async def warm_up(self, ruleset: str) -> None:
        """Start all workers and let them load the ruleset. Not needed, but the first answer comes sooner."""
        await asyncio.gather(*(worker.running(ruleset) for worker in self._workers))

    async def choose(self, ruleset: Ruleset, game: bytes, seat: Seat, bot: str, budget_ms: int) -> Action:
        """What the bot does about the seat's open decision in the game (bytes of `canonical.encode`); the decision's
        default when the bot cannot answer in time. LookupError if the seat has nothing to decide or the bot is unknown.
        """
        if bot not in BOTS:
            raise LookupError(f"no bot {bot!r}")
        if not self._workers or self._closed:
            return _default(ruleset, game, seat)
        question = Question(
            ruleset=ruleset.id, game=game, seat=seat, bot=bot, budget=Budget(nodes=NODES, ms=max(1, budget_ms))
        )
        worker = await self._idle.get()
        thinking = False
        try:
            pool = await worker.running(ruleset.id)
            thinking = True
            answer = asyncio.get_running_loop().run_in_executor(pool, think, question)
            return ruleset.action(await asyncio.wait_for(answer, budget_ms / 1000 + GRACE_S))
        except TimeoutError as fault:
            self._on_failure("timeout", fault)
            worker.kill()
        except BrokenProcessPool as fault:
            self._on_failure("died", fault)
            worker.kill()
        except asyncio.CancelledError:
            if thinking:
                worker.kill()  # still busy with a question that nobody waits for
            raise
        except LookupError:
            raise
        except Exception as fault:  # a fault of bot or ruleset must not stop the match
            self._on_failure("error", fault)
        finally:
            self._idle.put_nowait(worker)
        return _default(ruleset, game, seat)

    async def close(self) -> None:
        """End all workers. Answers that are under way become defaults."""
        self._closed = True
        for worker in self._workers:
            worker.kill()


def _default(ruleset: Ruleset, game: bytes, seat: Seat) -> Action:
    return asked(ruleset, ruleset.decode(game), seat).default
