"""How Wigwam's bots arrange their pieces: by what has done well in their own games, drawn so that nobody can know.

An arrangement's worth is that of the chief's place plus that of each tent's place beside that chief. A table of
all arrangements is small; a set-up piece by piece draws among those that fit what stands already.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from spieltisch.bots.bot import Candidate
from spieltisch.bots.wigwam import weights
from spieltisch.bots.wigwam.evaluation import UNIT, winning_chance
from spieltisch.games import chance
from spieltisch.games.compiled import int64
from spieltisch.games.wigwam.board import ARRANGEMENTS, BASE, BASE_POINTS, CHIEF, TENT, WARRIOR
from spieltisch.games.wigwam.moves import arrange_move, place_move
from spieltisch.games.wigwam.points import kind_at, pieces_of
from spieltisch.games.wigwam.state import HIDDEN

if TYPE_CHECKING:
    import numpy.typing as npt

    from spieltisch.games import View

SHOWN = 8
"""So many candidates are worth showing."""
PLACING_ORDER = (WARRIOR, TENT, CHIEF)
"""Who places the chief last tells least about where he will be."""


def kinds_of(arrangement: int) -> list[int]:
    """List the kinds of an arrangement by places of the base."""
    return [
        CHIEF if arrangement >> place & 1 else TENT if arrangement >> (place + BASE_POINTS) & 1 else WARRIOR
        for place in range(BASE_POINTS)
    ]


KINDS = np.array([kinds_of(int(arrangement)) for arrangement in ARRANGEMENTS])
"""All arrangements, as the kind on each place of the base in index order."""


def worth_of(kinds: npt.NDArray[np.int64], table: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Add up what an arrangement's places are worth, in logarithms of odds; light's places."""
    chiefs = np.argmax(kinds == CHIEF, axis=1)
    worth: npt.NDArray[np.float64] = table[chiefs, chiefs] + ((kinds == TENT) * table[chiefs]).sum(axis=1)
    return worth


@cache
def worths(seat: int) -> npt.NDArray[np.float64]:
    """Give the worth of every arrangement for a seat; dark's places are light's turned by half."""
    return worth_of(KINDS if seat == 0 else KINDS[:, ::-1], weights.arrangements())


def candidates(view: View, seat: int, strictness: float, seed: int) -> list[Candidate]:
    """Draw an arrangement that fits what stands already, and give the next move towards it; other good ones follow."""
    standing = pieces_standing(view.state[0], seat)
    fitting = np.flatnonzero(((standing < 0) | (standing == KINDS)).all(axis=1))
    worth = worths(seat)[fitting]
    chances = np.exp(strictness * (worth - worth.max()))
    luck = chance.seeded("wigwam set-up", seed)
    point = int(chance.draw(luck)) / 2**32 * chances.sum()
    drawn = int(np.searchsorted(np.cumsum(chances), point, side="right"))
    order = [min(drawn, len(fitting) - 1), *np.argsort(-worth, kind="stable").tolist()]
    found: dict[str, Candidate] = {}
    for number in order:
        text = view.game.write_move(view.book[0], next_move(view, seat, standing, int(fitting[number]), luck))
        if text not in found:
            found[text] = Candidate(text, winning_chance(UNIT * float(worth[number])))
        if len(found) == SHOWN:
            break
    return list(found.values())


def pieces_standing(s: np.record, seat: int) -> npt.NDArray[np.int64]:
    """List the kinds on the places of the base, -1 where it is empty."""
    own = int(pieces_of(s, seat))
    return np.array([int(kind_at(s, seat, cell)) if own >> int(cell) & 1 else -1 for cell in BASE[seat]])


def next_move(view: View, seat: int, standing: npt.NDArray[np.int64], number: int, luck: chance.Chance) -> int:
    """Give the whole arrangement, or one piece of it that is still missing: the chief last."""
    if view.book[0].setup == HIDDEN:
        return int(arrange_move(ARRANGEMENTS[number]))
    for kind in PLACING_ORDER:
        missing = np.flatnonzero((standing < 0) & (KINDS[number] == kind))
        if len(missing):
            break
    place = missing[int(chance.below(luck, len(missing)))]
    return int(place_move(BASE[seat][place], int64(kind)))
