"""The example bot plays whole matches over REST and NDJSON against a server as users start it, limits and all."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import typer
from typer.testing import CliRunner

from app.commands.verify import verify
from tests.harness.servers import ROOT, ServerProcess

pytestmark = [pytest.mark.multiprocess, pytest.mark.database, pytest.mark.timeout(300)]
BOT = ROOT / "examples" / "bot.py"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    process = ServerProcess(SANDTABLE_DATA_DIR=str(tmp_path / "data"), SANDTABLE_BOT_WORKERS="0")
    try:
        yield process.address()
    finally:
        process.stop()


def _start(url: str, match: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(BOT), match],
        env=os.environ | {"SANDTABLE_URL": url},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_the_readme_says_forty_lines_and_the_bot_keeps_to_it() -> None:
    assert len(BOT.read_text().splitlines()) <= 40


def test_two_example_bots_play_a_match_to_its_end_and_its_record_is_true(server: str) -> None:
    with httpx.Client(base_url=f"{server}/api/v1") as api:
        api.headers["Authorization"] = f"Bearer {api.post('/guests', json={}).json()['token']}"
        table = {"ruleset": "lore", "scenario": "S1", "seats": [{"kind": "open"}] * 2, "options": {"turnLimit": 8}}
        match = api.post("/matches", json=table).raise_for_status().json()["id"]
        bots = [_start(server, match) for _ in range(2)]
        try:
            said = [bot.communicate(timeout=200)[0] for bot in bots]
        finally:
            for bot in bots:
                bot.kill()
        assert all("it is over: {" in text for text in said), said
        ended = api.get(f"/matches/{match}").json()
    assert ended["status"] == "ended"
    assert ended["seq"] > 60
    app = typer.Typer()
    app.command()(verify)
    outcome = CliRunner().invoke(app, [f"{server}/matches/{match}"])
    assert outcome.exit_code == 0, outcome.output
    assert outcome.output.startswith(f"TRUE: {ended['seq']} steps")
