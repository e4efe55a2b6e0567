"""Pull the plug at random moments while many tables play, and look afterwards whether anything is missing.

Three things may be killed: the whole server, which is then started again; one of several server processes, which the
others have to replace; and a process in which bots think, after which the bots have to go on.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import httpx
import psutil

from spieltisch.match import read_line, verify
from spieltisch.server import events as ev
from spieltisch.store import open_store
from tests.server.harness import Company, Guest, Player, ServerProcess, open_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from spieltisch.store import EventRow

PATIENCE = 180.0
"""Nothing that has to go on may take longer, on a busy machine either."""


class Kind(NamedTuple):
    """A kind of table: how many people, and which bots."""

    game: str
    people: int
    bots: tuple[str, ...] = ()


KINDS = (
    Kind("wampum", 2),
    Kind("wampum", 2, ("random",)),
    Kind("wigwam", 2),
    Kind("amul", 2, ("random",)),
    Kind("wampum", 1, ("expert",)),
    Kind("wigwam", 1, ("casual",)),
)
THINKING = tuple(kind for kind in KINDS if set(kind.bots) - {"random"})
"""Tables whose bots think in processes of their own."""


class Toll:
    """What the kills have shown."""

    def __init__(self) -> None:
        self.kills = 0
        """Of servers, or of single processes of one."""
        self.thinkers = 0
        """Of processes in which bots think."""
        self.starting = 0.0
        """Seconds in which there was no server."""
        self.acknowledged = 0
        self.reconnects = 0
        self.finished = 0
        self.records = 0
        self.bot_moves = 0


# --- the processes of a server -------------------------------------------------------------------------------------


def spawned(parent: psutil.Process) -> list[psutil.Process]:
    """The processes that somebody has started for work; Python starts another one to keep books."""
    found = []
    for child in parent.children():
        with contextlib.suppress(psutil.Error):
            if "--multiprocessing-fork" in child.cmdline() and child.status() != psutil.STATUS_ZOMBIE:
                found.append(child)
    return found


def processes(server: ServerProcess, workers: int) -> list[psutil.Process]:
    """The server's processes that talk with clients."""
    assert server.process is not None
    main = psutil.Process(server.process.pid)
    return spawned(main) if workers > 1 else [main]


def has_clients(process: psutil.Process, port: int) -> bool:
    """Whether somebody is connected to it."""
    return any(
        line.status == psutil.CONN_ESTABLISHED and line.laddr and line.laddr.port == port
        for line in process.net_connections("tcp")
    )


def thinkers(server: ServerProcess, workers: int) -> list[psutil.Process]:
    """The processes in which the server's bots think."""
    found: list[psutil.Process] = []
    for process in processes(server, workers):
        with contextlib.suppress(psutil.NoSuchProcess):
            found += spawned(process)
    return found


# --- playing and killing -------------------------------------------------------------------------------------------


