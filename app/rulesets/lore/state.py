"""LoreGame: the whole state of one battle, and the frames of its phase stack.

Immutable plain data, nothing else: rules work on `play.Play`, the thawed form of it. Surprising: units are never
removed from the tuple, so an index stays good for the whole battle; who is gone stands on NOWHERE with 0 figures.
"""

from __future__ import annotations

import msgspec

from app.engine.game import Frame, Game
from app.engine.ruleset import Result

Pair = tuple[int, int]


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    """One unit. It never splits, merges or leaves the board by its own will (T-4, M-3).

    kind      "foot", "mounted", or the id of a creature
    wounds    troll: wounds taken; necks: hydra: heads of each neck
    tokens    states that last: "webbed", "poisoned", "frozen", "fire_token" … (creatures and magic own their meaning)
    huts      whether it has had its mana of a witch's hut

    Of this turn only (`turn.end_turn` clears them): ordered; paid: mana paid for the order; moved: by its order or
    a spell; steps: hexes gone, also back; barred: it may not battle because of where it went; rushed: goblin rush,
    melee only; fought; shots: ranged attacks made; flew.
    """

    id: str
    side: int
    hex: int
    kind: str
    banner: str
    weapon: str
    figures: int
    max: int
    race: str = "human"
    wounds: int = 0
    necks: tuple[int, ...] = ()
    tokens: tuple[str, ...] = ()
    huts: bool = False
    ordered: bool = False
    paid: int = 0
    moved: bool = False
    steps: int = 0
    barred: bool = False
    rushed: bool = False
    fought: bool = False
    shots: int = 0
    flew: bool = False


class Fire(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fire (§14.1). maxed_by: at whose start of turn it burns its hex down; lit_by: who lit it (`fire.windy`)."""

    hex: int
    level: int
    lit_by: int
    maxed_by: int | None = None


class Magic(msgspec.Struct, frozen=True, omit_defaults=True):
    """State of the magic module (§13), by seat. councils: adviser → level; cast: who has played a spell this turn;
    effects: what spells leave behind until it is used up."""

    councils: tuple[dict[str, int], dict[str, int]] = ({}, {})
    hands: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    deck: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    cast: tuple[bool, bool] = (False, False)
    effects: tuple[str, ...] = ()


# -- frames: phases --------------------------------------------------------------------------------------------------
class Start(Frame, frozen=True, tag="start"):
    """Phase 0: burn-downs, losses, what else happens before the card. stage: what is done already."""

    stage: int = 0


class Wind(Frame, frozen=True, tag="wind"):
    """`fire.windy`: the owner picks which of his fires grows."""


class Command(Frame, frozen=True, tag="command"):
    """Phase 1: play a card."""


class Order(Frame, frozen=True, tag="order"):
    """Phase 2: name the ordered units."""


class Move(Frame, frozen=True, tag="move"):
    """Phase 3: ordered units move."""


class Battle(Frame, frozen=True, tag="battle"):
    """Phase 4: ordered units battle, ignite, extinguish."""


class Draw(Frame, frozen=True, tag="draw"):
    """Phase 5. drawn: cards of which one may be kept, seen by their owner alone; stage: what is done already."""

    stage: int = 0
    drawn: tuple[str, ...] = ()


# -- frames: interruptions -------------------------------------------------------------------------------------------
class Rally(Frame, frozen=True, tag="rally"):
    """Regroup: faces (1…6) whose figure is still to be given."""

    faces: tuple[int, ...]


class Attack(Frame, frozen=True, tag="attack"):
    """An attack whose hits are dealt. Units by index; at, origin: the hexes of target and attacker when it began.

    how     melee, shoot, bonus, battle_back, or a creature's (breath, boulder …)
    flags   flags rolled, still to be obeyed
    stage   0: flags due, 1: flags done, 2: battle back done
    """

    unit: int
    target: int
    at: int
    origin: int
    how: str
    flags: int = 0
    stage: int = 0


class Flags(Frame, frozen=True, tag="flags"):
    """The owner of `unit` says how many flags it ignores."""

    unit: int
    by: int
    flags: int


class Retreat(Frame, frozen=True, tag="retreat"):
    """A unit goes back, hex by hex. left: hexes still to go; run: hexes gone; by: index of the unit that drives it.

    push    it is pushed (wood giant): no fright, and where it cannot go on it stops without loss
    diced   a creature has thrown its dice of K-5 already
    """

    unit: int
    by: int
    left: int
    run: int = 0
    push: bool = False
    diced: bool = False


class BattleBack(Frame, frozen=True, tag="battle_back"):
    """The owner of `unit` may strike back at `target`."""

    unit: int
    target: int


class GainGround(Frame, frozen=True, tag="gain_ground"):
    """The attacker may enter the hex that it emptied. pursuit: whether more may follow (G-2, G-3)."""

    unit: int
    to: int
    pursuit: bool


class Pursuit(Frame, frozen=True, tag="pursuit"):
    """A mounted unit may go one hex further."""

    unit: int


class Bonus(Frame, frozen=True, tag="bonus"):
    """A mounted unit may make its bonus attack."""

    unit: int


class PickLit(Frame, frozen=True, tag="pick_lit"):
    """A fire dragon rolled one green for two targets (F-53)."""

    unit: int
    targets: tuple[int, ...]


class Power(Frame, frozen=True, tag="power"):
    """An interruption of a creature's or a spell's own making: its name, and numbers and words that it understands."""

    name: str
    unit: int = -1
    numbers: tuple[int, ...] = ()
    words: tuple[str, ...] = ()


LoreFrame = (
    Start
    | Wind
    | Command
    | Order
    | Move
    | Battle
    | Draw
    | Rally
    | Attack
    | Flags
    | Retreat
    | BattleBack
    | GainGround
    | Pursuit
    | Bonus
    | PickLit
    | Power
)


class LoreGame(Game, frozen=True, kw_only=True):
    """One battle of ruleset lore. Pairs are by seat: South, North.

    terrain   113 letters, as in the rows of a scenario, from a9 to m1
    ashes     hexes that burnt down; walls: (hex, owner); cliffs: (hex, direction); home: (hex, owner) of landmarks
    turn      player turns of each side, from 1; side: whose turn; first: who begins; leg: 1 after sides were swapped
    lost      figures lost by each side
    deck      order cards still to draw, the next one last; skip_draw: whose first draw is left out (extra start card)
    played    card of this turn; counted: what it counts as; last: what each side's latest card counted as
    legs      how many legs the battle has; by_points: whether points decide it instead of trophies
    income    mana that each side gains at the end of each of its turns
    specials  scenario rules in force; scored: those that may happen once and have
    """

    frames: tuple[LoreFrame, ...]
    terrain: str
    units: tuple[Unit, ...]
    fires: tuple[Fire, ...] = ()
    ashes: tuple[int, ...] = ()
    walls: tuple[Pair, ...] = ()
    cliffs: tuple[Pair, ...] = ()
    home: tuple[Pair, ...] = ()
    turn: int = 1
    side: int = 0
    first: int = 0
    leg: int = 0
    trophies: Pair = (0, 0)
    points: Pair = (0, 0)
    lost: Pair = (0, 0)
    mana: Pair = (0, 0)
    hands: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    deck: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    skip_draw: tuple[bool, bool] = (False, False)
    played: str | None = None
    counted: str | None = None
    last: tuple[str | None, str | None] = (None, None)
    legs: int = 1
    by_points: bool = False
    income: int = 0
    specials: tuple[str, ...] = ()
    scored: tuple[str, ...] = ()
    magic: Magic | None = None
    result: Result | None = None
