"""The embedded Postgres: data outlives restarts and SIGKILL, processes share one server, foreign folders stay as is."""

import asyncio
import fcntl
import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from app.store import embedded, keeper, pg_binaries
from app.store.embedded import EmbeddedPostgres

pytestmark = [pytest.mark.database, pytest.mark.multiprocess]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that every account may reach (pytest's own temporary folders are 0700)."""
    made = Path(subprocess.check_output(["mktemp", "-d", "/tmp/embedded-XXXXXX"], text=True).strip())
    made.chmod(0o755)
    yield made
    deadline = time.monotonic() + 20
    while keeper.pid_file_fields(made / "postgres" / "cluster") and time.monotonic() < deadline:
        time.sleep(0.05)
    subprocess.run(["rm", "-rf", made], check=True)


def query(url: str, sql: str) -> list[asyncpg.Record]:
    async def ask() -> list[asyncpg.Record]:
        connection = await asyncpg.connect(url.replace("+asyncpg", ""))
        try:
            return await connection.fetch(sql)
        finally:
            await connection.close()

    return asyncio.run(ask())


def postmaster(folder: Path) -> int:
    return int(keeper.pid_file_fields(folder / "postgres" / "cluster")[0])


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for(happened: object, seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if happened():  # type: ignore[operator]
            return
        time.sleep(0.02)
    raise AssertionError("did not happen in time")


def user_process(folder: Path) -> subprocess.Popen[str]:
    """Another process that uses the same data folder until its standard input closes."""
    code = """
        import sys
        from pathlib import Path
        from app.store.embedded import EmbeddedPostgres
        server = EmbeddedPostgres(Path(sys.argv[1]))
        print(server.start(), flush=True)
        sys.stdin.read()
        server.stop()
    """
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), str(folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("postgresql+asyncpg://")
    return process


def end(process: subprocess.Popen[str]) -> None:
    process.communicate("", timeout=30)


def test_data_outlives_a_restart_and_stop_leaves_nothing_running(folder: Path) -> None:
    server = EmbeddedPostgres(folder)
    url = server.start()
    query(url, "CREATE TABLE kept (word text)")
    query(url, "INSERT INTO kept VALUES ('ПРИВЕТ Ёж')")
    pid = postmaster(folder)
    server.stop()
    server.stop()
    assert not alive(pid)
    assert "database system is shut down" in server.log_file.read_text()

    began = time.monotonic()
    url = server.start()
    assert time.monotonic() - began < 5
    assert [r["low"] for r in query(url, "SELECT lower(word) AS low FROM kept")] == ["привет ёж"]
    server.stop()


def test_a_postmaster_killed_by_sigkill_comes_back_with_every_committed_row(folder: Path) -> None:
    server = EmbeddedPostgres(folder)
    url = server.start()
    query(url, "CREATE TABLE kept (n int)")
    for n in range(20):
        query(url, f"INSERT INTO kept VALUES ({n})")
    old = postmaster(folder)
    os.kill(old, signal.SIGKILL)

    def back() -> bool:
        try:
            return len(query(url, "SELECT n FROM kept")) == 20
        except (OSError, asyncpg.PostgresError):
            return False

    wait_for(back)
    assert postmaster(folder) != old
    server.stop()


def test_a_killed_server_process_takes_its_postgres_down_in_good_order(folder: Path) -> None:
    process = user_process(folder)
    pid = postmaster(folder)
    process.kill()
    process.communicate()
    wait_for(lambda: not alive(pid))
    assert (folder / "postgres" / "server.log").read_text().rstrip().endswith("database system is shut down")
    server = EmbeddedPostgres(folder)
    assert server.start()
    server.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="the parent-death signal is Linux's")
def test_a_killed_keeper_takes_postgres_along_and_the_next_start_makes_a_new_one(folder: Path) -> None:
    process = user_process(folder)
    old = postmaster(folder)
    parent = int(Path(f"/proc/{old}/stat").read_text().rsplit(")", 1)[1].split()[1])
    os.kill(parent, signal.SIGKILL)
    with (folder / "postgres" / "keeper.lock").open("a") as place:
        fcntl.flock(place, fcntl.LOCK_EX)  # a process is gone when its last thread is, and with it its locks
    server = EmbeddedPostgres(folder)
    assert query(server.start(), "SELECT 1")
    assert postmaster(folder) != old
    server.stop()
    end(process)


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_the_second_process_joins_the_server_and_keeps_it_when_the_first_goes(folder: Path, how: str) -> None:
    first = user_process(folder)
    pid = postmaster(folder)
    second = EmbeddedPostgres(folder)
    url = second.start()
    assert postmaster(folder) == pid
    if how == "stop":
        end(first)
    else:
        first.kill()
        first.communicate()
    time.sleep(0.3)
    assert query(url, "SELECT 1 AS one")[0]["one"] == 1
    assert postmaster(folder) == pid
    second.stop()
    assert not alive(pid)


def test_processes_that_start_together_share_one_server(folder: Path) -> None:
    with_threads = [
        subprocess.Popen(
            [sys.executable, "-c", "import sys;sys.path.insert(0,sys.argv[2])\n"
             "from pathlib import Path\nfrom app.store.embedded import EmbeddedPostgres\n"
             "s=EmbeddedPostgres(Path(sys.argv[1]));s.start()\n"
             "print((Path(sys.argv[1])/'postgres/cluster/postmaster.pid').read_text().split()[0],flush=True)\n"
             "sys.stdin.read();s.stop()", str(folder), str(ROOT)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for _ in range(4)
    ]  # fmt: skip
    pids = {p.stdout.readline() for p in with_threads if p.stdout}
    for process in with_threads:
        end(process)
    assert len(pids) == 1
    assert pids != {""}


def test_a_stale_pid_file_whose_number_belongs_to_another_process_does_not_stop_the_start(folder: Path) -> None:
    server = EmbeddedPostgres(folder)
    server.start()
    fields = keeper.pid_file_fields(folder / "postgres" / "cluster")
    server.stop()
    stranger = subprocess.Popen(["sleep", "60"])
    try:
        (folder / "postgres" / "cluster" / "postmaster.pid").write_text(
            "\n".join([str(stranger.pid), *fields[1:]]) + "\n"
        )
        assert query(server.start(), "SELECT 1")
        assert stranger.poll() is None
        server.stop()
    finally:
        stranger.kill()
        stranger.wait()


def test_a_deep_data_folder_gets_its_socket_elsewhere(folder: Path) -> None:
    deep = folder / ("d" * 60) / ("e" * 60)
    server = EmbeddedPostgres(deep)
    url = server.start()
    sockets = Path(url.partition("?host=")[2])
    assert query(url, "SELECT 1")
    assert folder not in sockets.parents
    assert stat.S_IMODE(sockets.stat().st_mode) == 0o700
    server.stop()
    assert not sockets.exists()


def test_data_of_another_major_version_is_refused_with_advice(folder: Path) -> None:
    cluster = folder / "postgres" / "cluster"
    cluster.mkdir(parents=True)
    (cluster / "PG_VERSION").write_text("9\n")
    with pytest.raises(pg_binaries.NoPostgresError, match="SANDTABLE_PG_BIN"):
        EmbeddedPostgres(folder).start()


def test_a_server_that_cannot_start_says_why(folder: Path) -> None:
    server = EmbeddedPostgres(folder)
    server.start()
    server.stop()
    with (folder / "postgres" / "cluster" / "postgresql.conf").open("a") as conf:
        conf.write("\nno_such_setting = on\n")
    with pytest.raises(embedded.EmbeddedPostgresError, match="no_such_setting"):
        server.start()


as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can change accounts")


@as_root
def test_as_root_it_runs_as_nobody_and_alters_no_parent_folder(folder: Path) -> None:
    closed = folder / "closed"
    closed.mkdir(mode=0o755)
    before = {p: p.stat().st_mode for p in [closed, *closed.parents]}
    server = EmbeddedPostgres(closed)
    server.start()
    assert Path(f"/proc/{postmaster(closed)}").stat().st_uid == pwd.getpwnam("nobody").pw_uid
    assert {p: p.stat().st_mode for p in before} == before
    server.stop()


@as_root
def test_as_root_below_a_private_folder_data_and_programs_go_where_nobody_can_reach_them(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private = folder / "private"
    private.mkdir(mode=0o700)
    programs = pg_binaries.find(None, None)
    install = programs.parent
    package = next(p for p in install.parents if (p.parent / f"{p.name}.libs").is_dir())
    for source in (install, package.parent / f"{package.name}.libs"):
        target = private / source.relative_to(package.parent)
        target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cp", "-a", source, target], check=True)
    monkeypatch.setattr(pg_binaries, "CACHE", folder / "cache")
    monkeypatch.setattr(embedded, "SYSTEM_DATA", folder / "system")

    server = EmbeddedPostgres(private / "data", programs=private / programs.relative_to(package.parent))
    assert query(server.start(), "SELECT 1")
    server.stop()
    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    assert not (private / "data").exists()
    assert len(list((folder / "system").iterdir())) == 1
    kept = next((folder / "cache").iterdir())
    assert all(p.lstat().st_uid == 0 for p in kept.rglob("*"))


def test_it_runs_as_an_ordinary_user_too(folder: Path) -> None:
    """The whole of it in a process of another account (`daemon`, which every Unix has) when we are root."""
    if os.geteuid() != 0:
        server = EmbeddedPostgres(folder)
        server.start()
        assert Path(f"/proc/{postmaster(folder)}").stat().st_uid == os.geteuid()
        server.stop()
        return
    account = pwd.getpwnam("daemon")
    pythons = [
        sys.executable,
        *(found for n in range(11, 20) if (found := shutil.which(f"python3.{n}", path="/usr/bin"))),
    ]
    python = next((p for p in pythons if pg_binaries.reachable_by_others(Path(p))), None)
    if python is None:
        pytest.skip("every Python here is closed to other accounts")
    code_folder = folder / "code" / "app" / "store"  # the work tree may be closed to that account
    code_folder.mkdir(parents=True)
    for module in (embedded, keeper, pg_binaries):
        shutil.copy(str(module.__file__), code_folder)
    programs = pg_binaries.within_reach(pg_binaries.find(None, None))
    own = folder / "own"
    own.mkdir(mode=0o700)
    os.chown(own, account.pw_uid, account.pw_gid)
    code = """
        import os, sys
        from pathlib import Path
        sys.path.insert(0, sys.argv[2])
        from app.store.embedded import EmbeddedPostgres
        for _ in range(2):
            server = EmbeddedPostgres(Path(sys.argv[1]), Path(sys.argv[3]))
            server.start()
            pid = (Path(sys.argv[1]) / "postgres/cluster/postmaster.pid").read_text().split()[0]
            print(os.stat(f"/proc/{pid}").st_uid, oct(os.stat(sys.argv[1]).st_mode & 0o777))
            server.stop()
    """
    done = subprocess.run(
        [python, "-B", "-c", textwrap.dedent(code), str(own), str(folder / "code"), str(programs)],
        user=account.pw_uid, group=account.pw_gid, extra_groups=[], cwd="/", env={},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == f"{account.pw_uid} 0o700\n" * 2, done.stderr
