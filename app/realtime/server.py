"""uvicorn, set up for sockets that are many and an end that is orderly.

Deflate is off (2–3 times the time, 2–7 times the memory), uvicorn's own pings are off (the sweeper's frames are pings
that browsers can see), access lines are ours. On shutdown the application hears of it first, so that sockets and
streams say why they end; then uvicorn closes what is left.
"""

from __future__ import annotations

import socket
import sys
from typing import Any, Protocol

import uvicorn

from app.realtime.fanout import FanoutWS
from app.settings import Settings


class Stoppable(Protocol):
    """What the server tells that it stops: `app.main.Sandtable`."""

    def stop_soon(self) -> None:
        """End what lasts."""


def server_config(app: Any, settings: Settings) -> uvicorn.Config:
    """How uvicorn is to run the application."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http="httptools",
        ws=FanoutWS,
        ws_per_message_deflate=False,
        ws_max_size=settings.socket_frame_max_bytes,
        ws_ping_interval=None,
        timeout_graceful_shutdown=settings.shutdown_s,
        timeout_keep_alive=30,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
    )


class Server(uvicorn.Server):
    """uvicorn with a word before the end."""

    def __init__(self, app: Stoppable, settings: Settings) -> None:
        super().__init__(server_config(app, settings))
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the application, then close every connection."""
        self._app.stop_soon()
        await super().shutdown(sockets)
