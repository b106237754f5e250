"""For whoever operates a server: is it alive, is it ready, what does it measure. Not below `/api`, no limits."""

from __future__ import annotations

import asyncio
import ipaddress

from fastapi import APIRouter, Request, Response

from app.api.answers import Json, gives
from app.api.who import RuntimeDep
from app.matches.errors import ServiceError
from app.metrics import CONTENT_TYPE
from app.protocol.value import Health
from app.store.database import UnavailableError

router = APIRouter(tags=["operation"])
READY_S = 2.0
"""Seconds in which the database must answer."""


@router.get("/healthz", responses=gives("Health"))
async def healthz(runtime: RuntimeDep) -> Response:
    """The process is alive."""
    return Json(Health(status="stopping" if runtime.stopping.is_set() else "ok"), headers={"Cache-Control": "no-store"})


@router.get("/readyz", responses=gives("Health"))
async def readyz(runtime: RuntimeDep) -> Response:
    """The process can serve: the database answers and nobody asked it to stop. Else 503."""
    if runtime.stopping.is_set():
        raise ServiceError("unavailable", "The server is stopping.")
    try:
        await asyncio.wait_for(runtime.store.open(), READY_S)
    except (UnavailableError, TimeoutError):
        raise ServiceError("unavailable", "The database cannot be reached.") from None
    return Json(Health(status="ok"), headers={"Cache-Control": "no-store"})


@router.get("/metrics", response_class=Response, responses=gives({"type": "string"}, media_type="text/plain"))
async def metrics(request: Request, runtime: RuntimeDep) -> Response:
    """Prometheus' text format; for this machine only, unless `SANDTABLE_METRICS_PUBLIC` is set."""
    if not (runtime.settings.metrics_public or _local(request)):
        raise ServiceError("not_found")
    return Response(runtime.metrics.exposition(), media_type=CONTENT_TYPE)


def _local(request: Request) -> bool:
    try:
        return request.client is None or ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
