"""The embedded Postgres: what `sandtable serve` uses when no DATABASE_URL is set.

It makes a cluster once, has a keeper (`app.store.keeper`) run the postmaster, and answers with the address. It listens
on a unix socket only, in a folder that only its account may enter. See docs/decisions/0002-embedded-postgres.md.

It must not change a folder that it did not make. Surprising:
- As root, Postgres runs as `nobody` (or as the owner of the cluster). When `nobody` cannot reach the data folder, the
  cluster lives in `/var/lib/sandtable/<hash of the folder>` instead.
- Processes on the same data folder share one server, in any order of starting and stopping.
- The path of a unix socket has room for about 100 bytes; deeper data folders get a private folder in the temp folder.

Files below `data_dir/postgres`: `cluster/` (the data), `run/` (the socket), `server.log`, and four locks:
`start.lock` one start or stop at a time, `users.lock` shared by the users, `lease.lock` the same but awaited by the
keeper, `keeper.lock` held by the keeper.
"""

import contextlib
import fcntl
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from hashlib import sha256
from io import TextIOWrapper
from pathlib import Path
from urllib.parse import quote

from app.store import keeper, pg_binaries

SYSTEM_DATA = Path("/var/lib/sandtable")
SOCKET_NAME = ".s.PGSQL.5432"
SOCKET_PATH_MAX = 100
LOG_MAX_BYTES = 10_000_000
START_TIMEOUT_S = 60.0
_children: list[subprocess.Popen[bytes]] = []  # keepers, kept so that they are reaped and not warned about


class EmbeddedPostgresError(RuntimeError):
    """The embedded Postgres would not start; the message holds the end of its log."""


