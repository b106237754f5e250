"""Bench `rules` counts decisions of whole random battles, and does not hide a broken law."""

from __future__ import annotations

import pytest

from app.bench.rules import measure
from app.engine.ruleset import ScenarioInfo
from tests.bots.pig import Pig


class _Staged(Pig):
    def scenarios(self) -> list[ScenarioInfo]:
        return [ScenarioInfo(id=name, names={}, intro={}, seats=2, options={}, preview={}) for name in ("a", "b")]


def test_it_counts_decisions_of_every_scenario() -> None:
    figures = measure(_Staged(), 0.05)
    assert figures["bench"] == "rules"
    assert figures["ruleset"] == "pig"
    assert figures["decisions_per_cpu_s"] > 1000
    assert set(figures["by_scenario"]) == {"a", "b"}
    assert figures["decisions"] > figures["battles"] * 10


def test_a_broken_law_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="refused"):
        measure(_Staged("refuses"), 0.05)
