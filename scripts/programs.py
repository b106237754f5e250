"""Finds the machine's programs that tests need (a Chromium, redis-server), and installs them where that is possible.

Standard library only. As root on Debian and its like a missing program comes from the distribution's package; anywhere
else the answer is a sentence that says what to install.
"""

import os
import shutil
import subprocess
from dataclasses import dataclass
from functools import partial


@dataclass(frozen=True)
class Program:
    """A program, the environment variable that names it, its usual names, and Debian's package."""

    title: str
    variable: str
    names: tuple[str, ...]
    package: str


CHROMIUM = Program(
    "a Chromium",
    "CHROMIUM",
    ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "chromium",
)
REDIS = Program("a Redis server", "REDIS_SERVER", ("redis-server", "valkey-server"), "redis-server")


class MissingProgramError(RuntimeError):
    """The program is not there and could not be installed; the message says what to do."""


def find(program: Program) -> str | None:
    """The path of an installed program, or None."""
    chosen = os.environ.get(program.variable)
    if chosen:
        return shutil.which(chosen)
    return next((path for path in map(shutil.which, program.names) if path), None)


def ensure(program: Program) -> str:
    """The path of the program, installed first when it is missing and we may.

    Raises:
        MissingProgramError: it is missing and cannot be installed from here.
    """
    if found := find(program):
        return found
    advice = (
        f"Tests need {program.title}. Install it (Debian, Ubuntu: apt-get install {program.package}) "
        f"or set {program.variable} to its path."
    )
    if os.environ.get(program.variable) or os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise MissingProgramError(advice)
    print(f"Installing the package {program.package} for the tests ...", flush=True)
    quiet = partial(
        subprocess.run,
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=False,
    )
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", program.package]
    if quiet(install, stderr=subprocess.DEVNULL).returncode != 0:  # perhaps the package lists are old or missing
        quiet(["apt-get", "update", "-qq"])
        quiet(install)
    if found := find(program):
        return found
    raise MissingProgramError(advice)
