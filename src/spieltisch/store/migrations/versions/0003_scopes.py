"""What a token may do."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Tokens from before may play; sessions may do everything whatever stands here."""
    op.add_column("keys", sa.Column("scope", sa.String(8), nullable=False, server_default="play"))
    op.create_index("keys_id", "keys", ["id"])
