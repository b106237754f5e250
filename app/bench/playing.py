"""Players and viewers of the load: they do what a real client does, and count.

A player chooses one of the legal actions out of the decision that the server just sent him, and sends it with a key of
its own. A viewer only notes when which step came.
"""

from __future__ import annotations

import asyncio
import time
from array import array
from collections.abc import Callable
from random import Random

import msgspec

from app.bench.orders import Orders
from app.bench.people import Office, Table
from app.bench.websocket import Socket, connect


class Asked(msgspec.Struct, frozen=True):
    """What a player needs of a decision."""

    id: str
    seat: int
    choices: tuple[msgspec.Raw, ...] = ()


class Told(msgspec.Struct, frozen=True):
    """What a player needs of a frame."""

    t: str
    seq: int = 0
    decisions: tuple[Asked, ...] = ()
    code: str = ""
    reason: str = ""


_told = msgspec.json.Decoder(Told)


class Tally:
    """What the players of one load have seen. Times in milliseconds."""

    def __init__(self) -> None:
        self.latencies = array("d")
        self.refused: dict[str, int] = {}
        self.ended = 0
        self.moves = 0

    def clear(self) -> None:
        """Begin to count anew, after the warm-up."""
        self.latencies = array("d")
        self.refused = {}
        self.moves = 0


class Battle:
    """One match with a player in each seat; plays by itself while `going`.

    on_sent   called before an action is sent, with the seq that it will have
    """

    def __init__(self, table: Table, tally: Tally, seed: str, on_sent: Callable[[int], None] | None = None) -> None:
        self.table = table
        self.seq = 0
        self.over = False
        self.going = False
        self.last_step = time.perf_counter()
        self._tally = tally
        self._random = Random(seed)
        self._on_sent = on_sent
        self._sockets: list[Socket] = []
        self._open: dict[int, Asked] = {}
        self._sent: dict[str, float] = {}
        self._answered: set[str] = set()
        self._number = 0

    async def join(self, url: str) -> None:
        """Seat the players."""
        for seat, player in enumerate(self.table.players):
            socket = await connect(url, self.table.id, self._on_text, seat)
            self._sockets.append(socket)
            socket.send(msgspec.json.encode({"t": "hello", "token": player.token, "seat": seat}))

    def leave(self) -> None:
        """Close the players' sockets."""
        self.going = False
        for socket in self._sockets:
            socket.close()

    def go(self) -> None:
        """Play on until `going` is taken away."""
        self.going = True
        for seat in list(self._open):
            self._act(seat)

    def act(self) -> bool:
        """Take one decision that is open; False if there is none now."""
        return any(self._act(seat) for seat in list(self._open))

    def _on_text(self, socket: Socket, text: bytes) -> None:
        told = _told.decode(text)
        if told.t in ("step", "welcome"):
            self.seq = max(self.seq, told.seq)
            if told.t == "step":
                self.last_step = time.perf_counter()
            seat = socket.tag
            assert isinstance(seat, int)
            for asked in told.decisions:
                if asked.seat == seat and asked.choices and asked.id not in self._answered:
                    self._open[seat] = asked
                    if self.going:
                        self._act(seat)
        elif told.t == "ack":
            self._acknowledged(text)
        elif told.t == "refused":
            self._tally.refused[told.code] = self._tally.refused.get(told.code, 0) + 1
        elif told.t == "ended":
            self.over = True
        elif told.t == "bye" and self.going:
            self._tally.refused[f"bye {told.reason}"] = self._tally.refused.get(f"bye {told.reason}", 0) + 1

    def _acknowledged(self, text: bytes) -> None:
        key = _key.decode(text).key
        sent = self._sent.pop(key, None)
        if sent is not None:
            self._tally.latencies.append((time.perf_counter() - sent) * 1000)
            self._tally.moves += 1

    def _act(self, seat: int) -> bool:
        asked = self._open.pop(seat, None)
        if asked is None or self.over:
            return False
        self._answered.add(asked.id)
        self._number += 1
        key = f"{seat}-{self._number}"
        action = asked.choices[int(self._random.random() * len(asked.choices))]
        if self._on_sent is not None:
            self._on_sent(self.seq + 1)
        self._sent[key] = time.perf_counter()
        frame = {"t": "act", "key": key, "decision": asked.id, "action": action, "seat": seat}
        self._sockets[seat].send(msgspec.json.encode(frame))
        return True


class _Key(msgspec.Struct, frozen=True):
    key: str


_key = msgspec.json.Decoder(_Key)


class Viewers:
    """Sockets that watch one match and note each step that comes."""

    def __init__(self, url: str, match: str) -> None:
        self._url = url
        self._match = match
        self.sockets: list[Socket] = []
        self.welcomed = 0
        self.steps = 0
        self.resyncs = 0
        self.sent_at: dict[int, float] = {}
        self.latencies = array("d")
        self._awaited = 0
        self._arrived: asyncio.Event | None = None

    async def add(self, since: int | None = None) -> Socket:
        """One more anonymous spectator, with its hello sent."""
        socket = await connect(self._url, self._match, self._on_text)
        self.sockets.append(socket)
        socket.send(b'{"t":"hello"}' if since is None else b'{"t":"hello","since":%d}' % since)
        return socket

    async def crowd(self, number: int) -> None:
        """So many spectators, a few at a time; returns when all are welcome. RuntimeError if that takes a minute."""
        for start in range(0, number, 50):
            await asyncio.gather(*(self.add() for _ in range(min(50, number - start))))
        until = time.perf_counter() + 60
        while self.welcomed < number:
            if time.perf_counter() > until:
                raise RuntimeError(f"{self.welcomed} of {number} spectators were welcomed")
            await asyncio.sleep(0.02)

    def after(self, steps: int) -> asyncio.Event:
        """Set when so many more step frames have come."""
        self._awaited = self.steps + steps
        self._arrived = asyncio.Event()
        return self._arrived

    def clear(self) -> None:
        """Begin to count anew."""
        self.steps = 0
        self.latencies = array("d")

    def _on_text(self, socket: Socket, text: bytes) -> None:
        if text.startswith(b'{"t":"step"'):
            self.steps += 1
            sent = self.sent_at.get(_seq_of(text))
            if sent is not None:
                self.latencies.append((time.perf_counter() - sent) * 1000)
            if self._arrived is not None and self.steps >= self._awaited:
                self._arrived.set()
        elif text.startswith((b'{"t":"welcome"', b'{"t":"batch"')):
            self.welcomed += 1
        elif text.startswith(b'{"t":"resync"'):
            self.resyncs += 1

    def close(self) -> None:
        """Close all."""
        for socket in self.sockets:
            socket.close()


def _seq_of(text: bytes) -> int:
    """The seq of a step frame, without parsing it: the first `"seq":` in it is the frame's own."""
    start = text.index(b'"seq":') + 6
    end = start
    while text[end : end + 1].isdigit():
        end += 1
    return int(text[start:end])


async def fresh_battle(
    office: Office, orders: Orders, tally: Tally, name: str, on_sent: Callable[[int], None] | None = None
) -> Battle:
    """A new match with a guest in each seat, who sit at their sockets but do not play yet."""
    players = tuple([await office.guest(f"{name} {seat}") for seat in range(orders.seats)])
    table = await office.table(players, orders.ruleset, orders.scenario)
    battle = Battle(table, tally, name, on_sent)
    await battle.join(orders.url)
    return battle
