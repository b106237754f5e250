"""create_app: one process of the server, put together. Opens nothing before its lifespan begins.

The application is a FastAPI whose sockets go around FastAPI (`app.realtime.endpoint`) and whose requests pass one
border first (`app.api.border`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping, MutableMapping
from importlib.metadata import version
from typing import Any

import structlog
from fastapi import APIRouter, FastAPI
from starlette.middleware.cors import CORSMiddleware

from app.accounts.service import Accounts
from app.api import client, errors, lenses, library, operation, people, play, streams, tables, watching
from app.api import rulesets as games
from app.api.border import Border
from app.api.document import document
from app.bots.runner import BotRunner
from app.engine.ruleset import Ruleset
from app.limits import Limits
from app.logs import configure as configure_logs
from app.matches.service import MatchService
from app.metrics import Metrics
from app.realtime.endpoint import SocketEndpoint
from app.realtime.hub import Hub
from app.realtime.sweeper import sweep
from app.rulesets import ruleset
from app.runtime import Runtime
from app.settings import Settings, get_settings
from app.store.accounts import AccountStore
from app.store.bus import make_bus
from app.store.database import Store
from app.store.library import Library

log = structlog.get_logger("sandtable")


class Sandtable(FastAPI):
    """FastAPI with our border before it and our sockets beside it."""

    def __init__(self, settings: Settings, rulesets: Mapping[str, Ruleset] | None) -> None:
        super().__init__(
            title="Sandtable",
            version=version("sandtable"),
            docs_url=None,
            redoc_url=None,
            openapi_url="/api/v1/openapi.json",
            lifespan=_lifespan,
        )
        self.settings = settings
        self.rulesets = rulesets
        self.state.runtime = None
        self._border = Border(super().__call__, self.runtime)
        self._sockets = SocketEndpoint(self.runtime)

    def runtime(self) -> Runtime | None:
        """What the lifespan opened; None before and after."""
        runtime: Runtime | None = self.state.runtime
        return runtime

    def stop_soon(self) -> None:
        """The server begins to stop: sockets and streams say so and end. Called before connections are closed."""
        runtime = self.runtime()
        if runtime is not None and not runtime.stopping.is_set():
            runtime.stopping.set()
            runtime.hub.stop()

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI document."""
        return document(self)

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await self._sockets(scope, receive, send)
        elif scope["type"] == "http":
            scope["app"] = self
            await self._border(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def create_app(settings: Settings | None = None, rulesets: Mapping[str, Ruleset] | None = None) -> Sandtable:
    """The application. `rulesets` None: all that are registered."""
    settings = settings or get_settings()
    configure_logs(settings)
    app = Sandtable(settings, rulesets)
    errors.install(app)
    if settings.allowed_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(settings.allowed_origins),
            allow_methods=["*"],
            allow_headers=["authorization", "content-type"],
            expose_headers=["retry-after", "x-request-id"],
        )
    api = APIRouter(prefix="/api/v1")
    for module in (people, games, library, tables, play, watching, lenses, streams):
        api.include_router(module.router)
    app.include_router(api)
    app.include_router(operation.router)
    app.include_router(client.router)
    return app


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    assert isinstance(app, Sandtable)
    settings = app.settings
    store = Store(settings.sqlalchemy_url, settings)
    await store.open()
    bots = BotRunner(ruleset, workers=settings.bot_workers, on_failure=_bot_failed) if settings.bot_workers else None
    matches = MatchService(store, make_bus(store, settings), bots, settings, app.rulesets)
    runtime = Runtime(
        settings=settings,
        store=store,
        accounts=Accounts(AccountStore(store), settings),
        matches=matches,
        library=Library(store),
        limits=Limits(settings),
        metrics=Metrics(),
        hub=Hub(),
    )
    await matches.start()
    app.state.runtime = runtime
    sweeper = asyncio.create_task(sweep(runtime), name="sweeper")
    log.info("serving", url=settings.base_url)
    try:
        yield
    finally:
        app.stop_soon()
        sweeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sweeper
        await matches.stop()
        if bots is not None:
            await bots.close()
        app.state.runtime = None
        runtime.accounts.close()
        await store.close()
        log.info("stopped")


def _bot_failed(why: str, fault: BaseException) -> None:
    log.warning("bot failed", why=why, fault=repr(fault))
