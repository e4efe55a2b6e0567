"""A consistent copy of a database while it is in use.

SQLite: the database's own copy command, a ready database file. PostgreSQL: all rows of one snapshot as JSON Lines,
a table's name and its columns on each line (`pg_dump` of the database's own tools does as well); the first line names
the form of the database. Either can be put back into an empty database of either kind, also by a later version: a copy
is laid out as it was written, brought to the present form, and read from there.
"""

from __future__ import annotations

import base64
import gzip
import os
import sqlite3
import zlib
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory, mkstemp
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from spieltisch.store import schema
from spieltisch.store.engine import async_url, make_engine
from spieltisch.store.migrate import migrate, must_be_known, revisions, upgrade

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy.ext.asyncio import AsyncConnection

AT_ONCE = 500
SQLITE_FIRST_BYTES = b"SQLite format 3\x00"
GZIP_FIRST_BYTES = b"\x1f\x8b"
FORM = "alembic_version"
"""The table in which a database keeps the name of its form."""


# --- saving ------------------------------------------------------------------------------------------------


async def back_up(url: str, target: Path) -> str:
    """Save a copy; refuses to overwrite."""
    if target.exists():
        raise ValueError(f"{target} exists already; choose another name.")
    if not target.parent.is_dir():
        raise ValueError(f"There is no folder {target.parent}; make it first.")
    parsed = async_url(url)
    with unfinished(target) as file:
        if parsed.drivername.startswith("sqlite"):
            said = back_up_sqlite(str(parsed.database), file)
        else:
            said = await back_up_rows(url, file)
    return f"{target}: {said}"


@contextmanager
def unfinished(target: Path) -> Iterator[Path]:
    """Give a file beside the target that nobody else may read; it gets its name when it is finished."""
    handle, name = mkstemp(dir=target.parent, prefix=f".{target.name}.")
    os.close(handle)
    file = Path(name)
    try:
        yield file
        file.rename(target)
    finally:
        file.unlink(missing_ok=True)


def back_up_sqlite(source: str, target: Path) -> str:
    """Let SQLite copy itself, then check the copy."""
    if not Path(source).is_file():
        raise ValueError(f"There is no database {source} yet.")
    with (
        closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as origin,
        closing(sqlite3.connect(target)) as copy,
    ):
        origin.backup(copy)
        verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
        if verdict != "ok":
            raise ValueError(f"The database is damaged: {verdict}.")
        events = copy.execute("SELECT count(*) FROM events").fetchone()[0]
    return f"{events} events, checked."


async def back_up_rows(url: str, target: Path) -> str:
    """Write all rows of one snapshot."""
    engine = make_engine(url)
    count = 0
    try:
        async with engine.connect() as plain:
            connection = await plain.execution_options(isolation_level="REPEATABLE READ")
            form = (await connection.execute(sa.text(f"SELECT version_num FROM {FORM}"))).scalar_one()  # noqa: S608
            with gzip.open(target, "wb") as file:
                file.write(msgspec.json.encode({"table": FORM, "version_num": form}) + b"\n")
                for table in schema.metadata.sorted_tables:
                    columns = [str(column.name) for column in table.c]
                    async for row in await connection.stream(sa.select(table)):
                        line = {"table": str(table.name), **{key: plain_value(row._mapping[key]) for key in columns}}
                        file.write(msgspec.json.encode(line) + b"\n")
                        count += 1
    finally:
        await engine.dispose()
    return f"{count} rows, gzipped JSON Lines."


def plain_value(value: Any) -> Any:
    """Bytes travel as base64."""
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def real_value(value: Any) -> Any:
    """The other way."""
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value


# --- putting back ------------------------------------------------------------------------------------------


async def put_back(source: Path, url: str) -> str:
    """Fill an empty database from a copy, all or nothing; refuses one that holds something."""
    with TemporaryDirectory(prefix="spieltisch-") as folder:
        laid_out = lay_out(source, Path(folder) / "copy.db")
        engine = make_engine(url)
        try:
            await migrate(engine)
            async with engine.begin() as connection:
                await must_be_empty(connection)
                count = 0
                rows = rows_of(laid_out)
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


