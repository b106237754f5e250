"""The lobby: list, open, join, leave and start matches."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Path, Query, Response

from app.api.answers import Json, gives
from app.api.who import Anybody, Maker, Player, RuntimeDep
from app.matches.types import ClockKind, MatchFilter, MatchId
from app.matches.types import NewMatch as Wanted
from app.protocol.bodies import Empty, Join, NewMatch, Quick

router = APIRouter(tags=["lobby"])
MatchPath = Annotated[str, Path(min_length=1, max_length=64)]
Watch = Annotated[str | None, Query(max_length=200, description="Spectators' link, or a seat's invite code.")]


@router.get("/matches", responses=gives("MatchPage"))
async def list_matches(
    runtime: RuntimeDep,
    caller: Anybody,
    status: Literal["open", "ready", "live", "ended"] | None = None,
    ruleset: Annotated[str | None, Query(max_length=64)] = None,
    clock: ClockKind | None = None,
    mine: bool = False,
    awaiting: bool = False,
    before: Annotated[str | None, Query(max_length=200)] = None,
    limit: Annotated[int, Query(ge=1, le=50)] = 50,
) -> Response:
    """A page of matches, newest first; `before` is the `next` of the page before."""
    wanted = MatchFilter(
        status=status, ruleset=ruleset, clock=clock, mine=mine, awaiting=awaiting, before=before, limit=limit
    )
    return Json(await runtime.matches.list(caller, wanted))


@router.post("/matches", status_code=201, responses=gives("Match", status=201))
async def open_table(body: NewMatch, runtime: RuntimeDep, identity: Maker) -> Response:
    """Open a table. It starts by itself once every seat is taken, unless `start` is manual."""
    wanted = msgspec.convert(body.model_dump(exclude_unset=True), Wanted)
    return Json(await runtime.matches.create(identity.caller, wanted), 201)


@router.post("/matches/quick", responses=gives("Match"))
async def quick(body: Quick, runtime: RuntimeDep, identity: Player) -> Response:
    """Join the oldest fitting open table, or open one (which needs the scope `create` as well)."""
    return Json(await runtime.matches.quick(identity.caller, body.ruleset, body.scenario, body.nonce))


@router.get("/matches/{match_id}", responses=gives("Match"))
async def get_match(match_id: MatchPath, runtime: RuntimeDep, caller: Anybody, watch: Watch = None) -> Response:
    """One match."""
    return Json(await runtime.matches.info(caller, MatchId(match_id), watch))


@router.post("/matches/{match_id}/join", responses=gives("Match"))
async def join(match_id: MatchPath, body: Join, runtime: RuntimeDep, identity: Player) -> Response:
    """Take a seat."""
    return Json(await runtime.matches.join(identity.caller, MatchId(match_id), body.seat, body.link, body.nonce))


@router.post("/matches/{match_id}/leave", responses=gives({"$ref": "#/components/schemas/Left"}))
async def leave(match_id: MatchPath, runtime: RuntimeDep, identity: Player, body: Empty | None = None) -> Response:
    """Give the seat back before the start; a table at which nobody is left is gone (`match` absent)."""
    left = await runtime.matches.leave(identity.caller, MatchId(match_id))
    return Json({"match": left} if left is not None else {})


@router.post("/matches/{match_id}/start", responses=gives("Match"))
async def start(match_id: MatchPath, runtime: RuntimeDep, identity: Player, body: Empty | None = None) -> Response:
    """Start a full table that waits for its owner."""
    return Json(await runtime.matches.begin(identity.caller, MatchId(match_id)))
