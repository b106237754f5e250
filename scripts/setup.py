"""Makes a checkout ready to run: `.venv` from the hashed lock, and the built client. Does nothing when nothing changed.

Usage: setup.py [python] [packages] [client]   (all parts when none is named)

Needs Python >= 3.11 with its venv module and Node >= 20.19; nothing else. Runs before the environment exists, so it
uses the standard library only and parses on older Pythons too, to be able to say that they are too old.

Each part leaves a stamp in `.stamps/` with a hash of what it was made from. Surprising: uv itself comes out of the lock
with its hash, installed by pip; it then lays the other packages some ten times faster.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / "bin"
STAMPS = ROOT / ".stamps"
CLIENT = ROOT / "frontend"
PYTHON_MIN = (3, 11)
NODE_MIN = (20, 19)


def main() -> int:
    """Bring the named parts (all when none is named) up to date; 1, with one sentence, when that is not possible."""
    named = sys.argv[1:] or list(PARTS)
    unknown = set(named) - set(PARTS)
    if unknown:
        print(f"setup: no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    try:
        for name, make in PARTS.items():
            if name in named:
                make()
    except subprocess.CalledProcessError as error:
        print(f"setup: this failed with code {error.returncode}: {' '.join(map(str, error.cmd))}", file=sys.stderr)
        return 1
    except Lacking as error:
        print(f"setup: {error}", file=sys.stderr)
        return 1
    return 0


class Lacking(Exception):
    """Something that the machine must have is not there."""


def python_part() -> None:
    """`.venv` with exactly what the lock names, and Sandtable itself as an editable package."""
    wanted = digest([ROOT / "requirements.lock", ROOT / "pyproject.toml"]) + sys.version
    if is_made("python", wanted) and (BIN / "sandtable").exists():
        return
    if not (BIN / "python").exists():
        python = suitable_python()
        print("Making the virtual environment .venv ...", flush=True)
        if run([python, "-m", "venv", VENV], check=False) != 0:
            install_venv_module()
            shutil.rmtree(VENV, ignore_errors=True)
            run([python, "-m", "venv", VENV])
    print("Installing the locked packages ...", flush=True)
    install_uv()
    uv_pip: list[object] = [BIN / "uv", "pip"]
    aim: list[object] = ["--python", BIN / "python", "--quiet"]
    run([*uv_pip, "sync", *aim, "--require-hashes", "requirements.lock"])
    run([*uv_pip, "install", *aim, "--no-deps", "--offline", "--editable", "."])
    mark_made("python", wanted)


def suitable_python() -> str:
    """A Python that is new enough: the one that runs this, or another on the path."""
    if sys.version_info >= PYTHON_MIN:
        return sys.executable
    for minor in range(20, PYTHON_MIN[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        if found:
            return found
    raise Lacking(f"Python {PYTHON_MIN[0]}.{PYTHON_MIN[1]} or newer is needed, this one is {sys.version.split()[0]}.")


def install_venv_module() -> None:
    """Debian ships Python without its venv module; as root we may add it."""
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise Lacking(f"Python's venv module is missing (Debian, Ubuntu: apt-get install {package}).")
    run(["apt-get", "update", "-qq"], check=False)
    run(["apt-get", "install", "-y", "-qq", package])


def install_uv() -> None:
    """The uv of the lock, checked against its hashes."""
    lock = (ROOT / "requirements.lock").read_text()
    found = re.search(r"^uv==(?:.*\\\n)+.*\n", lock, re.MULTILINE)
    if found is None:
        raise Lacking("requirements.lock does not name uv; run `make lock` where uv is installed.")
    version = found.group().split()[0].split("==")[1]
    if (BIN / "uv").exists():
        shown = subprocess.run([BIN / "uv", "--version"], stdout=subprocess.PIPE, text=True, check=False)
        if version in shown.stdout.split():
            return
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as part:
        part.write(found.group())
        part.flush()
        pip: list[object] = [BIN / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run([*pip, "--no-deps", "--require-hashes", "--requirement", part.name])


def packages_part() -> None:
    """`frontend/node_modules` from its lock."""
    wanted = digest([CLIENT / "package.json", CLIENT / "package-lock.json", CLIENT / ".npmrc"])
    if is_made("packages", wanted) and (CLIENT / "node_modules").is_dir():
        return
    check_node()
    print("Installing the client's packages ...", flush=True)
    quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"]
    run(["npm", "ci", *quiet], cwd=CLIENT, quiet=True)
    mark_made("packages", wanted)


def client_part() -> None:
    """`frontend/dist`."""
    wanted = digest(client_sources())
    if is_made("client", wanted) and (CLIENT / "dist" / "index.html").exists():
        return
    check_node()
    print("Building the client ...", flush=True)
    run(["npm", "run", "--silent", "build", "--", "--logLevel", "warn"], cwd=CLIENT)
    mark_made("client", wanted)


def client_sources() -> list[Path]:
    """Every file that the build reads."""
    skipped = {"node_modules", "dist", "coverage", "tests"}
    found = []
    for folder, folders, files in os.walk(CLIENT):
        folders[:] = [f for f in folders if f not in skipped]
        found += [Path(folder) / file for file in files if not file.endswith(".test.ts")]
    return found


def check_node() -> None:
    """Node and npm are there and new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        raise Lacking(f"Node {NODE_MIN[0]}.{NODE_MIN[1]} or newer with npm is needed to build the client.")
    shown = subprocess.run([node, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    version = tuple(int(part) for part in re.findall(r"\d+", shown)[:2])
    if version < NODE_MIN:
        raise Lacking(f"Node {NODE_MIN[0]}.{NODE_MIN[1]} or newer is needed, this one is {shown.strip()}.")


def digest(files: Iterable[Path]) -> str:
    """A hash of names and contents."""
    whole = hashlib.sha256()
    for file in sorted(files):
        whole.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes() + b"\0")
    return whole.hexdigest()


def is_made(part: str, wanted: str) -> bool:
    """Whether a part was finished from exactly this."""
    stamp = STAMPS / part
    return stamp.exists() and stamp.read_text() == wanted


def mark_made(part: str, wanted: str) -> None:
    """Remember that a part is finished."""
    STAMPS.mkdir(exist_ok=True)
    (STAMPS / part).write_text(wanted)


def run(command: Iterable[object], cwd: Path = ROOT, check: bool = True, quiet: bool = False) -> int:
    """Run a program in the project; its failure is ours."""
    words = [str(word) for word in command]
    out = subprocess.DEVNULL if quiet else None
    return subprocess.run(words, cwd=str(cwd), stdin=subprocess.DEVNULL, stdout=out, check=check).returncode


PARTS: dict[str, Callable[[], None]] = {"python": python_part, "packages": packages_part, "client": client_part}

if __name__ == "__main__":
    sys.exit(main())
