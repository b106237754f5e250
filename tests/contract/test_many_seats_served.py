"""The service knows no number of seats: three people deploy at once and unseen, react in seconds, drop out, go on."""

from __future__ import annotations

import pytest

from app.engine import verify
from app.matches.types import Caller, Clock, MatchId, NewMatch, NewSeat
from tests.contract.camps import WINDOW_S, CampsRuleset
from tests.support.service import Server, Sink, parsed, server, until

pytestmark = pytest.mark.database

CAMPS = {"camps": CampsRuleset()}


async def test_a_match_of_three_is_played_from_hidden_deployment_to_its_end(database_url: str) -> None:
    async with server(database_url, rulesets=CAMPS, clock_tick_s=0.05) as one:
        people = [await one.person(name) for name in ("Ann", "Bob", "Cy")]
        seats = (NewSeat(kind="me"), NewSeat(kind="open"), NewSeat(kind="open"))
        new = NewMatch(ruleset="camps", scenario="three", seats=seats, clock=Clock(kind="none"))
        info = await one.service.create(people[0], new)
        for person in people[1:]:
            info = await one.service.join(person, info.id)
        match = info.id
        assert info.awaiting == (0, 1, 2)

        # all deploy at once, in any order, beside the lattice; nobody's answer makes another's decision stale
        held = [await one.asked(person, match) for person in people]
        for seat in (2, 0, 1):
            asked = held[seat]
            assert asked is not None
            await one.service.commit(
                people[seat], match, asked["id"], {"verb": "pitch", "point": [301 + seat, 77]}, f"first{seat}", None
            )
        for seat, person in enumerate(people):
            _, body = await one.service.view(match, await one.audience(person, match))
            assert {key: len(own) for key, own in parsed(body)["tents"].items()} == {str(seat): 1}
        _, body = await one.service.view(match, await one.audience(None, match))
        assert parsed(body)["tents"] == {}
        for seat in (1, 2, 0):
            await one.act(people[seat], match)
        assert (await one.service.info(people[0], match)).awaiting == (0,)

        # a reaction has seconds of its own, also without a clock, and then its default
        sink = Sink()
        one.service.subscribe(match, await one.audience(None, match), sink)
        await one.act(people[0], match, {"verb": "storm", "count": 2})
        assert (await one.service.info(people[0], match)).awaiting == (2,)
        one.house.time._offset += (WINDOW_S + 1) * 1000
        await until(lambda: len(sink.of("step")) >= 2)
        assert [event["type"] for event in sink.of("step")[1]["events"]] == ["met"]

        # one gives up; the others go on, and may win together
        await one.service.resign(people[1], match)
        await _to_the_end(one, match, people)
        info = await one.service.info(people[0], match)
        assert info.result is not None
        assert 1 not in info.result["winners"]
        kept = (await one.service.record(match, await one.audience(None, match))).kept
        record = verify.parse(kept.plain())
        assert {step.seat for step in record.steps} == {0, 1, 2}
        assert list(verify.faults(CAMPS["camps"], record)) == []


async def _to_the_end(one: Server, match: MatchId, people: list[Caller]) -> None:
    while (info := await one.service.info(people[0], match)).status == "live":
        assert 1 not in info.awaiting, "who gave up is asked no more"
        for seat in info.awaiting:
            await one.act(people[seat], match, key=f"{info.seq}")
