"""The short way to the disk for the commonest thing of all: events that change nothing but the log.

Both give the keys that were new; nothing is written to the log of a table that is not there any longer. SQLite: one
thread with a connection of its own, one hop for each commit. PostgreSQL: one statement, one round trip, which also
tells the other servers.
"""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING, Any, Protocol

import asyncpg
from sqlalchemy import make_url

from spieltisch.store.engine import BUSY_MS, async_url, prepare_sqlite

if TYPE_CHECKING:
    from concurrent.futures import Future

    from spieltisch.store.ledger import EventRow

Keys = set[tuple[str, int]]


class Quick(Protocol):
    """Writes events in one transaction."""

    async def write(self, rows: list[EventRow], notices: list[str]) -> Keys:
        """Write rows; those whose key is taken are left out of the answer."""

    async def close(self) -> None:
        """Let go of the connection."""


ROWS_A_ROUND = 2000
"""So many rows are written before the write-ahead log is copied into the database."""


INSERT = """
INSERT INTO events (table_id, seq, at, body)
SELECT ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?)
ON CONFLICT DO NOTHING
"""


class QuickSqlite:
    """One thread, one connection.

    SQLite copies its write-ahead log into the database within some commit, and whoever waits for that one waits long.
    Here a second thread copies while commits go on; what came meanwhile is little and copied between two commits.
    """

    def __init__(self, url: str) -> None:
        self.file = str(async_url(url).database)
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="events")
        self.copyist = ThreadPoolExecutor(1, thread_name_prefix="checkpoint")
        self.connection: sqlite3.Connection | None = None
        self.rows = 0
        self.copying: Future[None] | None = None

    async def write(self, rows: list[EventRow], notices: list[str]) -> Keys:  # noqa: ARG002 - nobody else listens
        """Write rows in the thread."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, self.write_now, rows)

    def write_now(self, rows: list[EventRow]) -> Keys:
        """Write rows in one transaction."""
        if self.connection is None:
            self.connection = self.connect()
        self.copy_log(self.connection, len(rows))
        written: Keys = set()
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            for row in rows:
                done = self.connection.execute(INSERT, (*row, row.table_id))
                if done.rowcount == 1:
                    written.add(row[:2])
            self.connection.execute("COMMIT")
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        return written

    def connect(self) -> sqlite3.Connection:
        """Open a connection that leaves it to others when to copy the log."""
        connection = sqlite3.connect(self.file, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False)
        prepare_sqlite(connection, None)
        return connection

    def copy_log(self, connection: sqlite3.Connection, rows: int) -> None:
        """Copy the log in the other thread once it is long; then the rest of it here, so that it begins anew."""
        self.rows += rows
        if self.copying is None and self.rows >= ROWS_A_ROUND:
            self.rows = 0
            self.copying = self.copyist.submit(self.copy_aside)
        elif self.copying is not None and self.copying.done():
            self.copying = None
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def copy_aside(self) -> None:
        """Copy as much of the log as is there; writers are not held up."""
        with closing(self.connect()) as connection:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    async def close(self) -> None:
        """Close the connection in its thread."""

        def end() -> None:
            if self.connection is not None:
                self.connection.close()
                self.connection = None

        await asyncio.get_running_loop().run_in_executor(self.thread, end)
        self.thread.shutdown()
        self.copyist.shutdown()


WRITE = """
WITH there AS (
    SELECT id FROM tables WHERE id = ANY($1) ORDER BY id FOR KEY SHARE
), written AS (
    INSERT INTO events (table_id, seq, at, body)
    SELECT new.* FROM unnest($1::text[], $2::int[], $3::float8[], $4::bytea[]) AS new (table_id, seq, at, body)
    JOIN there ON there.id = new.table_id
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
