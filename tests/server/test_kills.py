"""The plug is pulled under play: every acknowledged move is there afterwards, none twice, everybody plays on.

A few times; `make soak` does it hundreds of times.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest

from spieltisch.server import events as ev
from spieltisch.store import EventRow, TableChange, open_store
from tests.server.harness import Company, ServerProcess
from tests.server.killing import survive

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.nursery import Nursery


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_nothing_acknowledged_is_lost(
    database: str, tmp_path: Path, nursery: Nursery, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{tmp_path}/kills.db" if database == "sqlite" else request.getfixturevalue("postgresql")
    server = ServerProcess(
        url, tmp_path / "log", nursery=nursery, SPIELTISCH_THINKERS="1", SPIELTISCH_BOT_SECONDS="0.1"
    )
    server.start()
    try:
        toll = asyncio.run(survive(server, kills=3, tables=6, thinker_kills=1))
    finally:
        server.stop()
    assert (toll.kills, toll.thinkers) == (3, 1)
    assert toll.finished >= 6
    assert toll.records == toll.finished
    assert toll.acknowledged > 50
    assert toll.bot_moves > 8
    assert toll.reconnects >= 6
    assert "trace" not in server.log.read_text(), server.log.read_text()


def test_a_server_process_that_dies_is_replaced_and_nothing_is_lost(tmp_path: Path, postgresql: str) -> None:
    """Of several processes that share a port one is killed: its clients go to the others, and another one comes."""
    server = ServerProcess(
        postgresql, tmp_path / "log", SPIELTISCH_WORKERS="2", SPIELTISCH_THINKERS="1", SPIELTISCH_BOT_SECONDS="0.1"
    )
    server.start()
    try:
        toll = asyncio.run(survive(server, kills=1, tables=6, thinker_kills=1, workers=2))
    finally:
        server.stop()
    assert (toll.kills, toll.thinkers) == (1, 1)
    assert toll.records == toll.finished
    assert toll.reconnects >= 1
    assert "trace" not in server.log.read_text(), server.log.read_text()


def test_a_table_whose_last_seat_was_taken_begins_even_if_the_server_died_at_that_moment(
    tmp_path: Path, nursery: Nursery
) -> None:
    """Taking the last seat and dealing are two events: a server that finds only the first deals."""
    server = ServerProcess(f"sqlite:///{tmp_path}/full.db", tmp_path / "log", nursery=nursery)
    server.start()

    async def play() -> None:
        async with Company(server.url) as company:
            host, friend = await company.invite(2)
            body = {"game": "wampum", "seats": [{"kind": "me"}, {"kind": "friend"}]}
            table = (await host.post("/api/tables", body))["id"]
            server.kill()
            store = await open_store(server.database, "test")
            sat = ev.encode(ev.Sat(seat=1, person=friend.id, name=friend.name))
            assert await store.append(EventRow(table, 2, time.time(), sat), TableChange(joined=friend.id))
            await store.close()
            await asyncio.to_thread(server.start)
            players = [company.sit(guest, table) for guest in (host, friend)]
            await asyncio.wait_for(asyncio.gather(*(player.play() for player in players)), 300)
            assert all(player.over for player in players)

    try:
        asyncio.run(play())
    finally:
        assert server.stop() == 0
