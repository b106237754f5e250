"""Write the vectors that the Python and the TypeScript side are both tested with: `python -m scripts.vectors`.

tests/vectors/dice.json   rolls and shuffles derived from seeds (app/engine/dice.py, frontend/src/lib/fairness)
tests/vectors/patch.json  views, patches and the views after them (app/engine/patch.py, frontend/src/lib/match/patch.ts)

A test compares the files with what this module makes, so they cannot grow old unnoticed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from app.engine.dice import ALGORITHM, commitment, derive_roll, derive_shuffle, message_of
from app.engine.patch import apply, diff

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "vectors"


def dice_vectors() -> dict[str, Any]:
    """Seeds with rolls of every size that matters: few dice, rejection (sides that do not divide 256), many blocks."""
    seeds = [bytes(32), bytes(range(32)), bytes.fromhex("9f2c41ae" * 8)]
    nonces: list[list[str]] = [[], ["a1"], ["5f00c1d2", "ключ"]]
    rolls = []
    for n, (seed, given) in enumerate(zip(seeds, nonces, strict=True)):
        match = f"0199-match-{n}"
        cases = [
            ("melee", 4, 6),
            ("ignite", 2, 6),
            ("extinguish", 1, 6),
            ("many", 120, 6),
            ("coin", 3, 2),
            ("odd", 40, 97),
            ("byte", 5, 256),
        ]
        for index, (purpose, count, sides) in enumerate(cases):
            message = message_of(match, given, index, purpose)
            faces = derive_roll(seed, message, count, sides)
            rolls.append(
                {"seed": seed.hex(), "match": match, "nonces": given, "index": index, "purpose": purpose}
                | {"sides": sides, "faces": list(faces)}
            )
        for index, count in ((7, 60), (8, 1), (9, 0), (10, 256)):
            message = message_of(match, given, index, "deck")
            order = derive_shuffle(seed, message, count)
            rolls.append(
                {"seed": seed.hex(), "match": match, "nonces": given, "index": index, "purpose": "deck"}
                | {"sides": 0, "faces": list(order)}
            )
    return {
        "algorithm": ALGORITHM,
        "commitments": [{"seed": seed.hex(), "commitment": commitment(seed)} for seed in seeds],
        "rolls": rolls,
    }


def patch_vectors() -> list[dict[str, Any]]:
    """Pairs of views with the patch between them."""
    unit = {"id": "s1", "hex": "d3", "figures": 4, "state": ["webbed"], "ordered": True}
    before: dict[str, Any] = {
        "turn": 7,
        "units": {"s1": unit, "n1": {"id": "n1", "hex": "d5", "figures": 2}},
        "fires": {},
        "trophies": [1, 2],
        "played": "attack_centre",
        "points": [0, 0],
    }
    afters: list[dict[str, Any]] = [
        before,
        before | {"turn": 8, "played": None},
        before | {"units": {"s1": unit | {"hex": "d4", "figures": 3}}, "trophies": [2, 2]},
        before | {"fires": {"d5": {"level": 1, "max": 3, "maxed_by": None}}},
        {key: value for key, value in before.items() if key != "points"} | {"result": {"winners": [0]}},
        before | {"units": {"s1": unit | {"state": []}}, "turn": True},
    ]
    return [
        {"before": before, "patch": diff(before, after), "after": apply(before, diff(before, after))}
        for after in afters
    ]


def text_of(vectors: Any) -> str:
    """The file's text."""
    return json.dumps(vectors, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Write both files."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "dice.json").write_text(text_of(dice_vectors()), encoding="utf-8")
    (FOLDER / "patch.json").write_text(text_of(patch_vectors()), encoding="utf-8")


if __name__ == "__main__":
    main()
