"""Logs: structlog, JSON lines for machines or colours for a terminal, on standard error.

The standard library's loggers (uvicorn, asyncpg, alembic) go the same way. No secret is ever logged: neither bodies nor
headers nor query strings are.
"""

from __future__ import annotations

import logging
import sys
from typing import Any

import orjson
import structlog

from app.settings import Settings


def configure(settings: Settings) -> None:
    """Set logging up for this process; may be called again."""
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    console = settings.log_format == "console" or (settings.log_format == "auto" and sys.stderr.isatty())
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
    ]
    if console:
        ending: list[Any] = [structlog.dev.ConsoleRenderer(colors=True)]
        factory: Any = structlog.PrintLoggerFactory(sys.stderr)
    else:
        ending = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(serializer=_dump)]
        factory = structlog.BytesLoggerFactory(sys.stderr.buffer)
    structlog.configure(
        processors=[*shared, *ending],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=factory,
        cache_logger_on_first_use=False,
    )
    handler = _ToStructlog()
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(max(level, logging.INFO))
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.propagate = True
        logger.setLevel(logging.WARNING)  # one line for each opened socket would be its `info`


def _dump(event: Any, **_: Any) -> bytes:
    return orjson.dumps(event, default=str)


class _ToStructlog(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        """Hand a record of the standard library on."""
        structlog.get_logger(record.name).log(
            record.levelno, record.getMessage(), logger=record.name, exc_info=record.exc_info
        )
