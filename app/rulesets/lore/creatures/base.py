"""What every creature does unless its own module says otherwise (K-1…K-6), and the list of hooks the rules call.

Hooks get the Play and the index of the creature. Those that answer questions must not change anything; those that act
may tell events, throw dice and push frames. Surprising: whoever loses a creature, its trophy goes to the other side,
also if its own side's creature shook or trampled it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from app.engine.action import Action
from app.engine.dice import Rolled
from app.engine.odds import Odds
from app.rulesets.lore.content import CREATURES
from app.rulesets.lore.creatures import criticals, trampling
from app.rulesets.lore.state import Unit

if TYPE_CHECKING:
    from app.rulesets.lore.play import Play


class Creature:
    """The hooks with their ordinary answers."""

    # -- questions ---------------------------------------------------------------------------------------------------
    def dice(self, play: Play, unit: Unit) -> int:
        """Dice of its melee attack before caps and bonuses."""
        return CREATURES[unit.kind].dice

    def ignores_caps(self, play: Play, unit: Unit, h: int) -> bool:
        """Whether the terrain of h does not restrict its attacks (a giant in its own kind of ground)."""
        return False

    def immune_to_blades(self, unit: Unit) -> bool:
        """Whether `X` never hits it."""
        return False

    def rerolls_blades(self) -> bool:
        """Whether its own `X` are thrown again until none is left (wood giant)."""
        return False

    def push_hexes(self) -> int:
        """Hexes that each sign of magic of its attack roll may push the target back (wood giant)."""
        return 0

    def retreat_per_flag(self, play: Play, unit: Unit) -> int:
        """Hexes for each flag that it does not ignore (R-1)."""
        return CREATURES[unit.kind].retreat

    def must_ignore(self, play: Play, unit: Unit) -> int:
        """Flags that it has to ignore (K-4, R-8)."""
        return 1

    def destinations(self, play: Play, unit: Unit) -> list[int]:
        """Hexes to which an ordered move may take it. K-2: like foot of its colour."""
        from app.rulesets.lore.movement import allowance, reach

        return list(reach(play, unit, allowance(play, unit)))

    def may_stand(self, play: Play, unit: Unit, h: int) -> bool:
        """Whether it may gain ground onto, or be sent by a spell to, a hex that is free, passable and does not burn."""
        return True

    def moves(self, play: Play, index: int) -> list[Action]:
        """Special moves beside `move` (fly), for a creature that may move."""
        return []

    def powers(self, play: Play, index: int) -> list[Action]:
        """Special actions of the battle phase, for a creature that may battle."""
        return []

    def threatens(self, play: Play, unit: Unit) -> Collection[int]:
        """Hexes farther than its melee that a power of it, as it stands and can be paid now, could strike."""
        return ()

    def lethal(self, unit: Unit) -> int:
        """How many hits take it off the board for certain; 0: only critical hits do (K-3)."""
        return 0

    def odds(self, play: Play, index: int, action: Action) -> Odds | None:
        """Exact chances of one of its `moves` or `powers`; None: nothing is left to chance."""
        return None

    # -- deeds -------------------------------------------------------------------------------------------------------
    def move(self, play: Play, index: int, to: int) -> bool:
        """Carry out an ordered move in its own way; False: the ordinary way."""
        return False

    def act(self, play: Play, index: int, action: Action) -> None:
        """Carry out one of its `moves` or `powers`."""
        raise LookupError(f"{play.units[index].kind} has no {type(action).__name__}")

    def rethrow(self, play: Play, faces: Sequence[int]) -> list[Rolled]:
        """Further throws that belong to its attack roll (wood giant). Only hits and flags of them count."""
        return []

    def spares(self, unit: Unit, how: str) -> bool:
        """Whether the hits of this kind of attack take no figures (frost)."""
        return False

    def deals(self, play: Play, index: int, target: int, how: str, hits: int) -> bool:
        """Deal its hits in a way of its own (frost); False: the ordinary way."""
        return False

    def rolled(self, play: Play, index: int, target: int, how: str, faces: Sequence[int], hits: int) -> int:
        """After its own attack roll, when hits are dealt and before flags are obeyed; the frame of the attack is on
        top. Returns how many `L` a power of it has used up or holds back for an answer (H-4)."""
        return 0

    def struck(self, play: Play, index: int, by: int, hits: int) -> None:
        """Deal with an attack by unit `by` in which `hits` dice hit: rolled again for a critical hit (K-3)."""
        criticals.critical(play, index, hits, play.units[by].id)

    def hurt(self, play: Play, index: int, hits: int, cause: str, rule: str) -> None:
        """Deal with hits that are no attack: poison, fire token, quake, trampling. They cost a troop figures; a
        creature they threaten as K-3 says."""
        criticals.critical(play, index, hits, "")

    def blocked(self, play: Play, index: int, by: int, missing: int) -> bool:
        """It cannot retreat `missing` hexes (K-5, K-6); the frame of the retreat is on top. Returns whether the way was
        freed and it goes on."""
        return trampling.blocked(play, index, by, missing)

    def turn_starts(self, play: Play, index: int) -> None:
        """At the start of its owner's turn, after the losses by fire (F-31)."""


HOOKS = Creature()
