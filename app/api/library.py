"""What players make and keep: scenarios and armies. The ruleset validates a scenario before it is kept."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from app.api.answers import Json, gives, gives_nothing
from app.api.who import Anybody, Maker, RuntimeDep
from app.engine.refusal import Refused
from app.matches.errors import ServiceError, from_refusal
from app.matches.types import Caller
from app.protocol.bodies import NewSaved
from app.protocol.games import Saved, SavedList
from app.rulesets import all_rulesets
from app.runtime import Runtime
from app.store.library import Kind
from app.store.library import Saved as Stored

router = APIRouter(tags=["library"])
MAX_KEPT = 200
"""Scenarios, and armies, that one user may keep."""
SavedId = Annotated[str, Path(max_length=64)]
OfRuleset = Annotated[str, Query(max_length=64)]


@router.get("/scenarios", responses=gives("SavedList"))
async def list_scenarios(ruleset: OfRuleset, runtime: RuntimeDep, caller: Anybody) -> Response:
    """Scenarios that I may play: mine and the public ones, newest first."""
    return await _list(runtime, "scenarios", ruleset, caller)


@router.post("/scenarios", status_code=201, responses=gives("Saved", status=201))
async def keep_scenario(body: NewSaved, runtime: RuntimeDep, identity: Maker) -> Response:
    """Keep a scenario; it is refused as a match with it would be."""
    ruleset = all_rulesets().get(body.ruleset)
    if ruleset is None:
        raise ServiceError("not_found", "There is no such game.", field="ruleset")
    try:
        ruleset.setup(body.data, {})
    except Refused as refused:
        raise from_refusal(ruleset, refused) from None
    return await _keep(runtime, "scenarios", body, identity.caller)


@router.get("/scenarios/{saved_id}", responses=gives("Saved"))
async def get_scenario(saved_id: SavedId, runtime: RuntimeDep, caller: Anybody) -> Response:
    """One scenario with its data."""
    return await _get(runtime, "scenarios", saved_id, caller)


@router.delete("/scenarios/{saved_id}", status_code=204, responses=gives_nothing("Deleted."))
async def drop_scenario(saved_id: SavedId, runtime: RuntimeDep, identity: Maker) -> Response:
    """Delete a scenario of mine; matches with it go on."""
    return await _drop(runtime, "scenarios", saved_id, identity.caller)


@router.get("/armies", responses=gives("SavedList"))
async def list_armies(ruleset: OfRuleset, runtime: RuntimeDep, caller: Anybody) -> Response:
    """Armies that I may field: mine and the public ones, newest first."""
    return await _list(runtime, "armies", ruleset, caller)


@router.post("/armies", status_code=201, responses=gives("Saved", status=201))
async def keep_army(body: NewSaved, runtime: RuntimeDep, identity: Maker) -> Response:
    """Keep an army; it is checked by the match that it is fielded in."""
    if body.ruleset not in all_rulesets():
        raise ServiceError("not_found", "There is no such game.", field="ruleset")
    return await _keep(runtime, "armies", body, identity.caller)


@router.get("/armies/{saved_id}", responses=gives("Saved"))
async def get_army(saved_id: SavedId, runtime: RuntimeDep, caller: Anybody) -> Response:
    """One army with its data."""
    return await _get(runtime, "armies", saved_id, caller)


@router.delete("/armies/{saved_id}", status_code=204, responses=gives_nothing("Deleted."))
async def drop_army(saved_id: SavedId, runtime: RuntimeDep, identity: Maker) -> Response:
    """Delete an army of mine."""
    return await _drop(runtime, "armies", saved_id, identity.caller)


async def _list(runtime: Runtime, kind: Kind, ruleset: str, caller: Caller | None) -> Response:
    user = caller.user if caller is not None else None
    return Json(SavedList(saved=[_shown(each, user) for each in await runtime.library.list(kind, ruleset, user)]))


async def _get(runtime: Runtime, kind: Kind, saved_id: str, caller: Caller | None) -> Response:
    user = caller.user if caller is not None else None
    found = await runtime.library.get(kind, saved_id, user)
    if found is None:
        raise ServiceError("not_found")
    return Json(_shown(found, user))


async def _keep(runtime: Runtime, kind: Kind, body: NewSaved, caller: Caller) -> Response:
    if await runtime.library.count(kind, caller.user) >= MAX_KEPT:
        raise ServiceError("conflict", f"One user may keep {MAX_KEPT}.", params={"most": MAX_KEPT})
    saved = await runtime.library.add(kind, caller.user, body.ruleset, body.name, body.data, public=body.public)
    return Json(_shown(saved, caller.user), 201)


async def _drop(runtime: Runtime, kind: Kind, saved_id: str, caller: Caller) -> Response:
    if not await runtime.library.drop(kind, saved_id, caller.user):
        raise ServiceError("not_found")
    return Response(status_code=204)


def _shown(saved: Stored, user: str | None) -> Saved:
    return Saved(
        id=saved.id,
        ruleset=saved.ruleset,
        name=saved.name,
        public=saved.public,
        mine=saved.owner == user,
        created=saved.created,
        data=saved.data,
    )
