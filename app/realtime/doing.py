"""Doing: what a client's frame does, once its hello was answered. Each raises ServiceError, which becomes `refused`."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec

from app.limits import rate_limited
from app.matches.errors import ServiceError
from app.protocol.incoming import Act, AskOdds, Draw, Ping, Pong, Resign, Say, Takeback
from app.protocol.outgoing import Ack, ServerPong, encode

if TYPE_CHECKING:
    from app.realtime.session import Session


async def act(session: Session, frame: Act) -> None:
    """Carry out an action of one of his seats."""
    began = time.perf_counter()
    ack = await session.runtime.matches.commit(
        session.player().caller, session.match, frame.decision, _object(frame.action), frame.key, frame.seat
    )
    session.runtime.metrics.commit_seconds.observe(time.perf_counter() - began)
    session.send(encode(Ack(key=ack.ack.key, seq=ack.ack.seq)))


async def say(session: Session, frame: Say) -> None:
    """Keep a line of chat."""
    identity = session.player()
    text = frame.text.strip()
    if not text or not all(char.isprintable() or char == "\n" for char in text):
        raise ServiceError("malformed", "A line must hold visible characters only.", field="text")
    wait = session.runtime.limits.chat.take(identity.caller.user)
    if wait:
        raise rate_limited(wait)
    await session.runtime.matches.say(identity.caller, session.match, frame.room, text, session.watch)


async def takeback(session: Session, frame: Takeback) -> None:
    """Ask for a takeback, or answer one."""
    caller = session.player().caller
    if frame.accept is None:
        key = frame.key or secrets.token_hex(16)
        await session.runtime.matches.ask_takeback(caller, session.match, key, frame.seat)
    elif frame.key is None:
        await session.runtime.matches.answer(caller, session.match, "takeback", frame.accept, frame.seat)
    else:
        raise ServiceError("malformed", "either `key` or `accept`")


async def draw(session: Session, frame: Draw) -> None:
    """Offer a draw, withdraw it, or answer one."""
    caller = session.player().caller
    if (frame.offer is None) == (frame.accept is None):
        raise ServiceError("malformed", "either `offer` or `accept`")
    if frame.offer:
        await session.runtime.matches.offer_draw(caller, session.match, frame.seat)
    else:
        await session.runtime.matches.answer(caller, session.match, "draw", bool(frame.accept), frame.seat)


async def resign(session: Session, frame: Resign) -> None:
    """Give up."""
    await session.runtime.matches.resign(session.player().caller, session.match, frame.seat)


async def odds(session: Session, frame: AskOdds) -> None:
    """Tell the chances of an action."""
    audience = session.audience
    if frame.seat is not None and session.identity is not None:
        audience = await session.runtime.matches.viewer(
            session.identity.caller, session.match, frame.seat, session.watch
        )
    assert audience is not None
    chances = await session.runtime.matches.odds(session.match, audience, _object(frame.action))
    session.send(b'{"t":"odds","id":%d,' % frame.id + chances[1:])


async def ping(session: Session, frame: Ping) -> None:
    """Answer a sign of life."""
    session.send(encode(ServerPong(n=frame.n)))


async def pong(session: Session, frame: Pong) -> None:
    """Take a sign of life: that it came is all."""


def _object(raw: msgspec.Raw) -> bytes:
    action = bytes(raw)
    if not action.startswith(b"{"):
        raise ServiceError("malformed", "An action is a JSON object.", field="action")
    return action


PLAYING = frozenset({Act, Takeback, Draw, Resign})
"""Frames that need a seat."""

DOING: dict[type, Callable[[Session, Any], Awaitable[None]]] = {
    Act: act,
    Say: say,
    Takeback: takeback,
    Draw: draw,
    Resign: resign,
    AskOdds: odds,
    Ping: ping,
    Pong: pong,
}
