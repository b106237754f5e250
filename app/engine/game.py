"""Game and Frame: the whole state of one battle, as immutable plain data.

A Game holds no dice seed, no clock, no names of people and no log: only what the rules need to go on. A new Game shares
with the old one all that did not change, so copies are free. Frames are the stack of phases and of their interruptions
(a retreat choice, a reaction window); because they are data, a battle can be saved in the midst of nested procedures.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What a battle is begun from; frozen at the start. Made and validated by `Ruleset.setup`, never by hand.

    scenario  id of a scenario of the ruleset, or "custom" with its data in `custom`
    options   every option of the ruleset with its value, defaults filled in
    """

    ruleset: str
    version: str
    scenario: str
    seats: int
    options: dict[str, Any]
    custom: dict[str, Any] | None = None


class Frame(msgspec.Struct, frozen=True, tag_field="frame", omit_defaults=True):
    """One entry of the phase stack. A ruleset has one subclass for each phase and each interruption."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """Base of a ruleset's Game. The ruleset narrows `frames` to the union of its own frames.

    tick    grows by one with every applied action; decision ids are made from it
    frames  the phase stack, outermost first; the last frame decides what is asked
    """

    setup: Setup
    tick: int
    frames: tuple[Any, ...]
