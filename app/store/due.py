"""What waits for a process to look after it: clocks that are due, absent players, results not yet rated.

Claims make sure that of several processes one does the work; they run out, so that a dead process loses nothing. A
claim is only thrift: whoever works without one is stopped by the conditional commit.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import BigInteger, and_, bindparam, cast, delete, func, insert, or_, select, update
from sqlalchemy.dialects.postgresql import insert as pg_insert

from app.store.carried import CARRIED
from app.store.database import Store
from app.store.presence import ALIVE_MS
from app.store.tables import audit, matches, presence, processes, ratings, seats, steps

CLAIM_MS = 15_000
"""How long a process has for what it claimed."""

_due = (
    select(matches.c.id)
    .where(
        matches.c.status == "live",
        matches.c.due_at <= bindparam("now", type_=BigInteger()),
        matches.c.claimed_until < bindparam("now", type_=BigInteger()),
        CARRIED,
    )
    .order_by(matches.c.due_at)
    .limit(20)
    .with_for_update(skip_locked=True)
    .scalar_subquery()
)
_claim = (
    update(matches)
    .where(matches.c.id.in_(_due))
    .values(claimed_until=bindparam("until", type_=BigInteger()))
    .returning(matches.c.id)
)
_connected = (
    select(presence.c.match)
    .join(processes, processes.c.id == presence.c.process)
    .where(
        presence.c.match == seats.c.match,
        seats.c.seat == func.any(presence.c.seats),
        processes.c.seen >= bindparam("alive", type_=BigInteger()),
    )
    .exists()
)
_last_step = select(steps.c.at).where(steps.c.match == matches.c.id, steps.c.seq == matches.c.seq).scalar_subquery()
_idle = (
    select(matches.c.id, seats.c.seat, seats.c.bot)
    .join(seats, seats.c.match == matches.c.id)
    .where(
        matches.c.status == "live",
        CARRIED,
        seats.c.seat == func.any(matches.c.awaiting),
        or_(
            and_(seats.c.bot.isnot(None), _last_step <= bindparam("bot_since", type_=BigInteger())),
            and_(
                matches.c.absent == "bot",
                seats.c.user_id.isnot(None),
                seats.c.last_seen <= bindparam("seen_since", type_=BigInteger()),
                cast(func.extract("epoch", matches.c.started) * 1000, BigInteger)
                <= bindparam("seen_since", type_=BigInteger()),
                ~_connected,
            ),
        ),
    )
    .limit(100)
)
_unstarted = select(matches.c.id).where(matches.c.status == "ready", matches.c.start_mode == "auto", CARRIED).limit(20)
_attended = (
    select(presence.c.match)
    .join(processes, processes.c.id == presence.c.process)
    .where(presence.c.match == matches.c.id, processes.c.seen >= bindparam("alive", type_=BigInteger()))
    .exists()
)
_clear = delete(matches).where(
    matches.c.status.in_(["open", "ready"]),
    cast(func.extract("epoch", matches.c.created) * 1000, BigInteger) < bindparam("before", type_=BigInteger()),
    ~_attended,
)
_end_is_told = and_(
    matches.c.status == "ended",
    cast(func.extract("epoch", matches.c.ended) * 1000, BigInteger) + matches.c.delay_s * 1000
    <= bindparam("now", type_=BigInteger()),
)
_unrated = select(matches.c.id).where(_end_is_told, matches.c.rated, ~matches.c.rating_done).limit(20)
_take_rating = (
    update(matches)
    .where(matches.c.id == bindparam("match"), ~matches.c.rating_done, _end_is_told)
    .values(rating_done=True)
    .returning(matches.c.ruleset, matches.c.result)
)
_rated_seats = (
    select(seats.c.seat, seats.c.user_id, ratings.c.mu, ratings.c.sigma, ratings.c.games)
    .outerjoin(ratings, and_(ratings.c.user_id == seats.c.user_id, ratings.c.ruleset == bindparam("of_ruleset")))
    .where(seats.c.match == bindparam("match"))
    .order_by(seats.c.seat)
)
_put_rating = pg_insert(ratings)
_put_rating = _put_rating.on_conflict_do_update(
    index_elements=["user_id", "ruleset"],
    set_={name: _put_rating.excluded[name] for name in ("mu", "sigma", "games")},
)
_note = insert(audit)
_clock = select(cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger))


class Idle(NamedTuple):
    """A seat that must decide and for which a bot is to: its own bot (`bot`), or a stand-in (None)."""

    match: str
    seat: int
    bot: str | None


class RatedSeat(NamedTuple):
    """A seat of an ended rated match with its person's rating so far."""

    seat: int
    user: str | None
    mu: float | None
    sigma: float | None
    games: int | None


