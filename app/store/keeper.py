"""The keeper: a small process that owns the embedded postmaster for as long as anyone uses it.

Started as a script of its own by `app.store.embedded`, standard library only, so that it is light and needs no venv.
Every server process holds a shared lock on `lease.lock`; the kernel lets go of it however that process ends, SIGKILL
included. The keeper waits for the exclusive lock: to get it means that nobody is left, so it stops Postgres and ends.
So the first server may stop without taking the database from under the second.

It must not outlive the use of its postmaster, nor write outside its folder. Surprising: a postmaster that dies (out of
memory, a stray SIGKILL) is started again; it recovers by itself and keeps every committed row.

Usage: keeper.py BASE BIN RUN UID GID   (UID -1: run as the present account)
"""

import contextlib
import ctypes
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

PR_SET_PDEATHSIG = 1
TRIES = 8


def pid_file_fields(cluster: Path) -> list[str]:
    """The lines of postmaster.pid: pid, data folder, start, port, socket folder, address, shared memory, status."""
    try:
        return [line.strip() for line in (cluster / "postmaster.pid").read_text().splitlines()]
    except OSError:
        return []


def _is_postmaster_of(pid: int, cluster: Path) -> bool:
    if Path("/proc/self/cmdline").exists():
        try:
            shown = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            return False
    else:
        shown = subprocess.run(
            ["ps", "-o", "args=", "-p", str(pid)], capture_output=True, text=True, check=False
        ).stdout
    return "postgres" in shown and str(cluster) in shown


def clear_the_place(cluster: Path) -> None:
    """End a postmaster that lost its keeper, and drop a pid file whose number now belongs to somebody else."""
    fields = pid_file_fields(cluster)
    if not fields or not fields[0].isdigit():
        return
    pid = int(fields[0])
    if _is_postmaster_of(pid, cluster):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGINT)
        deadline = time.monotonic() + 20
        while _is_postmaster_of(pid, cluster) and time.monotonic() < deadline:
            time.sleep(0.02)
    else:
        (cluster / "postmaster.pid").unlink(missing_ok=True)


class Keeper:
    """Runs the postmaster until the lease is free or it is told to stop."""

    def __init__(self, base: Path, programs: Path, run: Path, uid: int, gid: int) -> None:
        self.cluster = base / "cluster"
        self.lease = base / "lease.lock"
        self.log = base / "server.log"
        self.command = [
            str(programs / "postgres"),
            *("-D", str(self.cluster)),
            *("-k", str(run)),
            *("-c", "listen_addresses="),
            *("-c", "unix_socket_permissions=0700"),
            *("-c", "max_connections=200"),
            *("-c", "timezone=UTC"),
            *("-c", "log_timezone=UTC"),
        ]
        self.account: dict[str, object] = {"user": uid, "group": gid, "extra_groups": []} if uid >= 0 else {}
        self.done = threading.Event()
        self.server: subprocess.Popen[bytes] | None = None

    def stop(self, *_signal: object) -> None:
        """Ask Postgres for a fast, clean shutdown."""
        self.done.set()
        if self.server is not None and self.server.poll() is None:
            self.server.send_signal(signal.SIGINT)

    def wait_for_the_lease(self) -> None:
        """Block until no server process is left, then stop."""
        with self.lease.open("a") as lease:
            fcntl.flock(lease, fcntl.LOCK_EX)
            self.stop()
            threading.Event().wait()  # holds the lock until the process ends, so that a newcomer waits for the shutdown

    def run(self) -> int:
        """Serve; the exit code is 1 when Postgres would not come up."""
        libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
        clear_the_place(self.cluster)
        threading.Thread(target=self.wait_for_the_lease, daemon=True).start()
        failures = 0
        while not self.done.is_set():
            began = time.monotonic()
            with self.log.open("ab") as log:
                self.server = subprocess.Popen(
                    self.command,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    cwd="/",
                    env={"LC_ALL": "C", "PATH": os.defpath},
                    # A keeper that is killed takes Postgres along, by the kernel's hand and in good order.
                    preexec_fn=(lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGINT)) if libc else None,
                    **self.account,  # type: ignore[call-overload]
                )
            if self.done.is_set():  # stop() may have come between
                self.server.send_signal(signal.SIGINT)
            self.server.wait()
            failures = 1 if time.monotonic() - began > 5 else failures + 1
            if failures >= TRIES:
                return 1
            if not self.done.is_set():
                time.sleep(0.1 * failures)  # backends of the dead one may still hold its shared memory
        return 0


def main(arguments: list[str]) -> int:
    """Take the one keeper's place of a data folder and hold it; 0 at once when it is taken."""
    base, programs, run = (Path(a) for a in arguments[:3])
    uid, gid = (int(a) for a in arguments[3:])
    with (base / "keeper.lock").open("a") as place:
        try:
            fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return 0
        keeper = Keeper(base, programs, run, uid, gid)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, keeper.stop)
        try:
            return keeper.run()
        finally:
            if run.parent != base:
                shutil.rmtree(run, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
