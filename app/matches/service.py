"""MatchService: the façade that transport calls. It holds no logic; each method hands on to the module of its
concept.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, ParamSpec, TypeVar

from app.engine.lens import Sight
from app.engine.ruleset import Ruleset
from app.matches.announcing import Announcer
from app.matches.attendance import Attendance
from app.matches.bots import BotRunner
from app.matches.commits import Commits, seat_of
from app.matches.driving import Driving
from app.matches.errors import ServiceError
from app.matches.frames import Sink, Subscription
from app.matches.hearing import Hearing
from app.matches.house import House
from app.matches.infos import Infos
from app.matches.lanes import Lanes
from app.matches.listing import Listing
from app.matches.looking import Looking
from app.matches.positions import Positions
from app.matches.proposing import Proposing
from app.matches.publishing import Publisher
from app.matches.quick import Quick
from app.matches.rating import Rating
from app.matches.records import Recorded, Records
from app.matches.rules import Rules
from app.matches.seating import Seating
from app.matches.speaking import Speaking
from app.matches.sweeping import Sweeping
from app.matches.table import Table
from app.matches.types import (
    Ack,
    Audience,
    Caller,
    ChatLine,
    Fairness,
    MatchFilter,
    MatchId,
    MatchInfo,
    NewMatch,
    Page,
    Room,
    State,
)
from app.rulesets import all_rulesets
from app.settings import Settings
from app.store.database import Store, UnavailableError
from app.store.notices import Bus

P = ParamSpec("P")
T = TypeVar("T")
Bodies = list[bytes]
ChatLines = list[ChatLine]
Sights = list[Sight]


def _answering(method: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Turn an unreachable database into ServiceError(unavailable)."""

    @functools.wraps(method)
    async def answered(*arguments: P.args, **named: P.kwargs) -> T:
        try:
            return await method(*arguments, **named)
        except UnavailableError as error:
            raise ServiceError("unavailable") from error

    return answered


def _need(caller: Caller, scope: str) -> None:
    if scope not in caller.scopes:
        raise ServiceError("forbidden", f"This token lacks the scope {scope!r}.", params={"scope": scope})


