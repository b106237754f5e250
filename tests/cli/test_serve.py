"""`sandtable serve`: one command is enough, it says where it is, and it stops cleanly with its Postgres."""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.database, pytest.mark.multiprocess]


@pytest.fixture
def data_dir() -> Iterator[Path]:
    """A data folder that every account may reach."""
    with tempfile.TemporaryDirectory(prefix="sandtable-serve-", dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def serve(data_dir: Path, **more: str) -> "subprocess.Popen[str]":
    environment = {
        **os.environ,
        "SANDTABLE_DATA_DIR": str(data_dir),
        "SANDTABLE_PORT": "0",
        "SANDTABLE_BOT_WORKERS": "0",
    }
    environment.pop("DATABASE_URL", None)
    environment.pop("REDIS_URL", None)
    return subprocess.Popen(
        [sys.executable, "-m", "app.cli", "serve"],
        cwd=ROOT,
        env={**environment, **more},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def address(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.fullmatch(r"Sandtable is served at (http://\S+)\n", line):
            return found[1]
    raise AssertionError(process.communicate()[1])


def status(url: str) -> int:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return int(answer.status)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_and_a_signal_stops_it_and_its_postgres(data_dir: Path, number: signal.Signals) -> None:
    process = serve(data_dir)
    base = address(process)
    assert status(f"{base}/healthz") == 200
    assert status(f"{base}/readyz") == 200
    process.send_signal(number)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 0, errors
    assert not (data_dir / "postgres" / "cluster" / "postmaster.pid").exists()
    assert "database system is shut down" in (data_dir / "postgres" / "server.log").read_text()


def test_the_second_start_takes_less_than_5_seconds(data_dir: Path) -> None:
    for again in (False, True):
        began = time.monotonic()
        process = serve(data_dir)
        address(process)
        took = time.monotonic() - began
        process.terminate()
        process.communicate(timeout=30)
        assert not again or took < 5


def test_two_processes_of_one_project_share_the_embedded_postgres(data_dir: Path) -> None:
    first, second = serve(data_dir), serve(data_dir)
    address(first)
    base = address(second)
    first.terminate()
    first.communicate(timeout=30)
    assert status(f"{base}/readyz") == 200
    second.terminate()
    second.communicate(timeout=30)
    assert not (data_dir / "postgres" / "cluster" / "postmaster.pid").exists()


def test_an_address_in_use_is_said_in_one_sentence(data_dir: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        process = serve(data_dir, SANDTABLE_PORT=str(taken.getsockname()[1]))
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 1
    assert re.fullmatch(r"sandtable: cannot listen on 127\.0\.0\.1 port \d+: .*\n", errors)
    assert not (data_dir / "postgres").exists()


def test_a_database_address_that_is_none_is_said_in_one_sentence(data_dir: Path) -> None:
    process = serve(data_dir, DATABASE_URL="sqlite:///x")
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 1
    assert errors == "sandtable: DATABASE_URL must begin with postgresql://\n"


def test_a_setting_out_of_range_names_itself(data_dir: Path) -> None:
    process = serve(data_dir, SANDTABLE_SOCKET_PING_S="21")
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 1
    assert errors == "sandtable: SANDTABLE_SOCKET_PING_S: Input should be less than or equal to 20\n"
