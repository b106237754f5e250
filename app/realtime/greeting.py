"""Greeting: what a socket gets when it has said hello: `welcome` with the whole view, or `batch` with the missed steps.

What is the same for a crowd is asked for the crowd (`flights`).
"""

from __future__ import annotations

import contextlib
from typing import Any, NamedTuple

import msgspec

from app.matches.errors import ServiceError
from app.matches.types import Audience, Caller, MatchId, MatchInfo, State
from app.protocol.outgoing import encode
from app.runtime import Runtime


class Asking(NamedTuple):
    """Who asks, and for which match."""

    runtime: Runtime
    match: MatchId
    caller: Caller | None
    audience: Audience
    watch: str | None

    async def state(self) -> State:
        """The match as it is now for the audience."""
        matches = self.runtime.matches
        return await self.runtime.flights.join(
            (self.match, self.audience), lambda: matches.state(self.match, self.audience)
        )

    async def greeting(self, state: State, since: int | None, you: dict[str, Any]) -> bytes:
        """The frame for this state: `since` is the last seq that is known, `you` what of the caller is his alone."""
        info = await self._info(state)
        greeting: dict[str, Any] = {
            "t": "welcome",
            "seq": state.seq,
            "you": {**msgspec.to_builtins(info.you), **you},
            "match": info,
            "decisions": state.decisions,
            "clock": state.clock,
            "players": state.players,
            "watching": state.watching,
            "chat": state.chat,
        }
        if state.proposal is not None:
            greeting["proposal"] = state.proposal
        missed = await self._missed(state, since)
        if missed is None:
            greeting["view"] = state.view
            greeting["events"] = state.events
        else:
            greeting["t"] = "batch"
            greeting["steps"] = missed
        return encode(greeting)

    async def _info(self, state: State) -> MatchInfo:
        """The match's head. Once the battle has begun it is the same for all without a seat, and asked for together."""
        matches, flights = self.runtime.matches, self.runtime.flights
        if not self.audience.plays and state.seq >= 0:
            with contextlib.suppress(ServiceError):  # he may watch as the owner, and others may not
                return await flights.join(
                    (self.match, "info", self.watch), lambda: matches.info(None, self.match, self.watch)
                )
        return await flights.alone(lambda: matches.info(self.caller, self.match, self.watch))

    async def _missed(self, state: State, since: int | None) -> msgspec.Raw | None:
        """The steps after `since`, as JSON; None when they cannot be served, or are too many."""
        if since is None or not 0 <= state.seq - since <= self.runtime.settings.resume_max_steps:
            return None
        limit = max(1, state.seq - since)
        steps, newest = await self.runtime.flights.alone(
            lambda: self.runtime.matches.steps(self.match, self.audience, since, limit)
        )
        missed = steps[: state.seq - since]
        if newest < state.seq or len(missed) != state.seq - since:
            return None
        return msgspec.Raw(b"[" + b",".join(missed) + b"]")
