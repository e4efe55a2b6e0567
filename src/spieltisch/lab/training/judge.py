"""How strong a network is by itself, without search: it sits among copies of a level, every deal in every seat.

`python -m spieltisch.lab.training.judge FOLDER --rival casual --games 300 --jobs 4`
"""

from __future__ import annotations

import argparse
from functools import cache, partial
from pathlib import Path

import msgspec

from spieltisch import games
from spieltisch.bots import LEVELS, Budget
from spieltisch.lab import ladder
from spieltisch.lab.jobs import in_order
from spieltisch.lab.sums import mean_and_margin
from spieltisch.lab.training.plan import SHEET, Sheet
from spieltisch.lab.training.player import LEVEL, NetworkBot


@cache
def network(folder: Path, sharp: bool) -> NetworkBot:
    """Load a network once in each process."""
    return NetworkBot(folder, sharp=sharp)


def play(folder: Path, sharp: bool, task: ladder.Task) -> ladder.Result:
    """Play one game, the network in the challenger's seat."""
    table = games.get(task.game).deal(task.players, task.deal, task.options)
    moves = 0
    while not table.over:
        seat = table.waiting_for[0]
        bot = network(folder, sharp) if seat == task.seat else ladder.seated(task.game, task.rival, seat)
        budget = Budget(task.seconds, task.nodes, ladder.seed_for(task, moves))
        table.play(seat, bot.choose(table.view(seat), seat, budget))
        moves += 1
    return ladder.result_of(task, table, moves)


def judge(
    folder: Path, rival: str, count: int, jobs: int, seconds: float | None = None, sharp: bool = False
) -> tuple[float, float, int]:
    """Give the share of wins over the even share, half its 95 % interval, and the number of games."""
    plan = msgspec.json.decode((folder / SHEET).read_bytes(), type=Sheet).plan
    work = ladder.tasks(plan.game, plan.players, [(LEVEL, rival)], count, plan.options, seconds)
    results = list(in_order(partial(play, folder, sharp), work, jobs))
    deals: dict[int, list[float]] = {}
    for result in results:
        deals.setdefault(result.task.deal, []).append(result.share)
    share, margin = mean_and_margin([sum(block) / len(block) for block in deals.values()])
    return share * plan.players, margin * plan.players, len(results)


def main() -> None:
    """Judge the network in a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rival", choices=LEVELS, default="casual")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, help="for each of the level's decisions, instead of its own time")
    parser.add_argument("--sharp", action="store_true", help="the likeliest choice, instead of one drawn by chance")
    given = parser.parse_args()
    share, margin, count = judge(given.folder, given.rival, given.games, given.jobs, given.seconds, given.sharp)
    print(f"{share:.2f} ± {margin:.2f} times an even share among {given.rival}, {count} games")


if __name__ == "__main__":
    main()
