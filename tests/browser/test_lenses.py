"""Lenses: lines of sight and threat ranges by keys and on the phone, in anybody's turn; a large hand is seen whole."""

from __future__ import annotations

import re
import uuid

import pytest
from playwright.sync_api import expect

from tests.browser.battles import duel, guest, post
from tests.browser.conftest import PHONE, Arrive
from tests.browser.screen import SLOW_MS, Screen

pytestmark = [pytest.mark.browser, pytest.mark.database, pytest.mark.timeout(400)]


def over(screen: Screen, unit: str) -> None:
    """Point at a piece."""
    box = screen.page.locator(f'[data-unit="{unit}"]').first.bounding_box()
    assert box is not None
    screen.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.6)


def test_sight_and_threat_are_shown_in_either_turn_and_change_nothing(site: str, arrive: Arrive) -> None:
    south, north = arrive(site), arrive(site, "ru", **PHONE)
    guest(south, "Ada"), guest(north, "Боб")
    duel(south, north)
    before = south.seq
    page = south.page
    said = page.locator("[data-intent]")
    page.keyboard.press("t")
    expect(page.locator("[data-threat]")).to_be_visible(timeout=SLOW_MS)
    over(south, "n6")
    expect(said).to_contain_text(re.compile(r"could strike \d+ hexes"))
    page.mouse.move(3, 500)
    page.keyboard.press("t")
    expect(page.locator("[data-threat]")).to_have_count(0)
    over(south, "s6")
    page.keyboard.press("l")
    page.mouse.move(3, 500)
    expect(said).to_contain_text("enemies in sight", timeout=SLOW_MS)
    expect(page.locator("[data-sight]").first).to_be_attached()
    over(south, "s3")
    expect(page.locator("[data-sight]")).to_have_count(1, timeout=SLOW_MS)
    expect(said).to_contain_text("sees")
    over(south, "n3")
    expect(page.locator('[data-clear="false"] .cross').first).to_be_attached(timeout=SLOW_MS)
    expect(said).to_contain_text("is in the way")
    page.keyboard.press("Escape")
    expect(page.locator("[data-sight]")).to_have_count(0)
    # the other, on a phone and not in his turn
    north.page.get_by_role("button", name=north.words("lens.tools")).tap()
    north.page.get_by_role("button", name=north.words("lens.threat")).tap()
    expect(north.page.locator("[data-threat]")).to_be_visible(timeout=SLOW_MS)
    north.expect_no_sideways()
    assert south.seq == before


@pytest.mark.parametrize(
    "size", [{"width": 1280, "height": 800}, {"width": 375, "height": 812}, {"width": 320, "height": 640}]
)
def test_every_card_of_a_large_hand_is_seen(site: str, arrive: Arrive, size: dict[str, int]) -> None:
    ada = arrive(site, viewport=size)
    guest(ada, "Ada")
    seats = [{"kind": "me"}, {"kind": "hotseat"}]
    match = post(
        ada,
        "/matches",
        {"ruleset": "lore", "scenario": "S1", "options": {"hand": {"S": 10, "N": 6}}, "seats": seats, "hot_seat": True},
    )
    ada.seat = 0
    ada.match = match["id"]
    while (held := ada.ask()) is not None and held["prompt"]["key"] != "prompt.command":
        body = {"decision": held["id"], "action": held["default"], "key": uuid.uuid4().hex, "seat": 0}
        post(ada, f"/matches/{ada.match}/actions", body)
    ada.enter(match["id"])
    cards = ada.page.locator("[data-card]")
    expect(cards).to_have_count(10, timeout=SLOW_MS)
    for card in cards.all():
        box = card.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= size["width"] - box["width"]
        assert 0 <= box["y"] <= size["height"] - box["height"]
    cards.nth(9).click()
    expect(cards.nth(9)).to_have_attribute("aria-pressed", "true")
    assert len(ada.page.locator("[data-intent]").inner_text()) > 25, "its text stands in the intent line"
    ada.expect_no_sideways()
