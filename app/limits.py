"""Token buckets: how fast somebody may be. Kept in each process by itself, in memory that is bounded.

A bucket is two numbers; one that is full again is forgotten. Surprising: when more keys are alive than `max_keys`, the
oldest are dropped, which favours the flood a little but never lets memory grow.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable

from app.matches.errors import ServiceError
from app.settings import Settings


class Buckets:
    """One kind of limit: `per_s` refilled steadily, `burst` at once, for any number of keys."""

    __slots__ = ("_buckets", "_burst", "_clock", "_max_keys", "_per_s")

    def __init__(
        self, per_s: float, burst: int, max_keys: int = 100_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_s = per_s
        self._burst = float(burst)
        self._max_keys = max_keys
        self._clock = clock
        self._buckets: dict[Hashable, tuple[float, float]] = {}

    def take(self, key: Hashable, amount: float = 1.0) -> float:
        """0.0 when `key` may go on (and `amount` is spent), else the seconds until it may."""
        now = self._clock()
        level, then = self._buckets.get(key, (self._burst, now))
        level = min(self._burst, level + (now - then) * self._per_s)
        if level < amount:
            return (amount - level) / self._per_s
        if key not in self._buckets and len(self._buckets) >= self._max_keys:
            self._forget(now)
        self._buckets[key] = (level - amount, now)
        return 0.0

    def __len__(self) -> int:
        return len(self._buckets)

    def _forget(self, now: float) -> None:
        full_after = self._burst / self._per_s
        alive = {key: value for key, value in self._buckets.items() if now - value[1] < full_after}
        for key in list(alive)[: max(0, len(alive) - self._max_keys // 2)]:
            del alive[key]
        self._buckets = alive


class Limits:
    """The buckets of one process. Requests and socket frames of a token share one."""

    def __init__(self, settings: Settings) -> None:
        self.addresses = Buckets(settings.rate_address_per_s, settings.rate_address_burst)
        self.tokens = Buckets(settings.rate_token_per_s, settings.rate_token_burst)
        self.sign_ins = Buckets(settings.rate_sign_in_per_min / 60, settings.rate_sign_in_burst)
        self.chat = Buckets(settings.rate_chat_per_min / 60, max(5, int(settings.rate_chat_per_min / 3)))


def rate_limited(wait_s: float) -> ServiceError:
    """Too fast; `params.wait_ms` says for how long."""
    return ServiceError("rate_limited", "Too fast. Wait a little.", params={"wait_ms": math.ceil(wait_s * 1000)})
