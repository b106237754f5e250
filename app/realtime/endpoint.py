"""The ASGI entry of sockets. It stands in front of FastAPI, whose layers would stay in memory with every idle socket.

Before the handshake it refuses by HTTP status (404, 403, 429, 503); after it by `bye` and a close code. Cookies count
only when the page that opens the socket is one of ours: a browser sends them along from any page.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from app.protocol.outgoing import encode
from app.protocol.value import ErrorBody, ErrorDetail
from app.realtime.fanout import protocol_of
from app.realtime.outlet import AsgiOutlet, FanoutOutlet, Outlet
from app.realtime.session import Session
from app.runtime import Runtime

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

COOKIE = "sandtable"
"""Name of the cookie that holds the token of a browser's session."""
_PATH = re.compile(r"^/api/v1/matches/([A-Za-z0-9_.:-]{1,64})/socket$")


class SocketEndpoint:
    """Takes every websocket of the server. `find` gives the runtime, which is there once the lifespan has begun."""

    def __init__(self, find: Callable[[], Runtime | None]) -> None:
        self._find = find

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        runtime = self._find()
        found = _PATH.match(scope["path"])
        headers = dict(scope["headers"])
        address = scope["client"][0] if scope.get("client") else ""
        if runtime is None or runtime.stopping.is_set():
            await _reject(scope, send, 503, "unavailable", "The server is starting or stopping.")
        elif found is None:
            await _reject(scope, send, 404, "not_found", "There is no such socket.")
        elif runtime.limits.addresses.take(address):
            await _reject(scope, send, 429, "rate_limited", "Too fast. Wait a little.")
        elif not (cookie := _cookie(headers)) or _ours(headers, runtime):
            if runtime.hub.enter(address, runtime.settings.sockets_per_address):
                try:
                    await send({"type": "websocket.accept"})
                    del headers
                    await _serve(runtime, scope, receive, send, found[1], address, cookie)
                finally:
                    runtime.hub.leave(address)
            else:
                await _reject(scope, send, 429, "rate_limited", "Too many sockets from this address.")
        else:
            await _reject(scope, send, 403, "forbidden", "This page may not use your session.")


async def _serve(
    runtime: Runtime,
    scope: MutableMapping[str, Any],
    receive: Receive,
    send: Send,
    match_id: str,
    address: str,
    cookie: str | None,
) -> None:
    settings = runtime.settings
    protocol = protocol_of(scope)
    queue: AsgiOutlet | None = None
    outlet: Outlet
    if protocol is not None:
        outlet = FanoutOutlet(protocol, settings.socket_queue_bytes)
        protocol.forget_handshake()
    else:
        outlet = queue = AsgiOutlet(send, settings.socket_queue_bytes)
    session = Session(runtime, outlet, match_id, address, cookie)
    runtime.metrics.sockets.inc()
    try:
        try:
            async with asyncio.timeout(settings.socket_hello_s):
                message = await receive()
        except TimeoutError:
            session.end("idle", "No hello came.")
            message = await receive()
        while message["type"] == "websocket.receive":
            if not session.ended:
                await session.receive(message.get("text"))
            del message
            message = await receive()
    finally:
        session.close()
        runtime.metrics.sockets.dec()
        if queue is not None:
            await queue.finish()


def _cookie(headers: dict[bytes, bytes]) -> str | None:
    raw = headers.get(b"cookie")
    if raw is None:
        return None
    try:
        morsel = SimpleCookie(raw.decode("latin-1")).get(COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel is not None else None


def _ours(headers: dict[bytes, bytes], runtime: Runtime) -> bool:
    origin = headers.get(b"origin", b"").decode("latin-1")
    if not origin:
        return True  # no browser
    if origin in runtime.settings.allowed_origins or origin == runtime.settings.base_url:
        return True
    return urlsplit(origin).netloc == headers.get(b"host", b"").decode("latin-1")


async def _reject(scope: MutableMapping[str, Any], send: Send, status: int, code: str, message: str) -> None:
    if "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": 1008, "reason": code})
        return
    body = encode(ErrorBody(error=ErrorDetail(code=code, message=message)))
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})
