"""Argon2 in threads of its own: a hash takes some 0.2 s of CPU and 64 MiB, so only few run at once, and the event loop
never waits. Whoever comes when too many wait already is told `unavailable`, so that sign-ins cannot be piled up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from pwdlib import PasswordHash
from pwdlib.exceptions import UnknownHashError
from pwdlib.hashers.argon2 import Argon2Hasher

from app.matches.errors import ServiceError

T = TypeVar("T")


class Passwords:
    """Hashes and verifies, `threads` at a time, at most `waiting` behind them."""

    def __init__(self, threads: int, waiting: int = 32) -> None:
        self._threads = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="password")
        self._limit = threads + waiting
        self._running = 0
        self._hasher = PasswordHash((Argon2Hasher(),))
        self._nobody: str | None = None

    async def hash(self, password: str) -> str:
        """The stored form of a password."""
        return await self._in_thread(lambda: self._hasher.hash(password))

    async def verify(self, password: str, stored: str | None) -> tuple[bool, str | None]:
        """Whether the password is right, and a fresh hash where the stored one is out of date. With `stored` None (no
        such user) it takes as long as ever and is wrong, so that time tells nobody which names exist."""
        return await self._in_thread(lambda: self._verify(password, stored))

    def close(self) -> None:
        """Give the threads back."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _verify(self, password: str, stored: str | None) -> tuple[bool, str | None]:
        if stored is None:
            if self._nobody is None:
                self._nobody = self._hasher.hash("nobody's")
            self._hasher.verify(password, self._nobody)
            return False, None
        try:
            return self._hasher.verify_and_update(password, stored)
        except UnknownHashError:
            return False, None

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._running >= self._limit:
            raise ServiceError("unavailable", "Too many are signing in. Try again in a moment.")
        self._running += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._running -= 1
