"""Battles for browser tests, opened over REST by the people at the pages, and played on by them."""

from __future__ import annotations

import uuid
from typing import Any

from tests.browser.plan import Json, Plan
from tests.browser.screen import How, Screen


def post(screen: Screen, path: str, body: Json) -> Json:
    """A call of the person at the page, with the page's cookie."""
    answer = screen.page.request.post(f"{screen.address}/api/v1{path}", data=body, headers={"X-Sandtable": "1"})
    assert answer.ok, f"{path}: {answer.status} {answer.text()}"
    found: Json = answer.json()
    return found


def guest(screen: Screen, name: str) -> None:
    """Make the person at the page a guest with a name."""
    post(screen, "/guests", {"name": name})
    screen.page.context.add_init_script("try { localStorage.setItem('sandtable.known', '1') } catch {}")


def duel(south: Screen, north: Screen, **more: Any) -> str:
    """A live battle of Three Crossings between two pages; both have it open."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = post(south, "/matches", {"ruleset": "lore", "scenario": "S1", "seats": seats, **more})["id"]
    post(north, f"/matches/{match}/join", {})
    for screen in (south, north):
        screen.enter(match)
    return str(match)


def quickly(screen: Screen, decision: Json, action: Json) -> None:
    """Send a choice past the page, as the same person; the page hears of it by its socket."""
    body = {"decision": decision["id"], "action": action, "key": uuid.uuid4().hex}
    if screen.seat is not None:
        body["seat"] = screen.seat
    post(screen, f"/matches/{screen.match}/actions", body)


def holder(*screens: Screen) -> tuple[Screen, Json] | None:
    """Who holds a decision, and the decision."""
    for screen in screens:
        decision = screen.ask()
        if decision is not None:
            return screen, decision
    return None


def play_on(plan: Plan, *screens: Screen, until: Any, how: How | None = None) -> tuple[Screen, Json]:
    """Play by the plan, quickly or on the page, until `until(screen, decision)`; who holds the decision then."""
    for _ in range(1500):
        found = holder(*screens)
        assert found is not None, "the battle has ended before the moment came"
        screen, decision = found
        if until(screen, decision):
            screen.until_asked(decision["id"])
            return found
        action = plan.choose(screen.view(), decision, decision["seat"])
        if how is None:
            quickly(screen, decision, action)
        else:
            screen.act(decision, action, how)
    raise AssertionError("the moment does not come")
