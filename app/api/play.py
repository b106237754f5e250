"""Acting in a match: actions, resignation, draws, takebacks, chat, odds."""

from __future__ import annotations

import secrets
import time

from fastapi import APIRouter, Response

from app.api.answers import Json, gives
from app.api.tables import MatchPath
from app.api.who import Player, Reader, RuntimeDep
from app.limits import rate_limited
from app.matches.types import MatchId
from app.protocol.bodies import DrawMove, NewAction, NewChat, OddsQuestion, OfSeat, TakebackMove
from app.protocol.value import Done

router = APIRouter(tags=["play"])


@router.post("/matches/{match_id}/actions", responses=gives("Acted"))
async def act(match_id: MatchPath, body: NewAction, runtime: RuntimeDep, identity: Player) -> Response:
    """One action for one decision, acknowledged after it is stored. The same key again gets the first answer again."""
    began = time.perf_counter()
    ack = await runtime.matches.commit(
        identity.caller, MatchId(match_id), body.decision, body.action, body.key, body.seat
    )
    runtime.metrics.commit_seconds.observe(time.perf_counter() - began)
    return Json(ack)


@router.post("/matches/{match_id}/resign", responses=gives("Done"))
async def resign(match_id: MatchPath, runtime: RuntimeDep, identity: Player, body: OfSeat | None = None) -> Response:
    """Give up."""
    seat = body.seat if body is not None else None
    return Json(Done(seq=await runtime.matches.resign(identity.caller, MatchId(match_id), seat)))


@router.post("/matches/{match_id}/draw", responses=gives("Done"))
async def draw(match_id: MatchPath, body: DrawMove, runtime: RuntimeDep, identity: Player) -> Response:
    """Offer a draw, withdraw the offer, or answer one."""
    match = MatchId(match_id)
    if body.offer:
        await runtime.matches.offer_draw(identity.caller, match, body.seat)
        return Json(Done())
    seq = await runtime.matches.answer(identity.caller, match, "draw", bool(body.accept), body.seat)
    return Json(Done(seq=seq))


@router.post("/matches/{match_id}/takeback", responses=gives("Done"))
async def takeback(match_id: MatchPath, body: TakebackMove, runtime: RuntimeDep, identity: Player) -> Response:
    """Take one's last action back (`seq` when it is free, else the others are asked), or answer a request."""
    match = MatchId(match_id)
    if body.accept is None:
        key = body.key or secrets.token_hex(16)
        return Json(Done(seq=await runtime.matches.ask_takeback(identity.caller, match, key, body.seat)))
    seq = await runtime.matches.answer(identity.caller, match, "takeback", body.accept, body.seat)
    return Json(Done(seq=seq))


@router.post("/matches/{match_id}/chat", status_code=201, responses=gives("ChatMessage", status=201))
async def say(match_id: MatchPath, body: NewChat, runtime: RuntimeDep, identity: Player) -> Response:
    """One line of chat."""
    wait = runtime.limits.chat.take(identity.caller.user)
    if wait:
        raise rate_limited(wait)
    return Json(await runtime.matches.say(identity.caller, MatchId(match_id), body.room, body.text, body.watch), 201)


@router.post("/matches/{match_id}/odds", responses=gives("Odds"))
async def odds(match_id: MatchPath, body: OddsQuestion, runtime: RuntimeDep, identity: Reader) -> Response:
    """The exact chances of a legal action, before anybody rolls."""
    match = MatchId(match_id)
    audience = await runtime.matches.viewer(identity.caller, match, body.seat)
    return Json(await runtime.matches.odds(match, audience, body.action))
