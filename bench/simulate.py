"""How much of the raw loop's speed `simulate` keeps, and how fast records are written and verified.

`python -m bench.simulate` prints two tables. Games a second count processor time, raw loop and simulation in turns, so
that a machine that is slow for a while is slow for both. Records are measured with so many processes (`--jobs`), by the
clock and by the processor time of each process, without what starting them takes.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path
from statistics import fmean, median
from typing import TYPE_CHECKING

from spieltisch import games
from spieltisch.lab import bench
from spieltisch.lab.simulate import TALLIED, Plan, Work, done, run
from spieltisch.lab.verifying import LINES, verify

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TURNS = 10


def counted(plan: Plan, seconds: float) -> float:
    """Games a second of one core in `simulate` without records, everything included."""
    parts = [0]

    def part() -> int:
        parts[0] += 1
        start = parts[0] * TALLIED
        return done(Work(plan, start, start + TALLIED)).games

    _, played, used = bench.timed(part, seconds, time.process_time)
    return played / used


def ratios(seconds: float) -> None:
    """Compare raw loop and simulation of every game at every player count."""
    print("| game | players | raw loop, games/s | simulate, games/s | ratio (worst turn) |\n|---|---|---|---|---|")
    for name in games.names():
        for players in games.get(name).seats:
            plan = Plan(name, players, 1)
            counted(plan, 0.01)
            raw, ours = [], []
            for _ in range(TURNS):
                speed = bench.measure(games.get(name), players, seconds / TURNS, time.process_time)
                raw.append(speed.games_per_second)
                ours.append(counted(plan, seconds / TURNS))
            parts = sorted(our / loop for our, loop in zip(ours, raw, strict=True))
            figures = f"{fmean(raw):,.0f} | {fmean(ours):,.0f} | {median(parts):.0%} ({parts[0]:.0%})"
            print(f"| {name} | {players} | {figures} |", flush=True)


def used_by_children() -> float:
    """Processor time of processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def rate(counts: Iterable[int], warm: int) -> float:
    """Give how many a second by the clock; those that came while everybody started do not count."""
    total = before = 0
    start = end = time.perf_counter()
    for count in counts:
        total += count
        end = time.perf_counter()
        if total <= warm:
            before, start = total, end
    return (total - before) / (end - start)


def written(plan: Plan, count: int, jobs: int, file: Path) -> Iterator[int]:
    """Write records and count them."""
    with file.open("wb") as out:
        for part in run(plan, count, jobs, records=True):
            out.write(part.lines)
            yield part.games


def records(name: str, players: int, count: int, jobs: int) -> None:
    """Write records and verify them."""
    warm = 8 * jobs * LINES
    print(f"\n| {name}, {players} players, {jobs} processes | a second, by the clock | a process, by its own time |")
    print("|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "records.jsonl"
        before = used_by_children()
        speed = rate(written(Plan(name, players, 1), count, jobs, file), warm)
        print(f"| records written | {speed:,.0f} | {count / (used_by_children() - before):,.0f} |", flush=True)
        before = used_by_children()
        with file.open("rb") as lines:
            speed = rate((part.good for part in verify(lines, jobs, "en")), warm)
        print(f"| records verified | {speed:,.0f} | {count / (used_by_children() - before):,.0f} |")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="processor time for each figure")
    parser.add_argument("--records", type=int, default=100_000, help="so many are written and verified")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    ratios(given.seconds)
    records("wampum", 3, given.records, given.jobs)


if __name__ == "__main__":
    main()
