"""Load: many live tables with two connected players each, client and server together on this machine.

    python -m bench.load [--tables 1000] [--seconds 25] [--pause 2] [--databases sqlite,postgresql]

Every table is a game of Wampum between two people. First each table moves after random pauses (2 s on average), and
the time from sending a move until the *other* player has received its event is taken; then nobody pauses, which gives
moves a second at saturation. A finished game is followed by the next one of the same two. Both databases in turn; the
PostgreSQL is one of our own. Takes about two and a half minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import platform
import random
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import psutil
import uvloop
from rich.console import Console
from rich.table import Table

from bench.wire import Http, Socket
from tests.databases import database
from tests.server.harness import ServerProcess

if TYPE_CHECKING:
    from collections.abc import Sequence

encode = msgspec.json.encode
LANES = 16
"""Connections over which people arrive and tables are opened."""
HARMLESS = ("over", "stale", "not_to_move")
"""Refusals that a player must expect: in a simultaneous choice somebody else may have been faster."""


# --- what a player looks at in a message -----------------------------------------------------------------------


class Place(msgspec.Struct):
    """A village where a displaced bid may go."""

    allowed: bool
    move: str


class Offer(msgspec.Struct):
    """A move that may be made."""

    move: str


class Choices(msgspec.Struct):
    """What has to be decided: Wampum's choices are built from the hand, other games list theirs."""

    verb: str = ""
    hand: str = ""
    count: int = 0
    places: list[Place] = []
    moves: list[Offer] = []


class Bid(msgspec.Struct):
    """A bid that lies in a village."""

    count: int


class Village(msgspec.Struct):
    """A village."""

    number: int
    bid: Bid | None


class Board(msgspec.Struct):
    """The board."""

    villages: list[Village] = []


class View(msgspec.Struct):
    """What a seat sees."""

    seat: int
    board: Board
    choices: Choices | None


class Turn(msgspec.Struct):
    """Whether it goes on, and with whom."""

    over: bool
    waiting: list[int] = []


class News(msgspec.Struct):
    """What has happened."""

    what: str
    seat: int | None = None


class Refused(msgspec.Struct):
    """Why not."""

    key: str


class Message(msgspec.Struct):
    """Any message of the server."""

    type: str
    id: str = ""
    ref: str = ""
    seq: int | None = None
    turn: Turn | None = None
    views: list[View] = []
    news: News | None = None
    ok: bool = True
    refused: Refused | None = None


decode = msgspec.json.Decoder(Message).decode


# --- players ---------------------------------------------------------------------------------------------------


class Load:
    """What all tables share."""

    def __init__(self, port: int, pause: float, seed: int, address: str = "127.0.0.1") -> None:
        self.port = port
        self.address = address
        self.pause = pause
        self.luck = random.Random(seed)
        self.lanes: asyncio.Queue[Http] = asyncio.Queue()
        self.delays: list[float] = []
        self.errors: list[str] = []
        self.moves = self.ended = 0
        self.stopped = False
        self.tasks: set[asyncio.Task[None]] = set()

    async def open(self, lanes: int = LANES) -> None:
        """Open the connections for requests."""
        for _ in range(lanes):
            self.lanes.put_nowait(await Http(self.port, self.address).open())

    async def post(self, path: str, body: Any, cookie: str = "", method: str = "POST") -> tuple[Any, str]:
        """Send a request over a free connection."""
        lane = await self.lanes.get()
        try:
            return await lane.post(path, body, cookie, method)
        finally:
            self.lanes.put_nowait(lane)

    def begin(self) -> None:
        """Count from here."""
        self.delays, self.moves, self.ended = [], 0, 0


