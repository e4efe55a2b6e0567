"""Chance: a small random generator that gives the same numbers compiled, interpreted and on any machine.

MWC64X: one 64-bit word (32 bits of value, 32 of carry), a multiplication that can never overflow, 32 bits a
draw. It shuffles and samples; it is never part of a table's state, so no searcher can read the future.
"""

import hashlib

import numpy as np
import numpy.typing as npt

from spieltisch.games.compiled import compiled, int64

Chance = npt.NDArray[np.uint64]

MULTIPLIER = np.uint64(4_294_883_355)
LOW = np.uint64(0xFFFF_FFFF)
HALF = np.uint64(32)
RANGE = np.uint64(1 << 32)


def seeded(*seed: object) -> Chance:
    """Start a generator from any values, for example a game's name, a seed and a number."""
    digest = hashlib.sha256("/".join(map(str, seed)).encode()).digest()
    value = int.from_bytes(digest[:4], "big")
    carry = 1 + int.from_bytes(digest[4:8], "big") % (int(MULTIPLIER) - 2)
    return np.array([carry << 32 | value], np.uint64)


@compiled
def draw(chance: Chance) -> np.uint64:
    """Draw 32 random bits."""
    value = chance[0] & LOW
    carry = chance[0] >> HALF
    chance[0] = value * MULTIPLIER + carry
    return np.uint64(value ^ carry)


@compiled
def below(chance: Chance, n: int) -> int:
    """Draw a number from 0 to n - 1, each equally likely (Lemire's method); n < 2**32."""
    bound = np.uint64(n)
    product = draw(chance) * bound
    if product & LOW < bound:
        threshold = (RANGE - bound) % bound
        while product & LOW < threshold:
            product = draw(chance) * bound
    return int64(product >> HALF)


@compiled
def shuffle(chance: Chance, cards: npt.NDArray[np.int8], start: int, stop: int) -> None:
    """Shuffle cards[start:stop] in place."""
    for last in range(stop - 1, start, -1):
        other = start + below(chance, last - start + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
