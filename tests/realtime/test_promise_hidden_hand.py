"""Promise: a hidden hand changed behind the scenes changes no byte sent to the opponent or a spectator.

In a battle of lore, over the real wire: everything that a viewer can get by REST, socket and stream is taken down, then
what he may not know is changed in the database (`Ruleset.secret_variants`: hands, drawn cards, the deck's order), and
it is taken down again; likewise what he is sent when somebody goes on playing. Left out of the comparison: times, ids
of requests, and who is connected.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any

import asyncpg
import pytest
from sqlalchemy.engine import make_url

from app.engine.canonical import encode
from app.engine.dice import HmacDice
from app.engine.viewer import SPECTATOR, Viewer, seat_viewer
from app.rulesets import ruleset
from tests.api.battle import act, begin, open_decision, play
from tests.api.people import Person
from tests.realtime.conftest import At
from tests.realtime.live import wire
from tests.realtime.test_streams import stream

pytestmark = pytest.mark.database

LORE = ruleset("lore")
MOVED = ("matches", "steps", "snapshots")
"""Tables that a step changes."""
PASSING = re.compile(r'"(at|request)": ?"[^"]*"|"(online|stand_in)": ?(true|false)|"watching": ?\d+')
PROBES = (
    *({"verb": "play_card", "card": card} for card in sorted(LORE.content()["cards"])),
    {"verb": "keep_card", "card": "scout_left"},
    {"verb": "play_spell", "spell": "mend"},
    {"verb": "end_orders"},
)
"""Actions that would tell something, if refusals or chances depended on what is hidden."""
OF_A_HAND = {"play_card", "keep_card", "play_spell", "keep_spell", "discard_spell"}
"""Actions that show what was hidden, and rightly tell another thing of another hand."""


def _lasting(text: str) -> str:
    return PASSING.sub("", text)


class Backstage:
    """The database behind the server's back."""

    def __init__(self, at: At, database: asyncpg.Connection) -> None:
        self._at = at
        self._database = database

    async def keep(self) -> None:
        """Remember the match as it is."""
        for table in MOVED:
            await self._database.execute(f"create temp table kept_{table} as select * from {table}")

    async def restore(self) -> None:
        """Make it again what it was."""
        async with self._database.transaction():
            await self._database.execute("set local session_replication_role = replica")
            for table in MOVED:
                await self._database.execute(f"delete from {table}")
                await self._database.execute(f"insert into {table} select * from kept_{table}")
        await self._forget()

    async def change_what_is_hidden_from(self, viewer: Viewer) -> None:
        """Exchange it in the newest snapshot, and the hash with it, as a forger would."""
        seq, body = await self._database.fetchrow(
            "select seq, game from snapshots where match = $1 order by seq desc limit 1", self._at.match
        )
        game = LORE.decode(body)
        variants = LORE.secret_variants(game, viewer, HmacDice(b"another", "deal"))
        other = next(variant for variant in variants if variant.hands != game.hands)  # type: ignore[attr-defined]
        changed = encode(other)
        assert changed != body
        await self._database.execute(
            "update snapshots set game = $1 where match = $2 and seq = $3", changed, self._at.match, seq
        )
        await self._database.execute(
            "update steps set hash = $1 where match = $2 and seq = $3", sha256(changed).digest(), self._at.match, seq
        )
        await self._forget()

    async def _forget(self) -> None:
        """The server has nothing in memory."""
        while await self._database.fetchval("select count(*) from presence"):
            pass
        runtime = self._at.live.sandtable_app.runtime()
        assert runtime is not None
        tables = runtime.matches._house.tables._tables

        async def clear() -> None:
            tables.clear()

        self._at.live.call(clear())


@asynccontextmanager
async def backstage(at: At, database_url: str) -> AsyncIterator[Backstage]:
    """Somebody at the database."""
    url = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    database = await asyncpg.connect(url)
    try:
        yield Backstage(at, database)
    finally:
        await database.close()


