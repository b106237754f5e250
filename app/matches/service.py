"""MatchService: the façade that transport calls. It holds no logic; each method hands on to the module of its concept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.engine.ruleset import Ruleset
from app.matches.bots import BotRunner
from app.matches.frames import Sink, Subscription
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
from app.settings import Settings
from app.store.database import Store
from app.store.notices import Bus


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
        raise NotImplementedError

    async def start(self) -> None:
        """Begin listening to the bus and looking after clocks, bots and presence."""
        raise NotImplementedError

    async def stop(self) -> None:
        """End the background tasks. Commits under way are finished."""
        raise NotImplementedError

    # -- lobby and seats -----------------------------------------------------------------------------------------------
    async def create(self, caller: Caller, new: NewMatch) -> MatchInfo:
        """Open a table. Starts at once when every seat is taken (bots, hot-seat) and `start` is auto."""
        raise NotImplementedError

    async def list(self, caller: Caller | None, wanted: MatchFilter) -> Page:
        """A page of matches that the caller may know of, newest first."""
        raise NotImplementedError

    async def info(self, caller: Caller | None, match_id: MatchId, watch: str | None = None) -> MatchInfo:
        """One match. `watch` is the spectators' link code, or a seat's invite code."""
        raise NotImplementedError

    async def join(
        self,
        caller: Caller,
        match_id: MatchId,
        seat: int | None = None,
        link: str | None = None,
        nonce: str | None = None,
    ) -> MatchInfo:
        """Take a seat: an open one (None: the first that is free) or the one of an invite link."""
        raise NotImplementedError

    async def leave(self, caller: Caller, match_id: MatchId) -> MatchInfo | None:
        """Give the seat back before the start. None: the table was the caller's and is gone."""
        raise NotImplementedError

    async def begin(self, caller: Caller, match_id: MatchId) -> MatchInfo:
        """Start a full table that waits for it (`start` manual); its owner only."""
        raise NotImplementedError

    async def quick(self, caller: Caller, ruleset: str, scenario: str | None = None) -> MatchInfo:
        """Join the oldest fitting open table, or open one."""
        raise NotImplementedError

    # -- play ----------------------------------------------------------------------------------------------------------
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
        raise NotImplementedError

    async def resign(self, caller: Caller, match_id: MatchId, seat: int | None = None) -> int:
        """Give up. The new seq."""
        raise NotImplementedError

    async def offer_draw(self, caller: Caller, match_id: MatchId, seat: int | None = None) -> None:
        """Offer a draw; with the others' offers already there, it is agreed."""
        raise NotImplementedError

    async def ask_takeback(self, caller: Caller, match_id: MatchId, key: str, seat: int | None = None) -> int | None:
        """Take one's last action back: the new seq when it is free, None when the others are asked."""
        raise NotImplementedError

    async def answer(
        self, caller: Caller, match_id: MatchId, kind: str, accept: bool, seat: int | None = None
    ) -> int | None:
        """Answer a pending proposal (`kind` "draw" or "takeback"); by its own asker, `accept=False` withdraws it. The new
        seq when something came of it."""
        raise NotImplementedError

    async def say(
        self, caller: Caller, match_id: MatchId, room: Room, text: str, watch: str | None = None
    ) -> ChatLine:
        """One line of chat: players in "match", everybody else who may watch in "spectators"."""
        raise NotImplementedError

    # -- looking -------------------------------------------------------------------------------------------------------
    async def viewer(
        self, caller: Caller | None, match_id: MatchId, seat: int | None = None, watch: str | None = None
    ) -> Audience:
        """Which audience the caller belongs to: his seat (hot-seat: `seat` picks it, -1 is the curtain) or spectators."""
        raise NotImplementedError

    async def state(self, match_id: MatchId, audience: Audience) -> State:
        """What `welcome` needs, as of now (delayed audiences: as of then)."""
        raise NotImplementedError

    async def steps(self, match_id: MatchId, audience: Audience, since: int, limit: int) -> tuple[list[bytes], int]:
        """Encoded Step objects (without "t") after `since`, contiguous, at most `limit`, and the audience's newest seq.
        Only the newest step of all carries decisions: those of older ones are answered."""
        raise NotImplementedError

    async def decisions(self, match_id: MatchId, audience: Audience) -> tuple[int, bytes]:
        """Current seq and the JSON list of open decisions."""
        raise NotImplementedError

    async def legal(self, match_id: MatchId, audience: Audience) -> tuple[int, str | None, bytes]:
        """Current seq, the seat's open decision and the JSON list of its enumerated actions. Seats only."""
        raise NotImplementedError

    async def odds(self, match_id: MatchId, audience: Audience, action: Mapping[str, Any] | bytes) -> bytes:
        """Exact chances of a legal action, as JSON. Seats only."""
        raise NotImplementedError

    async def chat_page(
        self, match_id: MatchId, audience: Audience, room: Room, before: int | None = None, limit: int = 50
    ) -> list[ChatLine]:
        """Lines of a room, oldest first, those with id below `before`. Players do not read the spectators' room before the
        end, spectators read the players'."""
        raise NotImplementedError

    async def record(self, match_id: MatchId, audience: Audience) -> bytes:
        """The whole battle as a `Record` (docs/wire.md). Only after the end; for delayed audiences, after their end."""
        raise NotImplementedError

    async def fairness(self, match_id: MatchId, audience: Audience) -> Fairness:
        """Commitment and nonces; the seed after the end."""
        raise NotImplementedError

    # -- being told ----------------------------------------------------------------------------------------------------
    def subscribe(self, match_id: MatchId, audience: Audience, sink: Sink) -> Subscription:
        """Push every frame of the audience from now on. First subscribe, then ask for `state` or `steps`, then drop the
        pushed step frames whose seq they already cover: so nothing is missed and nothing comes twice."""
        raise NotImplementedError

    def subscribe_user(self, caller: Caller, sink: Sink) -> Subscription:
        """Push "decision" and "match" frames of all the caller's matches: `{"t":"decision","match","seq","decisions"}`."""
        raise NotImplementedError

    async def awaiting(self, caller: Caller) -> list[bytes]:
        """The "decision" bodies that `subscribe_user` would have pushed, for every match that awaits the caller now."""
        raise NotImplementedError

    def attach(self, caller: Caller | None, match_id: MatchId, audience: Audience) -> Subscription:
        """One more connection of this person is there; close it when it is gone. Counts for presence and stand-in."""
        raise NotImplementedError
