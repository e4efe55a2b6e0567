"""Connections: which driver a database URL means, and how each database is told to keep its promises."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from sqlalchemy import URL, event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

BUSY_MS = 10_000
LONG_LOG = 20_000
"""Pages of write-ahead log after which any commit copies it, if nobody has done so (see quick.py)."""


def default_url() -> str:
    """The file that is used when nobody says otherwise."""
    return f"sqlite:///{user_data_path('spieltisch') / 'spieltisch.db'}"


def async_url(url: str) -> URL:
    """Add the driver to a plain URL."""
    parsed = make_url(url)
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    name = parsed.drivername.partition("+")[0]
    if name not in drivers:
        raise ValueError(f'"{url}" is not a database; write sqlite:///FILE or postgresql://USER@HOST/NAME.')
    return parsed.set(drivername=drivers[name])


def make_engine(url: str) -> AsyncEngine:
    """Open a pool of connections."""
    parsed = async_url(url)
    if parsed.drivername.startswith("postgresql"):
        return create_async_engine(parsed, pool_size=8, max_overflow=8, pool_pre_ping=True)
    if parsed.database:
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(parsed, pool_size=4, max_overflow=4)
    event.listen(engine.sync_engine, "connect", prepare_sqlite)
    return engine


def prepare_sqlite(connection: Any, _record: Any) -> None:
    """Make a commit last.

    With write-ahead logging and synchronous=NORMAL a commit survives the death of the process, but not always that of
    the machine; FULL waits for the disk at each commit. Commits are shared by all moves that wait (see ledger.py).
    """
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        f"wal_autocheckpoint={LONG_LOG}",
        f"busy_timeout={BUSY_MS}",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
