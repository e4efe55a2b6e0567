"""The siege: many tables play at a human pace while strangers do their worst, on one server with its default limits.

    python -m bench.attack [--minutes 10] [--tables 200] [--database sqlite|postgresql]

Players and strangers come from different addresses of this machine, so a limit for an address hits the strangers
alone. Everybody's moves are timed, from sending to the answer and to the other player's screen; memory is watched;
afterwards every acknowledged move must be in its log and every record must hold. Whatever does not hold is named, and
the command ends with 1. What the strangers do is in bench/strangers.py.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from array import array
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import psutil
import uvloop
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bench.load import Load, Message, Pair, Player, View, in_turn
from bench.strangers import besiege
from spieltisch.match import replay, verify
from spieltisch.server import events as ev
from spieltisch.server.sitting import read_log
from spieltisch.store import open_store
from tests.databases import database
from tests.server.harness import GENEROUS, ServerProcess

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.connection import Connection

TABLES_PER_ADDRESS = 10
LANES = 2
SAMPLE_SECONDS = 2.0
WARM_SECONDS = 10.0
"""Everybody plays undisturbed for so long; nothing is counted yet."""
STUCK_SECONDS = 30.0
TABLE_BYTES = 70_000
"""A table that was used in the last minutes stays in memory; so much of the growth is explained by each."""

SLOWEST_MS = 250.0
GROWTH = 0.10
SLOWEST_BOT = 10.0

BOT = {"kind": "bot", "level": "casual"}
KINDS: tuple[tuple[str, tuple[dict[str, str], ...]], ...] = (
    ("wampum", ()),
    ("wampum", ()),
    ("wigwam", ()),
    ("wampum", (BOT,)),
    ("amul", (BOT,)),
)
"""Games and bots of the tables, in turn; two people sit at each."""


# --- those who play ------------------------------------------------------------------------------------------------


class Siege:
    """What all tables share: who was acknowledged what, and how long everything took."""

    def __init__(self) -> None:
        self.acknowledged: dict[str, list[tuple[int, str, str]]] = {}
        """By table: the number of each acknowledged move, the person, and what the client called it."""
        self.answers = array("d")
        self.screens = array("d")
        self.bots = array("d")
        self.tables: set[str] = set()
        self.counting = False

    @property
    def moves(self) -> int:
        """How many moves were acknowledged."""
        return sum(map(len, self.acknowledged.values()))


class Townsman(Player):
    """A player who notes what was acknowledged."""

    pair: Round
    sent_to = ""
    """The table of the last move: when its answer comes, the game may be over."""
    heard_at = 0.0
    answered_number = 0

    def move(self, view: View, seq: int) -> None:
        """Remember at which table the move is made."""
        self.sent_to = self.pair.table
        super().move(view, seq)

    def take(self, message: Message, now: float) -> None:
        """Note when a bot has to move and when it has."""
        self.heard_at = now
        if message.turn is not None and self is self.pair.players[0]:
            self.pair.watch_bots(message, now)
        super().take(message, now)

    def answered(self, message: Message) -> None:
        """Note an acknowledged move."""
        super().answered(message)
        if message.ref == str(self.number):
            self.answered_number = self.number
            if message.ok and message.seq is not None:
                move = (message.seq, self.id, message.ref)
                self.pair.acknowledged(self.sent_to, move, self.heard_at - self.sent_at)


class Round(Pair):
    """Two players, the game they like, and how their table is doing."""

    def __init__(self, load: Load, number: int, siege: Siege) -> None:
        super().__init__(load, number)
        self.players: Sequence[Townsman] = [Townsman(load, self, f"g{number}{side}") for side in "ab"]
        self.siege = siege
        self.game, self.bots = KINDS[number % len(KINDS)]
        self.answers = array("d")
        self.screens = array("d")
        self.last = time.perf_counter()
        self.asked_bots: dict[int, float] = {}

    def wish(self) -> dict[str, Any]:
        """A table of their game."""
        seats = [{"kind": "me"}, {"kind": "friend"}, *self.bots]
        return {"game": self.game, "seats": seats, "settings": {"forced_moves": False}}

    async def open(self, load: Load) -> None:
        """Remember every table at which they have sat."""
        self.asked_bots = {}
        await super().open(load)
        self.siege.tables.add(self.table)

    def acknowledged(self, table: str, what: tuple[int, str, str], took: float) -> None:
        """A move is safe, says the server."""
        self.siege.acknowledged.setdefault(table, []).append(what)
        if self.siege.counting:
            self.answers.append(took)
            self.siege.answers.append(took)

    def give_up(self, now: float) -> None:
        """A move that was never answered has taken at least until now."""
        for player in self.players:
            if player.number > player.answered_number:
                self.answers.append(now - player.sent_at)

    def moved(self, player: Player, mover: int | None, seat: int, now: float) -> None:
        """Take the time of a move when the other player sees it."""
        self.last = now
        if mover in self.seated and mover != seat:
            player.load.moves += 1
            if self.siege.counting:
                took = now - self.seated[mover].sent_at
                self.screens.append(took)
                self.siege.screens.append(took)

    def watch_bots(self, message: Message, now: float) -> None:
        """Take the time from a bot's turn to its move."""
        assert message.turn is not None
        if message.news is not None and message.news.what == "moved" and message.news.seat in self.asked_bots:
            took = now - self.asked_bots.pop(message.news.seat)
            if self.siege.counting:
                self.siege.bots.append(took)
        for seat in message.turn.waiting:
            if seat not in self.seated:
                self.asked_bots.setdefault(seat, now)


