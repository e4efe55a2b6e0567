"""Bring a database to the present form. Runs at every start; several servers may start at the same time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncEngine

LOCK = 5_173_450_112
"""Any number, the same in all servers."""


def our_config() -> Config:
    """Say where the migrations are."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def revisions() -> list[str]:
    """List all forms that a database has had, the first one first."""
    scripts = ScriptDirectory.from_config(our_config())
    return [script.revision for script in reversed(list(scripts.walk_revisions()))]


def revision_of(connection: Connection) -> str | None:
    """The form that a database has; none if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def must_be_known(revision: str | None) -> None:
    """A form that we do not know was made by a later version; working on it could damage it."""
    known = revisions()
    if revision is not None and revision not in known:
        raise ValueError(
            f"The database was written by a newer version of Spieltisch (form {revision}, this version knows "
            f"{known[-1]} at most); install the version that wrote it, or a later one."
        )


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run the migrations that this database has not seen."""
    must_be_known(revision_of(connection))
    config = our_config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


async def migrate(engine: AsyncEngine) -> None:
    """Run all migrations; with PostgreSQL one server at a time."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        await connection.run_sync(upgrade)
