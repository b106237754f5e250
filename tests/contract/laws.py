"""The laws of `app.engine.ruleset`, as checks on random games. They know no game; whatever breaks one raises Broken.

`Walk(…).play()` walks one random battle (`walk.py`, and `secrecy.py` for law 4); the other functions look at a ruleset
as a whole (`whole.py`). What was met on the way stands in `Seen` (`holding.py`). Tests import this module alone.
"""

from tests.contract.holding import LONGEST, Broken, CountedDice, Seen
from tests.contract.walk import DEEDS, Walk
from tests.contract.whole import (
    conceding_ends,
    defaults_end,
    mixed_setup,
    params_of,
    phases_complete,
    rules_linked,
    static_complete,
    texts_complete,
)

__all__ = [
    "DEEDS",
    "LONGEST",
    "Broken",
    "CountedDice",
    "Seen",
    "Walk",
    "conceding_ends",
    "defaults_end",
    "mixed_setup",
    "params_of",
    "phases_complete",
    "rules_linked",
    "static_complete",
    "texts_complete",
]
