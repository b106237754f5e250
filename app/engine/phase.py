"""Phases are data: one table a ruleset. The client draws its phase track from it, a reader learns the game from it."""

from __future__ import annotations

import msgspec

ACTORS = ("active", "each", "other", "nobody")
"""Who decides: the side whose turn it is; all at once; those whose turn it is not; nobody, for it runs by itself."""


class PhaseSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the phase table.

    acts     who decides, one of ACTORS
    does     text key of what may be done
    timeout  text key of what running out of time does
    next     ids of the phases that may follow
    track    whether the client's track shows it
    """

    id: str
    names: dict[str, str]
    acts: str
    does: str
    timeout: str
    next: tuple[str, ...]
    rule: str = ""
    track: bool = True
