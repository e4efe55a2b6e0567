"""Load: many live tables with two connected players each, all on this machine, client and server together.

    python -m bench.load --tables 1000 --seconds 60 --pause 2 [--database postgresql://…] [--saturate]

Every table is a game of Wampum between two people; each move is made after a random pause. Measured: the time from
sending a move until the *other* player has received its event, errors, the server's memory. With --saturate nobody
pauses, which gives moves a second.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import psutil
import websockets

from tests.server.harness import Guest, ServerProcess

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

decode = msgspec.json.Decoder().decode
encode = msgspec.json.encode


class Load:
    """What all tables share."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.sent_at: dict[tuple[str, int], float] = {}
        self.delays: list[float] = []
        self.errors: list[str] = []
        self.moves = 0
        self.ended = 0
        self.measuring = False
        self.stop = False


class Seat:
    """One player: answers when it is asked, with a random bid."""

    def __init__(self, load: Load, guest: Guest, table: str, luck: random.Random) -> None:
        self.load = load
        self.guest = guest
        self.table = table
        self.luck = luck
        self.socket: ClientConnection
        self.seq = 0
        self.number = 0

    async def connect(self) -> None:
        """Open the socket and follow the table."""
        self.socket = await websockets.connect(
            f"{self.guest.url.replace('http', 'ws')}/api/play",
            additional_headers={"Cookie": self.guest.cookie},
            compression=None,
            ping_interval=None,
            max_size=None,
        )
        await self.socket.send(encode({"type": "watch", "table": self.table, "since": 0}).decode())

    async def play(self) -> None:
        """Take message after message."""
        async for frame in self.socket:
            message = decode(frame)
            if message["type"] == "answer":
                self.check(message)
            elif message["type"] in ("event", "table"):
                self.seq = message["seq"]
                self.time(message)
                if message["turn"]["over"]:
                    self.load.ended += 1
                if message["turn"]["over"] or self.load.stop:
                    return
                for view in message["views"]:
                    if view["choices"]:
                        await self.move(view)

    def check(self, message: Any) -> None:
        """Note refusals that should not be."""
        if not message["ok"] and not message["refused"]["key"].endswith(("over", "stale", "not_to_move")):
            self.load.errors.append(message["refused"]["key"])

    def time(self, message: Any) -> None:
        """Note how long the other player's move was on its way."""
        if message["type"] != "event" or message["news"]["what"] != "moved":
            return
        began = self.load.sent_at.pop((self.table, message["news"]["seat"]), None)
        mine = message["views"][0]["seat"]
        if began is not None and mine == message["news"]["seat"]:
            self.load.sent_at[self.table, mine] = began  # the own echo; the other player takes the time
        elif began is not None and self.load.measuring:
            self.load.delays.append(time.perf_counter() - began)
            self.load.moves += 1

    async def move(self, view: Any) -> None:
        """Make a random bid, relocation or discard that the offered choices allow."""
        if self.load.options.pause:
            await asyncio.sleep(self.luck.uniform(0, 2 * self.load.options.pause))
        choices, seat = view["choices"], view["seat"]
        if choices["verb"] == "go":
            move = self.luck.choice([place for place in choices["places"] if place["allowed"]])["move"]
        elif choices["verb"] == "discard":
            move = "discard " + "".join(sorted(self.luck.sample(choices["hand"], choices["count"])))
        else:
            lying = {v["number"]: v["bid"]["count"] if v["bid"] else 0 for v in view["board"]["villages"]}
            size = self.luck.randint(1, min(3, len(choices["hand"])))
            free = [number for number, count in lying.items() if count < size]
            cards = "".join(sorted(self.luck.sample(choices["hand"], size)))
            move = f"bid {self.luck.choice(free)} {cards}"
        self.number += 1
        ref = str(self.number)
        self.load.sent_at[self.table, seat] = time.perf_counter()
        await self.socket.send(
            encode(
                {
                    "type": "play",
                    "ref": ref,
                    "table": self.table,
                    "seat": seat,
                    "move": move,
                    "seq": self.seq,
                    "id": ref,
                }
            ).decode()
        )


