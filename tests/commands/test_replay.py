"""`sandtable replay` tells a battle as text, whole, one step, or one turn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from app.commands import records
from app.commands.replay import replay
from tests.bots.pig import Pig
from tests.commands.pig_record import pig_record


@pytest.fixture(autouse=True)
def _pig_is_a_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "all_rulesets", lambda: {"pig": Pig()})


def _replay(tmp_path: Path, *arguments: str) -> tuple[int, str]:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(pig_record()))
    app = typer.Typer()
    app.command()(replay)
    outcome = CliRunner().invoke(app, [str(path), *arguments])
    return outcome.exit_code, outcome.output


def test_the_whole_battle_is_told_step_by_step(tmp_path: Path) -> None:
    steps = pig_record()["steps"]
    code, text = _replay(tmp_path)
    assert code == 0
    assert text.count("\n#") == len(steps)
    assert f"#{len(steps)} seat {steps[-1]['seat']}: hold" in text
    assert "0 : 0 (+0)" in text, "the board at the start"


def test_one_step_is_told_with_its_dice_and_the_board_after_it(tmp_path: Path) -> None:
    step = pig_record()["steps"][0]
    face = step["events"][0]["roll"]["faces"][0]
    code, text = _replay(tmp_path, "--at", "1")
    assert code == 0
    assert text.splitlines()[0] == "#1 seat 0: throw"
    assert f"[roll 1 throw: {face}]" in text
    assert "0 : 0 (+" in text


def test_a_step_or_turn_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    assert _replay(tmp_path, "--at", "9999")[0] == 2
    assert _replay(tmp_path, "--turn", "9999") == (2, "there is no turn 9999\n")


def test_a_missing_file_is_said_so() -> None:
    app = typer.Typer()
    app.command()(replay)
    outcome = CliRunner().invoke(app, ["missing.json"])
    assert outcome.exit_code == 2
    assert "there is no file missing.json" in outcome.output
