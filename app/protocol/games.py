"""Answers about games: rulesets, rulebooks, and the scenarios and armies that people keep."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from app.engine.phase import PhaseSpec
from app.engine.ruleset import OptionSpec, ScenarioInfo
from app.protocol.value import Value


class RulesetInfo(Value, frozen=True, kw_only=True):
    """One game, as a lobby lists it. `seats` are the fewest and the most."""

    id: str
    version: str
    names: dict[str, str]
    seats: tuple[int, int]
    available: bool


class RulesetDetail(Value, frozen=True, kw_only=True):
    """All that is fixed about a game: phases, options with named presets, content, scenarios (without previews)."""

    id: str
    version: str
    names: dict[str, str]
    seats: tuple[int, int]
    phases: list[PhaseSpec]
    options: list[OptionSpec]
    presets: dict[str, dict[str, Any]]
    content: dict[str, Any]
    scenarios: list[ScenarioInfo]


class Rulebook(Value, frozen=True, kw_only=True):
    """The player's rulebook; every rule has an anchor `{#id}`."""

    lang: Literal["en", "ru"]
    markdown: str


class Saved(Value, frozen=True, kw_only=True):
    """A scenario or an army that somebody made; a scenario is played as `saved:<id>`. `data` only where it is asked for
    by id, `mine` tells the owner."""

    id: str
    ruleset: str
    name: str
    public: bool
    mine: bool
    created: datetime
    data: dict[str, Any] | None = None


class SavedList(Value, frozen=True, kw_only=True):
    """Mine and the public ones of a ruleset, newest first."""

    saved: list[Saved]
