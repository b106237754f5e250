"""Texts, rulebook and static content of the ruleset, as clients get them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

import msgspec

from app.rulesets.lore import content as data
from app.rulesets.lore.actions import VERBS
from app.rulesets.lore.board import DIRECTION_NAMES, HEXES, NAMES, SECTORS, SECTORS_OF
from app.rulesets.lore.magic.levels import ADVISERS
from app.rulesets.lore.magic.spells import SPELLS
from app.rulesets.lore.options import FIRE_LIMITS

LANGUAGES = ("en", "ru")


def _file(*path: str) -> bytes:
    return resources.files("app.rulesets.lore").joinpath(*path).read_bytes()


@lru_cache(maxsize=4)
def text(lang: str) -> Mapping[str, str]:
    """The catalogue of a language; KeyError for one that does not exist."""
    if lang not in LANGUAGES:
        raise KeyError(lang)
    found: dict[str, str] = msgspec.json.decode(_file("text", f"{lang}.json"))
    return found


@lru_cache(maxsize=4)
def rulebook(lang: str) -> str:
    """The rulebook of a language; KeyError for one that does not exist."""
    if lang not in LANGUAGES:
        raise KeyError(lang)
    return _file(f"rules.{lang}.md").decode()


@lru_cache(maxsize=1)
def content() -> Mapping[str, Any]:
    """Cards, troops, weapons, terrain, creatures, prices of powers, the geometry of the board, and the verbs."""
    built: dict[str, Any] = {
        "verbs": VERBS,
        "faces": list(data.FACES),
        "banners": list(data.BANNERS),
        "cards": {card: msgspec.to_builtins(spec) for card, spec in data.CARDS.items()},
        "troops": [msgspec.to_builtins(troop) for troop in data.TROOPS.values()],
        "weapons": {weapon.id: msgspec.to_builtins(weapon) for weapon in data.WEAPONS.values()},
        "terrain": {terrain.id: msgspec.to_builtins(terrain) for terrain in data.TERRAIN.values()},
        "creatures": {creature.id: msgspec.to_builtins(creature) for creature in data.CREATURES.values()},
        "spells": {spell.id: msgspec.to_builtins(spell) for spell in SPELLS.values()},
        "powers": _power_prices(),
        "advisers": list(ADVISERS),
        "unit_codes": data.raw("unit_codes"),
        "fire_limits": FIRE_LIMITS,
        "board": {
            "hexes": list(NAMES),
            "rows": [13 - row % 2 for row in range(9)],
            "directions": list(DIRECTION_NAMES),
            "sectors": [{NAMES[h]: [SECTORS[s] for s in SECTORS_OF[side][h]] for h in range(HEXES)} for side in (0, 1)],
        },
    }
    return built


def _power_prices() -> dict[str, dict[str, int]]:
    """Power → kind of creature → mana that it costs."""
    from app.rulesets.lore.creatures import dragons, elemental, hill_giant, spider

    return {
        "web": {"spider": spider.WEB_PRICE},
        "poison": {"spider": spider.POISON_PRICE},
        "boulder": {"hill_giant": hill_giant.PRICE},
        **{power: {"elemental": price} for power, price in elemental.PRICES.items()},
        "breath": dict(dragons.PRICE),
    }


def field_of(error: Exception) -> str | None:
    """The JSON field that a decoding error names, without its leading `$.`."""
    place = re.search(r"`\$\.?([^`]*)`", str(error))
    return place.group(1)[:60] or None if place else None
