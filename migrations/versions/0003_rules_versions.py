"""Each match names the version of the rules that it was made with, so that a server knows which ones it can carry on.

Revision 0003, after 0002. It stood in the setup alone before. The default lets a process of the release before, which
knew version 1 only, open tables while others are exchanged.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema forward."""
    op.add_column("matches", sa.Column("version", sa.Text(), server_default=sa.text("'1'"), nullable=False))
    op.execute(
        "update matches set version = convert_from(setups.setup, 'UTF8')::jsonb ->> 'version' "
        "from setups where setups.match = matches.id and convert_from(setups.setup, 'UTF8')::jsonb ? 'version'"
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_column("matches", "version")
