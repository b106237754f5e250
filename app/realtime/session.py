"""Session: one socket from its hello to its end. Reads one frame after the other: all the back-pressure there is.

Between subscribing and the welcome, pushed frames are held back; then those that the welcome already covers are
dropped: so nothing is missed and nothing comes twice. A reader who is too slow loses his subscription (the outlet
refuses), is told `resync` once his line is free again, and says hello anew.

Kept small on purpose: an idle spectator is one of these, one suspended coroutine and the transport.
"""

from __future__ import annotations

import contextlib
import time
from typing import Any

import structlog

from app.accounts.identity import Identity
from app.limits import rate_limited
from app.matches.errors import ServiceError
from app.matches.frames import Frame, Subscription
from app.matches.types import Audience, MatchId
from app.protocol.incoming import (
    Act,
    AskOdds,
    AskResync,
    ClientFrame,
    Hello,
    Takeback,
    decode_frame,
)
from app.protocol.outgoing import Bye, ByeReason, RefusedFrame, encode
from app.realtime.doing import DOING, PLAYING
from app.realtime.fanout import text_frame
from app.realtime.greeting import Asking
from app.realtime.hub import Place
from app.realtime.outlet import Outlet
from app.runtime import Runtime
from app.store.database import UnavailableError

log = structlog.get_logger("sandtable.socket")

CLOSE_CODES: dict[str, int] = {"shutdown": 1012, "internal": 1011, "superseded": 4001, "gone": 4004}
"""Close codes by reason; every other reason closes with 1008 (policy)."""
MAX_MALFORMED = 10
"""Malformed frames after which a socket is closed."""
MAX_TOO_FAST = 50
"""Refused frames in a row after which a flood is closed."""
MAX_HELD = 2_000
"""Frames that may be held back during a hello."""

_RESYNC_BODY = b'{"t":"resync"}'
_RESYNC = text_frame(_RESYNC_BODY)


