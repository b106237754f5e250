"""Bodies of HTTP requests: hostile input, so every field is strict, bounded, and unknown ones are refused.

Strict by field, since a model that is strict as a whole would refuse JSON lists for tuples: `false` is no int, `"1"`
is no int, `1.0` is no int. What belongs to a ruleset (options, actions, scenario data) stays open here but for its size
and depth; the ruleset validates it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StringConstraints,
    model_validator,
)

MAX_SEATS = 8


def _one_line(text: str) -> str:
    """The text without blanks at its ends; ValueError if it holds what cannot be seen or breaks a line."""
    text = " ".join(text.split(" ")).strip()
    if not text or not text.isprintable():
        raise ValueError("must be one line of visible characters")
    return text


def _text(text: str) -> str:
    """Text of one or more lines without control characters."""
    text = text.strip()
    if not text or any(not (char.isprintable() or char == "\n") for char in text):
        raise ValueError("must hold visible characters only")
    return text


Name = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=40), AfterValidator(_one_line)]
UserName = Annotated[str, StringConstraints(strict=True, min_length=2, max_length=24), AfterValidator(_one_line)]
Password = Annotated[str, StringConstraints(strict=True, min_length=8, max_length=128)]
Id = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Key = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=64, pattern=r"^[!-~]+$")]
LinkCode = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=200, pattern=r"^[!-~]+$")]
Nonce = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
SeatNo = Annotated[int, Field(strict=True, ge=0, lt=MAX_SEATS)]
JsonObject: TypeAlias = dict[str, Any]


class Body(BaseModel):
    """Base of all bodies."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# -- people ----------------------------------------------------------------------------------------------------------
class NewGuest(Body):
    """A guest, with a name or a made-up one."""

    name: UserName | None = None


class NewUser(Body):
    """A named user. Sent by a guest, it makes the guest's account a named one."""

    name: UserName
    password: Password


class SignIn(Body):
    """Name and password."""

    name: Annotated[str, StringConstraints(strict=True, min_length=1, max_length=64)]
    password: Annotated[str, StringConstraints(strict=True, min_length=1, max_length=128)]


class NewPreferences(Body):
    """Preferences to change; the others stay."""

    language: Literal["en", "ru"] | None = None
    theme: Literal["light", "dark", "system"] | None = None
    sound: StrictBool | None = None
    motion: Literal["full", "reduced", "system"] | None = None
    confirm: StrictBool | None = None
    takebacks: Literal["ask", "refuse"] | None = None


class ChangeMe(Body):
    """What to change about me."""

    name: UserName | None = None
    preferences: NewPreferences | None = None


class NewToken(Body):
    """A token for a bot or a script. Without `days` it does not expire."""

    name: Name
    scopes: Annotated[list[Literal["play", "read", "create"]], Field(min_length=1, max_length=3)]
    days: Annotated[int, Field(strict=True, ge=1, le=3650)] | None = None


# -- matches ---------------------------------------------------------------------------------------------------------
class NewNoClock(Body):
    """No limit."""

    kind: Literal["none"]


class NewBankClock(Body):
    """A bank of seconds for each seat, with an increment for each action."""

    kind: Literal["bank"]
    bank_s: Annotated[int, Field(strict=True, ge=1, le=86_400)]
    increment_s: Annotated[int, Field(strict=True, ge=0, le=3_600)] = 0
    when_due: Literal["default", "forfeit"] = "default"


class NewDaysClock(Body):
    """Days for each decision."""

    kind: Literal["days"]
    days: Annotated[int, Field(strict=True, ge=1, le=30)]
    when_due: Literal["default", "forfeit"] = "default"


NewClock = Annotated[NewNoClock | NewBankClock | NewDaysClock, Field(discriminator="kind")]


class NewSeat(Body):
    """Who shall sit in a seat: me, anybody, whoever has the link, a server-side bot, or me again (hot-seat)."""

    kind: Literal["me", "open", "link", "bot", "hotseat"]
    bot: Literal["captain", "random"] | None = None

    @model_validator(mode="after")
    def _bot_is_named(self) -> NewSeat:
        if (self.kind == "bot") != (self.bot is not None):
            raise ValueError("`bot` names the bot of a bot's seat, and of no other")
        return self


class NewMatch(Body):
    """A match to create. `scenario`: an id, `saved:<id>`, or the scenario's data."""

    ruleset: Id
    scenario: Id | JsonObject
    options: Annotated[JsonObject, Field(max_length=200)] = {}
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=MAX_SEATS)]
    clock: NewClock = NewNoClock(kind="none")
    spectators: Literal["public", "link", "none"] = "public"
    delay_s: Annotated[int, Field(strict=True, ge=0, le=3_600)] = 0
    rated: StrictBool = False
    takebacks: Literal["ask", "free", "none"] = "ask"
    absent: Literal["bot", "none"] = "none"
    hot_seat: StrictBool = False
    start: Literal["auto", "manual"] = "auto"
    nonce: Nonce | None = None


class Quick(Body):
    """Join the oldest fitting table, or open one."""

    ruleset: Id
    scenario: Id | None = None
    nonce: Nonce | None = None


class Join(Body):
    """Take a seat: this one, or the first free one; `link` for a seat by invitation; `nonce` goes into the dice."""

    seat: SeatNo | None = None
    link: LinkCode | None = None
    nonce: Nonce | None = None


class Empty(Body):
    """No fields."""


class NewAction(Body):
    """One action for one decision; the key makes it safe to send again."""

    decision: Annotated[str, StringConstraints(strict=True, min_length=1, max_length=128, pattern=r"^[!-~]+$")]
    action: JsonObject
    key: Key
    seat: SeatNo | None = None


class OfSeat(Body):
    """Which of my seats; needed only by whoever holds several."""

    seat: SeatNo | None = None


class OddsQuestion(Body):
    """The action whose chances are asked for."""

    action: JsonObject
    seat: SeatNo | None = None


class DrawMove(Body):
    """Offer (`offer` true), withdraw (`offer` false), or answer (`accept`)."""

    offer: StrictBool | None = None
    accept: StrictBool | None = None
    seat: SeatNo | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> DrawMove:
        if (self.offer is None) == (self.accept is None):
            raise ValueError("either `offer` or `accept`")
        return self


class TakebackMove(Body):
    """Ask to take one's last action back (`key` makes it safe to send again), or answer (`accept`; false by the asker
    withdraws)."""

    key: Key | None = None
    accept: StrictBool | None = None
    seat: SeatNo | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> TakebackMove:
        if self.key is not None and self.accept is not None:
            raise ValueError("either `key` or `accept`")
        return self


class NewChat(Body):
    """A line of chat."""

    room: Literal["match", "spectators"]
    text: Annotated[str, StringConstraints(strict=True, min_length=1, max_length=500), AfterValidator(_text)]
    watch: LinkCode | None = None


class NewSaved(Body):
    """A scenario or an army to keep; the ruleset validates scenarios."""

    ruleset: Id
    name: Name
    data: JsonObject
    public: StrictBool = False
