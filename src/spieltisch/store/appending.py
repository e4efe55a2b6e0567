"""The short way to the disk, above all for the commonest thing: events that change nothing but the log.

For these there is one statement for each database, written once and compiled once. Nothing is written to the log of a
table that is not there any longer; a key that is taken is left out.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import asyncpg
from sqlalchemy.exc import SQLAlchemyError

from spieltisch.store import schema

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from sqlalchemy.engine import Dialect
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
    from sqlalchemy.sql.compiler import SQLCompiler

    from spieltisch.store.ledger import EventRow

Keys = set[tuple[str, int]]
Done = TypeVar("Done")

EVENT = schema.events.c
NAMES = ["table_id", "seq", "at", "body"]
GIVEN = [f"new_{name}" for name in NAMES]


def append_to_sqlite() -> sa.Insert:
    """Write one event if its table is there and its number free; carried out for many at once."""
    given = [sa.bindparam(key, type_=EVENT[name].type) for key, name in zip(GIVEN, NAMES, strict=True)]
    there = sa.exists().where(schema.tables.c.id == given[0])
    return sqlite.insert(schema.events).from_select(NAMES, sa.select(*given).where(there)).on_conflict_do_nothing()


def append_to_postgresql() -> sa.Select[Any]:
    """Write all events and tell the other servers: one statement, one round trip. Gives the keys that were new.

    Whoever deletes a table waits for the events that are being written, and these for it.
    """

    def listed(name: str, kind: sa.types.TypeEngine[Any]) -> sa.BindParameter[Any]:
        return sa.bindparam(name, type_=postgresql.ARRAY(kind))

    of_table = schema.tables.c.id
    there = (
        sa.select(of_table)
        .where(of_table == sa.any_(listed("table_id", sa.Text())))
        .order_by(of_table)
        .with_for_update(read=True, key_share=True)
        .cte("there")
    )
    kinds: tuple[sa.types.TypeEngine[Any], ...] = (sa.Text(), sa.Integer(), sa.Double(), sa.LargeBinary())
    columns = [sa.column(name, kind) for name, kind in zip(NAMES, kinds, strict=True)]
    lists = [listed(name, kind) for name, kind in zip(NAMES, kinds, strict=True)]
    new = sa.func.unnest(*lists).table_valued(*columns, name="new").render_derived()
    written = (
        postgresql.insert(schema.events)
        .from_select(NAMES, sa.select(*new.c).select_from(new.join(there, there.c.id == new.c.table_id)))
        .on_conflict_do_nothing()
        .returning(EVENT.table_id, EVENT.seq)
        .cte("written")
    )
    notice = sa.func.unnest(listed("notices", sa.Text())).column_valued("notice")
    told = sa.select(sa.func.pg_notify(sa.bindparam("channel", type_=sa.Text()), notice)).cte("told")
    heard = sa.select(sa.func.count()).select_from(told).scalar_subquery()  # what nobody asks for is not done
    return sa.select(written.c.table_id, written.c.seq, heard)


SQLITE = append_to_sqlite()
POSTGRESQL = append_to_postgresql()


def compiled(statement: sa.ClauseElement, dialect: Dialect) -> tuple[str, tuple[str, ...]]:
    """Give a statement as its driver takes it, and the order of what it is given."""
    made = cast("SQLCompiler", statement.compile(dialect=dialect))
    return str(made), tuple(made.positiontup or ())


SQLITE_TEXT, SQLITE_ORDER = compiled(SQLITE, sqlite.dialect())
POSTGRESQL_TEXT, POSTGRESQL_ORDER = compiled(POSTGRESQL, cast("Callable[[], Dialect]", asyncpg.dialect)())


def for_sqlite(rows: list[EventRow]) -> list[tuple[Any, ...]]:
    """What the statement is given, for each event."""
    places = [GIVEN.index(key) for key in SQLITE_ORDER]
    return [tuple([row[place] for place in places]) for row in rows]


def for_postgresql(rows: list[EventRow], channel: str, notices: list[str]) -> dict[str, Any]:
    """What the statement is given: each column as a list."""
    columns = zip(*rows, strict=True)
    return {"channel": channel, "notices": notices} | {n: list(c) for n, c in zip(NAMES, columns, strict=True)}


class Scribe(Protocol):
    """Writes events in one transaction."""

    async def write(self, rows: list[EventRow], notices: list[str]) -> Keys | None:
        """Write rows; gives the keys that were new. None if nothing was written, because not all can be."""

    async def transact(self, body: Callable[[sa.Connection], Done]) -> Done:
        """Do something else in one transaction."""

    async def close(self) -> None:
        """Let go of the connection."""


class PostgresqlScribe:
    """One connection of its own: a commit is one round trip."""

    def __init__(self, engine: AsyncEngine, channel: str) -> None:
        # A statement alone is a transaction of its own.
        self.engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self.transactions = engine
        self.channel = channel
        self.connection: AsyncConnection | None = None

    async def write(self, rows: list[EventRow], notices: list[str]) -> Keys | None:
        """Write rows and tell the other servers."""
        connection = await self.connected()
        named = for_postgresql(rows, self.channel, notices)
        given = tuple([named[name] for name in POSTGRESQL_ORDER])
        try:
            found: Any = await connection.exec_driver_sql(POSTGRESQL_TEXT, given)
        except BaseException:
            await self.close()
            raise
        return {(row[0], row[1]) for row in found}

    async def transact(self, body: Callable[[sa.Connection], Done]) -> Done:
        """Do something else in one transaction, with one of the engine's connections."""
        async with self.transactions.begin() as connection:
            return await connection.run_sync(body)

    async def connected(self) -> AsyncConnection:
        """Give the connection; a new one if it has broken."""
        if self.connection is not None:
            line: Any = (await self.connection.get_raw_connection()).driver_connection
            if line is not None and not line.is_closed():
                return self.connection
            await self.close()
        self.connection = await self.engine.connect()
        return self.connection

    async def close(self) -> None:
        """Give the connection back."""
        if self.connection is not None:
            connection, self.connection = self.connection, None
            with suppress(SQLAlchemyError):  # it may have broken
                await connection.close()


