"""Powers of creatures at the board: what they do and cost is said before; a way that is chosen is taken by Enter."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.battles import guest, post, quickly
from tests.browser.conftest import Arrive
from tests.browser.plan import Json, of
from tests.browser.screen import SLOW_MS, Screen

pytestmark = [pytest.mark.browser, pytest.mark.database, pytest.mark.timeout(400)]
PLAIN = ["." * (13 - row % 2) for row in range(9)]
WOODS = [*PLAIN[:3], "....FF......", *PLAIN[4:]]


def battle(screen: Screen) -> Json:
    """South's battles: a spider beside green foot, a fire dragon at f5 below two woods; nine mana a side."""
    scenario = {
        "rows": WOODS,
        "south": [["gSpider", 5, 1], ["rDragon", 4, 5]],
        "north": [["gF", 4, 1], ["bF", 1, 10]],
        "mana": [9, 9],
    }
    options = {"deck": "none", "ordersPerTurn": 20, "magic": "mana", "fire.enabled": True, "first": "S"}
    seats = [{"kind": "me"}, {"kind": "hotseat"}]
    body = {"ruleset": "lore", "scenario": scenario, "options": options, "seats": seats, "hot_seat": True}
    screen.match = post(screen, "/matches", body)["id"]
    screen.seat = 0
    while True:
        held = screen.ask()
        assert held is not None
        if held["prompt"]["key"] == "prompt.battle":
            break
        quickly(screen, held, next(iter([*of(held, "order"), *of(held, "end_orders", "end_moves")])))
    screen.enter(screen.match)
    screen.until_asked(held["id"])
    return held


def test_a_web_tells_its_price_and_is_spun_by_enter(site: str, arrive: Arrive) -> None:
    ada = arrive(site)
    guest(ada, "Ada")
    battle(ada)
    for unit in ("s1", "n1"):
        box = ada.page.locator(f'[data-unit="{unit}"]').first.bounding_box()
        assert box is not None
        ada.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.6)
    web = ada.page.locator(".ways button", has_text=ada.words("do.power.web"))
    web.click()
    said = ada.page.locator(f'[aria-label="{ada.words("odds.label")}"], .on-shelf').locator("visible=true").first
    expect(said).to_contain_text(ada.words("odds.price", n=2), timeout=SLOW_MS)
    web.press("Enter")
    expect(ada.page.locator("[data-line]", has_text="webbed")).to_be_visible(timeout=SLOW_MS)
    assert ada.view()["mana"][0] == 7


def test_the_fire_of_a_dragon_lights_up_woods_alone(site: str, arrive: Arrive) -> None:
    ada = arrive(site)
    guest(ada, "Ada")
    held = battle(ada)
    assert {choice.get("direction") for choice in of(held, "ignite")} == {"ne", "nw"}
    box = ada.page.locator('[data-unit="s2"]').first.bounding_box()
    assert box is not None
    ada.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.6)
    lit = ada.page.locator('[data-mark="target"]')
    expect(lit.first).to_be_attached(timeout=SLOW_MS)
    assert {mark.get_attribute("data-hex") for mark in lit.all()} == {"e6", "f6"}
