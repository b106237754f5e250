"""The arena: whole battles between bots in one process, without clock, network or store.

Deterministic: equal ruleset, set-up, bots, seed and node budget give equal battles. While it plays it watches over the
laws that can be seen from outside (see `Law`), so that each battle of self-play is a test as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum

import msgspec

from app.bots.bot import Bot, Budget
from app.bots.chance import pick, stream
from app.engine.action import Action
from app.engine.canonical import encode, state_hash
from app.engine.decision import Decision
from app.engine.dice import HmacDice
from app.engine.event import Event
from app.engine.game import Game, Setup
from app.engine.refusal import Refused
from app.engine.ruleset import Result, Ruleset, Unsettled

MAX_DECISIONS = 20_000
"""The runaway guard of a whole battle. Real ones end within a few thousand."""

ROUND_TRIP_EVERY = 97
"""Each so many decisions the game is serialised, parsed and compared (law 3)."""


class Law(StrEnum):
    """What may go wrong with a battle; each a bug of the ruleset."""

    RUNAWAY = "runaway"
    """It did not end within the guard, or a frame stack did not settle (law 5)."""
    REFUSED = "refused"
    """An enumerated choice was refused (law 1)."""
    DEFAULT = "default"
    """A decision's default is not among its choices, or there is nothing to choose (law 1)."""
    ENDING = "ending"
    """Decisions are open after the end, or none before it."""
    ROUND_TRIP = "round_trip"
    """Serialise and parse changed the game (law 3)."""
    CRASH = "crash"
    """An exception that is no refusal."""


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one battle.

    moves    decisions taken
    turns    events of type `turn`, by which a ruleset that has player turns tells of each
    events   how often each type of event happened
    broken   the law that broke, with what was seen; None in a sound battle
    """

    seed: str
    result: Result | None
    moves: int
    turns: int
    events: dict[str, int]
    hash: str
    broken: tuple[Law, str] | None = None


Watch = Callable[[Game, Decision, Action, Game, Sequence[Event]], None]
"""Called after each choice with the game before, the decision, the action, the game after and the events."""


def fight(
    ruleset: Ruleset,
    setup: Setup,
    bots: Sequence[Bot],
    seed: str,
    budget: Budget,
    *,
    guard: int = MAX_DECISIONS,
    watch: Watch | None = None,
) -> Battle:
    """Play one battle to its end, `bots[n]` in seat n. A fault of the ruleset is not raised: it stands in `broken`."""
    dice = HmacDice(stream(seed, "dice").randbytes(32), "arena")
    chances = [stream(seed, "seat", seat) for seat in range(len(bots))]
    order = stream(seed, "order")  # who answers first where several seats are asked at once
    counts: Counter[str] = Counter()
    moves = 0
    broken: tuple[Law, str] | None = None
    game: Game | None = None
    try:
        game, events = ruleset.new_game(setup, dice)
        while True:
            counts.update(event.type for event in events)
            decisions = ruleset.decisions(game)
            ended = ruleset.result(game) is not None
            if ended or not decisions:
                if bool(decisions) or not ended:
                    broken = (Law.ENDING, f"{len(decisions)} decisions, ended: {ended}, at tick {game.tick}")
                break
            if moves >= guard:
                broken = (Law.RUNAWAY, f"still going on after {moves} decisions")
                break
            decision = pick(order, decisions)
            if not decision.choices or (not decision.parametric and decision.default not in decision.choices):
                broken = (Law.DEFAULT, f"decision {decision.id}: {decision.default}")
                break
            if moves % ROUND_TRIP_EVERY == 0 and not _survives(ruleset, game):
                broken = (Law.ROUND_TRIP, f"at tick {game.tick}")
                break
            action = bots[decision.seat].choose(ruleset, game, decision, chances[decision.seat], budget)
            after, events = ruleset.apply(game, decision.seat, action, dice)
            if watch is not None:
                watch(game, decision, action, after, events)
            game = after
            moves += 1
    except Refused as refused:
        broken = (Law.REFUSED, f"{action}: {refused}")
    except Unsettled as unsettled:
        broken = (Law.RUNAWAY, str(unsettled))
    except Exception as fault:  # whatever a ruleset may raise: self-play reports it and goes on with the next battle
        broken = (Law.CRASH, f"{type(fault).__name__}: {fault}")
    return Battle(
        seed=seed,
        result=ruleset.result(game) if game is not None else None,
        moves=moves,
        turns=counts["turn"],
        events=dict(sorted(counts.items())),
        hash=state_hash(game) if game is not None else "",
        broken=broken,
    )


def _survives(ruleset: Ruleset, game: Game) -> bool:
    data = encode(game)
    again = ruleset.decode(data)
    return again == game and encode(again) == data
