"""Connections: which driver a database URL means, and how each database is told to keep its promises.

A SQLite file belongs to one server and to one user: it is locked while a server uses it, and nobody else may read it.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from platformdirs import user_data_path
from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

if TYPE_CHECKING:
    from collections.abc import Iterator

BUSY_MS = 10_000
ANSWER_SECONDS = 15
"""A database server that does not answer for so long is not there."""
LONG_LOG = 20_000
"""Pages of write-ahead log after which any commit copies it, if nobody has done so (see appending.py)."""
OWNER_ONLY = 0o600
FOLDER_FOR_OWNER = 0o700


def default_url() -> str:
    """The file that is used when nobody says otherwise."""
    return f"sqlite:///{user_data_path('spieltisch') / 'spieltisch.db'}"


def async_url(url: str) -> URL:
    """Add the driver to a plain URL. What is wrong with one is said without it: it may hold a password."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise ValueError("That is not a database; write sqlite:///FILE or postgresql://USER@HOST/NAME.") from None
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    name = parsed.drivername.partition("+")[0]
    if name not in drivers:
        raise ValueError(f'"{name}" is not a database; write sqlite:///FILE or postgresql://USER@HOST/NAME.')
    return parsed.set(drivername=drivers[name])


def make_engine(url: str) -> AsyncEngine:
    """Open a pool of connections."""
    parsed = async_url(url)
    if parsed.drivername.startswith("postgresql"):
        wait = {"timeout": ANSWER_SECONDS}
        return create_async_engine(parsed, pool_size=8, max_overflow=8, pool_pre_ping=True, connect_args=wait)
    if file := file_of(parsed):
        make_private(file)
    engine = create_async_engine(parsed, pool_size=4, max_overflow=4)
    event.listen(engine.sync_engine, "connect", prepare_sqlite)
    return engine


def plain_engine(url: URL, connections: int) -> Engine:
    """Open connections to a SQLite file that whoever has a thread of their own uses without waiting for others."""
    engine = create_engine(url.set(drivername="sqlite"), pool_size=connections)
    event.listen(engine, "connect", prepare_sqlite)
    return engine


def file_of(url: URL) -> Path | None:
    """The file of a SQLite database; none for one in memory."""
    is_file = url.drivername.startswith("sqlite") and url.database and url.database != ":memory:"
    return Path(str(url.database)) if is_file else None


def make_private(file: Path) -> None:
    """Make a file that only its owner may read, unless it is there. SQLite's further files take after it."""
    try:
        if not file.parent.is_dir():
            file.parent.mkdir(mode=FOLDER_FOR_OWNER, parents=True)
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))
    except OSError as error:
        raise ValueError(
            f"Nothing can be written to {file.parent} ({error.strerror}); choose another place with --database sqlite:///FILE."
        ) from None


@contextmanager
def alone(url: str) -> Iterator[None]:
    """Keep other servers away from a SQLite file. The system forgets the lock with the process, however that ends."""
    file = file_of(async_url(url))
    if file is None:
        yield
        return
    beside = file.with_name(f"{file.name}.lock")
    make_private(beside)
    with beside.open("r+") as lock:
        if not try_lock(lock.fileno()):
            other = lock.read().strip() or "unknown"
            raise ValueError(
                f"Another server (process {other}) uses {file}; stop it first, or choose another file with --database."
            )
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield


def try_lock(handle: int) -> bool:
    """Lock an open file for this process; false if another one has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(handle, 1_000, os.SEEK_SET)  # others may still read whose it is
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            os.lseek(handle, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


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
