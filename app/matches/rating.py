"""Rating: results of rated matches become ratings (Plackett–Luce of openskill), once, whichever process gets to it, and
not before delayed spectators have seen the end."""

from __future__ import annotations

from typing import Any

from openskill.models import PlackettLuce

from app.matches.timekeeper import Timekeeper
from app.store.due import Due, RatedSeat

_model = PlackettLuce()


class Rating:
    """See the module."""

    def __init__(self, due: Due, time: Timekeeper) -> None:
        self._due = due
        self._time = time

    async def settle(self, match: str) -> bool:
        """Count the result of an ended rated match; False if there is nothing to count (any more, or yet)."""
        return await self._due.rate(match, self._time.now(), judged)


def judged(result: dict[str, Any], seats: list[RatedSeat]) -> list[tuple[str, float, float]]:
    """New (user, mu, sigma) of everybody. Winners share the first rank, the others the second; without winners all
    are equal.
    """
    people = [(seat.seat, seat.user, seat) for seat in seats if seat.user is not None]
    if len({user for _, user, _ in people}) < 2:
        return []
    teams = [
        [_model.rating() if seat.mu is None else _model.rating(mu=seat.mu, sigma=seat.sigma)] for _, _, seat in people
    ]
    winners = result["winners"]
    ranks = [1.0 if not winners or seat in winners else 2.0 for seat, _, _ in people]
    rated = _model.rate(teams, ranks=ranks)
    return [(user, team[0].mu, team[0].sigma) for (_, user, _), team in zip(people, rated, strict=True)]