class MatchService:
    """All that can be done with matches, for one process. Every method may raise ServiceError.

    `start` before the first call and `stop` after the last: it keeps background tasks (bus, clocks, bots, presence).
    """

    def __init__(
        self,
        store: Store,
        bus: Bus,
        bots: BotRunner | None,
        settings: Settings,
        rulesets: Mapping[str, Ruleset] | None = None,
    ) -> None:
        """`bots` None: no bot seats and no stand-in. `rulesets` None: all that are registered."""
        rules = Rules(all_rulesets() if rulesets is None else rulesets)
        house = self._house = House(store, bus, settings, rules)
        positions = Positions(house)
        publisher = Publisher(house)
        positions.loaded = publisher.newcomer
        self._commits = commits = Commits(house, positions, publisher)
        self._infos = infos = Infos(house)
        self._records = records = Records(house)
        announcer = Announcer(house, infos, records)
        self._announcer = announcer
        names = () if bots is None else bots.names
        self._seating = Seating(house, positions, publisher, names, announcer.match_later)
        self._quick = Quick(house, self)
        self._proposing = Proposing(house, positions, commits, publisher)
        self._speaking = Speaking(house, publisher)
        self._looking = Looking(house, positions, commits, infos, self._proposing, self._speaking)
        self._attendance = Attendance(house, announcer)
        self._lanes = Lanes(house, positions, publisher, announcer)
        self._driving = driving = Driving(house, positions, commits, bots)
        self._rating = Rating(house.due, house.time)
        self._listing = Listing(house, infos, commits)
        self._hearing = Hearing(house, commits, self._speaking, self._proposing, announcer)
        self._sweeping = Sweeping(
            house, commits, self._seating, driving, self._attendance, self._rating, self._hearing.follow
        )
        publisher.ended = self._ended

    async def start(self) -> None:
        """Begin listening to the bus and looking after clocks, bots and presence."""
        try:
            await self._sweeping.start()
            await self._house.bus.open(self._hearing.heard, self._resumed)
        except UnavailableError as error:
            raise ServiceError("unavailable") from error

    async def stop(self) -> None:
        """End the background tasks. Commits under way are finished."""
        await self._sweeping.stop()
        await self._lanes.close()
        with contextlib.suppress(UnavailableError):  # the sign of life runs out by itself
            await self._attendance.leave()
        await self._house.close()
        await self._house.bus.close()

    # -- lobby and seats -----------------------------------------------------------------------------------------------
    @_answering
    async def create(self, caller: Caller, new: NewMatch) -> MatchInfo:
        """Open a table. Starts at once when every seat is taken (bots, hot-seat) and `start` is auto."""
        _need(caller, "create")
        table = await self._house.finish(self._seating.create(caller, new))
        return await self._info(caller, table)

    @_answering
    async def list(self, caller: Caller | None, wanted: MatchFilter) -> Page:
        """A page of matches that the caller may know of, newest first."""
        return await self._listing.page(caller, wanted)

    @_answering
    async def info(self, caller: Caller | None, match_id: MatchId, watch: str | None = None) -> MatchInfo:
        """One match. `watch` is the spectators' link code, or a seat's invite code."""
        table = await self._house.table(match_id)
        await self._looking.viewer(caller, table, None, watch)
        return await self._info(caller, table)

    @_answering
    async def join(
        self,
        caller: Caller,
        match_id: MatchId,
        seat: int | None = None,
        link: str | None = None,
        nonce: str | None = None,
    ) -> MatchInfo:
        """Take a seat: an open one (None: the first that is free) or the one of an invite link."""
        _need(caller, "play")
        table = await self._house.table(match_id)
        if link is None or not self._seating.invited(table, link):
            await self._allowed(caller, table)
        await self._house.finish(self._seating.join(caller, table, seat, link, nonce))
        return await self._info(caller, table)

    @_answering
    async def leave(self, caller: Caller, match_id: MatchId) -> MatchInfo | None:
        """Give the seat back before the start. None: the table was the caller's and is gone."""
        _need(caller, "play")
        table = await self._allowed(caller, await self._house.table(match_id))
        if not await self._house.finish(self._seating.leave(caller, table)):
            return None
        return await self._info(caller, table)

    @_answering
    async def begin(self, caller: Caller, match_id: MatchId) -> MatchInfo:
        """Start a full table that waits for it (`start` manual); its owner only."""
        _need(caller, "play")
        table = await self._allowed(caller, await self._house.table(match_id))
        await self._house.finish(self._seating.begin(caller, table))
        return await self._info(caller, table)

    @_answering
    async def quick(
        self, caller: Caller, ruleset: str, scenario: str | None = None, nonce: str | None = None
    ) -> MatchInfo:
        """Join the oldest fitting open table, or open one."""
        _need(caller, "play")
        return await self._quick.match(caller, ruleset, scenario, nonce)

    # -- play ----------------------------------------------------------------------------------------------------------
    @_answering
    async def commit(
        self,
        caller: Caller,
        match_id: MatchId,
        decision: str,
        action: Mapping[str, Any] | bytes,
        key: str,
        seat: int | None = None,
    ) -> Ack:
        """The one path by which a battle changes. `seat` None: the caller's seat that holds this decision."""
        _need(caller, "play")
        table = await self._allowed(caller, await self._house.table(match_id))
        return await self._house.finish(self._commits.act(caller, table, seat, decision, action, key))

    @_answering
    async def resign(self, caller: Caller, match_id: MatchId, seat: int | None = None) -> int:
        """Give up. The new seq."""
        table, mine = await self._seat(caller, match_id, seat)
        return (await self._house.finish(self._commits.concede(table, mine))).seq

    @_answering
    async def offer_draw(self, caller: Caller, match_id: MatchId, seat: int | None = None) -> None:
        """Offer a draw; with the others' offers already there, it is agreed."""
        table, mine = await self._seat(caller, match_id, seat)
        await self._house.finish(self._proposing.offer_draw(table, mine))

    @_answering
    async def ask_takeback(self, caller: Caller, match_id: MatchId, key: str, seat: int | None = None) -> int | None:
        """Take one's last action back: the new seq when it is free, None when the others are asked."""
        table, mine = await self._seat(caller, match_id, seat)
        return await self._house.finish(self._proposing.ask_takeback(table, mine, key))

    @_answering
    async def answer(
        self, caller: Caller, match_id: MatchId, kind: str, accept: bool, seat: int | None = None
    ) -> int | None:
        """Answer a pending proposal (`kind` "draw" or "takeback"); by its own asker, `accept=False` withdraws it. The
        new seq when something came of it."""
        table, mine = await self._seat(caller, match_id, seat)
        if kind not in ("draw", "takeback"):
            raise ServiceError("malformed", field="kind")
        return await self._house.finish(self._proposing.answer(table, mine, kind, accept))

    @_answering
    async def say(self, caller: Caller, match_id: MatchId, room: Room, text: str, watch: str | None = None) -> ChatLine:
        """One line of chat: players in "match", everybody else who may watch in "spectators"."""
        _need(caller, "play")
        table = await self._house.table(match_id)
        await self._looking.viewer(caller, table, None, watch)
        return await self._speaking.say(caller, table, room, text)

    # -- looking -------------------------------------------------------------------------------------------------------
    @_answering
    async def viewer(
        self, caller: Caller | None, match_id: MatchId, seat: int | None = None, watch: str | None = None
    ) -> Audience:
        """Which audience the caller belongs to: his seat (hot-seat: `seat` picks it, -1 is the curtain) or
        spectators.
        """
        return await self._looking.viewer(caller, await self._house.table(match_id), seat, watch)

    @_answering
    async def state(self, match_id: MatchId, audience: Audience) -> State:
        """What `welcome` needs, as of now (delayed audiences: as of then)."""
        return await self._looking.state(await self._house.table(match_id), audience)

    @_answering
    async def view(self, match_id: MatchId, audience: Audience) -> tuple[int, bytes]:
        """Current seq and all that the audience may know of the battle, as JSON (-1 and null before the start)."""
        return await self._looking.view(await self._house.table(match_id), audience)

    @_answering
    async def picture(self, match_id: MatchId, audience: Audience) -> tuple[int, bytes]:
        """Seq and the part of the spectators' view that a small picture of the board is drawn from (-1 and null before
        the start), as of the audience's now."""
        return await self._looking.picture(await self._house.table(match_id), audience)

    @_answering
    async def steps(self, match_id: MatchId, audience: Audience, since: int, limit: int) -> tuple[Bodies, int]:
        """Encoded Step objects (without "t") after `since`, contiguous, at most `limit`, and the audience's newest seq.
        Only the newest step of all carries decisions: those of older ones are answered."""
        return await self._looking.steps(await self._house.table(match_id), audience, since, limit)

    @_answering
    async def decisions(self, match_id: MatchId, audience: Audience) -> tuple[int, bytes]:
        """Current seq and the JSON list of open decisions."""
        return await self._looking.decisions(await self._house.table(match_id), audience)

    @_answering
    async def legal(self, match_id: MatchId, audience: Audience) -> tuple[int, str | None, bytes]:
        """Current seq, the seat's open decision and the JSON list of its enumerated actions. Seats only."""
        return await self._looking.legal(await self._house.table(match_id), audience)

    @_answering
    async def odds(self, match_id: MatchId, audience: Audience, action: Mapping[str, Any] | bytes) -> bytes:
        """Exact chances of a legal action, as JSON. Seats only."""
        return await self._looking.odds(await self._house.table(match_id), audience, action)

    @_answering
    async def sight(self, match_id: MatchId, audience: Audience, origin: str, to: Sequence[str]) -> tuple[int, Sights]:
        """Seq, and whether places are seen from another, as the audience knows the board."""
        return await self._looking.sight(await self._house.table(match_id), audience, origin, to)

    @_answering
    async def threat(self, match_id: MatchId, audience: Audience, of: int) -> tuple[int, bytes]:
        """Seq, and what the seat's units could strike in its next turn, as JSON, as the audience knows the board."""
        return await self._looking.threat(await self._house.table(match_id), audience, of)

    @_answering
    async def chat_page(
        self, match_id: MatchId, audience: Audience, room: Room, before: int | None = None, limit: int = 50
    ) -> ChatLines:
        """Lines of a room, oldest first, those with id below `before`. Players do not read the spectators' room
        before the end, spectators read the players'."""
        return await self._speaking.page(await self._house.table(match_id), audience, room, before, limit)

    @_answering
    async def record(self, match_id: MatchId, audience: Audience) -> Recorded:
        """The whole battle as a `Record` (docs/wire.md). Only after the end; for delayed audiences, after their end."""
        return await self._records.record(await self._house.table(match_id), audience)

    @_answering
    async def fairness(self, match_id: MatchId, audience: Audience) -> Fairness:
        """Commitment and nonces; the seed after the end."""
        return await self._records.fairness(await self._house.table(match_id), audience)

    # -- being told ----------------------------------------------------------------------------------------------------
    def subscribe(self, match_id: MatchId, audience: Audience, sink: Sink) -> Subscription:
        """Push every frame of the audience from now on. First subscribe, then ask for `state` or `steps`, then drop the
        pushed step frames whose seq they already cover: so nothing is missed and nothing comes twice."""
        return self._house.hub.subscribe(match_id, audience, sink)

    def subscribe_user(self, caller: Caller, sink: Sink) -> Subscription:
        """Push "decision" and "match" frames of all the caller's matches:
        `{"t":"decision","match","seq","decisions"}`.
        """
        return self._house.hub.subscribe_user(caller.user, sink)

    @_answering
    async def awaiting(self, caller: Caller) -> Bodies:
        """The "decision" bodies that `subscribe_user` would have pushed, for every match that awaits the caller now."""
        return await self._listing.awaiting(caller)

    def attach(self, caller: Caller | None, match_id: MatchId, audience: Audience) -> Subscription:
        """One more connection of this person is there; close it when it is gone. Counts for presence and stand-in."""
        return self._attendance.attach(None if caller is None else caller.user, match_id, audience)

    # -- inside --------------------------------------------------------------------------------------------------------
    async def _info(self, caller: Caller | None, table: Table) -> MatchInfo:
        row = await self._house.tables.reseat(table)
        if row is None:
            raise ServiceError("not_found")
        return await self._infos.one(caller, row, table)

    async def _allowed(self, caller: Caller, table: Table) -> Table:
        """The table, if the caller may know of it: what is tried at a private one says no more than asking does."""
        if not table.seats_of(caller.user):
            await self._looking.viewer(caller, table, None, None)
        return table

    async def _seat(self, caller: Caller, match_id: MatchId, seat: int | None) -> tuple[Table, int]:
        _need(caller, "play")
        table = await self._allowed(caller, await self._house.table(match_id))
        return table, seat_of(caller, table, seat)

    def _ended(self, table: Table) -> None:
        self._announcer.ended_later(table)
        if table.frozen.rated:
            self._house.spawn(self._rate(table), "rating")

    async def _rate(self, table: Table) -> None:
        if await self._rating.settle(table.id):
            await self._seating.changed(table)

    # -- other processes -----------------------------------------------------------------------------------------------
    def _resumed(self) -> None:
        self._house.spawn(self._sweeping.compare(), "bus.resumed")
