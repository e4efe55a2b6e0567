"""What a search of Wigwam keeps in mind, and its units."""

from __future__ import annotations

import numpy as np

from spieltisch.bots.wigwam.evaluation import FEATURES, ZONES
from spieltisch.games.compiled import int64
from spieltisch.games.records import record_dtype
from spieltisch.games.wigwam.moves import MOVE_ROOM
from spieltisch.games.wigwam.undo import PAST_WORDS

MOST_PLIES = 64
MOVES_OF_ALL_PLIES = 4 * MOVE_ROOM
LINE = 8
"""So many moves of a line are kept for those who ask."""

TABLE_BITS = 19
TABLE_SIZE = 1 << TABLE_BITS

MIND = record_dtype(
    [
        # what it knows
        ("weights", np.int64, (len(FEATURES),)),
        ("places", np.int64, (2, 3, 64)),
        ("features", np.int64, (len(FEATURES),)),
        ("zones", np.int64, (3 * ZONES,)),
        # who thinks, and by how much he would rather not have a draw
        ("thinker", np.int64),
        ("contempt", np.int64),
        ("company", np.int64),  # how much each warrior on the board, of either side, is liked for its own sake
        # how long it may think
        ("nodes", np.int64),
        ("most_nodes", np.int64),
        ("stopped", np.int64),
        ("depth", np.int64),
        # what it remembers of this search
        ("age", np.int64),  # entries of another age belong to earlier searches
        ("keys", np.uint64, (TABLE_SIZE,)),
        ("notes", np.int64, (TABLE_SIZE,)),
        ("killers", np.int64, (MOST_PLIES + 1, 2)),
        ("merits", np.int64, (2, 4096)),  # of quiet moves, by start and target
        # one level after another
        ("moves", np.int64, (MOVES_OF_ALL_PLIES,)),
        ("order", np.int64, (MOVES_OF_ALL_PLIES,)),
        ("past", np.uint64, (MOST_PLIES + 1, PAST_WORDS)),
        ("line", np.int64, (MOST_PLIES + 2, MOST_PLIES + 2)),
        ("line_length", np.int64, (MOST_PLIES + 2,)),
        # the moves to choose from
        ("root_count", np.int64),
        ("root_move", np.int64, (MOVE_ROOM,)),
        ("root_value", np.int64, (MOVE_ROOM,)),
        ("root_line", np.int64, (MOVE_ROOM, LINE)),
        ("root_line_length", np.int64, (MOVE_ROOM,)),
    ]
)

SIGNAL = record_dtype([("now", np.int8)])
"""The flag of a budget, as the search reads it."""

INFINITE = int64(32000)
WIN_OF_TWO = int64(30000)
WIN_OF_ONE = int64(20000)
DECIDED = int64(15000)
"""Beyond this a value is a forced end, counted in plies from here."""
