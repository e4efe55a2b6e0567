"""The short way to the disk. Events are written with one statement for each database, written and compiled once.

Nothing is written to the log of a table that is not there any longer, and a key that is taken is left out. A table that
begins with one of the events is entered after it.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import asyncpg

from spieltisch.store import schema
from spieltisch.store.lines import Line

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from sqlalchemy.engine import Dialect
    from sqlalchemy.ext.asyncio import AsyncEngine
    from sqlalchemy.sql.compiler import SQLCompiler

    from spieltisch.store.ledger import EventRow

Keys = set[tuple[str, int]]
Done = TypeVar("Done")

FIRST: sa.ColumnElement[int] = sa.literal_column("1")
"""The number of the event with which a table begins."""
EVENT = schema.events.c
NAMES = ["table_id", "seq", "at", "body"]
GIVEN = [f"new_{name}" for name in NAMES]


def append_to_sqlite() -> sa.Insert:
    """Write one event if its table is there and its number free; carried out for many at once."""
    given = [sa.bindparam(key, type_=EVENT[name].type) for key, name in zip(GIVEN, NAMES, strict=True)]
    there = sa.exists().where(schema.tables.c.id == given[0])
    rows = sa.select(*given).where(there | (given[1] == FIRST))
    return sqlite.insert(schema.events).from_select(NAMES, rows).on_conflict_do_nothing()


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
    rows = sa.select(*new.c).select_from(new.outerjoin(there, there.c.id == new.c.table_id))
    written = (
        postgresql.insert(schema.events)
        .from_select(NAMES, rows.where(there.c.id.is_not(None) | (new.c.seq == FIRST)))
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

    async def write(self, rows: list[EventRow], notices: list[str]) -> Keys:
        """Write rows, and nothing else; gives the keys that were new."""

    def append(self, connection: sa.Connection, rows: list[EventRow], notices: list[str]) -> Keys:
        """Write rows within a transaction."""

    async def transact(self, body: Callable[[sa.Connection], Done]) -> Done:
        """Do something in one transaction."""

    async def close(self) -> None:
        """Let go of the connection."""


class PostgresqlScribe:
    """Two connections of its own: events alone are one round trip."""

    def __init__(self, engine: AsyncEngine, channel: str) -> None:
        # A statement alone is a transaction of its own.
        self.alone = Line(engine.execution_options(isolation_level="AUTOCOMMIT"))
        self.together = Line(engine)
        self.channel = channel

    async def write(self, rows: list[EventRow], notices: list[str]) -> Keys:
        """Write rows and tell the other servers."""
        return await self.alone.do(partial(self.append, rows=rows, notices=notices))

    def append(self, connection: sa.Connection, rows: list[EventRow], notices: list[str]) -> Keys:
        """Write rows and tell the other servers, who hear it when this is committed."""
        named = for_postgresql(rows, self.channel, notices)
        given = tuple([named[name] for name in POSTGRESQL_ORDER])
        return {(row[0], row[1]) for row in connection.exec_driver_sql(POSTGRESQL_TEXT, given)}

    async def transact(self, body: Callable[[sa.Connection], Done]) -> Done:
        """Do something in one transaction."""

        def whole(connection: sa.Connection) -> Done:
            with connection.begin():
                return body(connection)

        return await self.together.do(whole)

    async def close(self) -> None:
        """Give the connections back."""
        await self.alone.close()
        await self.together.close()


ROWS_A_ROUND = 2000
"""So many rows are written before the write-ahead log is copied into the database."""


class SomeTaken(Exception):
    """Of some numbers not all were free."""


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
        self.one_by_one = False
        self.copying: Future[None] | None = None

    async def write(self, rows: list[EventRow], notices: list[str]) -> Keys:
        """Write rows in the thread."""
        return await self.transact(partial(self.append, rows=rows, notices=notices))

    def append(self, connection: sa.Connection, rows: list[EventRow], notices: list[str]) -> Keys:  # noqa: ARG002 - nobody else listens
        """Write rows. The driver says how many of many were new, not which: then it is done again, one by one."""
        self.rows += len(rows)
        if self.one_by_one:
            return {row[:2] for row in rows if self.written(connection, [row])}
        if self.written(connection, rows) < len(rows):
            raise SomeTaken
        return {row[:2] for row in rows}

    def written(self, connection: sa.Connection, rows: list[EventRow]) -> int:
        """Write rows; gives how many were new."""
        return connection.exec_driver_sql(SQLITE_TEXT, for_sqlite(rows)).rowcount

    async def transact(self, body: Callable[[sa.Connection], Done]) -> Done:
        """Do something in the thread, in one transaction."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, self.transact_now, body)

    def transact_now(self, body: Callable[[sa.Connection], Done]) -> Done:
        """Do something in one transaction."""
        if self.connection is None:
            self.connection = self.engine.connect()
        self.look_after_log(self.connection)
        self.one_by_one = False
        try:
            with self.connection.begin():
                return body(self.connection)
        except SomeTaken:
            self.one_by_one = True
            with self.connection.begin():
                return body(self.connection)

    def look_after_log(self, connection: sa.Connection) -> None:
        """Have the log copied once it is long; then the rest of it here, so that it begins anew."""
        self.rows += 1
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
