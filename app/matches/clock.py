"""Clocks as arithmetic: what is left of each seat's time after a step, and when something is due. No I/O, no time of
its own.

All times are ms since 1970 by the database's clock, all durations ms. A seat's clock runs while it holds a decision.
What is surprising:
- `bank`: the increment comes when a seat hands over (it held a decision before the step and holds none after it), not
  with each action, since one turn may be many actions. A seat without time left gets its defaults until it hands over.
- `days`: the allowance is fresh whenever the seat acts or begins to hold a decision.
- A decision's own `window` runs whatever the clock says, also with no clock, and survives other seats' steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from app.matches.types import Clock, ClockState

DAY_MS = 86_400_000


class Asked(NamedTuple):
    """An open decision as clocks see it: its id on the wire, its seat, its window in seconds (0: none)."""

    decision: str
    seat: int
    window: int


class Times(NamedTuple):
    """All clocks at one moment. `left` by seat at `at`; `windows`: decision id → when its default is due."""

    left: tuple[int, ...]
    at: int
    running: tuple[int, ...]
    windows: Mapping[str, int]
    due: int | None


def opening(clock: Clock, seats: int, asked: Sequence[Asked], now: int) -> Times:
    """The clocks when a battle begins."""
    full = {"none": 0, "bank": clock.bank_s * 1000, "days": clock.days * DAY_MS}[clock.kind]
    return _times(clock, [full] * seats, asked, {}, now)


def after_step(clock: Clock, times: Times, asked: Sequence[Asked], actor: int, now: int) -> Times:
    """The clocks after `actor` has acted at `now`."""
    left = remaining(clock, times, now)
    deciding = {entry.seat for entry in asked}
    if clock.kind == "bank":
        for seat in times.running:
            if seat not in deciding:
                left[seat] += clock.increment_s * 1000
    elif clock.kind == "days":
        for seat in deciding:
            if seat == actor or seat not in times.running:
                left[seat] = clock.days * DAY_MS
    return _times(clock, left, asked, times.windows, now)


def remaining(clock: Clock, times: Times, now: int) -> list[int]:
    """What is left of each seat's time at `now`, never below 0."""
    left = list(times.left)
    if clock.kind != "none":
        gone = max(0, now - times.at)
        for seat in times.running:
            left[seat] = max(0, left[seat] - gone)
    return left


def overdue(clock: Clock, times: Times, asked: Iterable[Asked], now: int) -> list[tuple[Asked, str]]:
    """The decisions whose time is up at `now`, with what is to be done: "default" or "forfeit"."""
    found: list[tuple[Asked, str]] = []
    left = remaining(clock, times, now)
    for entry in asked:
        if clock.kind != "none" and left[entry.seat] <= 0:
            found.append((entry, clock.when_due))
        elif times.windows.get(entry.decision, now + 1) <= now:
            found.append((entry, "default"))
    return found


def state(clock: Clock, times: Times, now: int, shift: int = 0) -> ClockState:
    """The clocks as clients get them at `now`; `shift` ms are added to the deadline for those who are told late."""
    left = remaining(clock, times, now)
    return ClockState(
        kind=clock.kind,
        running=times.running,
        left_ms={} if clock.kind == "none" else {str(seat): ms for seat, ms in enumerate(left)},
        deadline=None if times.due is None else moment(times.due + shift),
    )


def moment(ms: int) -> datetime:
    """Milliseconds as the time that stands on the wire."""
    return datetime.fromtimestamp(ms / 1000, UTC)


def _times(clock: Clock, left: list[int], asked: Sequence[Asked], windows: Mapping[str, int], now: int) -> Times:
    running = tuple(sorted({entry.seat for entry in asked}))
    open_windows = {
        entry.decision: windows.get(entry.decision, now + entry.window * 1000) for entry in asked if entry.window
    }
    due = list(open_windows.values())
    if clock.kind != "none":
        due += [now + left[seat] for seat in running]
    return Times(tuple(left), now, running, open_windows, min(due, default=None))
