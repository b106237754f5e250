"""Seating: opening tables, sitting down, getting up, and the start of the battle.

The server's seed is made, and its hash published, when the table is opened; each seat's nonce comes when somebody
sits down; only then, at the start, are dice thrown. So neither side can choose what falls. Options are frozen with
the table.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec
import structlog

from app.engine.canonical import encode
from app.engine.dice import HmacDice, commitment
from app.engine.game import Setup
from app.engine.refusal import Refused
from app.engine.ruleset import Ruleset
from app.engine.viewer import SPECTATOR
from app.matches import clock
from app.matches.errors import ServiceError, from_refusal
from app.matches.house import House
from app.matches.position import Position
from app.matches.positions import Positions, times_of
from app.matches.publishing import Publisher, made
from app.matches.table import Recent, Table
from app.matches.types import Caller, Clock, NewMatch, NewSeat
from app.store.ids import new_id
from app.store.lobby import Frozen
from app.store.notices import Kind, Notice
from app.store.steps import Moving, Step

START = b'{"verb":"start"}'
SAVED = "saved:"
CUSTOM_NAMES = {"en": "Custom scenario", "ru": "Свой сценарий"}
NONCE = re.compile(r"[A-Za-z0-9_-]{1,64}")
BANK_MAX_S = 7 * 86_400
INCREMENT_MAX_S = 3_600
DAYS_MAX = 30

log = structlog.get_logger("app.matches")


class Seating:
    """See the module. `bots`: names of the bots that may sit down; `tell`: tells those who watch here of a change."""

    def __init__(
        self,
        house: House,
        positions: Positions,
        publisher: Publisher,
        bots: tuple[str, ...],
        tell: Callable[[Table], None],
    ) -> None:
        self._tell = tell
        self._house = house
        self._positions = positions
        self._publisher = publisher
        self._bots = bots

    # -- opening --------------------------------------------------------------------------------------------------
    async def create(self, caller: Caller, new: NewMatch) -> Table:
        """Open a table, and start at once when every seat is taken."""
        ruleset = self._house.ruleset(new.ruleset)
        most = self._house.settings.tables_per_person
        if await self._house.lobby.held_by(caller.user) >= most:
            raise ServiceError("conflict", f"One person may hold {most} tables.", params={"most": most})
        scenario, names = await self._scenario(caller, new)
        try:
            setup = ruleset.setup(scenario, new.options)
        except Refused as refused:
            raise from_refusal(ruleset, refused) from refused
        wanted = new.seats or (NewSeat(kind="me"), *[NewSeat(kind="open")] * (setup.seats - 1))
        self._check(new, wanted, setup)
        nonce = checked_nonce(new.nonce)
        places: list[tuple[str, str | None, str | None, str | None]] = []
        for seat in wanted:
            if seat.kind in ("me", "hotseat"):
                places.append((seat.kind, caller.user, None, nonce if seat.kind == "me" else checked_nonce(None)))
            elif seat.kind == "bot":
                places.append((seat.kind, None, seat.bot, checked_nonce(None)))
            else:
                places.append((seat.kind, None, None, None))
        seed = secrets.token_bytes(32)
        frozen = Frozen(
            id=new_id(),
            owner=caller.user,
            ruleset=ruleset.id,
            scenario=setup.scenario,
            created=datetime.now(UTC),
            clock=msgspec.to_builtins(new.clock),
            spectators=new.spectators,
            delay_s=new.delay_s,
            rated=new.rated,
            takebacks=new.takebacks,
            absent=new.absent,
            hot_seat=new.hot_seat or any(seat.kind == "hotseat" for seat in wanted),
            start_mode=new.start,
            version=setup.version,
            setup=msgspec.json.encode(setup),
            names=names or _names(ruleset, setup),
            preview=_preview(ruleset, setup),
            commitment=commitment(seed),
            invite=new_id(16),
            watch_link=new_id(16),
        )
        full = all(user is not None or bot is not None for _, user, bot, _ in places)
        await self._house.lobby.add(frozen, seed, places, "ready" if full else "open")
        table = await self._house.table(frozen.id)
        if full and new.start == "auto":
            await self.start(table)
        return table

    async def _scenario(self, caller: Caller, new: NewMatch) -> tuple[str | dict[str, Any], dict[str, str] | None]:
        if not isinstance(new.scenario, str) or not new.scenario.startswith(SAVED):
            return new.scenario, None
        saved = await self._house.library.get("scenarios", new.scenario.removeprefix(SAVED), caller.user)
        if saved is None or saved.ruleset != new.ruleset or saved.data is None:
            raise ServiceError("not_found", "There is no such saved scenario.", field="scenario")
        return saved.data, {"en": saved.name, "ru": saved.name}

    def _check(self, new: NewMatch, seats: tuple[NewSeat, ...], setup: Setup) -> None:
        def refuse(field: str, message: str) -> None:
            raise ServiceError("malformed", message, field=field)

        kinds = [seat.kind for seat in seats]
        if len(seats) != setup.seats:
            refuse("seats", f"This scenario has {setup.seats} seats.")
        if kinds.count("me") > 1:
            refuse("seats", "Further seats of your own are hot seats.")
        for seat in seats:
            if (seat.kind == "bot") != (seat.bot is not None) or (seat.bot is not None and seat.bot not in self._bots):
                refuse("seats", f"Bots are: {', '.join(self._bots) or 'none'}.")
        if new.rated and ("hotseat" in kinds or "bot" in kinds):
            refuse("rated", "Rated matches are between people.")
        if not 0 <= new.delay_s <= self._house.settings.spectator_delay_max_s:
            refuse("delay_s", f"From 0 to {self._house.settings.spectator_delay_max_s} seconds.")
        if not _sound(new.clock):
            refuse("clock", "A bank needs 1 second or more, a clock of days 1 day or more, and neither too many.")

    # -- sitting down and getting up ------------------------------------------------------------------------------
    async def join(self, caller: Caller, table: Table, seat: int | None, link: str | None, nonce: str | None) -> None:
        """Take a seat. Starts the match when it was the last one and it starts by itself."""
        if not await self._house.tables.reseat(table):
            raise ServiceError("not_found")
        if table.seats_of(caller.user):
            raise ServiceError("already_seated", status=409)
        if table.status not in ("open", "ready"):
            raise ServiceError("already_started", status=409)
        table.need_rules(table.seq)
        invited = link is not None and self.invited(table, link)
        if link is not None and not invited:
            raise ServiceError("forbidden", "That link is not right.", field="link")
        if seat is not None and not 0 <= seat < len(table.seats):
            raise ServiceError("malformed", "There is no such seat.", field="seat")
        chosen = checked_nonce(nonce)
        wanted = [row for row in table.seats if not row.taken and seat in (None, row.seat)]
        allowed = [row for row in wanted if row.kind != "link" or invited]
        if wanted and not allowed:
            raise ServiceError("forbidden", "That seat needs its link.", field="link")
        for row in sorted(allowed, key=lambda row: (invited and row.kind != "link", row.seat)):
            status = await self._house.lobby.sit(table.id, row.seat, caller.user, chosen)
            if status is not None:
                await self.changed(table)
                if status == "ready" and table.frozen.start_mode == "auto":
                    await self.start(table)
                return
        raise ServiceError("no_free_seat" if seat is None else "seat_taken", status=409)

    @staticmethod
    def invited(table: Table, link: str) -> bool:
        """Whether the code is that of the table's invitation."""
        return secrets.compare_digest(link.encode(), table.frozen.invite.encode())

    async def leave(self, caller: Caller, table: Table) -> bool:
        """Give the seats back. False: nobody is left and the table is gone."""
        status = await self._house.lobby.leave(table.id, caller.user)
        if status is None:
            await self._house.tables.reseat(table)
            if table.status in ("live", "ended"):
                raise ServiceError("already_started", status=409)
            raise ServiceError("forbidden", "You have no seat here.")
        await self.changed(table)
        return status != "gone"

    async def begin(self, caller: Caller, table: Table) -> None:
        """Start a full table on its owner's word."""
        await self._house.tables.reseat(table)
        if caller.user != table.frozen.owner:
            raise ServiceError("forbidden", "Only who opened the table starts it.")
        if table.status == "open":
            raise ServiceError("not_full", status=409)
        if table.status != "ready":
            raise ServiceError("already_started", status=409)
        await self.start(table)

    # -- the start ------------------------------------------------------------------------------------------------
    async def start(self, table: Table) -> None:
        """Deal, and make the match live. Does nothing if it is, or if a seat has become free."""
        async with table.lock:
            if not await self._house.tables.reseat(table) or table.status != "ready":
                return
            table.need_rules(table.seq)
            ruleset = table.ruleset
            dice = await self._positions.dice(table, 0)
            game, events = ruleset.new_game(table.setup, dice)
            body = encode(game)
            game = ruleset.decode(body)  # the same bytes here as where it will be loaded, down to the order of keys
            now = self._house.time.now()
            position = Position(ruleset, game, 0, 0, dice.index, now)
            position.turn = table.projector.turn_of(position)
            times = position.times = clock.opening(table.clock, len(table.seats), position.asked, now)
            stored = table.projector.step(None, position, events)
            status = "live" if position.over is None else "ended"
            moving = Moving(
                status=status,
                seq=0,
                epoch=0,
                rolls=dice.index,
                turn=position.turn,
                awaiting=list(times.running),
                clock_left=list(times.left),
                clock_at=now,
                windows=dict(times.windows),
                due_at=times.due,
                proposal=False,
                result=position.over,
            )
            step = Step(
                seq=0,
                seat=-1,
                kind="start",
                turn=position.turn,
                action=START,
                events=stored.events,
                patches=stored.patches,
                roll_from=0,
                roll_to=dice.index,
                hash=hashlib.sha256(body).digest(),
                key=None,
                key_digest=None,
                at=now,
                awaiting=moving.awaiting,
                clock_left=moving.clock_left,
                due_at=moving.due_at,
            )
            ended = clock.moment(now) if position.over is not None else None
            if not await self._house.steps.begin(table.id, moving, clock.moment(now), ended, step, body, table.nonces):
                table.seed = None
                return
            table.position = position
            table.position.times = times_of(moving)
            table.status = status
            table.recent.append(Recent(0, position.turn, events))
            self._publisher.stored(table, made(table, position, -1, "start", START, events, stored))
        await self.changed(table)

    async def changed(self, table: Table) -> None:
        """Seats or status are other than they were: tell everybody here and the other processes."""
        await self._house.tables.reseat(table)
        self._house.bus.publish(Notice(Kind.MATCH, table.id))
        self._tell(table)


