"""The arithmetic of clocks."""

from __future__ import annotations

from app.matches.clock import Asked, after_step, opening, overdue, remaining, state
from app.matches.types import Clock

BANK = Clock(kind="bank", bank_s=60, increment_s=5)
DAYS = Clock(kind="days", days=2)
NONE = Clock(kind="none")
S = 1000
DAY = 86_400 * S


def test_a_bank_runs_while_the_seat_decides_and_grows_when_it_hands_over() -> None:
    times = opening(BANK, 2, [Asked("a", 0, 0)], 0)
    assert (times.left, times.running, times.due) == ((60 * S, 60 * S), (0,), 60 * S)
    times = after_step(BANK, times, [Asked("b", 0, 0)], 0, 10 * S)  # still its turn: no increment
    assert (times.left, times.due) == ((50 * S, 60 * S), 60 * S)
    times = after_step(BANK, times, [Asked("c", 1, 0)], 0, 20 * S)
    assert (times.left, times.running, times.due) == ((45 * S, 60 * S), (1,), 80 * S)
    assert remaining(BANK, times, 50 * S) == [45 * S, 30 * S]
    assert remaining(BANK, times, 500 * S) == [45 * S, 0]


def test_both_clocks_run_while_both_decide() -> None:
    times = opening(BANK, 2, [Asked("a", 0, 0), Asked("b", 1, 0)], 0)
    times = after_step(BANK, times, [Asked("b", 1, 0)], 0, 10 * S)
    assert times.left == (55 * S, 50 * S)


def test_days_are_fresh_with_each_own_action_and_each_new_decision() -> None:
    times = opening(DAYS, 2, [Asked("a", 0, 0)], 0)
    times = after_step(DAYS, times, [Asked("b", 0, 0)], 0, DAY)
    assert times.left[0] == 2 * DAY
    times = after_step(DAYS, times, [Asked("c", 1, 0)], 0, 2 * DAY)
    assert (times.left[1], times.due) == (2 * DAY, 4 * DAY)


def test_no_clock_has_nothing_due_but_windows() -> None:
    assert opening(NONE, 2, [Asked("a", 0, 0)], 0).due is None
    times = opening(NONE, 2, [Asked("a", 0, 30), Asked("b", 1, 60)], 0)
    assert times.due == 30 * S
    assert overdue(NONE, times, [Asked("a", 0, 30), Asked("b", 1, 60)], 30 * S) == [(Asked("a", 0, 30), "default")]


def test_a_window_survives_the_other_seats_steps() -> None:
    asked = [Asked("a", 0, 30), Asked("b", 1, 30)]
    times = opening(BANK, 2, asked, 0)
    times = after_step(BANK, times, asked[1:], 0, 20 * S)
    assert times.due == 30 * S


def test_when_due_says_what_happens() -> None:
    asked = [Asked("a", 0, 0)]
    for when_due in ("default", "forfeit"):
        clock = Clock(kind="bank", bank_s=1, when_due=when_due)  # type: ignore[arg-type]
        times = opening(clock, 2, asked, 0)
        assert overdue(clock, times, asked, 999) == []
        assert overdue(clock, times, asked, 1000) == [(asked[0], when_due)]


def test_clients_get_what_is_left_and_when_it_ends() -> None:
    times = opening(BANK, 2, [Asked("a", 0, 0)], 0)
    shown = state(BANK, times, 10 * S)
    assert (shown.left_ms, shown.running, shown.kind) == ({"0": 50 * S, "1": 60 * S}, (0,), "bank")
    assert shown.deadline is not None
    assert shown.deadline.timestamp() == 60
    assert state(NONE, opening(NONE, 2, [], 0), 0).left_ms == {}
