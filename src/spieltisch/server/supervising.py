"""Several server processes on one machine: whoever dies is replaced, and all end together.

The processes share one listening socket, which this one keeps open and never uses. They stop in order when it is told
to stop, and also when it is gone, however it went.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import time
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

from spieltisch import _parent

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.context import SpawnProcess

log = logging.getLogger("spieltisch.supervising")

LOOK_SECONDS = 0.2
AT_ONCE_SECONDS = 10.0
"""Who dies sooner is not started again at once."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
STOP_SECONDS = 10.0
"""Who has not stopped after so long is ended."""


class Post:
    """A place that is always to be filled by one process."""

    def __init__(self, start: Callable[[], SpawnProcess]) -> None:
        self.start = start
        self.process: SpawnProcess | None = None
        self.since = 0.0
        self.pause = FIRST_PAUSE
        self.not_before = 0.0

    def fill(self, now: float) -> None:
        """Start a process if there is none and it is time."""
        if self.process is None and now >= self.not_before:
            self.process = self.start()
            self.since = now

    def look(self, now: float) -> None:
        """Notice that the process has died; one that lived long is replaced at once, others after a growing pause."""
        process = self.process
        if process is None or process.exitcode is None:
            return
        lived = now - self.since
        self.pause = FIRST_PAUSE if lived > AT_ONCE_SECONDS else min(2 * self.pause, LONGEST_PAUSE)
        self.not_before = now if lived > AT_ONCE_SECONDS else now + self.pause
        self.process = None
        log.error(
            "a server process has died and is replaced",
            extra={"pid": process.pid, "code": process.exitcode, "in": round(self.not_before - now, 1)},
        )


class Supervisor:
    """Keeps processes running until it is told to stop."""

    def __init__(self, count: int, work: Callable[..., None], given: Sequence[Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.stopping = False

        def start() -> SpawnProcess:
            process = context.Process(target=watched, args=(os.getpid(), work, *given))
            process.start()
            return process

        self.posts = [Post(start) for _ in range(count)]

    def run(self) -> int:
        """Keep all posts filled; gives 0 if everybody has stopped in order."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.stop)
        while not self.stopping:
            now = time.monotonic()
            for post in self.posts:
                post.look(now)
                post.fill(now)
            wait([post.process.sentinel for post in self.posts if post.process], LOOK_SECONDS)
        return self.end()

    def stop(self, *_: object) -> None:
        """No more replacing."""
        self.stopping = True

    def end(self) -> int:
        """Stop all processes; who does not listen is ended."""
        left = [post.process for post in self.posts if post.process]
        until = time.monotonic() + STOP_SECONDS
        for process in left:
            process.terminate()
        for process in left:
            process.join(max(0.0, until - time.monotonic()))
            if process.exitcode is None:
                log.error("a server process does not stop and is ended", extra={"pid": process.pid})
                process.kill()
                process.join()
        # One that had not yet begun to listen ends by the signal itself.
        return 0 if all(process.exitcode in (0, -signal.SIGTERM) for process in left) else 1


def watched(parent: int, work: Callable[..., None], *given: Any) -> None:
    """Do the work of a server process, and stop when the supervisor is gone."""
    _parent.end_with(parent, lambda: os.kill(os.getpid(), signal.SIGTERM))
    work(*given)
