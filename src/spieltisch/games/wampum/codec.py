"""Wampum's moves as numbers.

The number of a whole move counts its cards of each kind in base 19: five blocks of bids, one for each village, one
block of discards, then the five relocations. Fourteen million are too many for a mask, so a move is also built of small
choices: a bid names its village, then how many cards of each kind; a discard names the numbers alone. A number that
follows from the others is not asked for.
"""

import numpy as np
import numpy.typing as npt

from spieltisch.games.coding import Span
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.wampum.choosing import may_take, smallest_bid
from spieltisch.games.wampum.moves import (
    GOODS_BITS,
    GOODS_SHIFT,
    KIND_COUNT,
    MOVE_BID,
    MOVE_DISCARD,
    MOVE_GO,
    VERB_BITS,
    cards_of,
    goods_of,
    verb_of,
    village_of,
)
from spieltisch.games.wampum.state import COPIES, DISCARD, MAX_VILLAGES, RELOCATE

NUMBERS = COPIES + 1
BUNDLES: int = NUMBERS**KIND_COUNT
"""Ways to name a number of cards of each kind, more than there are included."""

MOVES = (MAX_VILLAGES + 1) * BUNDLES + MAX_VILLAGES
FIRST_DISCARD = MAX_VILLAGES * BUNDLES
FIRST_GO = FIRST_DISCARD + BUNDLES

CHOICES = NUMBERS + MAX_VILLAGES
"""So many cards (0 to 18), then the villages."""
MOST_CHOICES = 1 + KIND_COUNT

MOVE_SPANS = (
    *(
        Span(BUNDLES, f"bid at village {village + 1}: C + 19 F + 19² T + 19³ W + 19⁴ S")
        for village in range(MAX_VILLAGES)
    ),
    Span(BUNDLES, "discard: C + 19 F + 19² T + 19³ W + 19⁴ S"),
    Span(MAX_VILLAGES, "go to this village, the first is 0"),
)
CHOICE_SPANS = (
    Span(NUMBERS, "so many cards of the kind that is asked for"),
    Span(MAX_VILLAGES, "this village, the first is 0"),
)

KIND_SHIFT = 32
"""A part holds the move so far and, above it, one more than the kind that is asked for."""
MOVE_MASK = (1 << KIND_SHIFT) - 1


# --- whole moves ---------------------------------------------------------------------------------------


@compiled
def number_of(book: np.record, seat: int, move: int) -> int:  # noqa: ARG001 - one signature for all games
    """Number a move."""
    if verb_of(move) == MOVE_GO:
        return int64(FIRST_GO) + village_of(move)
    bundle = int64(0)
    for kind in range(KIND_COUNT - 1, -1, -1):
        bundle = bundle * NUMBERS + goods_of(move, kind)
    if verb_of(move) == MOVE_DISCARD:
        return FIRST_DISCARD + bundle
    return village_of(move) * BUNDLES + bundle


