"""The board of Wigwam: 37 points in a hexagon, laid into the bits of one 64-bit word.

Seven rows of eight bits, slanted so that each of the six directions is one and the same shift everywhere:

              . . . a a a a -        E  = +1    SE = +8    SW = +7
             . . b b b b b -         W  = -1    NW = -8    NE = -7
            . c c c c c c -
           d d d d d d d -           bits that are no points (".", "-") catch
          e e e e e e . -            whatever leaves the board
         f f f f f . . -
        g g g g . . . -

A *point* is its bit number ("cell"), a set of points one word. A *jump* of a capturing piece has two legs;
its number is 3 * (direction of the first leg) + 0, 1 or 2 as the second leg turns left, not at all or right.
"""

import hashlib
from itertools import combinations

import numpy as np

ROWS = "abcdefg"
ROW_LENGTHS = (4, 5, 6, 7, 6, 5, 4)
STRIDE = 8

CELLS = tuple(
    STRIDE * row + max(3 - row, 0) + place for row, length in enumerate(ROW_LENGTHS) for place in range(length)
)
"""The cells of the points in index order, a1 to g4."""

NAMES = tuple(f"{ROWS[row]}{place + 1}" for row, length in enumerate(ROW_LENGTHS) for place in range(length))
NAME_OF = dict(zip(CELLS, NAMES, strict=True))
CELL_OF = dict(zip(NAMES, CELLS, strict=True))

CELL_COUNT = STRIDE * len(ROWS)
NOWHERE = 63
"""A cell that no piece ever stands on and that is never free."""

DIRECTIONS = 6
STEPS = (1, 8, 7, -1, -8, -7)
"""E, SE, SW, W, NW, NE: neighbours in this list differ by 60 degrees."""

BIT = np.array([1 << cell for cell in range(64)], np.uint64)
BOARD = np.uint64(sum(1 << cell for cell in CELLS))
NOTHING = np.uint64(0)

LEFT_SHIFT = np.array([max(step, 0) for step in STEPS], np.uint64)
RIGHT_SHIFT = np.array([max(-step, 0) for step in STEPS], np.uint64)

LIGHT_BASE = ("b1", "b2", "c1", "c2", "d1", "d2", "d3", "e1", "e2", "f1", "f2")
DARK_BASE = ("b4", "b5", "c5", "c6", "d5", "d6", "d7", "e5", "e6", "f4", "f5")
BASE = np.array([[CELL_OF[name] for name in base] for base in (LIGHT_BASE, DARK_BASE)], np.int64)
BASE_POINTS = BASE.shape[1]
BASE_SET = np.array([sum(1 << int(cell) for cell in base) for base in BASE], np.uint64)


# --- jumps ---------------------------------------------------------------------------------------------

JUMPS = 3 * DIRECTIONS
NO_JUMP = 31
ANY_JUMP = (1 << JUMPS) - 1
STRAIGHT_JUMP = sum(1 << 3 * direction + 1 for direction in range(DIRECTIONS))


def neighbour(cell: int, direction: int) -> int:
    """Give the next point in a direction, or NOWHERE."""
    return cell + STEPS[direction] if cell + STEPS[direction] in NAME_OF else NOWHERE


def legs(jump: int) -> tuple[int, int]:
    """Give the directions of the two legs of a jump."""
    return jump // 3, (jump // 3 + jump % 3 - 1) % DIRECTIONS


def jump_with(first: int, second: int) -> int:
    """Give the jump with these two legs, if one may follow the other."""
    return 3 * first + (second - first + 1) % DIRECTIONS


TURNS = (-1, 0, 1)
"""A path turns by at most 60 degrees at a point: by so many directions."""


def may_turn(before: int, after: int) -> bool:
    """Tell whether a path may leave a point in one direction that it reached in another."""
    return (after - before) % DIRECTIONS in {turn % DIRECTIONS for turn in TURNS}


# Bytes, as each compiled function holds tables of its own and a GPU has little room for constants; read as int64.
VICTIM = np.full((64, JUMPS), NOWHERE, np.int8)
LANDING = np.full((64, JUMPS), NOWHERE, np.int8)
TAKE_OFF = np.full((64, JUMPS), NOWHERE, np.int8)
"""Where a jump began that has landed on a cell."""
FOLLOWING = np.zeros(32, np.int64)
"""The jumps, as a set of bits, whose first leg turns by at most 60 degrees from the last leg of a jump."""
FOLLOWING[NO_JUMP] = ANY_JUMP

for _jump in range(JUMPS):
    _first, _second = legs(_jump)
    for _cell in CELLS:
        _victim = neighbour(_cell, _first)
        _landing = neighbour(_victim, _second) if _victim != NOWHERE else NOWHERE
        if _landing != NOWHERE:
            VICTIM[_cell, _jump] = _victim
            LANDING[_cell, _jump] = _landing
            TAKE_OFF[_landing, _jump] = _cell
    for _turn in TURNS:
        FOLLOWING[_jump] |= 0b111 << 3 * ((_second + _turn) % DIRECTIONS)


# --- armies --------------------------------------------------------------------------------------------

WARRIOR, CHIEF, TENT = 0, 1, 2
LETTERS = "WCT"
ARMY = np.array([7, 1, 3], np.int64)


def arrangements() -> list[int]:
    """List all ways to fill a base, as a set of tent places above the chief's place (11 bits each)."""
    return [
        1 << chief | sum(1 << place for place in tents) << BASE_POINTS
        for chief in range(BASE_POINTS)
        for tents in combinations(range(BASE_POINTS), int(ARMY[TENT]))
        if chief not in tents
    ]


ARRANGEMENTS = np.array(arrangements(), np.int64)

STANDARD = np.array(
    [
        1 << 4 | (1 << 2 | 1 << 5 | 1 << 7) << BASE_POINTS,  # chief d1, tents c1 d2 e1
        1 << 6 | (1 << 3 | 1 << 5 | 1 << 8) << BASE_POINTS,  # chief d7, tents c6 d6 e6
    ],
    np.int64,
)


def fixed_bits(subject: str) -> int:
    """Give 64 bits that look random and are the same in every process."""
    return int.from_bytes(hashlib.sha256(f"wigwam/{subject}".encode()).digest()[:8], "big")


ZOBRIST = np.array(
    [[[fixed_bits(f"{seat}/{kind}/{cell}") for cell in range(CELL_COUNT)] for kind in range(3)] for seat in range(2)],
    np.uint64,
)
DARK_TO_MOVE = np.uint64(fixed_bits("dark to move"))
