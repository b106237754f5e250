"""`sandtable verify`: was this battle played with the dice that were promised, and by the rules?

Exit code 0: the record is true in every step and roll; 1: it is not, each difference on a line of its own; 2: it cannot
be read. Needs no server: a file, or the address of a record.
"""

from __future__ import annotations

from typing import Annotated

import typer

from app.commands.records import load, rules_of
from app.engine.verify import faults

MAX_FAULTS = 20


def verify(
    source: Annotated[str, typer.Argument(metavar="FILE|URL", help="A downloaded record, `-`, or its address.")],
    token: Annotated[str | None, typer.Option(envvar="SANDTABLE_TOKEN", help="For a match watched by link.")] = None,
) -> None:
    """Play a recorded battle again with its revealed seed and compare every roll, event, view and state."""
    record = load(source, token=token)
    rules = rules_of(record)
    found = 0
    for fault in faults(rules, record):
        found += 1
        if found > MAX_FAULTS:
            typer.echo("… and more")
            break
        where = "record" if fault.seq is None else "start" if fault.seq == 0 else f"step {fault.seq}"
        typer.echo(f"DIFFERS {where}: {fault.what}")
    if found:
        raise typer.Exit(1)
    rolls = sum(event.roll is not None for step in record.steps for event in step.events)
    rolls += sum(event.roll is not None for event in record.start_events)
    typer.echo(
        f"TRUE: {len(record.steps)} steps and {rolls} shown rolls follow from the seed that was committed to as "
        f"{record.fairness.commitment[:16]}…; every event, view and state is as told."
    )
