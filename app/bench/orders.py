"""What the second process is told to do, and how it tells the first one when to look."""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec


class Orders(msgspec.Struct, frozen=True, kw_only=True):
    """What to do; sent as JSON in the one argument.

    what      moves, fanout, memory or resume
    seats     players of each match, as the scenario has them
    seconds   measured span, after `warm_up` seconds
    viewers   spectators of each match in `moves`
    sockets   spectators in `fanout` and `memory`
    missed    steps missed in `resume`, each measured `repeats` times
    """

    what: str
    url: str
    ruleset: str = "lore"
    scenario: str = "S1"
    seats: int = 2
    seconds: float = 10.0
    warm_up: float = 3.0
    matches: int = 20
    viewers: int = 2
    sockets: int = 1_000
    missed: tuple[int, ...] = (1, 20, 500)
    repeats: int = 20


def say(line: dict[str, Any]) -> None:
    """One JSON line to the first process, at once."""
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def mark(name: str, count: int = 0) -> None:
    """Ask the first process to read now what the server has spent. `count`: what was done since the last mark."""
    say({"mark": name, "count": count})
