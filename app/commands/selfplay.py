"""`sandtable selfplay`: bots against bots, in process, deterministic, with every law watched over.

Ends with one JSON line. Exit code 1 when a battle hit the runaway guard or broke a law: the line names scenario, number
and seed, and `--first NUMBER --games 1` plays exactly that battle again.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from app.bots import BOTS
from app.bots.arena import MAX_DECISIONS, Battle, fight
from app.bots.bot import Budget
from app.bots.worker import end_with_parent
from app.commands.fires import Fire, switch_of
from app.engine.refusal import Refused
from app.engine.ruleset import Ruleset
from app.rulesets import all_rulesets, ruleset

BATTLES_A_JOB = 8
WIDE = 140
"""Columns of the summary when it does not go to a terminal."""


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """Some battles of one scenario, for one process."""

    ruleset: str
    scenario: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    numbers: tuple[int, ...]
    seed: str
    budget: Budget
    guard: int


class Fought(msgspec.Struct, frozen=True, kw_only=True):
    """One battle with its place in the tournament. bots: by seat; lit: fires lit, None in a game without fire."""

    scenario: str
    number: int
    bots: tuple[str, ...]
    battle: Battle
    lit: int | None


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a job, and the processor seconds that it took."""

    fought: tuple[Fought, ...]
    cpu_s: float


def selfplay(
    ruleset_id: Annotated[str, typer.Option("--ruleset", help="Which game.")] = "lore",
    scenario: Annotated[str, typer.Option(help="Id of a scenario, several with commas, or `all`.")] = "all",
    games: Annotated[int, typer.Option(min=1, help="Battles on each scenario.")] = 10,
    bots: Annotated[str, typer.Option(help="One bot a seat, with commas; they change seats after each battle.")] = (
        "captain,random"
    ),
    seed: Annotated[str, typer.Option(help="Equal seeds give equal battles.")] = "1",
    fire: Annotated[bool | None, typer.Option(help="Fire on or off; not named: as the scenario has it.")] = None,
    options: Annotated[list[str] | None, typer.Option(help="An option as KEY=VALUE; VALUE is JSON or a word.")] = None,
    nodes: Annotated[int, typer.Option(min=1, help="Positions that a bot may look at for one decision.")] = 160,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0: one a processor.")] = 0,
    first: Annotated[int, typer.Option(min=0, help="Number of the first battle.")] = 0,
    guard: Annotated[
        int, typer.Option(min=1, help="Decisions after which a battle counts as runaway.")
    ] = MAX_DECISIONS,
    swap: Annotated[bool, typer.Option(help="Whether bots change seats after each battle.")] = True,
) -> None:
    """Let bots fight battles against each other; prints a summary and one JSON line."""
    try:
        rules = ruleset(ruleset_id)
    except KeyError:
        raise typer.BadParameter(f"there are {', '.join(all_rulesets())}", param_hint="--ruleset") from None
    named = tuple(bots.split(","))
    for name in named:
        if name not in BOTS:
            raise typer.BadParameter(f"no bot {name!r}; there are {', '.join(BOTS)}", param_hint="--bots")
    chosen = _options(options or [], fire, rules)
    scenarios = _scenarios(rules, scenario)
    for each in scenarios:
        _check_setup(rules, each, chosen, len(named))
    jobs = [
        Job(
            ruleset=ruleset_id,
            scenario=each,
            options=chosen,
            bots=named,
            numbers=tuple(range(start, min(start + BATTLES_A_JOB, first + games))),
            seed=seed,
            budget=Budget(nodes=nodes),
            guard=guard,
        )
        for each in scenarios
        for start in range(first, first + games, BATTLES_A_JOB)
    ]
    began = time.monotonic()
    played = list(_run(jobs, workers or os.cpu_count() or 1, swap, games * len(scenarios)))
    fought = sorted((one for job in played for one in job.fought), key=lambda one: (one.scenario, one.number))
    summary = summarise(ruleset_id, fought, sum(job.cpu_s for job in played), time.monotonic() - began)
    _show(summary, Console(stderr=True, width=None if sys.stderr.isatty() else WIDE))
    print(json.dumps(summary, ensure_ascii=False))
    if summary["broken"]:
        raise typer.Exit(1)


def _options(pairs: list[str], fire: bool | None, rules: Ruleset) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for pair in pairs:
        key, separator, value = pair.partition("=")
        if not separator:
            raise typer.BadParameter(f"{pair!r} is not KEY=VALUE", param_hint="--options")
        try:
            chosen[key] = json.loads(value)
        except json.JSONDecodeError:
            chosen[key] = value
    if fire is not None:
        switch = switch_of(rules)
        if switch is None:
            raise typer.BadParameter(f"{rules.id} knows no fire", param_hint="--fire")
        chosen[switch] = fire
    return chosen


def _scenarios(rules: Ruleset, wanted: str) -> list[str]:
    known = [info.id for info in rules.scenarios()]
    if wanted == "all":
        return known
    ids = wanted.split(",")
    for name in ids:
        if name not in known:
            raise typer.BadParameter(f"no scenario {name!r}; there are {', '.join(known)}", param_hint="--scenario")
    return ids


def _check_setup(rules: Ruleset, scenario: str, options: dict[str, Any], seats: int) -> None:
    try:
        setup = rules.setup(scenario, options)
    except Refused as refused:
        raise typer.BadParameter(f"{scenario}: {refused.code} {refused.field or ''}") from None
    if setup.seats != seats:
        raise typer.BadParameter(f"{scenario} has {setup.seats} seats, but {seats} bots are named", param_hint="--bots")


