"""Rules: the rulesets of this process, each in the one version that it carries (docs/decisions/0031-rules-versions.md).

A match is played to its end by the version that it was made with, or not at all: other rules would make another battle
of the same steps.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.ruleset import Ruleset


class Rules:
    """See the module. `rulesets` by id."""

    def __init__(self, rulesets: Mapping[str, Ruleset]) -> None:
        self._rulesets = rulesets

    def find(self, name: str) -> Ruleset | None:
        """The ruleset, in whatever version it is here; None if there is none of that name."""
        return self._rulesets.get(name)

    def carry(self, name: str, version: str) -> bool:
        """Whether matches made with this version can be played here."""
        found = self._rulesets.get(name)
        return found is not None and found.version == version

    @property
    def carried(self) -> list[str]:
        """Every ruleset as `id@version`, as the store compares them."""
        return [f"{name}@{found.version}" for name, found in self._rulesets.items()]
