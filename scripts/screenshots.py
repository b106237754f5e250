"""Draws the README's pictures: lobby, battle, fire and replay, on desktop and phone, in English and Russian.

A real server on an empty database, players over REST (`scripts/staging.py`), a real browser: nothing on the pictures is
made up. They are written to docs/screenshots/ as <what>-<device>-<lang>.jpg: sand is grainy, a PNG is
thrice the size. The dice are the server's own, so each run
shows another battle, but always the same kind of moment.

    python scripts/screenshots.py [what …]
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scripts import programs  # noqa: E402
from scripts.staging import Json, Moment, Player, burning, duel, offers, play  # noqa: E402
from tests.harness.servers import ServerProcess  # noqa: E402

FOLDER = ROOT / "docs" / "screenshots"
DEVICES = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "phone": {
        "viewport": {"width": 375, "height": 812},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
}
LANGS = ("en", "ru")
CLOCK = {"kind": "bank", "bank_s": 2700, "increment_s": 20}
NO_LIMITS = {
    f"SANDTABLE_RATE_{name}": "1000000"
    for name in ("ADDRESS_PER_S", "ADDRESS_BURST", "TOKEN_PER_S", "TOKEN_BURST", "SIGN_IN_PER_MIN", "SIGN_IN_BURST")
}
MOST_BATTLES = 12
"""Battles that are played in the hope of a moment."""

Shot = Callable[[Page, str], None]


class Stage:
    """Who is there, and the battles that wait for their picture."""

    def __init__(self, address: str) -> None:
        http = httpx.Client(base_url=address, timeout=30)
        names = {
            "Mikael": "Микаэль",
            "Ravenna": "Равенна",
            "Lev": "Лев",
            "Olga": "Ольга",
            "Kai": "Кай",
            "Ingvar": "Ингвар",
        }
        self.people = {
            en: Player(http, {"en": en, "ru": ru}, chance=Random(number))
            for number, (en, ru) in enumerate(names.items())
        }
        for player in self.people.values():
            player.arrive()
        self.me, self.she = self.people["Mikael"], self.people["Ravenna"]
        self.address = address
        self.decisions: dict[str, Json] = {}

    def set_up(self) -> None:
        """Play until every picture has its battle."""
        lev, olga, kai, ingvar = (self.people[name] for name in ("Lev", "Olga", "Kai", "Ingvar"))
        self.fire = self.wait_for(
            lambda view, held: 3 <= view["turn"] <= 20 and burning(view, 3) and bool(offers(held, "ignite"))
        )
        self.battle = self.wait_for(
            lambda view, held: (
                4 <= view["turn"] <= 30
                and 1 <= len(view["fires"]) <= 5
                and sum(view["trophies"]) >= 1
                and bool(dramatic(view, held))
            )
        )
        view = self.me.call("GET", f"/matches/{self.battle}/view")["view"]
        self.strike = dramatic(view, self.decisions[self.battle])[0]
        self.watched = duel(lev, olga, "S5", clock=CLOCK)
        play(self.watched, (lev, olga), lambda view, _: view["turn"] >= 6)
        self.ended = duel(self.me, self.she, clock=CLOCK)
        play(self.ended, (self.me, self.she))
        days = {"kind": "days", "days": 3}
        kai.open_table("S2", [{"kind": "open"}, {"kind": "me"}], clock=days)
        ingvar.open_table("S5", [{"kind": "me"}, {"kind": "open"}], clock={"kind": "none"})
        olga.open_table(
            "S3", [{"kind": "me"}, {"kind": "open"}], clock={"kind": "bank", "bank_s": 900, "increment_s": 20}
        )

    def wait_for(self, moment: Moment) -> str:
        """The id of a battle of Three Crossings that has come to the moment."""
        for _ in range(MOST_BATTLES):
            match = duel(self.me, self.she, clock=CLOCK)
            if (decision := play(match, (self.me, self.she), moment)) is not None:
                self.decisions[match] = decision
                return match
        raise RuntimeError(f"{MOST_BATTLES} battles without the moment that was wanted")

    def step_of_fire(self) -> int:
        """A step of the ended battle at which something burns down, or else is lit."""
        steps = self.me.call("GET", f"/matches/{self.ended}/replay")["steps"]
        for wanted in ("burned", "ignite", "attack"):
            for step in steps[len(steps) // 4 :]:
                if any(event["type"] == wanted for event in step["events"]):
                    return int(step["seq"])
        return int(steps[len(steps) // 2]["seq"])

    @contextmanager
    def company(self, browser: Browser, onlookers: int) -> Iterator[None]:
        """Ravenna sits at both boards, and so many people watch Lev and Olga."""
        contexts = [browser.new_context() for _ in range(onlookers + 1)]
        contexts[0].add_cookies([{"name": "sandtable", "value": self.she.token, "url": self.address}])
        for match in (self.battle, self.fire):
            contexts[0].new_page().goto(f"{self.address}/match/{match}")
        for context in contexts[1:]:
            context.new_page().goto(f"{self.address}/match/{self.watched}")
        yield
        for context in contexts:
            context.close()


def dramatic(view: Json, decision: Json) -> list[Json]:
    """Attacks with dice enough to destroy their target, and figures enough to hold."""
    units = view["units"]
    return [
        action
        for action in offers(decision, "melee")
        if units[action["unit"]]["banner"] != "green" and units[action["target"]]["figures"] <= 2
    ]


def seat(browser: Browser, stage: Stage, device: str, lang: str, theme: str) -> BrowserContext:
    """A browser in which Mikael is known."""
    context = browser.new_context(**DEVICES[device], reduced_motion="reduce", locale=lang)  # type: ignore[arg-type]
    context.add_cookies([{"name": "sandtable", "value": stage.me.token, "url": stage.address}])
    prefs = f'{{"language":"{lang}","theme":"{theme}","sound":0.6}}'
    context.add_init_script(
        f"localStorage.setItem('sandtable.preferences', '{prefs}'); localStorage.setItem('sandtable.known', '1')"
    )
    return context


def point(page: Page, device: str, unit: str | None = None, hex_: str | None = None) -> None:
    """Click (or tap) a piece or a lit place of the board."""
    found = page.locator(f'[data-unit="{unit}"]' if unit else f'[data-mark][data-hex="{hex_}"]').first
    box = found.bounding_box()
    assert box is not None, f"{unit or hex_} is not on the board"
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.6
    if device == "phone":
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)
    page.wait_for_timeout(400)


def aim(page: Page, device: str, action: Json) -> None:
    """Choose the acting unit, then point at its target so that the odds are shown; nothing is committed."""
    point(page, device, unit=action["unit"])
    target, hex_ = action.get("target"), action.get("hex")
    found = page.locator(f'[data-unit="{target}"]' if target else f'[data-mark][data-hex="{hex_}"]').first
    box = found.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.55
    if device == "phone":
        page.touchscreen.tap(x, y)
    else:
        page.mouse.move(x, y, steps=4)
    page.wait_for_timeout(900)


def draw(browser: Browser, stage: Stage, wanted: set[str]) -> None:
    """All pictures that are wanted."""

    def take(what: str, device: str, lang: str, path: str, pose: Shot | None = None, theme: str = "light") -> None:
        if wanted and what not in wanted:
            return
        context = seat(browser, stage, device, lang, theme)
        page = context.new_page()
        page.goto(stage.address + path)
        page.wait_for_load_state("load")
        page.evaluate("document.fonts.ready")
        page.wait_for_timeout(2500)
        if pose is not None:
            pose(page, device)
        suffix = "" if theme == "light" else f"-{theme}"
        file = FOLDER / f"{what}-{device}-{lang}{suffix}.jpg"
        page.screenshot(path=file, type="jpeg", quality=86)
        print(file.relative_to(ROOT), f"{file.stat().st_size // 1024} KiB")
        context.close()

    def strike(page: Page, device: str) -> None:
        aim(page, device, stage.strike)

    def kindle(page: Page, device: str) -> None:
        aim(page, device, offers(stage.decisions[stage.fire], "ignite")[0])

    step = stage.step_of_fire()
    for lang in LANGS:
        for player in stage.people.values():
            player.speak(lang)
        for device in DEVICES:
            take("lobby", device, lang, "/")
            take("battle", device, lang, f"/match/{stage.battle}", strike)
            take("fire", device, lang, f"/match/{stage.fire}", kindle)
            take("replay", device, lang, f"/replay/{stage.ended}?at={step}")
        if lang == "en":
            take("create", "desktop", lang, "/create")
            take("battle", "desktop", lang, f"/match/{stage.battle}", strike, theme="dark")


def main() -> int:
    """Serve, play, draw."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    chromium = programs.find(programs.CHROMIUM)
    if chromium is None:
        print("No Chromium found; `make tools` installs one.")
        return 1
    arguments = [*(["--no-sandbox"] if os.geteuid() == 0 else []), "--disable-dev-shm-usage", "--disable-gpu"]
    with tempfile.TemporaryDirectory(prefix="sandtable-pictures-") as data, sync_playwright() as playwright:
        server = ServerProcess(SANDTABLE_DATA_DIR=data, **NO_LIMITS)
        try:
            stage = Stage(server.address())
            stage.set_up()
            browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
            with stage.company(browser, 3):
                draw(browser, stage, set(sys.argv[1:]))
            browser.close()
        finally:
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
