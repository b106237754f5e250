"""Lore Hex Battles with Fire: a two-player hex battle with order cards.

Rules: `rules.en.md`; shapes: docs/lore-shapes.md.

How it hangs together: `data/` and `content.py` are what the game is made of, `state.py` what a battle is, `play.py` the
form in which rules work on it. `steps.py` is the table of frames; each phase and procedure has a module of its own.
"""

from app.rulesets.lore.ruleset import Lore

RULESET = Lore()
