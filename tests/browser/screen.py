"""One person at one browser page: reads what the page shows, and plays by mouse, finger, keys or the units table.

Surprising: what may be chosen is asked from the server with the page's own cookie (`ask`), since the page shows choices
as marks on the board; but every choice is made on the page, and each wait is for what a person would see.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.plan import Json, distance
from tests.browser.words import Words

How = Literal["mouse", "keys", "touch", "table"]
SLOW_MS = int(os.environ.get("SLOW_MS", 60_000))
"""How long one may wait for anything on a loaded machine."""
LETTERS = {"KeyQ": (-1, -1), "KeyW": (-1, 1), "KeyE": (0, 2), "KeyD": (1, 1), "KeyS": (1, -1), "KeyA": (0, -2)}
"""Keys of the cursor on the upright board: rows and half hexes."""
LATIN_ANYWHERE = {"Sandtable", "Fantasy", "Enter", "Tab", "Shift", "Esc", "Escape", "English", "Русский", "sha"}
"""Names of the place and of a game, keys, the languages' own names."""
WIDEST = """() => [...document.querySelectorAll('body *')]
    .filter(one => one.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
    .map(one => one.outerHTML.slice(0, 160)).slice(0, 6)"""
SHELF_BUTTONS = {"end_orders", "end_moves", "end_battles"}


