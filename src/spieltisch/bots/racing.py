"""What the searching bots of games with hidden cards share: a race of candidates within a budget, and its result."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from spieltisch.bots.bot import Bot, Budget, Candidate, budget_for
from spieltisch.bots.determinized import RACE
from spieltisch.games import get
from spieltisch.games.records import blank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spieltisch.games import View
    from spieltisch.match.puzzles import Fact

LAP = 16
"""Tables between two looks at who is behind."""
FEW_TABLES = 4
UNLIMITED = 1 << 40
RIVALS = 3
"""With so many of the best ones a move is compared."""
NOBODY_DROPS_OUT = float("inf")
"""A distance behind the leader that nobody reaches."""
Flag = npt.NDArray[np.int8]
NOBODY_STOPS: Flag = np.zeros(1, np.int8)
"""The flag of whoever waits in any case."""


class RacingBot(Bot):
    """Lets its most promising moves race over imagined tables."""

    unit = "playouts"
    glance = 3_000

    def __init__(self, game: str, level: str, seconds: float) -> None:
        super().__init__(game, level)
        self.seconds = seconds
        self.run = blank(RACE)
        self.tables = blank(get(game).state_dtype, 3)

    @abstractmethod
    def race(self, view: View, seat: int, budget: Budget) -> None:
        """Line up the candidates and let them race until the budget is spent."""

    @abstractmethod
    def compare(
        self,
        view: View,
        seat: int,
        moves: Sequence[int],
        tables: int,
        seed: int,
        stop: Flag = NOBODY_STOPS,
    ) -> None:
        """Try these moves on all of so many imagined tables; `run` then holds the sums of values and differences.

        Once the flag is set there are fewer tables.
        """

    def facts(
        self,
        view: View,  # noqa: ARG002 - most know nothing but their values
        seat: int,  # noqa: ARG002
        moves: Sequence[int],  # noqa: ARG002
        seed: int,  # noqa: ARG002
    ) -> list[list[Fact]] | None:
        """Say in figures what each of some moves leads to, the best of them first."""
        return None

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

    def weigh(self, view: View, seat: int, move: str, budget: Budget) -> tuple[Candidate, Candidate]:
        """Find the best with one half of the nodes; with the other, compare the move with them on fresh tables."""
        half = Budget(budget.seconds, (budget.nodes or self.glance) // 2, budget.seed)
        half.stop = budget.stop
        self.choose(view, seat, half)
        moves = [move, *(rival.move for rival in self.candidates[:RIVALS] if rival.move != move)]
        numbers = [view.game.read_move(view.book[0], one) for one in moves]
        tables = max(FEW_TABLES, (half.nodes or 0) // len(moves))
        self.compare(view, seat, numbers, tables, half.seed, budget.stop)
        tried = int(self.run[0].trials[0])  # all have seen the same tables
        listed = [
            Candidate(one, float(total) / max(1, tried), tried)
            for one, total in zip(moves, self.run[0].total[: len(moves)], strict=True)
        ]
        return max(listed, key=lambda candidate: candidate.value), listed[0]

    @property
    def spent(self) -> int:
        """How many games have been played out."""
        return int(self.run[0].playouts)