@compiled
def move_of(book: np.record, seat: int, number: int) -> int:  # noqa: ARG001 - one signature for all games
    """Give the move of a number."""
    if number >= FIRST_GO:
        return int64(MOVE_GO) | (int64(number) - FIRST_GO) << VERB_BITS
    move = int64(MOVE_DISCARD)
    if number < FIRST_DISCARD:
        move = int64(MOVE_BID) | (int64(number) // BUNDLES) << VERB_BITS
    rest = int64(number) % BUNDLES
    for kind in range(KIND_COUNT):
        move |= (rest % NUMBERS) << (GOODS_SHIFT + GOODS_BITS * kind)
        rest //= NUMBERS
    return move


# --- choices -------------------------------------------------------------------------------------------


@compiled
def missing(s: np.record, seat: int, move: int) -> int:
    """Count the cards that a move still needs: a bid at least so many, a discard no more either."""
    needed = int64(s.surplus[seat]) if s.phase == DISCARD else smallest_bid(s, village_of(move))
    return needed - cards_of(move)


@compiled
def held_after(s: np.record, seat: int, kind: int) -> int:
    """Count the cards in hand of all kinds that are asked for after this one."""
    cards = int64(0)
    for later in range(kind + 1, KIND_COUNT):
        cards += int64(s.hand[seat, later])
    return cards


@compiled
def least(short: int, later: int) -> int:
    """Give the smallest number of cards of a kind with which a move can still be completed."""
    return max(int64(0), short - later)


@compiled
def most(s: np.record, seat: int, short: int, kind: int) -> int:
    """Give the largest number of cards of a kind that a move can have."""
    held = int64(s.hand[seat, kind])
    return min(held, short) if s.phase == DISCARD else held


@compiled
def ask(move: int, kind: int) -> int:
    """Give the part with which the number of cards of a kind is asked for next."""
    return move | (int64(kind) + 1) << KIND_SHIFT


@compiled
def go_on(s: np.record, seat: int, move: int, kind: int) -> int:
    """Fill in the numbers that leave no choice, from a kind on; give the part to ask about, or ~move at the end."""
    so_far = int64(move)
    short = missing(s, seat, so_far)
    later = held_after(s, seat, kind - 1)
    for asked in range(kind, KIND_COUNT):
        later -= int64(s.hand[seat, asked])
        low = least(short, later)
        if low < most(s, seat, short, asked):
            return ask(so_far, asked)
        so_far |= low << (GOODS_SHIFT + GOODS_BITS * asked)
        short -= low
    return ~so_far


@compiled
def begun(s: np.record, seat: int, part: int) -> int:
    """Give the part to ask about: a discard without any choice is asked about all the same; 0 asks for a village."""
    if part != 0 or s.phase != DISCARD or s.surplus[seat] == 0:
        return int64(part)
    first = go_on(s, seat, int64(MOVE_DISCARD), int64(0))
    return first if first > 0 else ask(int64(MOVE_DISCARD), int64(0))


@compiled
def cards_to_lay(s: np.record, seat: int) -> int:
    """Count the cards that can come to a village now: the displaced bid, or the whole hand."""
    return int64(s.bid_size[seat]) if s.phase == RELOCATE else int64(s.hand_size[seat])


@compiled
def allows(book: np.record, s: np.record, seat: int, part: int, choice: int) -> bool:
    """A village must be free or hold a smaller bid than can be made; numbers must let the move be completed."""
    here = begun(s, seat, part)
    if here == 0:
        village = int64(choice) - NUMBERS
        return 0 <= village < book.villages and may_take(s, village, cards_to_lay(s, seat))
    kind = (here >> KIND_SHIFT) - 1
    short = missing(s, seat, here & MOVE_MASK)
    return least(short, held_after(s, seat, kind)) <= choice <= most(s, seat, short, kind)


@compiled
def mask(book: np.record, s: np.record, seat: int, part: int, buffer: npt.NDArray[np.int8]) -> None:
    """Mark what can be chosen next. Every place is written, which is quicker than to find out which to write."""
    here = begun(s, seat, part)
    low, high = int64(1), int64(0)  # no number
    if here != 0:
        kind = (here >> KIND_SHIFT) - 1
        short = missing(s, seat, here & MOVE_MASK)
        low, high = least(short, held_after(s, seat, kind)), most(s, seat, short, kind)
    for number in range(NUMBERS):
        buffer[number] = low <= number <= high
    villages = int64(book.villages) if here == 0 else int64(0)
    cards = cards_to_lay(s, seat)
    for village in range(MAX_VILLAGES):
        buffer[NUMBERS + village] = village < villages and may_take(s, village, cards)


@compiled
def extend(book: np.record, s: np.record, seat: int, part: int, choice: int) -> int:  # noqa: ARG001
    """Add a choice to a move."""
    here = begun(s, seat, part)
    if here == 0:
        village = (int64(choice) - NUMBERS) << VERB_BITS
        if s.phase == RELOCATE:
            return ~(int64(MOVE_GO) | village)
        return go_on(s, seat, int64(MOVE_BID) | village, int64(0))
    kind = (here >> KIND_SHIFT) - 1
    move = here & MOVE_MASK | int64(choice) << (GOODS_SHIFT + GOODS_BITS * kind)
    return go_on(s, seat, move, kind + 1)


@compiled
def choice_towards(book: np.record, s: np.record, seat: int, part: int, move: int) -> int:  # noqa: ARG001
    """Read off a move what is asked for."""
    here = begun(s, seat, part)
    return NUMBERS + village_of(move) if here == 0 else goods_of(move, (here >> KIND_SHIFT) - 1)
