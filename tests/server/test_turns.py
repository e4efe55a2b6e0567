"""Work that takes long: a house that asks for much waits for itself, not everybody for it."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import pytest
import websockets

from spieltisch.server.limits import Turns
from tests.server.harness import Company, ServerProcess, open_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.nursery import Nursery


def test_houses_take_turns_however_much_one_asks_for() -> None:
    async def work() -> list[str]:
        turns, done = Turns(), list[str]()

        async def one(house: str) -> None:
            async with turns.take(house):
                await asyncio.sleep(0)
                done.append(house)

        await asyncio.gather(*(one(house) for house in ["greedy"] * 6 + ["modest", "quiet"]))
        assert not turns.taken
        assert not turns.waiting
        return done

    assert asyncio.run(work()) == ["greedy", "greedy", "modest", "quiet", "greedy", "greedy", "greedy", "greedy"]


@pytest.mark.parametrize("early", [False, True], ids=["while waiting", "when the turn comes"])
def test_who_gives_up_waiting_holds_nobody_up(*, early: bool) -> None:
    async def work() -> list[str]:
        turns, done = Turns(), list[str]()

        async def one(name: str) -> None:
            async with turns.take(name):
                await asyncio.sleep(0)
                done.append(name)

        first, second, third = (asyncio.create_task(one(name)) for name in ("first", "second", "third"))
        while not turns.waiting:
            await asyncio.sleep(0)
        if early:
            await first
        second.cancel()
        await asyncio.gather(first, second, third, return_exceptions=True)
        assert not turns.taken
        return done

    assert asyncio.run(work()) == ["first", "third"]


@pytest.fixture
def narrow(tmp_path: Path, nursery: Nursery) -> Iterator[ServerProcess]:
    """A server where a house may ask for 60 things at once and hardly any after that, and say 20 on each socket."""
    running = ServerProcess(
        f"sqlite:///{tmp_path}/narrow.db",
        tmp_path / "log",
        nursery=nursery,
        SPIELTISCH_REQUESTS_PER_SECOND="0.1",
        SPIELTISCH_REQUESTS_AT_ONCE="60",
        SPIELTISCH_MESSAGES_PER_SECOND="0.1",
        SPIELTISCH_MESSAGES_AT_ONCE="20",
    )
    running.start()
    yield running
    assert running.stop() == 0
    assert "trace" not in running.log.read_text(), running.log.read_text()


async def talk(server: ServerProcess, sockets: int, messages: int, **message: str) -> list[str]:
    """Say something over many sockets of one person, each as often as it may; gives what became of each."""
    async with Company(server.url) as company:
        (guest,) = await company.invite(1)
        table = await open_table([guest], "wampum", bots=1)
        players = [company.sit(guest, table) for _ in range(sockets)]
        for player in players:
            await player.connect()
        for player in players:
            for number in range(messages):
                await player.say(**message, ref=str(number))
        outcomes = []
        for player in players:
            with contextlib.suppress(websockets.ConnectionClosed):  # who does not listen is shown out
                for _ in range(messages):
                    while (answer := await player.hear())["type"] != "answer":
                        pass
                    outcomes.append("ok" if answer["ok"] else answer["refused"]["key"])
        return outcomes


def test_reading_tables_is_limited_for_a_house_however_many_sockets_it_has(narrow: ServerProcess) -> None:
    outcomes = asyncio.run(talk(narrow, 10, 10, kind="watch"))
    assert "server.refuse.too_fast" in outcomes
    assert "ok" in outcomes


def test_messages_are_limited_for_a_house_however_many_sockets_it_has(narrow: ServerProcess) -> None:
    outcomes = asyncio.run(talk(narrow, 16, 20, kind="unwatch"))
    assert "server.refuse.too_fast" in outcomes
    assert "server.refuse.not_watching" in outcomes
