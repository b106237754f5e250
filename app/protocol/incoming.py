"""Frames from a client, and their one decoder.

Hostile input: every string is bounded, unknown fields and types are refused, and an action stays raw JSON that only the
ruleset may read. Surprising: `action` must be JSON that msgspec could skip over, so its syntax is already checked.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[!-~]+$")]
"""The client's own name for an action; sent again, it gets the first answer again."""
SeatNo: TypeAlias = Annotated[int, Meta(ge=-1, le=31)]
Secret: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200, pattern="^[!-~]+$")]
DecisionId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=128, pattern="^[!-~]+$")]
SeqNo: TypeAlias = Annotated[int, Meta(ge=0, le=2_000_000_000)]
Room: TypeAlias = Literal["match", "spectators"]
ChatText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=500)]


class Incoming(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="t", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of all frames from a client."""


class Hello(Incoming, frozen=True, kw_only=True, tag="hello"):
    """The first frame. A token (the cookie counts where none is given), the last seq that the client has, the seat it
    looks from (-1: the curtain of hot-seat), the watch link of a match that is watched by link."""

    token: Secret | None = None
    since: SeqNo | None = None
    seat: SeatNo | None = None
    watch: Secret | None = None


class Act(Incoming, frozen=True, kw_only=True, tag="act"):
    """One action for one decision. Answered by `ack` or `refused` with the same key, always."""

    key: Key
    decision: DecisionId
    action: msgspec.Raw
    seat: SeatNo | None = None


class Say(Incoming, frozen=True, kw_only=True, tag="chat"):
    """A line of chat."""

    room: Room
    text: ChatText


class Takeback(Incoming, frozen=True, kw_only=True, tag="takeback"):
    """Ask to take one's last action back (`key` makes it safe to send again), or answer somebody's request (`accept`);
    `accept` false by the asker withdraws."""

    key: Key | None = None
    accept: bool | None = None
    seat: SeatNo | None = None


class Draw(Incoming, frozen=True, kw_only=True, tag="draw"):
    """Offer a draw (`offer` true), withdraw the offer (`offer` false), or answer one (`accept`)."""

    offer: bool | None = None
    accept: bool | None = None
    seat: SeatNo | None = None


class Resign(Incoming, frozen=True, kw_only=True, tag="resign"):
    """Give up."""

    seat: SeatNo | None = None


class AskOdds(Incoming, frozen=True, kw_only=True, tag="odds"):
    """The exact chances of an action; answered by `odds` or `refused` with the same id."""

    id: Annotated[int, Meta(ge=0, le=2_000_000_000)]
    action: msgspec.Raw
    seat: SeatNo | None = None


class Ping(Incoming, frozen=True, kw_only=True, tag="ping"):
    """Answered by `pong` with the same number."""

    n: Annotated[int, Meta(ge=0, le=9_007_199_254_740_991)] = 0


class Pong(Incoming, frozen=True, kw_only=True, tag="pong"):
    """Optional answer to the server's ping: a sign of life."""


class AskResync(Incoming, frozen=True, kw_only=True, tag="resync"):
    """Ask for the whole state anew: answered by `welcome`."""


ClientFrame: TypeAlias = Hello | Act | Say | Takeback | Draw | Resign | AskOdds | Ping | Pong | AskResync

_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(ClientFrame)


def decode_frame(text: str | bytes) -> ClientFrame:
    """The frame. Raises:

    ValueError: it is none (`msgspec.DecodeError`, `ValidationError`), or too deeply nested, or not UTF-8.
    """
    try:
        frame: ClientFrame = _decoder.decode(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return frame
