"""Socket clients that come back by themselves, as the browser's does: they play, watch, and remember what was told.

An action stays in flight until its ack and is sent again with the same key on each new socket. Whatever a server
refuses is a fault, but `unavailable`: its database is away for a moment.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

Json = dict[str, Any]
PREFIX = "/api/v1"
AGAIN_S = 0.05
BROKEN = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, asyncio.TimeoutError, EOFError)


class Line:
    """One viewer's line to a match. `address` is asked before each connection: a server may come back elsewhere."""

    def __init__(
        self, address: Callable[[], str], match: str, token: str | None = None, seat: int | None = None
    ) -> None:
        self._address = address
        self.match = match
        self.token = token
        self.seat = seat
        self.seq = -1
        self.steps: list[int] = []
        self.gaps: list[tuple[int, int]] = []
        self.acks: dict[str, int] = {}
        self.sent: dict[str, int] = {}
        self.refused: list[Json] = []
        self.chat: list[str] = []
        self.players: list[Json] = []
        self.watching = 0
        self.connections = 0
        self.ended: Json | None = None
        self._decisions: list[Json] = []
        self._flight: Json | None = None
        self._chance = Random(seat)
        self._socket: ClientConnection | None = None
        self.playing = False

    async def run(self) -> None:
        """Live until cancelled."""
        while True:
            try:
                async with connect(self._url, compression=None, max_size=None, open_timeout=20) as socket:
                    self._socket = socket
                    await self._hello(socket)
                    async for text in socket:
                        await self._hear(socket, json.loads(text))
            except BROKEN:
                pass
            self._socket = None
            await asyncio.sleep(AGAIN_S)

    @property
    def _url(self) -> str:
        return f"{self._address().replace('http', 'ws', 1)}{PREFIX}/matches/{self.match}/socket"

    async def _hello(self, socket: ClientConnection) -> None:
        hello: Json = {"t": "hello"}
        if self.token is not None:
            hello["token"] = self.token
        if self.seq >= 0:
            hello["since"] = self.seq
        if self.seat is not None:
            hello["seat"] = self.seat
        await socket.send(json.dumps(hello))

    async def _hear(self, socket: ClientConnection, frame: Json) -> None:
        match frame["t"]:
            case "welcome" | "batch":
                self.connections += 1
                for step in frame.get("steps", ()):
                    self._step(step["seq"])
                self.seq = max(self.seq, frame["seq"])
                self.players, self.watching = frame["players"], frame["watching"]
                self._decisions = frame["decisions"]
                if self._flight is not None:
                    await self._send(socket)
                else:
                    await self._choose(socket)
            case "step":
                self._step(frame["seq"])
                self._decisions = frame.get("decisions", self._decisions)
                await self._choose(socket)
            case "rewind":
                self.seq = frame["seq"]
                self._decisions = frame["decisions"]
                await self._choose(socket)
            case "ack":
                known = self.acks.setdefault(frame["key"], frame["seq"])
                assert known == frame["seq"], f"{frame['key']} was step {known} and is {frame['seq']} now"
                if self._flight is not None and self._flight["key"] == frame["key"]:
                    self._flight = None
                    await self._choose(socket)
            case "refused" if frame["code"] == "unavailable":
                await asyncio.sleep(AGAIN_S)
                if self._flight is not None:
                    await self._send(socket)
            case "refused":
                self.refused.append(frame)
            case "chat":
                self.chat.append(frame["text"])
            case "presence":
                self.players, self.watching = frame["players"], frame["watching"]
            case "ended":
                self.ended = frame["result"]
            case "resync":
                await self._hello(socket)

    def _step(self, seq: int) -> None:
        if seq <= self.seq:
            return
        if seq != self.seq + 1:
            self.gaps.append((self.seq, seq))
        self.seq = seq
        self.steps.append(seq)

    async def _choose(self, socket: ClientConnection) -> None:
        """Send an action, if I hold a decision of the step that I know and nothing is in flight."""
        if not self.playing or self._flight is not None:
            return
        held = next((one for one in self._decisions if one.get("choices") and one["seat"] == self.seat), None)
        if held is None or held["id"] in self.sent.values():
            return
        choices = [choice for choice in held["choices"] if choice["verb"] != "unorder"]
        action = choices[int(self._chance.random() * len(choices))]
        self._flight = {"t": "act", "key": f"{self.seat}-{len(self.sent)}", "decision": held["id"], "action": action}
        self.sent[self._flight["key"]] = held["id"]
        await self._send(socket)

    async def _send(self, socket: ClientConnection) -> None:
        await socket.send(json.dumps(self._flight))

    async def go(self) -> None:
        """Begin to play."""
        self.playing = True
        if self._socket is not None:
            await self._choose(self._socket)

    async def say(self, text: str) -> None:
        """Say something in the room where I may."""
        assert self._socket is not None
        room = "spectators" if self.seat is None else "match"
        await self._socket.send(json.dumps({"t": "chat", "room": room, "text": text}))


class Caller:
    """Somebody who calls one server."""

    def __init__(self, address: str, token: str | None = None) -> None:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self.http = httpx.AsyncClient(base_url=f"{address}{PREFIX}", headers=headers, timeout=60)
        self.token = token

    async def call(self, method: str, path: str, body: Json | None = None) -> Any:
        """A call that must succeed."""
        answer = await self.http.request(method, path, json=body)
        assert answer.status_code < 300, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json()


async def guest(address: str, name: str) -> str:
    """A new guest's token."""
    caller = Caller(address)
    async with caller.http:
        token: str = (await caller.call("POST", "/guests", {"name": name}))["token"]
        return token


async def table(address: str, south: str, north: str, **more: Any) -> str:
    """A live match of Three Crossings between two tokens."""
    one, two = Caller(address, south), Caller(address, north)
    async with one.http, two.http:
        seats = [{"kind": "me"}, {"kind": "open"}]
        match = await one.call("POST", "/matches", {"ruleset": "lore", "scenario": "S1", "seats": seats, **more})
        await two.call("POST", f"/matches/{match['id']}/join", {})
        found: str = match["id"]
        return found


async def until(condition: Callable[[], object], seconds: float = 60) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - there is nothing that would tell
            await asyncio.sleep(0.01)
