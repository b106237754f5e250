"""Runtime: what one process holds, made by `app.main` and found by every request under `request.app.state.runtime`."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from fastapi import Request

from app.accounts.service import Accounts
from app.limits import Limits
from app.matches.service import MatchService
from app.metrics import Metrics
from app.realtime.flights import Flights
from app.realtime.hub import Hub
from app.settings import Settings
from app.store.database import Store
from app.store.library import Library


@dataclass(kw_only=True)
class Runtime:
    """All services of one process. `stopping` is set when the server begins to stop, before connections are closed."""

    settings: Settings
    store: Store
    accounts: Accounts
    matches: MatchService
    library: Library
    limits: Limits
    metrics: Metrics
    hub: Hub
    flights: Flights = field(default_factory=Flights)
    stopping: asyncio.Event = field(default_factory=asyncio.Event)


def runtime_of(request: Request) -> Runtime:
    """FastAPI dependency."""
    runtime: Runtime = request.app.state.runtime
    return runtime
