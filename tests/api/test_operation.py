"""What operators ask: alive, ready, metrics; and a server whose database goes away."""

import asyncio
import contextlib
from pathlib import Path

import httpx
import pytest
from sqlalchemy.engine import make_url

from app.main import Sandtable, create_app
from tests.api.battle import begin, open_decision
from tests.api.conftest import http, settings_for
from tests.api.people import Person, error_of

pytestmark = pytest.mark.database


async def test_a_server_that_serves_is_alive_and_ready(server: Sandtable) -> None:
    async with http(server) as client:
        assert (await client.get("/healthz")).json() == {"status": "ok"}
        assert (await client.get("/readyz")).json() == {"status": "ok"}
        server.stop_soon()
        assert (await client.get("/healthz")).json() == {"status": "stopping"}
        answer = await client.get("/readyz")
        assert (answer.status_code, error_of(answer)["code"]) == (503, "unavailable")


async def test_a_server_that_has_not_begun_says_so(database_url: str) -> None:
    async with http(create_app(settings_for(database_url))) as client:
        answer = await client.get("/readyz")
        assert (answer.status_code, error_of(answer)["code"]) == (503, "unavailable")


async def test_metrics_are_for_this_machine(server: Sandtable, ada: Person) -> None:
    await ada.refused("GET", "/nothing")
    async with http(server) as client:
        text = (await client.get("/metrics")).text
    for name in ("sandtable_http_requests_total", "sandtable_sockets ", "sandtable_commit_seconds_bucket"):
        assert name in text
    assert 'sandtable_refused_total{code="not_found"}' in text
    assert 'route="/guests"' in text
    away = httpx.ASGITransport(app=server, client=("203.0.113.7", 5))
    async with httpx.AsyncClient(transport=away, base_url="http://table.test") as client:
        assert (await client.get("/metrics")).status_code == 404


class Line:
    """A socket in front of Postgres that can be cut, or be `silent` like a host that has vanished."""

    def __init__(self, folder: Path, database_url: str) -> None:
        self._url = make_url(database_url)
        self._folder = folder
        self._writers: list[asyncio.StreamWriter] = []
        self.silent = False
        self._server: asyncio.Server | None = None

    @property
    def url(self) -> str:
        """The database's address by way of this line."""
        return self._url.set(query={"host": str(self._folder)}).render_as_string(hide_password=False)

    async def mend(self) -> None:
        """Carry bytes."""
        self._server = await asyncio.start_unix_server(self._carry, self._folder / ".s.PGSQL.5432")

    async def cut(self) -> None:
        """Carry nothing any more, and drop who is on the line."""
        assert self._server is not None
        self._server.close()
        (self._folder / ".s.PGSQL.5432").unlink()
        for writer in self._writers:
            writer.close()
        self._writers.clear()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = Path(str(self._url.query["host"])) / ".s.PGSQL.5432"
        far_reader, far_writer = await asyncio.open_unix_connection(there)
        self._writers += [writer, far_writer]
        await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                if not self.silent:
                    writer.write(data)
                    await writer.drain()
        writer.close()


async def test_a_database_out_of_reach_is_unavailable_until_it_is_back(database_url: str, tmp_path: Path) -> None:
    if "host" not in make_url(database_url).query:
        pytest.skip("the database is not reached by a unix socket")
    line = Line(tmp_path, database_url)
    await line.mend()
    app = create_app(settings_for(line.url))
    async with app.router.lifespan_context(app), http(app) as client:
        ada = await Person.guest(client, "Ada")
        await line.cut()
        answer = await client.get("/readyz")
        assert (answer.status_code, error_of(answer)["code"]) == (503, "unavailable")
        for path in ("/me", "/matches"):
            answer = await ada.raw("GET", path)
            assert (answer.status_code, error_of(answer)["code"]) == (503, "unavailable")
            assert answer.headers["retry-after"] == "1"
        assert (await client.get("/healthz")).status_code == 200
        await line.mend()
        assert (await client.get("/readyz")).status_code == 200
        assert (await ada.ok("GET", "/me"))["name"] == "Ada"


async def test_a_database_that_falls_silent_is_unavailable_until_it_speaks(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "host" not in make_url(database_url).query:
        pytest.skip("the database is not reached by a unix socket")
    monkeypatch.setattr("app.store.database.SILENCE_S", 0.2)
    line = Line(tmp_path, database_url)
    await line.mend()
    app = create_app(settings_for(line.url, db_statement_timeout_s=0.5, db_pool_timeout_s=0.5))
    async with app.router.lifespan_context(app), http(app) as client:
        ada, bob = await Person.guest(client, "Ada"), await Person.guest(client, "Bob")
        match = (await begin(ada, bob))["id"]
        player, decision = await open_decision(match, ada, bob)
        body = {"decision": decision["id"], "action": decision["choices"][0], "key": "k"}
        line.silent = True
        for method, path, sent in (("GET", "/me", None), ("POST", f"/matches/{match}/actions", body)):
            answer = await player.raw(method, path, sent)
            assert (answer.status_code, error_of(answer)["code"]) == (503, "unavailable")
        line.silent = False
        async with asyncio.timeout(20):
            while (answer := await player.raw("POST", f"/matches/{match}/actions", body)).status_code == 503:
                pass
        assert answer.json()["ack"]["seq"] == 1
