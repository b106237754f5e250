"""Hub: who is subscribed to what in this process, and handing frames to them. It makes no frame and knows no game."""

from __future__ import annotations

from collections.abc import Callable

import structlog

from app.matches.frames import Frame, Sink, Subscription
from app.matches.types import Audience

log = structlog.get_logger("app.matches")


class Hub:
    """Subscriptions by match and audience, and inboxes by person."""

    def __init__(self) -> None:
        self._rooms: dict[str, dict[Audience, dict[int, Sink]]] = {}
        self._inboxes: dict[str, dict[int, Sink]] = {}
        self._next = 0
        self.joined: Callable[[str, Audience], None] = lambda match, audience: None
        """Called when an audience gets its first sink here."""
        self.left: Callable[[str, Audience], None] = lambda match, audience: None
        """Called when an audience has lost its last one."""

    def subscribe(self, match: str, audience: Audience, sink: Sink) -> Subscription:
        """Push the audience's frames to the sink until the subscription is closed or the sink refuses one."""
        number = self._number()
        sinks = self._rooms.setdefault(match, {}).setdefault(audience, {})
        sinks[number] = sink
        if len(sinks) == 1:
            self.joined(match, audience)
        return Subscription(lambda: self._drop(match, audience, number))

    def subscribe_user(self, user: str, sink: Sink) -> Subscription:
        """Push what comes to a person's inbox."""
        number = self._number()
        self._inboxes.setdefault(user, {})[number] = sink
        return Subscription(lambda: self._drop_user(user, number))

    def audiences(self, match: str) -> list[Audience]:
        """Audiences of the match that have a sink here."""
        return list(self._rooms.get(match, ()))

    def watched(self) -> list[str]:
        """Matches with a sink here."""
        return list(self._rooms)

    def has_room(self, match: str) -> bool:
        """Whether the match has a sink here."""
        return match in self._rooms

    def has_inbox(self, user: str | None) -> bool:
        """Whether the person has an inbox here."""
        return user in self._inboxes

    def any_inbox(self) -> bool:
        """Whether anybody has one."""
        return bool(self._inboxes)

    def push(self, match: str, audience: Audience, frame: Frame) -> None:
        """Hand a frame to the audience's sinks; those that refuse it are dropped."""
        sinks = self._rooms.get(match, {}).get(audience)
        if not sinks:
            return
        for number in _refused(sinks, frame):
            self._drop(match, audience, number)

    def expel(self, match: str, audience: Audience) -> None:
        """End the audience's subscriptions with `resync`: those who had them may no longer belong to it."""
        sinks = self._rooms.get(match, {}).get(audience, {})
        _refused(sinks, Frame("resync", -1, b'{"t":"resync"}', match))
        for number in list(sinks):
            self._drop(match, audience, number)

    def push_user(self, user: str, frame: Frame) -> None:
        """Hand a frame to a person's inbox."""
        sinks = self._inboxes.get(user, {})
        for number in _refused(sinks, frame):
            self._drop_user(user, number)

    def _number(self) -> int:
        self._next += 1
        return self._next

    def _drop(self, match: str, audience: Audience, number: int) -> None:
        room = self._rooms.get(match, {})
        sinks = room.get(audience, {})
        if sinks.pop(number, None) is None or sinks:
            return
        del room[audience]
        if not room:
            del self._rooms[match]
        self.left(match, audience)

    def _drop_user(self, user: str, number: int) -> None:
        sinks = self._inboxes.get(user, {})
        sinks.pop(number, None)
        if not sinks:
            self._inboxes.pop(user, None)


def _refused(sinks: dict[int, Sink], frame: Frame) -> list[int]:
    """Hand the frame to all; the numbers of those that did not take it. A broken sink harms no other one."""
    refused = []
    for number, sink in list(sinks.items()):
        try:
            taken = sink.push(frame)
        except Exception:
            log.exception("sink.failed", match=frame.match)
            taken = False
        if not taken:
            refused.append(number)
    return refused
