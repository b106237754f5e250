"""Load `moves`: many matches at once, each played as fast as the server answers."""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Any

from app.bench.figures import percentile
from app.bench.orders import Orders, mark
from app.bench.people import Office
from app.bench.playing import Battle, Tally, Viewers, fresh_battle

STALLED_S = 5.0
"""A match without a step for so long is counted as a fault and replaced."""


class _Hall:
    """The matches that are going on; those that end are replaced by new ones."""

    def __init__(self, orders: Orders, office: Office) -> None:
        self._orders = orders
        self._office = office
        self._number = 0
        self.tally = Tally()
        self.tables: list[tuple[Battle, Viewers]] = []
        self.replaced = 0

    async def open(self) -> tuple[Battle, Viewers]:
        """One more match: its players and the viewers."""
        self._number += 1
        orders = self._orders
        name = f"mover {self._number}"
        battle = await fresh_battle(self._office, orders, self.tally, name)
        viewers = Viewers(orders.url, battle.table.id)
        for _ in range(orders.viewers):
            await viewers.add()
        return battle, viewers

    async def keep_full(self) -> None:
        """Replace what has ended or stalled, until cancelled."""
        while True:
            await asyncio.sleep(0.05)
            for place, (battle, viewers) in enumerate(self.tables):
                stalled = time.perf_counter() - battle.last_step > STALLED_S
                if not (battle.over or stalled):
                    continue
                if not battle.over:
                    self.tally.refused["stalled"] = self.tally.refused.get("stalled", 0) + 1
                battle.leave()
                viewers.close()
                self.replaced += 1
                self.tables[place] = await self.open()
                self.tables[place][0].go()

    def close(self) -> None:
        """Everybody leaves."""
        for battle, viewers in self.tables:
            battle.leave()
            viewers.close()


async def moves(orders: Orders) -> dict[str, Any]:
    """Moves a second, and milliseconds from sending an action to its acknowledgement."""
    office = Office(orders.url)
    hall = _Hall(orders, office)
    for _ in range(orders.matches):
        hall.tables.append(await hall.open())
    gc.freeze()
    for battle, _ in hall.tables:
        battle.go()
    keeper = asyncio.create_task(hall.keep_full())
    await asyncio.sleep(orders.warm_up)
    tally = hall.tally
    tally.clear()
    mark("begin")
    began, spent = time.perf_counter(), time.process_time()
    await asyncio.sleep(orders.seconds)
    took, client_cpu = time.perf_counter() - began, time.process_time() - spent
    made, latencies, refused = tally.moves, list(tally.latencies), dict(tally.refused)
    mark("end", made)
    keeper.cancel()
    hall.close()
    await office.close()
    return {
        "moves_per_s": round(made / took, 1),
        "p50_ms": round(percentile(latencies, 0.5), 2),
        "p99_ms": round(percentile(latencies, 0.99), 2),
        "moves": made,
        "matches": orders.matches,
        "replaced": hall.replaced,
        "refused": refused,
        "client_cpu_share": round(client_cpu / took, 2),
    }
