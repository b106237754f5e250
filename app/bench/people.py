"""Guests and matches over REST, as any client makes them."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec


class Guest(msgspec.Struct, frozen=True):
    """Somebody with a token."""

    name: str
    token: str


class Table(msgspec.Struct, frozen=True):
    """A started match and its players, by seat."""

    id: str
    players: tuple[Guest, ...]


class Office:
    """Makes guests and matches on one server."""

    def __init__(self, url: str) -> None:
        self._client = httpx.AsyncClient(base_url=f"{url}/api/v1", timeout=60)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def guest(self, name: str) -> Guest:
        """A new guest."""
        answer = await self._call("POST", "/guests", {"name": name}, None)
        return Guest(name, answer["token"])

    async def table(self, players: tuple[Guest, ...], ruleset: str, scenario: str) -> Table:
        """A match that has begun, with one guest in each seat."""
        seats = [{"kind": "me"}, *({"kind": "open"} for _ in players[1:])]
        body = {"ruleset": ruleset, "scenario": scenario, "seats": seats}
        match = await self._call("POST", "/matches", body, players[0])
        for seat, player in enumerate(players[1:], 1):
            match = await self._call("POST", f"/matches/{match['id']}/join", {"seat": seat}, player)
        if match["status"] != "live":
            raise RuntimeError(f"match {match['id']} is {match['status']}, not live")
        return Table(match["id"], players)

    async def _call(self, method: str, path: str, body: Any, guest: Guest | None) -> Any:
        headers = {"Authorization": f"Bearer {guest.token}"} if guest else {}
        answer = await self._client.request(method, path, json=body, headers=headers)
        if answer.is_error:
            raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text[:300]}")
        return answer.json()
