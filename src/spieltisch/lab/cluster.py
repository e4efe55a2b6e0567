"""A crew on Ray: the cores of this machine, or those of all machines of a running cluster (docs/lab.md).

Imports Ray, so only those import this who ask for it. Work is handed out once; what is lost with a process or with a
whole machine comes back as lost, and `jobs.in_order` hands it out again.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import re
import socket
from concurrent.futures import BrokenExecutor, Future
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numba
import numpy as np
import ray
from ray import exceptions

from spieltisch import __version__, compiling
from spieltisch.lab import simulate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spieltisch.lab.jobs import Item, Result

LOST = (
    exceptions.NodeDiedError,
    exceptions.ObjectLostError,
    exceptions.OutOfMemoryError,
    exceptions.WorkerCrashedError,
)
OWN_MEMORY = 256 * 2**20
"""Where results wait on a Ray of our own: they are small."""
KNOCK_SECONDS = 10.0
FLOORS = ("games", "bots", "match", "lab")
"""Whose files decide about results, besides the sources at the door."""

resources: Callable[[], dict[str, float]] = ray.cluster_resources


class NoCluster(RuntimeError):
    """There is no cluster that could work for us; says why."""


class Briefing(NamedTuple):
    """What everybody is told who works for us: the game, which sources we have, and where we are."""

    game: str
    sources: str
    folder: str


# --- here -------------------------------------------------------------------------------------------------------


class Cluster:
    """Everybody in a Ray cluster, one piece of work a core."""

    def __init__(self, game: str) -> None:
        self.size = max(1, int(resources().get("CPU", 1)))
        self.briefing = ray.put(Briefing(game, sources(), str(Path.cwd())))
        self.work: tuple[Any, Any] = (None, None)
        self.under_way: dict[Future[Any], Any] = {}

    def submit(self, work: Callable[[Item], Result], item: Item) -> Future[Result]:
        """Hand out a piece of work."""
        if self.work[0] is not work:
            self.work = work, ray.put(work)  # every machine gets it once
        found: Future[Result] = Future()
        self.under_way[found] = did = hand_out(self.briefing, self.work[1], item)
        did.future().add_done_callback(partial(self._take, found))
        return found

    def _take(self, found: Future[Any], did: Future[Any]) -> None:
        """Take over what has come of a piece of work; called in a thread of Ray's."""
        self.under_way.pop(found, None)
        wrong = did.exception()
        if wrong is None:
            found.set_result(did.result())
        elif isinstance(wrong, LOST):
            found.set_exception(BrokenExecutor(str(wrong)))
        else:
            found.set_exception(told(wrong))

    def stop(self) -> None:
        """Nobody waits for what has been handed out any more."""
        for did in list(self.under_way.values()):
            ray.cancel(did)


def told(wrong: BaseException) -> BaseException:
    """Give a mistake as it happened there, with Ray's account of it behind."""
    missing = re.search(r"No module named '(.+?)'", str(wrong))
    if missing and isinstance(wrong, exceptions.RaySystemError):
        return NoCluster(f"{missing[1]} is missing on a machine of the cluster; install the same on all of them.")
    cause = getattr(wrong, "cause", None)
    if not isinstance(cause, BaseException):
        return wrong
    cause.__cause__ = wrong
    return cause


@contextmanager
def cluster(address: str, game: str, jobs: int | None = None) -> Iterator[Cluster]:
    """Join a running cluster ("auto" finds one on this machine), or start a Ray of one's own, and leave it at the end.

    It is quiet, reports nothing to anybody and opens no dashboard.
    """
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    knock(address)
    own = {"num_cpus": jobs, "include_dashboard": False, "object_store_memory": OWN_MEMORY}
    more: dict[str, Any] = {} if address else own
    try:
        ray.init(address or "local", log_to_driver=False, logging_level=logging.CRITICAL, **more)
    except ConnectionError:
        raise NoCluster("No Ray cluster runs on this machine, or it does not let us in; give its HOST:PORT.") from None
    except (RuntimeError, ValueError) as wrong:
        raise NoCluster(f"Ray does not start: {wrong}") from None
    try:
        yield Cluster(game)
    finally:
        ray.shutdown()


def knock(address: str) -> None:
    """See whether anybody is at an address: Ray would try for minutes."""
    host, _, port = address.rpartition(":")
    if host:
        try:
            socket.create_connection((host.strip("[]"), int(port)), KNOCK_SECONDS).close()
        except OSError as wrong:
            raise NoCluster(f"Nobody answers at {address}: {wrong.strerror or wrong}.") from None


# --- there ------------------------------------------------------------------------------------------------------


def do(briefing: Briefing, work: Callable[[Item], Result], item: Item) -> Result:
    """Do a piece of work."""
    settle_in(briefing)
    return work(item)


hand_out: Callable[..., Any] = ray.remote(max_retries=0)(do).remote


@cache
def settle_in(briefing: Briefing) -> None:
    """Make sure once that we do the same as everybody else; the first one on a machine compiles, others wait for it."""
    if sources() != briefing.sources:
        raise NoCluster(f"Another Spieltisch ({versions()}) is installed on {socket.gethostname()}; install the same.")
    with suppress(OSError):  # programs and agents of one's own are looked for where the command was given
        os.chdir(briefing.folder)
    asyncio.run(compiling.Compilers().compile(briefing.game))
    with compiling.alone(compiling.folders(briefing.game)[-1], "simulate"):
        simulate.prepare(briefing.game)


@cache
def sources() -> str:
    """Name what decides about results: sources, weights, cards, and the libraries that compute."""
    digest = hashlib.sha256(versions().encode())
    home = Path(__file__).parents[1]
    found = [*home.glob("*.py"), *(file for floor in FLOORS for file in (home / floor).rglob("*"))]
    for file in sorted(found):
        if file.is_file() and file.parent.name != "__pycache__":
            digest.update(f"\0{file.relative_to(home)}\0".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def versions() -> str:
    """Tell what is installed here."""
    return f"{__version__}, numba {numba.__version__}, numpy {np.__version__}"
