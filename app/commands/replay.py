"""`sandtable replay`: a recorded battle as text, board by board and event by event.

The boards are derived from set-up, actions and seed, as `verify` does, so what is shown is what was played.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

import typer

from app.commands.records import load, rules_of, stop
from app.engine.event import Roll
from app.engine.verify import Broken, Moment, RecordEvent, derive


class Boards(StrEnum):
    """When the board is drawn."""

    TURN = "turn"
    STEP = "step"
    NONE = "none"


def replay(
    source: Annotated[str, typer.Argument(metavar="FILE|ID", help="A downloaded record, its address, or a match id.")],
    at: Annotated[int | None, typer.Option(min=0, help="Only this step, with the board after it.")] = None,
    turn: Annotated[int | None, typer.Option(min=1, help="Only this turn, of all sides.")] = None,
    boards: Annotated[Boards, typer.Option(help="When the board is drawn.")] = Boards.TURN,
    server: Annotated[str, typer.Option(help="Where a match's id is looked up.")] = "http://127.0.0.1:8000",
    token: Annotated[str | None, typer.Option(envvar="SANDTABLE_TOKEN", help="For a match watched by link.")] = None,
) -> None:
    """Tell a recorded battle step by step."""
    record = load(source, server, token)
    rules = rules_of(record)
    if at is not None and at > len(record.steps):
        raise stop(f"the battle has {len(record.steps)} steps")
    now = 0
    shown = False
    try:
        for moment in derive(rules, record):
            seq = moment.step.seq if moment.step else 0
            begins = [event for event in moment.events if event.type == "turn"]
            now = begins[-1].data.get("turn", now) if begins else now
            wanted = seq == at if at is not None else turn is None or now == turn
            if not wanted:
                continue
            shown = True
            for line in told_step(moment):
                typer.echo(line)
            if at is not None or boards is Boards.STEP or (boards is Boards.TURN and (begins or seq == 0)):
                typer.echo(f"\n{rules.battle_map(moment.game).rstrip()}\n")
            if at is not None:
                return
    except Broken as broken:
        raise stop(f"step {broken.fault.seq}: {broken.fault.what}") from None
    if not shown:
        raise stop(f"there is no turn {turn}")


def told_step(moment: Moment) -> list[str]:
    """The lines of one step: who did what, then each event with its dice."""
    lines = []
    if moment.step is not None:
        lines.append(f"#{moment.step.seq} seat {moment.step.seat}: {spelt(moment.step.action)}")
    return lines + [f"    {told_event(event)}" for event in moment.events]


def told_event(event: RecordEvent) -> str:
    """One event as a line: type, data, dice, rule."""
    parts = [f"{event.type}: {spelt(event.data)}" if event.data else event.type]
    if event.roll is not None:
        parts.append(f"[{_faces(event.roll)}]")
    if event.rule:
        parts.append(f"({event.rule})")
    return "  ".join(parts)


def spelt(data: Mapping[str, Any]) -> str:
    """A JSON object as one readable line; a verb stands first, without its key."""
    verb = data.get("verb")
    rest = " ".join(f"{key}={value}" for key, value in data.items() if key != "verb")
    return f"{verb} {rest}".strip() if verb else rest


def _faces(roll: Roll) -> str:
    if not roll.sides:
        return f"roll {roll.index} {roll.purpose}: {len(roll.faces)} shuffled"
    shown = " ".join(roll.names) if roll.names else " ".join(str(face) for face in roll.faces)
    outcome = f" → {roll.outcome}" if roll.outcome else ""
    return f"roll {roll.index} {roll.purpose}: {shown}{outcome}"
