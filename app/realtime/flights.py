"""Flights: one question asked for a whole crowd that comes at the same time.

After a restart a thousand spectators say hello within a second, and each welcome would cost several queries. Whoever
asks joins the next flight of his key: one that has **not begun yet**. So an answer is never older than the question,
which is what a newcomer needs who has subscribed before he asks. At most `GREETINGS` flights are in the air, so that a
crowd does not take every database connection from the players' moves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")

GREETINGS = 8


class Flights:
    """Of one process."""

    def __init__(self, most: int = GREETINGS) -> None:
        self._room = asyncio.Semaphore(most)
        self._boarding: dict[Hashable, asyncio.Future[Any]] = {}
        self._newest: dict[Hashable, asyncio.Task[None]] = {}

    async def alone(self, make: Callable[[], Awaitable[T]]) -> T:
        """The answer of `make`, for oneself, when there is room."""
        async with self._room:
            return await make()

    async def join(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """The answer of a `make` that begins after this call, shared with all who ask for `key` before it begins."""
        boarding = self._boarding.get(key)
        if boarding is None:
            boarding = self._boarding[key] = asyncio.get_running_loop().create_future()
            before = self._newest.get(key)
            self._newest[key] = asyncio.create_task(self._fly(key, make, boarding, before), name="flight")
        answer: T = await asyncio.shield(boarding)
        return answer

    async def _fly(
        self,
        key: Hashable,
        make: Callable[[], Awaitable[Any]],
        boarding: asyncio.Future[Any],
        before: asyncio.Task[None] | None,
    ) -> None:
        try:
            if before is not None:
                await asyncio.wait([before])
            async with self._room:
                del self._boarding[key]
                answer = await make()
        except BaseException as error:
            if self._boarding.get(key) is boarding:
                del self._boarding[key]
            boarding.set_exception(error)
            boarding.exception()  # whoever joined may be gone; then nobody asks for it
            if isinstance(error, asyncio.CancelledError):
                raise
        else:
            boarding.set_result(answer)
        finally:
            if self._newest.get(key) is asyncio.current_task():
                del self._newest[key]
