"""Viewer: who looks. There is no default viewer; whoever asks for a view must say for whom."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from app.engine.ids import Seat


class Role(StrEnum):
    """How much a viewer may know."""

    SEAT = "seat"
    """What the person in one seat may know."""
    SPECTATOR = "spectator"
    """What is public. The least that anybody sees."""
    REFEREE = "referee"
    """Everything. Only for replays of ended matches and for tests; never for anybody in a running match."""


class Viewer(msgspec.Struct, frozen=True):
    """One class of viewers: all who share it get the same bytes."""

    role: Role
    seat: Seat = Seat(-1)

    def knows(self, seat: Seat) -> bool:
        """Whether this viewer may know what only `seat` may know."""
        return self.role is Role.REFEREE or (self.role is Role.SEAT and self.seat == seat)


SPECTATOR = Viewer(Role.SPECTATOR)
REFEREE = Viewer(Role.REFEREE)


def seat_viewer(seat: int) -> Viewer:
    """The viewer who sits in `seat`."""
    return Viewer(Role.SEAT, Seat(seat))
