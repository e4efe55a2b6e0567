"""Sets of points of Wigwam's board, the pieces that stand on them, and every change of the board."""

import numpy as np

from spieltisch.games.bits import lowest_bit
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.wigwam.board import (
    BOARD,
    CELL_COUNT,
    CHIEF,
    DARK_TO_MOVE,
    LEFT_SHIFT,
    NOTHING,
    RIGHT_SHIFT,
    TENT,
    WARRIOR,
    ZOBRIST,
)

# Numba compiles anew for every literal number, but not for a named one.
LIGHT, DARK = int64(0), int64(1)


# --- sets of points ------------------------------------------------------------------------------------

ONE, SEVEN, EIGHT = np.uint64(1), np.uint64(7), np.uint64(8)


@compiled
def bit(cell: int) -> np.uint64:
    """Give the set of one point."""
    return ONE << np.uint64(cell)


@compiled
def without_first(points: np.uint64) -> np.uint64:
    """Take the first point out of a set that is not empty."""
    return points & (points - ONE)


@compiled
def nth_cell(points: np.uint64, number: int) -> int:
    """Give one point of a set, counted from 0."""
    rest = points
    for _ in range(number):
        rest = without_first(rest)
    return lowest_bit(rest)


@compiled
def ahead(points: np.uint64, direction: int) -> np.uint64:
    """Give the next points in a direction."""
    return np.uint64((points << LEFT_SHIFT[direction]) >> RIGHT_SHIFT[direction] & BOARD)


@compiled
def behind(points: np.uint64, direction: int) -> np.uint64:
    """Give the points from which the next one in a direction belongs to the set."""
    return np.uint64((points << RIGHT_SHIFT[direction]) >> LEFT_SHIFT[direction] & BOARD)


@compiled
def around(points: np.uint64) -> np.uint64:
    """Give all neighbours."""
    rows = points << EIGHT | points >> EIGHT
    slants = points << SEVEN | points >> SEVEN
    return (points << ONE | points >> ONE | rows | slants) & BOARD


@compiled
def pieces_of(s: np.record, seat: int) -> np.uint64:
    """Give all points that hold a piece of a seat."""
    return np.uint64(s.warriors[seat] | s.chiefs[seat] | s.tents[seat])


@compiled
def free_points(s: np.record) -> np.uint64:
    """Give all empty points."""
    return BOARD & ~(pieces_of(s, LIGHT) | pieces_of(s, DARK))


@compiled
def hunted(s: np.record, seat: int) -> np.uint64:
    """Give the pieces of a seat that can be taken: tents stand outside all captures."""
    return np.uint64(s.warriors[seat] | s.chiefs[seat])


@compiled
def opponent(seat: int) -> int:
    """Give the other seat."""
    return int64(1) - int64(seat)


# --- every change of the board goes through these ----------------------------------------------------------


@compiled
def toggle(s: np.record, seat: int, kind: int, cell: int) -> None:
    """Put a piece on a point or take it off, and keep the hash up."""
    if kind == WARRIOR:
        s.warriors[seat] ^= bit(cell)
    elif kind == CHIEF:
        s.chiefs[seat] ^= bit(cell)
    else:
        s.tents[seat] ^= bit(cell)
    s.hash ^= ZOBRIST[seat, kind, cell]


@compiled
def kind_at(s: np.record, seat: int, cell: int) -> int:
    """Tell what piece of a seat stands on a point that holds one."""
    if s.warriors[seat] & bit(cell):
        return int64(WARRIOR)
    return int64(CHIEF) if s.chiefs[seat] & bit(cell) else int64(TENT)


@compiled
def recompute_hash(s: np.record) -> np.uint64:
    """Compute the hash from the pieces and the player to move."""
    value = DARK_TO_MOVE if s.to_move else NOTHING
    for seat in range(2):
        for cell in range(CELL_COUNT):
            if pieces_of(s, seat) & bit(cell):
                value ^= ZOBRIST[seat, kind_at(s, seat, cell), cell]
    return value


@compiled
def pass_turn(s: np.record) -> None:
    """Let the other player move."""
    s.to_move = opponent(int64(s.to_move))
    s.hash ^= DARK_TO_MOVE
