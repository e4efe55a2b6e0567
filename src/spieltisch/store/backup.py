"""A consistent copy of a database while it is in use.

SQLite: the database's own copy command, a ready database file. PostgreSQL: all rows of one snapshot as JSON Lines,
a table's name and its columns on each line (`pg_dump` of the database's own tools does as well). Either can be put back
into an empty database of either kind.
"""

from __future__ import annotations

import base64
import gzip
import sqlite3
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from spieltisch.store import schema
from spieltisch.store.engine import async_url, make_engine
from spieltisch.store.migrate import migrate

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection

AT_ONCE = 500
SQLITE_FIRST_BYTES = b"SQLite format 3\x00"


async def back_up(url: str, target: Path) -> str:
    """Save a copy; refuses to overwrite."""
    if target.exists():
        raise ValueError(f"{target} exists already; choose another name.")
    parsed = async_url(url)
    if parsed.drivername.startswith("sqlite"):
        return back_up_sqlite(str(parsed.database), target)
    return await back_up_rows(url, target)


def back_up_sqlite(source: str, target: Path) -> str:
    """Let SQLite copy itself, then check the copy."""
    unfinished = target.with_name(f"{target.name}.part")
    origin = sqlite3.connect(f"file:{source}?mode=ro", uri=True)
    copy = sqlite3.connect(unfinished)
    try:
        origin.backup(copy)
        verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
        events = copy.execute("SELECT count(*) FROM events").fetchone()[0]
    finally:
        copy.close()
        origin.close()
    if verdict != "ok":
        raise ValueError(f"The copy is damaged: {verdict}.")
    unfinished.rename(target)
    return f"{target}: {events} events, checked."


async def back_up_rows(url: str, target: Path) -> str:
    """Write all rows of one snapshot."""
    engine = make_engine(url)
    count = 0
    unfinished = target.with_name(f"{target.name}.part")
    try:
        async with engine.connect() as plain:
            connection = await plain.execution_options(isolation_level="REPEATABLE READ")
            with gzip.open(unfinished, "wb") as file:
                for table in schema.metadata.sorted_tables:
                    columns = [str(column.name) for column in table.c]
                    async for row in await connection.stream(sa.select(table)):
                        line = {"table": str(table.name), **{key: plain_value(row._mapping[key]) for key in columns}}
                        file.write(msgspec.json.encode(line) + b"\n")
                        count += 1
    finally:
        await engine.dispose()
    unfinished.rename(target)
    return f"{target}: {count} rows, gzipped JSON Lines."


def plain_value(value: Any) -> Any:
    """Bytes travel as base64."""
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def real_value(value: Any) -> Any:
    """The other way."""
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value


async def put_back(source: Path, url: str) -> str:
    """Fill an empty database from a copy, all or nothing; refuses one that holds something."""
    with source.open("rb") as file:
        is_sqlite = file.read(len(SQLITE_FIRST_BYTES)) == SQLITE_FIRST_BYTES
    engine = make_engine(url)
    try:
        await migrate(engine)
        async with engine.begin() as connection:
            await must_be_empty(connection)
            count = 0
            rows = rows_of_sqlite(source) if is_sqlite else rows_of_lines(source)
            while part := list(islice(rows, AT_ONCE)):
                count += len(part)
                for table in schema.metadata.sorted_tables:
                    if values := [row for name, row in part if name == table.name]:
                        await connection.execute(sa.insert(table), values)
    finally:
        await engine.dispose()
    return f"{source}: {count} rows put back."


async def must_be_empty(connection: AsyncConnection) -> None:
    """Nothing is overwritten."""
    for table in schema.metadata.sorted_tables:
        if (await connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1))).first():
            raise ValueError(f'The database is not empty: there are rows in "{table.name}". Choose a new one.')


def rows_of_lines(source: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Read the rows of a copy of PostgreSQL, in an order in which they can be inserted."""
    known = schema.metadata.tables
    with gzip.open(source, "rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                row = msgspec.json.decode(line, type=dict[str, Any])
                name = row.pop("table")
                columns = known[name].c
                yield name, {key: real_value(row[key]) for key in row if key in columns}
            except (msgspec.DecodeError, KeyError) as error:
                raise ValueError(f"Line {number} is not a row of ours: {error}.") from None


def rows_of_sqlite(source: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Read the rows of a copy of SQLite."""
    copy = sqlite3.connect(f"file:{source}?mode=ro", uri=True)
    try:
        for table in schema.metadata.sorted_tables:
            booleans = {column.name for column in table.c if isinstance(column.type, sa.Boolean)}
            names = [str(column.name) for column in table.c]
            for values in copy.execute(f'SELECT {", ".join(names)} FROM "{table.name}"'):  # noqa: S608 - our names
                row = dict(zip(names, values, strict=True))
                yield str(table.name), {key: bool(row[key]) if key in booleans else row[key] for key in names}
    finally:
        copy.close()
