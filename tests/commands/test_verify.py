"""`sandtable verify` accepts a true record and names the step or roll of a false one."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from app.commands import records
from app.commands.verify import verify
from app.engine.dice import commitment
from tests.bots.pig import Pig
from tests.commands.pig_record import pig_record

Change = Callable[[dict[str, Any]], None]


@pytest.fixture(autouse=True)
def _pig_is_a_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "all_rulesets", lambda: {"pig": Pig()})


def _verify(tmp_path: Path, record: Any) -> tuple[int, str]:
    path = tmp_path / "record.json"
    path.write_text(record if isinstance(record, str) else json.dumps(record))
    app = typer.Typer()
    app.command()(verify)
    outcome = CliRunner().invoke(app, [str(path)])
    assert outcome.exception is None or isinstance(outcome.exception, SystemExit), outcome.exception
    return outcome.exit_code, outcome.output


def _first_throw(record: dict[str, Any]) -> dict[str, Any]:
    return next(step for step in record["steps"] if step["action"]["verb"] == "throw")


@pytest.mark.parametrize("takeback_at", [None, 6])
def test_a_true_record_passes(tmp_path: Path, takeback_at: int | None) -> None:
    code, text = _verify(tmp_path, pig_record(takeback_at))
    assert code == 0, text
    assert text.startswith("TRUE")


def _face(record: dict[str, Any]) -> None:
    roll = _first_throw(record)["events"][0]["roll"]
    roll["faces"][0] = roll["faces"][0] % 6 + 1


def _seed(record: dict[str, Any]) -> None:
    record["fairness"]["seed"] = (b"x" * 32).hex()


def _another_seed_with_its_commitment(record: dict[str, Any]) -> None:
    record["fairness"] |= {"seed": (b"x" * 32).hex(), "commitment": commitment(b"x" * 32)}


def _hash(record: dict[str, Any]) -> None:
    record["steps"][4]["hash"] = "0" * 64


def _event(record: dict[str, Any]) -> None:
    record["steps"][4]["events"][0]["data"]["seat"] = 7


def _left_out(record: dict[str, Any]) -> None:
    del record["steps"][3]


def _roll_again(record: dict[str, Any]) -> None:
    throws = [step for step in record["steps"] if step["action"]["verb"] == "throw"]
    throws[1]["rolls"] = throws[0]["rolls"]


def _patch(record: dict[str, Any]) -> None:
    record["steps"][2]["patch"] = [[["gathered"], 49]]


def _illegal(record: dict[str, Any]) -> None:
    record["steps"][0]["action"] = {"verb": "hold"}


def _other_seat(record: dict[str, Any]) -> None:
    record["steps"][0]["seat"] = 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_face, "DIFFERS step 1: roll 1 (throw) was told as"),
        (_seed, "DIFFERS record: the seed is not the one that was committed to"),
        (_another_seed_with_its_commitment, "DIFFERS start: the view differs"),
        (_hash, "DIFFERS step 5: the state's hash is"),
        (_event, "DIFFERS step 5: event 1 is"),
        (_left_out, "DIFFERS step 5: step 4 is missing"),
        (_roll_again, "again: the next free one was 2"),
        (_patch, "DIFFERS step 3: the view differs"),
        (_illegal, "DIFFERS step 1: {'verb': 'hold'} of seat 0 is not possible"),
        (_other_seat, "DIFFERS step 1: {'verb': 'throw'} of seat 1 is not possible"),
    ],
)
def test_a_false_record_is_found_out_at_its_place(tmp_path: Path, change: Change, said: str) -> None:
    record = copy.deepcopy(pig_record())
    change(record)
    code, text = _verify(tmp_path, record)
    assert code == 1
    assert said in text


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("{", "not a record"),
        ("[]", "not a record"),
        ("[" * 5000, "not a record"),
        (pig_record() | {"format": "other/9"}, "format 'other/9'"),
        (pig_record() | {"setup": pig_record()["setup"] | {"ruleset": "chess"}}, "no ruleset 'chess'"),
    ],
)
def test_what_is_no_record_is_said_to_be_none(tmp_path: Path, record: Any, said: str) -> None:
    code, text = _verify(tmp_path, record)
    assert code == 2
    assert said in text


def test_a_seed_that_is_not_revealed_is_said_so(tmp_path: Path) -> None:
    record = pig_record()
    record["fairness"]["seed"] = None
    code, text = _verify(tmp_path, record)
    assert code == 1
    assert "not revealed" in text