def _run(jobs: list[Job], workers: int, swap: bool, total: int) -> Iterator[Played]:
    columns = (TextColumn("[progress.description]{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    done = 0
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as progress:
        task = progress.add_task("battles", total=total)
        for played in _results(jobs, workers, swap):
            before, done = done, done + len(played.fought)
            progress.advance(task, len(played.fought))
            if not console.is_terminal and done * 10 // total > before * 10 // total:
                console.print(f"{done} of {total} battles")  # a bar shows nothing in a file
            yield played


def _results(jobs: list[Job], workers: int, swap: bool) -> Iterator[Played]:
    """The jobs' results as they come."""
    if workers == 1:
        yield from (play(job, swap) for job in jobs)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(workers, len(jobs)), mp_context=context, initializer=_begin) as pool:
        for done in as_completed([pool.submit(play, job, swap) for job in jobs]):
            yield done.result()


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    end_with_parent()


def play(job: Job, swap: bool) -> Played:
    """Fight the battles of a job. Bots move on by one seat with each battle, so that nobody has the better side."""
    rules = ruleset(job.ruleset)
    setup = rules.setup(job.scenario, job.options)
    burns = switch_of(rules) is not None
    began = time.process_time()
    fought = []
    for number in job.numbers:
        turn = number % len(job.bots) if swap else 0
        seated = job.bots[turn:] + job.bots[:turn]
        seed = f"{job.seed}|{job.scenario}|{number}"
        fire = Fire()
        bots = [BOTS[name] for name in seated]
        battle = fight(rules, setup, bots, seed, job.budget, guard=job.guard, watch=fire.watch)
        lit = fire.lit if burns else None
        fought.append(Fought(scenario=job.scenario, number=number, bots=seated, battle=battle, lit=lit))
    return Played(fought=tuple(fought), cpu_s=time.process_time() - began)


def summarise(ruleset_id: str, fought: list[Fought], cpu_s: float, wall_s: float) -> dict[str, Any]:
    """The figures of a tournament, whole and by scenario; deterministic but for the seconds."""
    scenarios = list(dict.fromkeys(one.scenario for one in fought))
    whole = _figures(fought)
    return {
        "selfplay": ruleset_id,
        **whole,
        "decisions_per_s": round(whole["decisions"] / wall_s) if wall_s else 0,
        "decisions_per_cpu_s": round(whole["decisions"] / cpu_s) if cpu_s else 0,
        "scenarios": {
            scenario: _figures([one for one in fought if one.scenario == scenario]) for scenario in scenarios
        },
        "broken": [
            {"scenario": one.scenario, "number": one.number, "seed": one.battle.seed, "law": law, "what": what}
            for one in fought
            if one.battle.broken is not None
            for law, what in [one.battle.broken]
        ],
    }


def _figures(fought: list[Fought]) -> dict[str, Any]:
    by_bot: Counter[str] = Counter(dict.fromkeys(sorted({bot for one in fought for bot in one.bots}), 0))
    by_seat: Counter[int] = Counter(dict.fromkeys(range(max(len(one.bots) for one in fought)), 0))
    endings: Counter[str] = Counter()
    draws = 0
    for one in fought:
        result = one.battle.result
        if result is None:
            continue
        endings[result.reason] += 1
        draws += not result.winners
        for seat in result.winners:
            by_bot[one.bots[seat]] += 1
            by_seat[seat] += 1
    battles = [one.battle for one in fought]
    lit = [one.lit for one in fought if one.lit is not None]
    burnt = sum(battle.events.get("burned", 0) for battle in battles)
    return {
        "games": len(battles),
        "wins": dict(by_bot),
        "wins_by_seat": [by_seat[seat] for seat in sorted(by_seat)],
        "draws": draws,
        "endings": dict(sorted(endings.items())),
        "turns_mean": round(sum(battle.turns for battle in battles) / len(battles), 1),
        "decisions": sum(battle.moves for battle in battles),
        "decisions_max": max(battle.moves for battle in battles),
        **({"fires_lit": sum(lit), "burn_downs": burnt} if lit else {}),
    }


def _show(summary: dict[str, Any], console: Console) -> None:
    table = Table(title=f"{summary['selfplay']}: {summary['games']} battles, {summary['decisions']} decisions")
    fiery = {"fires_lit": "lit", "burn_downs": "burnt"} if "fires_lit" in summary else {}
    headings = ("scenario", "battles", "wins", "by seat", "draws", "turns", "decisions", *fiery.values(), "endings")
    for heading in headings:
        words = heading in ("scenario", "wins", "endings")
        table.add_column(heading, justify="left" if words else "right", no_wrap=True)
    for scenario, figures in [*summary["scenarios"].items(), ("all", summary)]:
        table.add_row(
            scenario,
            str(figures["games"]),
            ", ".join(f"{bot} {wins}" for bot, wins in figures["wins"].items()),
            " : ".join(str(wins) for wins in figures["wins_by_seat"]),
            str(figures["draws"]),
            str(figures["turns_mean"]),
            str(figures["decisions"]),
            *(str(figures[key]) for key in fiery),
            ", ".join(f"{reason.rpartition('.')[2]} {count}" for reason, count in figures["endings"].items()),
        )
    console.print(table)
    console.print(f"{summary['decisions_per_s']} decisions/s, {summary['decisions_per_cpu_s']} a CPU second")
    for broken in summary["broken"]:
        console.print(f"[red]broken[/red] {broken['law']}: {broken['what']} ({broken['scenario']} #{broken['number']})")
