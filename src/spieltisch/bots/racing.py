"""What the searching bots of games with hidden cards share: a race of candidates within a budget, and its result."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from spieltisch.bots.bot import Bot, Budget, Candidate, budget_for
from spieltisch.bots.determinized import RACE
from spieltisch.games import get
from spieltisch.games.records import blank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spieltisch.games import View

LAP = 16
"""Tables between two looks at who is behind."""
FEW_TABLES = 4
UNLIMITED = 1 << 40
NOBODY_DROPS_OUT = float("inf")
"""A distance behind the leader that nobody reaches."""


class RacingBot(Bot):
    """Lets its most promising moves race over imagined tables."""

    unit = "playouts"

    def __init__(self, game: str, level: str, seconds: float) -> None:
        super().__init__(game, level)
        self.seconds = seconds
        self.run = blank(RACE)
        self.tables = blank(get(game).state_dtype, 3)

    @abstractmethod
    def race(self, view: View, seat: int, budget: Budget) -> None:
        """Line up the candidates and let them race until the budget is spent."""

    @abstractmethod
    def compare(self, view: View, seat: int, moves: Sequence[int], tables: int, seed: int) -> None:
        """Try these moves on all of so many imagined tables; `run` then holds the sums of values and differences."""

    def enter(self, view: View, moves: Sequence[int]) -> None:
        """Lay out the view and put these moves into the race."""
        self.tables[0] = view.state[0]
        self.run[0].count = len(moves)
        self.run[0].move[: len(moves)] = moves

    def choose(self, view: View, seat: int, budget: Budget | None = None) -> str:
        """Choose the move that does best on the imagined tables, within the budget."""
        budget = budget_for(budget, self.seconds)
        with budget.running():
            self.race(view, seat, budget)
        self.candidates = self.ranked(view)
        return self.candidates[0].move

    def ranked(self, view: View) -> list[Candidate]:
        """Give the candidates, those first that stayed longest in the race, and of these the best."""
        run = self.run[0]
        count = int(run.count)
        trials = run.trials[:count]
        value = np.where(trials > 0, run.total[:count] / np.maximum(trials, 1), 1 / view.players)
        shown = trials.max(initial=0) >= FEW_TABLES  # else the order at the start is the better guess
        order = sorted(range(count), key=lambda i: (-int(trials[i]), -float(value[i]))) if shown else range(count)
        write, book = view.game.write_move, view.book[0]
        return [Candidate(write(book, int(run.move[i])), float(value[i]), int(trials[i])) for i in order]

    @property
    def spent(self) -> int:
        """How many games have been played out."""
        return int(self.run[0].playouts)
