"""Takebacks in tiers; roll indices are spent once and for all; no harassment; draws."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import text

from app.matches.errors import ServiceError
from app.matches.types import MatchId
from app.store.accounts import AccountStore
from app.store.proposals import Proposal
from tests.support.service import Server, Sink, parsed, server, until

pytestmark = pytest.mark.database


async def _rolls(one: Server) -> list[tuple[int, int]]:
    async with one.store.begin() as connection:
        rows = (await connection.execute(text("select roll_from, roll_to from steps order by seq"))).all()
    return [(row.roll_from, row.roll_to) for row in rows]


async def _strikes(one: Server) -> list[dict[str, Any]]:
    """All visible rolls of the match, in order of steps."""
    async with one.store.begin() as connection:
        rows = (await connection.execute(text("select events from steps order by seq"))).scalars().all()
    return [event["roll"] for row in rows for event in parsed(row) if event["type"] == "strike"]


async def test_what_rolled_nothing_and_showed_nothing_is_taken_back_freely(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        before = await one.service.state(match, await one.audience(ann, match))
        sink = Sink()
        one.service.subscribe(match, await one.audience(bob, match), sink)
        await one.act(ann, match, {"verb": "stance", "attack": True})
        assert await one.service.ask_takeback(ann, match, "t1") == 2
        after = await one.service.state(match, await one.audience(ann, match))
        assert (after.seq, after.view) == (2, before.view)
        await until(lambda: sink.of("rewind"))
        rewind = sink.of("rewind")[0]
        assert (rewind["seq"], rewind["action"]) == (2, {"verb": "takeback", "to": 0})
        assert rewind["view"]["attack"] is False
        assert await one.service.ask_takeback(ann, match, "t1") == 2  # the same key, the same answer


async def test_a_decision_that_is_asked_again_has_a_new_id(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        await one.act(ann, match, {"verb": "stance", "attack": True})
        await one.service.ask_takeback(ann, match, "t1")
        asked = await one.asked(ann, match)
        assert asked is not None
        assert asked["id"] == "s1~1"
        with pytest.raises(ServiceError) as refused:
            await one.service.commit(ann, match, "s1", {"verb": "stance", "attack": True}, "again")
        assert refused.value.code == "stale"
        await one.act(ann, match, {"verb": "stance", "attack": False})
        steps, _ = await one.service.steps(match, await one.audience(bob, match), 0, 10)
        assert [parsed(step)["seq"] for step in steps] == [1, 2, 3]


async def test_dice_need_consent_and_are_never_rolled_again_with_the_same_index(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        await one.act(ann, match, {"verb": "stance", "attack": True})
        await one.act(ann, match)
        await one.act(bob, match)  # dice fall
        sink = Sink()
        one.service.subscribe(match, await one.audience(ann, match), sink)
        assert await one.service.ask_takeback(bob, match, "t1") is None
        await until(lambda: sink.of("proposal"))
        proposal = sink.of("proposal")[0]
        assert (proposal["kind"], proposal["from"], proposal["to_seq"], proposal["steps"]) == ("takeback", 1, 2, 1)
        assert proposal["preview"]["turn"] == 1
        assert "cards" not in proposal["preview"]["hands"]["1"]
        state = await one.service.state(match, await one.audience(ann, match))
        assert state.proposal is not None
        assert await one.service.answer(ann, match, "takeback", True) == 4
        returned = parsed((await one.service.state(match, await one.audience(bob, match))).view)
        assert (returned["turn"], returned["scores"], returned["hands"]["0"]) == (1, [0, 0], {"count": 5})
        await one.act(bob, match)
        first, second = (await _strikes(one))[:2], (await _strikes(one))[2:]
        spent = {roll["index"] for roll in first}
        assert spent.isdisjoint({roll["index"] for roll in second})
        ranges = await _rolls(one)
        assert all(low == before for (_, before), (low, _) in pairwise(ranges))
    async with server(database_url) as two:  # a restart does not give them back either
        await two.act(bob, match, {"verb": "stance", "attack": True})
        await two.act(ann, match)
        await two.act(bob, match)
        indices = [roll["index"] for roll in await _strikes(two)]
        assert len(indices) == len(set(indices)) == 6


async def test_one_request_waits_and_the_pause_grows_after_each_refusal(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = await _after_dice(one, ann, bob)
        await one.service.ask_takeback(bob, match, "t1")
        with pytest.raises(ServiceError) as refused:
            await one.service.ask_takeback(ann, match, "t2")
        assert refused.value.code == "proposal_pending"
        waits = []
        for number in range(3):
            assert await one.service.answer(ann, match, "takeback", False) is None
            with pytest.raises(ServiceError) as refused:
                await one.service.ask_takeback(bob, match, f"again{number}")
            assert refused.value.code == "proposal_pause"
            waits.append(refused.value.params["wait_ms"])
            one.house.time._offset += waits[-1] + 1
            assert await one.service.ask_takeback(bob, match, f"again{number}") is None
        assert 20_000 < waits[0] <= 30_000 < waits[1] <= 60_000 < waits[2] <= 120_000


async def test_a_preference_refuses_all_and_a_match_may_have_none(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        await AccountStore(one.store).change(ann.user, None, None, {"takebacks": "refuse"})
        match = await _after_dice(one, ann, bob)
        with pytest.raises(ServiceError) as refused:
            await one.service.ask_takeback(bob, match, "t1")
        assert refused.value.code == "takeback_refused_always"
        strict = (await one.duel(ann, bob, takebacks="none")).id
        await one.act(ann, strict, {"verb": "stance", "attack": True})
        with pytest.raises(ServiceError) as refused:
            await one.service.ask_takeback(ann, strict, "t1")
        assert refused.value.code == "takebacks_off"
        generous = await _after_dice(one, ann, bob, takebacks="free")
        assert await one.service.ask_takeback(bob, generous, "t1") == 4


async def test_a_request_lapses_when_the_battle_goes_on_or_is_withdrawn(database_url: str) -> None:
    async with server(database_url) as one, server(database_url) as two:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = await _after_dice(one, ann, bob)
        sinks = [Sink(), Sink()]
        for place, sink in zip((one, two), sinks, strict=True):
            place.service.subscribe(match, await place.audience(ann, match), sink)
            await place.service.state(match, await place.audience(ann, match))
        await one.service.ask_takeback(bob, match, "t1")
        for sink in sinks:
            await until(lambda sink=sink: len(sink.of("proposal")) == 1)
        await two.act(bob, match, {"verb": "stance", "attack": True})
        for sink in sinks:
            await until(lambda sink=sink: len(sink.of("proposal")) == 2)
            assert sink.of("proposal")[1]["closed"] == "withdrawn"
        with pytest.raises(ServiceError) as refused:
            await two.service.answer(ann, match, "takeback", True)
        assert refused.value.code == "no_proposal"


async def test_nothing_to_take_back(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        with pytest.raises(ServiceError) as refused:
            await one.service.ask_takeback(ann, match, "t1")
        assert refused.value.code == "nothing_to_take_back"
        await one.act(ann, match, {"verb": "stance", "attack": True})
        assert await one.service.ask_takeback(ann, match, "t2") == 2
        with pytest.raises(ServiceError) as refused:  # what is undone cannot be undone again
            await one.service.ask_takeback(ann, match, "t3")
        assert refused.value.code == "nothing_to_take_back"


async def test_takebacks_go_back_step_by_step(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        view = (await one.service.state(match, await one.audience(ann, match))).view
        await one.act(ann, match, {"verb": "note", "text": 1}, key="n1")
        await one.act(ann, match, {"verb": "note", "text": 2}, key="n2")
        await one.act(ann, match, {"verb": "stance", "attack": True}, key="s")
        for number in range(3):
            assert await one.service.ask_takeback(ann, match, f"t{number}") == 4 + number
        state = await one.service.state(match, await one.audience(ann, match))
        assert (state.seq, state.view) == (6, view)


async def test_resigning_ends_the_match_as_a_step(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        sink = Sink()
        one.service.subscribe(match, await one.audience(None, match), sink)
        assert await one.service.resign(bob, match) == 1
        info = await one.service.info(None, match)
        assert (info.status, info.result and info.result["winners"]) == ("ended", [0])
        ended = (await until(lambda: sink.of("ended")))[0]
        assert ended["result"]["winners"] == [0]
        assert ended["fairness"]["seed"]
        with pytest.raises(ServiceError) as refused:
            await one.service.resign(ann, match)
        assert refused.value.code == "battle_over"
        with pytest.raises(ServiceError) as refused:
            await one.service.commit(ann, match, "s1", {"verb": "stance", "attack": True}, "late")
        assert (refused.value.code, refused.value.status) == ("battle_over", 409)


async def test_a_draw_is_agreed_refused_or_overtaken(database_url: str) -> None:
    async with server(database_url) as one, server(database_url) as two:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        await one.service.offer_draw(ann, match)
        await one.act(ann, match, {"verb": "stance", "attack": True})  # the one who offers may play on
        await asyncio.sleep(0.1)
        assert await two.service.answer(bob, match, "draw", False) is None
        with pytest.raises(ServiceError) as refused:
            await one.service.offer_draw(ann, match)
        assert refused.value.code == "proposal_pause"
        await two.service.offer_draw(bob, match)
        await one.act(ann, match)  # who plays on does not want it
        with pytest.raises(ServiceError) as refused:
            await one.service.answer(ann, match, "draw", True)
        assert refused.value.code == "no_proposal"
        await two.service.offer_draw(bob, match)
        assert await one.service.answer(ann, match, "draw", True) == 3
        info = await two.service.info(bob, match)
        assert info.status == "ended"
        assert info.result == {"winners": [], "reason": "agreed", "rule": "", "scores": []}
    async with server(database_url) as three:
        state = await three.service.state(match, await three.audience(ann, match))
        assert (state.seq, bytes(state.decisions)) == (3, b"[]")


async def _after_dice(one: Server, ann: Any, bob: Any, **more: Any) -> MatchId:
    match = (await one.duel(ann, bob, **more)).id
    await one.act(ann, match, {"verb": "stance", "attack": True})
    await one.act(ann, match)
    await one.act(bob, match)
    return match


async def test_a_consent_that_comes_too_late_takes_the_request_away(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        await one.round(match, ann, bob)
        sink = Sink()
        one.service.subscribe(match, await one.audience(ann, match), sink)
        assert await one.service.ask_takeback(ann, match, "t1") is None
        close = one.house.proposals.close

        async def overtaken(*arguments: object) -> bool:
            closed = await close(*arguments)
            await one.act(bob, match)
            return bool(closed)

        with monkeypatch.context() as racing:
            racing.setattr(one.house.proposals, "close", overtaken)
            with pytest.raises(ServiceError) as refused:
                await one.service.answer(bob, match, "takeback", True)
        assert refused.value.code == "stale"
        await until(lambda: sink.of("proposal"))
        assert sink.of("proposal")[-1] == {"t": "proposal", "kind": "takeback", "closed": "withdrawn"}


async def test_consents_given_at_once_are_all_counted(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        proposals = one.house.proposals
        await proposals.add(match, Proposal("draw", 0, 0, None, [0]))
        told = await asyncio.gather(*(proposals.accept(match, "draw", [seat]) for seat in (1, 2, 3)))
        assert [0, 1, 2, 3] in told
        assert await proposals.accept(match, "takeback", [1]) == []
