"""A stranger who looks for a rule by its id finds it in the code that keeps it and in a test that proves it.

The ids are those of the rulebook. Written out, not as the middle of a range, so that a plain search finds them.
"""

from __future__ import annotations

import re
from pathlib import Path

from app.rulesets.lore import RULESET

HERE = Path(__file__).parent
CODE = Path(RULESET.__class__.__module__.replace(".", "/")).parent
RULE = re.compile(r"\{#((?:BB|LM|[BCDFGHKLMRTUVWZ])-\d+)\}")

WORDS_ONLY = {"F-74"}
"""Of the double board, which this game does not have; nothing to prove."""


def texts(folder: Path) -> str:
    """All Python below a folder, but not this file."""
    return "\n".join(path.read_text() for path in sorted(folder.rglob("*.py")) if path.name != Path(__file__).name)


def unnamed(text: str, ids: list[str], joined: bool) -> list[str]:
    """Ids that the text does not name; joined: `F12` as in the names of tests counts too."""
    missing = []
    for rule in ids:
        spelt = [re.escape(rule)] + ([rf"(?<![A-Z]){rule.replace('-', '')}"] if joined else [])
        if not re.search(
            rf"(?<![\w-])(?:{'|'.join(spelt)})(?!\d)" if not joined else rf"(?:{'|'.join(spelt)})(?!\d)", text
        ):
            missing.append(rule)
    return missing


def test_every_rule_is_named_where_it_is_kept_and_where_it_is_proved() -> None:
    ids = RULE.findall(RULESET.rulebook("en"))
    assert len(ids) > 130
    assert unnamed(texts(HERE.parents[2] / CODE), ids, joined=False) == []
    assert unnamed(texts(HERE), [rule for rule in ids if rule not in WORDS_ONLY], joined=True) == []


def test_every_answer_of_14_10_is_proved_by_name() -> None:
    """A01 … A54."""
    text = texts(HERE)
    assert [n for n in range(1, 55) if not re.search(rf"_A{n:02d}_", text)] == []
