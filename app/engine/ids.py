"""Distinct types for the numbers and strings that name things, so that they cannot be mixed up."""

from __future__ import annotations

from typing import NewType

Seat = NewType("Seat", int)
"""A place at the table, counted from 0. A seat is not a person: in hot-seat one person holds several."""

Seq = NewType("Seq", int)
"""Number of steps a match has stored: 0 after set-up, 1 after the first action. Contiguous."""

RollIndex = NewType("RollIndex", int)
"""Which roll of a match. Spent once and for all, also across takebacks and restarts."""
