"""What hosts decide: orders to the servers, and people who may not come in."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add both; nobody is banned."""
    op.add_column("people", sa.Column("banned", sa.Float))
    op.create_table(
        "orders",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("given", sa.Float, nullable=False),
        sa.Column("taken_until", sa.Float, nullable=False, server_default="0"),
        sa.Column("done", sa.Float),
        sa.Column("answer", sa.Text),
    )
