"""What a move of Wigwam leaves behind, tried out on copies: which pieces could be taken next, which are attacked."""

import numpy as np
import numpy.typing as npt

from spieltisch.games.compiled import compiled, int64
from spieltisch.games.wigwam.board import LANDING, NOTHING, VICTIM
from spieltisch.games.wigwam.moves import Moves, from_of, jump_of, length_of
from spieltisch.games.wigwam.points import bit, opponent
from spieltisch.games.wigwam.reach import find_capturers, list_captures
from spieltisch.games.wigwam.rules import play
from spieltisch.games.wigwam.state import PLAYING

Points = npt.NDArray[np.uint64]


@compiled
def victims_of(capture: int) -> np.uint64:
    """Give the points that a capture jumps over."""
    cell = from_of(capture)
    found = NOTHING
    for number in range(length_of(capture)):
        jump = jump_of(capture, number)
        found |= bit(int64(VICTIM[cell, jump]))
        cell = int64(LANDING[cell, jump])
    return np.uint64(found)


@compiled
def within_reach(book: np.record, s: np.record, seat: int, buffer: Moves) -> np.uint64:
    """Give the pieces that a seat could take if it were its turn, with its first jump or a later one."""
    found = NOTHING
    if s.stage == PLAYING:
        s.to_move = seat
        s.capturers = find_capturers(s, seat)
        for number in range(min(list_captures(book, s, buffer, int64(0)), int64(len(buffer)))):
            found |= victims_of(buffer[number])
    return np.uint64(found)


@compiled
def leaves_behind(book: np.record, s: np.record, seat: int, move: int, found: Points, buffer: Moves) -> None:
    """Make a move, and note the pieces of the mover that could be taken then, and those that the mover attacks."""
    play(book, s, seat, move)
    found[0] = within_reach(book, s, opponent(seat), buffer)
    found[1] = within_reach(book, s, seat, buffer)
