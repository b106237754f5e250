"""Indexes by person: how many tables somebody holds open, and which guests have left no trace.

Revision 0002, after 0001.
"""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema forward."""
    op.create_index(op.f("ix_matches_owner_id"), "matches", ["owner_id"], unique=False)
    op.create_index(op.f("ix_chat_user_id"), "chat", ["user_id"], unique=False)


def downgrade() -> None:
    """Take it back."""
    op.drop_index(op.f("ix_chat_user_id"), table_name="chat")
    op.drop_index(op.f("ix_matches_owner_id"), table_name="matches")
