"""Players that choose an action: they know the engine and nothing of any single game; the ruleset is passed in.

`BOTS` names them all. A bot is given the real Game, and may use of it what its seat may know: it looks ahead only in
games imagined by `Ruleset.imagine`, with dice of its own, so that it can foresee neither dice nor cards.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.bots.bot import Bot
from app.bots.captain import Captain
from app.bots.drifter import Drifter

BOTS: Mapping[str, Bot] = {"captain": Captain(), "random": Drifter()}
"""Every bot by the name under which seats, settings and the command line know it."""
