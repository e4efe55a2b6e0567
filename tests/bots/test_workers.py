"""Bots in processes of their own: the event loop stays free, a choice can be cancelled, nothing hidden travels."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from typing import TYPE_CHECKING

import pytest

from spieltisch import games
from spieltisch.bots.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(2) as running:
        yield running


@pytest.mark.parametrize("name", games.names())
def test_a_choice_is_legal_and_repeats_with_seed_and_nodes(workers: Workers, name: str) -> None:
    table = games.get(name).deal(seed=4)
    seat = table.waiting_for[0]
    view = table.view(seat)

    async def twice() -> list[str]:
        choices = await asyncio.gather(*(workers.choose(view, "expert", nodes=300, seed=5) for _ in range(2)))
        assert all(choice.candidates for choice in choices)
        return [choice.move for choice in choices]

    one, other = asyncio.run(twice())
    assert one == other
    assert table.is_legal(seat, one)


def test_the_event_loop_goes_on_and_a_cancelled_search_frees_its_worker(workers: Workers) -> None:
    table = games.get("wampum").deal(3, seed=4)
    view = table.view(table.waiting_for[0])

    async def impatient() -> tuple[int, float]:
        thinking = [asyncio.create_task(workers.choose(view, "expert", seconds=600)) for _ in range(2)]
        beats = 0
        for _ in range(20):
            await asyncio.sleep(0.01)
            beats += 1
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        start = time.perf_counter()
        await workers.choose(view, "casual")
        return beats, time.perf_counter() - start

    beats, waited = asyncio.run(impatient())
    assert beats == 20
    assert waited < 300  # not the ten minutes that were asked for


def test_one_process_can_be_started_before_the_first_question_and_answers_it() -> None:
    view = games.get("wampum").deal(3, seed=4).view(0)
    others = set(multiprocessing.active_children())
    with Workers(1) as early:
        early.start_one()
        early.start_one()
        [process] = set(multiprocessing.active_children()) - others
        asyncio.run(early.choose(view, "casual"))
        assert set(multiprocessing.active_children()) - others == {process}
