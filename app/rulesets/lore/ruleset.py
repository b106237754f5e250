"""The façade: ruleset `lore` as the kernel sees it (`app.engine.ruleset.Ruleset`).

Holds no state of a battle. Surprising: the decision of the latest Game is kept in one slot, because between two steps
it is asked for several times and nearly always of the same Game; a miss costs time only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from app.engine.action import Action
from app.engine.decision import Decision
from app.engine.dice import Dice, HmacDice
from app.engine.game import Game, Setup
from app.engine.ids import Seat
from app.engine.lens import Sight, Threat
from app.engine.odds import Odds
from app.engine.phase import PhaseSpec
from app.engine.refusal import KernelRefusal, Refused
from app.engine.ruleset import Applied, OptionSpec, Result, ScenarioInfo
from app.engine.viewer import SPECTATOR, Role, Viewer
from app.rulesets.lore import catalogue, evaluate, hidden, lenses, odds, refusing, steps, victory
from app.rulesets.lore import setup as setting
from app.rulesets.lore import view as views
from app.rulesets.lore.actions import LoreAction
from app.rulesets.lore.options import OPTIONS, PRESETS
from app.rulesets.lore.phases import PHASES
from app.rulesets.lore.play import Play
from app.rulesets.lore.state import LoreGame


class Lore:
    """See the module."""

    id = "lore"
    version = setting.VERSION
    seats = (2, 2)
    phases: tuple[PhaseSpec, ...] = PHASES
    options: tuple[OptionSpec, ...] = OPTIONS
    presets: Mapping[str, Mapping[str, Any]] = PRESETS
    pictured = views.PICTURED

    def __init__(self) -> None:
        self._slot: tuple[LoreGame, tuple[Decision, ...]] | None = None
        self._decoder = msgspec.json.Decoder(LoreGame)
        self._actions = msgspec.json.Decoder(LoreAction)

    # -- what a battle is made of ------------------------------------------------------------------------------------
    def scenarios(self) -> Sequence[ScenarioInfo]:
        """See `Ruleset.scenarios`."""
        return _scenarios()

    def content(self) -> Mapping[str, Any]:
        """See `Ruleset.content`."""
        return catalogue.content()

    def text(self, lang: str) -> Mapping[str, str]:
        """See `Ruleset.text`."""
        return catalogue.text(lang)

    def rulebook(self, lang: str) -> str:
        """See `Ruleset.rulebook`."""
        return catalogue.rulebook(lang)

    def setup(self, scenario: str | Mapping[str, Any], options: Mapping[str, Any]) -> Setup:
        """See `Ruleset.setup`."""
        return setting.make_setup(scenario, options)

    # -- play ----------------------------------------------------------------------------------------------------------
    def new_game(self, setup: Setup, dice: Dice) -> Applied:
        """See `Ruleset.new_game`."""
        play = setting.new_game(setup, dice)
        steps.settle(play)
        return self._done(play)

    def decisions(self, game: Game) -> Sequence[Decision]:
        """See `Ruleset.decisions`."""
        assert isinstance(game, LoreGame)
        slot = self._slot
        if slot is not None and slot[0] is game:
            return slot[1]
        if game.result is not None:
            return ()
        found = (steps.ask(Play(game)),)
        self._slot = (game, found)
        return found

    def action(self, raw: Mapping[str, Any] | bytes) -> Action:
        """See `Ruleset.action`."""
        try:
            if isinstance(raw, bytes | bytearray):
                return self._actions.decode(raw)
            found: Action = msgspec.convert(raw, LoreAction, strict=True)
            return found
        except (msgspec.ValidationError, msgspec.DecodeError, TypeError, UnicodeDecodeError, RecursionError) as error:
            raise Refused(KernelRefusal.MALFORMED, field=catalogue.field_of(error)) from None

    def check(self, game: Game, seat: Seat, action: Action) -> None:
        """See `Ruleset.check`."""
        assert isinstance(game, LoreGame)
        if game.result is not None:
            raise Refused(KernelRefusal.BATTLE_OVER)
        decision = self.decisions(game)[0]
        if decision.seat != seat:
            raise Refused(KernelRefusal.NOT_YOUR_DECISION)
        if action not in decision.choices:
            raise refusing.refusal(Play(game), decision, action)

    def apply(self, game: Game, seat: Seat, action: Action, dice: Dice) -> Applied:
        """See `Ruleset.apply`."""
        assert isinstance(game, LoreGame)
        self.check(game, seat, action)
        play = Play(game, dice)
        play.tick += 1
        steps.act(play, action)
        return self._done(play)

    def _done(self, play: Play) -> Applied:
        after = play.freeze()
        self._slot = (after, () if after.result is not None else (steps.ask(play),))
        return after, play.events

    def concede(self, game: Game, seat: Seat) -> Applied:
        """See `Ruleset.concede`."""
        assert isinstance(game, LoreGame)
        if game.result is not None:
            raise Refused(KernelRefusal.BATTLE_OVER)
        play = Play(game)
        play.tick += 1
        play.tell("conceded", "victory", side=int(seat))
        victory.finish(play, (1 - seat,), "conceded", "victory")
        return self._done(play)

    def result(self, game: Game) -> Result | None:
        """See `Ruleset.result`."""
        assert isinstance(game, LoreGame)
        return game.result

    # -- what is seen -----------------------------------------------------------------------------------------------
    def view(self, game: Game, viewer: Viewer) -> dict[str, Any]:
        """See `Ruleset.view`."""
        assert isinstance(game, LoreGame)
        return views.view(game, viewer)

    def odds(self, game: Game, seat: Seat, action: Action) -> Odds:
        """See `Ruleset.odds`."""
        assert isinstance(game, LoreGame)
        self.check(game, seat, action)
        return odds.odds(Play(game), action)

    def sight(self, game: Game, viewer: Viewer, origin: str, to: str) -> Sight:
        """See `Ruleset.sight`. The board is public: every viewer gets the same."""
        assert isinstance(game, LoreGame)
        return lenses.sight(game, origin, to)

    def threat(self, game: Game, viewer: Viewer, of: Seat) -> Threat:
        """See `Ruleset.threat`. The board and mana are public: every viewer gets the same."""
        assert isinstance(game, LoreGame)
        return lenses.threat(game, int(of))

    # -- storage ----------------------------------------------------------------------------------------------------
    def decode(self, data: bytes) -> LoreGame:
        """See `Ruleset.decode`."""
        return self._decoder.decode(data)

    # -- bots ---------------------------------------------------------------------------------------------------------
    def imagine(self, game: Game, seat: Seat, dice: Dice) -> LoreGame:
        """See `Ruleset.imagine`."""
        assert isinstance(game, LoreGame)
        return hidden.redealt(game, (seat,), dice)

    def evaluate(self, game: Game, seat: Seat) -> int:
        """See `Ruleset.evaluate`."""
        assert isinstance(game, LoreGame)
        return evaluate.evaluate(game, seat)

    def battle_map(self, game: Game) -> str:
        """See `Ruleset.battle_map`."""
        assert isinstance(game, LoreGame)
        return views.battle_map(game)

    def secret_variants(self, game: Game, viewer: Viewer, dice: Dice) -> Sequence[LoreGame]:
        """See `Ruleset.secret_variants`."""
        assert isinstance(game, LoreGame)
        if viewer.role is Role.REFEREE:
            return []
        known = (int(viewer.seat),) if viewer.role is Role.SEAT else ()
        return [hidden.redealt(game, known, dice) for _ in range(2)]


def _bare(game: LoreGame) -> LoreGame:
    """The game without cards, for a preview."""
    bare: LoreGame = replace(game, hands=((), ()), deck=())
    return bare


@lru_cache(maxsize=1)
def _scenarios() -> tuple[ScenarioInfo, ...]:
    ruleset = Lore()
    found = []
    for scenario in setting.built_in().values():
        made = setting.make_setup(scenario.id, {})
        game = ruleset.new_game(made, HmacDice(b"preview", "preview"))[0]
        assert isinstance(game, LoreGame)
        preview = views.view(_bare(game), SPECTATOR)
        found.append(
            ScenarioInfo(
                id=scenario.id,
                names=dict(scenario.names),
                intro=dict(scenario.intro),
                seats=2,
                options=made.options,
                preview=preview,
            )
        )
    return tuple(found)
