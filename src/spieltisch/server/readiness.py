"""Whether the server can do its work: that is, whether it can write. Looked at once a second, however many ask."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError

if TYPE_CHECKING:
    from spieltisch.store import Store

FRESH_SECONDS = 1.0
PATIENCE_SECONDS = 3.0


class Readiness:
    """The last attempt to write, and what came of it."""

    def __init__(self, store: Store, patience: float = PATIENCE_SECONDS) -> None:
        self.store = store
        self.patience = patience
        self.at = float("-inf")
        self.trouble = ""
        self.trying: asyncio.Task[None] | None = None

    async def look(self) -> str:
        """Say what fails; nothing if all is well."""
        if time.monotonic() - self.at < FRESH_SECONDS:
            return self.trouble
        if self.trying is None or self.trying.done():  # one that hangs is not followed by others
            self.trying = asyncio.create_task(self.store.try_to_write())
        await asyncio.wait({self.trying}, timeout=self.patience)
        self.at = time.monotonic()
        if not self.trying.done():
            self.trouble = f"nothing was written within {self.patience:g} seconds"
        else:
            error = self.trying.exception()
            self.trouble = "" if error is None else told(error)
        return self.trouble


def told(error: BaseException) -> str:
    """Name an error without anything about where the database is. SQLite's own words say nothing of that."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    words = str(cause) if type(cause).__module__ == "sqlite3" else ""
    return f"{type(cause).__name__}: {words}" if words else type(cause).__name__
