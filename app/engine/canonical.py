"""The one serialisation of a Game, and its hash. The same bytes on every machine."""

from __future__ import annotations

import hashlib

import msgspec

from app.engine.game import Game

_encoder = msgspec.json.Encoder(order="deterministic")


def encode(game: Game) -> bytes:
    """The Game as canonical JSON: keys sorted, no spaces."""
    return _encoder.encode(game)


def state_hash(game: Game) -> str:
    """SHA-256 of the canonical bytes, as hex. Stored with each step: a replay that differs is found at once."""
    return hashlib.sha256(_encoder.encode(game)).hexdigest()
