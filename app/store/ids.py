"""Names of rows: short enough for an address line, random enough (71 bits) not to be guessed."""

from __future__ import annotations

import secrets
import string

ALPHABET = string.digits + string.ascii_letters


def new_id(length: int = 12) -> str:
    """A random name of letters and digits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
