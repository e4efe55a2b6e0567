"""What a bot is: it receives a view and a budget and gives a move. It never sees a table."""

from __future__ import annotations

import secrets
import threading
from abc import ABC, abstractmethod
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spieltisch.games import View


class Budget:
    """How long a bot may think: by time, by nodes, or both; and the flag that stops it early.

    With nodes and a seed and no time limit, a choice can be reproduced.
    """

    def __init__(self, seconds: float | None = None, nodes: int | None = None, seed: int = 0) -> None:
        self.seconds = seconds
        self.nodes = nodes
        self.seed = seed
        self.stop: npt.NDArray[np.int8] = np.zeros(1, np.int8)
        """Compiled searches look here often and end soon after it is set."""

    def cancel(self) -> None:
        """End the search now; the bot answers with the best move that it has found so far."""
        self.stop[0] = 1

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let the time run while the bot thinks; when it is over, the flag is set."""
        if self.seconds is None:
            yield
            return
        timer = threading.Timer(self.seconds, self.cancel)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


def budget_for(budget: Budget | None, seconds: float) -> Budget:
    """Take what the caller grants; who grants nothing in particular gets the level's own time."""
    if budget is None:
        return Budget(seconds, seed=secrets.randbits(63))
    if budget.seconds is None and budget.nodes is None:
        budget.seconds = seconds
    return budget


def seed_of(budget: Budget | None) -> int:
    """Take the seed of a budget, or a new one."""
    return secrets.randbits(63) if budget is None else budget.seed


class Candidate(msgspec.Struct, frozen=True):
    """A move that a bot has considered, and what it expects of it: 1 a sure win, 0 a sure loss."""

    move: str
    value: float
    visits: int = 0
    line: tuple[str, ...] = ()
    """The moves that the bot expects to follow."""


class Bot(ABC):
    """Somebody who plays one game at one level."""

    unit = "nodes"
    """What the nodes of a budget are."""
    glance = 0
    """So many of them are enough to see that a move loses much; 0: its own budget."""

    def __init__(self, game: str, level: str) -> None:
        self.game = game
        self.level = level
        self.candidates: list[Candidate] = []

    @abstractmethod
    def choose(self, view: View, seat: int, budget: Budget | None = None) -> str:
        """Choose a move for the seat whose view this is."""

    def explain(self) -> list[Candidate]:
        """Give the candidates of the last choice, best first."""
        return self.candidates

    def weigh(self, view: View, seat: int, move: str, budget: Budget) -> tuple[Candidate, Candidate]:
        """Give the best move that it finds, and what it thinks of another: nothing bad if it has not considered it."""
        best = self.choose(view, seat, budget)
        listed = {candidate.move: candidate for candidate in self.explain()}
        first = listed.get(best, Candidate(best, 0.0))
        return first, listed.get(move, Candidate(move, first.value))

    @property
    def spent(self) -> int:
        """How many nodes the last search has cost; 0 for who does not search."""
        return 0
