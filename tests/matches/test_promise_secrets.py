"""Only a projected view leaves the server: what a viewer may not know changes no byte that he gets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Any

import msgspec
import orjson
import pytest
from sqlalchemy import text

from app.engine.canonical import encode
from app.engine.dice import HmacDice
from app.engine.viewer import seat_viewer
from app.matches.errors import ServiceError
from app.matches.types import Audience, Caller, MatchId, NewMatch, NewSeat
from tests.support.duel import DUEL
from tests.support.service import Server, Sink, parsed, server, until

pytestmark = pytest.mark.database


async def _everything(place: Server, match: MatchId, audience: Audience, caller: Caller | None) -> list[Any]:
    """All bytes that an audience can get of a match without acting."""
    service = place.service
    state = await service.state(match, audience)
    got: list[Any] = [bytes(part) for part in (state.view, state.decisions, state.events)]
    got.append((await service.steps(match, audience, -1, 100))[0])
    got.append(await service.picture(match, audience))
    got.append(await service.decisions(match, audience))
    got.append(await service.fairness(match, audience))
    info = await service.info(caller, match)
    got.append((info.awaiting, info.turn, info.seq, info.result))
    if caller is not None:
        for action in ({"verb": "stance", "attack": True}, {"verb": "pick", "card": 3}, {"verb": "pick", "card": 99}):
            try:
                got.append(await service.odds(match, audience, action))
            except ServiceError as refused:
                got.append(refused.body())
            try:
                await service.commit(caller, match, "s1", action, "probe")
            except ServiceError as refused:
                got.append(refused.body())
    return got


async def _hand(place: Server, match: MatchId, bob: Caller) -> Any:
    state = await place.service.state(match, await place.audience(bob, match))
    return parsed(state.view)["hands"]["1"]["cards"]


async def _swap_hidden_hand(place: Server, match: MatchId, viewer_seat: int) -> None:
    """Exchange, in the stored snapshot, what the viewer may not know; the hashes with it, as a forger would."""
    async with place.store.begin() as connection:
        row = (await connection.execute(text("select seq, game from snapshots order by seq desc limit 1"))).one()
        game = DUEL.decode(row.game)
        for number in range(100):
            other = DUEL.imagine(game, seat_viewer(viewer_seat).seat, HmacDice(b"other", f"{number}"))
            if other.hands != game.hands:
                break
        assert other.hands != game.hands
        body = encode(other)
        await connection.execute(
            text("update snapshots set game = :game where seq = :seq"), {"game": body, "seq": row.seq}
        )
        await connection.execute(
            text("update steps set hash = :hash where seq = :seq"), {"hash": sha256(body).digest(), "seq": row.seq}
        )


@pytest.mark.parametrize("who", ["opponent", "spectator"])
async def test_a_hidden_hand_changed_behind_the_scenes_changes_no_byte(database_url: str, who: str) -> None:
    async with server(database_url, snapshot_interval=1) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        await one.act(ann, match, {"verb": "stance", "attack": True})
        await one.act(bob, match, {"verb": "note", "text": 2})
        caller = ann if who == "opponent" else None
        audience = await one.audience(caller, match)
        before = await _everything(one, match, audience, caller)
        hand = await _hand(one, match, bob)
        await _swap_hidden_hand(one, match, 0)
    async with server(database_url) as two:
        assert await _everything(two, match, audience, caller) == before
        assert await _hand(two, match, bob) != hand, "the change was real: its owner sees it"


async def test_frames_of_a_secret_action_do_not_tell_what_it_was(database_url: str) -> None:
    """The opponent's and spectators' frames are the same bytes whichever card is laid face down."""
    got: dict[int, list[bytes]] = {}
    async with server(database_url) as one:
        for choice in (0, 1):
            ann, bob = await one.person(f"Ann{choice}"), await one.person(f"Bob{choice}")
            match = (await one.duel(ann, bob)).id
            sinks = [Sink(), Sink()]
            for caller, sink in zip((bob, None), sinks, strict=True):
                one.service.subscribe(match, await one.audience(caller, match), sink)
            await one.act(ann, match, {"verb": "stance", "attack": True})
            asked = await one.asked(ann, match)
            assert asked is not None
            await one.act(ann, match, asked["choices"][choice])
            await until(lambda sinks=sinks: all(len(sink.of("step")) == 2 for sink in sinks))
            frames = [frame for sink in sinks for frame in sink.of("step") if frame["seq"] == 2]
            assert len(frames) == 2
            for frame in frames:
                assert "action" not in frame
                assert frame["events"] == [{"type": "picked", "rule": "D-2", "data": {"seat": 0}}]
                frame.pop("at")
                frame.pop("decisions")  # bob's own hand is another one in each match
            got[choice] = [orjson.dumps(frame) for frame in frames]
    assert got[0] == got[1]


async def test_a_step_that_may_not_be_seen_is_a_bare_seq(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        sinks = {}
        for name, caller in (("ann", ann), ("bob", bob), ("all", None)):
            sinks[name] = Sink()
            one.service.subscribe(match, await one.audience(caller, match), sinks[name])
        await one.act(ann, match, {"verb": "note", "text": 2})
        await one.act(ann, match, {"verb": "stance", "attack": True}, key="later")
        await until(lambda: all(len(sink.of("step")) == 2 for sink in sinks.values()))
        own = sinks["ann"].of("step")[0]
        assert own["action"] == {"verb": "note", "text": 2}
        assert own["events"][0]["data"] == {"text": 2}
        assert own["patch"] == [[["hands", "0", "note"], 2]]
        for name in ("bob", "all"):
            first, second = sinks[name].of("step")
            assert set(first) == {"t", "seq", "at"}
            assert second["events"][0]["type"] == "stance"
            steps, _ = await one.service.steps(match, await one.audience({"bob": bob, "all": None}[name], match), 0, 9)
            assert set(parsed(steps[0])) == {"seq", "at"}
            assert [parsed(step)["seq"] for step in steps] == [1, 2]


async def test_live_frames_and_history_say_the_same(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        callers = (ann, bob, None)
        sinks = [Sink() for _ in callers]
        views = [parsed((await one.service.state(match, await one.audience(who, match))).view) for who in callers]
        for caller, sink in zip(callers, sinks, strict=True):
            one.service.subscribe(match, await one.audience(caller, match), sink)
        for _ in range(2):
            await one.round(match, ann, bob)
        for caller, sink, view in zip(callers, sinks, views, strict=True):
            audience = await one.audience(caller, match)
            live = sink.of("step")
            stored = [parsed(body) for body in (await one.service.steps(match, audience, 0, 100))[0]]
            for frame in live:
                frame.pop("t")
            last = live[-1]["decisions"]
            for frame in (*live, *stored):
                frame.pop("decisions")
            assert live == stored
            for frame in live:  # and the patches lead from the first view to the last
                view = _patched(view, frame["patch"])
            state = await one.service.state(match, audience)
            assert view == parsed(state.view)
            assert last == parsed(state.decisions)


def _patched(view: dict[str, Any], operations: list[Any]) -> dict[str, Any]:
    for path, *value in operations:
        place = view
        for key in path[:-1]:
            place = place[key]
        if value:
            place[path[-1]] = value[0]
        else:
            del place[path[-1]]
    return view


async def test_neither_seed_nor_hash_leaves_before_the_end(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        match = (await one.duel(ann, bob)).id
        await one.act(ann, match)
        async with one.store.begin() as connection:
            seed = (await connection.execute(text("select seed from seeds"))).scalar_one()
            hashes = (await connection.execute(text("select hash from steps"))).scalars().all()
        sink = Sink()
        one.service.subscribe(match, await one.audience(bob, match), sink)
        await one.act(ann, match, key="two")
        secrets = [bytes(seed).hex().encode(), *(bytes(value).hex().encode() for value in hashes)]
        for caller in (ann, bob, None):
            audience = await one.audience(caller, match)
            state = await one.service.state(match, audience)
            seen = msgspec.json.encode(state) + b"".join((await one.service.steps(match, audience, -1, 100))[0])
            seen += msgspec.json.encode(await one.service.info(caller, match))
            seen += msgspec.json.encode(await one.service.fairness(match, audience)) + b"".join(sink.bodies)
            assert not any(secret in seen for secret in secrets)
            with pytest.raises(ServiceError) as refused:
                await one.service.record(match, audience)
            assert refused.value.code == "forbidden"
        assert (await one.service.fairness(match, audience)).seed is None
        await one.service.resign(ann, match)
        assert (await one.service.fairness(match, audience)).seed == bytes(seed).hex()


async def test_there_is_no_default_viewer(database_url: str) -> None:
    """Who names nobody gets the least, and one account has one class of viewers a match."""
    async with server(database_url) as one:
        ann, bob, eve = await one.person("Ann"), await one.person("Bob"), await one.person("Eve")
        match = (await one.duel(ann, bob)).id
        for caller in (None, eve):
            view = parsed((await one.service.state(match, await one.audience(caller, match))).view)
            assert all(set(hand) == {"count"} for hand in view["hands"].values())
            for seat in (0, 1):
                with pytest.raises(ServiceError) as refused:
                    await one.audience(caller, match, seat)
                assert (refused.value.code, refused.value.status) == ("not_your_seat", 403)
        with pytest.raises(ServiceError):
            await one.audience(ann, match, 1)
        assert (await one.audience(ann, match)).plays
        assert not (await one.audience(eve, match)).plays


@pytest.mark.parametrize("spectators", ["link", "none"])
async def test_private_matches_are_nobodys_business(database_url: str, spectators: str) -> None:
    async with server(database_url) as one:
        ann, bob, eve = await one.person("Ann"), await one.person("Bob"), await one.person("Eve")
        info = await one.duel(ann, bob, spectators=spectators)
        for caller in (None, eve):
            with pytest.raises(ServiceError) as refused:
                await one.audience(caller, info.id)
            assert refused.value.code == "not_found"
            with pytest.raises(ServiceError):
                await one.service.info(caller, info.id)
            with pytest.raises(ServiceError):
                await one.service.info(caller, info.id, watch="wrong")
        nowhere = MatchId("nowhere")
        told = []
        for match in (info.id, nowhere):
            tries: list[Callable[[], Awaitable[object]]] = [
                lambda match=match: one.service.join(eve, match),  # type: ignore[misc]
                lambda match=match: one.service.join(eve, match, link="wrong"),  # type: ignore[misc]
                lambda match=match: one.service.leave(eve, match),  # type: ignore[misc]
                lambda match=match: one.service.begin(eve, match),  # type: ignore[misc]
                lambda match=match: one.service.commit(eve, match, "s1", {}, "k"),  # type: ignore[misc]
                lambda match=match: one.service.commit(eve, match, "s1", {}, "k", 0),  # type: ignore[misc]
                lambda match=match: one.service.resign(eve, match),  # type: ignore[misc]
                lambda match=match: one.service.offer_draw(eve, match),  # type: ignore[misc]
                lambda match=match: one.service.answer(eve, match, "draw", True),  # type: ignore[misc]
                lambda match=match: one.service.ask_takeback(eve, match, "k"),  # type: ignore[misc]
                lambda match=match: one.service.say(eve, match, "spectators", "hello"),  # type: ignore[misc]
            ]
            for attempt in tries:
                with pytest.raises(ServiceError) as refused:
                    await attempt()
                told.append(refused.value.body())
        assert told[: len(tries)] == told[len(tries) :], "what is tried at it says no more than that there is none"
        link = (await one.service.info(bob, info.id)).watch_link
        assert (link is not None) == (spectators == "link")
        if link is not None:
            seen = await one.service.info(eve, info.id, watch=link)
            assert (seen.watch_link, seen.you.role) == (None, "spectator")


async def test_hot_seat_shows_one_hand_at_a_time_and_the_curtain_none(database_url: str) -> None:
    async with server(database_url) as one:
        ann = await one.person("Ann")
        seats = (NewSeat(kind="me"), NewSeat(kind="hotseat"))
        info = await one.service.create(ann, NewMatch(ruleset="duel", scenario="yard", seats=seats))
        assert (info.status, info.you.seats, info.hot_seat) == ("live", (0, 1), True)
        for seat, open_hands in ((0, [0]), (1, [1]), (-1, [])):
            audience = await one.audience(ann, info.id, seat)
            view = parsed((await one.service.state(info.id, audience)).view)
            assert [place for place in (0, 1) if "cards" in view["hands"][str(place)]] == open_hands
        await one.act(ann, info.id, {"verb": "stance", "attack": True})
        await one.act(ann, info.id, seat=0)
        assert await one.act(ann, info.id, seat=1) == 3


async def test_who_gets_up_does_not_look_over_the_next_ones_shoulder(database_url: str) -> None:
    async with server(database_url) as one, server(database_url) as two:
        ann, bob, eve = await one.person("Ann"), await one.person("Bob"), await one.person("Eve")
        info = await one.service.create(ann, NewMatch(ruleset="duel", scenario="yard", start="manual"))
        await one.service.join(eve, info.id)
        sinks = [Sink(), Sink()]
        for place, sink in zip((one, two), sinks, strict=True):
            place.service.subscribe(info.id, await place.audience(eve, info.id), sink)
        await one.service.leave(eve, info.id)
        for sink in sinks:
            await until(lambda sink=sink: sink.of("resync"))
        await one.service.join(bob, info.id)
        await one.service.begin(ann, info.id)
        await one.round(info.id, ann, bob)
        for sink in sinks:
            assert not sink.of("rewind", "step")
        assert not (await two.audience(eve, info.id)).plays
