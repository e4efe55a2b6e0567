"""Work in several processes: in its order, and with a sentence if one of them is killed."""

from __future__ import annotations

import os
import threading
from itertools import count
from typing import TYPE_CHECKING

import pytest

from spieltisch.lab.jobs import AHEAD, WorkerLost, in_order

if TYPE_CHECKING:
    from collections.abc import Iterator


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


def test_a_process_that_is_killed_is_missed() -> None:
    with pytest.raises(WorkerLost, match="has been killed"):
        list(in_order(os._exit, [1, 1], 2))
