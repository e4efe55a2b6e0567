"""The siege: many tables play at a human pace while strangers do their worst, on one server with its default limits.

    python -m bench.attack [--minutes 10] [--tables 200] [--database sqlite|postgresql]

A table moves every two seconds on average, as in bench/load.py. Players and strangers come from different addresses of
this machine, so a limit for an address hits the strangers alone. Everybody's moves are timed, from sending to the
answer and to the other player's screen; memory is watched; afterwards every acknowledged move must be in its log and
every record must hold. Whatever does not hold is named, and the command ends with 1. What the strangers do is in
bench/mischief.py.
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
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import psutil
import uvloop
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bench.mischief import besiege
from bench.townsfolk import Round, Siege, go_home, seat_everybody
from spieltisch.match import replay, verify
from spieltisch.server import events as ev
from spieltisch.server.sitting import read_log
from spieltisch.store import open_store
from tests.databases import database
from tests.server.harness import GENEROUS, ServerProcess

if TYPE_CHECKING:
    from array import array
    from multiprocessing.connection import Connection

    from bench.load import Load

SAMPLE_SECONDS = 2.0
WARM_SECONDS = 10.0
"""Everybody plays undisturbed for so long; nothing is counted yet."""
STUCK_SECONDS = 30.0
"""A table at which nothing has happened for so long stands still."""
TABLE_BYTES = 70_000
"""A table that was used in the last minutes stays in memory; so much of the growth is explained by each."""

# What has to hold.
SLOWEST_MS = 250.0
GROWTH = 0.10
SLOWEST_BOT = 10.0


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
        self.began = (time.monotonic(), self.worked(), stolen())
        self.tally: Counter[str] = Counter()

    def worked(self) -> tuple[float, float]:
        """Seconds for which the server's first process and this one have kept a core busy."""
        server, own = self.process.cpu_times(), psutil.Process().cpu_times()
        return server.user + server.system, own.user + own.system

    def shares(self) -> str:
        """Which share of a core these two have used."""
        took = time.monotonic() - self.began[0]
        server, own = (now - before for now, before in zip(self.worked(), self.began[1], strict=True))
        return f"{server / took:.0%}, {own / took:.0%}"

    def taken_away(self) -> str:
        """Which share of the machine its own host has lent to others meanwhile."""
        took = time.monotonic() - self.began[0]
        return f"{(stolen() - self.began[2]) / took / (os.cpu_count() or 1):.1%}"

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


def stolen() -> float:
    """Seconds for which this machine's cores were lent to others by their host, where the system tells."""
    return float(getattr(psutil.cpu_times(), "steal", 0.0))


async def tables_of(load: Load) -> int:
    """Ask how many tables the server keeps in memory."""
    health, _ = await load.post("/health", None, method="GET")
    return int(health.get("tables", 0))


# --- the siege -----------------------------------------------------------------------------------------------------


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
    await asyncio.to_thread(here.recv)  # until they are ready
    watch = Watch(server, here)
    siege.counting = True
    try:
        await count(watch, siege, loads, seconds, console)
        if strangers.exitcode:
            raise RuntimeError("the strangers have gone home before the end")
    finally:
        strangers.terminate()
        strangers.join()
    shares, taken_away = watch.shares(), watch.taken_away()
    now = time.perf_counter()
    for one in rounds:
        one.give_up(now)
    stuck = [one for one in rounds if now - one.last > STUCK_SECONDS]
    await go_home(loads, rounds)
    return Outcome(siege, watch, shares, taken_away, rounds, stuck, [error for load in loads for error in load.errors])


async def count(watch: Watch, siege: Siege, loads: list[Load], seconds: float, console: Console) -> None:
    """Let it happen, and show how it goes."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    began = time.monotonic()
    shown, moves, before = 0.0, 0, stolen()
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
                lately = quantile(siege.screens[moves:], 0.99)
                console.print(
                    f"{gone:.0f} s: {line}; lately within {lately:.0f} ms, {stolen() - before:.1f} s taken away"
                )
                shown, moves, before = gone, len(siege.screens), stolen()


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
    shares: str
    taken_away: str
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
        ("server, players: share of a core", outcome.shares, None),
        ("share of the machine that its host took away", outcome.taken_away, None),
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
        console.print(trace[:200], "…", trace[-600:], markup=False)
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
    parser.add_argument("--pause", type=float, default=2, help="seconds between moves at a table, on average")
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
