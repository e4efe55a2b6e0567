"""What the command line does with the server: start it, and save a copy of the database."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import signal
import socket as network
from typing import TYPE_CHECKING

import uvicorn

from spieltisch.server import logs
from spieltisch.server.app import make_app
from spieltisch.server.door import Door
from spieltisch.server.settings import Settings, from_environment
from spieltisch.server.wire import Wire
from spieltisch.store.backup import back_up, put_back
from spieltisch.store.engine import default_url, make_engine
from spieltisch.store.migrate import migrate

if TYPE_CHECKING:
    from pathlib import Path

SOCKET_BACKLOG = 2048
GRACE_SECONDS = 10


class TableServer(uvicorn.Server):
    """A server that tells its clients before it stops."""

    async def shutdown(self, sockets: list[network.socket] | None = None) -> None:
        """Say goodbye, let it go out, then close."""
        hall = getattr(self.config.app.state, "hall", None)  # type: ignore[union-attr]
        if hall is not None:
            await hall.say_goodbye()
            await asyncio.sleep(0.1)
        await super().shutdown(sockets)


def serve(
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    workers: int | None = None,
    log_level: str = "INFO",
) -> None:
    """Run the server until it is told to stop. Several workers need PostgreSQL."""
    settings = from_environment(host=host, port=port, database=database, workers=workers)
    url = settings.database or default_url()
    if settings.workers > 1 and not url.startswith("postgres"):
        raise ValueError("Several workers need a database that they can share: use --database postgresql://…")
    asyncio.run(prepare(url))
    listener = bind(settings)
    if settings.workers == 1:
        run(settings, listener, log_level)
        return
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=run, args=(settings, listener, log_level)) for _ in range(settings.workers)]
    for process in processes:
        process.start()

    def stop_all(*_: object) -> None:
        for process in processes:
            process.terminate()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop_all)
    for process in processes:
        process.join()


async def prepare(url: str) -> None:
    """Bring the database to the present form before any worker starts."""
    engine = make_engine(url)
    try:
        await migrate(engine)
    finally:
        await engine.dispose()


def bind(settings: Settings) -> network.socket:
    """Open the port; all workers share it."""
    listener = network.socket(network.AF_INET6 if ":" in settings.host else network.AF_INET)
    listener.setsockopt(network.SOL_SOCKET, network.SO_REUSEADDR, 1)
    listener.bind((settings.host, settings.port))
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
        ws=Wire,
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
    # uvicorn raises the signal that stopped it once more; having stopped in order is a good end.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    # What is loaded by now stays for ever, and what tables leave behind has no cycles: looking for such often would
    # only make everybody wait.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    TableServer(config).run(sockets=[listener])


def backup(target: Path, database: str | None = None) -> str:
    """Save a consistent copy of the database while the server runs; says what was written."""
    return asyncio.run(back_up(database or from_environment().database or default_url(), target))


def restore(source: Path, database: str | None = None) -> str:
    """Fill an empty database from a copy; says what was read."""
    return asyncio.run(put_back(source, database or from_environment().database or default_url()))
