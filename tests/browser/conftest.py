"""A site for browsers: one `sandtable serve` with the built client for all tests here, and people who come to it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.screen import Screen
from tests.browser.words import Words
from tests.harness.databases import Databases
from tests.harness.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

ROOT = Path(__file__).parents[2]
NO_LIMITS = {
    f"SANDTABLE_RATE_{name}": "1000000"
    for name in ("ADDRESS_PER_S", "ADDRESS_BURST", "TOKEN_PER_S", "TOKEN_BURST", "SIGN_IN_PER_MIN", "SIGN_IN_BURST")
}
DESKTOP = {"width": 1440, "height": 900}
PHONE: dict[str, Any] = {
    "viewport": {"width": 375, "height": 812},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
LOCALES = {"en": "en-GB", "ru": "ru-RU"}


@pytest.fixture(scope="session")
def client_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built client, brought up to date; a copy, so that a build meanwhile changes nothing under the tests' feet."""
    subprocess.run([sys.executable, "scripts/setup.py", "client"], cwd=ROOT, check=True)
    return Path(shutil.copytree(ROOT / "frontend" / "dist", tmp_path_factory.mktemp("client") / "dist"))


@pytest.fixture(scope="session")
def site(databases: Databases, client_dir: Path) -> Iterator[str]:
    """The address of a server that all tests here share."""
    server = ServerProcess(DATABASE_URL=databases.new(), SANDTABLE_CLIENT_DIR=str(client_dir), **NO_LIMITS)
    try:
        yield server.address()
    finally:
        server.stop()


Arrive = Callable[..., Screen]


@pytest.fixture
def arrive(browser: Browser) -> Iterator[Arrive]:
    """People with browsers of their own: `arrive(site, "en")`; at the end nothing may have gone wrong on a page."""
    screens: list[Screen] = []
    with ExitStack() as leaving:

        def come(address: str, lang: str = "en", *, prefs: str = "", **more: Any) -> Screen:
            settings: dict[str, Any] = {"viewport": DESKTOP, "reduced_motion": "reduce", "locale": LOCALES[lang]} | more
            context: BrowserContext = browser.new_context(**settings)
            leaving.callback(context.close)
            if prefs:
                context.add_init_script(
                    f"try {{ localStorage.setItem('sandtable.preferences', '{prefs}') }} catch {{}}"
                )
            screen = Screen(context.new_page(), Words(lang), address)
            screens.append(screen)
            return screen

        yield come
        if folder := os.environ.get("SHOTS"):  # for whoever looks for the reason of a failure
            for number, screen in enumerate(screens):
                screen.page.screenshot(path=Path(folder) / f"{number}.png")
        for screen in screens:
            screen.calm()
