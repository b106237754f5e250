"""Tables: who may open, join, leave and start them, and what they are refused."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import asyncpg
import pytest
from sqlalchemy import text

from app.matches.errors import ServiceError
from app.matches.types import Caller, Clock, MatchFilter, NewMatch, NewSeat
from app.store.library import Library
from app.store.lobby import Lobby
from tests.support.service import Sink, server, until

pytestmark = pytest.mark.database
ME, OPEN, LINK, HOT = (NewSeat(kind=kind) for kind in ("me", "open", "link", "hotseat"))  # type: ignore[arg-type]
TABLE = NewMatch(ruleset="duel", scenario="yard")


async def _refused(what: object, code: str, field: str | None = None) -> None:
    with pytest.raises(ServiceError) as refused:
        await what  # type: ignore[misc]
    assert (refused.value.code, refused.value.field) == (code, field)


async def test_the_seed_is_committed_to_before_anybody_gives_a_nonce(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        info = await one.service.create(ann, NewMatch(ruleset="duel", scenario="yard", nonce="ann-says"))
        before = info.commitment
        assert info.status == "open"
        joined = await one.service.join(bob, info.id, nonce="bob-says")
        assert (joined.status, joined.commitment) == ("live", before)
        fairness = await one.service.fairness(info.id, await one.audience(ann, info.id))
        assert (fairness.nonces, fairness.seed, fairness.commitment) == (("ann-says", "bob-says"), None, before)
        await one.service.resign(ann, info.id)
        fairness = await one.service.fairness(info.id, await one.audience(ann, info.id))
        assert hashlib.sha256(bytes.fromhex(fairness.seed or "")).hexdigest() == before


async def test_broken_tables_are_refused_field_by_field(database_url: str) -> None:
    async with server(database_url) as one:
        ann = await one.person("Ann")
        for more, code, field in (
            ({"ruleset": "chess"}, "not_found", "ruleset"),
            ({"scenario": "moon"}, "bad_scenario", "scenario"),
            ({"scenario": "saved:nothing"}, "not_found", "scenario"),
            ({"options": {"window": -1}}, "bad_option", "options.window"),
            ({"options": {"x": 1}}, "bad_option", "options.x"),
            ({"seats": (ME,)}, "malformed", "seats"),
            ({"seats": (ME, ME)}, "malformed", "seats"),
            ({"seats": (ME, NewSeat(kind="bot", bot="captain"))}, "malformed", "seats"),
            ({"seats": (ME, NewSeat(kind="open", bot="captain"))}, "malformed", "seats"),
            ({"seats": (ME, HOT), "rated": True}, "malformed", "rated"),
            ({"delay_s": -1}, "malformed", "delay_s"),
            ({"delay_s": 10**6}, "malformed", "delay_s"),
            ({"clock": Clock(kind="bank")}, "malformed", "clock"),
            ({"clock": Clock(kind="days", days=10**6)}, "malformed", "clock"),
            ({"nonce": "a,b"}, "malformed", "nonce"),
            ({"nonce": ""}, "malformed", "nonce"),
        ):
            given = {"ruleset": "duel", "scenario": "yard"} | more
            await _refused(one.service.create(ann, NewMatch(**given)), code, field)  # type: ignore[arg-type]
        async with one.store.begin() as connection:
            assert (await connection.execute(text("select count(*) from matches"))).scalar_one() == 0


async def test_scopes_bound_what_a_token_may_do(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        reader = Caller(user=bob.user, name="Bob", scopes=frozenset({"read"}))
        await _refused(one.service.create(reader, TABLE), "forbidden")
        info = await one.service.create(ann, TABLE)
        await _refused(one.service.join(reader, info.id), "forbidden")
        await one.service.join(bob, info.id)
        await _refused(one.service.commit(reader, info.id, "s1", {}, "k"), "forbidden")
        await _refused(one.service.resign(reader, info.id), "forbidden")
        await _refused(one.service.say(reader, info.id, "match", "hello"), "forbidden")
        assert (await one.service.info(reader, info.id)).you.seats == (1,)


async def test_seats_by_link_want_the_link(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob, eve = await one.person("Ann"), await one.person("Bob"), await one.person("Eve")
        info = await one.service.create(
            ann, NewMatch(ruleset="duel", scenario="yard", seats=(ME, LINK), spectators="none")
        )
        assert info.link
        assert not (await one.service.list(eve, MatchFilter())).matches
        await _refused(one.service.info(eve, info.id), "not_found")
        assert (await one.service.info(eve, info.id, watch=info.link)).link is None
        await _refused(one.service.join(eve, info.id), "not_found")
        await _refused(one.service.join(eve, info.id, link="guess"), "not_found")
        public = await one.service.create(ann, NewMatch(ruleset="duel", scenario="yard", seats=(ME, LINK)))
        await _refused(one.service.join(eve, public.id), "forbidden", "link")
        await _refused(one.service.join(eve, public.id, link="guess"), "forbidden", "link")
        assert (await one.service.join(bob, info.id, link=info.link)).status == "live"
        await _refused(one.service.join(eve, info.id, link=info.link), "already_started")


async def test_joining_twice_or_where_no_seat_is(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        info = await one.service.create(ann, TABLE)
        await _refused(one.service.join(ann, info.id), "already_seated")
        await _refused(one.service.join(bob, info.id, seat=0), "seat_taken")
        await _refused(one.service.join(bob, info.id, seat=7), "malformed", "seat")
        await _refused(one.service.join(bob, info.id, nonce="a|b"), "malformed", "nonce")
        assert (await one.service.join(bob, info.id, seat=1)).status == "live"


async def test_a_manual_start_waits_for_the_owner_and_for_a_full_table(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        info = await one.service.create(ann, NewMatch(ruleset="duel", scenario="yard", start="manual"))
        await _refused(one.service.begin(ann, info.id), "not_full")
        assert (await one.service.join(bob, info.id)).status == "ready"
        await _refused(one.service.begin(bob, info.id), "forbidden")
        await one.service.leave(bob, info.id)
        await _refused(one.service.begin(ann, info.id), "not_full")
        await one.service.join(bob, info.id)
        assert (await one.service.begin(ann, info.id)).status == "live"
        await _refused(one.service.begin(ann, info.id), "already_started")
        await _refused(one.service.leave(bob, info.id), "already_started")


async def test_leaving_hands_the_table_on_and_the_last_one_takes_it_away(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob, eve = await one.person("Ann"), await one.person("Bob"), await one.person("Eve")
        info = await one.service.create(ann, NewMatch(ruleset="duel", scenario="yard", start="manual"))
        await one.service.join(bob, info.id)
        left = await one.service.leave(ann, info.id)
        assert left is not None
        assert left.status == "open"
        await one.service.join(eve, info.id)
        assert (await one.service.begin(bob, info.id)).status == "live"
        lonely = await one.service.create(ann, TABLE)
        assert await one.service.leave(ann, lonely.id) is None
        await _refused(one.service.info(ann, lonely.id), "not_found")


async def test_quick_joins_the_oldest_fitting_table_or_opens_one(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob, eve = await one.person("Ann"), await one.person("Bob"), await one.person("Eve")
        first = await one.service.quick(ann, "duel")
        assert first.status == "open"
        assert (await one.service.quick(ann, "duel")).id != first.id
        joined = await one.service.quick(bob, "duel", "yard")
        assert (joined.id, joined.status) == (first.id, "live")
        await _refused(one.service.quick(eve, "chess"), "not_found", "ruleset")


async def test_two_quick_matches_at_once_meet(database_url: str) -> None:
    async with server(database_url) as one:
        for round_ in range(5):
            ann, bob = await one.person(f"Ann{round_}"), await one.person(f"Bob{round_}")
            found = await asyncio.gather(one.service.quick(ann, "duel"), one.service.quick(bob, "duel"))
            assert {match.id for match in found} == {found[0].id}
            assert sorted(match.status for match in found) == ["live", "open"]


async def test_quick_gives_its_table_back_for_an_older_one_of_another_server(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other server's table was not there yet when this one looked."""
    async with server(database_url) as one, server(database_url) as other:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        theirs = await other.service.quick(bob, "duel")
        look = Lobby.fitting
        looks: list[list[str]] = []

        async def late(lobby: Lobby, *asked: Any, **more: Any) -> list[str]:
            looks.append([] if not looks else await look(lobby, *asked, **more))
            return looks[-1]

        monkeypatch.setattr(Lobby, "fitting", late)
        met = await one.service.quick(ann, "duel")
        assert (met.id, met.status) == (theirs.id, "live")
        assert looks == [[], [theirs.id], [theirs.id]]
        page = await one.service.list(ann, MatchFilter(status="open"))
        assert page.matches == [], "her own table is gone"


