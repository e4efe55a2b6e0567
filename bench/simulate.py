"""How much of the raw loop's speed `simulate` keeps, and how fast records are written and verified.

`python -m bench.simulate` prints two tables. Games a second count processor time, raw loop and simulation in turns, so
that a machine that is slow for a while is slow for both. Records are measured in so many processes (`--jobs`) by the
clock, without what starting them takes, and in one process by its processor time. At the end it says for each figure
what is wanted and whether that holds; exit status 1 if one does not.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from statistics import fmean, median
from typing import TYPE_CHECKING

from bench.bounds import Figure, told
from spieltisch import games
from spieltisch.lab import bench
from spieltisch.lab.simulate import TALLIED, Plan, Work, done, run
from spieltisch.lab.verifying import LINES, verify

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TURNS = 10
KEPT_PER_CENT = 60
"""So much of the raw loop's speed is wanted, and so many records a second by the clock:"""
WRITTEN, VERIFIED = 20_000, 10_000


def counted(plan: Plan, seconds: float) -> float:
    """Games a second of one core in `simulate` without records, everything included."""
    parts = [0]

    def part() -> int:
        parts[0] += 1
        start = parts[0] * TALLIED
        return done(Work(plan, start, start + TALLIED)).games

    _, played, used = bench.timed(part, seconds, time.process_time)
    return played / used


def ratios(seconds: float) -> list[Figure]:
    """Compare raw loop and simulation of every game at every player count."""
    found = []
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
            kept = 100 * median(parts)
            found.append(Figure(f"simulate, {name}, {players} players", kept, KEPT_PER_CENT, "% of the raw loop"))
    return found


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


def written_alone(plan: Plan, seconds: float) -> tuple[float, list[bytes]]:
    """Records a second of one process, by its processor time; and some of them."""
    parts, lines = [0], list[bytes]()

    def part() -> int:
        parts[0] += 1
        made = done(Work(plan, parts[0] * LINES, (parts[0] + 1) * LINES, records=True))
        lines.append(made.lines)
        return made.games

    bench.timed(part, 1.0, time.process_time)  # the commonest moves are known then
    _, count, used = bench.timed(part, seconds, time.process_time)
    return count / used, b"".join(lines).splitlines(keepends=True)


def verified_alone(lines: list[bytes], seconds: float) -> float:
    """Records a second that one process verifies, by its processor time."""
    starts = [0]

    def part() -> int:
        starts[0] = (starts[0] + LINES) % (len(lines) - LINES)
        return sum(checked.good for checked in verify(lines[starts[0] : starts[0] + LINES], 1, "en"))

    bench.timed(part, 1.0, time.process_time)
    _, count, used = bench.timed(part, seconds, time.process_time)
    return count / used


def records(name: str, players: int, count: int, jobs: int, seconds: float) -> list[Figure]:
    """Write records and verify them."""
    plan, warm = Plan(name, players, 1), 8 * jobs * LINES
    print(f"\n| {name}, {players} players, records a second | {jobs} processes, by the clock | one, by its own time |")
    print("|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "records.jsonl"
        made = rate(written(plan, count, jobs, file), warm)
        alone, lines = written_alone(plan, seconds)
        print(f"| written | {made:,.0f} | {alone:,.0f} |", flush=True)
        with file.open("rb") as opened:
            checked = rate((part.good for part in verify(opened, jobs, "en")), warm)
        print(f"| verified | {checked:,.0f} | {verified_alone(lines, seconds):,.0f} |")
    who = f"{name}, {players} players, {jobs} processes"
    return [
        Figure(f"records written, {who}", made, WRITTEN, "a second"),
        Figure(f"records verified, {who}", checked, VERIFIED, "a second"),
    ]


def main() -> int:
    """Measure, print, and say whether the figures are as wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="processor time for each figure")
    parser.add_argument("--records", type=int, default=100_000, help="so many are written and verified")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    figures = ratios(given.seconds)
    figures += records("wampum", 3, given.records, given.jobs, given.seconds)
    return 0 if told(figures) else 1


if __name__ == "__main__":
    sys.exit(main())
