"""Interruptions of a creature's or a spell's own making: the frames of type `Power`, by name.

A handler goes on by itself (`run`) until its owner must answer; then it says what is asked (`ask`) and deals with the
answer (`act`). Whoever pushes a Power frame names the handler; a handler pops its own frame. Handlers are loaded when
first needed, so that they may use every rule of the game without import cycles.
"""

from __future__ import annotations

import importlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.rulesets.lore.asked import Asked
    from app.rulesets.lore.play import Play
    from app.rulesets.lore.state import Power

HANDLERS: dict[str, str] = {
    "breath": "creatures.breath",
    "poison": "creatures.spider",
    "push": "creatures.wood_giant",
    "quake": "creatures.elemental",
    "shaken": "creatures.elemental",
    "summon": "creatures.circle",
    "keep_spell": "magic.hand",
    "discard_spell": "magic.hand",
    "mana_step": "magic.income",
    "place_landmark": "magic.council",
    "portal": "magic.casting",
}
"""Name of a Power frame → module of this package; the module exposes `HANDLERS`, name → handler."""


class Handler:
    """One kind of interruption."""

    def run(self, play: Play, frame: Power) -> bool:
        """Go on as far as there is nothing to choose. Returns whether the owner must answer; False: the frame was
        popped or changed, and the battle goes on with the frame that is then on top."""
        raise NotImplementedError

    def ask(self, play: Play, frame: Power) -> Asked:
        """What is asked, when `run` said so. Changes nothing."""
        raise NotImplementedError

    def act(self, play: Play, frame: Power, action: Any) -> None:
        """Deal with one of the choices."""
        raise NotImplementedError


@lru_cache(maxsize=64)
def handler(name: str) -> Handler:
    """The handler of a Power frame."""
    module = importlib.import_module(f"{__package__}.{HANDLERS[name]}")
    found: Handler = module.HANDLERS[name]
    return found
