"""Archive: records of ended matches in memory, encoded and compressed once, the least recently read thrown away first.

A record never changes, so nothing here is ever out of date, and every process may keep its own. It must not decide
who may read one: `Records` does, at each call. What is surprising: a crowd that opens the same replay at once (the
battle has just ended) waits for one making of it, which goes on when whoever asked first is gone; and the making, some
ten milliseconds of pure arithmetic, happens in a thread, so that nobody's move waits for it.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import msgspec

BYTES = 32 * 1024 * 1024
"""What all kept records together may weigh, compressed: several hundred battles."""


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A record as it is kept: gzipped JSON and a digest of that JSON."""

    digest: str
    packed: bytes

    def plain(self) -> bytes:
        """The JSON itself."""
        return gzip.decompress(self.packed)


class Archive:
    """Of one process. `most`: bytes kept."""

    def __init__(self, most: int = BYTES) -> None:
        self._most = most
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._making: dict[str, asyncio.Task[Kept]] = {}
        self.weight = 0
        """Bytes that are kept now."""

    async def get(self, match: str, make: Callable[[], Awaitable[Callable[[], bytes]]]) -> Kept:
        """The record of a match. Where it is not kept, `make` reads what it needs and gives a function that encodes it,
        which runs in a thread."""
        kept = self._kept.get(match)
        if kept is not None:
            self._kept.move_to_end(match)
            return kept
        making = self._making.get(match)
        if making is None:
            making = self._making[match] = asyncio.create_task(self._make(match, make), name="record")
            making.add_done_callback(_looked_at)
        return await asyncio.shield(making)

    async def _make(self, match: str, make: Callable[[], Awaitable[Callable[[], bytes]]]) -> Kept:
        try:
            kept = await asyncio.to_thread(_packed, await make())
        finally:
            del self._making[match]
        self._kept[match] = kept
        self.weight += len(kept.packed)
        while self.weight > self._most:
            _, oldest = self._kept.popitem(last=False)
            self.weight -= len(oldest.packed)
        return kept


def _packed(encode: Callable[[], bytes]) -> Kept:
    body = encode()
    return Kept(digest=hashlib.sha256(body).hexdigest()[:24], packed=gzip.compress(body, 6, mtime=0))


def _looked_at(making: asyncio.Task[Kept]) -> None:
    """Take notice of a failure that nobody waits for any more."""
    if not making.cancelled():
        making.exception()