class EmbeddedPostgres:
    """One process's share in the embedded Postgres of a data folder."""

    def __init__(self, data_dir: Path, programs: Path | None = None) -> None:
        """
        Args:
            data_dir: the folder whose `postgres` subfolder is used; made when missing.
            programs: the folder of `postgres` and `initdb`; by default looked up, see `pg_binaries`.
        """
        self._programs = programs
        self._base = _place_for(data_dir.absolute())
        self._cluster = self._base / "cluster"
        self._users: TextIOWrapper | None = None
        self._lease: TextIOWrapper | None = None

    @property
    def place(self) -> Path:
        """The folder that holds everything, normally `data_dir/postgres`."""
        return self._base

    @property
    def log_file(self) -> Path:
        """Where Postgres writes its log."""
        return self._base / "server.log"

    def start(self) -> str:
        """Start the server, or join the one that runs, and return its SQLAlchemy address.

        Raises:
            NoPostgresError: no programs, or none of the stored data's version.
            EmbeddedPostgresError: it did not come up.
        """
        if self._lease is not None:
            raise EmbeddedPostgresError("already started")
        self._base.mkdir(parents=True, exist_ok=True)
        with _locked(self._base / "start.lock"):
            try:
                self._users = _lock(self._base / "users.lock", fcntl.LOCK_SH)
                self._lease = _lock(self._base / "lease.lock", fcntl.LOCK_SH)  # waits for a shutdown under way
                return self._start()
            except BaseException:
                self._release()
                raise

    def _start(self) -> str:
        child: subprocess.Popen[bytes] | None = None
        earlier: list[str] = []
        if not _is_held(self._base / "keeper.lock"):
            version = self._cluster / "PG_VERSION"
            programs = pg_binaries.find(self._programs, self._known_version(version))
            account = _account(self._cluster)
            if account is not None:
                programs = pg_binaries.within_reach(programs)
            if not self._cluster.exists():
                self._make_cluster(programs, account)
            earlier = keeper.pid_file_fields(self._cluster)[:3]
            child = self._spawn_keeper(programs, account)
        return self._wait_until_ready(child, earlier)

    @staticmethod
    def _known_version(version: Path) -> str | None:
        try:
            return version.read_text().strip()
        except FileNotFoundError:
            return None

    def _make_cluster(self, programs: Path, account: tuple[int, int] | None) -> None:
        """initdb beside the final place, then rename: a crash in between leaves no half cluster."""
        half = self._base / "cluster.new"
        shutil.rmtree(half, ignore_errors=True)
        half.mkdir(mode=0o700)
        if account is not None:
            os.chown(half, *account)
        major = int(pg_binaries.major_version(programs) or 0)
        # The builtin provider knows Cyrillic letters without any locale of the machine; older ones need the machine's.
        locale = (
            ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
            if major >= 17
            else ["--locale=C.UTF-8"]
        )
        _run([programs / "initdb", "-D", half, "-U", "postgres", "--auth=trust", "--encoding=UTF8", *locale], account)
        _run([programs / "postgres", "--single", "-D", half, "postgres"], account, "CREATE DATABASE sandtable\n")
        half.rename(self._cluster)

    def _spawn_keeper(self, programs: Path, account: tuple[int, int] | None) -> subprocess.Popen[bytes]:
        run = self._base / "run"
        if len(os.fsencode(run / SOCKET_NAME)) > SOCKET_PATH_MAX:
            run = Path(tempfile.mkdtemp(prefix="sandtable-", dir="/tmp" if Path("/tmp").is_dir() else None))
        run.mkdir(mode=0o700, exist_ok=True)
        if account is not None:
            os.chown(run, *account)
        if self.log_file.exists() and self.log_file.stat().st_size > LOG_MAX_BYTES:
            self.log_file.replace(self.log_file.with_suffix(".log.1"))
        uid, gid = account or (-1, -1)
        with self.log_file.open("ab") as log:
            child = subprocess.Popen(
                [sys.executable, "-I", keeper.__file__, self._base, programs, run, str(uid), str(gid)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,  # Ctrl-C in a terminal is for the server, not for its database
            )
        _children.append(child)
        return child

    def _wait_until_ready(self, child: subprocess.Popen[bytes] | None, earlier: list[str]) -> str:
        deadline = time.monotonic() + START_TIMEOUT_S
        while time.monotonic() < deadline:
            fields = keeper.pid_file_fields(self._cluster)
            # The file may be of a dead server, or of one (`earlier`) that lost its keeper and is about to go.
            ready = (
                len(fields) >= 8
                and fields[7] == "ready"
                and fields[:3] != earlier
                and _answers(Path(fields[4]) / SOCKET_NAME)
            )
            if child is None and not _is_held(self._base / "keeper.lock"):
                return self._start()  # the keeper that we meant to join was killed just now, and takes its server along
            if ready:
                return f"postgresql+asyncpg://postgres@/sandtable?host={quote(fields[4], safe='/')}"
            if child is not None and child.poll() not in (None, 0):
                break
            time.sleep(0.01)
        raise EmbeddedPostgresError(f"the embedded Postgres did not start; the end of its log:\n{self._log_tail()}")

    def _log_tail(self) -> str:
        return "\n".join(self.log_file.read_text(errors="replace").splitlines()[-12:]) if self.log_file.exists() else ""

    def stop(self) -> None:
        """Give up this process's share. The last one waits until Postgres has shut down cleanly; idempotent."""
        if self._users is None or self._lease is None:
            return
        with _locked(self._base / "start.lock"):  # nobody joins meanwhile
            last = _try_lock(self._users, fcntl.LOCK_EX)
            self._release()
            if last:
                _lock(self._base / "keeper.lock", fcntl.LOCK_EX).close()
        _children[:] = [child for child in _children if child.poll() is None]

    def _release(self) -> None:
        for held in (self._users, self._lease):
            if held is not None:
                held.close()
        self._users = self._lease = None


def _place_for(data_dir: Path) -> Path:
    base = data_dir / "postgres"
    if os.geteuid() != 0 or (base / "cluster").exists():
        return base
    nearest = next(p for p in (base, *base.parents) if p.exists())
    if nearest.stat().st_mode & 0o001 and pg_binaries.reachable_by_others(nearest):
        return base
    return SYSTEM_DATA / sha256(os.fsencode(data_dir.resolve())).hexdigest()[:16]


def _account(cluster: Path) -> tuple[int, int] | None:
    """User and group to run Postgres as; None for the present ones. Root hands over to the cluster's owner."""
    if os.geteuid() != 0:
        if cluster.exists() and cluster.stat().st_uid != os.geteuid():
            owner = pwd.getpwuid(cluster.stat().st_uid).pw_name
            raise EmbeddedPostgresError(
                f"{cluster} belongs to {owner}: run as root, or set SANDTABLE_DATA_DIR elsewhere"
            )
        return None
    if cluster.exists():
        found = cluster.stat()
        return found.st_uid, found.st_gid
    nobody = pwd.getpwnam("nobody")
    return nobody.pw_uid, nobody.pw_gid


def _run(command: list[str | Path], account: tuple[int, int] | None, text: str | None = None) -> None:
    uid, gid = account or (None, None)
    done = subprocess.run(
        command,
        input=text,
        stdin=None if text is not None else subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd="/",
        env={"LC_ALL": "C", "PATH": os.defpath},
        user=uid,
        group=gid,
        extra_groups=None if account is None else [],
        check=False,
    )
    if done.returncode != 0:
        raise EmbeddedPostgresError(f"{Path(command[0]).name} failed: {done.stderr.strip() or done.stdout.strip()}")


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1)
        try:
            probe.connect(str(path))
        except OSError:
            return False
        return True


def _try_lock(file: TextIOWrapper, kind: int) -> bool:
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _lock(path: Path, kind: int) -> TextIOWrapper:
    file = path.open("a")
    deadline = time.monotonic() + START_TIMEOUT_S
    while not _try_lock(file, kind):
        if time.monotonic() > deadline:
            file.close()
            raise EmbeddedPostgresError(f"waited in vain for {path}")
        time.sleep(0.005)
    return file


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    with _lock(path, fcntl.LOCK_EX):
        yield


def _is_held(path: Path) -> bool:
    with path.open("a") as file:
        return not _try_lock(file, fcntl.LOCK_EX)
