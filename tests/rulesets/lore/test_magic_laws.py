"""The kernel's laws with every kind of magic, which no scenario has on by itself: random battles with creatures and
spells."""

from __future__ import annotations

from typing import Any

import pytest

from app.rulesets.lore import RULESET
from tests.contract import laws

LANDMARKS = {"S": {"commander": 2, "wizard": 3, "rogue": 1}, "N": {"commander": 1, "cleric": 2, "warrior": 3}}
MAGIC: list[dict[str, Any]] = [
    {"magic": "off"},
    {"magic": "mana"},
    {"magic": "full"},
    {"magic": "full", "magic.level": 13, "magic.councils": LANDMARKS},
]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("options", MAGIC, ids=["off", "mana", "full", "landmarks"])
@pytest.mark.parametrize("scenario", ["S1", "S3", "S5"])
def test_random_battles_keep_the_laws_with_magic(scenario: str, options: dict[str, Any]) -> None:
    setup = RULESET.setup(scenario, options)
    seen = laws.Seen()
    laws.Walk(RULESET, setup, 7, seen).play(250)
    laws.texts_complete(RULESET, seen)
    laws.rules_linked(RULESET, seen.rules)
    assert seen.variants > 10


@pytest.mark.parametrize("scenario", ["S1", "S3", "S5"])
def test_battles_of_defaults_end_with_full_magic(scenario: str) -> None:
    laws.defaults_end(RULESET, RULESET.setup(scenario, MAGIC[3]), 1)
