"""What a seat of Wigwam observes, as a row of small numbers: from its view, the own base always on the left.

A set of points is one plane of eight bytes: a byte a row of the slanted board (board.py draws it), the last byte empty.
Spread out it is an image of eight by eight, in which each of the six directions is the same step everywhere.
"""

import numpy as np
import numpy.typing as npt

from spieltisch.games.compiled import compiled, int64
from spieltisch.games.layout import BITS, CHOICE, FLAG, NUMBER, Field, Layout
from spieltisch.games.wigwam.board import BASE, BASE_POINTS, BOARD, JUMPS, LIGHT_BASE, NAMES, NOTHING, NOWHERE
from spieltisch.games.wigwam.codec import landing_of, taken_by
from spieltisch.games.wigwam.moves import MOVE_ARRANGE, MOVE_CAPTURE, VERB_BITS, from_of, jump_of, length_of, verb_of
from spieltisch.games.wigwam.numbers import BASE_MASK, LAST_CELL, turned_jump
from spieltisch.games.wigwam.points import DARK, LIGHT, bit, opponent
from spieltisch.games.wigwam.reach import huffable
from spieltisch.games.wigwam.state import HIDDEN, OVER, PATIENCE, SETTING_UP

PLANE = 8
PLANES = (
    "own warriors",
    "the own chief",
    "own tents",
    "enemy warriors",
    "the enemy chief",
    "enemy tents",
    "own pieces that can capture",
    "enemy pieces that may be huffed",
    "the own piece in the middle of a capture",
)

LAYOUT = Layout(
    [
        Field("board", (len(PLANES), PLANE), BITS, 1, "; ".join(PLANES) + "; jumps and pieces chosen so far are made"),
        Field("stage", (1,), CHOICE, int(OVER) + 1, "setting up, playing, over"),
        Field("setup", (1,), CHOICE, 3, "alternate, hidden, standard"),
        Field("compulsory", (1,), FLAG, 1, "whether a capture has to go on"),
        Field("huffing", (1,), FLAG, 1, "whether pieces may be huffed"),
        Field("dark", (1,), FLAG, 1, "whether the own seat is the second"),
        Field("huffed", (1,), FLAG, 1, "whether the player to move has huffed in this turn"),
        Field("quiet", (1,), NUMBER, PATIENCE, "plies since a piece left the board"),
        Field("seen", (1,), NUMBER, 2, "how often this position has been there before"),
        Field("last_jump", (1,), CHOICE, JUMPS, "the last jump of the capture under way, or -1"),
    ]
)

PERFECT_LAYOUT = Layout(
    [Field("all_pieces", (6, PLANE), BITS, 1, "own warriors, chief, tents; enemy warriors, chief, tents")]
)


def legend() -> dict[str, list[str]]:
    """Name the points, and the places of a base, as light sees them."""
    return {"points": list(NAMES), "places of the base": list(LIGHT_BASE)}


Row = npt.NDArray[np.int8]

BOARD_AT, STAGE, SETUP, COMPULSORY, HUFFING, IS_DARK, HUFFED, QUIET, SEEN, LAST_JUMP = LAYOUT.starts.values()

# For reversing the bits of a word.
PAIRS, FOURS, EIGHTS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
ONE, TWO, FOUR = np.uint64(1), np.uint64(2), np.uint64(4)
BEYOND = np.uint64(NOWHERE - LAST_CELL)


@compiled
def turned(seat: int, points: np.uint64) -> np.uint64:
    """Give a set of points as a seat sees it: for dark, all bits in reverse."""
    if seat == LIGHT:
        return points
    word = points >> ONE & PAIRS | (points & PAIRS) << ONE
    word = word >> TWO & FOURS | (word & FOURS) << TWO
    word = word >> FOUR & EIGHTS | (word & EIGHTS) << FOUR
    turned_word = NOTHING
    for byte in range(PLANE):
        turned_word |= (word >> np.uint64(8 * byte) & np.uint64(255)) << np.uint64(56 - 8 * byte)
    return np.uint64(turned_word >> BEYOND)


@compiled
def draw_plane(row: Row, start: int, points: np.uint64) -> None:
    """Write a set of points."""
    word = np.int64(points)
    for byte in range(PLANE):
        row[start + byte] = np.int8(word >> (8 * byte) & 255)


