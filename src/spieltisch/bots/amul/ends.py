"""How games of Amul end after a move, line by line of the score sheet: the figures behind a puzzle's solution.

Moves are tried on the same imagined tables, so that their ends can be compared table by table. A difference is told
if it is large enough to matter and no luck: each line's own, and what the other seats make of it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from spieltisch.bots.amul.search import imagine_table, playout
from spieltisch.games import chance
from spieltisch.games.amul.cards import LINE_NAMES
from spieltisch.games.amul.scoring import score_lines
from spieltisch.games.amul.state import LINES, STATE
from spieltisch.games.records import blank
from spieltisch.match.puzzles import Fact

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from spieltisch.games import View

    Ends = npt.NDArray[np.int64]

Name = TypeVar("Name")

CASES = 2000
WORTH_TELLING = 0.4
"""Points; smaller differences are not told."""
SURE = 4.0
"""Standard errors; what could be luck is not told."""
MOST_LINES, MOST_RIVALS = 3, 2


def facts(view: View, seat: int, moves: Sequence[int], mind: np.record, seed: int) -> list[list[Fact]]:
    """Say how games end after each move beside the first, and after the first beside the second.

    What is told of these two is the same but for the sign, so of the second only the sum is told; of the others more
    than the greatest differences would be tiring.
    """
    found = ends(view, seat, moves, mind, seed)
    return [
        differences(found[:, 0] - found[:, 1], seat, "ahead"),
        differences(found[:, 1] - found[:, 0], seat, "behind")[:1],
        *[differences(found[:, at] - found[:, 0], seat, "behind")[:3] for at in range(2, len(moves))],
    ]


def ends(view: View, seat: int, moves: Sequence[int], mind: np.record, seed: int) -> Ends:
    """Play each move to the end on the same imagined tables; gives the lines of all seats' score sheets."""
    book, tables = view.book[0], blank(STATE, 2)
    luck = chance.seeded("amul ends", seed)
    found = np.zeros((CASES, len(moves), view.players, LINES), np.int64)
    for case in range(CASES):
        tables[0] = view.state[0]
        imagine_table(book, tables[0], seat, mind, luck)
        for at, move in enumerate(moves):
            spare = luck.copy()
            tables[1] = tables[0]
            playout(book, tables[1], seat, move, mind, spare)
            score_lines(book, tables[1], found[case, at])
        luck = spare
    return found


def differences(change: Ends, seat: int, what: str) -> list[Fact]:
    """Tell by how much one's own points differ, on which lines most, and for which of the others most."""
    own = [Fact(what, count=round(float(change[:, seat].sum(axis=1).mean()), 1))]
    lines = {name: difference for line, name in enumerate(LINE_NAMES) if (difference := surely(change[:, seat, line]))}
    rivals = {
        other: difference
        for other in range(change.shape[1])
        if other != seat and (difference := surely(change[:, other].sum(axis=1)))
    }
    own += [Fact("line", count=lines[name], line=name) for name in greatest(lines)[:MOST_LINES]]
    return own + [Fact("rival", count=rivals[other], seat=other) for other in greatest(rivals)[:MOST_RIVALS]]


def surely(differences: Ends) -> float:
    """Give the mean of differences, or nothing if it is small or may be luck."""
    mean, error = float(differences.mean()), float(differences.std(ddof=1)) / math.sqrt(len(differences))
    return round(mean, 1) if abs(mean) >= max(WORTH_TELLING, SURE * error) else 0.0


def greatest(named: dict[Name, float]) -> list[Name]:
    """Order names by the size of what they stand for."""
    return sorted(named, key=lambda name: -abs(named[name]))
