"""Connections to PostgreSQL that are kept: the engine's pool asks each time, in three round trips, whether one works.

That a connection has broken its driver knows by itself; whatever fails gives its connection up.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

if TYPE_CHECKING:
    from collections.abc import Callable

    import sqlalchemy as sa
    from asyncpg import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

Done = TypeVar("Done")


class Line:
    """One connection that is kept; a new one if it has broken."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.connection: AsyncConnection | None = None
        self.driver: Connection[Any] | None = None

    async def connected(self) -> AsyncConnection:
        """Give the connection."""
        if self.connection is not None:
            if self.driver is not None and not self.driver.is_closed():
                return self.connection
            await self.close()
        self.connection = await self.engine.connect()
        self.driver = (await self.connection.get_raw_connection()).driver_connection
        return self.connection

    async def do(self, body: Callable[[sa.Connection], Done]) -> Done:
        """Do something with the connection; after any failure the next one begins with another."""
        connection = await self.connected()
        try:
            return await connection.run_sync(body)
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Give the connection back."""
        if self.connection is not None:
            connection, self.connection = self.connection, None
            with suppress(SQLAlchemyError):  # it may have broken
                await connection.close()
