"""Load `resume`: come back to a running match after having missed some steps."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec

from app.bench.figures import percentile
from app.bench.orders import Orders, mark
from app.bench.people import Office
from app.bench.playing import Battle, Tally, fresh_battle
from app.bench.websocket import Socket, connect


async def resume(orders: Orders) -> dict[str, Any]:
    """Come back after so many missed steps: bytes and milliseconds from hello to the last byte of the answer."""
    office = Office(orders.url)
    battle = await _long_battle(orders, office, max(orders.missed))
    rows = []
    mark("begin")
    for missed in orders.missed:
        took: list[float] = []
        sizes: set[int] = set()
        kinds: set[str] = set()
        for _ in range(orders.repeats):
            millis, size, kind = await _come_back(orders.url, battle, battle.seq - missed)
            took.append(millis)
            sizes.add(size)
            kinds.add(kind)
        rows.append(
            {
                "missed": missed,
                "bytes": max(sizes),
                "ms": round(percentile(took, 0.5), 2),
                "max_ms": round(max(took), 2),
                "answer": "/".join(sorted(kinds)),
            }
        )
    millis, size, _ = await _come_back(orders.url, battle, None)
    mark("end", len(rows) * orders.repeats)
    battle.leave()
    await office.close()
    return {"rows": rows, "welcome_bytes": size, "welcome_ms": round(millis, 2)}


async def _long_battle(orders: Orders, office: Office, steps: int) -> Battle:
    """A running match of at least so many steps. Battles that end too soon are followed by another."""
    for number in range(30):
        tally = Tally()
        battle = await fresh_battle(office, orders, tally, f"long {number}")
        until = time.perf_counter() + 60
        battle.go()
        while battle.seq < steps + 5 and not battle.over and time.perf_counter() < until:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        battle.going = False
        await asyncio.sleep(0.5)
        if battle.seq >= steps and not battle.over:
            return battle
        battle.leave()
        if not battle.over:
            raise RuntimeError(f"the match came to step {battle.seq} only; refused: {tally.refused}")
    raise RuntimeError(f"no battle lasted {steps} steps")


async def _come_back(url: str, battle: Battle, since: int | None) -> tuple[float, int, str]:
    answered: asyncio.Future[tuple[float, int, str]] = asyncio.get_running_loop().create_future()
    began = 0.0

    def on_text(socket: Socket, text: bytes) -> None:
        kind = msgspec.json.decode(text)["t"] if not answered.done() else ""
        if kind in ("batch", "welcome"):
            answered.set_result(((time.perf_counter() - began) * 1000, len(text), kind))

    socket = await connect(url, battle.table.id, on_text)
    began = time.perf_counter()
    socket.send(b'{"t":"hello"}' if since is None else b'{"t":"hello","since":%d}' % since)
    try:
        return await asyncio.wait_for(answered, 10)
    finally:
        socket.close()
