"""What people have done with puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "solving",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("longest", sa.Integer, nullable=False),
        sa.Column("tried", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("person", "game"),
    )
