"""ServiceError: the one way in which the service says no, with the code and status of docs/wire.md.

A message is English, for people and bots without a catalogue; clients build their own sentence from code and params.
Neither may tell what the caller must not know, so nothing of a Game is put in here but what a `Refused` carries.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.engine.refusal import Refused
from app.engine.ruleset import Ruleset

STATUS = {
    "malformed": 422,
    "unauthorized": 401,
    "forbidden": 403,
    "spectator": 403,
    "not_your_seat": 403,
    "not_found": 404,
    "stale": 409,
    "key_reused": 409,
    "conflict": 409,
    "rules_retired": 409,
    "too_large": 413,
    "rate_limited": 429,
    "internal": 500,
    "unavailable": 503,
}

MESSAGES = {
    "malformed": "The request is not well formed.",
    "unauthorized": "Sign in first.",
    "forbidden": "You may not do that here.",
    "not_found": "There is no such thing, or you may not know of it.",
    "stale": "That decision is no longer open.",
    "key_reused": "This key was used for another action.",
    "conflict": "Not possible as things stand.",
    "too_large": "That is too large.",
    "rate_limited": "Too fast. Wait a little.",
    "internal": "Something went wrong here.",
    "unavailable": "Not available at the moment.",
    "rules_retired": "This match was made with a version of its rules that this server does not carry.",
    "battle_over": "The battle has ended.",
    "seat_taken": "That seat is taken.",
    "no_free_seat": "No seat is free.",
    "not_full": "Not every seat is taken yet.",
    "already_started": "The match has already started.",
    "not_started": "The match has not started yet.",
    "already_seated": "You already sit at this table.",
    "takebacks_off": "This match has no takebacks.",
    "nothing_to_take_back": "There is nothing of yours to take back.",
    "takeback_refused_always": "Somebody at the table refuses all takebacks.",
    "proposal_pending": "A proposal is already waiting for an answer.",
    "proposal_pause": "Wait before you ask again.",
    "no_proposal": "There is no proposal to answer.",
    "spectator": "Spectators cannot act.",
    "not_your_seat": "That is not your seat.",
    "not_your_decision": "This seat has nothing to decide now.",
}


class ServiceError(Exception):
    """The service refuses; nothing has changed.

    code     enumerated: of `STATUS`, or of a refusal of the ruleset
    status   the HTTP status it becomes
    rule     id of the rule that forbids it, for refusals of a ruleset
    field    JSON field that is wrong, where one is
    seq      current seq of the match, so that a client knows how far behind it is
    params   values for the client's sentence `refused.<code>`
    """

    def __init__(
        self,
        code: str,
        message: str | None = None,
        *,
        status: int | None = None,
        rule: str | None = None,
        field: str | None = None,
        seq: int | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> None:
        self.code = code
        self.message = message or MESSAGES.get(code, code)
        self.status = status or STATUS.get(code, 422)
        self.rule = rule
        self.field = field
        self.seq = seq
        self.params = dict(params or {})
        super().__init__(f"{code}: {self.message}")

    def body(self) -> dict[str, Any]:
        """The value of `error` in the one error form; keys without a value are left out."""
        body: dict[str, Any] = {"code": self.code, "message": self.message}
        for name in ("rule", "field", "seq"):
            value = getattr(self, name)
            if value is not None:
                body[name] = value
        if self.params:
            body["params"] = self.params
        return body


def from_refusal(ruleset: Ruleset, refused: Refused, seq: int | None = None) -> ServiceError:
    """A refusal of the ruleset as the caller gets it: its sentence out of the English catalogue with the parameters
    put in.
    """
    code = str(refused.code.value)
    template = ruleset.text("en").get(f"refused.{code}") or MESSAGES.get(code, code)
    return ServiceError(
        code,
        _filled(template, refused.params),
        status=422,
        rule=refused.rule or None,
        field=refused.field,
        seq=seq,
        params=refused.params,
    )


def _filled(template: str, params: Mapping[str, Any]) -> str:
    """Parameters put in by plain replacement: they may come from hostile input and must not be format strings."""
    for name, value in params.items():
        template = template.replace("{" + name + "}", str(value))
    return template
