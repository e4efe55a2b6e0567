"""What Ray costs beside local processes: pieces of work a second, and how long it takes until the first result.

`python -m bench.cluster` does the same work with so many processes of this machine and on a Ray of its own with as many
cores: pieces in which nothing is done, and games of bots as `simulate` hands them out.
"""

from __future__ import annotations

import argparse
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING, NamedTuple

from spieltisch import games
from spieltisch.lab.cluster import cluster
from spieltisch.lab.jobs import in_order
from spieltisch.lab.simulate import Plan, run

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spieltisch.lab.jobs import Jobs

NODES = 50


class Pace(NamedTuple):
    """How long the first result took, and how many came a second after that."""

    first: float
    rate: float


def pace(coming: Iterable[int]) -> Pace:
    """Take results as they come."""
    start = time.perf_counter()
    results = iter(coming)
    next(results)
    begun = time.perf_counter()
    count = sum(results)
    return Pace(begun - start, count / (time.perf_counter() - begun))


def one(_item: int) -> int:
    """Do nothing but count."""
    return 1


def measure(jobs: Jobs, pieces: int, count: int) -> tuple[Pace, Pace]:
    """Measure empty pieces of work and real ones."""
    game = games.names()[0]
    players = games.get(game).seats[0]
    plan = Plan(game, players, 1, seats=("casual", *["beginner"] * (players - 1)), nodes=NODES)
    return pace(in_order(one, range(pieces), jobs)), pace(part.games for part in run(plan, count, jobs))


def main() -> None:
    """Print what both cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--pieces", type=int, default=4000)
    parser.add_argument("--games", type=int, default=2000)
    given = parser.parse_args()
    for name in ("processes", "Ray"):
        start = time.perf_counter()
        with nullcontext(given.jobs) if name == "processes" else cluster("", games.names()[0], given.jobs) as jobs:
            begun = time.perf_counter() - start
            empty, real = measure(jobs, given.pieces, given.games)
        print(
            f"{name}: start {begun:.1f} s; empty pieces: first after {empty.first:.1f} s, then {empty.rate:,.0f}/s; "
            f"games of bots: first after {real.first:.1f} s, then {real.rate:,.0f}/s"
        )


if __name__ == "__main__":
    main()
