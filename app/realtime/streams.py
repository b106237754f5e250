"""NDJSON streams for bots: one JSON object a line, a keep-alive in every silence, a last line that says why it ends.

A stream is a queue between the service, which never waits, and a reader, who may. A reader too slow for `MAX_LINES` is
ended with `slow` and comes again with `since`. Whatever ends it, nothing stays subscribed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import orjson

from app.accounts.identity import Identity
from app.matches.errors import ServiceError
from app.matches.frames import Frame, Subscription
from app.matches.types import Audience, Caller, MatchId
from app.protocol.outgoing import step_frame
from app.runtime import Runtime

MAX_LINES = 2_000
PAGE_STEPS = 200
"""Missed steps read at a time."""
KEEPALIVE = b'{"t":"keepalive"}\n'


class Feed:
    """Frames on their way to one reader: a `Sink` of the service and a `Line` of the hub."""

    def __init__(self) -> None:
        self._frames: deque[Frame] = deque()
        self._wake = asyncio.Event()
        self.reason: str | None = None

    def push(self, frame: Frame) -> bool:
        """`Sink.push`."""
        if self.reason is not None:
            return False
        if len(self._frames) >= MAX_LINES:
            self.end("slow")
            return False
        self._frames.append(frame)
        self._wake.set()
        return True

    def end(self, reason: str) -> None:
        """`Line.end`: what waits is still sent, then the last line."""
        if self.reason is None:
            self.reason = reason
        self._wake.set()

    async def take(self, patience_s: float) -> Frame | None:
        """The next frame; None after `patience_s` of silence or when the feed has ended and is empty."""
        if not self._frames and self.reason is None:
            self._wake.clear()
            try:
                await asyncio.wait_for(self._wake.wait(), patience_s)
            except TimeoutError:
                return None
        return self._frames.popleft() if self._frames else None

    @property
    def over(self) -> bool:
        """Whether it has ended and nothing waits."""
        return self.reason is not None and not self._frames


class Stream:
    """Base of both streams: one feed, its subscriptions, its end."""

    def __init__(self, runtime: Runtime, identity: Identity | None) -> None:
        self._runtime = runtime
        self._identity = identity
        self._feed = Feed()
        self._open: list[Subscription] = []

    def _begun(self) -> None:
        self._runtime.hub.add(self._feed, self._token)
        self._runtime.metrics.streams.inc()

    @property
    def _caller(self) -> Caller | None:
        return self._identity.caller if self._identity is not None else None

    @property
    def _token(self) -> str | None:
        return self._identity.token if self._identity is not None else None

    def close(self) -> None:
        """Let go of everything; may be called twice."""
        if self._open:
            self._runtime.metrics.streams.dec()
        for subscription in self._open:
            subscription.close()
        self._open.clear()
        self._runtime.hub.remove(self._feed, self._token)

    async def _frames(self) -> AsyncIterator[Frame | None]:
        """Frames as they come; None for each silence that wants a keep-alive."""
        patience = self._runtime.settings.stream_keepalive_s * 0.9
        while not self._feed.over:
            frame = await self._feed.take(patience)
            if frame is not None or not self._feed.over:
                yield frame


class MatchStream(Stream):
    """One match for one viewer: the steps after `since`, what awaits him, then everything as it happens."""

    def __init__(self, runtime: Runtime, identity: Identity | None, match_id: str) -> None:
        super().__init__(runtime, identity)
        self._match = MatchId(match_id)
        self._watch: str | None = None
        self._audience: Audience | None = None

    async def begin(self, seat: int | None, watch: str | None) -> None:
        """Subscribe; ServiceError when this viewer may not watch. Call before the answer begins."""
        matches = self._runtime.matches
        self._watch = watch
        self._audience = await matches.viewer(self._caller, self._match, seat, watch)
        self._open.append(matches.subscribe(self._match, self._audience, self._feed))
        self._open.append(matches.attach(self._caller, self._match, self._audience))
        self._begun()

    async def lines(self, since: int | None) -> AsyncIterator[bytes]:
        """The lines of the stream."""
        assert self._audience is not None
        matches = self._runtime.matches
        try:
            covered, decisions = await matches.decisions(self._match, self._audience)
            async for line in self._missed(since, covered):
                yield line
            awaiting = self._awaiting(covered, decisions)
            if awaiting is not None:
                yield awaiting
            info = await matches.info(self._caller, self._match, self._watch)
            if info.status == "ended":
                yield self._end("ended", info.result)
                return
            async for frame in self._frames():
                if frame is None:
                    yield KEEPALIVE
                    continue
                if frame.t in ("step", "rewind") and frame.seq <= covered:
                    continue
                if frame.t == "resync":  # this viewer is not what he was, or the match is no more: he may ask again
                    break
                yield frame.body + b"\n"
                awaiting = self._awaiting(frame.seq, frame.decisions)
                if awaiting is not None:
                    yield awaiting
                if frame.t == "ended":
                    yield self._end("ended", orjson.loads(frame.body).get("result"))
                    return
            yield self._end(self._feed.reason or "gone")
        except ServiceError as error:
            yield self._end("gone" if error.status < 500 else "shutdown")
        finally:
            self.close()

    async def _missed(self, since: int | None, newest: int) -> AsyncIterator[bytes]:
        while since is not None and since < newest:
            limit = min(newest - since, PAGE_STEPS)
            steps, _ = await self._runtime.matches.steps(self._match, self._audience_now, since, limit)
            if not steps:
                return
            for step in steps:
                yield step_frame(step) + b"\n"
            since += len(steps)

    @property
    def _audience_now(self) -> Audience:
        assert self._audience is not None
        return self._audience

    def _awaiting(self, seq: int, decisions: bytes | None) -> bytes | None:
        """The "decision" line, when the viewer's seat holds one."""
        viewer = self._audience_now.viewer
        if decisions is None or viewer.role != "seat" or decisions == b"[]":
            return None
        mine = [raw for raw in _split(decisions) if _seat(raw).seat == viewer.seat]
        if not mine:
            return None
        return b'{"t":"decision","match":%b,"seq":%d,"decisions":[%b]}\n' % (
            orjson.dumps(self._match),
            seq,
            b",".join(map(bytes, mine)),
        )

    def _end(self, reason: str, result: Any = None) -> bytes:
        line: dict[str, Any] = {"t": "end", "match": self._match, "reason": reason}
        if result is not None:
            line["result"] = result
        return msgspec.json.encode(line) + b"\n"


class InboxStream(Stream):
    """Everything that awaits one person, in all of his matches."""

    def begin(self) -> None:
        """Subscribe."""
        caller = self._caller
        assert caller is not None
        self._open.append(self._runtime.matches.subscribe_user(caller, self._feed))
        self._begun()

    async def lines(self) -> AsyncIterator[bytes]:
        """The lines of the stream."""
        caller = self._caller
        assert caller is not None
        try:
            for body in await self._runtime.matches.awaiting(caller):
                yield body + b"\n"
            async for frame in self._frames():
                yield KEEPALIVE if frame is None else frame.body + b"\n"
            yield msgspec.json.encode({"t": "end", "match": "", "reason": self._feed.reason}) + b"\n"
        finally:
            self.close()


class _Seat(msgspec.Struct):
    seat: int


_split = msgspec.json.Decoder(list[msgspec.Raw]).decode
_seat = msgspec.json.Decoder(_Seat).decode
