"""Kernels: each thread hands its own table to the very loops that run on the CPU, as arrays of one.

There is no rule and no loop of a game here. The bare names stand for the loops of the game at hand, as `bind` supplies
them to patterns; what the CPU's loops share between tables, a thread has for itself.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from spieltisch.games import get
from spieltisch.games.compiled import rebound
from spieltisch.games.records import MAX_SEATS
from spieltisch.lab import many
from spieltisch.lab.batches import loops_of
from spieltisch.lab.cuda.toolkit import cuda

# What is supplied for each game: its loops, made of these patterns.
reset = many.reset_pattern
step = many.step_pattern
observe = many.observe_pattern
perfect = many.perfect_pattern
mask = many.mask_pattern
play_out = many.play_out_pattern
STATE: np.dtype[Any]

draw_choices = many.draw_choices
spread = many.spread

THREADS = 128
"""In a block. Tables differ in what they do next, so small blocks wait less for each other."""

NONE_REFUSED = np.iinfo(np.int64).max


class Kernels(NamedTuple):
    """The kernels of one game, to be launched with a thread for each table."""

    reset: Any
    step: Any
    observe: Any
    perfect: Any
    mask: Any
    play_out: Any


def reset_kernel(books: Any, empty: Any, states: Any, chances: Any, parts: Any, seats: Any) -> None:
    """Begin a new game."""
    at = cuda.grid(1)
    if at < len(states):
        end = at + 1
        reset(books, empty, states[at:end], chances[at:end], parts[at:end], seats[at:end])


def step_kernel(
    books: Any,
    empty: Any,
    states: Any,
    chances: Any,
    parts: Any,
    seats: Any,
    choices: Any,
    by: Any,
    rewards: Any,
    moved: Any,
    done: Any,
    rows: Any,
    marks: Any,
    first_refused: Any,
) -> None:
    """Carry out one choice, and note the first table that refuses."""
    at = cuda.grid(1)
    if at < len(states):
        end = at + 1
        points = cuda.local.array(MAX_SEATS, np.int64)
        refused = step(
            books,
            empty,
            states[at:end],
            chances[at:end],
            parts[at:end],
            seats[at:end],
            choices[at:end],
            by,
            points,
            rewards[at:end],
            moved[at:end],
            done[at:end],
            rows[at:end],
            marks[at:end],
        )
        if refused >= 0:
            cuda.atomic.min(first_refused, 0, at)


def observe_kernel(books: Any, states: Any, parts: Any, seats: Any, rows: Any) -> None:
    """Observe a view of the table, which lies in the thread's own memory."""
    at = cuda.grid(1)
    if at < len(states):
        end = at + 1
        view = cuda.local.array(1, STATE)
        observe(books, states[at:end], view, parts[at:end], seats[at:end], rows[at:end])


def perfect_kernel(books: Any, states: Any, seats: Any, rows: Any) -> None:
    """Show what is hidden."""
    at = cuda.grid(1)
    if at < len(states):
        end = at + 1
        perfect(books, states[at:end], seats[at:end], rows[at:end])


def mask_kernel(books: Any, states: Any, parts: Any, seats: Any, rows: Any) -> None:
    """Mark what can be chosen."""
    at = cuda.grid(1)
    if at < len(states):
        end = at + 1
        mask(books, states[at:end], parts[at:end], seats[at:end], rows[at:end])


def play_out_kernel(books: Any, empty: Any, states: Any, chances: Any, games: Any, decisions: Any) -> None:
    """Play whole games on a table in the thread's own memory, which lies so that threads read side by side."""
    at = cuda.grid(1)
    if at < len(states):
        own = cuda.local.array(1, STATE)
        luck = cuda.local.array((1, 1), np.uint64)
        count = cuda.local.array(1, np.int64)
        luck[0, 0] = chances[at, 0]
        count[0] = 0
        play_out(books, empty, own, luck, games, count)
        states[at] = own[0]
        chances[at, 0] = luck[0, 0]
        decisions[at] = count[0]


def draw_kernel(rows: Any, chances: Any, choices: Any) -> None:
    """Draw one of the marked choices."""
    at = cuda.grid(1)
    if at < len(rows):
        end = at + 1
        draw_choices(rows[at:end], chances[at:end], choices[at:end])


def spread_kernel(rows: Any, fields: Any, wide: Any) -> None:
    """Spread an observation out for a network."""
    at = cuda.grid(1)
    if at < len(rows):
        end = at + 1
        spread(rows[at:end], fields, wide[at:end])


@cache
def kernels_of(name: str) -> Kernels:
    """Make the kernels of a game; each is compiled when it is first launched."""
    meanings = {**vars(loops_of(name, many.row_of_columns)), "STATE": get(name).state_dtype}
    patterns = (reset_kernel, step_kernel, observe_kernel, perfect_kernel, mask_kernel, play_out_kernel)
    return Kernels(*(cuda.jit(rebound(pattern, name, **meanings)) for pattern in patterns))


@cache
def shared_kernels() -> tuple[Any, Any]:
    """Make the kernels that are the same for all games: draw and spread."""
    return cuda.jit(draw_kernel), cuda.jit(spread_kernel)


def launch(kernel: Any, tables: int, *arguments: Any) -> None:
    """Run a kernel with a thread for each table."""
    threads = min(THREADS, tables)
    kernel[-(-tables // threads), threads](*arguments)