async def test_lists_are_pages_and_know_whose_turn_it_is(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        made = [(await one.service.create(ann, TABLE)).id for _ in range(5)]
        page = await one.service.list(None, MatchFilter(status="open", limit=2))
        ids, following = [match.id for match in page.matches], page.next
        while following:
            page = await one.service.list(None, MatchFilter(status="open", limit=2, before=following))
            ids += [match.id for match in page.matches]
            following = page.next
        assert ids == list(reversed(made))
        await one.service.join(bob, made[0])
        assert [match.id for match in (await one.service.list(ann, MatchFilter(awaiting=True))).matches] == [made[0]]
        assert not (await one.service.list(bob, MatchFilter(awaiting=True))).matches
        assert len((await one.service.list(bob, MatchFilter(mine=True))).matches) == 1
        await _refused(one.service.list(None, MatchFilter(mine=True)), "unauthorized")
        for broken in ("x", "2026-01-01~x", "~"):
            await _refused(one.service.list(None, MatchFilter(before=broken)), "malformed", "before")
        assert not (await one.service.list(None, MatchFilter(ruleset="lore"))).matches


async def test_saved_scenarios_are_played_under_their_name(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        saved = await Library(one.store).add("scenarios", ann.user, "duel", "My yard", {"wall": 1})
        new = NewMatch(ruleset="duel", scenario=f"saved:{saved.id}", seats=(ME, HOT))
        info = await one.service.create(ann, new)
        assert (info.names["en"], info.scenario, info.status) == ("My yard", "custom", "live")
        assert info.preview is not None
        assert info.preview["hands"] == {"0": {"count": 5}, "1": {"count": 5}}
        await _refused(one.service.create(bob, new), "not_found", "scenario")


async def test_chat_lines_are_bounded_and_read_back(database_url: str) -> None:
    async with server(database_url) as one, server(database_url) as two:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        info = await one.duel(ann, bob)
        for broken in ("", "   ", "x" * 501, "a\x00b", "\ud800"):
            await _refused(one.service.say(ann, info.id, "match", broken), "malformed", "text")
        for number in range(5):
            await one.service.say(ann, info.id, "match", f"line {number}")
        audience = await two.audience(bob, info.id)
        lines = await two.service.chat_page(info.id, audience, "match", None, 3)
        assert [line.text for line in lines] == ["line 2", "line 3", "line 4"]
        older = await two.service.chat_page(info.id, audience, "match", lines[0].id, 3)
        assert [line.text for line in older] == ["line 0", "line 1"]
        assert [line.text for line in (await two.service.state(info.id, audience)).chat] == [
            f"line {n}" for n in range(5)
        ]


async def test_an_unreachable_database_is_said_so_and_comes_back(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        info = await one.duel(ann, bob)

        async def refuse(*_: object, **__: object) -> None:
            raise ConnectionRefusedError

        with monkeypatch.context() as away:
            away.setattr(asyncpg, "connect", refuse)
            async with one.store.begin() as connection:
                await connection.execute(
                    text(
                        "select pg_terminate_backend(pid) from pg_stat_activity"
                        " where datname = current_database() and pid <> pg_backend_pid()"
                    )
                )
            await one.store.engine.dispose()
            for _ in range(3):
                with pytest.raises(ServiceError) as refused:
                    await one.service.info(ann, info.id)
                assert (refused.value.code, refused.value.status) == ("unavailable", 503)
                with pytest.raises(ServiceError) as refused:
                    await one.service.commit(ann, info.id, "s1", {"verb": "stance", "attack": True}, "k1")
                assert refused.value.code == "unavailable"
        ack = await one.service.commit(ann, info.id, "s1", {"verb": "stance", "attack": True}, "k1")
        assert ack.ack.seq == 1


async def test_one_person_holds_so_many_tables(database_url: str) -> None:
    async with server(database_url, tables_per_person=2) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        first = await one.duel(ann, bob)
        await one.service.create(ann, NewMatch(ruleset="duel", scenario="yard"))
        with pytest.raises(ServiceError) as refused:
            await one.service.create(ann, NewMatch(ruleset="duel", scenario="yard"))
        assert (refused.value.code, refused.value.params) == ("conflict", {"most": 2})
        await one.service.create(bob, NewMatch(ruleset="duel", scenario="yard"))
        await one.service.resign(bob, first.id)
        await one.service.create(ann, NewMatch(ruleset="duel", scenario="yard"))


async def test_a_table_that_nobody_came_to_is_taken_away(database_url: str) -> None:
    async with server(database_url, table_days=14) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        live = (await one.duel(ann, bob)).id
        lonely, watched = [(await one.service.create(ann, NewMatch(ruleset="duel", scenario="yard"))).id for _ in "12"]
        one.service.attach(bob, watched, await one.audience(bob, watched))
        await until(lambda: one.house.presence.of([watched], one.house.time.now()))
        await one.service._sweeping.old_tables()
        assert (await one.service.info(ann, lonely)).status == "open", "not before its time"
        async with one.store.begin() as connection:
            await connection.execute(text("update matches set created = created - interval '15 days'"))
        await one.service._sweeping.old_tables()
        with pytest.raises(ServiceError) as gone:
            await one.service.info(ann, lonely)
        assert gone.value.code == "not_found"
        assert (await one.service.info(ann, watched)).status == "open"
        assert (await one.service.info(ann, live)).status == "live"


async def test_a_table_that_goes_while_it_is_looked_at_is_gone(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(database_url) as one:
        ann = await one.person("Ann")
        get = one.house.lobby.get
        for cached in (True, False):
            match = (await one.service.create(ann, TABLE)).id
            if not cached:
                one.house.tables._tables.clear()

            async def goes(wanted: str) -> object:
                row = await get(wanted)
                await one.house.lobby.leave(wanted, ann.user)
                return row

            with monkeypatch.context() as racing:
                racing.setattr(one.house.lobby, "get", goes)
                await _refused(one.service.info(ann, match), "not_found")


async def test_frames_of_the_match_give_the_spectators_link_to_players_alone(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        info = await one.duel(ann, bob, spectators="link")
        link = info.watch_link
        assert link
        playing, watching = Sink(), Sink()
        one.service.subscribe(info.id, await one.audience(bob, info.id), playing)
        one.service.subscribe(info.id, await one.service.viewer(None, info.id, None, link), watching)
        inbox = Sink()
        one.service.subscribe_user(bob, inbox)
        await one.service.resign(ann, info.id)
        await until(lambda: playing.of("match") and watching.of("match") and inbox.of("match"))
        assert playing.of("match")[-1]["watch_link"] == inbox.of("match")[-1]["watch_link"] == link
        assert all(link.encode() not in body for body in watching.bodies)
