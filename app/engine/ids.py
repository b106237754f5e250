"""Seat: a distinct type, so that a seat is not mixed up with any other number."""

from __future__ import annotations

from typing import NewType

Seat = NewType("Seat", int)
"""A place at the table, counted from 0. A seat is not a person: in hot-seat one person holds several."""
