"""Every screen passes axe in both themes; language and theme are remembered, here and with the account."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.battles import duel, guest, play_on, post
from tests.browser.conftest import PHONE, Arrive
from tests.browser.plan import Plan
from tests.browser.screen import SLOW_MS, Screen

pytestmark = [pytest.mark.browser, pytest.mark.database, pytest.mark.timeout(400)]
AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async options => (await axe.run(document, {resultTypes: ['violations'], ...options})).violations
    .filter(found => found.impact === 'serious' || found.impact === 'critical')
    .map(({impact, id, nodes}) => `${impact} ${id}: ${nodes.slice(0, 4).map(node => node.target.join(' '))}`)"""


def axe(screen: Screen, theme: str) -> list[str]:
    """Serious and critical findings on what is shown now. The dark theme differs in colours alone."""
    page = screen.page
    page.evaluate("document.fonts.ready")
    page.evaluate("() => Promise.all(document.getAnimations().map(one => one.finished.catch(() => null)))")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(RUN, {} if theme == "light" else {"runOnly": ["color-contrast"]})
    return [f"{page.url}: {one}" for one in found]


def prefs(theme: str, lang: str = "en") -> str:
    """What the browser remembers of somebody."""
    return f'{{"language":"{lang}","theme":"{theme}"}}'


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(site: str, arrive: Arrive, theme: str) -> None:
    south, north = arrive(site, prefs=prefs(theme)), arrive(site, "ru", prefs=prefs(theme, "ru"), **PHONE)
    guest(south, "Ada"), guest(north, "Боб")
    found: list[str] = []
    post(south, "/matches", {"ruleset": "lore", "scenario": "S2", "seats": [{"kind": "me"}, {"kind": "open"}]})
    for screen in (south, north):
        for path in ("/", "/create", "/rules/lore", "/me"):
            screen.open(path)
            expect(screen.page.locator("main h1").first).to_be_visible()
            screen.page.wait_for_load_state("networkidle")
            found += axe(screen, theme)
    assert south.page.evaluate("document.documentElement.dataset.theme") == theme
    match = duel(south, north)
    plan = Plan()
    found += axe(south, theme)
    screen, decision = play_on(
        plan,
        south,
        north,
        until=lambda screen, held: screen is south and any(c["verb"] == "ignite" for c in held["choices"]),
    )
    action = next(choice for choice in decision["choices"] if choice["verb"] == "ignite")
    south.hover_odds(action)
    found += axe(south, theme)
    found += axe(north, theme)
    for key in ("nav.cards", "nav.log", "nav.units", "nav.chat"):
        north.nav(key).tap()
        found += axe(north, theme)
    post(south, f"/matches/{match}/resign", {})
    for screen in (south, north):
        expect(screen.page.locator(".end")).to_be_visible(timeout=SLOW_MS)
        found += axe(screen, theme)
        screen.open(f"/replay/{match}")
        expect(screen.page.locator("[data-fair]")).to_have_attribute("data-fair", "good", timeout=SLOW_MS)
        found += axe(screen, theme)
    assert not found, "\n".join(found)


def test_language_and_theme_are_remembered(site: str, arrive: Arrive) -> None:
    me = arrive(site, color_scheme="light")
    page = me.page
    me.open("/")
    root = page.locator("html")
    expect(root).to_have_attribute("lang", "en")
    expect(page.get_by_role("heading", level=1)).to_have_text(me.words("lobby.title"))
    page.get_by_role("button", name="RU").click()
    ru = type(me.words)("ru")
    expect(page.get_by_role("heading", level=1)).to_have_text(ru("lobby.title"))
    page.get_by_role("button", name=ru("theme.toDark")).click()
    expect(root).to_have_attribute("data-theme", "dark")
    dark = background(me)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(ru("lobby.title"))
    expect(root).to_have_attribute("lang", "ru")
    expect(root).to_have_attribute("data-theme", "dark")
    assert background(me) == dark
    me.words = ru
    me.expect_one_language()
    # with an account they come along to another browser
    me.open("/me")
    page.get_by_label(ru("account.name"), exact=True).last.fill("Ада Байрон")
    page.get_by_label(ru("account.password"), exact=True).fill("a long enough one")
    page.get_by_role("button", name=ru("account.keep.do"), exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ада Байрон")
    other = arrive(site, color_scheme="light")
    other.open("/me")
    expect(other.page.get_by_role("heading", level=1)).to_have_text(other.words("account.nobody"))
    sign_in(other, "Ада Байрон", "a long enough one")
    expect(other.page.locator("html")).to_have_attribute("lang", "ru")
    expect(other.page.locator("html")).to_have_attribute("data-theme", "dark")


def sign_in(screen: Screen, name: str, password: str) -> None:
    """Sign in on the profile's page."""
    page, words = screen.page, screen.words
    page.get_by_role("radio", name=words("account.return")).check(force=True)
    page.get_by_label(words("account.name"), exact=True).last.fill(name)
    page.get_by_label(words("account.password"), exact=True).fill(password)
    page.get_by_role("button", name=words("account.return.do"), exact=True).click()


def background(screen: Screen) -> Any:
    """The colour of the page's ground."""
    return screen.page.evaluate("getComputedStyle(document.body).backgroundColor")