class Session:
    """See the module. A `Sink` of the service and a `Line` of the hub.

    identity  who says hello; None: nobody, or not yet
    audience  as what he looks; None before the hello
    watch     the spectators' link that he gave
    """

    __slots__ = (
        "__weakref__",
        "_address",
        "_attached",
        "_clogged_at",
        "_cookie",
        "_held",
        "_malformed",
        "_outlet",
        "_place",
        "_seat",
        "_seq",
        "_subscription",
        "_too_fast",
        "audience",
        "ended",
        "identity",
        "match",
        "runtime",
        "watch",
    )

    def __init__(self, runtime: Runtime, outlet: Outlet, match_id: str, address: str, cookie: str | None) -> None:
        self.runtime = runtime
        self._outlet = outlet
        self.match = MatchId(match_id)
        self._address = address
        self._cookie = cookie
        self.identity: Identity | None = None
        self.audience: Audience | None = None
        self._seat: int | None = None
        self.watch: str | None = None
        self._seq = 0
        self._place: Place | None = None
        self._subscription: Subscription | None = None
        self._attached: Subscription | None = None
        self._held: list[Frame] | None = None
        self._clogged_at: float | None = None
        self._malformed = 0
        self._too_fast = 0
        self.ended = False

    # -- out ---------------------------------------------------------------------------------------------------------
    def push(self, frame: Frame) -> bool:
        """`Sink.push`: the hot path of the fan-out."""
        if self._held is not None:
            self._held.append(frame)
            return len(self._held) <= MAX_HELD
        wire = frame.wire
        if wire is None:
            wire = frame.wire = text_frame(frame.body)
        if self._outlet.push(wire, frame.body):
            self._seq = frame.seq
            return True
        self._clog()
        return False

    def send(self, body: bytes, wire: bytes | None = None) -> None:
        """A message for this socket alone (or a shared one, framed already)."""
        if not self._outlet.push(wire or text_frame(body), body):
            self._clog()

    def end(self, reason: str, message: str | None = None) -> None:
        """`Line.end`: a last frame, then close."""
        if self.ended:
            return
        self.ended = True
        known: ByeReason = reason  # type: ignore[assignment]
        body = encode(Bye(reason=known, message=message))
        self.runtime.metrics.byes.labels(reason).inc()
        if self._clogged_at is not None:
            self._outlet.abort()
            return
        self._outlet.push(text_frame(body), body)
        self._outlet.close(CLOSE_CODES.get(reason, 1008), reason)

    def ping(self, body: bytes, wire: bytes, patience_s: float) -> None:
        """A sign of life; a line that has been clogged for longer than `patience_s` is cut."""
        if self._clogged_at is None:
            self.send(body, wire)
        elif time.monotonic() - self._clogged_at > patience_s:
            self.ended = True
            self._outlet.abort()

    def _clog(self) -> None:
        if self._clogged_at is None:
            self._clogged_at = time.monotonic()
            self.runtime.metrics.clogged.inc()
            self._unsubscribe()
            self._outlet.on_drained = self._drained

    def _drained(self) -> None:
        self._outlet.on_drained = None
        self._clogged_at = None
        if not self.ended:
            self.send(_RESYNC_BODY, _RESYNC)

    # -- in ----------------------------------------------------------------------------------------------------------
    async def receive(self, text: str | None) -> None:
        """One frame from the client (None: a binary one). Never raises but for cancellation."""
        wait = self.runtime.limits.tokens.take(self.identity.token if self.identity else self._address)
        if wait:
            self._flooded(wait, text)
            return
        self._too_fast = 0
        try:
            if text is None:
                raise ValueError("binary frames are not understood")
            frame = decode_frame(text)
        except ValueError as error:
            self._misunderstood(error)
            return
        kind = type(frame)
        self.runtime.metrics.frames_in.labels(_tag(frame)).inc()
        if self.audience is None and kind is not Hello:
            self.end("malformed", "The first frame must be a hello.")
            return
        try:
            if isinstance(frame, Hello):
                await self._hello(frame)
            elif isinstance(frame, AskResync):
                await self._hello(Hello(seat=self._seat))
            else:
                await DOING[kind](self, frame)
        except ServiceError as error:
            if error.code == "not_found" and kind in PLAYING and self.audience and not self.audience.plays:
                error = ServiceError("spectator")  # who watches by link knows that there is a match
            self._refuse(frame, error)
        except UnavailableError:
            self._refuse(frame, ServiceError("unavailable"))
        except Exception as error:
            log.error("unforeseen", match=self.match, frame=kind.__name__, exc_info=error)
            self._refuse(frame, ServiceError("internal"))

    def _flooded(self, wait: float, text: str | None) -> None:
        self._too_fast += 1
        if self._too_fast > MAX_TOO_FAST or self.audience is None:
            self.end("too_fast")
            return
        frame: ClientFrame | None = None
        with contextlib.suppress(ValueError):
            frame = decode_frame(text or "")
        self._refuse(frame, rate_limited(wait))

    def _misunderstood(self, error: ValueError) -> None:
        self._malformed += 1
        if self.audience is None or self._malformed >= MAX_MALFORMED:
            self.end("malformed", str(error))
        else:
            self._refuse(None, ServiceError("malformed", str(error)))

    def _refuse(self, frame: ClientFrame | None, error: ServiceError) -> None:
        self.runtime.metrics.refused.labels(error.code).inc()
        refused = RefusedFrame(
            code=error.code,
            message=error.message,
            seq=error.seq if error.seq is not None else self._seq,
            key=frame.key if isinstance(frame, Act | Takeback) else None,
            id=frame.id if isinstance(frame, AskOdds) else None,
            of=None if frame is None or isinstance(frame, Act | AskOdds) else _tag(frame),
            rule=error.rule,
            field=error.field,
            params=error.params or None,
        )
        self.send(encode(refused))

    def player(self) -> Identity:
        """Who acts here. ServiceError(unauthorized | forbidden) when nobody who may."""
        identity = self.identity
        if identity is None:
            raise ServiceError("unauthorized")
        if not identity.may("play"):
            raise ServiceError("forbidden", "The token lacks the scope `play`.", params={"reason": "scope"})
        return identity

    # -- hello -------------------------------------------------------------------------------------------------------
    async def _hello(self, frame: Hello) -> None:
        first = self.audience is None
        try:
            identity = await self._identify(frame) if frame.token is not None or first else self.identity
            watch = frame.watch or self.watch
            caller = identity.caller if identity is not None else None
            audience = await self.runtime.matches.viewer(caller, self.match, frame.seat, watch)
            self._become(identity)
            self.watch = watch
            await self._enter(frame, audience)
        except ServiceError as error:
            if not first and error.code != "not_found":
                raise
            reason = {"unauthorized": "unauthorized", "not_found": "gone", "forbidden": "forbidden"}.get(
                error.code, "internal" if error.status >= 500 else "forbidden"
            )
            self.end(reason, error.message)
        except UnavailableError:
            if not first:
                raise
            self.end("internal", "The database cannot be reached.")

    async def _identify(self, frame: Hello) -> Identity | None:
        secret = frame.token if frame.token is not None else self._cookie
        if secret is None:
            return None
        identity = await self.runtime.flights.alone(lambda: self.runtime.accounts.identify(secret))
        if not identity.may("read"):
            raise ServiceError("forbidden", "The token lacks the scope `read`.")
        return identity

    def _become(self, identity: Identity | None) -> None:
        """From now on the socket belongs to this token. Only once it may look at all: a hello that is refused must not
        put another token over the one whose seat is looked from, and whose end would end the socket."""
        before, self.identity = self.identity, identity
        self._cookie = None
        if before is not identity or self.audience is None:
            self.runtime.hub.remove(self, before.token if before is not None else None)
            self.runtime.hub.add(self, identity.token if identity is not None else None)

    async def _enter(self, frame: Hello, audience: Audience) -> None:
        matches = self.runtime.matches
        caller = self.identity.caller if self.identity is not None else None
        self._unsubscribe()
        self._held = []
        try:
            self._subscription = matches.subscribe(self.match, audience, self)
            self.audience = audience
            self._seat = audience.viewer.seat if audience.viewer.role == "seat" else frame.seat
            self._sit(audience)
            if self._attached is not None:
                self._attached.close()
            self._attached = matches.attach(caller, self.match, audience)
            ask = Asking(self.runtime, self.match, caller, audience, self.watch)
            state = await ask.state()
            you: dict[str, Any] = {} if self._seat is None else {"seat": self._seat}
            if caller is not None:
                you["user"] = caller.user
            self.send(await ask.greeting(state, frame.since, you))
            self._seq = state.seq
        finally:
            held, self._held = self._held or [], None
        if len(held) > MAX_HELD:  # he has lost his place
            self.send(_RESYNC_BODY, _RESYNC)
            return
        for late in held:
            if self._clogged_at is None and not (late.t in ("step", "rewind") and late.seq <= state.seq):
                self.push(late)

    def _sit(self, audience: Audience) -> None:
        place: Place | None = None
        if self.identity is not None and audience.viewer.role == "seat":
            place = (self.identity.token, self.match, audience.viewer.seat)
        if self._place is not None and self._place != place:
            self.runtime.hub.rise(self._place, self)
        self._place = place
        if place is not None:
            self.runtime.hub.sit(place, self)

    # -- end ---------------------------------------------------------------------------------------------------------
    def close(self) -> None:
        """The socket is gone: let go of everything."""
        self.ended = True
        self._outlet.on_drained = None
        self._unsubscribe()
        if self._attached is not None:
            self._attached.close()
            self._attached = None
        if self._place is not None:
            self.runtime.hub.rise(self._place, self)
            self._place = None
        self.runtime.hub.remove(self, self.identity.token if self.identity is not None else None)

    def _unsubscribe(self) -> None:
        if self._subscription is not None:
            self._subscription.close()
            self._subscription = None


def _tag(frame: ClientFrame) -> str:
    tag = frame.__struct_config__.tag
    assert isinstance(tag, str)
    return tag
