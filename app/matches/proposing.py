"""Takebacks and draw offers: asking, consent, refusal, the pause after it, and what is free.

A takeback goes back to before the asker's last own action. It needs nobody's consent when the match says so, when
nobody else sits there who is a person, or when nothing but the asker's own actions would be undone and none of them
rolled dice or showed something hidden. It is itself a step: seq grows, spent roll indices stay spent, and decisions
get a new epoch in their ids. Bots consent to takebacks, and to a draw when they do not think themselves ahead.

One proposal of a kind waits at a time. A takeback's lapses with the next step; a draw's when somebody who has not
offered goes on playing. After each refusal the asker must wait, twice as long each time.
"""

from __future__ import annotations

import msgspec

from app.engine.event import Event
from app.engine.ids import Seat
from app.matches.commits import Again, Commits, Deed, digest_of
from app.matches.errors import ServiceError
from app.matches.frames import Frame
from app.matches.house import House
from app.matches.position import Position
from app.matches.positions import Positions
from app.matches.projection import titled
from app.matches.publishing import Publisher
from app.matches.table import Table
from app.matches.types import Audience
from app.store.notices import Kind, Notice
from app.store.proposals import Proposal
from app.store.steps import KeyUsedError, Step

TAKEBACK = "takeback"
DRAW = "draw"
PAUSE_MS = 30_000
PAUSE_MAX_MS = 3_600_000
LOOK_BACK = 400
"""Steps in which an own action is looked for."""
CHANGES = ("open", "accepted", "refused", "withdrawn")
"""What can become of a proposal; the bus carries the index."""

_encode = msgspec.json.Encoder().encode
_events = msgspec.json.Decoder(list[Event])


class TakenBack(msgspec.Struct, frozen=True, tag_field="verb", tag="takeback"):
    """The action of a takeback step."""

    to: int


class Undoing(msgspec.Struct, frozen=True):
    """What a takeback would do: the seq whose state comes back, how many steps are undone, whether that needs
    consent.
    """

    to: int
    steps: int
    free: bool


