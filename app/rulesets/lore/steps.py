"""The frame stack: what each frame does by itself, what it asks, and what an answer does. One row a frame.

`settle` runs frames until one of them must ask. Surprising: the choices found on the way to that answer are kept on the
Play (`offered`), so that they are enumerated once for each decision and not twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from app.engine.action import Action
from app.engine.decision import Decision, Prompt
from app.engine.ids import Seat
from app.engine.ruleset import MAX_SETTLE, Unsettled
from app.rulesets.lore import (
    attack,
    interruption_steps,
    phase_steps,
    turn,
    victory,
)
from app.rulesets.lore.asked import Asked
from app.rulesets.lore.play import Play
from app.rulesets.lore.retreat import run_retreat
from app.rulesets.lore.state import (
    Attack,
    Battle,
    BattleBack,
    Bonus,
    Command,
    Draw,
    Flags,
    GainGround,
    Move,
    Order,
    PickLit,
    Power,
    Pursuit,
    Rally,
    Retreat,
    Start,
    Wind,
)


class Step(NamedTuple):
    """One row: run (does it wait for an answer?), ask, act."""

    run: Callable[[Play, Any], bool]
    ask: Callable[[Play, Any], Asked] | None
    act: Callable[[Play, Any, Any], None] | None


def _waits(play: Play, frame: Any) -> bool:
    return True


STEPS: dict[type, Step] = {
    Start: Step(turn.run_start, None, None),
    Wind: Step(_waits, interruption_steps.ask_wind, interruption_steps.act_wind),
    Command: Step(phase_steps.run_command, phase_steps.ask_command, phase_steps.act_command),
    Order: Step(phase_steps.run_order, phase_steps.ask_order, phase_steps.act_order),
    Move: Step(phase_steps.run_move, phase_steps.ask_move, phase_steps.act_move),
    Battle: Step(phase_steps.run_battle, phase_steps.ask_battle, phase_steps.act_battle),
    Draw: Step(turn.run_draw, phase_steps.ask_draw, phase_steps.act_draw),
    Rally: Step(turn.run_rally, interruption_steps.ask_rally, interruption_steps.act_rally),
    Attack: Step(attack.run_attack, None, None),
    Flags: Step(_waits, interruption_steps.ask_flags, interruption_steps.act_flags),
    Retreat: Step(run_retreat, interruption_steps.ask_retreat, interruption_steps.act_retreat),
    BattleBack: Step(_waits, interruption_steps.ask_battle_back, interruption_steps.act_battle_back),
    GainGround: Step(_waits, interruption_steps.ask_gain, interruption_steps.act_gain),
    Pursuit: Step(interruption_steps.run_pursuit, interruption_steps.ask_pursuit, interruption_steps.act_pursuit),
    Bonus: Step(interruption_steps.run_bonus, interruption_steps.ask_bonus, interruption_steps.act_bonus),
    PickLit: Step(_waits, interruption_steps.ask_pick_lit, interruption_steps.act_pick_lit),
    Power: Step(interruption_steps.run_power, interruption_steps.ask_power, interruption_steps.act_power),
}
"""Frame → what it does. What creatures and spells bring along are Power frames, told apart in `interruptions.py`."""


def step_of(frame: Any) -> Step:
    """The row of a frame."""
    return STEPS[type(frame)]


def settle(play: Play) -> None:
    """Run the stack until a frame must ask or the battle is over."""
    play.offered = None
    for _ in range(MAX_SETTLE):
        if play.result is not None or (victory.check(play) and play.result is not None):
            return
        frame = play.frames[-1]
        if step_of(frame).run(play, frame):
            return
    raise Unsettled(f"lore did not settle: {play.frames}")


QUEUED = frozenset({"place_landmark", "keep_spell", "discard_spell", "mana_step"})
"""Frames that wait their turn one after another and are not parts of one another."""


def path_of(play: Play) -> tuple[str, ...]:
    """The nested procedures, outermost first, as ids of `frame.<id>`. What is merely queued below is left out."""
    names = []
    for place, frame in enumerate(play.frames, 1):
        name = type(frame).__struct_config__.tag
        if name == "attack":
            name = frame.how  # type: ignore[union-attr]
        elif name == "power":
            name = frame.name  # type: ignore[union-attr]
            if name in QUEUED and place < len(play.frames):
                continue
        names.append(str(name))
    return tuple(names)


def ask(play: Play) -> Decision:
    """The one open decision of a Play at rest."""
    frame = play.frames[-1]
    asker = step_of(frame).ask
    assert asker is not None
    asked = asker(play, frame)
    return Decision(
        id=f"d{play.tick}",
        seat=Seat(asked.seat),
        prompt=Prompt(f"prompt.{asked.key}", dict(asked.params)),
        public=Prompt(f"public.{asked.key}", {"side": asked.seat, **asked.public}),
        choices=tuple(asked.choices),
        default=asked.default,
        path=tuple([f"frame.{name}" for name in path_of(play)]),
    )


def act(play: Play, action: Action) -> None:
    """Carry out a legal answer of the open decision and run on."""
    frame = play.frames[-1]
    actor = step_of(frame).act
    assert actor is not None
    actor(play, frame, action)
    settle(play)
