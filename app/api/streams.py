"""NDJSON streams: the answer begins only once the viewer is let in, so refusals have their status."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from app.api.answers import gives
from app.api.tables import MatchPath, Watch
from app.api.watching import SeatQuery
from app.api.who import Reader, RuntimeDep, identify
from app.matches.errors import ServiceError
from app.realtime.streams import InboxStream, MatchStream

router = APIRouter(tags=["streams"])
NDJSON = "application/x-ndjson"
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@router.get(
    "/matches/{match_id}/stream",
    response_class=Response,
    responses=gives("StreamLine", "One JSON object a line, until the match ends.", media_type=NDJSON),
)
async def match_stream(
    match_id: MatchPath,
    request: Request,
    runtime: RuntimeDep,
    since: Annotated[int | None, Query(ge=0, le=2_000_000_000, description="Send the steps after this seq.")] = None,
    seat: SeatQuery = None,
    watch: Watch = None,
) -> Response:
    """Steps, decisions that await me, chat and the rest of one match as they happen."""
    identity = await identify(request)
    if identity is not None and not identity.may("read"):
        raise ServiceError("forbidden", "The token lacks the scope `read`.", params={"reason": "scope"})
    stream = MatchStream(runtime, identity, match_id)
    await stream.begin(seat, watch)
    return _Lines(stream.lines(since), stream.close)


@router.get(
    "/stream",
    response_class=Response,
    responses=gives("StreamLine", "One JSON object a line, until the server stops.", media_type=NDJSON),
)
async def inbox_stream(runtime: RuntimeDep, identity: Reader) -> Response:
    """Decisions that await me, in all of my matches, as they come."""
    stream = InboxStream(runtime, identity)
    stream.begin()
    return _Lines(stream.lines(), stream.close)


class _Lines(StreamingResponse):
    """Closes its stream also when the client was gone before the first line, when no generator ever ran."""

    def __init__(self, lines: AsyncIterator[bytes], close: Callable[[], None]) -> None:
        super().__init__(lines, media_type=NDJSON, headers=_HEADERS)
        self._close = close

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._close()
