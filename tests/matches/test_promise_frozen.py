"""Settings are frozen with the table: nothing that happens later changes them."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from app.main import create_app
from app.matches.types import Clock
from app.settings import Settings
from app.store.tables import matches, seeds, setups
from tests.support.service import Server, server

SETTINGS = (
    *("ruleset", "scenario", "clock", "spectators", "delay_s", "rated", "takebacks", "absent", "hot_seat"),
    *("start_mode", "created"),
)


async def _frozen(one: Server, match: str) -> list[Any]:
    async with one.store.begin() as connection:
        return [
            tuple((await connection.execute(statement)).one())
            for statement in (
                select(*[matches.c[name] for name in SETTINGS]).where(matches.c.id == match),
                select(setups).where(setups.c.match == match),
                select(seeds).where(seeds.c.match == match),
            )
        ]


@pytest.mark.database
async def test_nothing_that_happens_in_a_match_changes_its_settings(database_url: str) -> None:
    async with server(database_url) as one:
        ann, bob = await one.person("Ann"), await one.person("Bob")
        clock = Clock(kind="bank", bank_s=600, increment_s=5)
        match = (await one.duel(ann, bob, clock=clock, options={"rounds": 7})).id
        before = await _frozen(one, match)
        await one.act(ann, match, {"verb": "stance", "attack": True})
        await one.service.ask_takeback(ann, match, "back")
        await one.act(ann, match, {"verb": "stance", "attack": False}, key="again")
        await one.round(match, ann, bob)
        await one.service.say(ann, match, "match", "hello")
        await one.service.offer_draw(ann, match)
        await one.service.answer(bob, match, "draw", False)
        await one.service.resign(bob, match)
        assert (await one.service.info(None, match)).status == "ended"
        assert await _frozen(one, match) == before


def test_no_call_changes_the_settings_of_a_match() -> None:
    document = create_app(Settings()).openapi()
    takers = {
        path.removeprefix("/api/v1")
        for path, methods in document["paths"].items()
        if "/matches" in path and {"post", "put", "patch", "delete"} & set(methods)
    }
    own = {f"/matches/{{match_id}}/{deed}" for deed in ("join", "leave", "start", "actions", "resign", "draw")}
    own |= {f"/matches/{{match_id}}/{deed}" for deed in ("takeback", "chat", "odds")}
    assert takers == {"/matches", "/matches/quick", *own}
    settings = {"options", "clock", "spectators", "delay_s", "rated", "takebacks", "absent", "scenario", "seats"}
    for path in own:
        body = document["paths"]["/api/v1" + path]["post"].get("requestBody")
        for name in () if body is None else _members(document, body["content"]["application/json"]["schema"]):
            assert name not in settings, (path, name)


def _members(document: dict[str, Any], schema: dict[str, Any]) -> set[str]:
    """Names of all members that a body may have."""
    found = set(schema.get("properties", ()))
    for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())):
        found |= _members(document, part)
    if "$ref" in schema:
        found |= _members(document, document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]])
    return found
