"""Store: the connections of one process to Postgres, and the repositories that use them."""

from __future__ import annotations

from app.settings import Settings


class Store:
    """Opened once a process."""

    def __init__(self, database_url: str, settings: Settings) -> None:
        raise NotImplementedError
