"""Who sees what in Wigwam: only a hidden set-up has secrets, until both arrangements are in.

Every secret leaves the table through `conceal` only, so this is the one place to check for leaks.
"""

import numpy as np

from spieltisch.games.chance import Chance, below
from spieltisch.games.compiled import compiled
from spieltisch.games.wigwam.board import ARRANGEMENTS, NOTHING
from spieltisch.games.wigwam.points import pieces_of, recompute_hash
from spieltisch.games.wigwam.rules import arrange
from spieltisch.games.wigwam.state import HIDDEN, SETTING_UP


@compiled
def conceal(book: np.record, s: np.record, seat: int) -> None:
    """Take the other arrangement off the board, and out of the hash, while the set-up goes on."""
    if s.stage == SETTING_UP and book.setup == HIDDEN:
        for other in range(2):
            if other != seat:
                s.warriors[other] = NOTHING
                s.chiefs[other] = NOTHING
                s.tents[other] = NOTHING
        s.hash = recompute_hash(s)


@compiled
def imagine(book: np.record, s: np.record, seat: int, chance: Chance) -> None:
    """Give everybody who is ready but cannot be seen some arrangement."""
    if s.stage == SETTING_UP and book.setup == HIDDEN:
        for other in range(2):
            if other != seat and s.ready >> other & 1 and pieces_of(s, other) == NOTHING:
                arrange(s, other, ARRANGEMENTS[below(chance, len(ARRANGEMENTS))])
