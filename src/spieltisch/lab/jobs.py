"""Work in several processes or threads at once, with the results in the order of the work."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import chain, islice
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

AHEAD = 4
"""So many pieces of work for each process lie ready; more would only take memory."""

WATCH_SECONDS = 0.5

Item = TypeVar("Item")
Result = TypeVar("Result")


class WorkerLost(RuntimeError):
    """A process has ended in the middle of its work: somebody has killed it, perhaps for want of memory."""

    def __str__(self) -> str:
        return "One of the processes has been killed, perhaps for want of memory; try with fewer --jobs."


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(
    work: Callable[[Item], Result], items: Iterable[Item], jobs: int, *, threads: bool = False
) -> Generator[Result]:
    """Do the work on all items, several at a time, and give the results in the order of the items.

    Compiled code lets go of Python's lock, so threads are enough where nearly everything is compiled.
    """
    following = iter(items)
    first = list(islice(following, 2))
    if jobs <= 1 or len(first) < 2:  # for one piece of work nobody needs to be started
        yield from map(work, chain(first, following))
        return
    waiting: deque[Future[Result]] = deque()
    pool = started(jobs, threads=threads)
    try:
        for item in chain(first, following):
            waiting.append(pool.submit(work, item))
            if len(waiting) > AHEAD * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenExecutor:
        raise WorkerLost from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def started(jobs: int, *, threads: bool) -> Executor:
    """Start threads, or processes that leave signals to their parent."""
    if threads:
        return ThreadPoolExecutor(jobs)
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), settle_in, (os.getpid(),))


def settle_in(parent: int) -> None:
    """Leave signals to the parent, which stops handing out work; and end when it is gone, however it went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH_SECONDS)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
