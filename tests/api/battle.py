"""Battles for tests of the transport: tables of lore, and what is chosen at them."""

from __future__ import annotations

from typing import Any

from tests.api.people import Person

SCENARIO = "S1"


def table(**changes: Any) -> dict[str, Any]:
    """The body of `POST /matches`: a table for two."""
    return {"ruleset": "lore", "scenario": SCENARIO, "seats": [{"kind": "me"}, {"kind": "open"}], **changes}


async def begin(first: Person, second: Person, **changes: Any) -> dict[str, Any]:
    """A live match of two persons, the first in seat 0."""
    match = await first.ok("POST", "/matches", table(**changes))
    joined: dict[str, Any] = await second.ok("POST", f"/matches/{match['id']}/join", {})
    assert joined["status"] == "live", joined
    return joined


async def open_decision(match: str, *players: Person) -> tuple[Person, dict[str, Any]]:
    """Who holds an open decision, and the decision with its choices."""
    for player in players:
        for decision in (await player.ok("GET", f"/matches/{match}/decisions"))["decisions"]:
            if decision.get("choices"):
                return player, decision
    raise AssertionError("nobody holds a decision")


async def act(match: str, player: Person, decision: dict[str, Any], key: str, choice: int = 0) -> dict[str, Any]:
    """Take a choice of a decision."""
    body = {"decision": decision["id"], "action": decision["choices"][choice], "key": key}
    answer: dict[str, Any] = await player.ok("POST", f"/matches/{match}/actions", body)
    return answer


async def play(match: str, steps: int, *players: Person) -> int:
    """Play some steps by first choices; the seq after them."""
    seq = 0
    for number in range(steps):
        player, decision = await open_decision(match, *players)
        seq = (await act(match, player, decision, f"play-{number}"))["ack"]["seq"]
    return seq