class Evening:
    """Many tables that play on whatever happens, and the one who pulls plugs."""

    def __init__(self, server: ServerProcess, company: Company, seed: int, workers: int) -> None:
        self.server = server
        self.company = company
        self.luck = random.Random(seed)
        self.workers = workers
        self.toll = Toll()
        self.stop = asyncio.Event()
        self.played: list[tuple[str, list[Player]]] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def begin(self, tables: int) -> None:
        """Let everybody sit down and play, game after game."""
        kinds = [KINDS[number % len(KINDS)] for number in range(tables)]
        rounds = [await self.company.invite(kind.people) for kind in kinds]
        self.tasks = [
            asyncio.create_task(self.keep_playing(kind, guests)) for kind, guests in zip(kinds, rounds, strict=True)
        ]

    async def keep_playing(self, kind: Kind, guests: list[Guest]) -> None:
        """Play one game after the other until told to stop."""
        seats: list[dict[str, str]] = [{"kind": "me"}, *[{"kind": "friend"}] * (kind.people - 1)]
        seats += [{"kind": "bot", "level": level} for level in kind.bots]
        while not self.stop.is_set():
            table = await patiently(lambda: open_table(guests, kind.game, seats=seats))
            players = [self.company.sit(guest, table) for guest in guests]
            for player in players:
                player.thinking = 0.1
            self.played.append((table, players))
            await asyncio.gather(*(player.play() for player in players))
            self.toll.finished += 1
            for player in players:
                await player.close()

    def acknowledged(self) -> int:
        """How many moves were acknowledged so far."""
        return sum(len(player.acknowledged) for _, players in self.played for player in players)

    def bots_moved(self) -> int:
        """How many moves of thinking bots were seen so far."""
        levels = {level for kind in THINKING for level in kind.bots}
        return sum(
            event["news"].get("by") == "bot" and level_at(players[0], event["news"]["seat"]) in levels
            for _, players in self.played
            for event in players[0].events
        )

    async def until_more(self, count: Callable[[], int], more: int, what: str) -> None:
        """Wait until so many more of something have happened; fail if it does not go on."""
        goal, until = count() + more, time.monotonic() + PATIENCE
        while count() < goal:
            assert time.monotonic() < until, f"{what}: it does not go on"
            await asyncio.sleep(0.02)
            for task in self.tasks:
                if task.done():
                    task.result()

    async def kill_server(self) -> None:
        """Pull the plug, and start again; of several processes one dies, and has to be replaced by the others."""
        await asyncio.sleep(self.luck.uniform(0.0, 0.3))
        began = time.monotonic()
        if self.workers == 1:
            await asyncio.to_thread(self.server.kill)
            await asyncio.to_thread(self.server.start)
        else:
            alive = processes(self.server, self.workers)
            # The system may send all clients to one of them; who talks with nobody is missed by nobody.
            victim = self.luck.choice([one for one in alive if has_clients(one, self.server.port)] or alive)
            victim.kill()
            await self.all_there(victim.pid)
        self.toll.starting += time.monotonic() - began
        self.toll.kills += 1

    async def all_there(self, dead: int) -> None:
        """Wait until a process that was killed has been replaced."""
        until = time.monotonic() + PATIENCE
        while True:
            alive = [process.pid for process in processes(self.server, self.workers)]
            if len(alive) == self.workers and dead not in alive:
                return
            assert time.monotonic() < until, "a server process that was killed has not been replaced"
            await asyncio.sleep(0.05)

    async def kill_thinker(self) -> None:
        """Kill a process in which bots think, while they do; they have to go on."""
        await self.until_more(self.bots_moved, 2, "bots before a thinker is killed")
        await asyncio.sleep(self.luck.uniform(0.0, 0.3))
        victims = thinkers(self.server, self.workers)
        if victims:
            with contextlib.suppress(psutil.NoSuchProcess):
                self.luck.choice(victims).kill()
                self.toll.thinkers += 1
            await self.until_more(self.bots_moved, 2, "bots after a thinker was killed")

    async def finish(self) -> None:
        """Let all games come to their end."""
        self.stop.set()
        for _, players in self.played:
            for player in players:
                player.thinking = 0.0
        done, waiting = await asyncio.wait(self.tasks, timeout=PATIENCE * 2)
        stuck = [table for table, players in self.played if not players[0].over]
        assert not waiting, f"these tables do not go on: {', '.join(stuck)}"
        for task in done:
            task.result()
        self.toll.bot_moves = self.bots_moved()


def level_at(player: Player, seat: int) -> str | None:
    """The level of the bot on a seat."""
    seats: list[dict[str, Any]] = player.info.get("seats", [])
    return seats[seat]["level"] if seat < len(seats) else None


async def survive(
    server: ServerProcess,
    kills: int,
    tables: int,
    seed: int = 1,
    progress: Callable[[Toll], None] | None = None,
    thinker_kills: int = 0,
    workers: int = 1,
) -> Toll:
    """Play at many tables; kill what may be killed; then compare all acknowledged moves with the logs.

    `kills` servers are killed, or single processes of one that has several `workers`; and at some of these moments,
    so many in all, a process in which bots think.
    """
    async with Company(server.url) as company:
        evening = Evening(server, company, seed, workers)
        toll = evening.toll
        await evening.begin(tables)
        moments = ["server"] * kills + ["thinker"] * thinker_kills
        evening.luck.shuffle(moments)
        for moment in moments:
            if moment == "thinker":
                await evening.kill_thinker()
            else:
                await evening.until_more(evening.acknowledged, tables, "moves before a kill")
                await evening.kill_server()
            if progress is not None:
                progress(toll)
        await evening.finish()
        await check_tables(server, evening.played, toll)
        for table, players in evening.played:
            record = await players[0].guest.http.get(f"/api/tables/{table}/record")
            assert record.status_code == 200, record.text
            verify(read_line(record.content))
            toll.records += 1
    return toll


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
