"""Writes the golden playthroughs in tests/playthroughs: the beginning of one battle on each scenario, as readable text.

A change of rules shows as a change of text that a person can review. Choices are made by the manners of play-outs
(fight, order, move, end) from a fixed seed and never by an evaluation, so that a better bot changes nothing here.

    python -m scripts.playthroughs          writes
    python -m scripts.playthroughs --check  compares, and says which differ
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from app.bots.chance import pick, stream
from app.bots.manners import manners_of
from app.commands.replay import spelt, told_event
from app.engine.action import to_json, verb_of
from app.engine.decision import Decision
from app.engine.dice import HmacDice
from app.engine.ruleset import Ruleset
from app.engine.verify import told
from app.rulesets import all_rulesets

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"

DECISIONS = 120
"""Decisions of each playthrough: a few turns of both sides."""

LISTED = 8
"""Up to so many choices are listed; more are counted by verb."""


def playthroughs() -> Iterator[tuple[str, str]]:
    """File name and text of every playthrough: each scenario of each ruleset."""
    for name, rules in all_rulesets().items():
        for info in rules.scenarios():
            yield f"{name}-{info.id}.txt", text(rules, info.id)


def text(rules: Ruleset, scenario: str, decisions: int = DECISIONS) -> str:
    """One playthrough."""
    return "\n".join(_lines(rules, scenario, decisions)) + "\n"


def _lines(rules: Ruleset, scenario: str, decisions: int) -> Iterator[str]:
    seed = f"playthrough|{rules.id}|{scenario}"
    dice = HmacDice(stream(seed, "dice").randbytes(32), scenario)
    chance = stream(seed, "choices")
    manners = manners_of(rules)
    game, events = rules.new_game(rules.setup(scenario, {}), dice)
    yield f"# {rules.id} {rules.version}, {scenario}: made by scripts/playthroughs.py, not by hand"
    yield ""
    for number in range(decisions + 1):
        happened = told(events)
        yield from (f"    {told_event(event)}" for event in happened)
        if number == 0 or any(event.type == "turn" for event in happened):
            yield from ("", rules.battle_map(game).rstrip(), "")
        open_ = rules.decisions(game)
        if not open_ or number == decisions:
            break
        decision = open_[0]
        choice = pick(chance, manners.options(decision, chance))
        asked = " > ".join(decision.path) or decision.prompt.key
        yield f"[{number + 1}] seat {decision.seat}, {asked}: {_choices(decision)}"
        yield f"  > {spelt(to_json(choice))}"
        game, events = rules.apply(game, decision.seat, choice, dice)
    result = rules.result(game)
    if result is not None:
        winners = ", ".join(f"seat {seat}" for seat in result.winners) or "nobody"
        yield f"\nwon by {winners}: {result.reason} {result.scores}"


def _choices(decision: Decision) -> str:
    if len(decision.choices) <= LISTED:
        return " | ".join(spelt(to_json(action)) for action in decision.choices)
    verbs = Counter(verb_of(action) for action in decision.choices)
    return f"{len(decision.choices)} choices: {', '.join(f'{verb} {count}' for verb, count in verbs.items())}"


def main() -> int:
    """Write or check; 1 if a check finds a difference."""
    check = "--check" in sys.argv[1:]
    made = dict(playthroughs())
    stale = [
        name
        for name, content in made.items()
        if not (FOLDER / name).exists() or (FOLDER / name).read_text(encoding="utf-8") != content
    ]
    left = [path.name for path in FOLDER.glob("*.txt") if path.name not in made]
    if check:
        for name in stale + left:
            print(f"differs: {name}")
        return bool(stale or left)
    FOLDER.mkdir(exist_ok=True)
    for name in stale:
        (FOLDER / name).write_text(made[name], encoding="utf-8")
        print(f"wrote {name}")
    for name in left:
        (FOLDER / name).unlink()
        print(f"removed {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
