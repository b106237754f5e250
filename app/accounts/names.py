"""Names: which are one and the same, and what a guest without one is called."""

from __future__ import annotations

import secrets
import unicodedata


def folded(name: str) -> str:
    """Two names with the same fold count as one: case, width and combining forms make no difference."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def tidy(name: str) -> str:
    """The name as it is stored: composed (NFC), single blanks."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def guest_name() -> str:
    """A name for a guest who gave none: `Guest 4F2A91`."""
    return f"Guest {secrets.token_hex(3).upper()}"
