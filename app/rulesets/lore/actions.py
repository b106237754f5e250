"""The actions of ruleset lore, one class a verb; JSON shapes in docs/lore-shapes.md.

Only shapes: whether an action is legal now is decided by comparing it with the choices of the open decision.
Strings are bounded, so that hostile input stays small.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from app.engine.action import Action

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
HexName = Annotated[str, msgspec.Meta(min_length=2, max_length=2)]
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]


class PlayCard(Action, frozen=True, tag="play_card"):
    """Play an order card."""

    card: Name


class OrderUnit(Action, frozen=True, tag="order"):
    """Name a unit to be ordered; mana: paid for a creature out of sector (C-2)."""

    unit: Name
    mana: Count = 0


class UnorderUnit(Action, frozen=True, tag="unorder"):
    """Take the order back."""

    unit: Name


class EndOrders(Action, frozen=True, tag="end_orders"):
    """Enough units are named."""


class MoveUnit(Action, frozen=True, tag="move"):
    """Move a unit; the path is found by the server."""

    unit: Name
    to: HexName


class Fly(Action, frozen=True, tag="fly"):
    """A dragon flies along a path, with or without breath."""

    unit: Name
    path: Annotated[tuple[HexName, ...], msgspec.Meta(min_length=1, max_length=8)]
    breath: bool = False


class EndMoves(Action, frozen=True, tag="end_moves"):
    """Enough units have moved."""


class Melee(Action, frozen=True, tag="melee"):
    """Attack an adjacent unit; power: what is spent on it."""

    unit: Name
    target: Name
    power: Name | None = None


class Shoot(Action, frozen=True, tag="shoot"):
    """Attack a unit at range."""

    unit: Name
    target: Name


class Ignite(Action, frozen=True, tag="ignite"):
    """Set an adjacent hex on fire, or (fire dragon) the hexes of one direction."""

    unit: Name
    hex: HexName | None = None
    direction: Name | None = None


class Extinguish(Action, frozen=True, tag="extinguish"):
    """Try to put out a fire."""

    unit: Name
    hex: HexName


class UsePower(Action, frozen=True, tag="power"):
    """Use a creature's power."""

    unit: Name
    power: Name
    target: Name | None = None
    hex: HexName | None = None


class Decline(Action, frozen=True, tag="decline"):
    """Leave a power or a spell that is offered unused."""


class UseLandmark(Action, frozen=True, tag="use_landmark"):
    """Use the landmark under the unit."""

    unit: Name
    kind: Name


class EndBattles(Action, frozen=True, tag="end_battles"):
    """Enough units have fought."""


class IgnoreFlags(Action, frozen=True, tag="ignore_flags"):
    """How many flags the unit ignores."""

    count: Count


class RetreatTo(Action, frozen=True, tag="retreat"):
    """The next hex of a retreat."""

    to: HexName


class StrikeBack(Action, frozen=True, tag="battle_back"):
    """Battle back, or not."""

    accept: bool


class TakeGround(Action, frozen=True, tag="gain_ground"):
    """Enter the emptied hex, or not."""

    accept: bool


class Pursue(Action, frozen=True, tag="pursue"):
    """Go one hex further, or stay."""

    to: HexName | None = None


class BonusAttack(Action, frozen=True, tag="bonus_attack"):
    """Attack once more, or not."""

    target: Name | None = None


class PickHex(Action, frozen=True, tag="pick_lit"):
    """Which hex the dragon lights."""

    hex: HexName


class FanFire(Action, frozen=True, tag="fan"):
    """Which own fire the wind fans (`fire.windy`)."""

    hex: HexName


class PickRestored(Action, frozen=True, tag="pick_restored"):
    """Which unit gets the figure, or none."""

    unit: Name | None = None


class KeepCard(Action, frozen=True, tag="keep_card"):
    """Which of the drawn cards is kept."""

    card: Name


class ManaChoice(Action, frozen=True, tag="mana_choice"):
    """End of turn with magic: cards and mana taken (Z-7)."""

    choice: Name


class PlaySpell(Action, frozen=True, tag="play_spell"):
    """Play a magic card on a unit or a hex."""

    spell: Name
    unit: Name | None = None
    target: Name | None = None
    hex: HexName | None = None


class KeepSpell(Action, frozen=True, tag="keep_spell"):
    """Which of the drawn magic cards is kept."""

    spell: Name


class PlaceLandmark(Action, frozen=True, tag="place_landmark"):
    """Where a sole level-3 adviser's landmark stands (Z-8)."""

    kind: Name
    hex: HexName


class DiscardSpell(Action, frozen=True, tag="discard_spell"):
    """Which magic card goes, above the hand limit."""

    spell: Name


LoreAction = (
    PlayCard
    | OrderUnit
    | UnorderUnit
    | EndOrders
    | MoveUnit
    | Fly
    | EndMoves
    | Melee
    | Shoot
    | Ignite
    | Extinguish
    | UsePower
    | Decline
    | UseLandmark
    | EndBattles
    | IgnoreFlags
    | RetreatTo
    | StrikeBack
    | TakeGround
    | Pursue
    | BonusAttack
    | PickHex
    | FanFire
    | PickRestored
    | KeepCard
    | ManaChoice
    | PlaySpell
    | KeepSpell
    | DiscardSpell
    | PlaceLandmark
)

VERBS: dict[str, dict[str, object]] = {
    "play_card": {"tone": "card", "rolls": False},
    "order": {"tone": "order", "rolls": False},
    "unorder": {"tone": "order", "rolls": False, "undoes": True},
    "end_orders": {"tone": "end", "rolls": False},
    "move": {"tone": "move", "rolls": False},
    "fly": {"tone": "move", "rolls": True},
    "end_moves": {"tone": "end", "rolls": False},
    "melee": {"tone": "harm", "rolls": True},
    "shoot": {"tone": "harm", "rolls": True},
    "ignite": {"tone": "fire", "rolls": True},
    "extinguish": {"tone": "help", "rolls": True},
    "power": {"tone": "harm", "rolls": True},
    "decline": {"tone": "choice", "rolls": False},
    "use_landmark": {"tone": "help", "rolls": True},
    "end_battles": {"tone": "end", "rolls": False},
    "ignore_flags": {"tone": "choice", "rolls": False},
    "retreat": {"tone": "move", "rolls": False},
    "battle_back": {"tone": "harm", "rolls": True},
    "gain_ground": {"tone": "move", "rolls": False},
    "pursue": {"tone": "move", "rolls": False},
    "bonus_attack": {"tone": "harm", "rolls": True},
    "pick_lit": {"tone": "fire", "rolls": False},
    "fan": {"tone": "fire", "rolls": False},
    "pick_restored": {"tone": "help", "rolls": False},
    "keep_card": {"tone": "card", "rolls": False},
    "mana_choice": {"tone": "choice", "rolls": False},
    "play_spell": {"tone": "card", "rolls": False},
    "keep_spell": {"tone": "card", "rolls": False},
    "discard_spell": {"tone": "card", "rolls": False},
    "place_landmark": {"tone": "choice", "rolls": False},
}
"""Tone and dice of each verb, for `content().verbs`."""
