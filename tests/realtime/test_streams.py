"""NDJSON streams: what awaits a bot, keep-alives in silence, an end with a reason, and nothing left behind."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from tests.api.battle import act, begin, open_decision, play, table
from tests.api.people import Person, error_of
from tests.api.shapes import conforming_frame
from tests.realtime.conftest import At

pytestmark = pytest.mark.database


class Lines:
    """The lines of one stream."""

    def __init__(self, answer: httpx.Response) -> None:
        self._lines = answer.aiter_lines()

    async def next(self, *kinds: str, seconds: float = 10) -> dict[str, Any]:
        """The next line of one of the kinds."""
        async with asyncio.timeout(seconds):
            async for text in self._lines:
                line: dict[str, Any] = conforming_frame(json.loads(text))
                if not kinds or line["t"] in kinds:
                    return line
        raise AssertionError("the stream ended")

    async def over(self, seconds: float = 10) -> bool:
        """Whether nothing comes any more."""
        async with asyncio.timeout(seconds):
            async for _ in self._lines:
                return False
        return True


@asynccontextmanager
async def stream(person: Person, path: str, **params: Any) -> AsyncIterator[Lines]:
    """A stream that a person reads."""
    headers = {"Authorization": f"Bearer {person.token}"} if person.token else {}
    url = f"/api/v1{path}"
    async with person.client.stream("GET", url, params=params, headers=headers, timeout=30) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        yield Lines(answer)


def _watching(at: At) -> tuple[int, int]:
    runtime = at.live.sandtable_app.runtime()
    assert runtime is not None
    return len(runtime.hub), int(runtime.metrics.streams._value.get())


async def _nothing_left(at: At) -> None:
    async with asyncio.timeout(5):
        while _watching(at) != (0, 0):  # noqa: ASYNC110 (the other side is a thread)
            await asyncio.sleep(0.02)


async def test_a_bot_is_told_what_awaits_it_and_can_play_by_the_stream(at: At) -> None:
    player, decision = await open_decision(at.match, at.ada, at.bob)
    async with stream(player, f"/matches/{at.match}/stream") as lines:
        first = await lines.next("decision")
        assert first["match"] == at.match
        assert first["decisions"][0]["id"] == decision["id"]
        assert first["decisions"][0]["choices"] == decision["choices"]
        await act(at.match, player, decision, "k")
        assert (await lines.next("step"))["seq"] == 1
        other = at.bob if player is at.ada else at.ada
        await other.ok("POST", f"/matches/{at.match}/resign")
        ended = await lines.next("ended")
        end = await lines.next("end")
        assert end["reason"] == "ended"
        assert end["result"] == ended["result"]
        assert await lines.over()
    await _nothing_left(at)


async def test_a_stream_resumes_from_any_seq(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.realtime.streams.PAGE_STEPS", 3)
    last = await play(at.match, 6, at.ada, at.bob)
    async with stream(at.eve, f"/matches/{at.match}/stream", since=2) as lines:
        assert [(await lines.next("step"))["seq"] for _ in range(last - 2)] == list(range(3, last + 1))
        player, decision = await open_decision(at.match, at.ada, at.bob)
        await act(at.match, player, decision, "next")
        assert (await lines.next("step"))["seq"] == last + 1, "and goes on without a gap"


@pytest.mark.parametrize("changes", [{"stream_keepalive_s": 0.3}])
async def test_silence_is_broken_by_keepalives(at: At) -> None:
    async with stream(at.eve, f"/matches/{at.match}/stream") as one, stream(at.eve, "/stream") as all_of_mine:
        for lines in (one, all_of_mine):
            for _ in range(3):
                await lines.next("keepalive", seconds=2)


async def test_a_stream_of_an_ended_match_ends_at_once(at: At) -> None:
    await at.ada.ok("POST", f"/matches/{at.match}/resign")
    async with stream(at.eve, f"/matches/{at.match}/stream") as lines:
        assert (await lines.next("end"))["reason"] == "ended"
        assert await lines.over()


async def test_everything_that_awaits_me_comes_on_one_stream(at: At) -> None:
    player, decision = await open_decision(at.match, at.ada, at.bob)
    other = at.bob if player is at.ada else at.ada
    async with stream(player, "/stream") as mine, stream(other, "/stream") as his:
        first = await mine.next("decision")
        assert (first["match"], first["decisions"][0]["id"]) == (at.match, decision["id"])
        second = (await begin(other, at.eve))["id"]
        for lines in (his,):
            holder, opened = await open_decision(second, other, at.eve)
            if holder is other:
                told = await lines.next("decision")
                assert (told["match"], told["decisions"][0]["id"]) == (second, opened["id"])
        await act(at.match, player, decision, "k")
        holder, opened = await open_decision(at.match, at.ada, at.bob)
        lines = mine if holder is player else his
        while (told := await lines.next("decision"))["match"] != at.match:
            pass
        assert told["decisions"][0]["id"] == opened["id"]
    await _nothing_left(at)


async def test_who_may_not_watch_gets_a_status_and_no_stream(at: At) -> None:
    nobody = Person(at.eve.client)
    assert (await nobody.refused("GET", "/stream"))[0] == 401
    assert (await at.eve.refused("GET", "/matches/none/stream"))[0] == 404
    status, error = await at.eve.refused("GET", f"/matches/{at.match}/stream", params={"seat": 0})
    assert (status, error["code"]) == (403, "not_your_seat")
    answer = await at.eve.raw("GET", f"/matches/{at.match}/stream", params={"since": "x"})
    assert error_of(answer)["code"] == "malformed"


async def test_whoever_hangs_up_leaves_nothing_behind(at: At) -> None:
    for _ in range(5):
        async with stream(at.eve, f"/matches/{at.match}/stream"), stream(at.eve, "/stream"):
            pass
    await _nothing_left(at)


async def test_streams_end_when_the_token_or_the_server_does(at: At) -> None:
    async with stream(at.ada, "/stream") as mine, stream(at.bob, f"/matches/{at.match}/stream") as his:
        await at.ada.ok("DELETE", "/sessions")
        assert (await mine.next("end"))["reason"] == "unauthorized"
        at.live.stop()
        assert (await his.next("end"))["reason"] == "shutdown"
        assert await his.over()


async def test_a_stream_of_a_table_that_is_gone_ends(at: At) -> None:
    gone = (await at.ada.ok("POST", "/matches", table()))["id"]
    async with stream(at.eve, f"/matches/{gone}/stream") as lines:
        await at.ada.ok("POST", f"/matches/{gone}/leave", {})
        assert (await lines.next("end"))["reason"] == "gone"
        assert await lines.over()
    await _nothing_left(at)