async def keep_playing(load: Load, pair: list[Guest], luck: random.Random) -> None:
    """One table after the other, always with two people."""
    while not load.stop:
        body = {
            "game": "wampum",
            "seats": [{"kind": "me"}, {"kind": "friend"}],
            "settings": {"forced_moves": False},
        }
        table = (await pair[0].post("/api/tables", body))["id"]
        await pair[1].post(f"/api/tables/{table}/join", {})
        seats = [Seat(load, guest, table, luck) for guest in pair]
        for seat in seats:
            await seat.connect()
        try:
            await asyncio.gather(*(seat.play() for seat in seats))
        except websockets.ConnectionClosed as error:
            if not load.stop:
                load.errors.append(f"closed {error}")
        for seat in seats:
            await seat.socket.close()


async def measure(load: Load, server: ServerProcess) -> None:
    """Seat everybody, let them play, and count."""
    options = load.options
    assert server.process is not None
    process = psutil.Process(server.process.pid)
    luck = random.Random(options.seed)
    pairs = [[Guest(server.url, f"g{number}-{side}") for side in "ab"] for number in range(options.tables)]
    for start in range(0, len(pairs), 25):
        await asyncio.gather(*(guest.arrive() for pair in pairs[start : start + 25] for guest in pair))
    gc.freeze()
    empty = process.memory_info().rss
    tasks = [asyncio.create_task(keep_playing(load, pair, random.Random(luck.random()))) for pair in pairs[:1]]
    for pair in pairs[1:]:
        tasks.append(asyncio.create_task(keep_playing(load, pair, random.Random(luck.random()))))
        await asyncio.sleep(options.ramp / options.tables)
    await asyncio.sleep(options.warm)
    load.measuring = True
    began, before = time.perf_counter(), process.cpu_times()
    await asyncio.sleep(options.seconds)
    load.measuring = False
    took, after = time.perf_counter() - began, process.cpu_times()
    full = process.memory_info().rss
    load.stop = True
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    report(load, took, (full - empty) / options.tables, after.user + after.system - before.user - before.system)
    for pair in pairs:
        for guest in pair:
            await guest.leave()


def report(load: Load, took: float, memory: float, cpu: float) -> None:
    """Print the figures with the machine."""
    delays = sorted(load.delays)
    kind = "PostgreSQL" if str(load.options.database).startswith("postgres") else "SQLite"
    print(f"{kind}, {load.options.tables} tables with 2 players each, {took:.0f} s, {os.cpu_count()} cores")
    print(
        f"moves/s {load.moves / took:.0f} · games ended {load.ended // 2} · errors {len(load.errors)} {load.errors[:3]}"
    )
    if delays:
        marks = statistics.quantiles(delays, n=1000)
        print(
            "move sent to event at the other player, ms: "
            f"median {marks[499] * 1e3:.1f} · p95 {marks[949] * 1e3:.1f} · p99 {marks[989] * 1e3:.1f} · "
            f"max {delays[-1] * 1e3:.0f}"
        )
    print(f"server: {cpu / took:.0%} of a core, {memory / 1024:.0f} KB a table; load {os.getloadavg()[0]:.1f}")


def main() -> None:
    """Read the options, start a server, measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--warm", type=float, default=10)
    parser.add_argument("--ramp", type=float, default=20, help="seconds in which the tables open")
    parser.add_argument("--pause", type=float, default=2, help="seconds between moves at a table, on average")
    parser.add_argument("--saturate", action="store_true", help="no pauses")
    parser.add_argument("--database", default=None)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.saturate:
        options.pause = 0.0
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{folder}/load.db"
        server = ServerProcess(database, Path(folder) / "log", SPIELTISCH_WARM_UP="true")
        server.start()
        try:
            asyncio.run(measure(Load(options), server))
        finally:
            server.stop()
            print(Path(folder, "log").read_text()[-2000:], file=sys.stderr)


if __name__ == "__main__":
    main()
