"""Estimate: the one number that people are shown of a rating, as SQL: what somebody is at least worth, with confidence.

`mu - 3 sigma` of the rating, stretched so that a newcomer stands at 1000.
"""

from __future__ import annotations

from sqlalchemy import Integer, cast, func

from app.store.tables import ratings

ESTIMATE = cast(func.round((ratings.c.mu - 3 * ratings.c.sigma) * 40 + 1000), Integer)
