"""The rules on a GPU: every game, player count and option compared with the CPU byte for byte, then measured.

`python -m bench.gpu` needs the extra `gpu` and an NVIDIA GPU. The games are compiled and compared side by side in
processes of their own; then each measures alone. Figures are medians of several turns.
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import sys
import time
from typing import TYPE_CHECKING, Any

from spieltisch import games
from spieltisch.lab import batch
from spieltisch.lab.cuda.toolkit import cuda
from tests.lab.alike import played_out_differently, refused_differently, stepped_differently
from tests.lab.kinds import EVERY_KIND, Kind, title

if TYPE_CHECKING:
    from collections.abc import Callable

TURNS = 5
STEPS = 64


def timed(run: Callable[[], Any]) -> float:
    """Run once to compile and warm up, then give the median of a few turns, in seconds."""
    times = []
    for _ in range(TURNS + 1):
        cuda.synchronize()
        before = time.perf_counter()
        run()
        cuda.synchronize()
        times.append(time.perf_counter() - before)
    return statistics.median(times[1:])


def random_play(kind: Kind, size: int, rounds: int) -> float:
    """Decisions a second in whole random games."""
    name, players, options = kind
    tables = batch(name, players, size, seed=1, device="cuda", **options)
    decided: list[Any] = []
    seconds = timed(lambda: decided.append(tables.play_out(rounds)))
    return statistics.median(int(one.copy_to_host().sum()) for one in decided[1:]) / seconds


def steps(kind: Kind, size: int, eager: bool) -> tuple[float, float]:
    """Choices a second with step, observation and mask; and the same with drawing the choices."""
    name, players, options = kind
    tables = batch(name, players, size, seed=1, eager=eager, device="cuda", **options)

    def walk() -> None:
        for _ in range(STEPS):
            choices = tables.draw(tables.mask())
            tables.observe()
            tables.step(choices)

    mask = tables.mask()
    drawing = timed(lambda: [tables.draw(mask) for _ in range(STEPS)])
    walking = timed(walk)
    return STEPS * size / (walking - drawing), STEPS * size / walking


def compare(kind: Kind, count: int) -> str:
    """Compare whole games, and several hundred steps of fewer tables, lazy and eager."""
    return (
        played_out_differently(kind, count)
        or stepped_differently(kind, max(count // 20, 1), 300)
        or stepped_differently(kind, max(count // 20, 1), 300, eager=True, reward="margin")
        or refused_differently(kind)
    )


def work(name: str, arguments: argparse.Namespace, together: Any, alone: Any) -> None:
    """Compare all kinds of a game; when all are through, measure without neighbours."""
    kinds = [kind for kind in EVERY_KIND if kind[0] == name]
    found = []
    try:
        for kind in kinds:
            before = time.perf_counter()
            wrong = compare(kind, arguments.games)
            found.append(wrong)
            print(f"{title(kind)}: {wrong or 'alike'} ({time.perf_counter() - before:.1f} s)", flush=True)
    finally:
        together.wait()
    with alone:
        for kind in kinds:
            rates = {size: random_play(kind, size, arguments.rounds) for size in arguments.sizes}
            size = max(arguments.sizes)
            eager, lazy = (steps(kind, size, eager) for eager in (True, False))
            played = ", ".join(f"{rate / 1e9:.2f} ({size:,} tables)" for size, rate in rates.items())
            print(
                f"{title(kind)}: random play {played} billion decisions/s; step, observation, mask"
                f" {eager[0] / 1e6:.0f} million/s eager, {lazy[0] / 1e6:.0f} lazy;"
                f" with drawing {eager[1] / 1e6:.0f}, {lazy[1] / 1e6:.0f}",
                flush=True,
            )
    sys.exit(any(found))


def main() -> None:
    """Compare and measure the games that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=games.names())
    parser.add_argument("--games", type=int, default=10_000, help="so many games of each kind are compared")
    parser.add_argument("--rounds", type=int, default=4, help="random games that a table plays in one turn")
    parser.add_argument("--sizes", type=int, nargs="*", default=[1 << 16, 1 << 17])
    arguments = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    together, alone = context.Barrier(len(arguments.names)), context.Lock()
    workers = [context.Process(target=work, args=(name, arguments, together, alone)) for name in arguments.names]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    sys.exit(any(worker.exitcode for worker in workers))


if __name__ == "__main__":
    main()
