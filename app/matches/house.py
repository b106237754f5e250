"""House: what all parts of the service share in one process: repositories, bus, hub, time, rulesets, tables in memory.

Each part (lobby, commit, clocks …) is a class that is given the House. Parts that must call one another upwards (the
commit path tells bots and proposals that a step happened) do so through `stepped` and the other listeners here, so
that imports stay one-way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import structlog

from app.engine.ruleset import Ruleset
from app.matches.errors import ServiceError
from app.matches.hub import Hub
from app.matches.rules import Rules
from app.matches.table import Table, Tables
from app.matches.timekeeper import Timekeeper
from app.settings import Settings
from app.store.chat import Chat
from app.store.database import Store, UnavailableError
from app.store.due import Due
from app.store.library import Library
from app.store.lobby import Lobby
from app.store.notices import Bus
from app.store.presence import Presence
from app.store.proposals import Proposals
from app.store.steps import Steps

T = TypeVar("T")
log = structlog.get_logger("app.matches")


class House:
    """Made once a process by MatchService."""

    def __init__(self, store: Store, bus: Bus, settings: Settings, rules: Rules) -> None:
        self.settings = settings
        self.rules = rules
        self.bus = bus
        self.lobby = Lobby(store, rules.carried)
        self.steps = Steps(store)
        self.chat = Chat(store)
        self.proposals = Proposals(store)
        self.presence = Presence(store)
        self.due = Due(store, rules.carried)
        self.library = Library(store)
        self.time = Timekeeper()
        self.hub = Hub()
        self.tables = Tables(self.lobby, rules, settings.game_cache_size, self.hub)
        self.stepped: list[Callable[[Table, bool], None]] = []
        """Called with each step that was published here, and whether this process stored it; in the event loop."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._unfinished: set[asyncio.Future[Any]] = set()
        self._closing = False

    async def table(self, match: str) -> Table:
        """The match in memory. ServiceError(not_found)."""
        table = await self.tables.get(match)
        if table is None:
            raise ServiceError("not_found")
        return table

    def ruleset(self, name: str) -> Ruleset:
        """The ruleset; ServiceError(not_found) if there is none of that name."""
        found = self.rules.find(name)
        if found is None:
            raise ServiceError("not_found", f"There is no ruleset {name!r}.", field="ruleset")
        return found

    def spawn(self, work: Coroutine[Any, Any, Any], what: str) -> None:
        """Do something beside, outside of anybody's call. Its faults are logged."""
        if self._closing:
            work.close()
            return
        task = asyncio.create_task(self.guarded(work, what))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def guarded(self, work: Coroutine[Any, Any, Any], what: str) -> None:
        try:
            await work
        except UnavailableError as error:
            log.warning("task.unavailable", task=what, error=str(error))
        except ServiceError as error:
            log.info("task.refused", task=what, code=error.code)
        except Exception:
            log.exception("task.failed", task=what)

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, also when the caller is gone before: half a commit would have to be found out
        about.
        """
        task = asyncio.ensure_future(work)
        self._unfinished.add(task)
        task.add_done_callback(self._unfinished.discard)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Wait for what must be finished, and end what was spawned."""
        self._closing = True
        await asyncio.gather(*self._unfinished, return_exceptions=True)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
