"""The first tables: people, matches, steps, snapshots, and what is around them. app/store/tables.py says why.

Revision 0001, the first.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema forward."""
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger(), autoincrement=True, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=True),
        sa.Column("match", sa.Text(), nullable=True),
        sa.Column("data", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_index(op.f("ix_audit_match"), "audit", ["match"], unique=False)
    op.create_table(
        "presence",
        sa.Column("process", sa.Text(), nullable=False),
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seats", postgresql.ARRAY(sa.SmallInteger()), nullable=False),
        sa.Column("watching", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("process", "match", name=op.f("pk_presence")),
        prefixes=["UNLOGGED"],
    )
    op.create_index("ix_presence_match", "presence", ["match"], unique=False)
    op.create_table(
        "processes",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_processes")),
        prefixes=["UNLOGGED"],
    )
    op.create_table(
        "snapshots",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("rolls", sa.Integer(), nullable=False),
        sa.Column("game", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("match", "seq", name=op.f("pk_snapshots")),
    )
    op.create_table(
        "steps",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("action", sa.LargeBinary(), nullable=False),
        sa.Column("events", sa.LargeBinary(), nullable=False),
        sa.Column("patches", sa.LargeBinary(), nullable=False),
        sa.Column("roll_from", sa.Integer(), nullable=False),
        sa.Column("roll_to", sa.Integer(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("key", sa.Text(), nullable=True),
        sa.Column("key_digest", sa.LargeBinary(), nullable=True),
        sa.Column("awaiting", postgresql.ARRAY(sa.SmallInteger()), nullable=False),
        sa.Column("clock_left", postgresql.ARRAY(sa.BigInteger()), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("match", "seq", name=op.f("pk_steps")),
    )
    op.create_index(
        "uq_steps_key", "steps", ["match", "seat", "key"], unique=True, postgresql_where=sa.text("key IS NOT NULL")
    )
    op.create_table(
        "users",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=True),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("guest", sa.Boolean(), nullable=False),
        sa.Column("bot", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column(
            "preferences",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'::jsonb"),
            nullable=False,
        ),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("name_key", name=op.f("uq_users_name_key")),
    )
    op.create_table(
        "armies",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("data", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("public", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["users.id"], name=op.f("fk_armies_owner_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_armies")),
    )
    op.create_index(op.f("ix_armies_owner_id"), "armies", ["owner_id"], unique=False)
    op.create_table(
        "matches",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("scenario", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
        sa.Column("clock", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("spectators", sa.Text(), nullable=False),
        sa.Column("delay_s", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("takebacks", sa.Text(), nullable=False),
        sa.Column("absent", sa.Text(), nullable=False),
        sa.Column("hot_seat", sa.Boolean(), nullable=False),
        sa.Column("start_mode", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), server_default=sa.text("-1"), nullable=False),
        sa.Column("epoch", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("rolls", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("awaiting", postgresql.ARRAY(sa.SmallInteger()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("clock_left", postgresql.ARRAY(sa.BigInteger()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("clock_at", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column(
            "windows", postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'{}'::jsonb"), nullable=False
        ),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("claimed_until", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("proposal", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("result", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("rating_done", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["users.id"], name=op.f("fk_matches_owner_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        postgresql_with={"fillfactor": "60"},
    )
    op.create_index("ix_matches_created", "matches", ["created", "id"], unique=False)
    op.create_index(
        "ix_matches_unfinished", "matches", ["status"], unique=False, postgresql_where=sa.text("status != 'ended'")
    )
    op.create_table(
        "ratings",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_ratings_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "ruleset", name=op.f("pk_ratings")),
    )
    op.create_table(
        "scenarios",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("data", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("public", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["users.id"], name=op.f("fk_scenarios_owner_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scenarios")),
    )
    op.create_index(op.f("ix_scenarios_owner_id"), "scenarios", ["owner_id"], unique=False)
    op.create_table(
        "tokens",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("scopes", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_tokens_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("digest", name=op.f("uq_tokens_digest")),
    )
    op.create_index(op.f("ix_tokens_user_id"), "tokens", ["user_id"], unique=False)
    op.create_table(
        "chat",
        sa.Column("id", sa.BigInteger(), autoincrement=True, nullable=False),
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_chat_match"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_chat_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat")),
    )
    op.create_index("ix_chat_room", "chat", ["match", "room", "id"], unique=False)
    op.create_table(
        "proposal_pauses",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("refusals", sa.Integer(), nullable=False),
        sa.Column("not_before", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_proposal_pauses_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", "kind", name=op.f("pk_proposal_pauses")),
    )
    op.create_table(
        "proposals",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("asked_seq", sa.Integer(), nullable=False),
        sa.Column("to_seq", sa.Integer(), nullable=True),
        sa.Column("accepted", postgresql.ARRAY(sa.SmallInteger()), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_proposals_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "kind", name=op.f("pk_proposals")),
    )
    op.create_table(
        "seats",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=True),
        sa.Column("bot", sa.Text(), nullable=True),
        sa.Column("nonce", sa.Text(), nullable=True),
        sa.Column("last_seen", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_seats_match"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_seats_user_id")),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_user_id"), "seats", ["user_id"], unique=False)
    op.create_table(
        "seeds",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_seeds_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_seeds")),
    )
    op.create_table(
        "setups",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("setup", sa.LargeBinary(), nullable=False),
        sa.Column("names", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("preview", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("invite", sa.Text(), nullable=False),
        sa.Column("watch_link", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_setups_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_setups")),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("setups")
    op.drop_table("seeds")
    op.drop_index(op.f("ix_seats_user_id"), table_name="seats")
    op.drop_table("seats")
    op.drop_table("proposals")
    op.drop_table("proposal_pauses")
    op.drop_index("ix_chat_room", table_name="chat")
    op.drop_table("chat")
    op.drop_index(op.f("ix_tokens_user_id"), table_name="tokens")
    op.drop_table("tokens")
    op.drop_index(op.f("ix_scenarios_owner_id"), table_name="scenarios")
    op.drop_table("scenarios")
    op.drop_table("ratings")
    op.drop_index("ix_matches_unfinished", table_name="matches", postgresql_where=sa.text("status != 'ended'"))
    op.drop_index("ix_matches_created", table_name="matches")
    op.drop_table("matches")
    op.drop_index(op.f("ix_armies_owner_id"), table_name="armies")
    op.drop_table("armies")
    op.drop_table("users")
    op.drop_index("uq_steps_key", table_name="steps", postgresql_where=sa.text("key IS NOT NULL"))
    op.drop_table("steps")
    op.drop_table("snapshots")
    op.drop_table("processes")
    op.drop_index("ix_presence_match", table_name="presence")
    op.drop_table("presence")
    op.drop_index(op.f("ix_audit_match"), table_name="audit")
    op.drop_table("audit")
