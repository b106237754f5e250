"""Percentiles are those of the values, targets are compared by their sign, and the report says what missed."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bench.figures import machine, percentile, reached, report
from app.commands.bench import Mark, figures


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [([], 0.99, 0.0), ([5.0], 0.99, 5.0), (list(range(1, 101)), 0.5, 50), (list(range(100, 0, -1)), 0.99, 99)],
)
def test_a_percentile_is_one_of_the_values(values: list[float], share: float, expected: float) -> None:
    assert percentile(values, share) == expected


def test_targets_are_compared_with_their_own_sign() -> None:
    assert reached({"bench": "moves", "moves_per_s": 1000, "p99_ms": 50.0}) == {"moves_per_s": True, "p99_ms": False}
    assert reached({"bench": "memory", "kib_per_socket": 20}) == {"kib_per_socket": True}
    assert reached({"bench": "resume", "missed": 1, "ms": 101}) == {"ms": False}


def test_the_report_is_appended_to_with_machine_figures_and_what_was_missed(tmp_path: Path) -> None:
    path = tmp_path / "RESULTS.md"
    path.write_text("# Results\n")
    report([{"bench": "rules", "ruleset": "lore", "decisions_per_cpu_s": 4999}], path)
    report([{"bench": "resume", "missed": 20, "bytes": 9, "ms": 3.0}], path)
    text = path.read_text()
    assert text.startswith("# Results\n")
    assert text.count(machine()) == 2
    assert "- rules: decisions_per_cpu_s 4999 ≥ 5000: **not reached**" in text
    assert "- resume (missed 20): ms 3.0 ≤ 100: reached" in text


def test_cost_is_what_the_server_spent_between_begin_and_end_for_each_move() -> None:
    marks = [Mark("begin", 0, 1.0, 0), Mark("end", 500, 1.1, 0), Mark("begin", 0, 9.0, 0), Mark("end", 500, 9.1, 0)]
    (line,) = figures("moves", marks, {"moves_per_s": 100.0})
    assert line == {"bench": "moves", "moves_per_s": 100.0, "cpu_us_per_move": 200.0}


def test_memory_is_growth_for_each_socket_that_is_still_there() -> None:
    (line,) = figures("memory", [Mark("begin", 0, 0, 10_000), Mark("end", 100, 0, 11_500)], {"sockets": 100})
    assert line == {"bench": "memory", "kib_per_socket": 15.0, "sockets": 100}


def test_resume_has_a_line_for_each_number_of_missed_steps() -> None:
    rows = [{"missed": 1, "bytes": 10, "ms": 1.0}, {"missed": 20, "bytes": 100, "ms": 1.5}]
    assert figures("resume", [Mark("begin", 0, 0, 0), Mark("end", 2, 0, 0)], {"rows": rows}) == [
        {"bench": "resume", **row} for row in rows
    ]
