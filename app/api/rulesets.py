"""The games: phases, options, content, catalogues, rulebooks. Public, the same for all, revalidated by ETag.

Encoded once a process. The name of a game stands in its catalogues under `ruleset.<id>`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

import msgspec
import orjson
from fastapi import APIRouter, Path, Query, Request, Response

from app.api.answers import cached, gives
from app.engine.dice import HmacDice
from app.engine.refusal import Refused
from app.engine.ruleset import Ruleset, ScenarioInfo
from app.engine.viewer import SPECTATOR
from app.matches.errors import ServiceError, from_refusal
from app.protocol.games import Rulebook, RulesetDetail, RulesetInfo
from app.rulesets import all_rulesets

router = APIRouter(tags=["rulesets"])
Lang = Literal["en", "ru"]
LANGS: tuple[Lang, ...] = ("en", "ru")
RulesetId = Annotated[str, Path(max_length=64)]
_encode = msgspec.json.Encoder().encode


@router.get("/rulesets", responses=gives({"type": "array", "items": {"$ref": "#/components/schemas/RulesetInfo"}}))
async def list_rulesets(request: Request) -> Response:
    """The games there are."""
    return cached(request, _list())


@router.get("/rulesets/{ruleset_id}", responses=gives("RulesetDetail"))
async def get_ruleset(ruleset_id: RulesetId, request: Request) -> Response:
    """All that is fixed about a game."""
    return cached(request, _detail(_known(ruleset_id).id))


@router.get(
    "/rulesets/{ruleset_id}/text", responses=gives({"type": "object", "additionalProperties": {"type": "string"}})
)
async def get_text(ruleset_id: RulesetId, request: Request, lang: Lang = "en") -> Response:
    """The catalogue of a language: text key → sentence with {parameters}."""
    return cached(request, _text(_known(ruleset_id).id, lang))


@router.get("/rulesets/{ruleset_id}/rules", responses=gives("Rulebook"))
async def get_rules(ruleset_id: RulesetId, request: Request, lang: Lang = "en") -> Response:
    """The player's rulebook."""
    return cached(request, _rules(_known(ruleset_id).id, lang))


@router.get("/rulesets/{ruleset_id}/scenarios/{scenario_id}", responses=gives("ScenarioInfo"))
async def get_scenario(
    ruleset_id: RulesetId,
    scenario_id: Annotated[str, Path(max_length=64)],
    request: Request,
    options: Annotated[str | None, Query(max_length=4096, description="Options as a JSON object.")] = None,
) -> Response:
    """A scenario with its map; with `options`, these are checked and completed."""
    ruleset = _known(ruleset_id)
    found = next((each for each in ruleset.scenarios() if each.id == scenario_id), None)
    if found is None:
        raise ServiceError("not_found", "There is no such scenario.")
    if options is not None:
        found = _with_options(ruleset, found, options)
    return cached(request, _encode(found))


def _with_options(ruleset: Ruleset, scenario: ScenarioInfo, options: str) -> ScenarioInfo:
    """The scenario with its options completed, and with the board as these options make it: what a spectator sees of a
    battle that has just begun, with dice that belong to no match."""
    try:
        chosen = orjson.loads(options)
    except orjson.JSONDecodeError:
        chosen = None
    if not isinstance(chosen, dict):
        raise ServiceError("malformed", "`options` must be a JSON object.", field="options")
    try:
        setup = ruleset.setup(scenario.id, chosen)
    except Refused as refused:
        raise from_refusal(ruleset, refused) from None
    game, _ = ruleset.new_game(setup, HmacDice(b"preview", "preview"))
    return msgspec.structs.replace(scenario, options=setup.options, preview=ruleset.view(game, SPECTATOR))


def _known(ruleset_id: str) -> Ruleset:
    try:
        return all_rulesets()[ruleset_id]
    except KeyError:
        raise ServiceError("not_found", "There is no such game.") from None


def _names(ruleset: Ruleset) -> dict[str, str]:
    return {lang: ruleset.text(lang).get(f"ruleset.{ruleset.id}", ruleset.id) for lang in LANGS}


@lru_cache(maxsize=1)
def _list() -> bytes:
    return _encode(
        [
            RulesetInfo(id=each.id, version=each.version, names=_names(each), seats=each.seats, available=True)
            for each in all_rulesets().values()
        ]
    )


@lru_cache(maxsize=64)
def _detail(ruleset_id: str) -> bytes:
    ruleset = all_rulesets()[ruleset_id]
    return _encode(
        RulesetDetail(
            id=ruleset.id,
            version=ruleset.version,
            names=_names(ruleset),
            seats=ruleset.seats,
            phases=list(ruleset.phases),
            options=list(ruleset.options),
            presets={name: dict(values) for name, values in ruleset.presets.items()},
            content=dict(ruleset.content()),
            scenarios=list(ruleset.scenarios()),
        )
    )


@lru_cache(maxsize=64)
def _text(ruleset_id: str, lang: str) -> bytes:
    return _encode(dict(all_rulesets()[ruleset_id].text(lang)))


@lru_cache(maxsize=64)
def _rules(ruleset_id: str, lang: Lang) -> bytes:
    return _encode(Rulebook(lang=lang, markdown=all_rulesets()[ruleset_id].rulebook(lang)))
