"""JSON Schema of the msgspec types, made fit for OpenAPI and for TypeScript.

Differences from what msgspec writes: optional fields that are left out when None are not "or null" as well; the
`discriminator` keyword is dropped, because a literal `t` or `kind` tells the members of a union apart in TypeScript;
titles that repeat the name go; an open `Raw` is a JSON object; the kernel's own structs always send all their fields.
"""

from __future__ import annotations

from typing import Any

import msgspec

from app.engine.odds import Odds
from app.engine.ruleset import ScenarioInfo
from app.protocol.battle import Acted, Decisions, Fairness, Legal, PreviewAt, Record, SightAt, Steps, ThreatAt, ViewAt
from app.protocol.games import Rulebook, RulesetDetail, RulesetInfo, Saved, SavedList
from app.protocol.incoming import ClientFrame
from app.protocol.outgoing import ServerFrame, StreamLine
from app.protocol.people import Session, TokenInfo, TokenList, User
from app.protocol.tables import Left, Match, MatchPage
from app.protocol.talk import ChatMessage, ChatPage
from app.protocol.value import Done, ErrorBody, Health

ANSWERS: tuple[Any, ...] = (
    ErrorBody,
    User,
    Session,
    TokenInfo,
    TokenList,
    RulesetInfo,
    RulesetDetail,
    ScenarioInfo,
    Rulebook,
    Saved,
    SavedList,
    Match,
    MatchPage,
    ViewAt,
    PreviewAt,
    Decisions,
    Legal,
    SightAt,
    ThreatAt,
    Steps,
    Acted,
    ChatMessage,
    ChatPage,
    Fairness,
    Record,
    Done,
    Left,
    Health,
    Odds,
)
"""Types of HTTP answers, all of which become components of the OpenAPI document."""

UNIONS: dict[str, Any] = {"ClientFrame": ClientFrame, "ServerFrame": ServerFrame, "StreamLine": StreamLine}
"""Frames by direction."""

_REF = "#/components/schemas/{name}"


_ALWAYS_WHOLE = frozenset(
    {"Odds", "Outcome", "Modifier", "Result", "PhaseSpec", "OptionSpec", "ScenarioInfo", "SightLine"}
)


def _tidy(node: Any) -> Any:
    if isinstance(node, list):
        return [_tidy(item) for item in node]
    if not isinstance(node, dict):
        return node
    tidy = {key: _tidy(value) for key, value in node.items() if key != "discriminator"}
    properties = tidy.get("properties")
    if isinstance(properties, dict):
        required = set(tidy.get("required", ()))
        for name, value in properties.items():
            if name in required or not isinstance(value, dict):
                continue
            choices = value.get("anyOf")
            if choices and value.get("default", 0) is None:
                left = [choice for choice in choices if choice != {"type": "null"}]
                properties[name] = left[0] if len(left) == 1 else {"anyOf": left}
        tidy.pop("title", None)
    if tidy.get("type") == "object" and "additionalProperties" not in tidy and "properties" not in tidy:
        tidy["additionalProperties"] = True
    return tidy


def components() -> dict[str, Any]:
    """Name → schema of every wire type, with a component for each union of frames."""
    types = [*ANSWERS, *UNIONS.values()]
    refs, schemas = msgspec.json.schema_components(types, ref_template=_REF)
    tidy: dict[str, Any] = {name: _tidy(schema) for name, schema in schemas.items()}
    for (name, _), ref in zip(UNIONS.items(), refs[len(ANSWERS) :], strict=True):
        tidy[name] = _tidy(ref)
    for name in _ALWAYS_WHOLE:
        tidy[name]["required"] = list(tidy[name]["properties"])
    for name in ("Act", "AskOdds"):
        tidy[name]["properties"]["action"] = {"type": "object", "additionalProperties": True}
    return dict(sorted(tidy.items()))
