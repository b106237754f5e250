"""A real server to measure: `sandtable serve` as a process of its own, with its own data folder and embedded Postgres.

Limits against floods are lifted by environment (all load comes from one address); nothing else differs from a server
that people play on, and Postgres keeps fsync. The cost is read from /proc of the server process alone.
"""

from __future__ import annotations

import os
import re
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType

from app.open_files import allow_many_files

START_S = 90
STOP_S = 20

LIFTED = {
    "SANDTABLE_RATE_ADDRESS_PER_S": "1000000",
    "SANDTABLE_RATE_ADDRESS_BURST": "1000000",
    "SANDTABLE_RATE_TOKEN_PER_S": "1000000",
    "SANDTABLE_RATE_TOKEN_BURST": "1000000",
    "SANDTABLE_RATE_SIGN_IN_PER_MIN": "1000000",
    "SANDTABLE_RATE_SIGN_IN_BURST": "1000000",
    "SANDTABLE_SOCKETS_PER_ADDRESS": "1000000",
}


class ServerFailed(RuntimeError):
    """The server did not start; what it printed stands in the message."""


class Server:
    """A running server; a context manager."""

    def __init__(self, environment: dict[str, str] | None = None) -> None:
        self._environment = environment or {}
        self._data: Path | None = None
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    @property
    def pid(self) -> int:
        """The server's process id."""
        assert self._process is not None
        return self._process.pid

    def __enter__(self) -> Server:
        allow_many_files()
        home = Path(".data")
        home.mkdir(exist_ok=True)
        self._data = Path(tempfile.mkdtemp(prefix="bench-", dir=home)).resolve()
        environment = {
            **{key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")},
            **LIFTED,
            "SANDTABLE_HOST": "127.0.0.1",
            "SANDTABLE_PORT": "0",
            "SANDTABLE_DATA_DIR": str(self._data / "data"),
            "SANDTABLE_LOG_LEVEL": "warning",
            "SANDTABLE_BOT_WORKERS": "0",
            **self._environment,
        }
        self._log = (self._data / "server.log").open("w+")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "app.cli", "serve"],
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env=environment,
        )
        try:
            self.url = self._address()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _address(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        until = time.monotonic() + START_S
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while time.monotonic() < until and self._process.poll() is None:
                if selector.select(timeout=1):
                    line = self._process.stdout.readline()
                    found = re.search(r"https?://\S+", line)
                    if found and "served at" in line:
                        return found.group()
        self._log.seek(0)
        raise ServerFailed(f"the server did not start:\n{self._log.read()[-4000:]}")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()
        self._log.close()
        if self._data is not None:
            shutil.rmtree(self._data, ignore_errors=True)

    def log(self) -> str:
        """What the server has written to standard error so far."""
        self._log.flush()
        return Path(self._log.name).read_text()

    def cpu_s(self) -> float:
        """Processor seconds, user and system, that the server process has used."""
        return cpu_s(self.pid)

    def pss_kib(self) -> int:
        """Proportional set size of the server process in KiB."""
        return pss_kib(self.pid)


def cpu_s(pid: int) -> float:
    """Processor seconds, user and system, of a process (not of its children)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def pss_kib(pid: int) -> int:
    """Proportional set size of a process in KiB."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1])
    raise RuntimeError("no Pss in smaps_rollup")
