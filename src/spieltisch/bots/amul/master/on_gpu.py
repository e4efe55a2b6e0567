"""The same tables on a GPU: each thread hands its own to the compiled functions."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from spieltisch.bots.amul.master.tables import (
    BLOCK,
    LATER,
    STAGGER,
    Tables,
    advance,
    begin_anywhere,
    credit,
    look,
)
from spieltisch.games.amul.state import ROUNDS, SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

if not hasattr(np, "row_stack"):
    vars(np)["row_stack"] = np.vstack  # numba-cuda 0.30 still asks for what NumPy 2.5 no longer has

cuda: Any = import_module("numba.cuda")


def begin_kernel(kinds: Any, books: Any, empty: Any, states: Any, luck: Any, seats: Any) -> None:
    """Begin somewhere in a game."""
    at = cuda.grid(1)
    if at < len(states):
        end, kind = at + 1, at // BLOCK % kinds
        steps = at * STAGGER % (3 * (ROUNDS - 1) * np.int64(books[kind].players))
        begin_anywhere(books[kind : kind + 1], empty[kind : kind + 1], states[at:end], luck[at], seats[at:end], steps)


def look_kernel(kinds: Any, books: Any, states: Any, seats: Any, rows: Any, marks: Any) -> None:
    """Show a table."""
    at = cuda.grid(1)
    if at < len(states):
        points = cuda.local.array(SEATS, np.int64)
        end, kind = at + 1, at // BLOCK % kinds
        look(books[kind : kind + 1], states[at:end], seats[at:end], points, rows[:, at], marks[:, at])


def step_kernel(
    kinds: Any, books: Any, empty: Any, states: Any, luck: Any, seats: Any, choices: Any, paid: Any, over: Any
) -> None:
    """Choose at a table."""
    at = cuda.grid(1)
    if at < len(states):
        points = cuda.local.array(SEATS, np.int64)
        end, kind = at + 1, at // BLOCK % kinds
        for part in range(2):
            for seat in range(SEATS):
                paid[part, seat, at] = 0.0
        advance(
            books[kind : kind + 1],
            empty[kind : kind + 1],
            states[at:end],
            luck[at],
            seats[at:end],
            choices[at:end],
            points,
            paid[:, :, at],
            over[at:end],
        )


def credit_kernel(
    seats: Any, over: Any, paid: Any, values: Any, last_seats: Any, last_values: Any, trace: Any, gains: Any, known: Any
) -> None:
    """Say what a table's choices were worth."""
    at = cuda.grid(1)
    if at < seats.shape[1]:
        later = cuda.local.array(LATER, np.float32)
        credit(
            seats[:, at],
            over[:, at],
            paid[:, :, :, at],
            values[:, :, at],
            np.int64(last_seats[at]),
            last_values[:, at],
            trace,
            later,
            gains[:, :, at],
            known[:, at],
        )


@cache
def kernels() -> tuple[Any, Any, Any, Any]:
    """Make the kernels."""
    begin, show, step, give = map(cuda.jit, (begin_kernel, look_kernel, step_kernel, credit_kernel))
    return begin, show, step, give


class GpuTables(Tables):
    """Tables on a GPU; PyTorch's tensors are taken without a copy."""

    def __init__(self, counts: Sequence[int], size: int, seed: int) -> None:
        super().__init__(counts, size, seed)
        self.lying = tuple(map(cuda.to_device, (self.books, self.empty, self.states, self.luck)))
        self.starting, self.showing, self.stepping, self.crediting = kernels()
        self.threads = (size // BLOCK, BLOCK)

    def begin(self, seats: Any) -> None:
        """Begin everywhere, at different moments."""
        self.starting[self.threads](self.kinds, *self.lying, cuda.as_cuda_array(seats))

    def look(self, seats: Any, rows: Any, marks: Any) -> None:
        """Show every table."""
        books, _, states, _ = self.lying
        self.showing[self.threads](self.kinds, books, states, *map(cuda.as_cuda_array, (seats, rows, marks)))

    def step(self, seats: Any, choices: Any, paid: Any, over: Any) -> None:
        """Choose at every table."""
        self.stepping[self.threads](self.kinds, *self.lying, *map(cuda.as_cuda_array, (seats, choices, paid, over)))

    def give_credit(self, given: Sequence[Any], last: Sequence[Any], trace: float, gains: Any, known: Any) -> None:
        """Work out what all choices were worth."""
        before = map(cuda.as_cuda_array, (*given, *last))
        self.crediting[self.threads](*before, np.float32(trace), *map(cuda.as_cuda_array, (gains, known)))
