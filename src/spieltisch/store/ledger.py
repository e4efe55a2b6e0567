"""The one writer of a process. Whatever waits when a commit begins shares it: waiting for the disk is paid once.

What a transaction does is written as a plain function of a connection: for SQLite it is done in one thread in one go
(see appending.py), so that a busy event loop does not stand between its statements.

An event is written under its number; if the number is taken, somebody else was faster and the writer says so. It says
the same if the table was deleted meanwhile.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from spieltisch.store import appending
from spieltisch.store.effects import alike
from spieltisch.store.engine import plain_engine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import sqlalchemy as sa
    from sqlalchemy.ext.asyncio import AsyncEngine
    from sqlalchemy.sql.expression import Executable

    from spieltisch.store.effects import Effect

    Work = Callable[[sa.Connection], None]

CHANNEL = "spieltisch"
MOST_AT_ONCE = 500
BREATH_SECONDS = 0.004
"""Commits do not begin sooner after each other: under load those who come meanwhile share the next one."""
NOTICE_BYTES = 7000
"""PostgreSQL takes up to 8000 bytes in one notice."""


class EventRow(NamedTuple):
    """One event of a table's log."""

    table_id: str
    seq: int
    at: float
    body: bytes


class Entry(NamedTuple):
    """An event that waits to be written, with what else has to change if it is."""

    row: EventRow
    effects: Sequence[Effect]
    work: Work | None
    """What has to be read before it can be written; done after all effects, in the same transaction."""
    written: asyncio.Future[bool]


class Result(NamedTuple):
    """What a statement has done."""

    rowcount: int
    rows: Sequence[sa.Row[Any]]


class Errand(NamedTuple):
    """Other statements, carried out together: all of them, or none."""

    statements: Sequence[Executable]
    done: asyncio.Future[list[Result]]


class Ledger:
    """Writes events and everything else, in the order in which they come."""

    def __init__(self, engine: AsyncEngine, process: str) -> None:
        self.engine = engine
        self.process = process
        self.is_postgresql = engine.dialect.name == "postgresql"
        self.scribe: appending.Scribe = (
            appending.PostgresqlScribe(engine, CHANNEL)
            if self.is_postgresql
            else appending.SqliteScribe(plain_engine(engine.url, 2))
        )
        self.queue: asyncio.Queue[Entry | Errand | None] = asyncio.Queue()
        self.commits = 0
        self.next_commit = 0.0
        self.task = asyncio.create_task(self.work(), name="ledger")

    async def append(self, row: EventRow, effects: Sequence[Effect] = (), work: Work | None = None) -> bool:
        """Write an event; false if its number is taken. When this returns, the event is safe."""
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.queue.put_nowait(Entry(row, effects, work, written))
        return await written  # who stops waiting stops nothing

    async def run(self, *statements: Executable) -> list[Result]:
        """Carry out statements, all of them or none."""
        done: asyncio.Future[list[Result]] = asyncio.get_running_loop().create_future()
        self.queue.put_nowait(Errand(statements, done))
        return await done

    async def close(self) -> None:
        """Finish everything that waits."""
        self.queue.put_nowait(None)
        await self.task
        await self.scribe.close()

    async def work(self) -> None:
        """Take what waits, write it, tell everybody; until told to stop."""
        while True:
            first = await self.queue.get()
            if first is not None:
                await self.take_breath()
            entries: list[Entry] = []
            errands: list[Errand] = []
            item = first
            while item is not None:
                if isinstance(item, Entry):
                    entries.append(item)
                else:
                    errands.append(item)
                if len(entries) >= MOST_AT_ONCE or self.queue.empty():
                    break
                item = self.queue.get_nowait()
            if entries:
                await self.write_all(entries)
            if errands:
                await self.run_errands(errands)
            if item is None:
                return

    async def take_breath(self) -> None:
        """Wait a moment if the last commit began just now; whoever comes after a quiet time waits for nothing."""
        now = time.monotonic()
        if now < self.next_commit:
            await asyncio.sleep(self.next_commit - now)
            now = self.next_commit
        self.next_commit = now + BREATH_SECONDS

    async def write_all(self, entries: list[Entry]) -> None:
        """Write events in one transaction. If it fails, nobody is told that anything was written."""
        first = {entry.row[:2]: entry for entry in reversed(entries)}  # of the same number only one can be written
        # Two servers that insert the same keys in different orders would wait for each other.
        alone = [first[key] for key in sorted(first)]
        try:
            if any(entry.effects or entry.work for entry in alone):
                written = await self.scribe.transact(partial(self.write_with_effects, alone))
            else:
                rows = [entry.row for entry in alone]
                written = await self.scribe.write(rows, self.notices(rows))
            self.commits += 1
        except Exception as error:  # the waiting ones are told
            for entry in entries:
                if not entry.written.done():
                    entry.written.set_exception(error)
            return
        for entry in entries:
            if not entry.written.done():
                key = entry.row[:2]
                entry.written.set_result(key in written and first[key] is entry)

    def write_with_effects(self, entries: list[Entry], connection: sa.Connection) -> appending.Keys:
        """Write events and what else has to change with them."""
        rows = [entry.row for entry in entries]
        written = self.scribe.append(connection, rows, self.notices(rows))
        new = [entry for entry in entries if entry.row[:2] in written]
        for statement, values in alike([entry.effects for entry in new]):
            connection.execute(statement, values)
        for entry in new:
            if entry.work is not None:
                entry.work(connection)
        return written

    def notices(self, rows: list[EventRow]) -> list[str]:
        """Tell the other servers which tables have news; they hear it when the transaction is committed."""
        notices = [f"event {self.process}"]
        for row in rows:
            word = f" {row.table_id}:{row.seq}"
            if len(notices[-1]) + len(word) > NOTICE_BYTES:
                notices.append(f"event {self.process}")
            notices[-1] += word
        return notices

    async def run_errands(self, errands: list[Errand]) -> None:
        """Carry out what several callers want in one transaction. If it fails, each gets one of their own."""
        try:
            results = await self.scribe.transact(partial(carry_out, errands))
        except Exception as error:  # the caller is told
            if len(errands) > 1:
                for errand in errands:
                    await self.run_errands([errand])
            elif not errands[0].done.done():
                errands[0].done.set_exception(error)
            return
        self.commits += 1
        for errand, result in zip(errands, results, strict=True):
            if not errand.done.done():
                errand.done.set_result(result)


def carry_out(errands: list[Errand], connection: sa.Connection) -> list[list[Result]]:
    """Carry out the statements of some callers; gives what they have done."""
    return [[done_by(connection.execute(statement)) for statement in errand.statements] for errand in errands]


def done_by(result: sa.CursorResult[Any]) -> Result:
    """Take what a statement has done out of the connection's hands."""
    return Result(result.rowcount, result.all() if result.returns_rows else [])
