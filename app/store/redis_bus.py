"""The bus over Redis, for installations that have one. Imported only when REDIS_URL is set."""

from __future__ import annotations

import contextlib
from typing import Any

import redis.asyncio as redis
from redis.exceptions import RedisError

from app.store.bus import CHANNEL, Batching


class RedisBus(Batching):
    """PUBLISH and SUBSCRIBE on a Redis, which must be the same one for all processes on a database."""

    faults = (*Batching.faults, RedisError)

    def __init__(self, url: str) -> None:
        super().__init__()
        self._client = redis.from_url(url)
        self._listening: Any = None

    async def _connect(self) -> None:
        if self._listening is not None:
            with contextlib.suppress(RedisError):
                await self._listening.aclose()
        self._listening = self._client.pubsub(ignore_subscribe_messages=True)
        await self._listening.subscribe(CHANNEL)

    async def _broken(self) -> None:
        while True:  # a break raises RedisError
            message = await self._listening.get_message(timeout=5.0)
            if message is not None:
                self._receive(message["data"].decode())

    async def _send(self, text: str) -> None:
        await self._client.publish(CHANNEL, text)

    async def _disconnect(self) -> None:
        if self._listening is not None:
            await self._listening.aclose()
        await self._client.aclose()
