"""Ack only after COMMIT, one answer for one key, every action answered, restart loses nothing."""

from __future__ import annotations

import asyncio

import orjson
import pytest
from sqlalchemy import text

from app.matches.errors import ServiceError
from app.matches.types import MatchId
from app.store.database import UnavailableError
from tests.support.service import Sink, server, until

pytestmark = pytest.mark.database


async def test_a_match_is_played_to_its_end_and_every_step_is_stored(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        info = await one.duel(ann, bob)
        assert (info.status, info.seq) == ("live", 0)
        for _ in range(5):
            if (await one.service.info(ann, info.id)).status == "live":
                await one.round(info.id, ann, bob)
        ended = await one.service.info(ann, info.id)
        assert ended.status == "ended"
        assert ended.result is not None
        async with one.store.begin() as connection:
            seqs = (await connection.execute(text("select seq from steps order by seq"))).scalars().all()
        assert list(seqs) == list(range(ended.seq + 1))


async def test_the_same_key_gets_the_first_answer_again(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        first = await one.service.commit(ann, match, "s1", {"verb": "stance", "attack": True}, "k1")
        again = await one.service.commit(ann, match, "s1", {"attack": True, "verb": "stance"}, "k1")
        assert again == first
        await one.act(bob, match)
        assert await one.service.commit(ann, match, "s1", b'{"verb":"stance","attack":true}', "k1") == first
        assert (await one.service.info(ann, match)).seq == 2


async def test_a_key_with_another_body_is_refused(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        await one.service.commit(ann, match, "s1", {"verb": "stance", "attack": True}, "k1")
        with pytest.raises(ServiceError) as refused:
            await one.service.commit(ann, match, "s1", {"verb": "stance", "attack": False}, "k1")
        assert refused.value.code == "key_reused"
        asked = await one.asked(ann, match)
        assert asked is not None
        with pytest.raises(ServiceError) as refused:  # also where the decision is open
            await one.service.commit(ann, match, asked["id"], asked["default"], "k1")
        assert (refused.value.code, refused.value.status) == ("key_reused", 409)


async def test_keys_are_each_seats_own(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        await one.act(ann, match, {"verb": "stance", "attack": True})
        await one.act(ann, match, key="same")
        assert await one.act(bob, match, key="same") == 3


async def test_a_stale_decision_is_refused_with_the_current_seq(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        await one.act(ann, match, {"verb": "stance", "attack": True})
        with pytest.raises(ServiceError) as refused:
            await one.service.commit(ann, match, "s1", {"verb": "stance", "attack": True}, "other")
        assert (refused.value.code, refused.value.status, refused.value.seq) == ("stale", 409, 1)


async def test_answering_one_decision_does_not_make_the_other_seats_stale(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        await one.act(ann, match, {"verb": "stance", "attack": True})
        theirs = await one.asked(bob, match)
        assert theirs is not None
        await one.act(ann, match)
        ack = await one.service.commit(bob, match, theirs["id"], theirs["default"], "b1")
        assert ack.ack.seq == 3


async def test_an_illegal_action_is_refused_with_code_sentence_and_rule_and_changes_nothing(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        await one.act(ann, match, {"verb": "stance", "attack": True})
        before = await one.service.state(match, await one.audience(ann, match))
        with pytest.raises(ServiceError) as refused:
            await one.act(ann, match, {"verb": "pick", "card": 77})
        error = refused.value
        assert (error.code, error.rule, error.status, error.seq) == ("not_in_hand", "D-2", 422, 1)
        assert error.message == "Card 77 is not in your hand."
        for broken in (
            {"verb": "fly"},
            {"verb": "pick"},
            {"verb": "pick", "card": "1"},
            [],
            b"{",
            b"\xff",
            {"x": 1 << 90},
        ):
            with pytest.raises(ServiceError) as refused:
                await one.act(ann, match, broken)  # type: ignore[arg-type]
            assert (refused.value.code, refused.value.status) == ("malformed", 422)
        with pytest.raises(ServiceError) as refused:
            await one.act(ann, match, {"verb": "pick", "card": 1, "more": "x" * 20_000})
        assert refused.value.code == "too_large"
        assert await one.service.state(match, await one.audience(ann, match)) == before


async def test_only_the_seat_itself_acts(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob, eve = await one.person("Ann"), await one.person("Bob"), await one.person("Eve")
        match = (await one.duel(ann, bob)).id
        stance = {"verb": "stance", "attack": True}
        for caller, seat, code in (
            (bob, None, "not_your_decision"),
            (bob, 0, "not_your_seat"),
            (eve, None, "spectator"),
            (eve, 0, "spectator"),
            (ann, 1, "not_your_seat"),
        ):
            with pytest.raises(ServiceError) as refused:
                await one.service.commit(caller, match, "s1", stance, "k", seat)
            assert refused.value.code == code
        with pytest.raises(ServiceError) as refused:
            await one.service.resign(eve, match)
        assert (refused.value.code, refused.value.status) == ("spectator", 403)
        with pytest.raises(ServiceError) as refused:
            await one.service.commit(ann, MatchId("nowhere"), "s1", stance, "k")
        assert refused.value.code == "not_found"
        assert (await one.service.info(ann, match)).seq == 0


async def test_nothing_is_acknowledged_or_shown_before_commit(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        sink = Sink()
        one.service.subscribe(match, await one.audience(bob, match), sink)
        stored, order = one.house.steps.commit, []

        async def slow(advance: object) -> object:
            await asyncio.sleep(0.05)
            assert not sink.of("step")
            outcome = await stored(advance)
            order.append("committed")
            return outcome

        monkeypatch.setattr(one.house.steps, "commit", slow)
        ack = await one.service.commit(ann, match, "s1", {"verb": "stance", "attack": True}, "k1")
        order.append("acknowledged")
        assert not sink.of("step")  # published after the answer has been handed over
        await until(lambda: sink.of("step"))
        assert [step["seq"] for step in sink.of("step")] == [ack.ack.seq]
        assert order == ["committed", "acknowledged"]


async def test_a_broken_connection_after_commit_still_gives_the_answer(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        sink = Sink()
        one.service.subscribe(match, await one.audience(bob, match), sink)
        stored, failures = one.house.steps.commit, [True, False]

        async def cut(advance: object) -> object:
            if not failures:
                return await stored(advance)
            if failures.pop():
                raise UnavailableError("cut before")
            await stored(advance)
            raise UnavailableError("cut after")

        failures.reverse()
        monkeypatch.setattr(one.house.steps, "commit", cut)
        ack = await one.service.commit(ann, match, "s1", {"verb": "stance", "attack": True}, "k1")
        await until(lambda: sink.of("step"))
        assert ack.ack.seq == 1
        assert [step["seq"] for step in sink.of("step")] == [1]
        assert (await one.service.info(ann, match)).seq == 1


async def test_a_restart_rebuilds_the_same_from_snapshot_and_steps(database_url: str) -> None:
    async with server(database_url, snapshot_interval=4) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob, options={"rounds": 9})).id
        for _ in range(2):
            await one.round(match, ann, bob)
        views = [await one.audience(who, match) for who in (ann, bob, None)]
        before = [await one.service.state(match, view) for view in views]
        async with one.store.begin() as connection:
            kept = (await connection.execute(text("select seq from snapshots order by seq"))).scalars().all()
        assert list(kept) == [0, 4]
        assert before[0].seq == 6
    async with server(database_url) as two:
        after = [await two.service.state(match, view) for view in views]
        for old, new in zip(before, after, strict=True):
            assert (old.seq, old.view, old.decisions, old.events) == (new.seq, new.view, new.decisions, new.events)
        await two.round(match, ann, bob)
        steps, seq = await two.service.steps(match, views[0], -1, 100)
        assert [orjson.loads(step)["seq"] for step in steps] == list(range(seq + 1))


async def test_a_record_that_does_not_fit_the_rules_is_not_played_on(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        await one.act(ann, match)
        async with one.store.begin() as connection:
            await connection.execute(text("update steps set hash = '\\x00' where seq = 1"))
    async with server(database_url) as two:
        with pytest.raises(ServiceError) as refused:
            await two.act(ann, match)
        assert refused.value.code == "internal"


async def test_a_caller_who_goes_away_does_not_leave_half_a_commit(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        sink = Sink()
        one.service.subscribe(match, await one.audience(bob, match), sink)
        call = asyncio.create_task(one.service.commit(ann, match, "s1", {"verb": "stance", "attack": True}, "k1"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await until(lambda: [step["seq"] for step in sink.of("step")] == [1])
        ack = await one.service.commit(ann, match, "s1", {"verb": "stance", "attack": True}, "k1")
        assert ack.ack.seq == 1
