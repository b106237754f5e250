"""Looking at a match: view, decisions, legal actions, steps, chat, replay, fairness, each as this viewer may see it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response

from app.api.answers import Json, cached, gives, recorded
from app.api.tables import MatchPath, Watch
from app.api.who import Anybody, Reader, RuntimeDep
from app.matches.types import MatchId

router = APIRouter(tags=["watching"])
SeatQuery = Annotated[
    int | None, Query(ge=-1, le=31, description="One of my seats; -1: what is public only (hot-seat curtain).")
]
MAX_STEPS = 500


@router.get("/matches/{match_id}/view", responses=gives("ViewAt"))
async def view(
    match_id: MatchPath, runtime: RuntimeDep, caller: Anybody, seat: SeatQuery = None, watch: Watch = None
) -> Response:
    """All that I may know of the battle now."""
    match = MatchId(match_id)
    seq, body = await runtime.matches.view(match, await runtime.matches.viewer(caller, match, seat, watch))
    return Json({"seq": seq, "view": msgspec.Raw(body)})


@router.get("/matches/{match_id}/preview", responses=gives("PreviewAt"))
async def preview(
    request: Request, match_id: MatchPath, runtime: RuntimeDep, caller: Anybody, watch: Watch = None
) -> Response:
    """The board as anybody who may watch sees it, and the score: small, for lists. `view` is null before the start."""
    match = MatchId(match_id)
    audience = await runtime.matches.viewer(caller, match, None, watch)
    seq, picture = await runtime.matches.picture(match, audience)
    return cached(request, b'{"seq":%d,"view":%b}' % (seq, picture), cache_control="private, no-cache")


@router.get("/matches/{match_id}/decisions", responses=gives("Decisions"))
async def decisions(
    match_id: MatchPath, runtime: RuntimeDep, caller: Anybody, seat: SeatQuery = None, watch: Watch = None
) -> Response:
    """The open decisions; choices only of my own."""
    match = MatchId(match_id)
    seq, body = await runtime.matches.decisions(match, await runtime.matches.viewer(caller, match, seat, watch))
    return Json({"seq": seq, "decisions": msgspec.Raw(body)})


@router.get("/matches/{match_id}/legal", responses=gives("Legal"))
async def legal(match_id: MatchPath, runtime: RuntimeDep, identity: Reader, seat: SeatQuery = None) -> Response:
    """The flat list of my legal actions."""
    match = MatchId(match_id)
    audience = await runtime.matches.viewer(identity.caller, match, seat)
    seq, decision, actions = await runtime.matches.legal(match, audience)
    return Json({"seq": seq, "decision": decision, "actions": msgspec.Raw(actions)})


@router.get("/matches/{match_id}/steps", responses=gives("Steps"))
async def steps(
    match_id: MatchPath,
    runtime: RuntimeDep,
    caller: Anybody,
    since: Annotated[int, Query(ge=-1, le=2_000_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=MAX_STEPS)] = 200,
    seat: SeatQuery = None,
    watch: Watch = None,
) -> Response:
    """Steps after `since`, without a gap, and the newest seq; -1 begins with the start itself."""
    match = MatchId(match_id)
    audience = await runtime.matches.viewer(caller, match, seat, watch)
    found, seq = await runtime.matches.steps(match, audience, since, limit)
    return Json(b'{"steps":[%b],"seq":%d}' % (b",".join(found), seq))


@router.get("/matches/{match_id}/chat", responses=gives("ChatPage"))
async def chat(
    match_id: MatchPath,
    runtime: RuntimeDep,
    caller: Anybody,
    room: Literal["match", "spectators"] = "match",
    before: Annotated[int | None, Query(ge=0, le=9_007_199_254_740_991)] = None,
    seat: SeatQuery = None,
    watch: Watch = None,
) -> Response:
    """50 lines of a room, oldest first, those before the id `before`."""
    match = MatchId(match_id)
    audience = await runtime.matches.viewer(caller, match, seat, watch)
    return Json({"messages": await runtime.matches.chat_page(match, audience, room, before)})


@router.get("/matches/{match_id}/replay", responses=gives("Record"))
async def replay(
    request: Request, match_id: MatchPath, runtime: RuntimeDep, caller: Anybody, watch: Watch = None
) -> Response:
    """The whole record of an ended match, with ETag."""
    match = MatchId(match_id)
    audience = await runtime.matches.viewer(caller, match, None, watch)
    return recorded(request, await runtime.matches.record(match, audience))


@router.get("/matches/{match_id}/fairness", responses=gives("Fairness"))
async def fairness(match_id: MatchPath, runtime: RuntimeDep, caller: Anybody, watch: Watch = None) -> Response:
    """What the dice can be checked with."""
    match = MatchId(match_id)
    audience = await runtime.matches.viewer(caller, match, None, watch)
    return Json(await runtime.matches.fairness(match, audience))
