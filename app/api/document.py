"""The OpenAPI document: FastAPI's, completed by the msgspec types of answers and frames."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from app.protocol.schema import components

_ABOUT = (
    "Authoritative tabletop battles. Errors have one form everywhere (`ErrorBody`). The frames of the socket "
    "`/api/v1/matches/{id}/socket` are the components `ClientFrame` and `ServerFrame`."
)


def document(app: FastAPI) -> dict[str, Any]:
    """The whole document, made once."""
    if app.openapi_schema is None:
        made = get_openapi(
            title=app.title, version=app.version, openapi_version="3.1.0", description=_ABOUT, routes=app.routes
        )
        schemas = made.setdefault("components", {}).setdefault("schemas", {})
        for name in ("HTTPValidationError", "ValidationError"):
            schemas.pop(name, None)
        ours = components()
        both = set(schemas) & set(ours)
        if both:
            raise RuntimeError(f"two types of one name in OpenAPI: {sorted(both)}")
        schemas.update(ours)
        made["components"]["schemas"] = dict(sorted(schemas.items()))
        made["components"]["securitySchemes"] = {
            "bearer": {"type": "http", "scheme": "bearer"},
            "cookie": {"type": "apiKey", "in": "cookie", "name": "sandtable"},
        }
        made["security"] = [{}, {"bearer": []}, {"cookie": []}]
        app.openapi_schema = made
    return app.openapi_schema
