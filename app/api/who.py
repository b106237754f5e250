"""Who calls: dependencies that turn a request into an `Identity`, or refuse it.

A bearer token counts before the cookie. State-changing calls by cookie need the header `X-Sandtable: 1`: a foreign page
cannot send it without a preflight, which nobody grants. Each token has a bucket of its own, shared with its sockets.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Depends, Request

from app.accounts.identity import Identity
from app.limits import rate_limited
from app.matches.errors import ServiceError
from app.matches.types import Caller
from app.realtime.endpoint import COOKIE
from app.runtime import Runtime, runtime_of

CSRF_HEADER = "x-sandtable"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

RuntimeDep = Annotated[Runtime, Depends(runtime_of)]


async def identify(request: Request) -> Identity | None:
    """Who calls, None for nobody. ServiceError(unauthorized) for a token that is none."""
    runtime = runtime_of(request)
    header = request.headers.get("authorization")
    if header is not None:
        scheme, _, token = header.partition(" ")
        if scheme.lower() != "bearer":
            raise ServiceError("unauthorized", "Only bearer tokens are known here.")
        identity = await runtime.accounts.identify(token.strip())
    else:
        cookie = request.cookies.get(COOKIE)
        if not cookie:
            return None
        identity = await runtime.accounts.identify(cookie, cookie=True)
        if request.method not in _SAFE and request.headers.get(CSRF_HEADER) != "1":
            raise ServiceError(
                "forbidden", "Calls by cookie need the header `X-Sandtable: 1`.", params={"reason": "csrf"}
            )
    wait = runtime.limits.tokens.take(identity.token)
    if wait:
        raise rate_limited(wait)
    return identity


def _checked(identity: Identity, scope: str) -> Identity:
    if not identity.may(scope):
        raise ServiceError(
            "forbidden", f"The token lacks the scope `{scope}`.", params={"reason": "scope", "scope": scope}
        )
    return identity


def needs(scope: str) -> Callable[[Request], Awaitable[Identity]]:
    """Dependency: somebody whose token has the scope."""

    async def dependency(request: Request) -> Identity:
        identity = await identify(request)
        if identity is None:
            raise ServiceError("unauthorized")
        return _checked(identity, scope)

    return dependency


async def _session(request: Request) -> Identity:
    identity = await identify(request)
    if identity is None:
        raise ServiceError("unauthorized")
    if not identity.session:
        raise ServiceError("forbidden", "Only a person who has signed in may do that.", params={"reason": "session"})
    return identity


async def _anybody(request: Request) -> Caller | None:
    identity = await identify(request)
    return _checked(identity, "read").caller if identity is not None else None


async def _guest_or_nobody(request: Request) -> Identity | None:
    """Who signs up or in: an old cookie that no longer counts must not keep him out."""
    try:
        return await identify(request)
    except ServiceError as error:
        if error.code == "unauthorized":
            return None
        raise


def sign_in_limit(request: Request) -> None:
    """Dependency: sign-ins, sign-ups and guests are few for each address."""
    runtime = runtime_of(request)
    wait = runtime.limits.sign_ins.take(request.client.host if request.client else "")
    if wait:
        raise rate_limited(wait)


Player = Annotated[Identity, Depends(needs("play"))]
Reader = Annotated[Identity, Depends(needs("read"))]
Maker = Annotated[Identity, Depends(needs("create"))]
Person = Annotated[Identity, Depends(_session)]
Anybody = Annotated[Caller | None, Depends(_anybody)]
MaybeGuest = Annotated[Identity | None, Depends(_guest_or_nobody)]
