"""Matches between two players of Wigwam from a book of openings, each played from both sides.

    python -m bench.wigwam_openings expert skilled --seconds 0.1
    python -m bench.wigwam_openings --book 100        # draws the book anew

From the standard set-up good players draw. The book holds random set-ups after some random moves that an expert with a
million nodes holds for even, 30 to 70 %, but that are open: of six games between hasty players at least three have a
winner. Nodes may be granted instead of time, so that matches can be played again, and beside other work.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from spieltisch import bots
from spieltisch.bots import Budget
from spieltisch.bots.wigwam import LEVELS, WigwamBot
from spieltisch.games import chance, get
from spieltisch.lab.sums import share_of
from spieltisch.levels import EXPERT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spieltisch.bots import Bot
    from spieltisch.games import Table

BOOK = Path(__file__).with_suffix(".txt")
EVEN = (0.3, 0.7)
FIRST_MOVES = (4, 8, 12, 16, 20)
DEEP, QUICK, HASTY = 1_000_000, 5_000, 800
"""Nodes for whoever chooses the openings, at a first glance, and for those who try them."""
TRIES = 6
DECIDED = 3
GAME = get("wigwam")


def openings() -> list[str]:
    """Read the book."""
    return [line for line in BOOK.read_text("ascii").splitlines() if not line.startswith("#")]


def laid_out(position: str) -> Table:
    """Lay out an opening."""
    return GAME.position(position, options={"setup": "standard"})


def random_opening(number: int) -> Table:
    """Arrange both armies and make some moves, all drawn."""
    luck = chance.seeded("wigwam openings", number)
    table = GAME.deal(2, seed=number, options={"setup": "hidden"})
    for _ in range(2 + FIRST_MOVES[number % len(FIRST_MOVES)]):
        if not table.over:
            seat = table.waiting_for[0]
            moves = table.legal_moves(seat)
            table.play(seat, moves[int(chance.below(luck, len(moves)))])
    return table


def is_even(table: Table, judge: Bot, nodes: int) -> bool:
    """Tell whether a good player holds a position for even."""
    seat = table.waiting_for[0]
    judge.choose(table.view(seat), seat, Budget(nodes=nodes, seed=1))
    return EVEN[0] <= judge.explain()[0].value <= EVEN[1]


def is_open(position: str, hasty: Bot, number: int) -> bool:
    """Tell whether hasty players often come to a decision; two draws at the beginning are enough to say no."""
    budgets = [Budget(nodes=HASTY)] * 2
    results: list[float] = []
    while len(results) < TRIES and results != [0.5, 0.5]:
        results.append(points_of_light(position, [hasty, hasty], budgets, TRIES * number + len(results)))
    return len(results) == TRIES and TRIES - results.count(0.5) >= DECIDED


def even_openings(count: int) -> Iterator[str]:
    """Draw openings until there are enough."""
    judge = WigwamBot(EXPERT, LEVELS[EXPERT]._replace(contempt=0, company=0))
    hasty = bots.get("wigwam", EXPERT)
    number = found = 0
    while found < count:
        table = random_opening(number)
        number += 1
        if table.over or table.state[0].capturers or not is_even(table, judge, QUICK):
            continue
        if is_open(table.position, hasty, number) and is_even(table, judge, DEEP):
            found += 1
            yield table.position


def points_of_light(position: str, seated: list[Bot], budgets: list[Budget], seed: int) -> float:
    """Play on from an opening: 1 if light wins, a half for a draw."""
    table, step = laid_out(position), 0
    while not table.over:
        seat = table.waiting_for[0]
        budget = Budget(budgets[seat].seconds, budgets[seat].nodes, 1000 * seed + step)
        table.play(seat, seated[seat].choose(table.view(seat), seat, budget))
        step += 1
    assert table.outcome is not None
    return (0 in table.outcome.winners) / len(table.outcome.winners)


def match(players: list[Bot], budgets: list[Budget], book: list[str]) -> Iterator[tuple[float, float]]:
    """Give the first player's points as light and as dark, opening by opening."""
    for number, position in enumerate(book):
        as_light = points_of_light(position, players, budgets, 2 * number)
        as_dark = 1 - points_of_light(position, players[::-1], budgets[::-1], 2 * number + 1)
        yield as_light, as_dark


def main() -> None:
    """Play a match, or draw a book."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levels", nargs="*", default=[EXPERT, EXPERT])
    parser.add_argument("--seconds", type=float, nargs="+", default=[None])
    parser.add_argument("--nodes", type=int, nargs="+", default=[None])
    parser.add_argument("--pairs", type=int, help="only so many openings")
    parser.add_argument("--book", type=int, help="draw a new book of so many openings")
    given = parser.parse_args()
    if given.book:
        lines = [f"# python -m bench.wigwam_openings --book {given.book}", *even_openings(given.book)]
        BOOK.write_text("\n".join(lines) + "\n", "ascii")
        return
    players = [bots.get("wigwam", level) for level in given.levels]
    budgets = [Budget(given.seconds[at % len(given.seconds)], given.nodes[at % len(given.nodes)]) for at in range(2)]
    pairs, drawn = [], 0
    for games in match(players, budgets, openings()[: given.pairs]):
        pairs.append(float(np.mean(games)))
        drawn += games.count(0.5)
        print(f"{len(pairs)} pairs: {share_of(pairs)}, {drawn / len(pairs) / 2:.0%} drawn", flush=True)


if __name__ == "__main__":
    main()
