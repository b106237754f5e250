"""`sandtable selfplay` is deterministic, counts rightly, ends with one JSON line, and fails loudly."""

from __future__ import annotations

import json
from typing import Any

import pytest
import typer
from click.testing import Result
from typer.testing import CliRunner

from app.commands import selfplay as command
from app.engine.ruleset import ScenarioInfo
from app.rulesets import all_rulesets
from tests.bots.pig import Pig


class _Staged(Pig):
    def scenarios(self) -> list[ScenarioInfo]:
        return [ScenarioInfo(id="plain", names={}, intro={}, seats=2, options={}, preview={})]


@pytest.fixture(autouse=True)
def _pig_is_a_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    games = {**all_rulesets(), "pig": _Staged(), "hog": _Staged("refuses")}
    monkeypatch.setattr(command, "ruleset", games.__getitem__)


def _run(*arguments: str) -> Result:
    app = typer.Typer()
    app.command()(command.selfplay)
    return CliRunner().invoke(app, ["--ruleset", "pig", "--workers", "1", *arguments])


def _figures(outcome: Result) -> dict[str, Any]:
    figures = json.loads(outcome.stdout.splitlines()[-1])
    return {key: value for key, value in figures.items() if key not in ("decisions_per_s", "decisions_per_cpu_s")}


def test_equal_seeds_give_equal_tournaments() -> None:
    first, again, other = (_run("--games", "6", "--nodes", "20", "--seed", seed) for seed in ("5", "5", "6"))
    assert first.exit_code == 0
    assert _figures(first) == _figures(again)
    assert _figures(first) != _figures(other)


def test_the_summary_counts_every_battle() -> None:
    figures = _figures(_run("--games", "9", "--bots", "random,random"))
    assert figures["games"] == 9
    assert sum(figures["wins_by_seat"]) == figures["wins"]["random"] == figures["endings"]["goal"] == 9
    assert figures["broken"] == []


def test_fires_are_counted_in_a_game_that_has_them_and_nowhere_else() -> None:
    assert "fires_lit" not in _figures(_run("--games", "1", "--bots", "random,random"))
    lore = ("--ruleset", "lore", "--scenario", "S1", "--games", "4", "--bots", "random,random")
    assert _figures(_run(*lore, "--fire"))["fires_lit"] > 0
    assert _figures(_run(*lore, "--no-fire"))["fires_lit"] == 0


def test_one_battle_of_a_tournament_can_be_played_again() -> None:
    whole = _figures(_run("--games", "3", "--bots", "random,random"))
    parts = [_figures(_run("--games", "1", "--first", str(number), "--bots", "random,random")) for number in range(3)]
    assert whole["decisions"] == sum(part["decisions"] for part in parts)


def test_a_broken_law_fails_the_command_and_names_the_battle() -> None:
    outcome = _run("--ruleset", "hog", "--games", "2")
    assert outcome.exit_code == 1
    broken = _figures(outcome)["broken"]
    assert [one["number"] for one in broken] == [0, 1]
    assert broken[0]["law"] == "refused"
    assert broken[0]["seed"] == "1|plain|0"


def test_the_guard_fails_the_command() -> None:
    outcome = _run("--games", "1", "--guard", "3")
    assert outcome.exit_code == 1
    assert _figures(outcome)["broken"][0]["law"] == "runaway"


@pytest.mark.parametrize(
    "arguments",
    [("--bots", "captain,nobody"), ("--scenario", "none"), ("--options", "fire"), ("--bots", "random"), ("--fire",)],
)
def test_a_wrong_argument_is_refused_with_a_sentence(arguments: tuple[str, ...]) -> None:
    outcome = _run(*arguments)
    assert outcome.exit_code == 2
    assert "Error" in outcome.output
