"""Tables at which people sit down: opening, listing, joining and leaving them, and what is frozen when a match is
made.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    and_,
    any_,
    bindparam,
    case,
    cast,
    delete,
    exists,
    func,
    insert,
    literal,
    null,
    or_,
    select,
    tuple_,
    update,
)

from app.store.carried import CARRIED
from app.store.database import Store
from app.store.estimate import ESTIMATE
from app.store.tables import matches, ratings, seats, seeds, setups, users


class Frozen(msgspec.Struct, frozen=True, kw_only=True):
    """What of a match never changes after it was made. `setup` is the engine's Setup as JSON."""

    id: str
    owner: str
    ruleset: str
    scenario: str
    created: datetime
    clock: dict[str, Any]
    spectators: str
    delay_s: int
    rated: bool
    takebacks: str
    absent: str
    hot_seat: bool
    start_mode: str
    version: str
    setup: bytes
    names: dict[str, str]
    preview: dict[str, Any] | None
    commitment: str
    invite: str
    watch_link: str


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """One seat and who sits in it. `refuses_takebacks`: his preference; `rating`: the conservative estimate,
    rounded.
    """

    match: str
    seat: int
    kind: str
    user: str | None
    name: str
    guest: bool
    is_bot: bool
    bot: str | None
    nonce: str | None
    last_seen: int
    rating: int | None
    refuses_takebacks: bool

    @property
    def taken(self) -> bool:
        """Somebody sits there, a person or a bot."""
        return self.user is not None or self.bot is not None


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What a list shows of a match beside `Frozen`."""

    frozen: Frozen
    status: str
    started: datetime | None
    ended: datetime | None
    seq: int
    turn: int | None
    awaiting: list[int]
    clock_left: list[int]
    clock_at: int
    result: dict[str, Any] | None


_FROZEN = (
    matches.c.id,
    matches.c.owner_id.label("owner"),
    matches.c.ruleset,
    matches.c.scenario,
    matches.c.created,
    matches.c.clock,
    matches.c.spectators,
    matches.c.delay_s,
    matches.c.rated,
    matches.c.takebacks,
    matches.c.absent,
    matches.c.hot_seat,
    matches.c.start_mode,
    matches.c.version,
    setups.c.setup,
    setups.c.names,
    setups.c.preview,
    setups.c.commitment,
    setups.c.invite,
    setups.c.watch_link,
)
_MOVING = (
    matches.c.status,
    matches.c.started,
    matches.c.ended,
    matches.c.seq,
    matches.c.turn,
    matches.c.awaiting,
    matches.c.clock_left,
    matches.c.clock_at,
    matches.c.result,
)
_one = select(*_FROZEN, *_MOVING).join(setups, setups.c.match == matches.c.id).where(matches.c.id == bindparam("match"))
_small = [null().label("preview") if column is setups.c.preview else column for column in _FROZEN]
_listed = select(*_small, *_MOVING).join(setups, setups.c.match == matches.c.id)
_seats = (
    select(
        seats.c.match,
        seats.c.seat,
        seats.c.kind,
        seats.c.user_id.label("user"),
        func.coalesce(users.c.name, seats.c.bot, "").label("name"),
        func.coalesce(users.c.guest, False).label("guest"),
        func.coalesce(users.c.bot, seats.c.bot.isnot(None)).label("is_bot"),
        seats.c.bot,
        seats.c.nonce,
        seats.c.last_seen,
        ESTIMATE.label("rating"),
        (func.coalesce(users.c.preferences["takebacks"].astext, "ask") == "refuse").label("refuses_takebacks"),
    )
    .join(matches, matches.c.id == seats.c.match)
    .outerjoin(users, users.c.id == seats.c.user_id)
    .outerjoin(ratings, and_(ratings.c.user_id == seats.c.user_id, ratings.c.ruleset == matches.c.ruleset))
    .where(seats.c.match == any_(bindparam("matches")))
    .order_by(seats.c.match, seats.c.seat)
)
_add_match = insert(matches)
_add_setup = insert(setups)
_add_seed = insert(seeds)
_add_seat = insert(seats)
_seed = select(seeds.c.seed).where(seeds.c.match == bindparam("match"))
_other = seats.alias()
_sit = (
    update(seats)
    .where(
        seats.c.match == bindparam("of_match"),
        seats.c.seat == bindparam("of_seat"),
        seats.c.user_id.is_(None),
        seats.c.bot.is_(None),
        ~exists().where(_other.c.match == bindparam("of_match"), _other.c.user_id == bindparam("user")),
    )
    .values(user_id=bindparam("user"), nonce=bindparam("new_nonce"))
)
_lock = (
    select(matches.c.status, matches.c.owner_id, matches.c.start_mode)
    .where(matches.c.id == bindparam("match"))
    .with_for_update()
)
_mine = select(seats.c.seat).where(seats.c.match == bindparam("match"), seats.c.user_id == bindparam("user"))
_stand_up = (
    update(seats)
    .where(seats.c.match == bindparam("of_match"), seats.c.user_id == bindparam("user"))
    .values(user_id=None, nonce=None, kind=case((seats.c.kind.in_(["link", "open"]), seats.c.kind), else_="open"))
)
_others = (
    select(seats.c.user_id)
    .where(seats.c.match == bindparam("match"), seats.c.user_id.isnot(None))
    .order_by(seats.c.seat)
)
_new_owner = update(matches).where(matches.c.id == bindparam("of_match")).values(owner_id=bindparam("user"))
_drop = delete(matches).where(matches.c.id == bindparam("match"))
_full = ~exists().where(seats.c.match == bindparam("of_match"), seats.c.user_id.is_(None), seats.c.bot.is_(None))
_settle = (
    update(matches)
    .where(matches.c.id == bindparam("of_match"), matches.c.status.in_(["open", "ready"]))
    .values(status=case((_full, "ready"), else_="open"))
    .returning(matches.c.status)
)
_free_seat = exists().where(
    seats.c.match == matches.c.id, seats.c.kind == "open", seats.c.user_id.is_(None), seats.c.bot.is_(None)
)
_sits = exists().where(seats.c.match == matches.c.id, seats.c.user_id == bindparam("user"))
_must_act = exists().where(
    seats.c.match == matches.c.id, seats.c.user_id == bindparam("user"), seats.c.seat == any_(matches.c.awaiting)
)
_secret_end = and_(
    matches.c.status == "ended",
    matches.c.delay_s > 0,
    cast(func.extract("epoch", matches.c.ended) * 1000, BigInteger) + matches.c.delay_s * 1000
    > bindparam("now", type_=BigInteger()),
    ~_sits,
)
_shown_status = case((_secret_end, "live"), else_=matches.c.status)
_held = select(func.count()).where(matches.c.owner_id == bindparam("user"), matches.c.status != "ended", CARRIED)
_quick = (
    select(matches.c.id)
    .where(
        matches.c.status == "open",
        matches.c.ruleset == bindparam("of_ruleset"),
        or_(
            bindparam("of_scenario", type_=matches.c.scenario.type).is_(None),
            matches.c.scenario == bindparam("of_scenario"),
        ),
        _free_seat,
        ~_sits,
        ~matches.c.hot_seat,
        or_(
            bindparam("before", type_=matches.c.created.type).is_(None),
            matches.c.created < bindparam("before"),
        ),
        CARRIED,
    )
    .order_by(matches.c.created)
    .limit(5)
)


def _frozen(row: Any) -> Frozen:
    return Frozen(**{name: getattr(row, name) for name in Frozen.__struct_fields__})


def _row(row: Any) -> Row:
    return Row(frozen=_frozen(row), **{name: getattr(row, name) for name in Row.__struct_fields__ if name != "frozen"})


class Lobby:
    """Matches as tables and lists, before and beside the play."""

    def __init__(self, store: Store, carried: list[str]) -> None:
        """`carried`: versions of rules (`ruleset@version`) whose matches can be played here."""
        self._store = store
        self._carried = carried

    async def add(
        self, frozen: Frozen, seed: bytes, places: list[tuple[str, str | None, str | None, str | None]], status: str
    ) -> None:
        """Open a table. `places`, by seat: kind, user, bot, nonce."""
        values = {
            "id": frozen.id,
            "owner_id": frozen.owner,
            "status": status,
            **{
                name: getattr(frozen, name)
                for name in (
                    "ruleset",
                    "scenario",
                    "created",
                    "clock",
                    "spectators",
                    "delay_s",
                    "rated",
                    "takebacks",
                    "absent",
                    "hot_seat",
                    "start_mode",
                    "version",
                )
            },
        }
        setup = {
            "match": frozen.id,
            **{
                name: getattr(frozen, name)
                for name in ("setup", "names", "preview", "commitment", "invite", "watch_link")
            },
        }
        rows = [
            {"match": frozen.id, "seat": seat, "kind": kind, "user_id": user, "bot": bot, "nonce": nonce}
            for seat, (kind, user, bot, nonce) in enumerate(places)
        ]
        async with self._store.begin() as connection:
            await connection.execute(_add_match, values)
            await connection.execute(_add_setup, setup)
            await connection.execute(_add_seed, {"match": frozen.id, "seed": seed})
            await connection.execute(_add_seat, rows)

    async def get(self, match: str) -> Row | None:
        """One match."""
        row = await self._store.row(_one, {"match": match})
        return None if row is None else _row(row)

    async def seats(self, of: list[str]) -> dict[str, list[SeatRow]]:
        """The seats of each match, in order."""
        found: dict[str, list[SeatRow]] = {match: [] for match in of}
        for row in await self._store.rows(_seats, {"matches": of}):
            found[row.match].append(SeatRow(**row._mapping))
        return found

    async def seed(self, match: str) -> bytes:
        """The server's secret. For the commit path, and after the end for fairness and verification; nothing else."""
        row = await self._store.row(_seed, {"match": match})
        return bytes(row.seed)

    async def page(
        self,
        *,
        user: str | None,
        status: str | None,
        ruleset: str | None = None,
        clock: str | None = None,
        mine: bool = False,
        awaiting: bool = False,
        before: tuple[datetime, str] | None,
        limit: int,
        now: int,
    ) -> list[Row]:
        """Matches, newest first, without their previews. Without `mine` or `awaiting`: those with a free open seat and
        those that are public. Those that cannot be played here are left out, but for one's own and ended ones. One
        whose spectators are delayed counts as live for everybody else until they have seen its end (`now` in ms).
        """
        wanted = _listed.order_by(matches.c.created.desc(), matches.c.id.desc()).limit(limit)
        if awaiting:
            wanted = wanted.where(matches.c.status == "live", _must_act, CARRIED)
        elif mine:
            wanted = wanted.where(or_(_sits, matches.c.owner_id == bindparam("user")))
        else:
            unstarted = matches.c.status.in_(["open", "ready"])
            wanted = wanted.where(
                or_(and_(unstarted, _free_seat), and_(~unstarted, matches.c.spectators == "public")),
                or_(matches.c.status == "ended", CARRIED),
            )
        if status is not None:
            wanted = wanted.where(_shown_status == literal(status))
        if ruleset is not None:
            wanted = wanted.where(matches.c.ruleset == literal(ruleset))
        if clock is not None:
            wanted = wanted.where(matches.c.clock["kind"].astext == literal(clock))
        if before is not None:
            wanted = wanted.where(
                tuple_(matches.c.created, matches.c.id) < tuple_(literal(before[0]), literal(before[1]))
            )
        values = {"user": user, "now": now, "carried": self._carried}
        return [_row(row) for row in await self._store.rows(wanted, values)]

    async def held_by(self, user: str) -> int:
        """How many matches the user has opened that have not ended, to bound them. Those that nobody can end here do
        not count."""
        return int((await self._store.row(_held, {"user": user, "carried": self._carried}))[0])

    async def fitting(self, user: str, ruleset: str, scenario: str | None, before: datetime | None = None) -> list[str]:
        """Open tables that the user could join, oldest first; only those made before a moment, if one is given."""
        values = {
            "user": user,
            "of_ruleset": ruleset,
            "of_scenario": scenario,
            "before": before,
            "carried": self._carried,
        }
        return [row.id for row in await self._store.rows(_quick, values)]

    async def sit(self, match: str, seat: int, user: str, nonce: str) -> str | None:
        """Take a free seat of a table that has not started. The new status; None: somebody was faster, or the user sits
        there already, or it has started."""
        async with self._store.begin() as connection:
            row = (await connection.execute(_lock, {"match": match})).first()
            if row is None or row.status not in ("open", "ready"):
                return None
            values = {"of_match": match, "of_seat": seat, "user": user, "new_nonce": nonce}
            if (await connection.execute(_sit, values)).rowcount == 0:
                return None
            return str((await connection.execute(_settle, {"of_match": match})).scalar_one())

    async def leave(self, match: str, user: str) -> str | None:
        """Give all seats back before the start. The new status; "gone" when nobody is left; None: not possible."""
        async with self._store.begin() as connection:
            row = (await connection.execute(_lock, {"match": match})).first()
            if row is None or row.status not in ("open", "ready"):
                return None
            stood_up = (await connection.execute(_stand_up, {"of_match": match, "user": user})).rowcount
            if stood_up == 0 and row.owner_id != user:
                return None
            left = (await connection.execute(_others, {"match": match})).scalars().all()
            if not left:
                await connection.execute(_drop, {"match": match})
                return "gone"
            if row.owner_id == user:
                await connection.execute(_new_owner, {"of_match": match, "user": left[0]})
            return str((await connection.execute(_settle, {"of_match": match})).scalar_one())
