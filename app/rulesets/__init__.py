"""The games. A package here that exposes `RULESET` is registered by being there; nothing needs to know its name."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache

from app.engine.ruleset import Ruleset


@lru_cache(maxsize=1)
def all_rulesets() -> dict[str, Ruleset]:
    """Every registered ruleset by id, in alphabetical order."""
    found: dict[str, Ruleset] = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda entry: entry.name):
        package = importlib.import_module(f"{__name__}.{module.name}")
        ruleset: Ruleset | None = getattr(package, "RULESET", None)
        if ruleset is not None:
            found[ruleset.id] = ruleset
    return found


def ruleset(name: str) -> Ruleset:
    """The ruleset of that id; KeyError if there is none."""
    return all_rulesets()[name]