class Player:
    """One of two at a table: answers when it is asked, with a random bid."""

    def __init__(self, load: Load, pair: Pair, name: str) -> None:
        self.load = load
        self.pair = pair
        self.name = name
        self.id = self.cookie = ""
        self.socket: Socket
        self.seq = self.number = 0
        self.sent_at = 0.0

    async def arrive(self) -> None:
        """Become a guest."""
        me, self.cookie = await self.load.post("/api/me", {"name": self.name})
        self.id = me["id"]

    async def connect(self) -> None:
        """Open the socket."""
        self.socket = await Socket.connect(self.load.port, self.cookie, self.hear, self.lost, self.load.address)

    def watch(self) -> None:
        """Follow the pair's table."""
        self.socket.say(encode({"type": "watch", "table": self.pair.table, "since": 0}))

    def lost(self) -> None:
        """A connection that ends before we end it is an error."""
        if not self.load.stopped:
            self.load.errors.append("connection lost")

    def hear(self, body: bytes) -> None:
        """Read one message."""
        now = time.perf_counter()
        self.take(decode(body), now)

    def take(self, message: Message, now: float) -> None:
        """See what a message means for us."""
        if message.type == "answer":
            self.answered(message)
        elif message.turn is not None and message.seq is not None:
            if message.type == "event" and message.id != self.pair.table:
                return
            self.seq = message.seq
            if message.news is not None and message.news.what == "moved" and message.views:
                self.pair.moved(self, message.news.seat, message.views[0].seat, now)
            if message.turn.over:
                self.pair.over(self.load)
            elif message.views and message.views[0].choices is not None and not self.load.stopped:
                self.think(message.views[0])

    def answered(self, message: Message) -> None:
        """Take the answer to a message."""
        if message.refused is not None and not message.refused.key.endswith(HARMLESS):
            self.load.errors.append(message.refused.key)

    def think(self, view: View) -> None:
        """Decide after a pause; without one at once."""
        if self.load.pause:
            delay = self.load.luck.uniform(0, 2 * self.load.pause)
            asyncio.get_running_loop().call_later(delay, self.move, view, self.seq)
        else:
            self.move(view, self.seq)

    def move(self, view: View, seq: int) -> None:
        """Make a random bid, relocation or discard that the offered choices allow."""
        if seq != self.seq or self.load.stopped:
            return
        luck, choices = self.load.luck, view.choices
        assert choices is not None
        if choices.moves:
            text = luck.choice(choices.moves).move
        elif choices.verb == "go":
            text = luck.choice([place for place in choices.places if place.allowed]).move
        elif choices.verb == "discard":
            text = "discard " + "".join(sorted(luck.sample(choices.hand, choices.count)))
        else:
            size = luck.randint(1, min(3, len(choices.hand)))
            free = [v.number for v in view.board.villages if (v.bid.count if v.bid else 0) < size]
            cards = "".join(sorted(luck.sample(choices.hand, size)))
            text = f"bid {luck.choice(free)} {cards}"
        self.number += 1
        self.sent_at = time.perf_counter()
        self.socket.say(
            b'{"type":"play","ref":"%d","table":"%s","seat":%d,"move":"%s","seq":%d,"id":"%d"}'
            % (self.number, self.pair.table.encode(), view.seat, text.encode(), seq, self.number)
        )


class Pair:
    """Two players and the table at which they sit."""

    def __init__(self, load: Load, number: int) -> None:
        self.players: Sequence[Player] = [Player(load, self, f"g{number}{side}") for side in "ab"]
        self.table = ""
        self.seated: dict[int, Player] = {}

    def wish(self) -> dict[str, Any]:
        """What kind of table they want."""
        return {"game": "wampum", "seats": [{"kind": "me"}, {"kind": "friend"}], "settings": {"forced_moves": False}}

    async def open(self, load: Load) -> None:
        """Open a table, sit down, and follow it."""
        first, second = self.players
        table, _ = await load.post("/api/tables", self.wish(), first.cookie)
        self.table = ""
        self.seated = {0: first, 1: second}
        await load.post(f"/api/tables/{table['id']}/join", {}, second.cookie)
        self.table = table["id"]
        for player in self.players:
            player.watch()

    def moved(self, player: Player, mover: int | None, seat: int, now: float) -> None:
        """Take the time of a move when the other player has heard of it."""
        if mover is not None and mover != seat:
            load = player.load
            load.moves += 1
            load.delays.append(now - self.seated[mover].sent_at)

    def over(self, load: Load) -> None:
        """Play another game; both hear of the end, the first to hear sees to it."""
        if self.table and not load.stopped:
            load.ended += 1
            old, self.table = self.table, ""
            for player in self.players:
                player.seq = -1  # whatever somebody still wanted to play there is forgotten
            task = asyncio.get_running_loop().create_task(self.next(load, old))
            load.tasks.add(task)
            task.add_done_callback(load.tasks.discard)

    async def next(self, load: Load, old: str) -> None:
        """Leave the old table and open a new one."""
        for player in self.players:
            player.socket.say(encode({"type": "unwatch", "table": old}))
        try:
            await self.open(load)
        except (RuntimeError, OSError, EOFError) as error:
            load.errors.append(str(error))


# --- measuring -------------------------------------------------------------------------------------------------


class Figures(NamedTuple):
    """What came out."""

    moves: float
    ended: int
    errors: list[str]
    delays: list[float]
    server: float
    """Share of a core."""
    client: float
    memory: float
    """Bytes a table."""
    load: float

    def quantile(self, share: float) -> float:
        """Milliseconds within which this share of the events has come."""
        return self.delays[min(len(self.delays) - 1, int(share * len(self.delays)))] * 1e3 if self.delays else 0.0


async def in_turn(work: list[Any]) -> None:
    """Do many things, as many at once as there are connections."""
    for start in range(0, len(work), LANES):
        await asyncio.gather(*work[start : start + LANES])


