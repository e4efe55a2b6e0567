"""The clerk: a process of its own that checks records, plays finished games again and writes exports.

In a thread this would share Python's lock with the tables, and everybody there would wait. The process starts when it
is first needed; what comes until it is ready is done in a thread after all, so nobody waits for the start.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from spieltisch import _parent
from spieltisch.server.ruling import refuse

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger("spieltisch.clerk")

Answer = TypeVar("Answer")

MODESTY = 5
"""Those who play come first."""


def settle_in(parent: int) -> None:
    """Leave signals to the parent, and end when it is gone, however it went."""
    if hasattr(os, "nice"):
        os.nice(MODESTY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _parent.end_with(parent)


def get_ready() -> None:
    """Load what the work needs, and the rules that are compiled: this is most of a start."""
    import spieltisch.server.http.account
    import spieltisch.server.opening
    import spieltisch.server.trials  # noqa: F401
    from spieltisch import compiling, games

    for name in games.names():
        if compiling.is_compiled(name):
            games.get(name).warm_up()


class Clerk:
    """Does one piece of work after the other."""

    def __init__(self) -> None:
        self.desk = asyncio.Semaphore(2)
        """Few at a time, wherever it is done: a crowd must not keep all threads busy."""
        self.pool: ProcessPoolExecutor | None = None
        self.starting: asyncio.Future[None] | None = None
        self.ready = False

    async def do(self, work: Callable[..., Answer], *given: object) -> Answer:
        """Have something worked out away from the tables. What it is given and gives back must bear being sent."""
        async with self.desk:
            pool = self.pool or self.start()
            if not self.ready:
                return await asyncio.to_thread(work, *given)
            loop = asyncio.get_running_loop()
            try:
                return await loop.run_in_executor(pool, work, *given)
            except BrokenExecutor:
                log.error("the clerk's process has died and is replaced")  # noqa: TRY400 - nobody needs its traceback
            if self.pool is pool:
                self.start()
            try:
                return await loop.run_in_executor(self.pool, work, *given)
            except BrokenExecutor:  # it seems to be the reason
                self.pool, self.ready = None, False
                raise refuse("broken") from None

    def start(self) -> ProcessPoolExecutor:
        """Start the process; it says when it is ready."""
        context = multiprocessing.get_context("spawn")
        self.pool, self.ready = ProcessPoolExecutor(1, context, initializer=settle_in, initargs=(os.getpid(),)), False
        self.starting = asyncio.wrap_future(self.pool.submit(get_ready))
        self.starting.add_done_callback(partial(self.started, self.pool))
        return self.pool

    async def do_within(self, seconds: float, slow: str, work: Callable[..., Answer], *given: object) -> Answer:
        """The same for so long and no longer; `slow` is the refusal then."""
        try:
            async with asyncio.timeout(seconds):
                return await self.do(work, *given)
        except TimeoutError:
            raise refuse(slow, seconds=seconds) from None

    async def do_later(self, work: Callable[..., Answer], *given: object) -> Answer:
        """The same for what nobody is in a hurry for: it waits for the process, and burdens no thread."""
        if self.pool is None:
            self.start()
        if self.starting is not None and not self.ready:
            await asyncio.wait([self.starting])
        return await self.do(work, *given)

    def started(self, pool: ProcessPoolExecutor, starting: asyncio.Future[None]) -> None:
        """A process is ready, unless it has died on its way."""
        if self.pool is pool and not starting.cancelled():
            self.ready = starting.exception() is None
            self.pool = pool if self.ready else None

    async def close(self) -> None:
        """End the process; what is under way is not needed any more."""
        pool, self.pool, self.ready = self.pool, None, False
        if pool is not None:
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)
