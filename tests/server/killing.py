"""Pull the plug at random moments while many tables play, and look afterwards whether anything is missing."""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING

import httpx

from spieltisch.match import read_line, verify
from spieltisch.server import events as ev
from spieltisch.store import open_store
from tests.server.harness import Company, Guest, Player, ServerProcess, open_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from spieltisch.store import EventRow

GAMES = (("wampum", 2, 0), ("wampum", 2, 1), ("wigwam", 2, 0), ("amul", 2, 1))


class Toll:
    """What the kills have shown."""

    def __init__(self) -> None:
        self.kills = 0
        self.starting = 0.0
        """Seconds in which there was no server."""
        self.acknowledged = 0
        self.reconnects = 0
        self.finished = 0
        self.records = 0


async def survive(
    server: ServerProcess,
    kills: int,
    tables: int,
    seed: int = 1,
    progress: Callable[[Toll], None] | None = None,
) -> Toll:
    """Play at many tables; kill the server `kills` times; then compare all acknowledged moves with the logs."""
    toll = Toll()
    luck = random.Random(seed)
    stop = asyncio.Event()
    played: list[tuple[str, list[Player]]] = []
    async with Company(server.url) as company:

        async def keep_playing(number: int, guests: list[Guest]) -> None:
            game, _, bots = GAMES[number % len(GAMES)]
            while not stop.is_set():
                table = await patiently(lambda: open_table(guests, game, bots))
                players = [company.sit(guest, table) for guest in guests]
                for player in players:
                    player.thinking = 0.1
                played.append((table, players))
                await asyncio.gather(*(player.play() for player in players))
                toll.finished += 1
                for player in players:
                    await player.close()

        rounds = [await company.invite(GAMES[number % len(GAMES)][1]) for number in range(tables)]
        tasks = [asyncio.create_task(keep_playing(*numbered)) for numbered in enumerate(rounds)]
        for _ in range(kills):
            await under_play(tasks, lambda: sum(len(p.acknowledged) for _, ps in played for p in ps), tables)
            await asyncio.sleep(luck.uniform(0.0, 0.3))
            began = time.monotonic()
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            toll.starting += time.monotonic() - began
            toll.kills += 1
            if progress is not None:
                progress(toll)
        stop.set()
        for _, players in played:
            for player in players:
                player.thinking = 0.0
        await asyncio.gather(*tasks)
        await check_tables(server, played, toll)
        for table, players in played:
            record = await players[0].guest.http.get(f"/api/tables/{table}/record")
            assert record.status_code == 200, record.text
            verify(read_line(record.content))
            toll.records += 1
    return toll


async def under_play(tasks: list[asyncio.Task[None]], moves: Callable[[], int], more: int) -> None:
    """Wait until so many more moves have been acknowledged."""
    goal = moves() + more
    while moves() < goal:
        await asyncio.sleep(0.02)
        for task in tasks:
            if task.done():
                task.result()


async def patiently(work: Callable[[], object]) -> str:
    """Try again while the server is away."""
    while True:
        try:
            return str(await work())  # type: ignore[misc]
        except (httpx.HTTPError, AssertionError):
            await asyncio.sleep(0.1)


async def check_tables(server: ServerProcess, played: list[tuple[str, list[Player]]], toll: Toll) -> None:
    """Every acknowledged move stands in the log under its number, and nothing stands there twice."""
    store = await open_store(server.database, "check")
    try:
        for table, players in played:
            check_log(await store.events(table), players, toll)
    finally:
        await store.close()


def check_log(rows: list[EventRow], players: list[Player], toll: Toll) -> None:
    """The same for one table."""
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    log = {row.seq: ev.decode(row.body) for row in rows}
    ids = [(event.person, event.id) for event in log.values() if isinstance(event, ev.Moved) and event.id]
    assert len(ids) == len(set(ids))
    for player in players:
        toll.reconnects += player.reconnects
        for seq, move in player.acknowledged:
            event = log[seq]
            assert isinstance(event, ev.Moved | ev.Changed)
            assert event.move == move
            assert event.person == player.guest.id
            toll.acknowledged += 1
        for message in player.events:
            # What a client was told is what the log holds, also across restarts.
            assert message["at"] == rows[message["seq"] - 1].at
