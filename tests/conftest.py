"""Fixtures that every part of the tests shares, and the rule that CI may skip nothing that it was to prove."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scripts import programs
from tests.harness.databases import Databases
from tests.harness.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Root has no sandbox to give; and a page that is not in front must keep its timers and frames.
CHROMIUM_ARGUMENTS = [
    *(["--no-sandbox"] if os.geteuid() == 0 else []),
    "--disable-dev-shm-usage",
    # A browser of the distribution calls home and paints on a card that is not there, unless it is told not to.
    *("--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--no-first-run",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
]
MUST_RUN = ("browser", "database", "multiprocess")


@pytest.fixture(scope="session")
def databases() -> Iterator[Databases]:
    """The Postgres of this test process, started at first use."""
    made = Databases()
    yield made
    made.close()


@pytest.fixture
def database_url(databases: Databases) -> str:
    """The SQLAlchemy address of a migrated, empty database; the same one for all tests of a process, one by one."""
    return databases.url()


@pytest.fixture
def new_database_url(databases: Databases) -> str:
    """The address of one more migrated, empty database."""
    return databases.new()


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The path of a Chromium for Playwright's `executable_path`."""
    return _program(programs.CHROMIUM)


@pytest.fixture(scope="session")
def redis_server_path() -> str:
    """The path of a redis-server, for tests of the bus."""
    return _program(programs.REDIS)


@pytest.fixture
def data_dir() -> Iterator[Path]:
    """A data folder for an embedded Postgres of a test's own, removed afterwards.

    Not below `tmp_path`: that is closed to other accounts, so as root the cluster would go to /var/lib and stay there.
    """
    with tempfile.TemporaryDirectory(prefix="sandtable-test-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture
def start_server() -> Iterator[Callable[..., ServerProcess]]:
    """Starts `sandtable serve` processes with the given environment variables; they end with the test."""
    with ExitStack() as started:

        def start(**environment: str) -> ServerProcess:
            server = ServerProcess(**environment)
            started.callback(server.stop)
            return server

        yield start


@pytest.fixture(scope="module")
def browser(chromium_path: str) -> Iterator["Browser"]:
    """A headless Chromium under Playwright's synchronous interface, for tests that are not `async`.

    One for each module and not for the session: while it lives, asyncio tests in the same process cannot run.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path, args=CHROMIUM_ARGUMENTS)
        yield chromium
        chromium.close()


def _program(program: programs.Program) -> str:
    found = programs.find(program)
    if found is None:
        pytest.skip(f"{program.title} is not installed; `make test` installs it, or says how")
    return found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """On CI a skipped test that needs the machine is a failed one: a green run must have shown it."""
    report: pytest.TestReport = yield  # type: ignore[assignment]
    if os.environ.get("CI") == "true" and report.skipped and not hasattr(report, "wasxfail"):
        marks = [name for name in MUST_RUN if item.get_closest_marker(name)]
        if marks:
            report.outcome = "failed"
            report.longrepr = f"skipped on CI although marked {', '.join(marks)}: {report.longrepr}"
    return report  # type: ignore[return-value]