async def _all_that_is_told(at: At, person: Person, seat: int | None) -> list[str]:
    """All that a viewer can get of the match without a change of it."""
    path = f"/matches/{at.match}"
    told: list[str] = []
    calls = ["", "/view", "/preview", "/decisions", "/steps", "/chat", "/fairness", "/replay", "/legal"]
    calls += ["/threat?of=0", "/threat?of=1", "/sight?from=a1&to=m9&to=g5"]
    for call in calls:
        told.append((await person.raw("GET", path + call)).text)
    for action in PROBES:
        told.append((await person.raw("POST", f"{path}/odds", {"action": action})).text)
    async with wire(at.live, at.match, person.token) as line:
        await line.send("hello", since=0)
        await line.next("batch")
        own = [held for held in line.seen[0]["decisions"] if held["seat"] == seat]
        deeds = [(held["id"], choice) for held in own for choice in held.get("choices", [])[:6]]
        for number, (_, choice) in enumerate(deeds):
            await line.send("odds", id=number, action=choice)
            await line.next("odds", "refused")
        for number, action in enumerate(PROBES):
            if not any(choice == action for _, choice in deeds):
                decision = own[0]["id"] if own else "d1"
                await line.send("act", key=f"probe-{number}", decision=decision, action={**action, "probe": 1})
                await line.next("refused")
                await line.send("act", key=f"stale-{number}", decision="stale", action=action)
                await line.next("refused")
        told += [json.dumps(frame) for frame in line.seen if frame["t"] not in ("presence", "ping")]
    async with stream(person, f"{path}/stream", since=0) as lines:
        newest = line.seen[0]["seq"]
        told += [json.dumps(await lines.next("step")) for _ in range(newest)]
        if own:
            told.append(json.dumps(await lines.next("decision")))
    return [_lasting(text) for text in told]


async def _what_an_act_tells(at: At, person: Person, mover: Person, decision: dict[str, Any]) -> list[str]:
    """What a viewer is sent when somebody takes his default."""
    told: list[str] = []
    async with wire(at.live, at.match, person.token) as line:
        body = {"decision": decision["id"], "action": decision["default"], "key": "goes-on"}
        answer = await mover.raw("POST", f"/matches/{at.match}/actions", body)
        assert answer.status_code == 200, answer.text
        if mover is person:
            told.append(answer.text)
        told.append(json.dumps(await line.next("step")))
    return [_lasting(text) for text in told]


@pytest.mark.timeout(240)
@pytest.mark.parametrize("changes", [{"snapshot_interval": 1}])
@pytest.mark.parametrize("options", [{}, {"magic": "full"}], ids=["orders", "magic"])
async def test_a_hidden_hand_of_lore_changed_behind_the_scenes_changes_no_byte(
    at: At, database_url: str, options: dict[str, Any]
) -> None:
    at.match = (await begin(at.ada, at.bob, scenario="S5", options=options))["id"]
    await play(at.match, 9, at.ada, at.bob)
    mover, decision = await open_decision(at.match, at.ada, at.bob)
    while decision["default"]["verb"] in OF_A_HAND:
        await act(at.match, mover, decision, decision["id"])
        mover, decision = await open_decision(at.match, at.ada, at.bob)
    async with backstage(at, database_url) as behind:
        await behind.keep()
        compared = 0
        for person, seat in ((at.ada, 0), (at.bob, 1), (at.eve, None)):
            owner = at.bob if seat == 0 else at.ada
            open_to_all = mover is person or decision["default"]["verb"] not in OF_A_HAND
            hand = await _hand(at, owner)
            before = await _all_that_is_told(at, person, seat)
            acted = await _what_an_act_tells(at, person, mover, decision) if open_to_all else []
            await behind.restore()
            await behind.change_what_is_hidden_from(SPECTATOR if seat is None else seat_viewer(seat))
            assert await _hand(at, owner) != hand, "the change was real: whose hand it is sees it"
            after = await _all_that_is_told(at, person, seat)
            assert len(before) > 60
            for had, has in zip(before, after, strict=True):
                assert has == had, _difference(had, has)
            if open_to_all and not any('"reveals"' in text for text in acted):  # else he has come to know a card
                assert await _what_an_act_tells(at, person, mover, decision) == acted
                compared += 1
            await behind.restore()
        assert compared >= 2


def _difference(had: str, has: str) -> str:
    """Where two texts part, in a few words."""
    place = next((place for place, (one, two) in enumerate(zip(had, has, strict=False)) if one != two), len(had))
    return f"{had[max(0, place - 200) : place + 120]!r} is now {has[max(0, place - 200) : place + 120]!r}"


async def _hand(at: At, owner: Person) -> Any:
    """What somebody holds, as he himself sees it."""
    return (await owner.ok("GET", f"/matches/{at.match}/view"))["view"]["hands"]
