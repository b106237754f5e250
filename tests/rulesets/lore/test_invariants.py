"""What is true of every lore battle at every decision, watched in random games of every scenario."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from app.engine.action import verb_of
from app.engine.dice import HmacDice
from app.rulesets.lore import RULESET
from app.rulesets.lore.deck import full_deck
from app.rulesets.lore.fire import limit
from app.rulesets.lore.phases import PHASES
from app.rulesets.lore.play import Play
from app.rulesets.lore.state import Draw, LoreGame

NEXT = {phase.id: phase.next for phase in PHASES}
SETUPS = [
    ("S1", {}),
    ("S2", {"fire.windy": True, "fire.torches": 3}),
    ("S3", {"preset": "letter"}),
    ("S4", {}),
    ("S5", {"fire.igniteNoCap": True, "fire.bridgeImmediate": True, "fire.flyOver": True, "fire.dragonLos": True}),
    ("S1", {"magic": "full"}),
]


def everything_in_place(game: LoreGame) -> None:
    """The invariants of one position."""
    play = Play(game)
    living = [unit for unit in game.units if unit.hex >= 0]
    assert len({unit.hex for unit in living}) == len(living)  # B-5
    for unit in game.units:
        assert (0 < unit.figures <= unit.max) if unit.hex >= 0 else unit.figures == 0
        assert unit.hex < 0 or play.ground(unit.hex).passable
        assert unit.hex < 0 or unit.side == game.side or not unit.ordered
    for fire in game.fires:
        top = limit(play, fire.hex)
        assert 1 <= fire.level <= top  # F-1
        assert (fire.maxed_by is not None) == (fire.level == top)  # F-3
    assert not set(game.ashes) & {fire.hex for fire in game.fires}  # F-73
    if game.setup.options["deck"] != "none":
        drawing = [frame for frame in game.frames if isinstance(frame, Draw)]
        drawn = drawing[0].drawn if drawing else ()
        in_play = () if game.played is None or drawing else (game.played,)
        cards = Counter([*game.deck, *game.discards, *game.hands[0], *game.hands[1], *drawn, *in_play])
        assert cards == Counter(full_deck(game.setup.options["fire.torches"]))
    assert min(game.mana) >= 0


@pytest.mark.parametrize(("scenario", "options"), SETUPS, ids=lambda value: value if isinstance(value, str) else "")
def test_invariants_hold(scenario: str, options: dict[str, object]) -> None:
    for seed in (1, 2):
        chance = Random(seed)
        dice = HmacDice(b"invariants%d" % seed, "m")
        game, events = RULESET.new_game(RULESET.setup(scenario, options), dice)
        phase = "start"
        while RULESET.result(game) is None:
            assert isinstance(game, LoreGame)
            everything_in_place(game)
            for event in events:
                if event.type in ("turn", "phase"):
                    after = event.data["phase"] if event.type == "phase" else "start"
                    fresh = event.type == "turn" and (
                        phase == "start" or game.leg or not game.setup.options["hand"]["S"]
                    )
                    assert after in NEXT[phase] or fresh, (phase, after)
                    phase = after
            decision = RULESET.decisions(game)[0]
            verb = chance.choice(sorted({verb_of(choice) for choice in decision.choices} - {"unorder"}))
            action = chance.choice([choice for choice in decision.choices if verb_of(choice) == verb])
            before = game.trophies
            game, events = RULESET.apply(game, decision.seat, action, dice)
            assert isinstance(game, LoreGame)
            grown = [now - then for now, then in zip(game.trophies, before, strict=True)]
            told = [sum(e.data["count"] for e in events if e.type == "trophy" and e.data["side"] == s) for s in (0, 1)]
            assert grown == told or any(event.type == "leg" for event in events)
