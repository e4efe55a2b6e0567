"""How servers that share a PostgreSQL database hear of each other: LISTEN and NOTIFY.

With SQLite there is one server, so there is nothing to hear.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any

import asyncpg
from sqlalchemy import make_url

from spieltisch.store.ledger import CHANNEL

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger("spieltisch.store")

RETRY_SECONDS = 0.5


class Bus:
    """Calls `heard(kind, words)` for each notice, and `lost()` after a gap in which some may have been missed."""

    def __init__(self, url: str, heard: Callable[[str, list[str]], None], lost: Callable[[], None]) -> None:
        self.dsn = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self.heard = heard
        self.lost = lost
        self.ready = asyncio.Event()
        self.connection: asyncpg.Connection[Any] | None = None
        self.task = asyncio.create_task(self.listen(), name="bus")

    async def listen(self) -> None:
        """Keep a connection open for listening; open it again whenever it breaks."""
        while True:
            try:
                self.connection = await asyncpg.connect(self.dsn)
                broken = asyncio.Event()
                self.connection.add_termination_listener(lambda _connection, broken=broken: broken.set())
                await self.connection.add_listener(CHANNEL, self.hear)
                self.ready.set()
                self.lost()
                await broken.wait()
            except (OSError, asyncpg.PostgresError) as error:
                log.warning("listening failed", extra={"reason": str(error)})
            self.connection = None
            await asyncio.sleep(RETRY_SECONDS)

    def hear(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        """Pass a notice on."""
        kind, *words = str(payload).split(" ")
        self.heard(kind, words)

    async def say(self, notice: str) -> None:
        """Tell all servers something that need not be remembered."""
        if self.connection is not None:
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await self.connection.execute("SELECT pg_notify($1, $2)", CHANNEL, notice)

    async def close(self) -> None:
        """Stop listening."""
        self.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.task
        if self.connection is not None:
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await self.connection.close()
