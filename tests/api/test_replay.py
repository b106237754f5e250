"""The record of an ended battle: made once, kept by those who may keep it, and told to nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from app.main import Sandtable
from app.matches.archive import Archive
from app.store.steps import Steps
from tests.api.battle import begin, play
from tests.api.people import Person
from tests.api.shapes import conforms

pytestmark = pytest.mark.database
LOOKING = ("", "/view", "/preview", "/decisions", "/steps", "/chat", "/stream", "/fairness", "/replay")


async def ended(first: Person, second: Person, **changes: Any) -> tuple[str, dict[str, Any]]:
    """The path of a battle of three steps that has ended, and the match."""
    path = f"/matches/{(await begin(first, second, **changes))['id']}"
    await play(path.rpartition("/")[2], 3, first, second)
    await first.ok("POST", f"{path}/resign")
    return path, await first.ok("GET", path)


async def test_a_record_is_made_once_and_known_again(
    ada: Person, bob: Person, nobody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = await ended(ada, bob)
    first = await nobody.raw("GET", f"{path}/replay")
    assert first.headers["cache-control"] == "public, max-age=604800, immutable"
    assert first.headers["content-encoding"] == "gzip"

    async def never(*_: object) -> Sequence[object]:
        raise AssertionError("the steps were read again")

    monkeypatch.setattr(Steps, "after", never)
    again = await ada.raw("GET", f"{path}/replay", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in again.headers
    assert conforms(again.json(), "Record") == first.json()
    assert again.headers["etag"] == first.headers["etag"]
    known = await bob.raw("GET", f"{path}/replay", headers={"If-None-Match": first.headers["etag"]})
    assert (known.status_code, known.content) == (304, b"")


async def test_what_is_said_after_the_battle_changes_no_record(ada: Person, bob: Person, nobody: Person) -> None:
    path, _ = await ended(ada, bob)
    before = await nobody.raw("GET", f"{path}/replay")
    await ada.ok("POST", f"{path}/chat", {"room": "match", "text": "Good game"})
    after = await nobody.raw("GET", f"{path}/replay")
    assert after.headers["etag"] == before.headers["etag"]
    assert after.content == before.content


@pytest.mark.parametrize("spectators", ["link", "none"])
async def test_a_private_record_is_kept_by_nobody_in_between(ada: Person, bob: Person, spectators: str) -> None:
    path, _ = await ended(ada, bob, spectators=spectators)
    answer = await bob.raw("GET", f"{path}/replay")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "private, no-cache")


async def test_a_players_record_is_no_public_one_before_delayed_spectators_have_seen_the_end(
    ada: Person, bob: Person, nobody: Person, server: Sandtable
) -> None:
    path, _ = await ended(ada, bob, delay_s=60)
    assert (await nobody.refused("GET", f"{path}/replay"))[0] == 403
    assert (await ada.raw("GET", f"{path}/replay")).headers["cache-control"] == "private, no-cache"
    etag = (await ada.raw("GET", f"{path}/replay")).headers["etag"]
    assert (await nobody.refused("GET", f"{path}/replay", headers={"If-None-Match": etag}))[0] == 403
    assert (await nobody.refused("GET", f"{path}/replay", headers={"If-None-Match": "*"}))[0] == 403


async def test_who_holds_the_spectators_link_may_look_at_everything_after_the_end(
    ada: Person, bob: Person, nobody: Person
) -> None:
    path, match = await ended(ada, bob, spectators="link")
    for part, shape in (("view", "ViewAt"), ("steps", "Steps"), ("fairness", "Fairness"), ("replay", "Record")):
        conforms(await nobody.ok("GET", f"{path}/{part}", params={"watch": match["watch_link"]}), shape)
    known = await nobody.raw("GET", f"{path}/replay", params={"watch": match["watch_link"]})
    assert known.headers["cache-control"] == "private, no-cache"


async def test_without_the_spectators_link_nothing_is_told(
    ada: Person, bob: Person, eve: Person, nobody: Person
) -> None:
    path, match = await ended(ada, bob, spectators="link")
    etag = (await ada.raw("GET", f"{path}/replay")).headers["etag"]
    other = await ada.ok("GET", (await ended(ada, bob, spectators="link"))[0])
    missing = await nobody.refused("GET", "/matches/0000/replay")
    for who in (eve, nobody):
        for watch in (None, "", "x", match["watch_link"][:-1], match["watch_link"] + "x", other["watch_link"], "ё"):
            for part in LOOKING:
                asked = {} if watch is None else {"params": {"watch": watch}}
                status, error = await who.refused("GET", f"{path}{part}", headers={"If-None-Match": etag}, **asked)
                assert (status, error["code"], error["message"]) == (404, "not_found", missing[1]["message"])


async def test_an_invitation_to_sit_is_none_to_look_at_the_record(ada: Person, bob: Person, nobody: Person) -> None:
    seats = [{"kind": "me"}, {"kind": "link"}]
    match = await ada.ok(
        "POST", "/matches", {"ruleset": "lore", "scenario": "S1", "seats": seats, "spectators": "link"}
    )
    path = f"/matches/{match['id']}"
    await bob.ok("POST", f"{path}/join", {"link": match["link"]})
    await ada.ok("POST", f"{path}/resign")
    assert (await nobody.refused("GET", f"{path}/replay", params={"watch": match["link"]}))[0] == 404


async def test_the_archive_keeps_what_it_may_weigh_and_no_more() -> None:
    archive = Archive(most=3_000)
    made = []

    async def make(name: str) -> Any:
        made.append(name)
        return lambda: bytes((ord(name[0]) * at * at) % 251 for at in range(1_000)) + name.encode()

    for name in ("a", "b", "a", "c", "d", "a"):
        kept = await archive.get(name, lambda name=name: make(name))  # type: ignore[misc]
        assert kept.plain().endswith(name.encode())
        assert archive.weight <= 3_000
    assert made[:3] == ["a", "b", "c"]
    assert len(made) < 6
