"""What runs in a bot's process: set up once, then one decision a call.

Imported by the child alone. It must not touch the network or the database; all it knows comes with the call. A worker
outlives nobody: when the server is gone, even by SIGKILL, it goes too.
"""

from __future__ import annotations

import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Callable
from random import Random

import msgspec

from app.bots import BOTS
from app.bots.bot import Budget
from app.engine.decision import Decision
from app.engine.game import Game
from app.engine.ids import Seat
from app.engine.ruleset import Ruleset

FindRuleset = Callable[[str], Ruleset]
"""From a ruleset's id to the ruleset. A module's function, as it must reach another process by name."""

_find: FindRuleset | None = None


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """One decision to think about, small enough to be sent between processes.

    game  the real Game as canonical bytes; the bot looks ahead in imagined ones only
    """

    ruleset: str
    game: bytes
    seat: Seat
    bot: str
    budget: Budget


def begin(find: FindRuleset) -> None:
    """Make this process a worker: lower its priority, leave Ctrl-C to the server, and end when the server ends."""
    global _find
    _find = find
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    end_with_parent()


def end_with_parent() -> None:
    """From now on this process ends at once when the one that started it does."""
    threading.Thread(target=_watch_parent, name="end-with-parent", daemon=True).start()


def _watch_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def ready(ruleset: str | None = None) -> int:
    """The worker's process id; with a ruleset, after having loaded it, lest the first decision wait for that."""
    if ruleset is not None and _find is not None:
        _find(ruleset).scenarios()
    return os.getpid()


def think(question: Question) -> bytes:
    """The chosen action as JSON. Raises whatever bot or ruleset raise: the runner answers for it."""
    if _find is None:
        raise RuntimeError("worker has not begun")
    ruleset = _find(question.ruleset)
    game = ruleset.decode(question.game)
    decision = asked(ruleset, game, question.seat)
    chance = Random(secrets.randbits(256))
    action = BOTS[question.bot].choose(ruleset, game, decision, chance, question.budget)
    return msgspec.json.encode(action)


def asked(ruleset: Ruleset, game: Game, seat: Seat) -> Decision:
    """The decision that the seat holds; LookupError if it holds none."""
    for decision in ruleset.decisions(game):
        if decision.seat == seat:
            return decision
    raise LookupError(f"seat {seat} has nothing to decide")
