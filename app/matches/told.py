"""Told: a position put together from what every audience was told at the time, for matches whose rules are not here.

Each step stores a patch for each audience, beginning with one that makes the first view out of nothing, so that views
need no rules to be shown again. What only rules could say is not there: no Game, no decisions, and clocks that stand
still. Surprising: `game` is unset on purpose; whoever asks for it has forgotten `Table.need_rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.matches.clock import Times
from app.matches.position import Position
from app.store.steps import Step


class Told(Position):
    """See the module. `views`: of every audience, by key."""

    __slots__ = ()

    def __init__(self, step: Step, views: Mapping[str, dict[str, Any]], over: dict[str, Any] | None) -> None:
        self.seq = step.seq
        self.epoch = 0
        self.rolls = step.roll_to
        self.at = step.at
        self.times = Times(tuple(step.clock_left), step.at, (), {}, None)
        self.over = over
        self.decisions = ()
        self.suffix = ""
        self.turn = step.turn
        self.views = dict(views)
        self.view_bytes = {}
        self.decision_bytes = {}
        self.clock_bytes = None
