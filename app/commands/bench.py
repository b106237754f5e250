"""`sandtable bench`: what rules and server cost, each run ending with one JSON line.

`rules` runs in this process. The others start a real server with an embedded Postgres of its own and a second process
that makes the load; this one only reads what the server spends, from /proc.
"""

from __future__ import annotations

import json
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from app.bench import rules as rules_bench
from app.bench.figures import RESULTS, reached
from app.bench.figures import report as append_report
from app.bench.orders import Orders
from app.bench.server import Server
from app.engine.ruleset import Ruleset
from app.rulesets import ruleset


class Bench(StrEnum):
    """What can be measured."""

    RULES = "rules"
    MOVES = "moves"
    FANOUT = "fanout"
    RESUME = "resume"
    MEMORY = "memory"
    ALL = "all"


def bench(
    which: Annotated[Bench, typer.Argument(help="What to measure.")],
    ruleset_id: Annotated[str, typer.Option("--ruleset", help="Which game.")] = "lore",
    scenario: Annotated[str, typer.Option(help="Scenario of the matches that the server plays.")] = "S1",
    seconds: Annotated[float, typer.Option(min=0.5, max=600, help="Measured span.")] = 10.0,
    matches: Annotated[int, typer.Option(min=1, max=500, help="`moves`: matches at once.")] = 20,
    sockets: Annotated[int, typer.Option(min=1, max=20_000, help="`fanout`, `memory`: spectators.")] = 1_000,
    missed: Annotated[list[int] | None, typer.Option(help="`resume`: steps missed; 1, 20 and 500.")] = None,
    report: Annotated[bool, typer.Option(help="Append the figures to the report.")] = False,
    report_file: Annotated[Path, typer.Option(help="The report.")] = RESULTS,
    server_log: Annotated[bool, typer.Option(help="Show what the server logged.")] = False,
) -> None:
    """Measure; print one JSON line for each bench (for `resume` one for each number of missed steps)."""
    rules = ruleset(ruleset_id)
    lines: list[dict[str, Any]] = []
    for one in [each for each in Bench if each is not Bench.ALL] if which is Bench.ALL else [which]:
        if one is Bench.RULES:
            found = [rules_bench.measure(rules, seconds)]
        else:
            orders = {
                "what": one.value,
                "ruleset": ruleset_id,
                "scenario": scenario,
                "seats": _seats(rules, scenario),
                "seconds": seconds,
                "matches": matches,
                "sockets": sockets,
                "missed": tuple(missed or (1, 20, 500)),
            }
            found = _measured(orders, server_log)
        for line in found:
            print(json.dumps(line), flush=True)
        lines += found
    if report:
        append_report(lines, report_file)
        typer.echo(f"appended to {report_file}", err=True)
    missing = [f"{line['bench']}: {key}" for line in lines for key, good in reached(line).items() if not good]
    if missing:
        typer.echo(f"not reached: {', '.join(missing)}", err=True)


def _seats(rules: Ruleset, scenario: str) -> int:
    for info in rules.scenarios():
        if info.id == scenario:
            return info.seats
    raise typer.BadParameter(f"{rules.id} has no scenario {scenario!r}", param_hint="--scenario")


def _measured(orders: dict[str, Any], show_log: bool) -> list[dict[str, Any]]:
    with Server() as server:
        marks, result = drive(server, msgspec.convert({**orders, "url": server.url}, Orders))
        if show_log:
            typer.echo(server.log(), err=True)
    return figures(str(orders["what"]), marks, result)


class Mark(msgspec.Struct, frozen=True):
    """What the server had spent at a mark of the load."""

    name: str
    count: int
    cpu_s: float
    pss_kib: int


def drive(server: Server, orders: Orders) -> tuple[list[Mark], dict[str, Any]]:
    """Run the load in a process of its own; the marks with the server's cost at each, and the load's result."""
    limit = 300 + orders.seconds * 10
    marks: list[Mark] = []
    result: dict[str, Any] | None = None
    command = [sys.executable, "-m", "app.bench.load", msgspec.json.encode(orders).decode()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as load:
        assert load.stdout is not None
        try:
            for text in load.stdout:
                line = json.loads(text)
                if "mark" in line:
                    marks.append(Mark(line["mark"], line.get("count", 0), server.cpu_s(), server.pss_kib()))
                else:
                    result = line["result"]
            load.wait(limit)
        finally:
            if load.poll() is None:
                load.kill()
    if result is None:
        raise RuntimeError(f"the load ended with code {load.returncode}; the server said:\n{server.log()[-3000:]}")
    return marks, result


def figures(what: str, marks: list[Mark], result: dict[str, Any]) -> list[dict[str, Any]]:
    """The bench's lines from what the load saw and what the server spent between each begin and end."""
    spans = list(zip(marks[::2], marks[1::2], strict=True))
    count = sum(end.count for _, end in spans)
    cpu_us = sum(end.cpu_s - begin.cpu_s for begin, end in spans) * 1e6
    if what == "resume":
        rest = {key: value for key, value in result.items() if key != "rows"}
        return [{"bench": "resume", **row, **rest} for row in result["rows"]]
    if what == "memory":
        kib = sum(end.pss_kib - begin.pss_kib for begin, end in spans)
        return [{"bench": "memory", "kib_per_socket": round(kib / count, 2) if count else 0.0, **result}]
    per = {"moves": "cpu_us_per_move", "fanout": "cpu_us_per_delivery"}[what]
    return [{"bench": what, **result, per: round(cpu_us / count, 1) if count else 0.0}]
