"""A whole battle of Three Crossings on real pages, in English and in Russian: two players and a spectator, a bridge
that burns down, a fire that is put out, the end, the replay and its dice.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from tests.browser.battles import holder, quickly
from tests.browser.conftest import Arrive
from tests.browser.plan import BRIDGES, Json, Plan
from tests.browser.screen import SLOW_MS, How, Screen

pytestmark = [pytest.mark.browser, pytest.mark.database, pytest.mark.timeout(900)]
WAYS: dict[str, tuple[How, ...]] = {"en": ("mouse", "mouse", "keys", "table"), "ru": ("mouse", "keys")}
BY_HAND = 8
"""So many choices of each verb are made on the page by hand; then every fourth."""


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_whole_battle_with_fire_from_lobby_to_replay(site: str, arrive: Arrive, lang: str) -> None:
    south, north, watcher = (
        arrive(site, lang, permissions=["clipboard-read", "clipboard-write"]),
        arrive(site, lang),
        arrive(site, lang),
    )
    _meet(south, north, watcher)
    plan = Plan()
    hands = _play(plan, lang, south, north, watcher)
    assert {"play_card", "order", "end_orders", "move", "end_moves", "ignite", "extinguish", "melee"} <= set(hands)
    assert plan.told.all
    _end(south, north, watcher)
    for screen in (south, north, watcher):
        screen.expect_one_language()
    _replay(south, watcher, plan)
    south.expect_one_language()


def _meet(south: Screen, north: Screen, watcher: Screen) -> None:
    """Lobby, create, join by link; the spectator finds the table in the lobby."""
    page, words = south.page, south.words
    south.open("/")
    page.locator("main").get_by_role("link", name=words("lobby.create")).first.click()
    page.get_by_role("radio", name="Three Crossings" if words.lang == "en" else "Три переправы").check(force=True)
    page.get_by_role("radio", name=words("create.who.link"), exact=True).check(force=True)
    page.get_by_role("radio", name=words("side.0") if words.lang == "ru" else "South", exact=True).check(force=True)
    page.get_by_role("radio", name=re.compile(f"^{words('clock.none')}$", re.IGNORECASE)).check(force=True)
    page.get_by_text(words("create.more")).click()
    expect(page.get_by_role("switch", name=words("option.fire.enabled"), exact=True)).to_be_checked()
    trophies = page.get_by_label(words("option.trophies"), exact=True)
    trophies.fill("2")
    trophies.press("Tab")
    page.get_by_role("button", name=words("create.create")).click()
    link = page.locator("#invite")
    expect(link).to_have_value(re.compile("/join/"))
    invitation = link.input_value()

    north.open("/")
    north.page.get_by_role("button", name=north.words("nav.invitation")).locator("visible=true").first.click()
    north.page.get_by_label(north.words("invitation.label")).fill(invitation)
    north.page.get_by_role("button", name=north.words("invitation.go")).click()
    north.page.get_by_role("button", name=north.words("lobby.takeSeat")).click()
    for screen in (north, south):
        screen.ready()

    watcher.open("/?show=live")
    row = watcher.page.get_by_role("listitem").filter(has=watcher.page.locator(f'a[href="/match/{south.match}"]'))
    row.get_by_role("link", name=watcher.words("lobby.watch")).click()
    watcher.ready()


def _play(plan: Plan, lang: str, south: Screen, north: Screen, watcher: Screen) -> Counter[str]:
    """Play to the end; how many choices of each verb were made by hand."""
    hands: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    since = 0
    everybody = (south, north, watcher)
    while (found := holder(south, north)) is not None:
        screen, decision = found
        view = screen.view()
        action = plan.choose(view, decision, decision["seat"])
        verb = action["verb"]
        ways = WAYS[lang]
        if hands[verb] < BY_HAND or asked[verb] % 4 == 0:
            screen.act(decision, action, ways[hands[verb] % len(ways)])
            hands[verb] += 1
        else:
            quickly(screen, decision, action)
        asked[verb] += 1
        fresh = watcher.get(f"/matches/{watcher.match}/steps?since={since}")
        since = fresh["seq"]
        before = set(plan.told.burned), set(plan.told.out)
        for step in fresh["steps"]:
            plan.told.hear(step.get("events", ()))
        for hex_ in plan.told.burned - before[0]:
            _see_fallen(hex_, *everybody)
        assert sum(asked.values()) < 1200, "the battle does not end"
    for screen in everybody:
        screen.until_seq(since)
    return hands


def _see_fallen(hex_: str, *everybody: Screen) -> None:
    """Where the bridge stood, every screen shows water."""
    if hex_ not in BRIDGES:
        return
    for screen in everybody:
        water, burnt = screen.words("terrain.water"), screen.words("speak.ashes")
        screen.expect_spoken(hex_, re.compile(f"{water}.*{re.escape(burnt)}", re.IGNORECASE))


def _end(*everybody: Screen) -> None:
    """All three see who has won."""
    for screen in everybody:
        panel = screen.page.locator(".end")
        expect(panel).to_be_visible(timeout=SLOW_MS)
        expect(panel.get_by_role("link", name=screen.words("end.replay"))).to_be_visible()
    result = everybody[0].get(f"/matches/{everybody[0].match}")["result"]
    winner = result["winners"][0]
    won = everybody[2].words("end.wonBy", side=_side(everybody[2], winner), n=2, m=result["scores"][1 - winner])
    expect(everybody[2].page.locator(".end h2")).to_have_text(won)
    lost = everybody[1 - winner]
    expect(lost.page.locator(".end h2")).to_have_text(lost.words("end.lost", side=_side(lost, winner)))


def _side(screen: Screen, seat: int) -> str:
    return screen.words("side.north" if seat else "side.south")


def _replay(south: Screen, watcher: Screen, plan: Plan) -> None:
    """Step through it, jump, share a moment, and derive every roll in the browser."""
    page, words = south.page, south.words
    page.locator(".end").get_by_role("link", name=words("end.replay")).click()
    main = page.locator("main.replay")
    expect(main).to_have_attribute("data-at", "0", timeout=SLOW_MS)
    record = south.get(f"/matches/{south.match}/replay")
    last = len(record["steps"])

    rolls = sum("roll" in event for step in record["steps"] for event in step["events"])
    rolls += sum("roll" in event for event in record["start_events"])
    assert record["fairness"]["rolls"] >= rolls > 10  # what is shuffled is no dice
    fair = page.locator("[data-fair]")
    expect(fair).to_have_attribute("data-fair", "good", timeout=SLOW_MS)
    expect(fair).to_contain_text(words("fair.good", n=rolls, of=rolls))

    for at in range(1, 6):
        page.get_by_role("button", name=words("replay.next")).click()
        expect(main).to_have_attribute("data-at", str(at))
    page.get_by_role("button", name=words("replay.prev")).click()
    expect(main).to_have_attribute("data-at", "4")
    page.locator("body").press("Shift+ArrowRight")
    turn = next(step["seq"] for step in record["steps"] if _has(step, "turn", turn=2))
    expect(main).to_have_attribute("data-at", str(turn))

    page.get_by_role("button", name=words("replay.last")).click()
    expect(main).to_have_attribute("data-at", str(last))
    fallen = next(hex_ for hex_ in BRIDGES if hex_ in plan.told.burned)
    south.expect_spoken(fallen, re.compile(words("terrain.water"), re.IGNORECASE))
    page.get_by_role("button", name=words("replay.first")).click()
    expect(main).to_have_attribute("data-at", "0")
    south.expect_spoken(fallen, re.compile(words("terrain.bridge_wood"), re.IGNORECASE))

    moment = next(step["seq"] for step in record["steps"] if _has(step, "burned"))
    slider = page.get_by_role("slider", name=words("replay.timeline"))
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 13 + (box["width"] - 26) * moment / last, box["y"] + 60)
    expect(main).to_have_attribute("data-at", re.compile(f"^({moment - 1}|{moment}|{moment + 1})$"))
    here = main.get_attribute("data-at")
    page.get_by_role("button", name=words("replay.link")).click()
    expect(page.get_by_role("button", name=words("replay.linked"))).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"/replay/{south.match}?at={here}")

    watcher.page.goto(link)
    expect(watcher.page.locator("main.replay")).to_have_attribute("data-at", str(here), timeout=SLOW_MS)
    expect(watcher.page.locator("[data-fair]")).to_have_attribute("data-fair", "good", timeout=SLOW_MS)


def _has(step: Json, kind: str, **data: object) -> bool:
    return any(event["type"] == kind and event["data"].items() >= data.items() for event in step["events"])
