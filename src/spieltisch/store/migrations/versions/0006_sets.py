"""Sets that people have made for games that are played with such."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "sets",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("good", sa.Boolean, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("sets_person", "sets", ["person", "game"])
