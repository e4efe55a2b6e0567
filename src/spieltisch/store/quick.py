"""The short way to the disk for the commonest thing of all: events that change nothing but the log.

Both give the keys that were new. SQLite: one thread with a connection of its own, one hop for each commit.
PostgreSQL: one statement, one round trip, which also tells the other servers.
"""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol

import asyncpg
from sqlalchemy import make_url

from spieltisch.store.engine import BUSY_MS, async_url, prepare_sqlite

if TYPE_CHECKING:
    from spieltisch.store.ledger import EventRow

Keys = set[tuple[str, int]]


class Quick(Protocol):
    """Writes events in one transaction."""

    async def write(self, rows: list[EventRow], notices: list[str]) -> Keys:
        """Write rows; those whose key is taken are left out of the answer."""

    async def close(self) -> None:
        """Let go of the connection."""


class QuickSqlite:
    """One thread, one connection."""

    def __init__(self, url: str) -> None:
        self.file = str(async_url(url).database)
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="events")
        self.connection: sqlite3.Connection | None = None

    async def write(self, rows: list[EventRow], notices: list[str]) -> Keys:  # noqa: ARG002 - nobody else listens
        """Write rows in the thread."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, self.write_now, rows)

    def write_now(self, rows: list[EventRow]) -> Keys:
        """Write rows in one transaction."""
        if self.connection is None:
            self.connection = sqlite3.connect(
                self.file, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False
            )
            prepare_sqlite(self.connection, None)
        written: Keys = set()
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            for row in rows:
                done = self.connection.execute(
                    "INSERT INTO events (table_id, seq, at, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", row
                )
                if done.rowcount == 1:
                    written.add(row[:2])
            self.connection.execute("COMMIT")
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        return written

    async def close(self) -> None:
        """Close the connection in its thread."""

        def end() -> None:
            if self.connection is not None:
                self.connection.close()
                self.connection = None

        await asyncio.get_running_loop().run_in_executor(self.thread, end)
        self.thread.shutdown()


WRITE = """
WITH written AS (
    INSERT INTO events (table_id, seq, at, body)
    SELECT * FROM unnest($1::text[], $2::int[], $3::float8[], $4::bytea[])
    ON CONFLICT DO NOTHING RETURNING table_id, seq
), told AS (
    SELECT pg_notify($5, notice) FROM unnest($6::text[]) AS notice
)
SELECT table_id, seq, (SELECT count(*) FROM told) FROM written
"""


class QuickPostgresql:
    """One connection, one prepared statement."""

    def __init__(self, url: str, channel: str) -> None:
        self.dsn = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self.channel = channel
        self.connection: asyncpg.Connection[Any] | None = None

    async def write(self, rows: list[EventRow], notices: list[str]) -> Keys:
        """Write rows and tell the other servers, all in one statement."""
        if self.connection is None or self.connection.is_closed():
            self.connection = await asyncpg.connect(self.dsn)
        tables, numbers, times, bodies = (list(column) for column in zip(*rows, strict=True))
        found = await self.connection.fetch(WRITE, tables, numbers, times, bodies, self.channel, notices)
        return {(row[0], row[1]) for row in found}

    async def close(self) -> None:
        """Close the connection."""
        if self.connection is not None:
            await self.connection.close()
