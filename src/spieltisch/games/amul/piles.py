"""Sorted lists of Amul's cards.

Nobody can foresee where in a list a card belongs, and a branch that goes wrong takes longer than a short list: so every
card of the list is moved or kept without asking.
"""

import numpy as np
import numpy.typing as npt

from spieltisch.games.amul.state import BLANK, Number
from spieltisch.games.compiled import compiled

Cards = npt.NDArray[np.int8]


@compiled
def insert(cards: Cards, size: Number, face: Number) -> None:
    """Put a card into a sorted list of `size` cards."""
    carried = face
    for at in range(size):
        here = np.int64(cards[at])
        cards[at] = min(here, carried)
        carried = max(here, carried)
    cards[size] = carried


@compiled
def remove(cards: Cards, size: Number, face: Number) -> None:
    """Take a card out of a sorted list of `size` cards, among which it is."""
    for at in range(size - 1):
        here, there = np.int64(cards[at]), np.int64(cards[at + 1])
        cards[at] = here if here < face else there
    cards[size - 1] = BLANK


@compiled
def holds(cards: Cards, size: Number, face: Number) -> bool:
    """Tell whether a card is in a list."""
    found = False
    for at in range(size):
        found |= np.int64(cards[at]) == face
    return bool(found)


@compiled
def wipe(cards: Cards) -> None:
    """Blank a list of cards or seats."""
    for at in range(len(cards)):
        cards[at] = BLANK
