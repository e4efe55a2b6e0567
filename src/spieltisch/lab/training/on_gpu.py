"""Credit on a GPU: each thread hands its own table to the compiled function."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from spieltisch.games.records import MAX_SEATS
from spieltisch.lab.cuda.kernels import launch
from spieltisch.lab.cuda.toolkit import cuda
from spieltisch.lab.training.credit import LATER, credit


def credit_kernel(
    rewards: Any,
    done: Any,
    seats: Any,
    values: Any,
    last_seats: Any,
    last_values: Any,
    trace: Any,
    gains: Any,
    known: Any,
) -> None:
    """Say of a table's choices what they were worth."""
    at = cuda.grid(1)
    if at < done.shape[1]:
        end = at + 1
        later = cuda.local.array((MAX_SEATS, LATER), np.float32)
        credit(
            rewards[:, at:end],
            done[:, at:end],
            seats[:, at:end],
            values[:, at:end],
            last_seats[at:end],
            last_values[at:end],
            trace,
            later,
            gains[:, at:end],
            known[:, at:end],
        )


@cache
def kernel() -> Any:
    """Make the kernel."""
    return cuda.jit(credit_kernel)


def give_credit(tables: int, *arrays: Any) -> None:
    """Run it for all tables."""
    launch(kernel(), tables, *arrays)
