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

from app.api.answers import cached
from app.runtime import runtime_of

router = APIRouter(include_in_schema=False)
_PAGES = ("create", "match", "join", "watch", "replay", "rules", "me", "about")
"""First parts of the addresses that the client knows (`frontend/src/lib/router/routes.ts`)."""
_FOREVER = "public, max-age=31536000, immutable"
_ASK = "no-cache"
_TEXT = (".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt", ".map")
MISSING = (
    "Sandtable is running, but its browser client is not built.\n"
    "Build it: `npm ci && npm run build` in frontend/. The API is at /api/v1, described by /api/v1/openapi.json.\n"
)

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
async def client(path: str, request: Request) -> Response:
    """A file of the client, or its page; for a browser at an unknown address the page too, which then says so."""
    if path == "api" or path.startswith("api/"):
        raise HTTPException(404)
    root = runtime_of(request).settings.client_dir.resolve()
    found = await asyncio.to_thread(_find, root, path)
    if found is not None:
        return await _file(request, found, _FOREVER if path.startswith("assets/") else _ASK)
    known = not path or path.split("/", 1)[0] in _PAGES
    if not known and "text/html" not in request.headers.get("accept", ""):
        raise HTTPException(404)
    page = await asyncio.to_thread(_find, root, "index.html")
    if page is None:
        return PlainTextResponse(MISSING, status_code=503, headers={"Cache-Control": "no-store"})
    response = await _file(request, page, _ASK)
    if not known and response.status_code == 200:
        response.status_code = 404
    return response


async def _file(request: Request, file: Path, cache: str) -> Response:
    """Text goes out compressed where that is understood; everything else as it is."""
    if file.suffix not in _TEXT:
        return FileResponse(file, headers={"Cache-Control": cache})
    body = await asyncio.to_thread(file.read_bytes)
    media_type = mimetypes.guess_type(file.name)[0] or "text/plain"
    return cached(request, body, media_type, cache)


def _find(root: Path, path: str) -> Path | None:
    """The file of this path inside the root; None also for whatever would lead out of it."""
    if not path or "\x00" in path:
        return None
    try:
        file = (root / path).resolve()
        return file if file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError):
        return None
