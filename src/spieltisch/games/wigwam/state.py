"""The table of Wigwam as two records: the book (the options) and the state.

Pieces are sets of points (see board.py). `capturers` follows from them and is kept because every turn needs
it: to see who is blocked, what is compulsory, and what may be huffed afterwards. The eight small fields fill
one word, so that the record has no gaps: bytes between fields would not be copied with them.
"""

import numpy as np

from spieltisch.games.records import record_dtype

# stages
SETTING_UP = np.int8(0)
PLAYING = np.int8(1)
OVER = np.int8(2)

# values of the option `setup`
ALTERNATE = np.int8(0)
HIDDEN = np.int8(1)
STANDARD_SETUP = np.int8(2)

REASONS = ("", "chief", "blocked", "no_warriors", "only_chiefs", "repetition", "no_progress")
BY_CHIEF = np.int8(1)
BY_BLOCKED = np.int8(2)
BY_NO_WARRIORS = np.int8(3)
BY_ONLY_CHIEFS = np.int8(4)
BY_REPETITION = np.int8(5)
BY_NO_PROGRESS = np.int8(6)

PATIENCE = 100
"""So many plies without a capture end the game."""

BOOK = record_dtype(
    [
        ("setup", np.int8),
        ("compulsory_continuation", np.int8),
        ("huffing", np.int8),
    ]
)

STATE = record_dtype(
    [
        ("warriors", np.uint64, (2,)),
        ("chiefs", np.uint64, (2,)),
        ("tents", np.uint64, (2,)),
        ("hash", np.uint64),  # of pieces and player to move, kept up with every change
        ("capturers", np.uint64),  # pieces of the player to move that can capture
        ("liable", np.uint64),  # enemy pieces that he may huff
        ("quiet", np.int8),  # plies since the last piece left the board
        ("to_move", np.int8),
        ("stage", np.int8),
        ("ready", np.int8),  # hidden set-up: the seats whose arrangement is in
        ("huffed", np.int8),  # he has huffed this turn
        ("reason", np.int8),
        ("points", np.int8, (2,)),
        (
            "history",
            np.uint64,
            (PATIENCE + 1,),
        ),  # hashes since then: history[: quiet + 1], older ones are stale
    ]
)
