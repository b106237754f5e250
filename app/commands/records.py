"""Where `verify` and `replay` get their record from: a file, an address, or the id of a match on a server."""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import typer

from app.engine.ruleset import Ruleset
from app.engine.verify import Broken, Record, parse
from app.rulesets import all_rulesets

MAX_BYTES = 256 * 1024 * 1024
"""A record beyond this is refused: no battle is that long."""


def load(source: str, server: str = "http://127.0.0.1:8000", token: str | None = None) -> Record:
    """The record that `source` names: a file (`-`: standard input), `http(s)://…`, or a match's id on `server`.

    An address may be that of the record or of the match's page. Where there is none, the command ends with a sentence.
    """
    try:
        return parse(_read(source, server, token))
    except Broken as broken:
        raise stop(f"{source}: {broken.fault.what}") from None
    except OSError as error:
        raise stop(f"{source}: {error.strerror or error}") from None
    except httpx.HTTPError as error:
        raise stop(f"{source}: {error}") from None


def rules_of(record: Record) -> Ruleset:
    """The ruleset that made the record. Ends the command if this server has none of that name."""
    found = all_rulesets().get(record.setup.ruleset)
    if found is None:
        raise stop(f"there is no ruleset {record.setup.ruleset!r} here")
    return found


def stop(message: str) -> typer.Exit:
    """Say why on standard error; raise what comes back."""
    typer.echo(message, err=True)
    return typer.Exit(2)


def _read(source: str, server: str, token: str | None) -> bytes:
    if source == "-":
        return sys.stdin.buffer.read(MAX_BYTES)
    if source.startswith(("http://", "https://")):
        return _fetch(_record_address(source), token)
    path = Path(source)
    if path.exists():
        if path.stat().st_size > MAX_BYTES:
            raise stop(f"{source} is larger than any record")
        return path.read_bytes()
    if "/" in source or "." in source:
        raise stop(f"there is no file {source}")
    return _fetch(f"{server.rstrip('/')}/api/v1/matches/{source}/replay", token)


def _record_address(url: str) -> str:
    """The address of the record, also when that of a match's page or API resource is given."""
    parts = urlsplit(url)
    path = parts.path.rstrip("/")
    if path.endswith("/replay") and path.startswith("/api/"):
        return url
    _, found, rest = path.partition("/matches/")
    if not found:
        _, found, rest = path.partition("/replay/")
    return f"{parts.scheme}://{parts.netloc}/api/v1/matches/{rest.split('/')[0]}/replay" if found else url


def _fetch(url: str, token: str | None) -> bytes:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with httpx.stream("GET", url, headers=headers, timeout=30, follow_redirects=True) as answer:
        body = bytearray()
        for piece in answer.iter_bytes():
            body += piece
            if len(body) > MAX_BYTES:
                raise stop(f"{url} sends more than any record holds")
    if answer.status_code != httpx.codes.OK:
        raise stop(f"{url} answers {answer.status_code}: {bytes(body[:300]).decode(errors='replace')}")
    return bytes(body)
