"""Load `memory`: idle spectators of one match. What they weigh the first process reads at the marks."""

from __future__ import annotations

import asyncio
from typing import Any

from app.bench.orders import Orders, mark
from app.bench.people import Office
from app.bench.playing import Tally, Viewers, fresh_battle


async def memory(orders: Orders) -> dict[str, Any]:
    """Idle spectators of one match; what they weigh the other process reads at the marks."""
    office = Office(orders.url)
    battle = await fresh_battle(office, orders, Tally(), "idle")
    for _ in range(5):
        battle.act()
        await asyncio.sleep(0.1)
    early = Viewers(orders.url, battle.table.id)
    await early.crowd(100)  # what the first sockets of all cost is the server's, not theirs
    early.close()
    await asyncio.sleep(1)
    mark("begin")
    viewers = Viewers(orders.url, battle.table.id)
    await viewers.crowd(orders.sockets)
    await asyncio.sleep(2)
    still = sum(not socket.closed for socket in viewers.sockets)
    mark("end", still)
    await asyncio.sleep(0.2)
    viewers.close()
    battle.leave()
    await office.close()
    return {"sockets": still}
