"""Writes frontend/src/fixtures/lore-verbs.json: the verb table of lore, and real decisions that offer every verb.

The client proves with it that whatever the server may offer can be clicked (frontend/src/lib/battle/verbs.test.ts).
Battles are played by chance from fixed seeds, with options that bring up the rare verbs; a decision is kept if it has
something new. tests/scripts/test_verbs.py tells when the file is out of date.

    python -m scripts.verbs
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from app.bots.chance import stream
from app.engine.action import Action, to_json, verb_of
from app.engine.decision import Decision
from app.engine.dice import HmacDice
from app.engine.viewer import seat_viewer
from app.rulesets.lore import RULESET

TARGET = Path(__file__).resolve().parents[1] / "frontend" / "src" / "fixtures" / "lore-verbs.json"

COUNCILS = {
    "S": {"commander": 1, "wizard": 3, "cleric": 1, "warrior": 1, "rogue": 0},
    "N": {"commander": 3, "wizard": 1, "cleric": 0, "warrior": 1, "rogue": 1},
}
BATTLES: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("S3", {"magic": "full", "magic.councils": COUNCILS, "fire.enabled": True, "fire.windy": True}),
    ("S5", {"magic": "full", "fire.enabled": True}),
    ("S5", {"fire.enabled": True}),
    ("S2", {"fire.enabled": True, "fire.windy": True}),
    ("S1", {}),
)
SEEDS = 18
DECISIONS = 700
LISTED = 60
"""At most so many choices of one decision are kept; the ones that are new come first."""


def shape(decision: Decision, action: Action) -> str:
    """What tells one way of clicking from another: the question, the verb, the fields."""
    return f"{decision.prompt.key} {verb_of(action)} {' '.join(sorted(to_json(action)))}"


def examples() -> list[dict[str, Any]]:
    """Decisions that together offer every shape met."""
    seen: set[str] = set()
    return [
        one for scenario, options in BATTLES for seed in range(SEEDS) for one in _walk(scenario, options, seed, seen)
    ]


def _walk(scenario: str, options: Mapping[str, object], seed: int, seen: set[str]) -> Iterator[dict[str, Any]]:
    name = f"verbs|{scenario}|{seed}|{sorted(options)}"
    dice = HmacDice(stream(name, "dice").randbytes(32), name)
    chance = stream(name, "choices")
    game, _ = RULESET.new_game(RULESET.setup(scenario, options), dice)
    taken: set[str] = set()
    for _ in range(DECISIONS):
        open_ = RULESET.decisions(game)
        if not open_:
            return
        decision = open_[0]
        fresh = {shape(decision, action): action for action in reversed(decision.choices)}
        if not fresh.keys() <= seen:
            new = [action for key, action in fresh.items() if key not in seen]
            seen.update(fresh)
            units = RULESET.view(game, seat_viewer(decision.seat))["units"]
            listed = [*new, *(action for action in decision.choices if action not in new)][:LISTED]
            yield {
                "prompt": {"key": decision.prompt.key, "params": dict(decision.prompt.params)},
                "choices": [to_json(action) for action in listed],
                "new": len(new),
                "hexes": {unit["id"]: unit["hex"] for unit in units.values()},
            }
        action = _choose(decision, chance, taken)
        game, _ = RULESET.apply(game, decision.seat, action, dice)


def _choose(decision: Decision, chance: Random, taken: set[str]) -> Action:
    """By verb first, what this battle has not done yet before all, and the end of a phase seldom."""
    untried = [action for action in decision.choices if shape(decision, action) not in taken]
    deeds = [action for action in decision.choices if not verb_of(action).startswith(("end_", "unorder", "decline"))]
    pool = untried or (deeds if deeds and chance.random() < 0.9 else list(decision.choices))
    verb = chance.choice(sorted({verb_of(action) for action in pool}))
    action = chance.choice([action for action in pool if verb_of(action) == verb])
    taken.add(shape(decision, action))
    return action


def text() -> str:
    """The file as it is stored."""
    found = {"verbs": RULESET.content()["verbs"], "decisions": examples()}
    return json.dumps(found, separators=(",", ":"), sort_keys=True).replace('{"choices"', '\n{"choices"') + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
