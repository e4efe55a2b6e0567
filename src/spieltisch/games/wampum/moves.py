"""A move of Wampum as one integer.

Its verb stands in the lowest two bits, the village in the next three, then come five bits for the number of cards of
each kind.
"""

from spieltisch.games.compiled import compiled
from spieltisch.games.wampum.state import KINDS

KIND_COUNT = len(KINDS)

MOVE_BID = 0
MOVE_GO = 1
MOVE_DISCARD = 2
VERB_BITS = 2
VILLAGE_BITS = 3
GOODS_SHIFT = VERB_BITS + VILLAGE_BITS
GOODS_BITS = 5
MOVE_BITS = GOODS_SHIFT + GOODS_BITS * KIND_COUNT


@compiled
def verb_of(move: int) -> int:
    """Tell bid, go and discard apart."""
    return move & ((1 << VERB_BITS) - 1)


@compiled
def village_of(move: int) -> int:
    """Give the village that a bid or relocation names, from 0."""
    return (move >> VERB_BITS) & ((1 << VILLAGE_BITS) - 1)


@compiled
def goods_of(move: int, kind: int) -> int:
    """Count the cards of a kind in a bid or discard."""
    return (move >> (GOODS_SHIFT + GOODS_BITS * kind)) & ((1 << GOODS_BITS) - 1)


@compiled
def cards_of(move: int) -> int:
    """Count the cards in a bid or discard."""
    total = 0
    for kind in range(KIND_COUNT):
        total += goods_of(move, kind)
    return total
