"""`duel`: a very small game with everything that the service must be able to carry. Registered only in tests.

Each round its leader chooses a stance (public, no dice), then both seats pick a card of their hidden hand at the same
time, the cards are shown, both roll a die, and the higher sum takes the round (attack: +1 for the leader). Cards are
drawn from a shuffled deck. Three rounds won, or five rounds, end it. A seat that holds a decision may write a private
note, of which nobody else learns. Options: `window` seconds for each pick, `rounds`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from app.engine.action import Action
from app.engine.decision import Decision, Prompt
from app.engine.dice import Dice
from app.engine.event import Event, Modifier, Roll
from app.engine.game import Frame, Game, Setup
from app.engine.ids import Seat
from app.engine.lens import Sight, Threat
from app.engine.odds import Odds, Outcome
from app.engine.phase import PhaseSpec
from app.engine.refusal import KernelRefusal, Refused
from app.engine.ruleset import Applied, OptionSpec, Result, ScenarioInfo
from app.engine.viewer import Viewer

DECK = 20
HAND = 5


class Stance(Action, frozen=True, tag="stance"):
    """The leader attacks or guards."""

    attack: bool


class Pick(Action, frozen=True, tag="pick"):
    """Lay a card face down."""

    card: int


class Note(Action, frozen=True, tag="note"):
    """Write something down for oneself."""

    text: int


_actions: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Stance | Pick | Note)


class Choosing(Frame, frozen=True, tag="choosing"):
    """The leader chooses a stance."""


class Picking(Frame, frozen=True, tag="picking"):
    """Both seats pick."""


class DuelRefusal(StrEnum):
    """Why not."""

    NOT_IN_HAND = "not_in_hand"


class DuelGame(Game, frozen=True, kw_only=True):
    """The state. `picks` by seat, None: not yet."""

    frames: tuple[Choosing | Picking, ...]
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    notes: tuple[int, ...] = (0, 0)
    picks: tuple[int | None, ...] = (None, None)
    scores: tuple[int, ...] = (0, 0)
    round: int = 1
    leader: int = 0
    attack: bool = False
    conceded: int | None = None


_games = msgspec.json.Decoder(DuelGame)


class Duel:
    """The ruleset."""

    id = "duel"
    version = "1"
    seats = (2, 2)
    phases = tuple(
        PhaseSpec(id=name, names={"en": name, "ru": name}, acts=acts, does="", timeout="", next=())
        for name, acts in (("stance", "active"), ("pick", "each"))
    )
    options = (
        OptionSpec(id="window", kind="int", default=0, low=0, high=600),
        OptionSpec(id="rounds", kind="int", default=5, low=1, high=500),
    )
    presets: Mapping[str, Mapping[str, Any]] = {"standard": {}, "letter": {}}
    pictured: frozenset[str] = frozenset({"attack", "turn"})

    def scenarios(self) -> Sequence[ScenarioInfo]:
        names = {"en": "Yard", "ru": "Двор"}
        return (ScenarioInfo(id="yard", names=names, intro=names, seats=2, options={}, preview={}),)

    def content(self) -> Mapping[str, Any]:
        return {"verbs": {verb: {"tone": "choice", "rolls": verb == "pick"} for verb in ("stance", "pick", "note")}}

    def text(self, lang: str) -> Mapping[str, str]:
        return {"refused.not_in_hand": "Card {card} is not in your hand.", "refused.malformed": "That is no action."}

    def rulebook(self, lang: str) -> str:
        return "# Duel"

    def setup(self, scenario: str | Mapping[str, Any], options: Mapping[str, Any]) -> Setup:
        if scenario != "yard" and not isinstance(scenario, Mapping):
            raise Refused(KernelRefusal.BAD_SCENARIO, field="scenario")
        known = {option.id: option for option in self.options}
        full = {option.id: option.default for option in self.options}
        for name, value in options.items():
            if name == "preset":
                continue
            if name not in known or type(value) is not int or not known[name].low <= value <= known[name].high:
                raise Refused(KernelRefusal.BAD_OPTION, field=f"options.{name}")
            full[name] = value
        custom = None if isinstance(scenario, str) else dict(scenario)
        name = "yard" if custom is None else "custom"
        return Setup(ruleset="duel", version="1", scenario=name, seats=2, options=full, custom=custom)

    def new_game(self, setup: Setup, dice: Dice) -> Applied:
        rolled = dice.shuffle("deck", DECK)
        cards = rolled.faces
        hands = (tuple(sorted(cards[:HAND])), tuple(sorted(cards[HAND : 2 * HAND])))
        game = DuelGame(setup=setup, tick=0, frames=(Choosing(),), hands=hands, deck=cards[2 * HAND :])
        roll = Roll(purpose="deck", index=rolled.index, sides=0, faces=rolled.faces)
        events = [Event(type="shuffled", rule="D-1", roll=roll, seats=(), redacted={"cards": DECK})]
        for seat in (0, 1):
            events.append(Event(type="dealt", rule="D-1", data={"cards": list(hands[seat])}, seats=(Seat(seat),)))
        return game, events

    def decisions(self, game: DuelGame) -> Sequence[Decision]:
        if self.result(game) is not None:
            return ()
        window = game.setup.options["window"]
        if isinstance(game.frames[-1], Choosing):
            choices: tuple[Action, ...] = (Stance(attack=False), Stance(attack=True), Note(text=1), Note(text=2))
            prompt = Prompt("stance", {"note": game.notes[game.leader]})
            return (
                Decision(
                    id=f"s{game.round}",
                    seat=Seat(game.leader),
                    prompt=prompt,
                    public=Prompt("stance"),
                    choices=choices,
                    default=choices[0],
                ),
            )
        return tuple(
            Decision(
                id=f"p{game.round}.{seat}",
                seat=Seat(seat),
                prompt=Prompt("pick", {"hand": list(game.hands[seat])}),
                public=Prompt("pick"),
                choices=(*(Pick(card=card) for card in game.hands[seat]), Note(text=1), Note(text=2)),
                default=Pick(card=game.hands[seat][0]),
                window=window,
            )
            for seat in (0, 1)
            if game.picks[seat] is None
        )

    def action(self, raw: Mapping[str, Any] | bytes) -> Action:
        try:
            if isinstance(raw, bytes):
                return _actions.decode(raw)
            return msgspec.convert(raw, Stance | Pick | Note)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise Refused(KernelRefusal.MALFORMED, field="action") from error

    def check(self, game: DuelGame, seat: Seat, action: Action) -> None:
        if self.result(game) is not None:
            raise Refused(KernelRefusal.BATTLE_OVER)
        decision = next((held for held in self.decisions(game) if held.seat == seat), None)
        if decision is None:
            raise Refused(KernelRefusal.NOT_YOUR_DECISION)
        if isinstance(action, Pick) and isinstance(game.frames[-1], Picking) and action.card not in game.hands[seat]:
            raise Refused(DuelRefusal.NOT_IN_HAND, "D-2", {"card": action.card})
        if action not in decision.choices:
            raise Refused(KernelRefusal.NOT_OFFERED)

    def apply(self, game: DuelGame, seat: Seat, action: Action, dice: Dice) -> Applied:
        self.check(game, seat, action)
        game = msgspec.structs.replace(game, tick=game.tick + 1)
        if isinstance(action, Note):
            notes = tuple(action.text if place == seat else note for place, note in enumerate(game.notes))
            noted = Event(type="noted", rule="D-9", data={"text": action.text}, seats=(seat,))
            return msgspec.structs.replace(game, notes=notes), [noted]
        if isinstance(action, Stance):
            game = msgspec.structs.replace(game, attack=action.attack, frames=(Picking(),))
            return game, [Event(type="stance", rule="D-1", data={"attack": action.attack})]
        assert isinstance(action, Pick)
        picks = tuple(action.card if place == seat else pick for place, pick in enumerate(game.picks))
        game = msgspec.structs.replace(game, picks=picks)
        events = [
            Event(
                type="picked",
                rule="D-2",
                data={"seat": seat, "card": action.card},
                seats=(seat,),
                redacted={"seat": seat},
            )
        ]
        if None in picks:
            return game, events
        return self._resolved(game, events, dice)

    def _resolved(self, game: DuelGame, events: list[Event], dice: Dice) -> Applied:
        sums = []
        for seat in (0, 1):
            card = game.picks[seat]
            assert card is not None
            bonus = 1 if game.attack and seat == game.leader else 0
            rolled = dice.roll("strike", 1, 6)
            sums.append(card + bonus + rolled.faces[0])
            modifiers = (Modifier("card", card, "D-3"), Modifier("stance", bonus, "D-3"))
            roll = Roll(
                purpose="strike", index=rolled.index, sides=6, faces=rolled.faces, modifiers=modifiers, total=sums[-1]
            )
            events.append(Event(type="strike", rule="D-3", data={"seat": seat, "card": card}, roll=roll))
        won = 0 if sums[0] > sums[1] else 1 if sums[1] > sums[0] else game.leader
        scores = tuple(score + (seat == won) for seat, score in enumerate(game.scores))
        hands, deck = [], game.deck
        for seat in (0, 1):
            hand = tuple(card for card in game.hands[seat] if card != game.picks[seat])
            if deck:
                events.append(
                    Event(
                        type="drawn", rule="D-4", data={"card": deck[0]}, seats=(Seat(seat),), redacted={}, reveals=True
                    )
                )
                hand, deck = tuple(sorted((*hand, deck[0]))), deck[1:]
            elif not hand:
                hand = (game.picks[seat] or 0,)
            hands.append(hand)
        game = msgspec.structs.replace(
            game,
            scores=scores,
            hands=tuple(hands),
            deck=deck,
            picks=(None, None),
            round=game.round + 1,
            leader=1 - game.leader,
            frames=(Choosing(),),
        )
        return game, [*events, Event(type="round", rule="D-3", data={"won": won})]

    def concede(self, game: DuelGame, seat: Seat) -> Applied:
        game = msgspec.structs.replace(game, conceded=int(seat), tick=game.tick + 1)
        return game, [Event(type="conceded", rule="D-5", data={"seat": seat})]

    def result(self, game: DuelGame) -> Result | None:
        if game.conceded is not None:
            return Result(winners=(Seat(1 - game.conceded),), reason="conceded", rule="D-5", scores=game.scores)
        rounds = game.setup.options["rounds"]
        if max(game.scores) * 2 > rounds or game.round > rounds:
            won = 0 if game.scores[0] > game.scores[1] else 1
            winners = () if game.scores[0] == game.scores[1] else (Seat(won),)
            return Result(winners=winners, reason="points", rule="D-5", scores=game.scores)
        return None

    def view(self, game: DuelGame, viewer: Viewer) -> dict[str, Any]:
        hands = []
        for seat in (0, 1):
            shown: dict[str, Any] = {"count": len(game.hands[seat])}
            if viewer.knows(Seat(seat)):
                shown |= {"cards": list(game.hands[seat]), "note": game.notes[seat], "picked": game.picks[seat]}
            hands.append(shown)
        return {
            "ruleset": "duel",
            "turn": game.round,
            "leader": game.leader,
            "attack": game.attack,
            "scores": list(game.scores),
            "hands": {str(seat): hand for seat, hand in enumerate(hands)},
            "deck": len(game.deck),
            "over": self.result(game) is not None,
        }

    def odds(self, game: DuelGame, seat: Seat, action: Action) -> Odds:
        self.check(game, seat, action)
        return Odds(kind="odds.strike", dice=1, ways=6, outcomes=(Outcome("high", 3), Outcome("low", 3)))

    def sight(self, game: DuelGame, viewer: Viewer, origin: str, to: str) -> Sight:
        raise Refused(KernelRefusal.NOT_OFFERED)

    def threat(self, game: DuelGame, viewer: Viewer, of: Seat) -> Threat:
        raise Refused(KernelRefusal.NOT_OFFERED)

    def decode(self, data: bytes) -> DuelGame:
        return _games.decode(data)

    def imagine(self, game: DuelGame, seat: Seat, dice: Dice) -> DuelGame:
        hidden = [*game.hands[1 - seat], *game.deck]
        order = dice.shuffle("imagined", len(hidden)).faces
        mixed = [hidden[place] for place in order]
        count = len(game.hands[1 - seat])
        theirs = tuple(sorted(mixed[:count]))
        hands = tuple(theirs if place == 1 - seat else hand for place, hand in enumerate(game.hands))
        return msgspec.structs.replace(game, hands=hands, deck=tuple(mixed[count:]))

    def evaluate(self, game: DuelGame, seat: Seat) -> int:
        return (game.scores[seat] - game.scores[1 - seat]) * 100

    def battle_map(self, game: DuelGame) -> str:
        return f"round {game.round}, {game.scores[0]}:{game.scores[1]}"

    def secret_variants(self, game: DuelGame, viewer: Viewer, dice: Dice) -> Sequence[DuelGame]:
        return [self.imagine(game, Seat(seat), dice) for seat in (0, 1) if viewer.knows(Seat(seat))]


DUEL = Duel()
