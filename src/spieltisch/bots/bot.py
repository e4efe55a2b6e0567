"""What a bot is: it receives a view and a budget and gives a move. It never sees a table."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from spieltisch.games import View

LEVELS = ("random", "beginner", "casual", "skilled", "expert")


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

    def deadline(self) -> threading.Timer:
        """Make the timer that ends the search in time; start it, and cancel it when the search is over."""
        timer = threading.Timer(86400.0 if self.seconds is None else self.seconds, self.cancel)
        timer.daemon = True
        return timer


class Candidate(msgspec.Struct, frozen=True):
    """A move that a bot has considered, and what it expects of it: 1 a sure win, 0 a sure loss."""

    move: str
    value: float
    visits: int = 0
    line: tuple[str, ...] = ()
    """The moves that the bot expects to follow."""


class Bot(ABC):
    """Somebody who plays one game at one level."""

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
