"""Tables are found by their host: how many somebody has open is asked whenever one is opened."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the index."""
    op.create_index("tables_host", "tables", ["host", "status"])