@dataclass
class Screen:
    """A page at a battle, and what went wrong on it so far."""

    page: Page
    words: Words
    address: str
    match: str = ""
    seat: int | None = None
    """Hot-seat: the seat from which one looks now."""
    only_keys: bool = False
    """Focus moves by Tab alone, as with no other device at hand."""
    troubles: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(SLOW_MS)
        self.page.on("pageerror", lambda error: self.troubles.append(f"page error: {error}"))
        self.page.on("console", self._console)

    def _console(self, message: Any) -> None:
        # A connection that breaks, and an answer that is a refusal, are told by the browser itself.
        if message.type in ("error", "warning") and not re.search(r"WebSocket|Failed to load resource", message.text):
            self.troubles.append(f"{message.type}: {message.text}")

    # -- what is there ----------------------------------------
    def open(self, path: str) -> None:
        """Go to an address of the site."""
        self.page.goto(f"{self.address}{path}")

    def enter(self, match: str) -> None:
        """Go to a battle and wait until the table is there."""
        self.match = match
        self.open(f"/match/{match}")
        self.ready()

    def ready(self) -> None:
        """The battle is on the screen."""
        expect(self.page.locator("main.battle")).to_be_visible(timeout=SLOW_MS)
        expect(self.page.locator(".board .moved")).to_be_visible(timeout=SLOW_MS)
        self.match = self.page.url.rsplit("/match/", 1)[1].split("?")[0]

    def get(self, path: str) -> Json:
        """A call of this person."""
        answer = self.page.request.get(f"{self.address}/api/v1{path}")
        assert answer.ok, f"{path}: {answer.status} {answer.text()}"
        found: Json = answer.json()
        return found

    def ask(self) -> Json | None:
        """The decision that this person holds now."""
        seat = "" if self.seat is None else f"?seat={self.seat}"
        decisions = self.get(f"/matches/{self.match}/decisions{seat}")["decisions"]
        return next((one for one in decisions if one.get("choices")), None)

    def view(self) -> Json:
        """What this person sees of the battle."""
        seat = "" if self.seat is None else f"?seat={self.seat}"
        found: Json = self.get(f"/matches/{self.match}/view{seat}")["view"]
        return found

    @property
    def seq(self) -> int:
        """The number of the last step that the page knows."""
        return int(self.page.locator("main.battle").get_attribute("data-seq") or 0)

    def until_seq(self, seq: int) -> None:
        """Wait until the page knows this step."""
        self.page.wait_for_function(
            "seq => Number(document.querySelector('main.battle')?.dataset.seq) >= seq", arg=seq, timeout=SLOW_MS
        )

    def until_asked(self, decision: str) -> None:
        """Wait until the page holds this decision and nothing is being shown any more."""
        self.page.wait_for_function(
            "id => document.querySelector('main.battle')?.dataset.decision === id", arg=decision, timeout=SLOW_MS
        )

    def spot(self, hex_: str) -> Locator:
        """What lies lit at a hex: it may be clicked."""
        return self.page.locator(f'[data-mark][data-hex="{hex_}"]').first

    def point_of(self, hex_: str) -> tuple[float, float]:
        """The middle of a lit hex on the page."""
        spot = self.spot(hex_)
        spot.wait_for(state="attached")
        box = spot.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button that can be seen, by what it is called."""
        return self.page.get_by_role("button", name=name).locator("visible=true").first

    def callout(self) -> Locator:
        """The odds with their button, beside the piece, on the shelf or in the phone's sheet."""
        places = f'[aria-label="{self.words("odds.label")}"] .btn.primary, .on-shelf .btn.primary'
        return self.page.locator(places).locator("visible=true").first

    def answers(self) -> Locator:
        """The buttons of a question that has no place on the board."""
        label = self.words("answer.label")
        return self.page.locator(
            f'[aria-label="{label}"] .row .btn, .shelf > .row .btn, .intent .btn, .shelf > .q ~ .row .btn'
        ).locator("visible=true")

    def spoken(self, hex_: str) -> str:
        """What a screen reader says of a hex: the cursor is brought there by letters, as without eyes."""
        board = self.page.locator(".board")
        board.focus()
        at = self.page.locator("[data-cursor]")
        if at.count() == 0:
            board.press("ArrowDown")
        for _ in range(40):
            here = at.get_attribute("data-cursor") or ""
            if here == hex_:
                return at.get_attribute("aria-label") or ""
            board.press(toward(here, hex_))
        raise AssertionError(f"the cursor does not reach {hex_}")

    def expect_spoken(self, hex_: str, pattern: re.Pattern[str]) -> None:
        """Wait until a hex is called something that fits."""
        self.spoken(hex_)
        expect(self.page.locator(f'[data-cursor="{hex_}"]')).to_have_attribute("aria-label", pattern, timeout=SLOW_MS)
        self.page.locator(".board").blur()

    def expect_one_language(self) -> None:
        """Everything that can be read is in the language of the page; names, rules' ids, hexes and keys aside."""
        text = self.page.locator("body").inner_text()
        for name in set(self.page.locator("bdi, code").all_inner_texts()) - {""}:
            text = text.replace(name, "")
        foreign = r"[A-Za-z]{3,}" if self.words.lang == "ru" else r"[А-Яа-яЁё]+"
        found = set(re.findall(foreign, text)) - LATIN_ANYWHERE
        found |= set(re.findall(r"\b[a-z_]{2,}(?:\.[a-z_]{2,})+\b", text))  # a key that nobody put into words
        assert not found, f"not in {self.words.lang}: {sorted(found)}"

    def expect_no_sideways(self) -> None:
        """The page is no wider than the screen."""
        wide, screen = self.page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        if wide > screen:
            widest = self.page.evaluate(WIDEST)
            raise AssertionError(f"{self.page.url} is {wide} px wide on a screen of {screen}: {widest}")

    def calm(self) -> None:
        """Nothing went wrong on this page."""
        assert not self.troubles, "\n".join(self.troubles)

    # -- what one does ----------------------------------------
    def act(self, decision: Json, action: Json, how: How = "mouse") -> None:
        """Make a choice on the page, and wait until the server has it and the page shows it."""
        self.until_asked(decision["id"])
        with self.counted(f"{action} by {how}"):
            self.make(decision, action, how)

    def make(self, decision: Json, action: Json, how: How = "mouse") -> None:
        """Make a choice on the page, and wait for nothing."""
        if action["verb"] in ("play_card", "keep_card"):
            self._card(action["card"], how)
        elif action["verb"] in SHELF_BUTTONS:
            self._end(action["verb"], how)
        elif "target" in action or "hex" in action or "to" in action:
            self._place(decision, action, how)
        elif "unit" in action:
            self._pick(self._hex_of(action["unit"]), how)
        else:
            self._answer(decision, action, how)

    @contextmanager
    def counted(self, what: str) -> Iterator[None]:
        """What is done inside must bring the battle at least one step on."""
        before = self.seq
        yield
        try:
            self.until_seq(before + 1)
        except PlaywrightTimeout as late:
            intent = self.page.locator("[data-intent]").inner_text()
            raise AssertionError(f"{what} changes nothing; the page says: {intent}") from late

    def _hex_of(self, unit: str) -> str:
        at = self.page.locator(f'[data-unit="{unit}"]').get_attribute("data-at")
        assert at is not None
        return at

    def _pick(self, hex_: str, how: How) -> None:
        """Click, tap or enter a lit hex once."""
        if how == "keys":
            self.tab_to(hex_)
            self.page.keyboard.press("Enter")
            return
        x, y = self.point_of(hex_)
        if how == "touch":
            if not self.page.locator(".board").is_visible() or self.page.locator(".panel").is_visible():
                self.nav("nav.board").tap()
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def tab_to(self, hex_: str) -> None:
        """Walk the choices of the board by Tab until the cursor stands at a hex."""
        self.spot(hex_).wait_for(state="attached")
        board = self.page.locator(".board")
        self._focus(board)
        for _ in range(60):
            if self.page.locator(f'[data-cursor="{hex_}"]').count() > 0:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not come to {hex_}")

    def _place(self, decision: Json, action: Json, how: How) -> None:
        place = self._place_of(action)
        unit = action.get("unit")
        ways = [choice for choice in decision["choices"] if self._same_place(choice, action, place)]
        if how == "table" and unit is not None:
            self._by_table(unit, place, ways.index(action))
            return
        if unit is not None:
            here = self._hex_of(unit)
            chosen = self.page.locator(f'[data-mark="chosen"][data-hex="{here}"]')
            if chosen.count() == 0:
                self._pick(here, how)
                chosen.wait_for(state="attached")
        self._pick(place, how)
        if len(ways) > 1:  # several things can be done there: the callout asks which
            group = self.page.get_by_role("group", name=self.words("odds.ways")).locator("visible=true")
            way = group.get_by_role("button").nth(ways.index(action))
            chosen = way.get_attribute("aria-pressed") == "true"
            self._press(way, how)
            if not (how == "keys" and chosen):  # Enter takes the way that is chosen
                self._press(self.callout(), how)
        elif how == "touch":
            self._press(self.callout(), how)

    def _press(self, button: Locator, how: How) -> None:
        button.wait_for()
        if how == "keys":
            self._focus(button)
            self.page.keyboard.press("Enter")
        elif how == "touch":
            button.tap()
        else:
            button.click()

    def _place_of(self, action: Json) -> str | None:
        target = action.get("target")
        return action.get("to") or action.get("hex") or (self._hex_of(target) if target else None)

    def _same_place(self, choice: Json, action: Json, place: str | None) -> bool:
        return choice.get("unit") == action.get("unit") and self._place_of(choice) == place

    def hover_odds(self, action: Json) -> None:
        """Choose the unit and point at the place, so that the chances are shown; nothing is committed."""
        self._pick(self._hex_of(action["unit"]), "mouse")
        place = self._place_of(action)
        assert place is not None
        self.page.mouse.move(*self.point_of(place))
        self.callout().wait_for()

    def _by_table(self, unit: str, place: str, way: int) -> None:
        """The same through the units' table, for whom the board is nothing."""
        self.page.get_by_role("tab", name=self.words("tab.units")).click()
        choose = self.page.locator(f'[data-row="{unit}"]').get_by_role("button")
        if choose.get_attribute("aria-pressed") != "true":
            choose.click()
        deed = self.page.locator("tr.deeds").get_by_role("button", name=re.compile(rf"· {place}$")).nth(way)
        before = self.seq
        deed.click()
        self._confirm(before, "mouse")
        self.page.get_by_role("tab", name=self.words("tab.log")).click()

    def _confirm(self, before: int, how: How) -> None:
        """Press the callout's button, unless the choice has counted without."""
        self.page.wait_for_function(
            "([seq, label]) => Number(document.querySelector('main.battle').dataset.seq) > seq"
            " || document.querySelector(`[aria-label='${label}'] .btn.primary, .on-shelf .btn.primary`) !== null",
            arg=[before, self.words("odds.label")],
        )
        if self.seq == before:
            self._press(self.callout(), how)

    def _card(self, card: str, how: How) -> None:
        shown = self.page.locator(f'[data-card="{card}"][aria-disabled="false"]').first
        if how == "touch" and self.page.get_by_role("group", name=self.words("hand.label")).count() == 0:
            self.nav("nav.cards").tap()
        shown.wait_for(state="attached")
        if how == "keys":
            number = shown.locator("kbd")
            key = f"Digit{number.inner_text()}" if number.count() > 0 else "Enter"
            if key == "Enter":
                self._focus(shown)
            self.page.keyboard.press(key)
            expect(shown).to_have_attribute("aria-pressed", "true")
            self.page.keyboard.press(key)
            return
        for _ in range(2):
            if how == "touch":
                shown.tap()
            else:
                shown.click()

    def nav(self, key: str) -> Locator:
        """A button of the phone's navigation."""
        return self.page.get_by_role("navigation", name=self.words("battle.nav")).get_by_role(
            "button", name=self.words(key)
        )

    def _focus(self, target: Locator) -> None:
        """Bring the focus to an element."""
        if not self.only_keys:
            target.focus()
            return
        passed = []
        for _ in range(150):
            if target.evaluate("element => element === document.activeElement"):
                return
            passed.append(self.page.evaluate("document.activeElement.outerHTML.slice(0, 90)"))
            if passed[-1].startswith('<div class="board') and self.callout().count() == 0:
                self.page.keyboard.press("Escape")  # Tab would walk the choices on the board
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab does not come there:\n" + "\n".join(passed))

    def _end(self, verb: str, how: How) -> None:
        button = self.button(re.compile("^" + re.escape(self.words(f"do.{verb}"))))
        button.wait_for()
        if how == "keys":
            self.page.keyboard.press("Shift+KeyE")
        elif how == "touch":
            button.tap()
        else:
            button.click()

    def _answer(self, decision: Json, action: Json, how: How) -> None:
        bare = [
            choice
            for choice in decision["choices"]
            if not any(name in choice for name in ("to", "hex", "target", "unit", "card"))
        ]
        button = self.answers().nth(bare.index(action))
        before = self.seq
        self._press(button, how)
        if self._asks_again(action):
            self._confirm(before, how)

    def _asks_again(self, action: Json) -> bool:
        """Whether dice are thrown for an answer, so that its chances are shown before it counts."""
        return action["verb"] == "battle_back" and bool(action["accept"])


def toward(here: str, there: str) -> str:
    """The letter that brings the cursor nearer to a hex."""
    number, column = int(here[1:]), ord(here[0])
    row, half = 9 - number, 2 * (column - 97) + (number + 1) % 2
    best, least = "", 99
    for key, (down, right) in LETTERS.items():
        r, x = row + down, half + right
        if not 0 <= r <= 8 or not 0 <= x <= 24:
            continue
        hex_ = f"{chr(97 + x // 2)}{9 - r}"
        if (far := distance(hex_, there)) < least:
            best, least = key, far
    return best