async def count(load: Load, process: psutil.Process, seconds: float) -> Figures:
    """Let everybody play for a while."""
    own = psutil.Process()
    load.begin()
    began, before, mine = time.perf_counter(), process.cpu_times(), own.cpu_times()
    await asyncio.sleep(seconds)
    took, after, mine_after = time.perf_counter() - began, process.cpu_times(), own.cpu_times()
    return Figures(
        moves=load.moves / took,
        ended=load.ended,
        errors=list(load.errors),
        delays=sorted(load.delays),
        server=(after.user + after.system - before.user - before.system) / took,
        client=(mine_after.user + mine_after.system - mine.user - mine.system) / took,
        memory=0.0,
        load=os.getloadavg()[0],
    )


async def measure(options: argparse.Namespace, server: ServerProcess) -> tuple[Figures, Figures]:
    """Seat everybody, let them play with pauses and then without."""
    assert server.process is not None
    process = psutil.Process(server.process.pid)
    load = Load(server.port, options.pause, options.seed)
    began = time.perf_counter()
    await load.open()
    pairs = [Pair(load, number) for number in range(options.tables)]
    await in_turn([player.arrive() for pair in pairs for player in pair.players])
    empty = process.memory_info().rss
    await in_turn([player.connect() for pair in pairs for player in pair.players])
    await in_turn([pair.open(load) for pair in pairs])
    print(f"everybody sits after {time.perf_counter() - began:.0f} s", file=sys.stderr)
    gc.collect()
    gc.freeze()
    await asyncio.sleep(options.warm)
    paced = await count(load, process, options.seconds)
    paced = paced._replace(memory=(process.memory_info().rss - empty) / options.tables)
    load.errors = []
    load.pause = 0.0
    await asyncio.sleep(2 * options.pause + 1)
    full = await count(load, process, options.saturate)
    load.stopped = True
    for pair in pairs:
        for player in pair.players:
            player.socket.close()
    for task in tuple(load.tasks):
        task.cancel()
    await asyncio.sleep(0.5)
    return paced, full


def run(kind: str, options: argparse.Namespace) -> tuple[Figures, Figures]:
    """Measure one database, with a server of its own."""
    with tempfile.TemporaryDirectory() as folder, database(kind, Path(folder)) as url:
        log = Path(folder) / "log"
        server = ServerProcess(url, log, SPIELTISCH_WARM_UP="true")
        server.start()
        try:
            return uvloop.run(measure(options, server))
        finally:
            server.stop()
            print(log.read_text()[-2000:], end="", file=sys.stderr)


def report(found: dict[str, tuple[Figures, Figures]], options: argparse.Namespace) -> None:
    """Print the figures with the machine."""
    title = f"{options.tables} tables with 2 connected players each, a move every {options.pause:g} s"
    table = Table(title=title, min_width=len(title) + 4)
    table.add_column("")
    for kind in found:
        table.add_column({"sqlite": "SQLite", "postgresql": "PostgreSQL"}[kind], justify="right")
    both = list(found.values())
    lines = [("moves/s", [f"{paced.moves:.0f}" for paced, _ in both])]
    for name, share in (("median", 0.5), ("p95", 0.95), ("p99", 0.99), ("longest", 1.0)):
        lines.append((f"move sent to event received, {name}", [f"{p.quantile(share):.1f} ms" for p, _ in both]))
    lines += [
        ("errors", [str(len(paced.errors)) for paced, _ in both]),
        ("memory a table", [f"{paced.memory / 1024:.0f} KB" for paced, _ in both]),
        ("server, client: share of a core", [f"{paced.server:.0%}, {paced.client:.0%}" for paced, _ in both]),
        ("games ended meanwhile", [str(paced.ended) for paced, _ in both]),
        ("load average", [f"{paced.load:.1f}" for paced, _ in both]),
        ("without pauses: moves/s", [f"{full.moves:.0f}" for _, full in both]),
        ("median, p99", [f"{full.quantile(0.5):.0f}, {full.quantile(0.99):.0f} ms" for _, full in both]),
        ("errors", [str(len(full.errors)) for _, full in both]),
        ("server, client: share of a core", [f"{full.server:.0%}, {full.client:.0%}" for _, full in both]),
        ("games ended meanwhile", [str(full.ended) for _, full in both]),
    ]
    for name, values in lines:
        table.add_row(name, *values)
    console = Console(width=110)
    console.print(table)
    console.print(f"{os.cpu_count()} cores, {platform.processor() or platform.machine()}, {platform.python_version()}")
    for pair in both:
        for figures in pair:
            for error in figures.errors[:3]:
                console.print(f"error: {error}")


def main() -> None:
    """Read the options, measure, report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=25)
    parser.add_argument("--warm", type=float, default=5, help="seconds of play before counting")
    parser.add_argument("--pause", type=float, default=2, help="seconds between moves at a table, on average")
    parser.add_argument("--saturate", type=float, default=8, help="seconds of play without pauses")
    parser.add_argument("--databases", default="sqlite,postgresql")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    report({kind: run(kind, options) for kind in options.databases.split(",")}, options)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # who is told to stop stops the database too
    main()
