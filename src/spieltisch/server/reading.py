"""Reading logs little by little: a long one comes in pages, and others have their turn in between."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING

from spieltisch.server.sitting import Sitting

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from spieltisch.server.loaded import LoadedTable
    from spieltisch.server.steps import Step
    from spieltisch.store import EventRow, Store

NO_END = 1 << 31
PAGE = 500
"""Events that are read from the database at a time."""
SLICE_SECONDS = 0.005
"""So long somebody may be busy before others have their turn."""


class Breath:
    """Lets others have their turn now and then."""

    __slots__ = ("until",)

    def __init__(self) -> None:
        self.until = time.monotonic() + SLICE_SECONDS

    async def take(self) -> None:
        """Wait a moment if this has been going on for long."""
        if time.monotonic() >= self.until:
            await asyncio.sleep(0)
            self.until = time.monotonic() + SLICE_SECONDS


async def rows_of(store: Store, table_id: str, after: int = 0, upto: int = NO_END) -> AsyncIterator[EventRow]:
    """Read a table's log from a number on, or between two."""
    breath = Breath()
    while after < upto:
        page = await store.events(table_id, after, min(PAGE, upto - after))
        for row in page:
            if row.seq != after + 1:
                return  # what is left of a table that was deleted while somebody wrote to it
            after = row.seq
            yield row
            await breath.take()
        if len(page) < PAGE:
            return


async def read_aside(
    store: Store, loaded: LoadedTable, look_at: Callable[[EventRow], Awaitable[None]]
) -> tuple[Sitting, list[Step]]:
    """Work out a table from its log before anybody sees it, up to where its followers have heard of it last."""
    sitting = Sitting(loaded.id)
    steps: deque[Step] = deque(maxlen=loaded.tail.maxlen)
    async for row in rows_of(store, loaded.id, upto=loaded.told if loaded.followers else NO_END):
        if row.seq == 1:
            await look_at(row)
        steps.append(sitting.apply(row))
    return sitting, list(steps)


async def steps_of(store: Store, table_id: str, after: int, upto: int, most: int, *, latest: bool) -> list[Step]:
    """Work out events between two numbers again: the first ones, or the latest."""
    sitting = Sitting(table_id)
    kept: deque[Step] = deque(maxlen=most)
    async for row in rows_of(store, table_id, upto=upto if latest else min(upto, after + most)):
        step = sitting.apply(row)
        if row.seq > after:
            kept.append(step)
    return list(kept)