def checked_nonce(nonce: str | None) -> str:
    """A seat's own, or a random one. ServiceError(malformed) if it could be mistaken for two."""
    if nonce is None:
        return secrets.token_hex(8)
    if NONCE.fullmatch(nonce) is None:
        raise ServiceError("malformed", "A nonce has 1 to 64 letters, digits, - or _.", field="nonce")
    return nonce


def _names(ruleset: Ruleset, setup: Setup) -> dict[str, str]:
    for scenario in ruleset.scenarios():
        if scenario.id == setup.scenario:
            return scenario.names
    return CUSTOM_NAMES


def _preview(ruleset: Ruleset, setup: Setup) -> dict[str, Any] | None:
    """The board of a scenario that is not built in, as spectators would see it before the first decision; the dice are
    thrown away."""
    if setup.custom is None:
        return None
    game, _ = ruleset.new_game(setup, HmacDice(secrets.token_bytes(32), "preview"))
    preview: dict[str, Any] = msgspec.to_builtins(ruleset.view(game, SPECTATOR))
    return preview


def _sound(spec: Clock) -> bool:
    if spec.kind == "bank":
        return 1 <= spec.bank_s <= BANK_MAX_S and 0 <= spec.increment_s <= INCREMENT_MAX_S
    if spec.kind == "days":
        return 1 <= spec.days <= DAYS_MAX
    return True
