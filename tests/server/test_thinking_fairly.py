"""Thinking is shared out fairly: who asks for much waits for it, and a dead process costs nobody a move."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from spieltisch import games
from spieltisch.bots.workers import Choice
from spieltisch.games import Refusal
from spieltisch.server.thinking import FALLBACK, PATIENCE, TRIES, Pointless, Purpose, Thinkers
from tests.server.harness import Company, Guest, ServerProcess, open_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import BrokenExecutor
    from pathlib import Path

    from spieltisch.games import View
    from tests.server.nursery import Nursery

MOVE, HINT, REVIEW = Purpose.MOVE, Purpose.HINT, Purpose.REVIEW
AT_LAST = 400.0


def some_view() -> View:
    table = games.get("wampum").deal(3, seed=4)
    return table.view(table.waiting_for[0])


# --- whose turn it is --------------------------------------------------------------------------------------


class Desks:
    """Stands in for the processes: keeps what is thought about, and answers when it is told to."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.asked: list[tuple[str, asyncio.Future[Choice]]] = []
        self.stopped: list[str] = []

    async def choose(self, _view: View, level: str, seconds: float, weighed: str = "") -> Choice:
        name = f"judge {weighed}" if weighed else f"{level} {seconds:g}"
        answer: asyncio.Future[Choice] = asyncio.get_running_loop().create_future()
        self.asked.append((name, answer))
        assert len(self.asked) <= self.count, "more questions than processes"
        try:
            return await answer
        except asyncio.CancelledError:
            self.stopped.append(name)
            raise
        finally:
            self.asked.remove((name, answer))

    @property
    def thinking(self) -> list[str]:
        return [name for name, _ in self.asked]

    async def answer(self, error: BrokenExecutor | None = None) -> str:
        """Let the first question that is thought about end; says which one."""
        name, answer = self.asked[0]
        if error is None:
            answer.set_result(Choice(f"move {name}", []))
        else:
            answer.set_exception(error)
        await settle()
        return name

    def close(self) -> None:
        pass


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


class Scene:
    """Thinkers with one process for long thoughts, and questions that are told apart by their number of seconds."""

    def __init__(self) -> None:
        self.thinkers = Thinkers(1)
        self.desks = Desks(2)
        self.thinkers.workers = self.desks  # type: ignore[assignment]
        self.view = some_view()
        self.answers: dict[int, asyncio.Task[Any]] = {}

    async def ask(self, number: int, person: str, purpose: Purpose = MOVE, level: str = "expert", **more: Any) -> None:
        asking = self.thinkers.choose(self.view, level, number, person=person, purpose=purpose, **more)
        self.answers[number] = asyncio.create_task(asking)
        await settle()

    async def order(self) -> list[str]:
        """Let everything be answered; in which order?"""
        order = []
        while self.desks.asked:
            order.append(await self.desks.answer())
        return order


def play(scene: Callable[[Scene], Any]) -> None:
    async def run() -> None:
        await scene(Scene())

    asyncio.run(run())


def test_persons_take_turns_however_much_one_of_them_asks() -> None:
    async def scene(s: Scene) -> None:
        for number in range(1, 7):
            await s.ask(number, "greedy")
        await s.ask(7, "modest")
        await s.ask(8, "other")
        order = await s.order()
        assert order[:5] == ["expert 1", "expert 2", "expert 7", "expert 8", "expert 3"]
        assert [s.answers[number].result().move for number in (1, 8)] == ["move expert 1", "move expert 8"]

    play(scene)


def test_a_judgement_waits_for_no_expert_and_nobody_for_it() -> None:
    async def scene(s: Scene) -> None:
        await s.ask(1, "a")
        judging = asyncio.create_task(s.thinkers.judge(s.view, "this", 100.0, "b"))
        await settle()
        assert s.desks.thinking == ["expert 1", "judge this"]
        assert await s.thinkers.judge(s.view, "that", 100.0, "b") is None, "one at a time for a person"
        judging.cancel()
        await settle()
        assert s.desks.stopped == ["judge this"]
        assert await s.thinkers.judge(s.view, "late", 0.0, "b") is None, "what takes too long says nothing"
        await settle()
        assert s.desks.thinking == ["expert 1"]

    play(scene)


def test_moves_come_before_hints_and_hints_before_reviews() -> None:
    async def scene(s: Scene) -> None:
        await s.ask(1, "a")
        await s.ask(2, "b", REVIEW)
        await s.ask(3, "c", HINT)
        await s.ask(4, "d")
        assert await s.order() == ["expert 1", "expert 4", "expert 3", "expert 2"]

    play(scene)


