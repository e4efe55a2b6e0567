"""Ratings of accounts, and with each result how many played and what it did to the rating."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what ratings need; results from before were not rated."""
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("person", "game"),
    )
    op.add_column("results", sa.Column("players", sa.Integer, nullable=False, server_default="0"))
    op.add_column("results", sa.Column("rating", sa.Float))
    op.add_column("results", sa.Column("change", sa.Float))
