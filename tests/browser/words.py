"""The client's own words: tests look for what a person reads, in the language of the page."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "frontend" / "src" / "lib" / "i18n"
LORE = ROOT / "app" / "rulesets" / "lore" / "text"


@cache
def _catalogue(lang: str) -> dict[str, str]:
    files = (LORE / f"{lang}.json", CLIENT / f"{lang}.json", CLIENT / f"battle.{lang}.json")
    found: dict[str, str] = {}
    for file in files:
        found |= json.loads(file.read_text(encoding="utf-8"))
    return found


class Words:
    """The catalogue of one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._texts = _catalogue(lang)

    def __call__(self, key: str, **params: object) -> str:
        """A text with its plain parameters filled in (no plurals: those are `like`)."""
        text = self._texts[key]
        for name, value in params.items():
            text = text.replace("{" + name + "}", str(value))
        assert "{" not in text, f"{key} needs more than {params}"
        return text

    def like(self, key: str) -> re.Pattern[str]:
        """A pattern for a text: every parameter, and every plural, may be anything."""
        text, pattern, depth = self._texts[key], "", 0
        for part in re.split(r"([{}])", text):
            if part == "{":
                pattern += ".*" if depth == 0 else ""
                depth += 1
            elif part == "}":
                depth -= 1
            elif depth == 0:
                pattern += re.escape(part)
        return re.compile(pattern)
