"""Listing: pages of matches for the lobby, and what awaits a person in all of his matches."""

from __future__ import annotations

from datetime import UTC, datetime

from app.matches.commits import Commits
from app.matches.errors import ServiceError
from app.matches.house import House
from app.matches.infos import Infos
from app.matches.publishing import inbox_frame
from app.matches.types import Caller, MatchFilter, Page
from app.store.lobby import Row

PAGE_MAX = 100


class Listing:
    """See the module."""

    def __init__(self, house: House, infos: Infos, commits: Commits) -> None:
        self._house = house
        self._infos = infos
        self._commits = commits

    async def page(self, caller: Caller | None, wanted: MatchFilter) -> Page:
        """See `MatchService.list`."""
        if caller is None and (wanted.mine or wanted.awaiting):
            raise ServiceError("unauthorized")
        limit = max(1, min(wanted.limit, PAGE_MAX))
        rows = await self._house.lobby.page(
            user=None if caller is None else caller.user,
            status=wanted.status,
            ruleset=wanted.ruleset,
            clock=wanted.clock,
            mine=wanted.mine,
            awaiting=wanted.awaiting,
            before=_place(wanted.before),
            limit=limit + 1,
            now=self._house.time.now(),
        )
        last = rows[limit - 1].frozen if len(rows) > limit else None
        return Page(
            matches=await self._infos.many(caller, rows[:limit]),
            next=None if last is None else f"{last.created.isoformat()}~{last.id}",
        )

    async def awaiting(self, caller: Caller) -> list[bytes]:
        """See `MatchService.awaiting`."""
        bodies: list[bytes] = []
        rows = await self._awaiting(caller, None)
        while rows:
            for row in rows:
                body = await self._decision(caller, row.frozen.id)
                if body is not None:
                    bodies.append(body)
            last = rows[-1].frozen
            rows = await self._awaiting(caller, (last.created, last.id)) if len(rows) == PAGE_MAX else []
        return bodies

    async def _awaiting(self, caller: Caller, before: tuple[datetime, str] | None) -> list[Row]:
        return await self._house.lobby.page(
            user=caller.user,
            status="live",
            awaiting=True,
            before=before,
            limit=PAGE_MAX,
            now=self._house.time.now(),
        )

    async def _decision(self, caller: Caller, match: str) -> bytes | None:
        table = await self._house.table(match)
        async with table.lock:
            await self._commits.catch_up(table)
        frame = None if table.position is None else inbox_frame(table, table.position, caller.user)
        return None if frame is None else frame.body


def _place(before: str | None) -> tuple[datetime, str] | None:
    """The place in a list that `Page.next` names."""
    if before is None:
        return None
    created, _, match = before.partition("~")
    try:
        moment = datetime.fromisoformat(created)
        if moment.tzinfo is None:
            raise ServiceError("malformed", field="before")
        return moment.astimezone(UTC), match  # there are times without a UTC: those next to the ends of the calendar
    except (ValueError, OverflowError) as error:
        raise ServiceError("malformed", field="before") from error
