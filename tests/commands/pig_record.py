"""Records of Pig battles as the server would write them, for the tests of verify and replay."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from app.bots.chance import pick, stream
from app.engine import patch
from app.engine.canonical import state_hash
from app.engine.dice import ALGORITHM, HmacDice, commitment
from app.engine.event import Event
from app.engine.ids import Seat
from app.engine.viewer import REFEREE
from tests.bots.pig import Pig

SEED = b"pig-seed-32-bytes-long-exactly!!"
NONCES = ("a", "b")


def pig_record(takeback_at: int | None = None) -> dict[str, Any]:
    """A whole battle of random choices; with `takeback_at`, that step takes the one before it back."""
    pig = Pig()
    dice = HmacDice(SEED, "m1", NONCES)
    setup = pig.setup("plain", {})
    game, start = pig.new_game(setup, dice)
    view = pig.view(game, REFEREE)
    record = {
        "format": "sandtable/1",
        "match": {"id": "m1"},
        "setup": msgspec.to_builtins(setup),
        "fairness": {
            "algorithm": ALGORITHM,
            "match": "m1",
            "commitment": commitment(SEED),
            "nonces": list(NONCES),
            "seed": SEED.hex(),
            "rolls": 0,
        },
        "view": view,
        "start_events": _told(start),
        "steps": [],
        "chat": [],
    }
    history = [game]
    chance = stream("record")
    while pig.result(game) is None:
        seq = len(history)
        before, rolled = view, dice.index
        if seq == takeback_at:
            action: dict[str, Any] = {"verb": "takeback", "to": seq - 2}
            seat, game, events = 0, history[seq - 2], []
        else:
            decision = pig.decisions(game)[0]
            choice = pick(chance, decision.choices)
            seat, action = decision.seat, msgspec.to_builtins(choice)
            game, events = pig.apply(game, Seat(seat), choice, dice)
        view = pig.view(game, REFEREE)
        history.append(game)
        record["steps"].append(
            {
                "seq": seq,
                "seat": seat,
                "action": action,
                "events": _told(events),
                "patch": patch.diff(before, view),
                "rolls": [rolled, dice.index],
                "hash": state_hash(game),
                "at": "2026-11-30T19:00:00Z",
            }
        )
    return json.loads(json.dumps(record))


def _told(events: list[Event]) -> Any:
    return [msgspec.to_builtins(seen) for event in events if (seen := event.seen_by(REFEREE))]
