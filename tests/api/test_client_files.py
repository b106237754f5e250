"""The browser client: its files, its page for its own addresses, and a server that has none."""

from pathlib import Path

import pytest

from app.main import create_app
from tests.api.conftest import http, settings_for
from tests.api.people import error_of

pytestmark = pytest.mark.database


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Sandtable</title>")
    (folder / "assets" / "index-abc123.js").write_text("export {}")
    (tmp_path / "secret.txt").write_text("secret")
    return folder


async def test_hashed_files_are_kept_for_good_and_the_page_never(database_url: str, dist: Path) -> None:
    app = create_app(settings_for(database_url, client_dir=dist))
    async with app.router.lifespan_context(app), http(app) as client:
        script = await client.get("/assets/index-abc123.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert "immutable" in script.headers["cache-control"]
        for path in (
            "/",
            "/match/abc",
            "/replay/abc?at=7",
            "/rules/lore",
            "/join/code",
            "/match/abc/",
            "/watch/a/b",
            "/me",
            "/create",
        ):
            page = await client.get(path)
            assert page.status_code == 200, path
            assert page.headers["content-type"].startswith("text/html")
            assert page.headers["cache-control"] == "no-cache"
            assert "etag" in page.headers
        lost = await client.get("/nowhere", headers={"Accept": "text/html"})
        assert (lost.status_code, lost.headers["content-type"]) == (404, "text/html; charset=utf-8")
        for path in ("/nothing.js", "/assets/gone.js", "/api", "/api/v2/x"):
            missing = await client.get(path)
            assert missing.status_code == 404, path
            assert error_of(missing)["code"] == "not_found"


@pytest.mark.parametrize("path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/%00"])
async def test_nothing_outside_the_folder_is_served(database_url: str, dist: Path, path: str) -> None:
    app = create_app(settings_for(database_url, client_dir=dist))
    async with app.router.lifespan_context(app), http(app) as client:
        answer = await client.get(path)
        assert "secret" not in answer.text


async def test_a_server_without_a_client_says_so(database_url: str, tmp_path: Path) -> None:
    app = create_app(settings_for(database_url, client_dir=tmp_path / "missing"))
    async with app.router.lifespan_context(app), http(app) as client:
        answer = await client.get("/match/abc")
        assert answer.status_code == 503
        assert "npm run build" in answer.text
        assert (await client.get("/healthz")).json() == {"status": "ok"}
