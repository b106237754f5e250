"""Answers about what is said at a table."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from app.protocol.people import User
from app.protocol.value import Value


class ChatMessage(Value, frozen=True, kw_only=True):
    """One line of chat, with who said it (`from`; Python: `sender`)."""

    id: int
    room: Literal["match", "spectators"]
    sender: User = msgspec.field(name="from")
    name: str
    text: str
    at: datetime


class ChatPage(Value, frozen=True, kw_only=True):
    """The newest lines before a point, oldest first."""

    messages: list[ChatMessage]
