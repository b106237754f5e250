"""Creatures: which module holds the hooks of which kind (§11). Every module exposes `HOOKS`, a `base.Creature`.

Modules are loaded when first asked for, so that hooks may use every rule of the game without import cycles. Where a
creature's power asks its owner something, it pushes a `Power` frame; `interruptions.py` names the handlers.
"""

from __future__ import annotations

import importlib
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.rulesets.lore.creatures.base import Creature

MODULES: dict[str, str] = {
    "spider": "spider",
    "hill_giant": "hill_giant",
    "wood_giant": "wood_giant",
    "elemental": "elemental",
    "hydra": "hydra",
    "troll": "troll",
    "wyvern": "dragons",
    "drake": "dragons",
    "fire_dragon": "dragons",
}
"""Kind → module of this package."""


@lru_cache(maxsize=64)
def hooks(kind: str) -> Creature | None:
    """The hooks of a kind of creature; None for troops."""
    module = MODULES.get(kind)
    if module is None:
        return None
    found: Creature = importlib.import_module(f"{__name__}.{module}").HOOKS
    return found
