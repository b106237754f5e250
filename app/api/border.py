"""The border: outermost of all that an HTTP request passes, in plain ASGI, before FastAPI looks at it.

It gives the request an id, holds addresses to their rate, reads the body whole (bounded in size, depth and time) and
hands it on in one piece, puts security headers on the answer, counts, and logs one line. Whatever escapes from inside
becomes the one error form without a trace.

Addresses are those of the connection; behind a proxy uvicorn has put the client's there, when the proxy is trusted by
setting. Surprising: the body is read here, so that limits hold for every route alike and routes cannot forget them.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import structlog

from app.api.errors import error_response, log_unforeseen, respond
from app.limits import rate_limited
from app.runtime import Runtime

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

log = structlog.get_logger("sandtable.access")

API = "/api/"
SMALL_BODY = 65_536
"""Largest body but for scenarios, which may have `max_body_bytes`."""
_LARGE = re.compile(r"^/api/v1/(matches|scenarios|armies)/?$")
MAX_DEPTH = 32
"""Deepest nesting of JSON."""
BODY_S = 15.0
"""Seconds in which a body must have arrived."""
_UNMEASURED = frozenset({"/healthz", "/readyz", "/metrics"})
_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_ODD = re.compile(rb"NaN|Infinity|[0-9]{19}|[0-9][eE][+-]?[0-9]{3}")
_BRACKETS = re.compile(rb"[\[{]|[\]}]")

SECURITY_HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (
        b"content-security-policy",
        b"default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        b"font-src 'self' data:; connect-src 'self'; media-src 'self' data: blob:; worker-src 'self' blob:; "
        b"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


class Refusal(Exception):
    """The border refuses: code, message, status."""

    def __init__(self, code: str, message: str, status: int) -> None:
        super().__init__(message)
        self.code, self.message, self.status = code, message, status


class Border:
    """Wraps the application. `find` gives the runtime, which is there once the lifespan has begun."""

    def __init__(self, app: App, find: Callable[[], Runtime | None]) -> None:
        self._app = app
        self._find = find

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        runtime = self._find()
        began = time.perf_counter()
        request_id = secrets.token_hex(8)
        scope["sandtable.request"] = request_id
        answered = _Answered(send, request_id, scope["path"].startswith(API))
        try:
            if runtime is None:
                raise Refusal("unavailable", "The server is starting.", 503)
            path = scope["path"]
            if "\x00" in path or b"%00" in scope.get("query_string", b""):
                raise Refusal("malformed", "An address holds no NUL.", 400)
            address = scope["client"][0] if scope.get("client") else ""
            if path.startswith(API):
                wait = runtime.limits.addresses.take(address)
                if wait:
                    scope["sandtable.code"] = "rate_limited"
                    await respond(rate_limited(wait), request_id)(scope, receive, answered)
                    return
            if scope["method"] in ("POST", "PUT", "PATCH", "DELETE"):
                limit = runtime.settings.max_body_bytes if _LARGE.match(path) else SMALL_BODY
                receive = _replay(await _body(scope, receive, limit), receive)
            await self._app(scope, receive, answered)
        except Refusal as refusal:
            scope["sandtable.code"] = refusal.code
            if not answered.started:
                response = error_response(refusal.code, refusal.message, refusal.status, request_id)
                await response(scope, receive, answered)
        except _Gone:
            pass
        except Exception as error:
            log_unforeseen(scope, error)
            if not answered.started:
                await error_response("internal", "Something went wrong here.", 500, request_id)(
                    scope, receive, answered
                )
        finally:
            if runtime is not None:
                self._account(runtime, scope, answered, time.perf_counter() - began)

    @staticmethod
    def _account(runtime: Runtime, scope: MutableMapping[str, Any], answered: _Answered, seconds: float) -> None:
        path = scope["path"]
        if path in _UNMEASURED:
            return
        route = getattr(scope.get("route"), "path", None) or ("/api" if path.startswith(API) else "client")
        status = answered.status or 0
        runtime.metrics.requests.labels(scope["method"], route, str(status)).inc()
        if not route.endswith("/stream"):
            runtime.metrics.request_seconds.labels(route).observe(seconds)
        code = scope.get("sandtable.code")
        if code is not None:
            runtime.metrics.refused.labels(code if status < 500 else "internal").inc()
        log.info(
            "request",
            method=scope["method"],
            path=path,
            status=status,
            ms=round(seconds * 1000, 1),
            request=scope["sandtable.request"],
            **({"code": code} if code is not None else {}),
        )


class _Gone(Exception):
    """The client left before its request was whole."""


class _Answered:
    """`send` that knows whether the answer has begun, and puts our headers on it."""

    __slots__ = ("_private", "_request_id", "_send", "started", "status")

    def __init__(self, send: Send, request_id: str, private: bool) -> None:
        """`private`: what says nothing of caches is for the caller alone; the next one may be somebody else."""
        self._send = send
        self._private = private
        self._request_id = request_id.encode()
        self.started = False
        self.status: int | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            self.status = message["status"]
            headers = list(message.get("headers", ()))
            headers.extend(SECURITY_HEADERS)
            if self._private and not any(name == b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", b"no-store"))
            headers.append((b"x-request-id", self._request_id))
            message["headers"] = headers
        await self._send(message)


async def _body(scope: MutableMapping[str, Any], receive: Receive, limit: int) -> bytes:
    declared = next((value for name, value in scope["headers"] if name == b"content-length"), None)
    if declared is not None and declared.isdigit() and int(declared) > limit:
        raise Refusal("too_large", f"A body may have {limit} bytes here.", 413)
    chunks: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(BODY_S):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise _Gone
                chunk = message.get("body", b"")
                size += len(chunk)
                if size > limit:
                    raise Refusal("too_large", f"A body may have {limit} bytes here.", 413)
                chunks.append(chunk)
                if not message.get("more_body", False):
                    break
    except TimeoutError:
        raise Refusal("malformed", "The body did not arrive in time.", 408) from None
    body = b"".join(chunks)
    if too_deep(body):
        raise Refusal("malformed", f"JSON may be nested {MAX_DEPTH} deep.", 400)
    if not storable(body):
        raise Refusal("malformed", "JSON is UTF-8 here, with neither NUL nor half a character.", 400)
    if not countable(body):
        raise Refusal("malformed", "A number in JSON has at most 18 digits, and is one.", 400)
    return body


def storable(body: bytes) -> bool:
    """Whether the strings of a JSON body can be stored as text: Postgres takes no NUL, UTF-8 no lone surrogates.

    Python's parser would take UTF-16 and UTF-32 as well, in which neither these nor brackets are found: only UTF-8 is
    JSON here (RFC 8259 §8.1)."""
    if b"\\u0000" in body or b"\0" in body:
        return False
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    if _SURROGATE.search(body) is None:
        return True
    try:
        json.dumps(json.loads(body), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    except ValueError:
        return True  # no JSON at all: refused later
    return True


def countable(body: bytes) -> bool:
    """Whether the numbers of a JSON body are numbers that can be stored and told again: Python's parser takes NaN,
    Infinity, 1e999 and integers of thousands of digits, which JSON, Postgres or msgspec do not."""
    return _ODD.search(body) is None or _ODD.search(_STRINGS.sub(b'""', body)) is None


def too_deep(body: bytes, limit: int = MAX_DEPTH) -> bool:
    """Whether brackets outside of strings are nested deeper than `limit`. Cheap for the usual body with few of them."""
    if body.count(b"[") + body.count(b"{") <= limit:
        return False
    depth = 0
    for bracket in _BRACKETS.findall(_STRINGS.sub(b"", body)):
        depth += 1 if bracket in b"[{" else -1
        if depth > limit:
            return True
    return False


def _replay(body: bytes, receive: Receive) -> Receive:
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return pending.pop() if pending else await receive()

    return replayed
