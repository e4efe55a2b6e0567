"""What the command line does with the server: start it, and save a copy of the database."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import os
import signal
import socket as network
import sqlite3
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import asyncpg
import uvicorn
from sqlalchemy.exc import SQLAlchemyError

from spieltisch.server import logs
from spieltisch.server.app import make_app
from spieltisch.server.door import Door
from spieltisch.server.settings import Settings, from_environment
from spieltisch.server.supervising import Supervisor
from spieltisch.store.backup import back_up, put_back
from spieltisch.store.copies import copy_and_prune, copy_regularly
from spieltisch.store.engine import alone, async_url, default_url, make_engine
from spieltisch.store.migrate import migrate

if TYPE_CHECKING:
    from collections.abc import Iterator

SOCKET_BACKLOG = 2048
GRACE_SECONDS = 2
"""So long answers that are under way may take when the server stops; whoever waits for something is told at once."""


class TableServer(uvicorn.Server):
    """A server that tells its clients before it stops."""

    async def shutdown(self, sockets: list[network.socket] | None = None) -> None:
        """Say goodbye, let it go out, then close."""
        hall = getattr(self.config.app.state, "hall", None)  # type: ignore[union-attr]
        if hall is not None:
            await hall.say_goodbye()
            self.config.app.state.gate.close()  # type: ignore[union-attr]
            await asyncio.sleep(0.1)
        await super().shutdown(sockets)


def serve(
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    workers: int | None = None,
    log_level: str = "INFO",
    sets: str | None = None,
) -> None:
    """Run the server until it is told to stop. Several workers need PostgreSQL.

    What whoever runs it can mend is a ValueError with a sentence, or an OSError of the port.
    """
    settings = from_environment(host=host, port=port, database=database, workers=workers, sets=sets)
    url = settings.database or default_url()
    if settings.sets and not Path(settings.sets).is_dir():
        raise ValueError(f"There is no folder {settings.sets} with sets for everybody: make it, or leave out --sets.")
    if settings.workers > 1 and async_url(url).drivername.startswith("sqlite"):
        raise ValueError("Several workers need a database that they can share: use --database postgresql://…")
    with alone(url), bind(settings) as listener:
        with in_plain_words(url):
            asyncio.run(prepare(url))
        if settings.workers == 1:
            run(settings, listener, log_level)
            return
        logs.set_up(log_level)
        code = Supervisor(settings.workers, run, (settings, listener, log_level)).run()
    if code:
        raise SystemExit(code)


async def prepare(url: str) -> None:
    """Bring the database to the present form before any worker starts."""
    engine = make_engine(url)
    try:
        await migrate(engine)
    finally:
        await engine.dispose()


@contextmanager
def in_plain_words(url: str) -> Iterator[None]:
    """Say in one sentence what is wrong with a database."""
    parsed = async_url(url)
    where = parsed.set(drivername=parsed.drivername.partition("+")[0]).render_as_string(hide_password=True)
    try:
        yield
    except (OSError, sqlite3.Error, asyncpg.PostgresError, asyncpg.InterfaceError, SQLAlchemyError) as error:
        reason = str(getattr(error, "orig", None) or error) or type(error).__name__
        reason = reason.partition("\n")[0].rpartition("'>: ")[2].rstrip(".")
        raise ValueError(f"The database {where} cannot be used: {reason}.") from None


def bind(settings: Settings) -> network.socket:
    """Open the port; all workers share it."""
    listener = network.socket(network.AF_INET6 if ":" in settings.host else network.AF_INET)
    listener.setsockopt(network.SOL_SOCKET, network.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise
        advice = (
            "ports below 1024 belong to the system; choose another" if error.errno == errno.EACCES else error.strerror
        )
        raise ValueError(f"{settings.host} port {settings.port} cannot be opened: {advice}.") from None
    listener.set_inheritable(True)
    return listener


def run(settings: Settings, listener: network.socket, log_level: str) -> None:
    """Run one server process."""
    logs.set_up(log_level)
    config = uvicorn.Config(
        make_app(settings),
        log_config=None,
        access_log=False,
        http=Door,
        ws="websockets-sansio",
        ws_max_size=settings.message_bytes * 2,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=30.0,
        backlog=SOCKET_BACKLOG,
        timeout_graceful_shutdown=GRACE_SECONDS,
        proxy_headers=False,  # the gate reads them, if whoever runs the server trusts the proxy
        server_header=False,
        date_header=False,
    )
    server = TableServer(config)
    # uvicorn raises the signal that stopped it once more; having stopped in order is a good end. And whoever is told
    # to stop while it starts must not miss it.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, server.handle_exit)
    # What is loaded by now stays for ever, and what tables leave behind has no cycles: looking for such often would
    # only make everybody wait.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    # A thread that replays a game gives way to the tables ten times as often as Python would make it.
    sys.setswitchinterval(0.0005)
    server.run(sockets=[listener])
    if not server.started:
        raise SystemExit(1)


KEPT = 14


def backup(target: Path, database: str | None = None, keep: int | None = None) -> str:
    """Save a consistent copy of the database while the server runs; says what was written."""
    os.umask(0o077)
    url = database or from_environment().database or default_url()
    with in_plain_words(url):
        return asyncio.run(back_up(url, target) if keep is None else copy_and_prune(url, target, keep))


def back_up_regularly(folder: Path, database: str | None, keep: int | None, every: float) -> None:
    """Save a copy every so many hours until somebody ends it."""
    os.umask(0o077)
    logs.set_up("INFO")
    url = database or from_environment().database or default_url()

    async def work() -> None:
        copying = asyncio.create_task(copy_regularly(url, folder, keep or KEPT, every))
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, copying.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await copying

    asyncio.run(work())


def restore(source: Path, database: str | None = None) -> str:
    """Fill an empty database from a copy; says what was read."""
    url = database or from_environment().database or default_url()
    with alone(url), in_plain_words(url):
        return asyncio.run(put_back(source, url))
