"""Looking through a lens at a match: lines of sight and threatened places, as this viewer may know the board."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Response

from app.api.answers import Json, gives
from app.api.tables import MatchPath, Watch
from app.api.watching import SeatQuery
from app.api.who import Anybody, RuntimeDep
from app.matches.types import MatchId
from app.protocol.battle import SightAt

router = APIRouter(tags=["watching"])

MOST_LINES = 64
"""Places to which one question may draw lines."""
Place = Annotated[str, Query(min_length=1, max_length=40, description="A place, in the ruleset's words.")]
Places = Annotated[list[Annotated[str, Query(min_length=1, max_length=40)]], Query(min_length=1, max_length=MOST_LINES)]


@router.get("/matches/{match_id}/sight", responses=gives("SightAt"))
async def sight(
    match_id: MatchPath,
    runtime: RuntimeDep,
    caller: Anybody,
    origin: Annotated[Place, Query(alias="from")],
    to: Places,
    seat: SeatQuery = None,
    watch: Watch = None,
) -> Response:
    """Whether places are seen from another, and what breaks the lines. In nobody's turn; changes nothing."""
    match = MatchId(match_id)
    audience = await runtime.matches.viewer(caller, match, seat, watch)
    seq, sights = await runtime.matches.sight(match, audience, origin, list(dict.fromkeys(to)))
    return Json(SightAt(seq=seq, sights=sights))


@router.get("/matches/{match_id}/threat", responses=gives("ThreatAt"))
async def threat(
    match_id: MatchPath,
    runtime: RuntimeDep,
    caller: Anybody,
    of: Annotated[int, Query(ge=0, le=31, description="The seat whose units are looked at.")],
    seat: SeatQuery = None,
    watch: Watch = None,
) -> Response:
    """What a seat's units could strike in its next turn, as the board stands and by what I may know."""
    match = MatchId(match_id)
    audience = await runtime.matches.viewer(caller, match, seat, watch)
    seq, body = await runtime.matches.threat(match, audience, of)
    return Json({"seq": seq, "threat": msgspec.Raw(body)})
