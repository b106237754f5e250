"""Tokens: random and opaque. The database knows only their SHA-256, so that a stolen copy of it opens nothing.

No salt and no slow hash: a token holds 256 random bits, which nobody can guess from its hash.
"""

from __future__ import annotations

import hashlib
import secrets

PREFIX = "st_"
"""So that scanners for leaked secrets know one when they see it."""


def new_secret() -> str:
    """A fresh token: `st_` and 43 characters of base64url."""
    return PREFIX + secrets.token_urlsafe(32)


def digest(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).digest()
