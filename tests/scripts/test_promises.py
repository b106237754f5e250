"""Every promise of docs/promises.md names tests, and they exist."""

from __future__ import annotations

import ast
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
