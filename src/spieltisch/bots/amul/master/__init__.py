"""The master of Amul: a network trained by self-play lets the moves race, and judges what comes out.

It knows the house's cards without tea. With others it plays like the player it was given for them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from spieltisch.bots.amul.master import weights
from spieltisch.bots.amul.master.thinking import line_up, race
from spieltisch.bots.bot import Budget, budget_for
from spieltisch.bots.racing import LAP, NOBODY_DROPS_OUT, NOBODY_STOPS, UNLIMITED, RacingBot
from spieltisch.games import chance, get

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spieltisch.bots.bot import Candidate
    from spieltisch.bots.racing import Flag
    from spieltisch.games import View
    from spieltisch.match.puzzles import Fact

SECONDS = 1.0
WIN_PART = 0.8
DISTANCE = 3.0
ROUNDS_MORE = 1
"""So many rounds are played on after the present one."""


@cache
def house_set() -> int:
    """Give the number that names the house's cards."""
    return int(get("amul").empty_table(3).book[0].set)


def knows(view: View) -> bool:
    """Tell whether the network has learnt these cards."""
    book = view.book[0]
    return int(book.set) == house_set() and not book.tea


class MasterBot(RacingBot):
    """Lets its moves race over imagined tables that a network plays on and judges."""

    def __init__(self, level: str, substitute: RacingBot) -> None:
        super().__init__("amul", level, SECONDS)
        self.substitute = substitute
        self.own_run = self.run
        self.mind = weights.mind()
        self.mind[0].win_part = WIN_PART

    def choose(self, view: View, seat: int, budget: Budget | None = None) -> str:
        """Choose by the network, or let the substitute choose."""
        budget = budget_for(budget, self.seconds)
        if knows(view):
            self.run = self.own_run
            return super().choose(view, seat, budget)
        move = self.substitute.choose(view, seat, budget)
        self.run, self.candidates = self.substitute.run, self.substitute.candidates
        return move

    def weigh(self, view: View, seat: int, move: str, budget: Budget) -> tuple[Candidate, Candidate]:
        """Compare a move with the best ones."""
        if knows(view):
            self.run = self.own_run
            return super().weigh(view, seat, move, budget)
        found = self.substitute.weigh(view, seat, move, budget)
        self.run, self.candidates = self.substitute.run, self.substitute.candidates
        return found

    def race(self, view: View, seat: int, budget: Budget) -> None:
        """Line up all moves, best first by the network."""
        self.line_up(view, seat)
        most = UNLIMITED if budget.nodes is None else budget.nodes
        self.let_race(view, seat, budget, most, LAP, DISTANCE)

    def compare(
        self,
        view: View,
        seat: int,
        moves: Sequence[int],
        tables: int,
        seed: int,
        stop: Flag = NOBODY_STOPS,
    ) -> None:
        """Try these moves on all of so many imagined tables."""
        self.line_up(view, seat)
        self.enter(view, moves)
        budget = Budget(seed=seed)
        budget.stop = stop
        self.let_race(view, seat, budget, tables * len(moves), tables + 1, NOBODY_DROPS_OUT)

    def line_up(self, view: View, seat: int) -> None:
        """Put all moves into the race."""
        self.tables[0] = view.state[0]
        mind = self.mind[0]
        mind.last_round = int(view.state[0].round_number) + ROUNDS_MORE
        line_up(view.book[0], self.tables[0], seat, self.run[0], mind)

    def let_race(self, view: View, seat: int, budget: Budget, most: int, lap: int, distance: float) -> None:
        """Try the moves that are in the race."""
        luck = chance.seeded("amul master", budget.seed)
        race(
            view.book[0],
            self.tables,
            seat,
            self.run[0],
            self.mind[0],
            luck,
            luck.copy(),
            budget.stop,
            most,
            lap,
            distance,
        )

    def facts(self, view: View, seat: int, moves: Sequence[int], seed: int) -> list[list[Fact]] | None:
        """Say how the games end, line by line, by the substitute's playouts: a judge knows no lines."""
        return self.substitute.facts(view, seat, moves, seed)
