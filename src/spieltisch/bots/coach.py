"""The coach: says before a move is made whether the expert thinks that it loses much.

It is the expert with a small budget, so it sees what a seat sees and nothing else. `bench/coach.py` measures how often
it is right; the threshold lies where it misses few costly moves and interrupts seldom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from spieltisch.bots.bot import Bot, Budget, Candidate
    from spieltisch.games import View

MUCH = 0.13
"""A move that seems to cost more of the win than this is warned of."""


class Judgement(NamedTuple):
    """The best move that was found, and the one in question."""

    best: Candidate
    made: Candidate

    @property
    def loss(self) -> float:
        """How much of the win the move seems to cost."""
        return max(0.0, self.best.value - self.made.value)

    @property
    def warns(self) -> bool:
        """Whether that is much."""
        return self.loss > MUCH


def judge(bot: Bot, view: View, move: str, budget: Budget) -> Judgement:
    """Let a bot weigh a move, at a glance unless more nodes are granted."""
    budget.nodes = budget.nodes or bot.glance or None
    return Judgement(*bot.weigh(view, view.seat, move, budget))
