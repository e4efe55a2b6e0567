"""Work in several processes: in its order, and done again by others if somebody is killed."""

from __future__ import annotations

import os
import signal
import threading
import time
from itertools import count
from typing import TYPE_CHECKING

import pytest

from spieltisch.lab.jobs import AHEAD, WorkerLost, in_order

if TYPE_CHECKING:
    from collections.abc import Iterator
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


def test_nobody_waits_for_work_that_is_not_wanted_any_more() -> None:
    """The second piece would take an hour."""
    coming = in_order(time.sleep, [0, 3600, 3600], 2)
    next(coming)
    coming.close()
