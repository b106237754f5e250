"""A live server for tests of sockets and streams, with two players at a table."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.api.battle import begin
from tests.api.conftest import settings_for
from tests.api.people import Person
from tests.realtime.live import Live


@pytest.fixture
def changes(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Settings that a test changes, by `@pytest.mark.parametrize("changes", [{…}])`."""
    return dict(getattr(request, "param", {}))


@pytest.fixture
def live(database_url: str, changes: dict[str, Any]) -> Iterator[Live]:
    """A real server."""
    with Live.sandtable(settings_for(database_url, shutdown_s=2, **changes)) as server:
        yield server


@dataclass
class At:
    """A live match with its two players and somebody else."""

    live: Live
    match: str
    ada: Person
    bob: Person
    eve: Person

    @property
    def tokens(self) -> tuple[str, str, str]:
        """Their tokens."""
        return str(self.ada.token), str(self.bob.token), str(self.eve.token)


@pytest.fixture
async def at(live: Live) -> AsyncIterator[At]:
    """A live match of Ada (seat 0) and Bob (seat 1); Eve sits nowhere."""
    async with live.http() as one, live.http() as two, live.http() as three:
        for client in (one, two, three):
            client.base_url = live.url
        ada, bob, eve = await Person.guest(one, "Ada"), await Person.guest(two, "Bob"), await Person.guest(three, "Eve")
        match = await begin(ada, bob)
        yield At(live, match["id"], ada, bob, eve)
