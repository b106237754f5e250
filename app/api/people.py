"""Guests, users, sessions, me, tokens."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from fastapi import APIRouter, Depends, Request, Response

from app.api.answers import Json, gives, gives_nothing
from app.api.who import MaybeGuest, Person, Reader, RuntimeDep, sign_in_limit
from app.protocol.bodies import ChangeMe, NewGuest, NewToken, NewUser, SignIn
from app.protocol.people import Preferences, Scope, Session, Standing, TokenInfo, TokenList, User
from app.realtime.endpoint import COOKIE
from app.runtime import Runtime
from app.store.accounts import Token
from app.store.accounts import User as StoredUser

router = APIRouter(tags=["people"])


@router.post("/guests", status_code=201, responses=gives("Session", status=201), dependencies=[Depends(sign_in_limit)])
async def make_guest(body: NewGuest, request: Request, runtime: RuntimeDep) -> Response:
    """Begin as a guest. Sets the cookie too."""
    user, token = await runtime.accounts.guest(body.name)
    return await _session(runtime, user, token, 201)


@router.post("/users", status_code=201, responses=gives("Session", status=201), dependencies=[Depends(sign_in_limit)])
async def sign_up(body: NewUser, runtime: RuntimeDep, guest: MaybeGuest) -> Response:
    """Make a named user; a guest who calls keeps his account and gets name and password."""
    user, token = await runtime.accounts.sign_up(body.name, body.password, guest)
    return await _session(runtime, user, token, 201)


@router.post(
    "/sessions", status_code=201, responses=gives("Session", status=201), dependencies=[Depends(sign_in_limit)]
)
async def sign_in(body: SignIn, runtime: RuntimeDep) -> Response:
    """Sign in by name and password. Sets the cookie too."""
    user, token = await runtime.accounts.sign_in(body.name, body.password)
    return await _session(runtime, user, token, 201)


@router.delete("/sessions", status_code=204, responses=gives_nothing("Signed out."))
async def sign_out(runtime: RuntimeDep, identity: Reader) -> Response:
    """Revoke the token that calls, close its sockets and forget the cookie."""
    await runtime.accounts.sign_out(identity)
    runtime.hub.revoked(identity.token)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax", secure=_secure(runtime))
    return response


@router.get("/me", responses=gives("User"))
async def get_me(runtime: RuntimeDep, identity: Reader) -> Response:
    """Who I am."""
    return Json(await _shown(runtime, await runtime.accounts.me(identity)))


@router.patch("/me", responses=gives("User"))
async def change_me(body: ChangeMe, runtime: RuntimeDep, identity: Person) -> Response:
    """Change my name or preferences; what is not named stays."""
    preferences = body.preferences.model_dump(exclude_none=True) if body.preferences is not None else None
    return Json(await _shown(runtime, await runtime.accounts.change_me(identity, body.name, preferences)))


@router.get("/tokens", responses=gives("TokenList"))
async def list_tokens(runtime: RuntimeDep, identity: Person) -> Response:
    """My tokens for bots and scripts, newest first, without their secrets."""
    return Json(TokenList(tokens=[_token(token) for token in await runtime.accounts.tokens(identity)]))


@router.post("/tokens", status_code=201, responses=gives("TokenInfo", "The token is shown this once.", 201))
async def make_token(body: NewToken, runtime: RuntimeDep, identity: Person) -> Response:
    """A token for a bot or a script."""
    token, secret = await runtime.accounts.add_token(identity.caller.user, body.name, body.scopes, body.days)
    return Json(_token(token, secret), 201)


@router.delete("/tokens/{token_id}", status_code=204, responses=gives_nothing("Revoked."))
async def revoke_token(token_id: str, runtime: RuntimeDep, identity: Person) -> Response:
    """Revoke one of my tokens; its sockets are closed."""
    await runtime.accounts.revoke(identity, token_id)
    runtime.hub.revoked(token_id)
    return Response(status_code=204)


async def _shown(runtime: Runtime, user: StoredUser) -> User:
    """The user as he sees himself."""
    ratings = await runtime.accounts.ratings(user.id)
    return User(
        id=user.id,
        name=user.name,
        guest=user.guest,
        bot=user.bot,
        preferences=msgspec.convert(user.preferences, Preferences, strict=False),
        ratings={name: Standing(rating=found.estimate, games=found.games) for name, found in ratings.items()} or None,
    )


def _token(token: Token, secret: str | None = None) -> TokenInfo:
    return TokenInfo(
        id=token.id,
        name=token.name,
        scopes=cast("list[Scope]", sorted(token.scopes)),
        expires=token.expires,
        token=secret,
    )


async def _session(runtime: Runtime, user: StoredUser, token: str, status: int) -> Response:
    response = Json(Session(user=await _shown(runtime, user), token=token), status, {"Cache-Control": "no-store"})
    days = runtime.settings.guest_days if user.guest else runtime.settings.session_days
    settings: dict[str, Any] = {"httponly": True, "samesite": "lax", "secure": _secure(runtime), "path": "/"}
    response.set_cookie(COOKIE, token, max_age=days * 86_400, **settings)
    return response


def _secure(runtime: Runtime) -> bool:
    return runtime.settings.base_url.startswith("https://")
