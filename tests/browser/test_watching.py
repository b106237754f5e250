"""Who only watches: no hand, no deed, the spectators' chat; and a spectator who sees everything later."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.browser.battles import duel, guest, holder, play_on, quickly
from tests.browser.conftest import Arrive
from tests.browser.plan import Plan
from tests.browser.screen import SLOW_MS, Screen

pytestmark = [pytest.mark.browser, pytest.mark.database, pytest.mark.timeout(300)]


def say(screen: Screen, text: str) -> None:
    """Write a line of chat."""
    screen.page.get_by_role("tab", name=screen.words("tab.chat")).click()
    screen.page.get_by_label(screen.words("chat.write")).fill(text)
    screen.page.keyboard.press("Enter")


def test_a_spectator_sees_no_hand_and_can_do_nothing(site: str, arrive: Arrive) -> None:
    south, north, watcher = arrive(site), arrive(site), arrive(site)
    guest(south, "Ada"), guest(north, "Bob"), guest(watcher, "Eve")
    match = duel(south, north)
    watcher.enter(match)
    plan = Plan()
    _, decision = play_on(plan, south, north, until=lambda screen, _: screen is south and south.seq >= 4, how="mouse")
    played = south.seq
    watcher.until_seq(played)
    page = watcher.page
    assert page.locator("[data-card]").count() == 0
    html = page.content()
    hands = {seat: one.view()["hands"][seat]["cards"] for seat, one in enumerate((south, north))}
    assert all(hands.values())
    assert not [card for cards in hands.values() for card in cards if f'"{card}"' in html]
    assert all("cards" not in hand for hand in watcher.view()["hands"])
    expect(page.locator("[data-intent]")).to_contain_text("Ada")
    # every hex that the player may click, and every key that ends or undoes something
    expect(south.page.locator("[data-mark]").first).to_be_attached()
    assert page.locator("[data-mark]").count() == 0
    for mark in south.page.locator("[data-mark]").all()[:6]:
        box = mark.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator(".board").focus()
    for key in ("Shift+KeyE", "KeyU", "Digit1", "Digit1", "Enter"):
        page.keyboard.press(key)
    for verb in ("end_orders", "end_moves", "end_battles", "undo", "undoAsk"):
        assert page.get_by_role("button", name=watcher.words(f"do.{verb}")).count() == 0
    body = {"decision": decision["id"], "action": decision["choices"][0], "key": "eve"}
    refused = page.request.post(f"{site}/api/v1/matches/{match}/actions", data=body, headers={"X-Sandtable": "1"})
    assert (refused.status, refused.json()["error"]["code"]) == (403, "spectator")
    say(watcher, "what a fire")
    expect(page.get_by_role("tabpanel")).to_contain_text("what a fire")
    say(south, "good luck")
    expect(north.page.get_by_role("tab", name=north.words("tab.chat"))).to_contain_text("1")
    north.page.get_by_role("tab", name=north.words("tab.chat")).click()
    expect(north.page.get_by_role("tabpanel")).to_contain_text("good luck")
    assert "what a fire" not in north.page.content() + south.page.content()
    expect(page.get_by_role("tabpanel")).to_contain_text("good luck")
    assert south.seq == watcher.seq == played


def test_a_delayed_spectator_sees_it_later(site: str, arrive: Arrive) -> None:
    delay = 4
    south, north, watcher = arrive(site), arrive(site), arrive(site)
    guest(south, "Ada"), guest(north, "Bob")
    match = duel(south, north, delay_s=delay)
    watcher.open(f"/match/{match}")
    expect(watcher.page.get_by_text(watcher.words("spectator.delay", n=delay))).to_be_visible(timeout=SLOW_MS)
    watcher.ready()
    plan = Plan()
    for seq in (1, 2, 3):
        found = holder(south, north)
        assert found is not None
        screen, decision = found
        began = time.monotonic()
        quickly(screen, decision, plan.choose(screen.view(), decision, decision["seat"]))
        south.until_seq(seq)
        watcher.until_seq(seq)
        assert time.monotonic() - began >= delay - 0.05, "the spectator was not late"


def test_presence_and_watchers_are_counted(site: str, arrive: Arrive) -> None:
    south, north, watcher = arrive(site), arrive(site, "ru"), arrive(site)
    guest(south, "Ada"), guest(north, "Боб")
    match = duel(south, north)
    eyes = south.page.locator(".eyes")
    expect(eyes).to_have_count(0)
    watcher.enter(match)
    expect(eyes).to_contain_text("1", timeout=SLOW_MS)
    seat = south.page.locator('[data-seat="1"]')
    expect(seat).not_to_contain_text(south.words("seat.away"))
    north.page.goto("about:blank")
    expect(seat).to_contain_text(south.words("seat.away"), timeout=SLOW_MS)
    north.enter(match)
    expect(seat).not_to_contain_text(south.words("seat.away"), timeout=SLOW_MS)
    watcher.page.goto("about:blank")
    expect(eyes).to_have_count(0, timeout=SLOW_MS)


def test_a_takeback_is_asked_and_granted_on_the_other_screen(site: str, arrive: Arrive) -> None:
    south, north = arrive(site), arrive(site, "ru")
    guest(south, "Ada"), guest(north, "Боб")
    duel(south, north)
    plan = Plan()
    play_on(plan, south, north, until=lambda screen, decision: decision["seat"] == 0 and "ignite" in told(screen))
    before = south.seq
    south.page.keyboard.press("KeyU")
    expect(south.page.get_by_text(south.words("proposal.takebackMine"))).to_be_visible(timeout=SLOW_MS)
    north.page.get_by_role("button", name=north.words("proposal.accept"), exact=True).click()
    south.until_seq(before + 1)
    north.until_seq(before + 1)
    assert south.view() | {"hands": 0} == north.view() | {"hands": 0}


def told(screen: Screen) -> set[str]:
    """The types of what the last step told."""
    last = screen.get(f"/matches/{screen.match}/steps?since={max(0, screen.seq - 1)}")["steps"]
    return {event["type"] for step in last for event in step.get("events", ())}
