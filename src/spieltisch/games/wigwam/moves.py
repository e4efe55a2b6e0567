"""A move of Wigwam as one integer: its verb in the lowest bits, then the cells."""

import numpy as np
import numpy.typing as npt

from spieltisch.games.compiled import compiled, int64
from spieltisch.games.wigwam.board import NO_JUMP

Moves = npt.NDArray[np.int64]

MOVE_STEP, MOVE_CAPTURE, MOVE_HUFF, MOVE_PLACE, MOVE_ARRANGE = 1, 2, 3, 4, 5
VERB_BITS = 3
VERB_MASK = (1 << VERB_BITS) - 1
CELL_MASK = 63
TO_SHIFT = VERB_BITS + 6  # step: from, to; huff: from; placement: from, kind
LENGTH_SHIFT = VERB_BITS + 6  # capture: from, number of jumps, jumps
LENGTH_MASK = 15
PATH_SHIFT = LENGTH_SHIFT + 4
JUMP_BITS = 5
MOST_JUMPS = 8  # seven warriors and the chief

MOVE_ROOM = 4096
"""A comfortable buffer for one turn: a hidden set-up has 1,320 moves, the longest list known in play 939."""


@compiled
def verb_of(move: int) -> int:
    """Give the kind of move."""
    return int64(move & VERB_MASK)


@compiled
def from_of(move: int) -> int:
    """Give the point of the piece: where it starts, or is huffed or placed."""
    return int64(move >> VERB_BITS & CELL_MASK)


@compiled
def to_of(move: int) -> int:
    """Give the target of a step, or the kind of a placed piece."""
    return int64(move >> TO_SHIFT & CELL_MASK)


@compiled
def length_of(move: int) -> int:
    """Give the number of jumps of a capture."""
    return int64(move >> LENGTH_SHIFT & LENGTH_MASK)


@compiled
def jump_of(move: int, number: int) -> int:
    """Give one jump of a capture."""
    return int64(move >> (PATH_SHIFT + JUMP_BITS * number) & NO_JUMP)


@compiled
def step_move(start: int, target: int) -> int:
    """Write a step or a long move."""
    return int64(MOVE_STEP | start << VERB_BITS | target << TO_SHIFT)


@compiled
def capture_move(start: int, length: int, path: int) -> int:
    """Write a capture; the first jump stands in the lowest bits of the path."""
    return int64(MOVE_CAPTURE | start << VERB_BITS | length << LENGTH_SHIFT | path << PATH_SHIFT)


@compiled
def huff_move(cell: int) -> int:
    """Write a huff."""
    return int64(MOVE_HUFF | cell << VERB_BITS)


@compiled
def place_move(cell: int, kind: int) -> int:
    """Write a placement."""
    return int64(MOVE_PLACE | cell << VERB_BITS | kind << TO_SHIFT)


@compiled
def arrange_move(arrangement: int) -> int:
    """Write a complete arrangement."""
    return int64(MOVE_ARRANGE | arrangement << VERB_BITS)


@compiled
def put(buffer: Moves, at: int, move: int) -> int:
    """Add a move to a list; what does not fit is counted but not written."""
    if at < len(buffer):
        buffer[at] = move
    return int64(at) + 1
