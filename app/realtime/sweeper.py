"""Sweeper: every so often, a ping to every line, an end for those whose token no longer counts, old tokens deleted.

One task for each process, instead of a timer for each socket. Pings go out in slices, so that thousands of them do not
hold up a move.
"""

from __future__ import annotations

import asyncio
import time

import structlog

from app.protocol.outgoing import ServerPing, encode
from app.realtime.fanout import text_frame
from app.realtime.session import Session
from app.runtime import Runtime
from app.store.database import UnavailableError

log = structlog.get_logger("sandtable.sweeper")

SLICE = 200
"""Sockets pinged in one go."""
CLOGGED_S = 60.0
"""After so long a reader who does not read is cut off."""
TOKENS_S = 60.0
"""How often tokens of open lines are looked up again."""
PURGE_S = 3600.0


async def sweep(runtime: Runtime) -> None:
    """Run until cancelled."""
    tokens_at = purge_at = time.monotonic()
    while True:
        await asyncio.sleep(runtime.settings.socket_ping_s)
        try:
            await _ping(runtime)
            now = time.monotonic()
            if now - tokens_at >= TOKENS_S:
                tokens_at = now
                await end_revoked(runtime)
            if now - purge_at >= PURGE_S:
                purge_at = now
                await runtime.accounts.sweep()
        except UnavailableError as error:
            log.warning("database unavailable", error=str(error))
        except Exception as error:
            log.error("unforeseen", exc_info=error)


async def _ping(runtime: Runtime) -> None:
    body = encode(ServerPing(at=int(time.time() * 1000)))
    wire = text_frame(body)
    for number, line in enumerate(runtime.hub.lines(), 1):
        if isinstance(line, Session) and not line.ended:
            line.ping(body, wire, CLOGGED_S)
        if number % SLICE == 0:
            await asyncio.sleep(0)


async def end_revoked(runtime: Runtime) -> None:
    """End the lines of tokens that were revoked or ran out, wherever that was done."""
    tokens = runtime.hub.tokens()
    valid = await runtime.accounts.still_valid(tokens)
    for token in tokens:
        if token not in valid:
            runtime.hub.revoked(token)
