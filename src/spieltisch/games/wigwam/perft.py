"""Perft: count the leaves of the tree of legal moves, the usual proof that a move generator is exact.

A finished game is a leaf where it ends; a huff is one level; of two players who arrange in secret, light
comes first. Counting starts with an empty history.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spieltisch.games.compiled import compiled, int64
from spieltisch.games.wigwam.moves import MOVE_ROOM, Moves
from spieltisch.games.wigwam.rules import count_moves, is_over, list_moves, play, waiting_for
from spieltisch.games.wigwam.undo import PAST_WORDS, Past, remember, restore

if TYPE_CHECKING:
    from spieltisch.games.table import Table

BUFFER_TOO_SMALL = -1


@compiled
def seat_to_play(book: np.record, s: np.record) -> int:
    """Give the first seat that has to decide."""
    return int64(0) if waiting_for(book, s) & 1 else int64(1)


@compiled
def count_leaves(book: np.record, s: np.record, depth: int, bulk: int, moves: Moves, ends: Moves, past: Past) -> int:
    """Walk the tree; with `bulk`, the moves of the last level are counted, not made.

    `moves` holds the untried moves of all levels one after another, `ends` where each level's begin.
    """
    leaves = int64(0)
    level = int64(0)
    last = int64(depth) - 1 if bulk else int64(depth)
    end = int64(0)
    while True:
        # arrive at a position
        seat = seat_to_play(book, s)
        if is_over(book, s) or level == depth:
            leaves += 1
            ends[level] = end
        elif level == last:
            leaves += count_moves(book, s, seat)
            ends[level] = end
        else:
            ends[level] = end
            end = list_moves(book, s, seat, moves, end)
            if end > len(moves):
                return int64(BUFFER_TOO_SMALL)
        # go back to the last level with a move left to try
        while end == ends[level]:
            if level == 0:
                return leaves
            level -= 1
            restore(s, past, level)
        end -= 1
        remember(s, past, level)
        play(book, s, seat_to_play(book, s), moves[end])
        level += 1


def perft(table: Table, depth: int, bulk: bool = True) -> int:
    """Count the leaves of the tree of legal moves; `bulk=False` makes even the moves of the last level."""
    depth = max(depth, 0)
    room = MOVE_ROOM
    ends = np.zeros(depth + 1, np.int64)
    past = np.zeros((depth + 1, PAST_WORDS), np.uint64)
    while True:
        state = table.state.copy()
        moves = np.zeros(room, np.int64)
        leaves = int(count_leaves(table.book[0], state[0], depth, int64(bulk), moves, ends, past))
        if leaves != BUFFER_TOO_SMALL:
            return leaves
        room *= 2


def divide(table: Table, depth: int) -> dict[str, int]:
    """Count the leaves behind each legal move, in plain string order of the moves."""
    counts = {}
    for seat in table.waiting_for[:1]:
        for move in table.legal_moves(seat):
            after = table.copy()
            after.play(seat, move)
            counts[move] = perft(after, depth - 1)
    return counts
