"""Refused: why an action does not count. The only way in which rules say no.

Surprising: a refusal never carries a sentence. It names a code, whose sentence stands in the ruleset's catalogues under
`refused.<code>`, the rule that forbids it, and parameters for the sentence. Parameters must not tell anything that the
refused seat may not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any


class KernelRefusal(StrEnum):
    """Refusals that every ruleset shares. A ruleset adds an enum of its own."""

    MALFORMED = "malformed"
    """Not an action of this ruleset: unknown verb, missing or extra field, wrong type."""
    NOT_YOUR_DECISION = "not_your_decision"
    """This seat has nothing to decide now."""
    NOT_OFFERED = "not_offered"
    """A verb that this decision does not offer."""
    BATTLE_OVER = "battle_over"
    """The battle has ended."""
    BAD_OPTION = "bad_option"
    """An option of the set-up that does not exist or has a value it cannot have."""
    BAD_SCENARIO = "bad_scenario"
    """A scenario that does not exist or whose data are broken."""


class Refused(Exception):
    """An action or a set-up is refused; nothing has changed.

    code    an enumerated reason (`KernelRefusal` or the ruleset's own enum)
    rule    id of the rule that forbids it, as in the rulebook; empty where no rule is concerned
    params  values for the sentence `refused.<code>`
    field   JSON field that is wrong, where one is
    """

    def __init__(
        self, code: StrEnum, rule: str = "", params: Mapping[str, Any] | None = None, field: str | None = None
    ) -> None:
        super().__init__(f"{code.value} ({rule})" if rule else code.value)
        self.code = code
        self.rule = rule
        self.params: Mapping[str, Any] = params or {}
        self.field = field
