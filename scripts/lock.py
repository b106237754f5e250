"""Renews requirements.lock from pyproject.toml, and refuses a lock that names a server or a folder of this machine."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMAND = [
    *("pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-header", "--no-annotate"),
    *("--no-emit-index-url", "--no-emit-find-links", "--python-version", "3.11", "--all-extras"),
    *("pyproject.toml", "-o", "requirements.lock"),
]
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
    subprocess.run([ROOT / ".venv" / "bin" / "uv", *COMMAND], cwd=ROOT, env=here, check=True)
    strange = strange_lines((ROOT / "requirements.lock").read_text())
    for line in strange:
        print(f"requirements.lock: not a package or a hash: {line}", file=sys.stderr)
    return 1 if strange else 0


if __name__ == "__main__":
    sys.exit(main())
