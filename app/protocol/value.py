"""What all answers and frames are made of: their base, and those that say no more than that it is done, or why not.

Producers may put `msgspec.Raw` (bytes that are encoded already) wherever a field is open (`view`, `steps`, `decisions`,
`events`); the bytes go out as they are. Optional fields that are None are left out, never sent as null; a field that
may be null on the wire has no default. Times are aware datetimes in UTC and leave as ISO 8601.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

View: TypeAlias = dict[str, Any]
"""What a viewer may know of a battle; its shape belongs to the ruleset."""


ActionJson: TypeAlias = dict[str, Any]
"""An action as JSON: `verb` and the ruleset's own fields."""


class Value(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base of everything below."""


class ErrorDetail(Value, frozen=True, kw_only=True):
    """Why something was refused. `message` is English for people and bots; clients build their own sentence from
    `code` and `params` out of the catalogues (`refused.<code>`). `seq` is the match's present seq, `request` the id to
    quote."""

    code: str
    message: str
    rule: str | None = None
    field: str | None = None
    seq: int | None = None
    params: dict[str, Any] | None = None
    request: str | None = None


class ErrorBody(Value, frozen=True, kw_only=True):
    """The one form of every error."""

    error: ErrorDetail


class Done(Value, frozen=True, kw_only=True):
    """It is done; the new seq where the match moved on by it."""

    seq: int | None = None


class Health(Value, frozen=True, kw_only=True):
    """State of this process."""

    status: Literal["ok", "starting", "stopping", "unavailable"]
