"""`sandtable serve`: one command is enough, it says where it is, and it stops cleanly with its Postgres."""

import re
import resource
import signal
import socket
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.harness.servers import ServerProcess

pytestmark = [pytest.mark.database, pytest.mark.multiprocess]


@pytest.fixture
def serve(start_server: Callable[..., ServerProcess], data_dir: Path) -> Callable[..., ServerProcess]:
    """Starts a server with the embedded Postgres in the test's folder."""
    return partial(start_server, SANDTABLE_DATA_DIR=str(data_dir), SANDTABLE_BOT_WORKERS="0")


def processor_seconds() -> float:
    """Processor time of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


Serve = Callable[..., ServerProcess]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_and_a_signal_stops_it_and_its_postgres(serve: Serve, data_dir: Path, number: signal.Signals) -> None:
    server = serve()
    assert server.get("/healthz").status_code == 200
    assert server.get("/readyz").status_code == 200
    assert server.stop(number) == 0, server.errors
    assert not (data_dir / "postgres" / "cluster" / "postmaster.pid").exists()
    assert "database system is shut down" in (data_dir / "postgres" / "server.log").read_text()


def test_the_second_start_takes_less_than_5_seconds(serve: Serve) -> None:
    first = serve()
    first.address()
    first.stop()
    tries = []
    for _ in range(3):
        began, spent = time.monotonic(), processor_seconds()
        again = serve()
        again.address()
        took = time.monotonic() - began
        again.stop()
        # On a loaded machine the clock tells of the others: then what it computed, and 1 s of waiting, count.
        tries.append(min(took, processor_seconds() - spent + 1))
    assert min(tries) < 5


def test_two_processes_of_one_project_share_the_embedded_postgres(serve: Serve, data_dir: Path) -> None:
    first, second = serve(), serve()
    first.address()
    second.address()
    assert first.stop() == 0
    assert second.get("/readyz").status_code == 200
    assert second.stop() == 0
    assert not (data_dir / "postgres" / "cluster" / "postmaster.pid").exists()


def test_a_killed_server_leaves_data_that_the_next_one_serves(serve: Serve) -> None:
    first = serve()
    first.address()
    first.kill()
    assert serve().get("/readyz").status_code == 200


def test_an_address_in_use_is_said_in_one_sentence(serve: Serve, data_dir: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        server = serve(SANDTABLE_PORT=str(taken.getsockname()[1]))
        assert server.wait() == 1
    assert re.fullmatch(r"sandtable: cannot listen on 127\.0\.0\.1 port \d+: .*\n", server.errors)
    assert not (data_dir / "postgres").exists()


def test_a_database_address_that_is_none_is_said_in_one_sentence(serve: Serve) -> None:
    server = serve(DATABASE_URL="sqlite:///x")
    assert server.wait() == 1
    assert server.errors == "sandtable: DATABASE_URL must begin with postgresql://\n"


def test_a_setting_out_of_range_names_itself(serve: Serve) -> None:
    server = serve(SANDTABLE_SOCKET_PING_S="21")
    assert server.wait() == 1
    assert server.errors == "sandtable: SANDTABLE_SOCKET_PING_S: Input should be less than or equal to 20\n"


def test_a_crowd_is_not_ended_by_the_usual_limit_of_open_files(serve: Serve) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(1024, hard), hard))
    try:
        server = serve()
        server.address()
        limits = Path(f"/proc/{server.process.pid}/limits").read_text()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    now = re.search(r"Max open files +(\d+)", limits)
    assert now is not None
    assert int(now[1]) == min(65_536, hard)
