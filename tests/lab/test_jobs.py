"""Work in several processes: in its order, and done again by others if somebody is killed."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from concurrent.futures import BrokenExecutor, Future
from itertools import count
from multiprocessing.synchronize import Event
from typing import TYPE_CHECKING, Any

import pytest

from spieltisch.lab.jobs import AHEAD, TRIES, Processes, WorkerLost, in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path


def test_results_come_in_the_order_of_the_work_whoever_is_ready_first() -> None:
    """The first piece of work waits until the second is done."""
    second_is_done = threading.Event()

    def work(item: int) -> int:
        if item == 0:
            second_is_done.wait()
        elif item == 1:
            second_is_done.set()
        return item

    assert list(in_order(work, range(20), 2, threads=True)) == list(range(20))


def noting(taken: list[int]) -> Iterator[int]:
    """Work without end; notes what has been taken of it."""
    for item in count():
        taken.append(item)
        yield item


def test_no_more_work_is_taken_than_is_needed_to_keep_everybody_busy() -> None:
    taken: list[int] = []
    coming = in_order(abs, noting(taken), 2, threads=True)
    next(coming)
    assert len(taken) <= 2 * AHEAD + 2
    coming.close()


def mark_and_die(place: Path) -> str:
    """Leave a mark and be killed; whoever finds the mark lives."""
    if not place.exists():
        place.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return place.name


def test_what_is_lost_with_a_process_that_is_killed_is_done_again(tmp_path: Path) -> None:
    """Two are killed in the middle of their work; the others lose nothing, and nothing comes twice."""
    places = [tmp_path / str(number) for number in range(20)]
    for place in places[:7] + places[8:15] + places[16:]:
        place.touch()
    assert list(in_order(mark_and_die, places, 2)) == [place.name for place in places]


def test_work_that_kills_everybody_is_given_up_with_a_sentence() -> None:
    with pytest.raises(WorkerLost, match="have been killed"):
        list(in_order(os._exit, [1, 1], 2))


class Asked(Future[int]):
    """Work that goes on when somebody waits for it."""

    def __init__(self, crew: Frail) -> None:
        super().__init__()
        self.crew = crew

    def result(self, timeout: float | None = None) -> int:
        while not self.done():
            self.crew.go_on()
        return super().result(timeout)


class Frail:
    """Processes without processes: it is written down whose work ends next, and with whom somebody is killed."""

    def __init__(self, size: int, ends: Iterable[int], deadly: Iterable[int]) -> None:
        self.size = size
        self.ends, self.deadly = iter(ends), list(deadly)
        self.under_way: dict[int, Asked] = {}
        self.killed = 0

    def submit(self, work: Callable[[Any], Any], item: Any) -> Any:  # noqa: ARG002 - as all
        self.under_way[item] = future = Asked(self)
        return future

    def go_on(self) -> None:
        """Let a piece of work end; whoever is killed takes along whatever lies there."""
        item = next(self.ends)
        if item not in self.deadly:
            self.under_way.pop(item).set_result(item)
            return
        self.deadly.remove(item)
        self.killed += 1
        lost, self.under_way = self.under_way, {}
        for future in lost.values():
            future.set_exception(BrokenExecutor())

    def stop(self) -> None:
        """Nothing to do."""


def test_with_three_processes_work_is_given_up_whoever_else_was_waited_for_meanwhile() -> None:
    """The first piece is lost with the second, and done when it comes again."""
    crew = Frail(2, [1, 0, *[1] * 9], deadly=[1] * 9)
    with pytest.raises(WorkerLost):
        list(in_order(abs, [0, 1], crew))
    assert crew.killed == TRIES


def test_who_has_not_begun_is_not_to_blame_for_the_end_of_those_before_him() -> None:
    """One works at a time: the fifth piece is lost with each of four others."""
    crew = Frail(1, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4], deadly=range(5))
    assert list(in_order(abs, range(5), crew)) == [0, 1, 2, 3, 4]
    assert crew.killed == 5


def die_with_the_lock(mark: Path) -> None:
    """Be killed in the middle of a look at whatever tells the processes that they are not needed any more."""
    for flag in [one for one in gc.get_objects() if isinstance(one, Event)]:
        flag._cond.acquire()  # type: ignore[attr-defined]
    mark.touch()
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.timeout(60)
def test_who_is_killed_while_he_looks_whether_he_is_needed_keeps_nobody_waiting(tmp_path: Path) -> None:
    crew = Processes(1)
    dying = crew.submit(die_with_the_lock, tmp_path / "mark")
    assert isinstance(dying.exception(), BrokenExecutor)
    crew.stop()


def test_nobody_waits_for_work_that_is_not_wanted_any_more() -> None:
    """The second piece would take an hour."""
    coming = in_order(time.sleep, [0, 3600, 3600], 2)
    next(coming)
    coming.close()