# --- watching the server -------------------------------------------------------------------------------------------


class Sample(NamedTuple):
    """The server at one moment."""

    rss: int
    processes: int
    tables: int


class Watch:
    """Looks at the server's memory from time to time, and hears what the strangers report."""

    def __init__(self, server: ServerProcess, reports: Connection) -> None:
        assert server.process is not None
        self.server = server
        self.process = psutil.Process(server.process.pid)
        self.reports = reports
        self.samples: list[Sample] = []
        self.tally: Counter[str] = Counter()

    def look(self) -> Sample:
        """Add up the memory of the server's processes."""
        found = [self.process, *self.process.children(recursive=True)]
        total = 0
        for process in found:
            try:
                total += process.memory_info().rss
            except psutil.NoSuchProcess:
                continue
        return Sample(total, len(found), 0)

    async def sample(self, lane: Load) -> None:
        """Note memory and tables, and take in what the strangers have counted."""
        seen = await asyncio.to_thread(self.look)
        while self.reports.poll():
            self.tally = Counter(self.reports.recv())
        self.samples.append(seen._replace(tables=await tables_of(lane)))

    def third(self, which: int) -> Sample:
        """The mean of a third of the samples."""
        size = max(1, len(self.samples) // 3)
        part = self.samples[:size] if which == 0 else self.samples[-size:]
        return Sample(*(sum(column) // len(part) for column in zip(*part, strict=True)))

    @property
    def growth(self) -> float:
        """By which share memory has grown from the first third to the last, less what tables in use explain."""
        first, last = self.third(0), self.third(2)
        explained = max(0, last.tables - first.tables) * TABLE_BYTES
        return (last.rss - first.rss - explained) / first.rss


async def tables_of(load: Load) -> int:
    """Ask how many tables the server keeps in memory."""
    health, _ = await load.post("/health", None, method="GET")
    return int(health.get("tables", 0))


# --- the siege -----------------------------------------------------------------------------------------------------


async def seat_everybody(port: int, tables: int, pause: float, siege: Siege) -> tuple[list[Load], list[Round]]:
    """Let everybody arrive, each few tables from an address of their own, and open their tables."""
    loads, rounds = [], []
    for start in range(0, tables, TABLES_PER_ADDRESS):
        load = Load(port, pause, start, f"127.0.1.{1 + start // TABLES_PER_ADDRESS}")
        await load.open(LANES)
        here = [Round(load, number, siege) for number in range(start, min(tables, start + TABLES_PER_ADDRESS))]
        await in_turn([player.arrive() for one in here for player in one.players])
        await in_turn([player.connect() for one in here for player in one.players])
        await in_turn([one.open(load) for one in here])
        loads.append(load)
        rounds += here
    return loads, rounds


async def hold_out(options: argparse.Namespace, server: ServerProcess, siege: Siege, console: Console) -> Outcome:
    """Seat everybody, let the strangers in, and count."""
    loads, rounds = await seat_everybody(server.port, options.tables, options.pause, siege)
    gc.collect()
    gc.freeze()
    await asyncio.sleep(WARM_SECONDS)
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    seconds = options.minutes * 60
    strangers = context.Process(
        target=besiege, args=(server.port, seconds, options.strangers, options.only, there), daemon=True
    )
    strangers.start()
    watch = Watch(server, here)
    siege.counting = True
    try:
        await count(watch, siege, loads, seconds, console)
    finally:
        strangers.terminate()
        strangers.join()
    now = time.perf_counter()
    for one in rounds:
        one.give_up(now)
    stuck = [one for one in rounds if now - one.last > STUCK_SECONDS]
    await go_home(loads, rounds)
    return Outcome(siege, watch, rounds, stuck, [error for load in loads for error in load.errors])


async def count(watch: Watch, siege: Siege, loads: list[Load], seconds: float, console: Console) -> None:
    """Let it happen, and show how it goes."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    began = time.monotonic()
    shown = 0.0
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=seconds)
        while (gone := time.monotonic() - began) < seconds:
            await asyncio.sleep(min(SAMPLE_SECONDS, seconds - gone))
            await watch.sample(loads[0])
            line = (
                f"{len(siege.screens):,} moves, 99 % within {quantile(siege.screens, 0.99):.0f} ms; "
                f"{watch.samples[-1].rss / 2**20:.0f} MB, {sum(watch.tally.values()):,} attacks, "
                f"{sum(len(load.errors) for load in loads)} errors"
            )
            progress.update(task, completed=gone, description=line)
            if not console.is_terminal and gone - shown >= 30:
                shown = gone
                console.print(f"{gone:.0f} s: {line}")


async def go_home(loads: list[Load], rounds: list[Round]) -> None:
    """Stop playing; what is on its way is still heard."""
    for load in loads:
        load.stopped = True
    await asyncio.sleep(1)
    for one in rounds:
        for player in one.players:
            player.socket.close()
    for load in loads:
        for task in tuple(load.tasks):
            task.cancel()
    await asyncio.sleep(0.5)


async def look_up(url: str, siege: Siege, console: Console) -> tuple[int, int]:
    """Find every acknowledged move in the log, and check every record; gives moves lost and records checked."""
    store = await open_store(url, "check")
    lost = records = 0
    try:
        with Progress(console=console, disable=not console.is_terminal) as progress:
            for table in progress.track(sorted(siege.tables), description="reading the logs"):
                rows = await store.events(table)
                log = {row.seq: ev.decode(row.body) for row in rows}
                for seq, person, sent_id in siege.acknowledged.get(table, ()):
                    event = log.get(seq)
                    same = isinstance(event, ev.Moved | ev.Changed) and (event.person, event.id) == (person, sent_id)
                    lost += not same
                sitting = read_log(table, rows)
                if sitting.match is not None:
                    (verify if sitting.over else replay)(sitting.record())
                    records += 1
    finally:
        await store.close()
    return lost, records


# --- what came out -------------------------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """All that was seen."""

    siege: Siege
    watch: Watch
    rounds: list[Round]
    stuck: list[Round]
    errors: list[str]


def quantile(times: array[float], share: float) -> float:
    """Milliseconds within which this share has come."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))] * 1e3 if times else 0.0


def worst(rounds: list[Round], which: str) -> float:
    """The 99th percentile of the table that is worst off."""
    return max(quantile(getattr(one, which), 0.99) for one in rounds)


def errors_in(log: Path) -> list[str]:
    """The tracebacks in the server's log."""
    return [line for line in log.read_text().splitlines() if '"trace"' in line or line.startswith("Traceback")]


def report(outcome: Outcome, lost: int, records: int, traces: list[str], console: Console) -> bool:
    """Print all figures, each with whether it holds; true if all do."""
    siege, watch, rounds = outcome.siege, outcome.watch, outcome.rounds
    first, last = watch.third(0), watch.third(2)
    broken = sum(number for kind, number in watch.tally.items() if " 5" in kind and " 503" not in kind)
    slowest = max(worst(rounds, "answers"), worst(rounds, "screens"))
    bots = quantile(siege.bots, 0.99) / 1e3
    lines: list[tuple[str, str, bool | None]] = [
        ("moves counted", f"{len(siege.screens):,}", len(siege.screens) > 0),
        ("move to answer, median, p99", both(siege.answers), None),
        ("move to the other's screen, median, p99", both(siege.screens), None),
        ("the worst table's p99", f"{slowest:.0f} ms", slowest <= SLOWEST_MS),
        ("a bot's move, median, p99", both(siege.bots), bots <= SLOWEST_BOT),
        ("tables that stand still", str(len(outcome.stuck)), not outcome.stuck),
        ("memory, first and last third", f"{first.rss / 2**20:.0f}, {last.rss / 2**20:.0f} MB", None),
        ("tables in memory, first and last third", f"{first.tables:,}, {last.tables:,}", None),
        ("growth that these do not explain", f"{watch.growth:+.1%}", watch.growth <= GROWTH),
        ("acknowledged moves, lost", f"{siege.moves:,}, {lost}", lost == 0),
        ("records that hold", f"{records:,}", records > 0),
        ("players' errors", str(len(outcome.errors)), not outcome.errors),
        ("server errors: answers, tracebacks", f"{broken}, {len(traces)}", not broken and not traces),
        ("attacks answered or cut off", f"{sum(watch.tally.values()):,}", bool(watch.tally)),
    ]
    table = Table(title=f"{len(rounds)} tables under attack, load average {os.getloadavg()[0]:.1f}")
    for name in ("", "measured", "holds"):
        table.add_column(name, justify="right" if name == "measured" else "left")
    for name, value, holds in lines:
        table.add_row(name, value, "" if holds is None else "yes" if holds else "NO")
    console.print(table)
    kinds = Table(title="what became of the attacks")
    kinds.add_column("attack")
    kinds.add_column("outcome")
    for attack, found in by_attack(watch.tally).items():
        kinds.add_row(attack, found)
    console.print(kinds)
    for kind, number in Counter(outcome.errors).most_common(5):
        console.print(f"a player's error, {number} times: {kind}")
    for trace in traces[:3]:
        console.print(trace[-1500:], markup=False)
    return all(holds is not False for _, _, holds in lines)


def both(times: array[float]) -> str:
    """Median and 99th percentile."""
    return f"{quantile(times, 0.5):.1f}, {quantile(times, 0.99):.0f} ms"


def by_attack(tally: Counter[str]) -> dict[str, str]:
    """What became of each attack, the most frequent first."""
    found: dict[str, list[str]] = {}
    for kind, number in tally.most_common():
        attack, _, outcome = kind.partition(" ")
        found.setdefault(attack, []).append(f"{outcome} {number:,}")
    return {attack: ", ".join(found[attack]) for attack in sorted(found)}


def run(options: argparse.Namespace, console: Console) -> bool:
    """Hold out against everything, once."""
    with tempfile.TemporaryDirectory() as folder, database(options.database, Path(folder)) as url:
        Path(folder).chmod(0o755)  # PostgreSQL may run as another user
        log = Path(folder) / "log"
        server = ServerProcess(url, log)
        for name in GENEROUS:  # what counts here are the limits that everybody has
            server.environment.pop(name, None)
        server.start()
        siege = Siege()
        try:
            outcome = uvloop.run(hold_out(options, server, siege, console))
        finally:
            server.stop()
        lost, records = asyncio.run(look_up(url, siege, console))
        return report(outcome, lost, records, errors_in(log), console)


def main() -> None:
    """Read the options, hold out, report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--pause", type=float, default=1, help="seconds between moves at a table, on average")
    parser.add_argument("--strangers", type=int, default=8, help="attacks at every moment, each from its own address")
    parser.add_argument("--only", default="", help="names of attacks, separated by commas; empty: all")
    parser.add_argument("--database", default="sqlite")
    options = parser.parse_args()
    console = Console(width=110 if not sys.stdout.isatty() else None)
    if not run(options, console):
        raise SystemExit(1)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # who is told to stop stops the database too
    main()