ROWS_A_ROUND = 2000
"""So many rows are written before the write-ahead log is copied into the database."""


class SqliteScribe:
    """One thread with a connection of its own: one hop for each commit, where the engine's way takes five.

    SQLite copies its write-ahead log into the database within some commit, and whoever waits for that one waits long.
    Here a second thread copies while commits go on; what came meanwhile is little and copied between two commits.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="events")
        self.copyist = ThreadPoolExecutor(1, thread_name_prefix="checkpoint")
        self.connection: sa.Connection | None = None
        self.rows = 0
        self.copying: Future[None] | None = None

    async def write(self, rows: list[EventRow], notices: list[str]) -> Keys | None:  # noqa: ARG002 - nobody else listens
        """Write rows in the thread."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, self.write_now, rows)

    async def transact(self, body: Callable[[sa.Connection], Done]) -> Done:
        """Do something else in the thread, in one transaction."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, self.transact_now, body)

    def transact_now(self, body: Callable[[sa.Connection], Done]) -> Done:
        """Do something in one transaction."""
        connection = self.connected()
        self.look_after_log(connection, 1)
        with connection.begin():
            return body(connection)

    def connected(self) -> sa.Connection:
        """Give the thread's connection."""
        if self.connection is None:
            self.connection = self.engine.connect()
        return self.connection

    def write_now(self, rows: list[EventRow]) -> Keys | None:
        """Write rows in one transaction. The driver says how many were new, not which."""
        connection = self.connected()
        self.look_after_log(connection, len(rows))
        with connection.begin() as transaction:
            written = connection.exec_driver_sql(SQLITE_TEXT, for_sqlite(rows))
            if written.rowcount < len(rows):
                transaction.rollback()
                return None
        return {row[:2] for row in rows}

    def look_after_log(self, connection: sa.Connection, rows: int) -> None:
        """Have the log copied once it is long; then the rest of it here, so that it begins anew."""
        self.rows += rows
        if self.copying is None and self.rows >= ROWS_A_ROUND:
            self.rows = 0
            self.copying = self.copyist.submit(self.copy_aside)
        elif self.copying is not None and self.copying.done():
            self.copying = None
            copy_log(connection)

    def copy_aside(self) -> None:
        """Copy as much of the log as is there; writers are not held up."""
        with self.engine.connect() as connection:
            copy_log(connection)

    async def close(self) -> None:
        """Finish, and close the connections."""
        await asyncio.to_thread(self.thread.shutdown)
        await asyncio.to_thread(self.copyist.shutdown)
        if self.connection is not None:
            self.connection.close()
        self.engine.dispose()


def copy_log(connection: sa.Connection) -> None:
    """Copy the write-ahead log as far as nobody needs it."""
    with connection.begin():
        connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").all()