class Due:
    """The work list of all processes."""

    def __init__(self, store: Store, carried: list[str]) -> None:
        """`carried`: versions of rules (`ruleset@version`) whose matches this process can look after."""
        self._store = store
        self._carried = carried

    async def clock_ms(self) -> int:
        """The database's time, in ms since 1970: the one clock that all processes share."""
        return int((await self._store.row(_clock))[0])

    async def claim(self, now: int) -> list[str]:
        """Matches of which a clock or window is due at `now`, claimed for this process for CLAIM_MS."""
        rows = await self._store.rows(_claim, {"now": now, "until": now + CLAIM_MS, "carried": self._carried})
        return [row.id for row in rows]

    async def idle(self, now: int, bot_ms: int, absent_ms: int) -> list[Idle]:
        """Seats that a bot should decide for: bots silent for `bot_ms`, people gone for `absent_ms`."""
        values = {
            "bot_since": now - bot_ms,
            "seen_since": now - absent_ms,
            "alive": now - ALIVE_MS,
            "carried": self._carried,
        }
        return [Idle(*row) for row in await self._store.rows(_idle, values)]

    async def unstarted(self) -> list[str]:
        """Full tables that start by themselves and did not, because a process died in between."""
        return [row.id for row in await self._store.rows(_unstarted, {"carried": self._carried})]

    async def clear_tables(self, now: int, age_ms: int) -> int:
        """Take away tables of that age that never began and that nobody looks at; how many there were."""
        return await self._store.run(_clear, {"before": now - age_ms, "alive": now - ALIVE_MS})

    async def unrated(self, now: int) -> list[str]:
        """Ended rated matches whose result does not count yet and, at `now` (ms), is no secret to anybody: a rating
        that changes tells who has won."""
        return [row.id for row in await self._store.rows(_unrated, {"now": now})]

    async def rate(self, match: str, now: int, judge: Any) -> bool:
        """Count a result, once whoever calls: `judge(result, [RatedSeat])` gives (user, mu, sigma) for each that
        changes. False: it has been counted, there is nothing to count, or delayed spectators do not know the end."""
        async with self._store.begin() as connection:
            row = (await connection.execute(_take_rating, {"match": match, "now": now})).first()
            if row is None:
                return False
            values = {"match": match, "of_ruleset": row.ruleset}
            people = [RatedSeat(*seat) for seat in (await connection.execute(_rated_seats, values)).all()]
            games = {seat.user: seat.games or 0 for seat in people}
            changed = judge(row.result, people)
            for user, mu, sigma in changed:
                await connection.execute(
                    _put_rating,
                    {"user_id": user, "ruleset": row.ruleset, "mu": mu, "sigma": sigma, "games": games[user] + 1},
                )
            if changed:
                await connection.execute(
                    _note,
                    {
                        "what": "rated",
                        "match": match,
                        "user_id": None,
                        "data": {"ruleset": row.ruleset, "ratings": [[user, mu, sigma] for user, mu, sigma in changed]},
                    },
                )
        return bool(changed)
