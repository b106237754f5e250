"""Asked: what a frame asks when it cannot go on by itself. `steps.ask` makes a Decision of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from app.engine.action import Action


class Asked(NamedTuple):
    """A question: who is asked, what may be answered, and the parameters of its prompt `prompt.<key>`. The public
    prompt `public.<key>` gets `side` and those parameters that everybody may know."""

    seat: int
    key: str
    choices: list[Action]
    default: Action
    params: Mapping[str, Any] = MappingProxyType({})
    public: Mapping[str, Any] = MappingProxyType({})