@compiled
def observe(book: np.record, view: np.record, seat: int, part: int, row: Row) -> None:
    """Fill a row of zeros from a view."""
    enemy = opponent(seat)
    warriors, chief, tents = view.warriors[seat], view.chiefs[seat], view.tents[seat]
    taken, jumper = NOTHING, NOTHING
    row[LAST_JUMP] = -1
    if part != 0 and verb_of(part) == MOVE_CAPTURE:
        taken = taken_by(part)
        jumper = bit(landing_of(part))
        gone = bit(from_of(part))
        if chief & gone:
            chief = jumper
        else:
            warriors = warriors & ~gone | jumper
        row[LAST_JUMP] = turned_jump(seat, jump_of(part, length_of(part) - 1))
    draw_plane(row, int64(BOARD_AT), turned(seat, warriors))
    draw_plane(row, int64(BOARD_AT + PLANE), turned(seat, chief))
    draw_plane(row, int64(BOARD_AT + 2 * PLANE), turned(seat, tents))
    # Nobody sees the other's arrangement before the play begins, also if this is the table itself.
    seen = NOTHING if book.setup == HIDDEN and view.stage == SETTING_UP else BOARD
    draw_plane(row, int64(BOARD_AT + 3 * PLANE), turned(seat, view.warriors[enemy] & ~taken & seen))
    draw_plane(row, int64(BOARD_AT + 4 * PLANE), turned(seat, view.chiefs[enemy] & ~taken & seen))
    draw_plane(row, int64(BOARD_AT + 5 * PLANE), turned(seat, view.tents[enemy] & seen))
    to_move = view.to_move == seat
    draw_plane(row, int64(BOARD_AT + 6 * PLANE), turned(seat, view.capturers) if to_move else NOTHING)
    draw_plane(row, int64(BOARD_AT + 7 * PLANE), turned(seat, huffable(view)) if to_move else NOTHING)
    draw_plane(row, int64(BOARD_AT + 8 * PLANE), turned(seat, jumper))
    if part != 0 and verb_of(part) == MOVE_ARRANGE:
        draw_arrangement(row, int64(part) >> VERB_BITS)
    row[STAGE] = view.stage
    row[SETUP] = book.setup
    row[COMPULSORY] = book.compulsory_continuation
    row[HUFFING] = book.huffing
    row[IS_DARK] = seat == DARK
    row[HUFFED] = view.huffed
    row[QUIET] = view.quiet
    row[SEEN] = times_seen(view)


@compiled
def draw_arrangement(row: Row, arrangement: int) -> None:
    """Show the chief and the tents that have been placed so far; the board is turned already."""
    chief, tents = NOTHING, NOTHING
    for place in range(BASE_POINTS):
        if arrangement & BASE_MASK & int64(1) << place:
            chief |= bit(BASE[LIGHT, place])
        if arrangement >> BASE_POINTS & int64(1) << place:
            tents |= bit(BASE[LIGHT, place])
    draw_plane(row, int64(BOARD_AT + PLANE), chief)
    draw_plane(row, int64(BOARD_AT + 2 * PLANE), tents)


@compiled
def times_seen(view: np.record) -> int:
    """Count how often this position, with the same player to move, has been there since a piece was removed."""
    seen = int64(0)
    earlier = int64(view.quiet) - 2
    while earlier >= 0:
        seen += view.history[earlier] == view.hash
        earlier -= 2
    return seen


@compiled
def perfect(book: np.record, s: np.record, seat: int, row: Row) -> None:  # noqa: ARG001 - one signature for all games
    """Fill in all pieces, a hidden arrangement included."""
    enemy = opponent(seat)
    draw_plane(row, int64(0), turned(seat, s.warriors[seat]))
    draw_plane(row, int64(PLANE), turned(seat, s.chiefs[seat]))
    draw_plane(row, int64(2 * PLANE), turned(seat, s.tents[seat]))
    draw_plane(row, int64(3 * PLANE), turned(seat, s.warriors[enemy]))
    draw_plane(row, int64(4 * PLANE), turned(seat, s.chiefs[enemy]))
    draw_plane(row, int64(5 * PLANE), turned(seat, s.tents[enemy]))
