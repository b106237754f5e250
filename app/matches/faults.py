"""Points of the commit path at which a test may kill the process, to prove that no line between two of them loses a
step.

Off, and then one attribute look-up and a call of nothing, unless `SANDTABLE_FAULT=point:n` stands in the environment
when this is imported: then the n-th arrival at that point kills the process with SIGKILL. Nothing else may be done
here.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Final

LOAD: Final = "load"
"""Before the game is loaded."""
APPLIED: Final = "applied"
"""The rules have applied the action; nothing is stored."""
STATEMENT: Final = "statement"
"""Right before the statement is sent."""
COMMITTED: Final = "committed"
"""After COMMIT, before anybody is told."""
ACKED: Final = "acked"
"""The answer has been handed to transport; nothing is published."""

POINTS: Final = (LOAD, APPLIED, STATEMENT, COMMITTED, ACKED)


def _armed(order: str) -> Callable[[str], None]:
    """The hook for an order such as `committed:3`; ValueError if it names no point."""
    point, _, count = order.partition(":")
    if point not in POINTS:
        raise ValueError(f"no such fault point: {point}")
    left = int(count or 1)

    def reach(here: str) -> None:
        nonlocal left
        if here == point:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    return reach


def _nothing(here: str) -> None:
    """The hook of every ordinary process."""


_order = os.environ.get("SANDTABLE_FAULT")
reach: Callable[[str], None] = _armed(_order) if _order else _nothing
"""Called with each point as it is passed."""
