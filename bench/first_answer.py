"""How long a new process takes for its first answer, by level, and what it holds: `python -m bench.first_answer amul`.

Everything is compiled before. Of some answers, each of another new process that thinks for a moment only, the middle
one counts; memory is the most that a process held. Linux only.
"""

import argparse
import asyncio
import multiprocessing
import statistics
import time
from pathlib import Path

from spieltisch import bots, compiling, games
from spieltisch.bots.workers import Workers
from spieltisch.games import View
from spieltisch.levels import LONG

TIMES = 5
SECONDS = 0.05


async def answer(view: View, level: str) -> tuple[float, int]:
    """Ask a new process; gives how long that took, and its memory in MB."""
    with Workers(1) as workers:
        began = time.perf_counter()
        await workers.choose(view, level, SECONDS)
        took = time.perf_counter() - began
        return took, max(memory(child.pid or 0) for child in multiprocessing.active_children())


def memory(pid: int) -> int:
    """Say how much memory a process has held at most, in MB."""
    told = Path(f"/proc/{pid}/status").read_text("ascii")
    return int(told.partition("VmHWM:")[2].split()[0]) // 1024


async def measure(game: str) -> None:
    """Measure the levels that think long."""
    compilers = compiling.Compilers()
    await compilers.compile(game)
    await compilers.add_more(game)
    found = games.get(game)
    for players in (found.seats[0], found.seats[-1]):
        view = found.deal(players, seed=1).view(0)
        for level in [level for level in bots.levels_of(game) if level in LONG]:
            answers = [await answer(view, level) for _ in range(TIMES)]
            took = statistics.median(seconds for seconds, _ in answers)
            print(f"{game} {players} {level}: {took:.2f} s, {max(held for _, held in answers)} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=games.names())
    asyncio.run(measure(parser.parse_args().game))