def lay_out(source: Path, file: Path) -> Path:
    """Make a SQLite file of the present form from a copy of any form."""
    with source.open("rb") as opened:
        first = opened.read(len(SQLITE_FIRST_BYTES))
    try:
        if first == SQLITE_FIRST_BYTES:
            lay_out_sqlite(source, file)
        elif first.startswith(GZIP_FIRST_BYTES):
            lay_out_lines(source, file)
        else:
            raise ValueError(f"{source} is no copy that backup has made.")
        bring_to(file, "head")
    except (sqlite3.DatabaseError, sa.exc.DatabaseError) as error:
        raise ValueError(f"{source} is damaged ({plain_reason(error)}); take another copy.") from None
    return file


def plain_reason(error: Exception) -> str:
    """The database's own words, without the statement that it was about."""
    return str(getattr(error, "orig", error))


def bring_to(file: Path, form: str) -> None:
    """Bring a SQLite file to a form."""
    engine = sa.create_engine(f"sqlite:///{file}")
    try:
        with engine.begin() as connection:
            upgrade(connection, form)
    finally:
        engine.dispose()


def lay_out_sqlite(source: Path, file: Path) -> None:
    """Copy a database file; one that was cut short is noticed."""
    with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as origin, closing(sqlite3.connect(file)) as copy:
        verdict = origin.execute("PRAGMA integrity_check").fetchone()[0]
        if verdict != "ok":
            raise ValueError(f"{source} is damaged ({verdict}); take another copy.")
        origin.backup(copy)
        if not columns_of(copy).get("events"):
            raise ValueError(f"{source} is a database, but not one of Spieltisch.")


def lay_out_lines(source: Path, file: Path) -> None:
    """Write the lines of a copy of PostgreSQL into a SQLite file of the form that they had."""
    bring_to(file, form_of(source, file.with_name("form.db")))
    with closing(sqlite3.connect(file)) as copy, copy:
        known = columns_of(copy)
        for number, name, row in lines_of(source):
            if name == FORM:
                continue
            if not row.keys() <= known.get(name, set()):
                raise not_ours(number, name)
            marks = ", ".join("?" * len(row))
            values = [real_value(value) for value in row.values()]
            copy.execute(f'INSERT INTO "{name}" ({", ".join(row)}) VALUES ({marks})', values)  # noqa: S608 - our names


def form_of(source: Path, scratch: Path) -> str:
    """Say which form a copy of PostgreSQL has: its first line tells, otherwise the first form that has its columns."""
    first_seen: dict[tuple[str, str], int] = {}
    for number, name, row in lines_of(source):
        if name == FORM:
            form = str(row.get("version_num"))
            must_be_known(form)
            return form
        for column in row:
            first_seen.setdefault((name, column), number)
        if not row:
            raise not_ours(number, name)
    strange = dict(first_seen)
    for form in revisions():
        bring_to(scratch, form)
        with closing(sqlite3.connect(scratch)) as database:
            known = columns_of(database)
        strange = {place: number for place, number in first_seen.items() if place[1] not in known.get(place[0], ())}
        if not strange:
            return form
    (name, _), number = min(strange.items(), key=lambda found: found[1])
    raise not_ours(number, name)


def not_ours(number: int, what: object) -> ValueError:
    """A line that does not belong into a copy."""
    return ValueError(f"Line {number} is not a row of ours: {what}.")


def columns_of(database: sqlite3.Connection) -> dict[str, set[str]]:
    """List the tables of a SQLite database and their columns."""
    rows = database.execute(
        "SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'"
    )
    found: dict[str, set[str]] = {}
    for table, column in rows:
        found.setdefault(table, set()).add(column)
    return found


def lines_of(source: Path) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Read the rows of a copy of PostgreSQL."""
    try:
        with gzip.open(source, "rb") as file:
            for number, line in enumerate(file, start=1):
                try:
                    row = msgspec.json.decode(line, type=dict[str, Any])
                    name = str(row.pop("table"))
                except (msgspec.DecodeError, KeyError) as error:
                    raise not_ours(number, error) from None
                yield number, name, row
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise ValueError(f"{source} is damaged or was cut short; take another copy.") from None


def rows_of(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Read the rows of a SQLite file of the present form, in an order in which they can be inserted."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as copy:
        for table in schema.metadata.sorted_tables:
            booleans = {column.name for column in table.c if isinstance(column.type, sa.Boolean)}
            names = [str(column.name) for column in table.c]
            for values in copy.execute(f'SELECT {", ".join(names)} FROM "{table.name}"'):  # noqa: S608 - our names
                row = dict(zip(names, values, strict=True))
                yield str(table.name), {key: bool(row[key]) if key in booleans else row[key] for key in names}
