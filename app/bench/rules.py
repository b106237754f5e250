"""Bench `rules`: random legal self-play in process, with all choices enumerated and the taken one checked each time."""

from __future__ import annotations

import time
from typing import Any

from app.bots import BOTS
from app.bots.arena import fight
from app.bots.bot import Budget
from app.engine.ruleset import Ruleset


def measure(rules: Ruleset, seconds: float, scenarios: list[str] | None = None) -> dict[str, Any]:
    """Play random battles, each scenario in turn, for so many processor seconds; the bench's figures.

    Raises:
        RuntimeError: a battle broke a law.
    """
    names = scenarios or [info.id for info in rules.scenarios()]
    setups = [rules.setup(name, {}) for name in names]
    drifter = BOTS["random"]
    fight(rules, setups[0], [drifter] * setups[0].seats, "warm-up", Budget())
    decisions = battles = 0
    began = time.process_time()
    spent = 0.0
    by_scenario = {name: [0, 0.0] for name in names}
    while spent < seconds or battles < len(setups):
        name, setup = names[battles % len(names)], setups[battles % len(names)]
        battle = fight(rules, setup, [drifter] * setup.seats, f"bench|{battles}", Budget())
        if battle.broken is not None:
            raise RuntimeError(f"{name} #{battles}: {battle.broken[0]}: {battle.broken[1]}")
        now = time.process_time() - began
        by_scenario[name][0] += battle.moves
        by_scenario[name][1] += now - spent
        decisions += battle.moves
        battles += 1
        spent = now
    return {
        "bench": "rules",
        "ruleset": rules.id,
        "decisions_per_cpu_s": round(decisions / spent),
        "battles": battles,
        "decisions": decisions,
        "by_scenario": {name: round(moves / cpu) for name, (moves, cpu) in by_scenario.items() if cpu},
    }
