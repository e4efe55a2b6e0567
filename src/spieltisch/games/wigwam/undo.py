"""Taking back a move of Wigwam: `remember` and `restore` undo a move for the price of a few words."""

import numpy as np
import numpy.typing as npt

from spieltisch.games.compiled import compiled, int64

Past = npt.NDArray[np.uint64]

PAST_WORDS = 13


@compiled
def remember(s: np.record, past: Past, row: int) -> None:
    """Note everything that the next move of a game in progress can change, in one row of PAST_WORDS words."""
    for seat in range(2):
        past[row, seat] = s.warriors[seat]
        past[row, 2 + seat] = s.chiefs[seat]
        past[row, 4 + seat] = s.tents[seat]
    past[row, 6] = s.hash
    past[row, 7] = s.capturers
    past[row, 8] = s.liable
    past[row, 9] = np.uint64(int64(s.quiet) << 8 | int64(s.to_move) << 4 | int64(s.huffed) << 2 | int64(s.ready))
    past[row, 10] = np.uint64(int64(s.stage))
    # A move writes one entry of the history: the next one, or the first if a piece leaves the board.
    past[row, 11] = s.history[0]
    past[row, 12] = s.history[int64(s.quiet) + 1]


@compiled
def restore(s: np.record, past: Past, row: int) -> None:
    """Undo the move made since `remember`; the record is the same as before, byte for byte."""
    for seat in range(2):
        s.warriors[seat] = past[row, seat]
        s.chiefs[seat] = past[row, 2 + seat]
        s.tents[seat] = past[row, 4 + seat]
        s.points[seat] = 0
    s.hash = past[row, 6]
    s.capturers = past[row, 7]
    s.liable = past[row, 8]
    small = int64(past[row, 9])
    s.quiet = small >> 8
    s.to_move = small >> 4 & 1
    s.huffed = small >> 2 & 1
    s.ready = small & 3
    s.stage = int64(past[row, 10])
    s.reason = 0
    s.history[0] = past[row, 11]
    s.history[int64(s.quiet) + 1] = past[row, 12]
