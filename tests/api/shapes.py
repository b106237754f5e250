"""Whether what the server sends is what the client's generated types say: JSON against the components of OpenAPI, with
fields that are not in them counted as errors."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import jsonschema_rs

from app.main import create_app
from app.settings import Settings


@cache
def _components() -> dict[str, Any]:
    schemas = copy.deepcopy(create_app(Settings()).openapi()["components"]["schemas"])

    def close(node: Any) -> None:
        if isinstance(node, dict):
            if node.get("type") == "object" and "properties" in node:
                node.setdefault("additionalProperties", False)
            for value in node.values():
                close(value)
        elif isinstance(node, list):
            for value in node:
                close(value)

    close(schemas)
    return {"components": {"schemas": schemas}}


@cache
def _validator(name: str) -> Any:
    return jsonschema_rs.Draft202012Validator({**_components(), "$ref": f"#/components/schemas/{name}"})


FRAMES = {
    "welcome": "Welcome",
    "batch": "Batch",
    "ack": "Ack",
    "refused": "RefusedFrame",
    "step": "StepFrame",
    "chat": "ChatFrame",
    "presence": "Presence",
    "clock": "ClockFrame",
    "proposal": "ProposalFrame",
    "match": "MatchFrame",
    "odds": "OddsFrame",
    "rewind": "Rewind",
    "ended": "Ended",
    "ping": "ServerPing",
    "pong": "ServerPong",
    "resync": "Resync",
    "bye": "Bye",
    "decision": "AwaitedFrame",
    "keepalive": "KeepAlive",
    "end": "EndLine",
}


def conforms(value: Any, name: str) -> Any:
    """The value, if it has the shape of the component; AssertionError with the first differences else."""
    errors = list(_validator(name).iter_errors(value))
    assert not errors, f"{name}: " + "; ".join(
        f"{'/'.join(map(str, error.instance_path))}: {error.message[:200]}" for error in errors[:3]
    )
    return value


def conforming_frame(frame: dict[str, Any]) -> dict[str, Any]:
    """The frame, if it has the shape that its `t` promises."""
    conforms(frame, FRAMES[frame["t"]])
    return frame
