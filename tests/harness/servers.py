"""Server processes for tests: `sandtable serve` as a user starts it, on a free port, with any settings.

For what only whole processes show: two of them on one database, SIGKILL in the middle of things, starting and stopping.
Output is collected by threads, so a server that logs much does not block on a full pipe.
"""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO

import httpx

ROOT = Path(__file__).parents[2]
OWN_SETTINGS = ("DATABASE_URL", "REDIS_URL")


class ServerProcess:
    """One `sandtable serve`."""

    def __init__(self, **environment: str) -> None:
        """Start it and return at once.

        Args:
            environment: variables on top of this process's ones; SANDTABLE_PORT is 0, a free port, unless given.
        """
        inherited = {k: v for k, v in os.environ.items() if k not in OWN_SETTINGS and not k.startswith("SANDTABLE_")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "app.cli", "serve"],
            cwd=ROOT,
            env={**inherited, "SANDTABLE_PORT": "0", "PYTHONUNBUFFERED": "1", **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._lines: dict[str, list[str]] = {"out": [], "err": []}
        self._readers = [
            threading.Thread(target=self._read, args=("out", self.process.stdout), daemon=True),
            threading.Thread(target=self._read, args=("err", self.process.stderr), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def _read(self, name: str, stream: IO[str]) -> None:
        with stream:
            for line in stream:
                self._lines[name].append(line)

    @property
    def output(self) -> str:
        """What it has printed so far."""
        return "".join(self._lines["out"])

    @property
    def errors(self) -> str:
        """What it has written to standard error so far."""
        return "".join(self._lines["err"])

    def address(self, seconds: float = 60.0) -> str:
        """The address that it prints once it serves.

        Raises:
            AssertionError: it ended, or did not serve in time; with what it wrote.
        """
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if found := re.search(r"^Sandtable is served at (http://\S+)$", self.output, re.MULTILINE):
                return found[1]
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        raise AssertionError(f"the server did not serve (exit code {self.process.poll()}):\n{self.output}{self.errors}")

    def get(self, path: str) -> httpx.Response:
        """One GET of a path on it."""
        return httpx.get(f"{self.address()}{path}", timeout=10)

    def stop(self, number: signal.Signals = signal.SIGTERM, seconds: float = 30.0) -> int:
        """Send a signal, wait for the end, and return the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.wait(seconds)

    def kill(self) -> None:
        """SIGKILL: no line of the server runs after this."""
        self.stop(signal.SIGKILL)

    def wait(self, seconds: float = 30.0) -> int:
        """The exit code once it has ended; a server that does not end in time is killed and fails the test."""
        try:
            code = self.process.wait(timeout=seconds)
        except subprocess.TimeoutExpired as late:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f"the server did not end within {seconds} s:\n{self.errors}") from late
        for reader in self._readers:
            reader.join(timeout=10)
        return code
