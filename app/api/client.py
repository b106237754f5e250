"""The browser client: files of `client_dir`, and its page for every address that the client itself knows.

Files below `assets/` carry a hash in their name and are cached for good; the page is always asked for anew. Without a
built client a plain message says how to build it.
"""

from __future__ import annotations

import asyncio
import mimetypes
from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse

from app.runtime import runtime_of

router = APIRouter(include_in_schema=False)
_PAGES = ("match", "replay", "rules", "join", "create", "profile", "watch", "lobby", "learn", "about", "settings")
_FOREVER = "public, max-age=31536000, immutable"
_ASK = "no-cache"
MISSING = (
    "Sandtable is running, but its browser client is not built.\n"
    "Build it with `make client` (or `npm ci && npm run build` in frontend/). The API is at /api/v1, see /api/docs.\n"
)

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
async def client(path: str, request: Request) -> Response:
    """A file of the client, or its page."""
    if path == "api" or path.startswith("api/"):
        raise HTTPException(404)
    root = runtime_of(request).settings.client_dir.resolve()
    found = await asyncio.to_thread(_find, root, path)
    if found is not None:
        cache = _FOREVER if path.startswith("assets/") else _ASK
        return FileResponse(found, headers={"Cache-Control": cache})
    if path and path.split("/", 1)[0] not in _PAGES:
        raise HTTPException(404)
    page = await asyncio.to_thread(_find, root, "index.html")
    if page is None:
        return PlainTextResponse(MISSING, status_code=503, headers={"Cache-Control": "no-store"})
    return FileResponse(page, headers={"Cache-Control": _ASK})


def _find(root: Path, path: str) -> Path | None:
    """The file of this path inside the root; None also for whatever would lead out of it."""
    if not path or "\x00" in path:
        return None
    try:
        file = (root / path).resolve()
        return file if file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError):
        return None
