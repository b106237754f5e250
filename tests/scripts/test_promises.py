"""Every promise of docs/promises.md names tests, and they exist; every figure is of the newest run of its bench."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in (ROOT / "docs" / "promises.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and not line.startswith(("| ---", "| others"))
]


@cache
def names_in(path: str) -> frozenset[str]:
    """Names of the test functions of a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


@pytest.mark.parametrize("row", ROWS, ids=[row[1][:40] for row in ROWS])
def test_every_promise_names_tests_that_exist(row: list[str]) -> None:
    assert len(row) == 3
    named = re.findall(r"`(tests/\S+\.py)::(test_\w+)`", row[2])
    assert named
    assert re.sub(r"`tests/\S+\.py::test_\w+`", "", row[2]).strip() == "", "only tests stand there"
    for path, name in named:
        assert name in names_in(path), f"{path}::{name}"


def test_all_promises_are_there() -> None:
    assert len(ROWS) >= 20


def test_the_figures_are_those_of_the_newest_runs() -> None:
    newest: dict[tuple[str, int], dict[str, float]] = {}
    for line in (ROOT / "benchmarks" / "RESULTS.md").read_text(encoding="utf-8").splitlines():
        if line.startswith('{"bench"'):
            found = json.loads(line)
            newest[found["bench"], found.get("missed", 0)] = found
    moves, fanout, memory, rules = (newest[name, 0] for name in ("moves", "fanout", "memory", "rules"))
    one, many = newest["resume", 1], newest["resume", 500]
    text = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
    for figure in (
        f"{moves['moves_per_s']:,.0f} moves/s with p99 {moves['p99_ms']:.1f} ms",
        f"{fanout['deliveries_per_s']:,.0f} deliveries/s for {fanout['cpu_us_per_delivery']:.1f} µs",
        f"{memory['kib_per_socket']:.1f} KiB",
        f"{one['ms']:.1f} ms after 1 step, {many['ms']:.1f} ms and {many['bytes'] / 1024:.0f} KiB after 500",
        f"{rules['decisions_per_cpu_s']:,} times a processor second",
    ):
        assert figure in text, f"docs/promises.md does not say: {figure}"
