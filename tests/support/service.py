"""What tests of the service share: a service over a database, callers, sinks that remember, and playing on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import orjson

from app.engine.ruleset import Ruleset
from app.matches.bots import BotRunner
from app.matches.frames import Frame
from app.matches.service import MatchService
from app.matches.types import Audience, Caller, Clock, MatchId, MatchInfo, NewMatch, NewSeat, UserId
from app.settings import Settings
from app.store.accounts import AccountStore
from app.store.bus import make_bus
from app.store.database import Store
from tests.support.duel import DUEL


class Sink:
    """Remembers frames. `room`: how many it takes before it refuses."""

    def __init__(self, room: int = 1_000_000) -> None:
        self.frames: list[Frame] = []
        self.room = room

    def push(self, frame: Frame) -> bool:
        if len(self.frames) >= self.room:
            return False
        self.frames.append(frame)
        return True

    def of(self, *types: str) -> list[dict[str, Any]]:
        """The frames of these types, decoded."""
        return [orjson.loads(frame.body) for frame in self.frames if frame.t in types]

    @property
    def bodies(self) -> list[bytes]:
        return [frame.body for frame in self.frames]


class Server:
    """One process of the server, without transport."""

    def __init__(self, store: Store, service: MatchService) -> None:
        self.store = store
        self.service = service

    @property
    def house(self) -> Any:
        return self.service._house

    async def person(self, name: str, **more: Any) -> Caller:
        """A new user, as a caller."""
        user = await AccountStore(self.store).add_user(name, name.casefold(), **more)
        return Caller(user=UserId(user.id), name=name)

    async def duel(self, *people: Caller, **more: Any) -> MatchInfo:
        """A duel between two people, or of one in both seats; started."""
        seats = (NewSeat(kind="me"), NewSeat(kind="open" if len(people) > 1 else "hotseat"))
        given = {"ruleset": "duel", "scenario": "yard", "seats": seats} | more
        info = await self.service.create(people[0], NewMatch(**given))
        for person in people[1:]:
            info = await self.service.join(person, info.id)
        return info

    async def audience(self, caller: Caller | None, match: MatchId, seat: int | None = None) -> Audience:
        return await self.service.viewer(caller, match, seat)

    async def asked(self, caller: Caller, match: MatchId, seat: int | None = None) -> dict[str, Any] | None:
        """The caller's own open decision."""
        audience = await self.service.viewer(caller, match, seat)
        _, body = await self.service.decisions(match, audience)
        own = [entry for entry in orjson.loads(body) if "choices" in entry]
        return own[0] if own else None

    async def act(
        self,
        caller: Caller,
        match: MatchId,
        action: Mapping[str, Any] | None = None,
        key: str | None = None,
        seat: int | None = None,
    ) -> int:
        """Take an action (None: the default) for the caller's open decision; the new seq."""
        asked = await self.asked(caller, match, seat)
        assert asked is not None, "nothing to decide"
        chosen = asked["default"] if action is None else action
        ack = await self.service.commit(caller, match, asked["id"], chosen, key or f"{asked['id']}-{seat}", seat)
        return ack.ack.seq

    async def round(self, match: MatchId, *people: Caller) -> None:
        """Play one whole round of a duel with defaults."""
        info = await self.service.info(people[0], match)
        turn = info.turn
        while info.turn == turn and info.status == "live":
            for seat in info.awaiting:
                person = next(p for p in people if info.seats[seat].player and info.seats[seat].player.id == p.user)
                await self.act(person, match, seat=seat, key=f"{info.seq}-{seat}")
            info = await self.service.info(people[0], match)


@asynccontextmanager
async def server(
    database_url: str,
    bots: BotRunner | None = None,
    rulesets: Mapping[str, Ruleset] | None = None,
    **settings: Any,
) -> AsyncIterator[Server]:
    """A running service over the database."""
    made = Settings(**settings)
    store = Store(database_url, made)
    await store.open()
    service = MatchService(store, make_bus(store, made), bots, made, rulesets or {"duel": DUEL})
    await service.start()
    try:
        yield Server(store, service)
    finally:
        await service.stop()
        await store.close()


def parsed(raw: Any) -> Any:
    """What JSON text says; also of a `msgspec.Raw`."""
    return orjson.loads(bytes(raw))


async def until(true: Callable[[], Any] | Callable[[], Awaitable[Any]], seconds: float = 5.0) -> Any:
    """Wait until the condition holds, and give what it gave; AssertionError if it does not."""
    deadline = asyncio.get_running_loop().time() + seconds
    while True:
        value = true()
        if asyncio.iscoroutine(value):
            value = await value
        if value:
            return value
        assert asyncio.get_running_loop().time() < deadline, "did not come true"
        await asyncio.sleep(0.01)


BANK = Clock(kind="bank", bank_s=60, increment_s=5)
