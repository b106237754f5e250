"""The phase table of §3, as data. What happens in a phase stands in the module of its frame."""

from __future__ import annotations

from app.engine.phase import PhaseSpec

PHASES: tuple[PhaseSpec, ...] = (
    PhaseSpec(
        id="start",
        names={"en": "Start", "ru": "Начало"},
        acts="nobody",
        does="phase.start.does",
        timeout="phase.start.timeout",
        next=("command", "order"),
        rule="F-30",
    ),
    PhaseSpec(
        id="command",
        names={"en": "Command", "ru": "Карта"},
        acts="active",
        does="phase.command.does",
        timeout="phase.command.timeout",
        next=("order", "move", "draw"),
        rule="T-5",
    ),
    PhaseSpec(
        id="order",
        names={"en": "Order", "ru": "Приказ"},
        acts="active",
        does="phase.order.does",
        timeout="phase.order.timeout",
        next=("move", "draw"),
        rule="T-1",
    ),
    PhaseSpec(
        id="move",
        names={"en": "Move", "ru": "Движение"},
        acts="active",
        does="phase.move.does",
        timeout="phase.move.timeout",
        next=("battle",),
        rule="T-3",
    ),
    PhaseSpec(
        id="battle",
        names={"en": "Battle", "ru": "Бой"},
        acts="active",
        does="phase.battle.does",
        timeout="phase.battle.timeout",
        next=("draw",),
        rule="T-3",
    ),
    PhaseSpec(
        id="draw",
        names={"en": "Draw", "ru": "Добор"},
        acts="active",
        does="phase.draw.does",
        timeout="phase.draw.timeout",
        next=("start",),
        rule="V-7",
    ),
)
