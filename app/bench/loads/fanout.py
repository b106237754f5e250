"""Load `fanout`: one match with a thousand spectators. The next move is made when all have the last one.

Each seat and the spectators are one viewer class. Going in lockstep measures how fast one step reaches
everybody; a load that ran ahead would only measure how long queues grow.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Any

from app.bench.figures import percentile
from app.bench.orders import Orders, mark
from app.bench.people import Office
from app.bench.playing import Tally, Viewers, fresh_battle

LATE_S = 5.0
"""A step that has not reached everybody by then is counted as late; with three of them the load gives up."""


class _Sum:
    """What all matches of the load came to; one match may end before the span does."""

    def __init__(self) -> None:
        self.deliveries = 0
        self.steps = 0
        self.span = 0.0
        self.latencies: list[float] = []
        self.late = 0
        self.resyncs = 0
        self.warm_until: float | None = None
        """When counting begins, from the first move on: a match may well end before."""


async def fanout(orders: Orders) -> dict[str, Any]:
    """Deliveries a second, and milliseconds from the player's action to its step at each spectator."""
    office = Office(orders.url)
    tally, total = Tally(), _Sum()
    while total.span < orders.seconds and total.late < 3:
        await _one_match(orders, office, tally, total)
        await asyncio.sleep(0.5)
    await office.close()
    return {
        "deliveries_per_s": round(total.deliveries / total.span, 1) if total.span else 0.0,
        "p50_ms": round(percentile(total.latencies, 0.5), 2),
        "p99_ms": round(percentile(total.latencies, 0.99), 2),
        "deliveries": total.deliveries,
        "steps": total.steps,
        "sockets": orders.sockets + orders.seats,
        "classes": orders.seats + 1,
        "late": total.late,
        "resyncs": total.resyncs,
        "refused": tally.refused,
    }


async def _one_match(orders: Orders, office: Office, tally: Tally, total: _Sum) -> None:
    sent_at: dict[int, float] = {}

    def note(seq: int) -> None:
        sent_at[seq] = time.perf_counter()

    battle = await fresh_battle(office, orders, tally, "crowd", note)
    viewers = Viewers(orders.url, battle.table.id)
    viewers.sent_at = sent_at
    await viewers.crowd(orders.sockets)
    gc.freeze()
    if total.warm_until is None:
        total.warm_until = time.perf_counter() + orders.warm_up
    began: float | None = None
    while not battle.over and total.late < 3:
        now = time.perf_counter()
        if began is None and now >= total.warm_until:
            viewers.clear()
            began = now
            mark("begin")
        if began is not None and total.span + now - began >= orders.seconds:
            break
        arrived = viewers.after(orders.sockets)
        if not battle.act():
            await asyncio.sleep(0.001)  # the player's own step frame is still under way
            continue
        try:
            await asyncio.wait_for(arrived.wait(), LATE_S)
        except TimeoutError:
            total.late += not battle.over
        total.steps += began is not None
    if began is not None:
        total.span += time.perf_counter() - began
        total.deliveries += viewers.steps
        total.latencies += viewers.latencies
        mark("end", viewers.steps)
    total.resyncs += viewers.resyncs
    battle.leave()
    viewers.close()
