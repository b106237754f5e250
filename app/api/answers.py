"""Answers: msgspec values as HTTP responses, and as references in the OpenAPI document.

FastAPI's own response models are not used: values are encoded once by msgspec, some are JSON bytes already, and their
schema is added to the document by `app.api.document`.
"""

from __future__ import annotations

import gzip
import hashlib
from typing import Any

import msgspec
from fastapi import Request, Response

from app.matches.records import Recorded

_encode = msgspec.json.Encoder().encode


class Json(Response):
    """JSON that is encoded already, or a msgspec value."""

    media_type = "application/json"

    def __init__(self, value: Any, status_code: int = 200, headers: dict[str, str] | None = None) -> None:
        body = value if isinstance(value, bytes) else _encode(value)
        super().__init__(body, status_code=status_code, headers=headers)


def cached(
    request: Request, body: bytes, media_type: str = "application/json", cache_control: str = "no-cache"
) -> Response:
    """A body that changes only with a new version of the server: revalidated by ETag, 304 where it is known, compressed
    where that is understood (once, then remembered)."""
    digest = hashlib.sha256(body).hexdigest()[:24]
    headers = {"ETag": f'W/"{digest}"', "Cache-Control": cache_control, "Vary": "Accept-Encoding"}
    if _knows(request, digest):
        return Response(status_code=304, headers=headers)
    if len(body) >= _WORTH_COMPRESSING and _takes_gzip(request):
        headers["Content-Encoding"] = "gzip"
        body = _compressed(digest, body)
    return Response(body, media_type=media_type, headers=headers)


def recorded(request: Request, record: Recorded) -> Response:
    """A battle's record, which never changes. Where anybody may read it, others may keep it and need not ask again;
    where not, a browser may keep it, but asks each time, for its owner may be another one."""
    headers = {
        "ETag": f'W/"{record.kept.digest}"',
        "Cache-Control": _FOR_ALL if record.public else "private, no-cache",
        "Vary": "Accept-Encoding",
    }
    if _knows(request, record.kept.digest):
        return Response(status_code=304, headers=headers)
    if _takes_gzip(request):
        headers["Content-Encoding"] = "gzip"
        return Response(record.kept.packed, media_type="application/json", headers=headers)
    return Response(record.kept.plain(), media_type="application/json", headers=headers)


_FOR_ALL = "public, max-age=604800, immutable"


def _knows(request: Request, digest: str) -> bool:
    known = request.headers.get("if-none-match", "")
    return known == "*" or f'"{digest}"' in (part.strip().removeprefix("W/") for part in known.split(","))


def _takes_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


_WORTH_COMPRESSING = 1024
_packed: dict[str, bytes] = {}


def _compressed(digest: str, body: bytes) -> bytes:
    packed = _packed.get(digest)
    if packed is None:
        if len(_packed) >= 256:
            _packed.clear()
        packed = _packed[digest] = gzip.compress(body, 6, mtime=0)
    return packed


def ref(name: str) -> dict[str, str]:
    """A reference to a component of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def gives(
    schema: str | dict[str, Any], description: str = "Done.", status: int = 200, media_type: str = "application/json"
) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route: what it gives when it succeeds, and the one error form else."""
    shape = ref(schema) if isinstance(schema, str) else schema
    return {
        status: {"description": description, "content": {media_type: {"schema": shape}}},
        "default": {
            "description": "Refused, and why.",
            "content": {"application/json": {"schema": ref("ErrorBody")}},
        },
    }


def gives_nothing(description: str = "Done.") -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route that answers 204."""
    responses = gives("ErrorBody")
    del responses[200]
    return {204: {"description": description}, **responses}
