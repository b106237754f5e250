"""What is true of every lore battle at every decision, watched in random games of every scenario.

How many games of each: SANDTABLE_CONTRACT_GAMES, as in tests/contract (default 1).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from app.engine.action import Action, verb_of
from app.engine.decision import Decision
from app.engine.dice import HmacDice
from app.rulesets.lore import RULESET
from app.rulesets.lore.board import BY_NAME, DISTANCE
from app.rulesets.lore.deck import full_deck
from app.rulesets.lore.fire import limit
from app.rulesets.lore.magic.spells import full_deck as full_magic_deck
from app.rulesets.lore.phases import PHASES
from app.rulesets.lore.play import Play
from app.rulesets.lore.state import Draw, LoreGame, Power

NEXT = {phase.id: phase.next for phase in PHASES}
SETUPS = [
    ("S1", {}),
    ("S2", {"fire.windy": True, "fire.torches": 3}),
    ("S3", {"preset": "letter"}),
    ("S4", {}),
    ("S5", {"fire.igniteNoCap": True, "fire.bridgeImmediate": True, "fire.flyOver": True, "fire.dragonLos": True}),
    ("S1", {"magic": "full"}),
    ("S5", {"preset": "letter", "magic": "full", "fire.windy": True, "fire.extinguish": "exact"}),
]
GAMES = int(os.environ.get("SANDTABLE_CONTRACT_GAMES", "1"))


DEEDS = ("melee", "shoot", "ignite", "extinguish", "power", "use_landmark", "play_spell", "bonus_attack", "fly")


def eager(game: LoreGame, decision: Decision, chance: Random) -> Action:
    """A deed if there is one, else an order, else a step toward the enemy: so that battles become deep."""
    by_verb: dict[str, list[Action]] = {}
    for choice in decision.choices:
        by_verb.setdefault(verb_of(choice), []).append(choice)
    deeds = [verb for verb in DEEDS if verb in by_verb]
    if deeds and chance.random() < 0.9:
        return chance.choice(by_verb[chance.choice(deeds)])
    if "order" in by_verb and chance.random() < 0.95:
        return chance.choice(by_verb["order"])
    if "move" in by_verb and chance.random() < 0.9:
        foes = [unit.hex for unit in game.units if unit.hex >= 0 and unit.side != decision.seat]
        steps = chance.sample(by_verb["move"], min(12, len(by_verb["move"])))
        return min(steps, key=lambda step: min(DISTANCE[BY_NAME[step.to]][foe] for foe in foes))  # type: ignore[attr-defined]
    return by_chance(game, decision, chance)


def by_chance(game: LoreGame, decision: Decision, chance: Random) -> Action:
    """Anything, by verb first."""
    verb = chance.choice(sorted({verb_of(choice) for choice in decision.choices} - {"unorder"}))
    return chance.choice([choice for choice in decision.choices if verb_of(choice) == verb])


def everything_in_place(game: LoreGame) -> None:
    """The invariants of one position. T-4, M-3: nobody splits, merges or goes over the edge, so a unit is there with
    its own figures, or is gone with none."""
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
    magic = game.magic
    if magic is not None:
        dealt = [frame.words for frame in game.frames if isinstance(frame, Power) and frame.name == "keep_spell"]
        spells = [
            *magic.deck,
            *magic.discards,
            *magic.hands[0],
            *magic.hands[1],
            *(card for cards in dealt for card in cards),
        ]
        assert Counter(spells) == Counter(full_magic_deck(magic.councils))
    assert len({unit.id for unit in game.units}) == len(game.units)


@pytest.mark.parametrize(("scenario", "options"), SETUPS, ids=lambda value: value if isinstance(value, str) else "")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("pick", [by_chance, eager])
def test_invariants_hold(
    scenario: str, options: dict[str, object], pick: Callable[[LoreGame, Decision, Random], Action]
) -> None:
    for seed in range(GAMES + 1):
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
            action = pick(game, decision, chance)
            before = game.trophies
            game, events = RULESET.apply(game, decision.seat, action, dice)
            assert isinstance(game, LoreGame)
            grown = [now - then for now, then in zip(game.trophies, before, strict=True)]
            told = [sum(e.data["count"] for e in events if e.type == "trophy" and e.data["side"] == s) for s in (0, 1)]
            assert grown == told or any(event.type == "leg" for event in events)
