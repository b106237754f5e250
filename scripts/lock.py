"""Renews the two locks from pyproject.toml, and refuses one that names a server or a folder of this machine.

`requirements.lock` is everything for working and testing; `requirements-runtime.lock` is the part of it, in the same
versions, that a server needs, for the container image.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = {
    "requirements.lock": ("--all-extras",),
    "requirements-runtime.lock": ("--constraints", "requirements.lock"),
}
COMMAND = (
    *("pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-header", "--no-annotate"),
    *("--no-emit-index-url", "--no-emit-find-links", "--python-version", "3.11", "pyproject.toml"),
)
LINE = re.compile(
    r"[a-z0-9._-]+(\[[a-z0-9,._-]+\])?==[0-9a-z.+!]+( ; [^;:/]+)? \\"  # a package, pinned, perhaps with a marker
    r"|    --hash=sha256:[0-9a-f]{64}( \\)?"
)


def strange_lines(lock: str) -> list[str]:
    """The lines that are neither a pinned package nor a hash."""
    return [line for line in lock.splitlines() if not LINE.fullmatch(line)]


def main() -> int:
    """Compile and check."""
    here = {name: value for name, value in os.environ.items() if name not in ("UV_FIND_LINKS", "PIP_FIND_LINKS")}
    strange = 0
    for name, options in LOCKS.items():
        command = [str(ROOT / ".venv" / "bin" / "uv"), *COMMAND, *options, "--output-file", name]
        subprocess.run(command, cwd=ROOT, env=here, check=True)
        for line in strange_lines((ROOT / name).read_text()):
            strange += 1
            print(f"{name}: neither a package nor a hash: {line}", file=sys.stderr)
    return 1 if strange else 0


if __name__ == "__main__":
    sys.exit(main())
