"""A consistent copy of a database while it is in use.

SQLite: the database's own copy command, a ready database file. PostgreSQL: all rows of one snapshot as JSON Lines,
a table's name and its columns on each line (`pg_dump` of the database's own tools does as well).
"""

from __future__ import annotations

import base64
import gzip
import sqlite3
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from spieltisch.store import schema
from spieltisch.store.engine import async_url, make_engine

if TYPE_CHECKING:
    from pathlib import Path


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