def test_a_level_that_decides_at_a_glance_never_waits_for_one_that_thinks_long() -> None:
    async def scene(s: Scene) -> None:
        for number in range(1, 5):
            await s.ask(number, "greedy")
        await s.ask(9, "modest", level="casual")
        assert s.desks.thinking == ["expert 1", "casual 9"]

    play(scene)


def test_every_level_that_thinks_long_stands_in_that_line() -> None:
    async def scene(s: Scene) -> None:
        await s.ask(1, "a", level="master")
        await s.ask(2, "b", level="master")
        await s.ask(3, "c")
        assert s.desks.thinking == ["master 1"]
        await s.ask(9, "d", level="skilled")
        assert s.desks.thinking == ["master 1", "skilled 9"]

    play(scene)


def test_quick_questions_without_end_leave_one_process_to_long_ones() -> None:
    async def scene(s: Scene) -> None:
        for number in range(1, 5):
            await s.ask(number, "a", level="casual")
        await s.ask(9, "b")
        await s.desks.answer()
        assert "expert 9" in s.desks.thinking

    play(scene)


@pytest.mark.parametrize("purpose", [HINT, REVIEW])
def test_a_hint_or_review_gives_way_to_a_move_and_is_asked_again(purpose: Purpose) -> None:
    async def scene(s: Scene) -> None:
        await s.ask(1, "a", purpose)
        assert s.desks.thinking == ["expert 1"]
        await s.ask(2, "b")
        assert s.desks.thinking == ["expert 2"]
        assert s.desks.stopped == ["expert 1"]
        assert await s.order() == ["expert 2", "expert 1"]
        assert s.answers[1].result().move == "move expert 1"

    play(scene)


def test_tables_that_play_by_themselves_do_not_stop_hints_and_reviews_for_ever() -> None:
    async def scene(s: Scene) -> None:
        number = 1
        await s.ask(number, "greedy")
        await s.ask(500, "b", REVIEW)
        await s.ask(600, "c", HINT)
        order: list[str] = []
        while len(order) < 40:
            number += 1
            await s.ask(number, "greedy")  # there is always another one
            order.append(await s.desks.answer())
        assert order.index("expert 600") <= PATIENCE[HINT] + 1
        assert order.index("expert 500") <= PATIENCE[REVIEW] + 3

    play(scene)


def test_what_nobody_wants_to_know_any_more_leaves_the_line() -> None:
    async def scene(s: Scene) -> None:
        await s.ask(1, "a")
        await s.ask(2, "b", wanted=lambda: False)
        await s.ask(3, "c")
        await s.ask(4, "d")
        s.answers[3].cancel()
        await settle()
        assert await s.order() == ["expert 1", "expert 4"]
        assert isinstance(s.answers[2].exception(), Pointless)
        s.answers[1].cancel()
        assert "spieltisch_thoughts_waiting_moves 0.0\n" in s.thinkers.metrics.show()

    play(scene)


def test_a_question_that_is_given_up_before_it_is_begun_leaves_its_process_free() -> None:
    async def scene(s: Scene) -> None:
        task = asyncio.create_task(s.thinkers.choose(s.view, "expert", 1))
        await asyncio.sleep(0)
        task.cancel()
        await settle()
        await s.ask(2, "b")
        assert s.desks.thinking == ["expert 2"]

    play(scene)


def test_one_hint_at_a_time() -> None:
    async def scene(s: Scene) -> None:
        first = asyncio.create_task(s.thinkers.hint(s.view, 1, "a", lambda: True))
        await settle()
        with pytest.raises(Refusal) as refused:
            await s.thinkers.hint(s.view, 2, "a", lambda: True)
        assert refused.value.key == "server.refuse.busy"
        await s.order()
        assert (await first).move == "move expert 1"

    play(scene)


def test_who_waits_for_a_hint_when_the_server_stops_is_told_so() -> None:
    async def scene(s: Scene) -> None:
        await s.ask(1, "a")
        hint = asyncio.create_task(s.thinkers.hint(s.view, 2, "b", lambda: True))
        await settle()
        s.thinkers.stop()
        with pytest.raises(Refusal, match="stops"):
            await hint
        with pytest.raises(Pointless):
            await s.answers[1]

    play(scene)


# --- processes that die ------------------------------------------------------------------------------------


def test_a_question_that_kills_every_process_is_asked_of_a_simpler_level_and_drawn_in_the_end() -> None:
    async def scene(s: Scene) -> None:
        from concurrent.futures.process import BrokenProcessPool

        await s.ask(1, "a")
        asked = [await s.desks.answer(BrokenProcessPool()) for _ in range(2 * TRIES)]
        assert asked == ["expert 1"] * TRIES + [f"{FALLBACK} 1"] * TRIES
        assert s.view.is_legal(s.view.seat, s.answers[1].result().move)

    play(scene)


