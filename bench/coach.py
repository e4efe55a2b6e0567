"""How well the coach warns: games of somebody who plays at random against beginners, judged by the expert.

`python -m bench.coach` plays 200 games of each kind and takes some decisions of each, drawn by the seed. Before every
one of them the coach is asked what it would say, with its own small budget, and the expert what the move costs, with
far more. Both count nodes, not seconds, so the same seed gives the same figures. `--rows FILE` keeps every decision, so
that the games can be played in parts (`--first`) and summed up afterwards (`--sum`).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spieltisch import bots, games
from spieltisch.bots import Budget
from spieltisch.bots.coach import MUCH, judge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spieltisch.bots import Bot
    from spieltisch.games import View

COSTLY = 0.15
"""A move that costs more of the win than this should be warned of."""
WARNED, ALARMED = 0.8, 0.1
"""So many of those at least, and so many of the others at most."""
EXPERT_NODES = {"wampum": 40_000, "wigwam": 3_000_000, "amul": 40_000}
"""About what the expert does in its second; in games with hidden cards half of it goes into the comparison."""
KINDS = (("wampum", 3), ("wampum", 5), ("wigwam", 2), ("amul", 3), ("amul", 5))


class Row(NamedTuple):
    """One decision: what the coach thinks that it costs, what the expert does, and the processor time of the coach."""

    kind: str
    game: int
    move: int
    choices: int
    coach: float
    expert: float
    seconds: float


class Sum(NamedTuple):
    """How the coach did."""

    decisions: int
    costly: int
    warned: int
    alarmed: int
    slowest: float

    @classmethod
    def of(cls, rows: list[Row], much: float = MUCH) -> Sum:
        """Count."""
        costly = [row for row in rows if row.expert > COSTLY]
        others = [row for row in rows if row.expert <= COSTLY]
        warned, alarmed = (sum(row.coach > much for row in part) for part in (costly, others))
        return cls(len(rows), len(costly), warned, alarmed, max((row.seconds for row in rows), default=0.0))

    @property
    def holds(self) -> bool:
        """Whether it warns often enough, and not too often."""
        others = self.decisions - self.costly
        return self.warned >= WARNED * self.costly and self.alarmed <= ALARMED * others

    def told(self) -> str:
        """Write it as a row of a table."""
        others = self.decisions - self.costly
        return (
            f"{self.decisions} decisions, {self.costly} costly: warned before {self.warned / max(1, self.costly):.1%}"
            f" of these and {self.alarmed / max(1, others):.1%} of the others; slowest {1000 * self.slowest:.0f} ms"
        )


@cache
def expert_of(game: str) -> Bot:
    """The bot that is both: with a small budget the coach, with its ordinary one the judge."""
    return bots.get(game, "expert")


def rows_of(game: str, players: int, number: int, seed: int, each: int) -> list[Row]:
    """Play one game, and look at some decisions of the seat that plays at random."""
    origin = seed * 1_000_003 + number
    options = dict(games.get(game).first_options)
    table = games.get(game).deal(players, origin, options)
    learner, beginner, dice = number % players, bots.get(game, "beginner"), np.random.default_rng(origin)
    moments: list[tuple[int, View, str]] = []
    made = 0
    while not table.over:
        seat = table.waiting_for[0]
        if seat == learner:
            move = table.random_move(seat)
            if table.count_moves(seat) > 1:
                moments.append((made, table.view(seat), move))
        else:
            move = beginner.choose(table.view(seat), seat, Budget(seed=origin + made))
        table.play(seat, move)
        made += 1
    taken = sorted(dice.permutation(len(moments))[:each])
    return [judged(f"{game} {players}", number, moments[place], origin) for place in taken]


def judged(kind: str, game: int, moment: tuple[int, View, str], origin: int) -> Row:
    """Ask the coach and the expert about one decision, with luck of their own."""
    number, view, move = moment
    expert = expert_of(view.game.name)
    began = time.process_time()
    said = judge(expert, view, move, Budget(seed=2 * (origin + number)))
    seconds = time.process_time() - began
    known = judge(expert, view, move, Budget(nodes=EXPERT_NODES[view.game.name], seed=2 * (origin + number) + 1))
    return Row(kind, game, number, len(view.move_numbers(view.seat)), said.loss, known.loss, seconds)


def measure(game: str, players: int, numbers: range, seed: int, each: int) -> Iterator[Row]:
    """Play these games."""
    for number in numbers:
        yield from rows_of(game, players, number, seed, each)
        if sys.stderr.isatty() or number % 20 == 19:
            print(f"{game} {players}: game {number + 1} of {numbers.stop}", file=sys.stderr)


def kept(file: Path) -> dict[str, list[Row]]:
    """Read the decisions of a file, by kind."""
    rows = [Row(**json.loads(line)) for line in file.read_text().splitlines()]
    return {kind: [row for row in rows if row.kind == kind] for kind in dict.fromkeys(row.kind for row in rows)}


def summed_up(kinds: dict[str, list[Row]]) -> bool:
    """Print how the coach did, kind by kind; says whether it keeps its promise everywhere."""
    sums = {kind: Sum.of(rows) for kind, rows in kinds.items()}
    for kind, total in sums.items():
        print(f"{kind} players: {total.told()}{'' if total.holds else '  (does not hold)'}", flush=True)
    return all(total.holds for total in sums.values())


def main() -> int:
    """Measure every kind of game and say whether the coach keeps its promise."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--each", type=int, default=5, help="decisions looked at in each game")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--kinds", nargs="*", default=[f"{game}:{players}" for game, players in KINDS])
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--rows", type=Path, help="a file to which all decisions are added, as JSON Lines")
    parser.add_argument("--sum", type=Path, help="only sum up such a file")
    given = parser.parse_args()
    if given.sum:
        return 0 if summed_up(kept(given.sum)) else 1
    numbers = range(given.first, given.first + given.games)
    found: dict[str, list[Row]] = {}
    for kind in given.kinds:
        game, _, players = kind.partition(":")
        rows = list(measure(game, int(players), numbers, given.seed, given.each))
        if given.rows:
            with given.rows.open("a") as file:
                file.writelines(json.dumps(row._asdict()) + "\n" for row in rows)
        found[f"{game} {players}"] = rows
    return 0 if summed_up(found) else 1


if __name__ == "__main__":
    sys.exit(main())
