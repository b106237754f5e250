"""The record of an ended match is complete: it re-applies to equal hashes, and every roll can be derived again from
the seed.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest

from app.engine import patch
from app.engine.canonical import state_hash
from app.engine.dice import HmacDice, derive_roll, derive_shuffle, message_of
from app.engine.game import Setup
from app.engine.ids import Seat
from app.engine.viewer import REFEREE
from tests.support.duel import DUEL
from tests.support.service import parsed, server

pytestmark = pytest.mark.database


async def _record(database_url: str) -> dict[str, Any]:
    async with server(database_url, snapshot_interval=3) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob, takebacks="free")).id
        await one.service.say(ann, match, "match", "good luck")
        await one.round(match, ann, bob)
        await one.service.ask_takeback(bob, match, "back")
        await one.act(bob, match, key="again")
        await one.round(match, ann, bob)
        await one.service.resign(ann, match)
        return dict(parsed((await one.service.record(match, await one.audience(None, match))).kept.plain()))


async def test_a_record_re_applies_to_equal_hashes(database_url: str) -> None:
    record = await _record(database_url)
    fairness = record["fairness"]
    seed = bytes.fromhex(fairness["seed"])
    assert hashlib.sha256(seed).hexdigest() == fairness["commitment"]

    def dice(index: int) -> HmacDice:
        return HmacDice(seed, fairness["match"], fairness["nonces"], index)

    setup = msgspec.convert(record["setup"], Setup)
    game, events = DUEL.new_game(setup, dice(0))
    assert state_hash(game) == record["start"]["hash"]
    assert [event.type for event in events] == [event["type"] for event in record["start_events"]]
    games = [game]
    view = record["view"]
    assert view == DUEL.view(game, REFEREE)
    for number, step in enumerate(record["steps"], 1):
        assert step["seq"] == number
        seat = Seat(step["seat"])
        if step["kind"] == "takeback":
            game = games[step["action"]["to"]]
        elif step["kind"] == "concede":
            game, _ = DUEL.concede(games[-1], seat)
        else:
            used = dice(step["rolls"][0])
            game, _ = DUEL.apply(games[-1], seat, DUEL.action(step["action"]), used)
            assert used.index == step["rolls"][1]
        games.append(game)
        assert state_hash(game) == step["hash"]
        view = patch.apply(view, step["patch"])
        assert view == DUEL.view(game, REFEREE)
    assert [step["kind"] for step in record["steps"]].count("takeback") == 1
    assert [line["text"] for line in record["chat"]] == ["good luck"]
    assert record["match"]["result"]["winners"] == [1]
    assert record["format"] == "sandtable/1"


async def test_every_roll_of_a_record_is_derived_again(database_url: str) -> None:
    record = await _record(database_url)
    fairness = record["fairness"]
    rolls = [event["roll"] for event in record["start_events"] if "roll" in event]
    rolls += [event["roll"] for step in record["steps"] for event in step["events"] if "roll" in event]
    assert len(rolls) == 7
    indices = [roll["index"] for roll in rolls]
    assert sorted(indices) == list(range(len(rolls)))
    for roll in rolls:
        message = message_of(fairness["match"], fairness["nonces"], roll["index"], roll["purpose"])
        seed = bytes.fromhex(fairness["seed"])
        if roll["sides"]:
            faces = derive_roll(seed, message, len(roll["faces"]), roll["sides"])
        else:
            faces = derive_shuffle(seed, message, len(roll["faces"]))
        assert list(faces) == roll["faces"]