def test_when_a_thinking_process_dies_the_same_question_is_asked_again() -> None:
    """All that wait get an expert's answer: one with considered candidates, which a move at random has not."""

    async def scene() -> None:
        thinkers = Thinkers(1)
        view = some_view()
        try:
            await thinkers.choose(view, "expert", 0.05)
            waiting = [asyncio.create_task(thinkers.choose(view, "expert", 3.0)) for _ in range(3)]
            await asyncio.sleep(1.0)  # the first is being thought about
            for process in multiprocessing.active_children():
                with suppress(ProcessLookupError):
                    os.kill(process.pid or 0, signal.SIGKILL)
            thoughts = await asyncio.wait_for(asyncio.gather(*waiting), AT_LAST)
            assert all(len({value for _, value in thought.candidates}) > 1 for thought in thoughts)
        finally:
            await thinkers.close()

    asyncio.run(scene())


# --- at a server -------------------------------------------------------------------------------------------


@pytest.fixture
def small_server(tmp_path: Path, nursery: Nursery) -> Iterator[ServerProcess]:
    """A server with one process for long thoughts."""
    running = ServerProcess(
        f"sqlite:///{tmp_path}/test.db",
        tmp_path / "log",
        nursery=nursery,
        SPIELTISCH_THINKERS="1",
        SPIELTISCH_BOT_SECONDS="2",
        SPIELTISCH_BOT_DELAY="0",
    )
    running.start()
    yield running
    assert running.stop() == 0
    assert "trace" not in running.log.read_text(), running.log.read_text()


async def self_playing(guest: Guest, level: str) -> str:
    """A table at which two bots play, one of them in my place."""
    seats = [{"kind": "me"}, {"kind": "bot", "level": level}]
    body = {"game": "wampum", "seats": seats, "settings": {"pace": "instant"}, "start": True}
    table = (await guest.post("/api/tables", body))["id"]
    await guest.post(f"/api/tables/{table}/hand", {"seat": 0, "level": level})
    return str(table)


async def moved(guest: Guest, table: str, since: int) -> int:
    """Wait until a bot has moved; gives the number of its event."""
    while True:
        told = await guest.get(f"/api/tables/{table}/events?since={since}&wait=25")
        for event in told["events"]:
            if event["news"]["what"] == "moved" and event["news"]["by"] == "bot":
                return int(event["seq"])
            since = event["seq"]


async def events_of(guest: Guest, table: str) -> list[dict[str, Any]]:
    """What has happened at a table."""
    events: list[dict[str, Any]] = (await guest.get(f"/api/tables/{table}/events?since=0"))["events"]
    return events


def test_a_casual_bot_answers_beside_ten_tables_of_experts_that_somebody_else_lets_play(
    small_server: ServerProcess,
) -> None:
    """One process with ten thoughts of two seconds each before it: it does not wait for all of them."""

    async def scene() -> None:
        async with Company(small_server.url) as company:
            greedy, modest = await company.invite(2)
            tables = [await self_playing(greedy, "expert") for _ in range(10)]
            await moved(greedy, tables[0], 0)  # everything is loaded
            table = await self_playing(modest, "casual")
            seq = await moved(modest, table, 0)
            asked, answered = [event["at"] for event in await events_of(modest, table)][seq - 2 : seq]
            before = [event for other in tables for event in await events_of(greedy, other)]
            thought = [event for event in before if event["news"]["what"] == "moved" and asked < event["at"] < answered]
            assert len(thought) < 8

    asyncio.run(scene())


def test_nobody_has_more_than_a_few_reviews_under_way(small_server: ServerProcess) -> None:
    async def scene() -> None:
        async with Company(small_server.url) as company:
            greedy, modest = await company.invite(2)
            tables = [await finished_game(company, greedy) for _ in range(3)]
            for table in tables[:2]:
                await greedy.post(f"/api/tables/{table}/review")
            refused = await greedy.post(f"/api/tables/{tables[2]}/review", status=429)
            assert refused["key"] == "server.refuse.review_limit"
            await greedy.post(f"/api/tables/{tables[0]}/review")  # it is under way: asking again costs nothing
            await modest.post(f"/api/tables/{tables[2]}/review")  # somebody else may

    asyncio.run(scene())


async def finished_game(company: Company, guest: Guest) -> str:
    """A game against a bot, played to its end."""
    table = await open_table([guest], "wigwam", bots=1)
    player = company.sit(guest, table)
    await player.play()
    await player.close()
    return table
