"""Every ruleset still plays its golden playthroughs word by word; `python -m scripts.playthroughs` writes them anew."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from app.rulesets import all_rulesets
from scripts.playthroughs import text

HERE = Path(__file__).parent
SCENARIOS = [(name, info.id) for name, rules in all_rulesets().items() for info in rules.scenarios()]


@pytest.mark.parametrize(("ruleset", "scenario"), SCENARIOS)
def test_the_battle_goes_as_it_went(ruleset: str, scenario: str) -> None:
    golden = (HERE / f"{ruleset}-{scenario}.txt").read_text(encoding="utf-8")
    now = text(all_rulesets()[ruleset], scenario)
    difference = "\n".join(difflib.unified_diff(golden.splitlines(), now.splitlines(), "golden", "now", lineterm=""))
    assert golden == now, f"the rules play differently:\n{difference[:4000]}"


def test_no_golden_text_is_left_over() -> None:
    assert {path.name for path in HERE.glob("*.txt")} == {f"{name}-{scenario}.txt" for name, scenario in SCENARIOS}
