"""A server without a network: the application with its lifespan, and clients that call it through ASGI."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from app.main import Sandtable, create_app
from app.settings import Settings
from tests.api.people import Person


def settings_for(database_url: str, **changes: Any) -> Settings:
    """Settings of a server whose limits are out of the way, unless a test sets them."""
    wide = {
        "rate_address_per_s": 1e6,
        "rate_address_burst": 1_000_000,
        "rate_token_per_s": 1e6,
        "rate_token_burst": 1_000_000,
        "rate_sign_in_per_min": 1e6,
        "rate_sign_in_burst": 1_000_000,
        "bot_workers": 0,
        "log_level": "error",
        "log_format": "json",
    }
    return Settings(**{**wide, "database_url": database_url, **changes})


@pytest.fixture
def changes(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Settings that a test changes, by `@pytest.mark.parametrize("changes", [{…}])`."""
    return dict(getattr(request, "param", {}))


@pytest.fixture
async def server(database_url: str, changes: dict[str, Any]) -> AsyncIterator[Sandtable]:
    """The application, begun and ended."""
    app = create_app(settings_for(database_url, **changes))
    async with app.router.lifespan_context(app):
        yield app


@pytest.fixture
async def nobody(server: Sandtable) -> AsyncIterator[Person]:
    """A caller without a token."""
    async with http(server) as client:
        yield Person(client)


@pytest.fixture
async def ada(server: Sandtable) -> AsyncIterator[Person]:
    """A guest with a bearer token."""
    async with http(server) as client:
        yield await Person.guest(client, "Ada")


@pytest.fixture
async def bob(server: Sandtable) -> AsyncIterator[Person]:
    """Another guest."""
    async with http(server) as client:
        yield await Person.guest(client, "Bob")


@pytest.fixture
async def eve(server: Sandtable) -> AsyncIterator[Person]:
    """A third guest, who sits nowhere."""
    async with http(server) as client:
        yield await Person.guest(client, "Eve")


def http(server: Sandtable) -> httpx.AsyncClient:
    """A client of its own, with its own cookies."""
    transport = httpx.ASGITransport(app=server, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url="http://table.test")
