"""Lore battles over the service: random play, restart in the midst, record. The service knows no rule, so this is all
there is to prove.
"""

from __future__ import annotations

import hashlib
import random
from typing import Any

import msgspec
import pytest

from app.engine import patch
from app.engine.canonical import state_hash
from app.engine.dice import HmacDice
from app.engine.game import Setup
from app.engine.ids import Seat
from app.engine.viewer import REFEREE
from app.matches.types import Caller, MatchId, NewMatch, NewSeat
from app.rulesets import ruleset
from tests.support.service import Server, Sink, parsed, server, until

pytestmark = pytest.mark.database
LORE = {"lore": ruleset("lore")}
VIEWS = (0, 1, -1)


async def _play(one: Server, caller: Caller, match: MatchId, steps: int, chance: random.Random) -> None:
    for _ in range(steps):
        info = await one.service.info(caller, match)
        if info.status != "live":
            return
        seat = info.awaiting[0]
        audience = await one.service.viewer(caller, match, seat)
        _, decision, body = await one.service.legal(match, audience)
        assert decision is not None
        await one.service.commit(caller, match, decision, chance.choice(parsed(body)), f"k{info.seq}", seat)


@pytest.mark.parametrize("number", range(2))
async def test_a_battle_goes_on_after_a_restart_and_its_record_re_applies(database_url: str, number: int) -> None:
    chance = random.Random(number)
    scenario = LORE["lore"].scenarios()[number].id
    seats = (NewSeat(kind="me"), NewSeat(kind="hotseat"))
    async with server(database_url, rulesets=LORE, snapshot_interval=20) as one:
        ann = await one.person("Ann")
        match = (await one.service.create(ann, NewMatch(ruleset="lore", scenario=scenario, seats=seats))).id
        audiences = [await one.audience(ann, match, seat) for seat in VIEWS]
        views = [parsed((await one.service.state(match, audience)).view) for audience in audiences]
        sinks = [Sink() for _ in VIEWS]
        for audience, sink in zip(audiences, sinks, strict=True):
            one.service.subscribe(match, audience, sink)
        await _play(one, ann, match, 70, chance)
        states = [await one.service.state(match, audience) for audience in audiences]
        for sink, view, state in zip(sinks, views, states, strict=True):
            await until(lambda sink=sink, state=state: sink.of("step")[-1]["seq"] == state.seq)
            assert [step["seq"] for step in sink.of("step")] == list(range(1, state.seq + 1))
            assert _followed(view, sink.of("step")) == parsed(state.view)
    async with server(database_url, rulesets=LORE, snapshot_interval=20) as two:
        for audience, state in zip(audiences, states, strict=True):
            again = await two.service.state(match, audience)
            assert (again.seq, again.view, again.decisions, again.events) == (
                state.seq,
                state.view,
                state.decisions,
                state.events,
            )
        await _play(two, ann, match, 70, chance)
        if (await two.service.info(ann, match)).status == "live":
            await two.service.resign(ann, match, 0)
        _re_applies(parsed((await two.service.record(match, audiences[2])).kept.plain()))


def _followed(view: dict[str, Any], steps: list[dict[str, Any]]) -> dict[str, Any]:
    for step in steps:
        view = patch.apply(view, step.get("patch", []))
    return view


def _re_applies(record: dict[str, Any]) -> None:
    rules, fairness = LORE["lore"], record["fairness"]
    seed = bytes.fromhex(fairness["seed"])
    assert hashlib.sha256(seed).hexdigest() == fairness["commitment"]
    dice = HmacDice(seed, fairness["match"], fairness["nonces"])
    game, _ = rules.new_game(msgspec.convert(record["setup"], Setup), dice)
    view = record["view"]
    for step in record["steps"]:
        if step["kind"] == "concede":
            game, _ = rules.concede(game, Seat(step["seat"]))
        else:
            assert dice.index == step["rolls"][0]
            game, _ = rules.apply(game, Seat(step["seat"]), rules.action(step["action"]), dice)
        assert dice.index == step["rolls"][1]
        assert state_hash(game) == step["hash"]
        view = patch.apply(view, step["patch"])
    assert view == parsed(msgspec.json.encode(rules.view(game, REFEREE)))
