"""Every table, as SQLAlchemy Core metadata. Alembic's revisions must agree with it; `tests/store/test_schema.py`
compares them.

What is surprising:
- `matches` is the narrow row that every action updates, so nothing wide stands in it (that is in `setups`) and no
  column that an action changes has an index: Postgres then updates it in place (HOT). Clocks are milliseconds since
  1970 by the database's time.
- `steps`, `snapshots` have no foreign key: the commit statement inserts them out of the updated match row, and a
  foreign key would cost a look-up and a row lock per action. Steps are never updated or deleted.
- `seeds` holds the servers' secret seeds alone, so that no query for anything else can return one.
- JSON that is only carried (actions, events, patches, games) is `bytea`: UTF-8 JSON text, written and read as it is.
- `processes` and `presence` are unlogged: they describe running processes and mean nothing after a crash.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _now() -> Column[object]:
    return Column("created", DateTime(timezone=True), nullable=False, server_default=func.now())


users = Table(
    "users",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, unique=True),  # casefolded; named users only, so that guests may share a name
    Column("password", Text),  # argon2; null for guests
    Column("guest", Boolean, nullable=False),
    Column("bot", Boolean, nullable=False, server_default=text("false")),
    Column("preferences", JSONB, nullable=False, server_default=text("'{}'::jsonb")),
    _now(),
    Column("seen", DateTime(timezone=True), nullable=False, server_default=func.now()),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Text, primary_key=True),
    Column("user_id", Text, ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", Text, nullable=False),  # session | token
    Column("name", Text, nullable=False),
    Column("digest", LargeBinary, nullable=False, unique=True),  # SHA-256 of the secret
    Column("scopes", ARRAY(Text), nullable=False),
    _now(),
    Column("expires", DateTime(timezone=True)),
)

matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner_id", Text, ForeignKey("users.id"), nullable=False, index=True),
    Column("ruleset", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("status", Text, nullable=False),  # open | ready | live | ended
    Column("created", DateTime(timezone=True), nullable=False),
    Column("started", DateTime(timezone=True)),
    Column("ended", DateTime(timezone=True)),
    # frozen with the table
    Column("clock", JSONB, nullable=False),
    Column("spectators", Text, nullable=False),
    Column("delay_s", Integer, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("takebacks", Text, nullable=False),
    Column("absent", Text, nullable=False),
    Column("hot_seat", Boolean, nullable=False),
    Column("start_mode", Text, nullable=False),
    Column("version", Text, nullable=False, server_default=text("'1'")),  # of the rules
    # moved by every step
    Column("seq", Integer, nullable=False, server_default=text("-1")),  # -1 before the start, 0 after set-up
    Column("epoch", Integer, nullable=False, server_default=text("0")),  # takebacks so far: suffix of decision ids
    Column("rolls", Integer, nullable=False, server_default=text("0")),  # the next roll index; never goes down
    Column("turn", Integer),
    Column("awaiting", ARRAY(SmallInteger), nullable=False, server_default=text("'{}'")),
    Column("clock_left", ARRAY(BigInteger), nullable=False, server_default=text("'{}'")),  # ms by seat, at clock_at
    Column("clock_at", BigInteger, nullable=False, server_default=text("0")),
    Column("windows", JSONB, nullable=False, server_default=text("'{}'::jsonb")),  # decision id -> due, ms
    Column("due_at", BigInteger),  # when the first clock or window is due; null: never
    Column("claimed_until", BigInteger, nullable=False, server_default=text("0")),  # a process looks after what is due
    Column("proposal", Boolean, nullable=False, server_default=text("false")),  # a row in `proposals` is open
    Column("result", JSONB),
    Column("rating_done", Boolean, nullable=False, server_default=text("false")),
    postgresql_with={"fillfactor": "60"},
)
Index("ix_matches_unfinished", matches.c.status, postgresql_where=matches.c.status != "ended")
Index("ix_matches_created", matches.c.created, matches.c.id)

setups = Table(
    "setups",
    metadata,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("setup", LargeBinary, nullable=False),  # engine Setup: scenario data, options, ruleset version
    Column("names", JSONB, nullable=False),
    Column("preview", JSONB),  # of a scenario that is not built in
    Column("commitment", Text, nullable=False),
    Column("invite", Text, nullable=False),
    Column("watch_link", Text, nullable=False),
)

seeds = Table(
    "seeds",
    metadata,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seed", LargeBinary, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("kind", Text, nullable=False),  # me | open | link | bot | hotseat
    Column("user_id", Text, ForeignKey("users.id"), index=True),
    Column("bot", Text),
    Column("nonce", Text),
    Column("last_seen", BigInteger, nullable=False, server_default=text("0")),  # ms; when the last connection closed
    PrimaryKeyConstraint("match", "seat"),
)

steps = Table(
    "steps",
    metadata,
    Column("match", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("seat", SmallInteger, nullable=False),  # -1: the start
    Column("kind", Text, nullable=False),  # start | action | due | concede | forfeit | draw | takeback
    Column("turn", Integer),
    Column("action", LargeBinary, nullable=False),
    Column("events", LargeBinary, nullable=False),  # complete, with who may see each
    Column("patches", LargeBinary, nullable=False),  # of every audience, see app/matches/projection.py
    Column("roll_from", Integer, nullable=False),
    Column("roll_to", Integer, nullable=False),
    Column("hash", LargeBinary, nullable=False),  # SHA-256 of the canonical Game after the step
    Column("key", Text),
    Column("key_digest", LargeBinary),  # of decision and action that came with the key
    Column("awaiting", ARRAY(SmallInteger), nullable=False),
    Column("clock_left", ARRAY(BigInteger), nullable=False),  # ms by seat after the step, at `at`
    Column("due_at", BigInteger),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("match", "seq"),
)
Index("uq_steps_key", steps.c.match, steps.c.seat, steps.c.key, unique=True, postgresql_where=steps.c.key.isnot(None))

snapshots = Table(
    "snapshots",
    metadata,
    Column("match", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("rolls", Integer, nullable=False),
    Column("game", LargeBinary, nullable=False),
    PrimaryKeyConstraint("match", "seq"),
)

proposals = Table(
    "proposals",
    metadata,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("kind", Text, nullable=False),  # takeback | draw
    Column("seat", SmallInteger, nullable=False),
    Column("asked_seq", Integer, nullable=False),
    Column("to_seq", Integer),
    Column("accepted", ARRAY(SmallInteger), nullable=False),  # the asker's own seats among them
    PrimaryKeyConstraint("match", "kind"),
)

proposal_pauses = Table(
    "proposal_pauses",
    metadata,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("refusals", Integer, nullable=False),
    Column("not_before", BigInteger, nullable=False),
    PrimaryKeyConstraint("match", "seat", "kind"),
)

chat = Table(
    "chat",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=True),
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("room", Text, nullable=False),
    Column("user_id", Text, ForeignKey("users.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
Index("ix_chat_room", chat.c.match, chat.c.room, chat.c.id)

armies = Table(
    "armies",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner_id", Text, ForeignKey("users.id"), nullable=False, index=True),
    Column("ruleset", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("data", JSONB, nullable=False),
    Column("public", Boolean, nullable=False, server_default=text("false")),
    _now(),
)

scenarios = Table(
    "scenarios",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner_id", Text, ForeignKey("users.id"), nullable=False, index=True),
    Column("ruleset", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("data", JSONB, nullable=False),
    Column("public", Boolean, nullable=False, server_default=text("false")),
    _now(),
)

ratings = Table(
    "ratings",
    metadata,
    Column("user_id", Text, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("user_id", "ruleset"),
)

audit = Table(
    "audit",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=True),
    Column("at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("what", Text, nullable=False),
    Column("user_id", Text),
    Column("match", Text, index=True),
    Column("data", JSONB, nullable=False),
)

processes = Table(
    "processes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("seen", BigInteger, nullable=False),
    prefixes=["UNLOGGED"],
)

presence = Table(
    "presence",
    metadata,
    Column("process", Text, nullable=False),
    Column("match", Text, nullable=False),
    Column("seats", ARRAY(SmallInteger), nullable=False),
    Column("watching", Integer, nullable=False),
    PrimaryKeyConstraint("process", "match"),
    prefixes=["UNLOGGED"],
)
Index("ix_presence_match", presence.c.match)
