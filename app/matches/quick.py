"""Quick matches: join the oldest fitting table, or open one.

Surprising: two who ask at the same moment must not both open a table and wait for each other. In one process they are
taken one by one; between processes, whoever finds that an older table has appeared meanwhile gives his own back.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from app.matches.errors import ServiceError
from app.matches.house import House
from app.matches.types import Caller, Clock, MatchId, MatchInfo, NewMatch

if TYPE_CHECKING:
    from app.matches.service import MatchService

CLOCK = Clock(kind="bank", bank_s=1800, increment_s=30)
PASSED_BY = ("no_free_seat", "seat_taken", "already_started", "not_found", "forbidden")
"""Refusals that say no more than that a table is no longer to be had."""


class Quick:
    """See the module. It does what anybody could do by himself: join, create, leave."""

    def __init__(self, house: House, service: MatchService) -> None:
        self._house = house
        self._service = service
        self._one_by_one = asyncio.Lock()

    async def match(self, caller: Caller, ruleset: str, scenario: str | None, nonce: str | None) -> MatchInfo:
        """A table with the caller at it: live if somebody waited there, else open. ServiceError(not_found)."""
        rules = self._house.ruleset(ruleset)
        new = NewMatch(
            ruleset=ruleset,
            scenario=scenario or rules.scenarios()[0].id,
            seats=(),
            clock=CLOCK,
            takebacks="ask",
            nonce=nonce,
        )
        async with self._one_by_one:
            joined = await self._joined(caller, ruleset, scenario, nonce)
            if joined is not None:
                return joined
            mine = await self._service.create(caller, new)
            if not await self._house.lobby.fitting(caller.user, ruleset, scenario, before=mine.created):
                return mine
            try:
                await self._service.leave(caller, mine.id)
            except ServiceError as error:
                if error.code != "already_started":
                    raise
                return await self._service.info(caller, mine.id)  # somebody has come
            joined = await self._joined(caller, ruleset, scenario, nonce)
            return await self._service.create(caller, new) if joined is None else joined

    async def _joined(self, caller: Caller, ruleset: str, scenario: str | None, nonce: str | None) -> MatchInfo | None:
        """The oldest fitting table at which there is still a seat, with the caller at it."""
        for match_id in await self._house.lobby.fitting(caller.user, ruleset, scenario):
            try:
                return await self._service.join(caller, MatchId(match_id), nonce=nonce)
            except ServiceError as error:
                if error.code not in PASSED_BY:
                    raise
        return None
