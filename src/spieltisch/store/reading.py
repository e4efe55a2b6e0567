"""Asking the database: what is asked is one statement, so none of it needs a transaction.

With SQLite it is asked in a thread in one go, where the engine's way for event loops goes back and forth five times.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol

from spieltisch.store.engine import plain_engine
from spieltisch.store.lines import Line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import sqlalchemy as sa
    from sqlalchemy.ext.asyncio import AsyncEngine
    from sqlalchemy.sql.expression import Executable

    Rows = Sequence[sa.Row[Any]]

AT_ONCE = 4


class Reader(Protocol):
    """Reads rows."""

    async def fetch(self, statement: Executable, values: Mapping[str, object] | None) -> Rows:
        """Read rows."""

    async def close(self) -> None:
        """Let go of the connections."""


class PostgresqlReader:
    """Reads with a few connections, each statement in one round trip."""

    def __init__(self, engine: AsyncEngine) -> None:
        # A statement alone is a transaction of its own.
        self.engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self.free: list[Line] = [Line(self.engine) for _ in range(AT_ONCE)]
        self.turns = asyncio.Semaphore(AT_ONCE)

    async def fetch(self, statement: Executable, values: Mapping[str, object] | None) -> Rows:
        """Read rows, with the connection that was used last."""
        async with self.turns:
            line = self.free.pop()
            try:
                return await line.do(lambda connection: connection.execute(statement, values).all())
            finally:
                self.free.append(line)

    async def close(self) -> None:
        """Give the connections back."""
        for line in self.free:
            await line.close()


class SqliteReader:
    """Reads in a thread. Several would only take turns with each other and with the tables, and lose time by it."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="reading")

    async def fetch(self, statement: Executable, values: Mapping[str, object] | None) -> Rows:
        """Read rows in the thread."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, self.fetch_now, statement, values)

    def fetch_now(self, statement: Executable, values: Mapping[str, object] | None) -> Rows:
        """Read rows."""
        with self.engine.connect() as connection:
            return connection.execute(statement, values).all()

    async def close(self) -> None:
        """Finish, and close the connection."""
        await asyncio.to_thread(self.thread.shutdown)
        self.engine.dispose()


def reader_for(engine: AsyncEngine) -> Reader:
    """Say who reads from a database."""
    if engine.dialect.name == "postgresql":
        return PostgresqlReader(engine)
    return SqliteReader(plain_engine(engine.url, 1))
