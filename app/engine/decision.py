"""Decision: what a seat may choose now.

Several seats may hold decisions at once (hidden deployment, reactions), each of them one. An id changes whenever what
is asked changes, and only then: answering one decision does not make another seat's stale. The prompt is a text key
with parameters and is shown to the deciding seat; everybody else sees `public`, which must not give away what only the
seat may know.
"""

from __future__ import annotations

from typing import Any

import msgspec

from app.engine.action import Action
from app.engine.ids import Seat


class Prompt(msgspec.Struct, frozen=True):
    """A text key with its parameters; the catalogues of the ruleset hold the sentence in each language."""

    key: str
    params: dict[str, Any] = {}


class Parametric(msgspec.Struct, frozen=True):
    """A verb whose choices are too many to list (a point on the plane, a path); some of them always are.

    schema  JSON Schema of the action, as narrow as is cheap; admits all that `Ruleset.check` accepts
    """

    verb: str
    schema: dict[str, Any]


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat may choose now.

    choices     the enumerated legal actions, in a fixed order; together with `parametric` they are all there is
    default     taken on timeout, and by a bot without a plan; always legal
    window      seconds after which the default is taken whatever the match clock says; 0: the match clock alone
    path        text keys of the nested procedures that lead here, outermost first (Melee › Retreat)
    """

    id: str
    seat: Seat
    prompt: Prompt
    public: Prompt
    choices: tuple[Action, ...]
    default: Action
    parametric: tuple[Parametric, ...] = ()
    window: int = 0
    path: tuple[str, ...] = ()
