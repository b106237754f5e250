"""A turn by keys alone, a turn by taps on a phone, two at one screen, and a turn against the captain."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.battles import duel, guest, play_on, post, quickly
from tests.browser.conftest import PHONE, Arrive
from tests.browser.plan import Json, Plan, Told
from tests.browser.screen import SLOW_MS, How, Screen

pytestmark = [pytest.mark.browser, pytest.mark.database, pytest.mark.timeout(400)]
TURN = {"play_card", "order", "end_orders", "move", "end_moves"}
ATTACKS = {"melee", "shoot"}


def fighters() -> Plan:
    """A plan that only fights."""
    return Plan(Told(lit={"d5"}, full={"d5"}, burned={"d5"}, out={"d5"}))


def commands(screen: Screen, decision: Json) -> bool:
    """Whether a turn of South begins."""
    return decision["seat"] == 0 and decision["prompt"]["key"] == "prompt.command"


def near(south: Screen, north: Screen, plan: Plan) -> None:
    """Play until South is to begin a turn and stands before the enemy."""
    play_on(
        plan,
        south,
        north,
        until=lambda screen, decision: commands(screen, decision) and len(plan.ready(screen.view(), 0, 1)) >= 1,
    )


def turns_with_an_attack(south: Screen, north: Screen, plan: Plan, how: How) -> None:
    """South plays whole turns in one way until all of a turn was done, an attack too; North is quick."""
    done: set[str] = set()
    for _ in range(600):
        found = next(((one, held) for one in (south, north) if (held := one.ask()) is not None), None)
        assert found is not None, f"the battle is over after {done}"
        screen, decision = found
        if commands(screen, decision) and done >= TURN and done & ATTACKS:
            return
        action = plan.choose(screen.view(), decision, decision["seat"])
        if screen is south:
            south.act(decision, action, how)
            done.add(action["verb"])
        else:
            quickly(north, decision, action)
    raise AssertionError(f"only {done}")


def test_a_whole_turn_by_keys_alone(site: str, arrive: Arrive) -> None:
    south, north = arrive(site), arrive(site)
    guest(south, "Ada"), guest(north, "Bob")
    plan = fighters()
    duel(south, north, options={"trophies": 11})
    near(south, north, plan)
    south.page.reload()
    south.ready()
    south.only_keys = True
    turns_with_an_attack(south, north, plan, "keys")


def test_a_whole_turn_by_taps_on_a_phone(site: str, arrive: Arrive) -> None:
    south, north = arrive(site, "ru", **PHONE), arrive(site)
    guest(south, "Ада"), guest(north, "Bob")
    plan = fighters()
    duel(south, north, options={"trophies": 11})
    near(south, north, plan)
    turns_with_an_attack(south, north, plan, "touch")
    south.expect_no_sideways()


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_no_screen_scrolls_sideways_on_a_phone(site: str, arrive: Arrive, lang: str) -> None:
    south, north = arrive(site, lang, **PHONE), arrive(site, lang)
    guest(south, "Ada"), guest(north, "Bob of a very long name")
    match = post(south, "/matches", {"ruleset": "lore", "scenario": "S1", "seats": [{"kind": "me"}, {"kind": "link"}]})
    for path in ("/", "/?show=mine", "/create", "/create?who=bot", "/me", "/about", "/rules/lore", "/nowhere"):
        south.open(path)
        expect(south.page.locator("main")).to_be_visible()
        south.page.wait_for_load_state("networkidle")
        south.expect_no_sideways()
    south.open(f"/match/{match['id']}")
    expect(south.page.locator("#invite")).to_be_visible()
    south.expect_no_sideways()
    ended = duel(north, south)
    for key in ("nav.cards", "nav.log", "nav.units", "nav.chat", "nav.board"):
        south.nav(key).tap()
        south.expect_no_sideways()
    post(south, f"/matches/{ended}/resign", {})
    expect(south.page.locator(".end")).to_be_visible()
    south.expect_no_sideways()
    south.open(f"/replay/{ended}")
    expect(south.page.locator("main.replay")).to_be_visible()
    south.expect_no_sideways()


def test_the_curtain_takes_the_hand_out_of_the_page(site: str, arrive: Arrive) -> None:
    both = arrive(site)
    words, page = both.words, both.page
    both.open("/")
    page.get_by_role("link", name=words("lobby.hotseat.start")).click()
    page.get_by_role("button", name=words("create.create")).click()
    both.ready()
    plan, hands, changes = fighters(), [], 0
    both.seat = 0
    for _ in range(120):
        decision = both.ask()
        if decision is None:
            old, both.seat = both.seat, 1 - (both.seat or 0)
            curtain = page.get_by_role("dialog", name=words("curtain.label"))
            expect(curtain).to_be_visible(timeout=SLOW_MS)
            assert page.locator("[data-card]").count() == 0
            assert page.get_by_role("group", name=words("hand.label")).count() == 0
            html = page.content()
            assert not [card for card in hands if f'"{card}"' in html]
            expect(page.locator(".board .moved")).to_be_visible()
            take = curtain.get_by_role("button")
            expect(take).to_be_focused()
            take.click()
            expect(curtain).to_be_hidden()
            changes += 1
            if changes == 3:
                break
            decision = both.ask()
            assert decision is not None, f"neither seat {old} nor seat {both.seat} holds a decision"
        hands = both.view()["hands"][decision["seat"]]["cards"]
        other = both.view()["hands"][1 - decision["seat"]]
        assert "cards" not in other
        action = plan.choose(both.view(), decision, decision["seat"])
        both.act(decision, action)
    assert changes == 3


def test_the_captain_answers_a_turn(site: str, arrive: Arrive) -> None:
    me = arrive(site, reduced_motion="no-preference")
    words, page = me.words, me.page
    me.open("/")
    page.get_by_role("link", name=words("lobby.withBot")).first.click()
    expect(page.get_by_role("radio", name=words("bot.captain"))).to_be_checked()
    page.get_by_role("radio", name="South", exact=True).check(force=True)
    page.get_by_role("button", name=words("create.create")).click()
    me.ready()
    plan, verbs = Plan(), set()
    while me.view()["turn"] < 2 or me.view()["side"] != 0:
        decision = me.ask()
        if decision is None:  # the captain thinks
            page.wait_for_function(
                "() => (document.querySelector('main.battle')?.dataset.decision ?? '') !== ''", timeout=SLOW_MS
            )
            continue
        action = plan.choose(me.view(), decision, 0)
        me.act(decision, action)
        verbs.add(action["verb"])
    assert verbs >= {"play_card", "order", "end_orders"}
    log = page.get_by_role("tabpanel")
    expect(log).to_contain_text(re.compile(r"North plays"), timeout=SLOW_MS)
    steps = me.get(f"/matches/{me.match}/steps?since=0")["steps"]
    assert any(
        event["type"] == "card_played" and event["data"]["side"] == 1 for step in steps for event in step["events"]
    )
