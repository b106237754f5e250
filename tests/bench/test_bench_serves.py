"""Each bench runs against a real server and ends with a JSON line of the keys that benchmarks/README.md names."""

from __future__ import annotations

import json
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from app.commands.bench import bench

pytestmark = [pytest.mark.multiprocess, pytest.mark.database, pytest.mark.timeout(240)]


def _run(*arguments: str) -> list[dict[str, Any]]:
    app = typer.Typer()
    app.command()(bench)
    outcome = CliRunner().invoke(app, list(arguments))
    assert outcome.exit_code == 0, (outcome.output, outcome.exception)
    return [json.loads(line) for line in outcome.stdout.splitlines()]


def test_moves() -> None:
    (line,) = _run("moves", "--seconds", "1", "--matches", "3")
    assert {"bench", "moves_per_s", "p50_ms", "p99_ms", "cpu_us_per_move"} <= set(line)
    assert line["bench"] == "moves"
    assert line["moves"] > 10
    assert 0 < line["p50_ms"] <= line["p99_ms"]
    assert line["refused"] == {}


def test_fanout() -> None:
    (line,) = _run("fanout", "--seconds", "1", "--sockets", "60")
    assert {"bench", "deliveries_per_s", "cpu_us_per_delivery", "p99_ms"} <= set(line)
    assert line["deliveries"] == line["steps"] * 60 > 0
    assert line["refused"] == {}
    assert line["resyncs"] == line["late"] == 0


def test_memory() -> None:
    (line,) = _run("memory", "--sockets", "150")
    assert line["sockets"] == 150
    assert 0 < line["kib_per_socket"] < 60


def test_resume_costs_what_was_missed() -> None:
    few, many = _run("resume", "--missed", "1", "--missed", "60")
    assert [few["missed"], many["missed"]] == [1, 60]
    assert few["answer"] == many["answer"] == "batch"
    assert few["bytes"] < many["bytes"]
