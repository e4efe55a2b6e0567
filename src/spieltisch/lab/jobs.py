"""Work done anywhere, several pieces at once: results come in the order of the work, and what is lost is done again.

Who works is a `Crew`: processes of this machine (here), or a cluster (cluster.py).
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from spieltisch import _parent
from spieltisch.lab import programs

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from ctypes import c_byte

AHEAD = 4
"""So many pieces of work for each process lie ready; more would only take memory."""
TRIES = 3
"""Work with which somebody was killed so often has probably killed him."""

Item = TypeVar("Item")
Result = TypeVar("Result")


class WorkerLost(RuntimeError):
    """Processes have ended in the middle of the same work: somebody has killed them, perhaps for want of memory."""

    def __str__(self) -> str:
        return "Processes have been killed in the middle of their work, perhaps for want of memory; try with fewer."


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Crew(Protocol):
    """Those who work, wherever they are."""

    @property
    def size(self) -> int:
        """How many can work at once."""

    def submit(self, work: Callable[[Item], Result], item: Item) -> Future[Result]:
        """Hand out a piece of work; if it is lost with who does it, its future ends with BrokenExecutor."""

    def stop(self) -> None:
        """Nobody waits for what has been handed out any more."""


class Processes:
    """A crew of processes or threads of this machine. Threads do where nearly everything is compiled code."""

    def __init__(self, size: int, *, threads: bool = False) -> None:
        self.size = size
        self.threads = threads
        self.context = multiprocessing.get_context("spawn")
        self.pool = self._started()

    def _started(self) -> Executor:
        # A byte and no event: who is killed while he holds an event's lock keeps all others waiting for ever.
        self.closed: c_byte = self.context.RawValue("b", 0)
        if self.threads:
            return ThreadPoolExecutor(self.size)
        return ProcessPoolExecutor(self.size, self.context, settle_in, (os.getpid(), self.closed))

    def submit(self, work: Callable[[Item], Result], item: Item) -> Future[Result]:
        """Hand out a piece of work; if one process was killed, all are replaced."""
        try:
            return self.pool.submit(work, item)
        except BrokenExecutor:
            self.stop()
            self.pool = self._started()
            return self.pool.submit(work, item)

    def stop(self) -> None:
        """Forget what has not begun, and end processes in the middle of the rest; threads finish it."""
        self.closed.value = 1
        self.pool.shutdown(wait=True, cancel_futures=True)


Jobs = int | Crew
"""Who is to work: so many processes, or a crew that is there already."""


def size_of(jobs: Jobs) -> int:
    """How many can work at once."""
    return jobs if isinstance(jobs, int) else jobs.size


@dataclass
class Piece(Generic[Item, Result]):
    """A piece of work that has been handed out."""

    item: Item
    future: Future[Result]
    losses: int = 0
    """With so many processes it has been lost."""

    @property
    def lost(self) -> bool:
        """Whether it was lost with who did it."""
        return self.future.done() and isinstance(self.future.exception(), BrokenExecutor)


def in_order(
    work: Callable[[Item], Result], items: Iterable[Item], jobs: Jobs, *, threads: bool = False
) -> Generator[Result]:
    """Do the work on all items, several at a time, and give the results in the order of the items."""
    following = iter(items)
    if isinstance(jobs, int):
        first = list(islice(following, 2))
        following = chain(first, following)
        if jobs <= 1 or len(first) < 2:  # for one piece of work nobody needs to be started
            yield from map(work, following)
            return
    crew = Processes(jobs, threads=threads) if isinstance(jobs, int) else jobs
    waiting: deque[Piece[Item, Result]] = deque()
    try:
        for item in following:
            waiting.append(Piece(item, crew.submit(work, item)))
            if len(waiting) > AHEAD * crew.size:
                yield first_of(waiting, work, crew)
        while waiting:
            yield first_of(waiting, work, crew)
    finally:
        crew.stop()


def first_of(waiting: deque[Piece[Item, Result]], work: Callable[[Item], Result], crew: Crew) -> Result:
    """Wait for the first piece. Whatever was lost is handed out again, but not for ever."""
    while True:
        try:
            result = waiting[0].future.result()
        except BrokenExecutor:
            hand_out_again(waiting, work, crew)
        else:
            waiting.popleft()
            return result


def hand_out_again(waiting: deque[Piece[Item, Result]], work: Callable[[Item], Result], crew: Crew) -> None:
    """Hand out again what was lost.

    With one process a pool loses everything that lies in it. Work begins in its order, so only the first few pieces can
    have been under way; the others have no part in it.
    """
    lost = 0
    for piece in waiting:
        if piece.lost:
            piece.losses += lost < crew.size
            lost += 1
            if piece.losses >= TRIES:
                raise WorkerLost
            piece.future = crew.submit(work, piece.item)


def settle_in(parent: int, closed: c_byte) -> None:
    """Leave signals to the parent; end when it waits for nothing any more or is gone, with all programs that play."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def end() -> None:
        programs.kill_all()
        _parent.at_once()

    _parent.end_with(parent, end, lambda: bool(closed.value))
