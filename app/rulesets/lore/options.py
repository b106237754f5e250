"""The options of a match (§15) and their presets. Frozen at the start; a Game carries every one of them with its value.

Why the presets differ stands in docs/decisions/0010-lore-presets.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.engine.refusal import KernelRefusal, Refused
from app.engine.ruleset import OptionSpec
from app.rulesets.lore.content import FUELS
from app.rulesets.lore.magic.levels import USUAL, sound

FIRE_LIMITS: dict[str, int] = {
    "forest": 3,
    "bridge_wood": 3,
    "bridge_troll": 0,
    "marsh": 0,
    "cliff": 0,
    "stakes": 0,
    "fortress": 4,
    "camp": 4,
    "den": 3,
    "passage_forest": 3,
    "tents": 2,
    "graveyard": 2,
    "hut": 2,
    "lair": 3,
}
"""F-5, and 0 for what the table does not name (F-4)."""

OPTIONS: tuple[OptionSpec, ...] = (
    OptionSpec(id="fire.enabled", kind="bool", default=None, rule="option-fire-enabled", group="fire"),
    OptionSpec(id="fire.maxLevel", kind="table", default=FIRE_LIMITS, rule="option-fire-maxLevel", group="fire"),
    OptionSpec(id="fire.igniteFriendly", kind="bool", default=False, rule="option-fire-igniteFriendly", group="fire"),
    OptionSpec(
        id="fire.igniteDice",
        kind="enum",
        values=("melee",),
        default="melee",
        rule="option-fire-igniteDice",
        group="fire",
    ),
    OptionSpec(id="fire.igniteNoCap", kind="bool", default=False, rule="option-fire-igniteNoCap", group="fire"),
    OptionSpec(id="fire.windy", kind="bool", default=False, rule="option-fire-windy", group="fire"),
    OptionSpec(
        id="fire.extinguish",
        kind="enum",
        values=("atLeast", "exact"),
        default="atLeast",
        rule="option-fire-extinguish",
        group="fire",
    ),
    OptionSpec(id="fire.torches", kind="int", low=0, high=3, default=1, rule="option-fire-torches", group="fire"),
    OptionSpec(id="fire.bridgeImmediate", kind="bool", default=False, rule="option-fire-bridgeImmediate", group="fire"),
    OptionSpec(id="fire.flyOver", kind="bool", default=False, rule="option-fire-flyOver", group="fire"),
    OptionSpec(id="fire.dragonLos", kind="bool", default=False, rule="option-fire-dragonLos", group="fire"),
    OptionSpec(id="fire.meleeTrophy", kind="bool", default=True, rule="option-fire-meleeTrophy", group="fire"),
    OptionSpec(
        id="magic", kind="enum", values=("off", "mana", "full"), default=None, rule="option-magic", group="magic"
    ),
    OptionSpec(id="magic.level", kind="int", low=3, high=30, default=None, rule="option-magic-level", group="magic"),
    OptionSpec(id="magic.councils", kind="table", default={}, rule="option-magic-councils", group="magic"),
    OptionSpec(id="trophies", kind="int", low=1, high=99, default=None, rule="option-trophies"),
    OptionSpec(id="turnLimit", kind="int", low=1, high=200, default=None, rule="option-turnLimit"),
    OptionSpec(id="hand", kind="table", default=None, rule="option-hand"),
    OptionSpec(id="first", kind="enum", values=("S", "N"), default=None, rule="option-first"),
    OptionSpec(id="extraStartCard", kind="enum", values=("none", "S", "N"), default=None, rule="option-extraStartCard"),
    OptionSpec(id="deck", kind="enum", values=("standard", "none"), default=None, rule="option-deck"),
    OptionSpec(id="ordersPerTurn", kind="int", low=1, high=20, default=None, rule="option-ordersPerTurn"),
)
_BY_ID = {spec.id: spec for spec in OPTIONS}

FALLBACK: dict[str, Any] = {
    "fire.enabled": True,
    "magic": "off",
    "magic.level": USUAL,
    "trophies": 5,
    "turnLimit": 40,
    "hand": {"S": 5, "N": 5},
    "first": "S",
    "extraStartCard": "N",
    "deck": "standard",
    "ordersPerTurn": 3,
}
"""Values where neither the caller nor the scenario says anything."""

PRESETS: dict[str, dict[str, Any]] = {
    "standard": {},
    "letter": {"fire.igniteFriendly": True, "fire.torches": 0, "fire.meleeTrophy": False},
}

MAX_HAND = 10


def _bad(name: str) -> Refused:
    return Refused(KernelRefusal.BAD_OPTION, field=f"options.{name}"[:60], params={"option": name[:40]})


def _int(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def validated(name: str, value: Any) -> Any:
    """One option's value as it is stored; Refused(BAD_OPTION) if there is no such option or value."""
    spec = _BY_ID.get(name)
    if spec is None:
        raise _bad(name)
    if spec.kind == "bool":
        good = type(value) is bool
    elif spec.kind == "int":
        good = _int(value, spec.low, spec.high)
    elif spec.kind == "enum":
        good = any(type(value) is type(choice) and value == choice for choice in spec.values)
    elif not isinstance(value, Mapping):
        good = False
    elif name == "magic.councils":
        good = all(side in ("S", "N") and sound(council, spec.high or 30) for side, council in value.items())
        value = {side: dict(council) for side, council in value.items()} if good else value
    elif name == "hand":
        good = set(value) == {"S", "N"} and all(_int(count, 0, MAX_HAND) for count in value.values())
        value = {side: value[side] for side in ("S", "N")} if good else value
    else:
        good = all(key in FUELS and _int(level, 0, 4) for key, level in value.items())
        value = {**FIRE_LIMITS, **value} if good else value
    if not good:
        raise _bad(name)
    return value


def completed(of_scenario: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value: preset, then single options, over the scenario's, over the defaults."""
    chosen = dict(given)
    preset = chosen.pop("preset", "standard")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise _bad("preset")
    values = {spec.id: FALLBACK[spec.id] if spec.default is None else spec.default for spec in OPTIONS}
    for source in (of_scenario, PRESETS[preset], chosen):
        for name, value in source.items():
            if name == "fire.maxLevel" and isinstance(value, Mapping):
                value = {**values[name], **value}  # limits that are not named stay as they were (F-4)
            values[str(name)] = validated(str(name), value)
    if values["deck"] == "standard" and min(values["hand"].values()) < 1:
        raise _bad("hand")
    return values