class Proposing:
    """See the module."""

    def __init__(self, house: House, positions: Positions, commits: Commits, publisher: Publisher) -> None:
        self._house = house
        self._positions = positions
        self._commits = commits
        self._publisher = publisher
        house.stepped.append(self._stepped)

    # -- takebacks ------------------------------------------------------------------------------------------------
    async def ask_takeback(self, table: Table, seat: int, key: str) -> int | None:
        """See `MatchService.ask_takeback`."""
        digest = digest_of(TAKEBACK, {})
        known = await self._house.steps.by_key(table.id, seat, key)
        if known is not None:
            if known.key_digest != digest:
                raise ServiceError("key_reused", seq=table.seq)
            return known.seq
        if table.frozen.takebacks == "none":
            raise ServiceError("takebacks_off", status=409)
        position = await self._running(table)
        undoing = await self._undoing(table, position, seat)
        if undoing.free or not self._others(table, seat):
            return (await self._take_back(table, position.seq, seat, undoing.to, key, digest)).seq
        await self._house.tables.reseat(table)  # preferences may have changed
        if any(row.refuses_takebacks for row in table.seats if row.seat in self._others(table, seat)):
            raise ServiceError("takeback_refused_always", status=409, seq=position.seq)
        await self._propose(table, Proposal(TAKEBACK, seat, position.seq, undoing.to, self._own(table, seat)))
        return None

    async def _undoing(self, table: Table, position: Position, seat: int) -> Undoing:
        """What taking back the seat's last own action means. Steps that an earlier takeback has undone do not count."""
        undone: list[Step] = []
        skip_to = position.seq
        for step in await self._house.steps.back_from(table.id, position.seq, LOOK_BACK):
            if step.seq > skip_to:
                continue
            if step.kind == "takeback":
                skip_to = msgspec.json.decode(step.action, type=TakenBack).to
                continue
            if step.kind not in ("action", "due"):
                break
            undone.append(step)
            skip_to = step.seq - 1
            if step.seat == seat and step.kind == "action":
                own = all(entry.seat in self._own(table, seat) for entry in undone)
                quiet = not any(event.shows_something for entry in undone for event in _events.decode(entry.events))
                free = table.frozen.takebacks == "free" or (own and quiet)
                return Undoing(step.seq - 1, len(undone), free)
        raise ServiceError("nothing_to_take_back", status=409, seq=position.seq)

    async def _take_back(
        self, table: Table, asked_seq: int, seat: int, to: int, key: str | None = None, digest: bytes | None = None
    ) -> Position:
        """Store the takeback if the match is still as it was when it was asked for."""
        async with table.lock:
            await self._commits.catch_up(table)
            position = await self._positions.newest(table)
            if position.seq != asked_seq or position.over is not None:
                raise ServiceError("stale", "The battle has gone on.", seq=position.seq)
            target = await self._positions.at(table, to)
            deed = Deed(
                seat=seat,
                kind=TAKEBACK,
                action=_encode(TakenBack(to=to)),
                game=target.game,
                events=[Event(type="takeback", rule="", data={"seat": seat, "to": to})],
                rolls=position.rolls,
                epoch=position.epoch + 1,
                key=key,
                key_digest=digest,
                snapshot=True,
            )
            try:
                return await self._commits.store(table, position, deed)
            except (Again, KeyUsedError) as error:
                await self._commits.catch_up(table)
                raise ServiceError("stale", "The battle has gone on.", seq=table.seq) from error

    # -- draws ----------------------------------------------------------------------------------------------------
    async def offer_draw(self, table: Table, seat: int) -> None:
        """See `MatchService.offer_draw`."""
        position = await self._running(table)
        for proposal in await self._house.proposals.open(table.id):
            if proposal.kind == DRAW and seat not in proposal.accepted:
                await self.answer(table, seat, DRAW, True)
                return
        bots = [row.seat for row in table.seats if row.bot is not None]
        if any(table.ruleset.evaluate(position.game, Seat(bot)) > 0 for bot in bots):
            await self._check_pause(table, seat, DRAW)
            await self._refused(table, seat, DRAW)
            self._tell_closed(table, DRAW, "refused")
            return
        accepted = [*self._own(table, seat), *bots]
        if not self._others(table, seat):
            await self._commits.agree_draw(table, seat)
            return
        await self._propose(table, Proposal(DRAW, seat, position.seq, None, accepted))

    # -- answers --------------------------------------------------------------------------------------------------
    async def answer(self, table: Table, seat: int, kind: str, accept: bool) -> int | None:
        """See `MatchService.answer`."""
        position = await self._running(table)
        await self.lapse(table)
        proposal = await self._waiting(table, kind)
        if proposal is None:
            raise ServiceError("no_proposal", status=409, seq=position.seq)
        own = self._own(table, seat)
        if not accept:
            withdrawn = proposal.seat in own
            if await self._house.proposals.close(table.id, kind):
                if not withdrawn:
                    await self._refused(table, proposal.seat, kind)
                self._tell_closed(table, kind, "withdrawn" if withdrawn else "refused")
            return None
        accepted = await self._house.proposals.accept(table.id, kind, own)
        if accepted and any(row.bot is None and row.seat not in accepted for row in table.seats):
            return None
        if not await self._house.proposals.close(table.id, kind):
            raise ServiceError("no_proposal", status=409, seq=position.seq)
        table.proposal = False
        try:
            after = await self._carried_out(table, proposal)
        except ServiceError:  # the battle went on meanwhile
            self._tell_closed(table, kind, "withdrawn")
            raise
        self._tell_closed(table, kind, "accepted")
        return after.seq

    async def _carried_out(self, table: Table, proposal: Proposal) -> Position:
        if proposal.kind == DRAW:
            return await self._commits.agree_draw(table, proposal.seat)
        assert proposal.to_seq is not None
        return await self._take_back(table, proposal.asked_seq, proposal.seat, proposal.to_seq)

    async def lapse(self, table: Table) -> None:
        """Close what later steps have overtaken."""
        for proposal in await self._house.proposals.open(table.id):
            if table.status == "live" and not await self._overtaken(table, proposal):
                continue
            if await self._house.proposals.close(table.id, proposal.kind):
                self._tell_closed(table, proposal.kind, "withdrawn")
        table.proposal = False

    async def _overtaken(self, table: Table, proposal: Proposal) -> bool:
        if proposal.kind == TAKEBACK:
            return table.seq > proposal.asked_seq
        later = await self._house.steps.after(table.id, proposal.asked_seq, table.seq, 500)
        return any(step.seat not in proposal.accepted for step in later)

    async def waiting_for(self, table: Table, audience_seat: int) -> bytes | None:
        """The proposal that waits, as a seat's welcome shows it; None if there is none."""
        for proposal in reversed(await self._house.proposals.open(table.id)):
            if not await self._overtaken(table, proposal):
                return await self._body(table, proposal, audience_seat)
        return None

    # -- inside ---------------------------------------------------------------------------------------------------
    async def _running(self, table: Table) -> Position:
        async with table.lock:
            await self._commits.catch_up(table)
            position = await self._positions.newest(table)
        if position.over is not None:
            raise ServiceError("battle_over", status=409, seq=position.seq)
        table.need_rules(position.seq)
        return position

    def _own(self, table: Table, seat: int) -> list[int]:
        """All seats of the person in this one."""
        return table.seats_of(table.seats[seat].user) or [seat]

    def _others(self, table: Table, seat: int) -> list[int]:
        """Seats of other people."""
        own = self._own(table, seat)
        return [row.seat for row in table.seats if row.user is not None and row.seat not in own]

    async def _waiting(self, table: Table, kind: str) -> Proposal | None:
        for proposal in await self._house.proposals.open(table.id):
            if proposal.kind == kind:
                return proposal
        return None

    async def _check_pause(self, table: Table, seat: int, kind: str) -> None:
        _, not_before = await self._house.proposals.pause(table.id, seat, kind)
        wait_ms = not_before - self._house.time.now()
        if wait_ms > 0:
            raise ServiceError("proposal_pause", status=429, seq=table.seq, params={"wait_ms": wait_ms})

    async def _refused(self, table: Table, seat: int, kind: str) -> None:
        refusals, _ = await self._house.proposals.pause(table.id, seat, kind)
        pause = min(PAUSE_MAX_MS, PAUSE_MS << min(refusals, 16))
        until = self._house.time.now() + pause
        await self._house.proposals.set_pause(table.id, seat, kind, refusals + 1, until)

    async def _propose(self, table: Table, proposal: Proposal) -> None:
        await self._check_pause(table, proposal.seat, proposal.kind)
        await self.lapse(table)
        if not await self._house.proposals.add(table.id, proposal):
            raise ServiceError("proposal_pending", status=409, seq=table.seq)
        table.proposal = True
        await self._tell_open(table, proposal)
        self._notify(table, proposal.kind, "open")

    async def _body(self, table: Table, proposal: Proposal, seat: int) -> bytes:
        body: dict[str, object] = {"kind": proposal.kind, "from": proposal.seat}
        if proposal.to_seq is not None:
            target = await self._positions.at(table, proposal.to_seq)
            body["to_seq"] = proposal.to_seq
            body["steps"] = proposal.asked_seq - proposal.to_seq
            body["preview"] = msgspec.Raw(table.projector.view_bytes(target, str(seat)))
        return _encode(body)

    async def _tell_open(self, table: Table, proposal: Proposal) -> None:
        for audience in self._seat_audiences(table):
            body = await self._body(table, proposal, audience.viewer.seat)
            frame = Frame("proposal", table.seq, titled("proposal", body), table.id)
            self._house.hub.push(table.id, audience, frame)

    def _tell_closed(self, table: Table, kind: str, how: str, *, ours: bool = True) -> None:
        body = _encode({"kind": kind, "closed": how})
        self._publisher.tell(table, "proposal", body, lambda audience: audience.viewer.seat >= 0)
        if ours:
            self._notify(table, kind, how)

    def _seat_audiences(self, table: Table) -> list[Audience]:
        return [audience for audience in self._house.hub.audiences(table.id) if audience.viewer.seat >= 0]

    def _notify(self, table: Table, kind: str, how: str) -> None:
        number = CHANGES.index(how) * 2 + (kind == DRAW)
        self._house.bus.publish(Notice(Kind.PROPOSAL, table.id, number))

    async def heard(self, table: Table, number: int) -> None:
        """Another process has changed a proposal."""
        kind, how = (DRAW if number % 2 else TAKEBACK), CHANGES[min(number // 2, len(CHANGES) - 1)]
        if how != "open":
            self._tell_closed(table, kind, how, ours=False)
            return
        table.proposal = True
        proposal = await self._waiting(table, kind)
        if proposal is not None:
            await self._tell_open(table, proposal)

    def _stepped(self, table: Table, ours: bool) -> None:
        if ours and table.proposal:
            self._house.spawn(self.lapse(table), "proposals.lapse")
