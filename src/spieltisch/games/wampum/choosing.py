"""Who has to decide in Wampum, and what is allowed: legal moves checked, counted, listed and drawn."""

import numpy as np
import numpy.typing as npt

from spieltisch.games.chance import Chance, below
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.wampum.moves import (
    GOODS_BITS,
    GOODS_SHIFT,
    KIND_COUNT,
    MOVE_BID,
    MOVE_BITS,
    MOVE_DISCARD,
    MOVE_GO,
    VERB_BITS,
    cards_of,
    goods_of,
    verb_of,
    village_of,
)
from spieltisch.games.wampum.state import BID, DISCARD, NOBODY, RELOCATE

# --- who decides, and what is allowed ----------------------------------------------------------------


@compiled
def waiting_for(book: np.record, s: np.record) -> int:
    """One seat bids or relocates; all seats with too many cards discard at the same time."""
    if s.phase == BID:
        return int64(1) << bidder(book, s)
    if s.phase == RELOCATE:
        return int64(1) << int64(s.displaced)
    seats = int64(0)
    for seat in range(int64(book.players)):
        if s.surplus[seat] > 0:
            seats |= int64(1) << seat
    return seats


@compiled
def bidder(book: np.record, s: np.record) -> int:
    """Bids are made clockwise from the start player."""
    return clockwise(book, s, int64(s.bids_made))


@compiled
def clockwise(book: np.record, s: np.record, steps: int) -> int:
    """Give the seat so many steps clockwise from the canoe; cheaper than a division."""
    seat = int64(s.canoe) + steps
    return seat if seat < book.players else seat - int64(book.players)


@compiled
def bid_lying_at(s: np.record, village: int) -> int:
    """Give the size of the bid at a village, 0 if there is none."""
    owner = int64(s.trader[village])
    return int64(0) if owner == NOBODY else int64(s.bid_size[owner])


@compiled
def smallest_bid(s: np.record, village: int) -> int:
    """Give the size that a bid needs at a village: it may go where no bid lies, or a strictly smaller one."""
    return bid_lying_at(s, village) + 1


@compiled
def may_take(s: np.record, village: int, size: int) -> bool:
    """Tell whether a bid is large enough for a village."""
    return size >= smallest_bid(s, village)


@compiled
def is_legal(book: np.record, s: np.record, seat: int, move: int) -> bool:
    """Check any integer as a move of a seat."""
    if move < 0 or move >> MOVE_BITS or not waiting_for(book, s) >> seat & 1:
        return False
    if s.phase == RELOCATE:
        return is_legal_relocation(book, s, seat, move)
    if not holds(s, seat, move):
        return False
    if s.phase == DISCARD:
        return verb_of(move) == MOVE_DISCARD and village_of(move) == 0 and cards_of(move) == s.surplus[seat]
    if verb_of(move) != MOVE_BID or village_of(move) >= book.villages:
        return False
    return may_take(s, village_of(move), cards_of(move))  # never true for no cards


@compiled
def is_legal_relocation(book: np.record, s: np.record, seat: int, move: int) -> bool:
    """A displaced bid stays as it is, so the move names a village and nothing else."""
    if verb_of(move) != MOVE_GO or move >> GOODS_SHIFT or village_of(move) >= book.villages:
        return False
    return may_take(s, village_of(move), int64(s.bid_size[seat]))


@compiled
def holds(s: np.record, seat: int, move: int) -> bool:
    """Whether the hand has the cards that a bid or discard names."""
    for kind in range(KIND_COUNT):
        if goods_of(move, kind) > s.hand[seat, kind]:
            return False
    return True


# --- listing and drawing moves ---------------------------------------------------------------------


@compiled
def all_choices(s: np.record, seat: int) -> int:
    """Count all choices of cards from a hand, the empty one included."""
    total = int64(1)
    for kind in range(KIND_COUNT):
        total *= int64(s.hand[seat, kind]) + 1
    return total


@compiled
def nth_choice(s: np.record, seat: int, choice: int) -> int:
    """Number all choices of cards from a hand: the digits are the counts of the kinds."""
    goods = int64(0)
    rest = int64(choice)
    for kind in range(KIND_COUNT):
        base = int64(s.hand[seat, kind]) + 1
        goods |= (rest % base) << (GOODS_SHIFT + GOODS_BITS * kind)
        rest //= base
    return goods


@compiled
def count_moves(book: np.record, s: np.record, seat: int) -> int:
    """Count the legal moves of the seat to decide."""
    if s.phase == RELOCATE:
        return places_for(book, s, int64(s.bid_size[seat]))
    count = int64(0)
    for choice in range(1, all_choices(s, seat)):
        size = cards_of(nth_choice(s, seat, choice))
        if s.phase == DISCARD:
            count += int64(size == s.surplus[seat])
        else:
            count += places_for(book, s, size)
    return count


@compiled
def places_for(book: np.record, s: np.record, size: int) -> int:
    """Count the villages that a bid of this size may go to."""
    count = int64(0)
    for village in range(int64(book.villages)):
        count += int64(may_take(s, village, size))
    return count


@compiled
def legal_moves(book: np.record, s: np.record, seat: int, buffer: npt.NDArray[np.int64]) -> int:
    """List the legal moves of the seat to decide."""
    if s.phase == RELOCATE:
        return list_places(book, s, int64(MOVE_GO), int64(s.bid_size[seat]), buffer, int64(0))
    count = int64(0)
    for choice in range(1, all_choices(s, seat)):
        goods = nth_choice(s, seat, choice)
        size = cards_of(goods)
        if s.phase == BID:
            count = list_places(book, s, goods | MOVE_BID, size, buffer, count)
        elif size == s.surplus[seat]:
            buffer[count] = goods | MOVE_DISCARD
            count += 1
    return count


@compiled
def list_places(book: np.record, s: np.record, move: int, size: int, buffer: npt.NDArray[np.int64], count: int) -> int:
    """Append a bid or relocation once for each village that it may go to."""
    end = int64(count)
    for village in range(int64(book.villages)):
        if may_take(s, village, size):
            buffer[end] = move | village << VERB_BITS
            end += 1
    return end


@compiled
def sample_move(book: np.record, s: np.record, seat: int, chance: Chance) -> int:
    """Draw one legal move of the seat to decide, each equally likely."""
    if s.phase == RELOCATE:
        return sample_relocation(book, s, seat, chance)
    if s.phase == DISCARD:
        return sample_discard(s, seat, chance)
    return sample_bid(book, s, seat, chance)


@compiled
def sample_bid(book: np.record, s: np.record, seat: int, chance: Chance) -> int:
    """Draw any cards and any village until they go together. Some village is always free, so this ends soon."""
    while True:
        village = below(chance, int64(book.villages))
        move = int64(MOVE_BID) | village << VERB_BITS
        size = int64(0)
        for kind in range(KIND_COUNT):
            cards = below(chance, int64(s.hand[seat, kind]) + 1)
            size += cards
            move |= cards << (GOODS_SHIFT + GOODS_BITS * kind)
        if may_take(s, village, size):
            return move


@compiled
def sample_relocation(book: np.record, s: np.record, seat: int, chance: Chance) -> int:
    """Draw one of the villages that a displaced bid may go to."""
    size = int64(s.bid_size[seat])
    while True:
        village = below(chance, int64(book.villages))
        if may_take(s, village, size):
            return int64(MOVE_GO) | village << VERB_BITS


@compiled
def sample_discard(s: np.record, seat: int, chance: Chance) -> int:
    """Draw the numbers of four kinds until they leave a possible number for the fifth, the most frequent one.

    Whichever is smaller is drawn, the cards to discard or those to keep, so few draws fail.
    """
    surplus = int64(s.surplus[seat])
    kept = int64(s.hand_size[seat]) - surplus
    size = min(surplus, kept)
    filler = most_frequent_kind(s, seat)
    while True:
        goods = int64(0)
        rest = size
        for kind in range(KIND_COUNT):
            if kind != filler:
                cards = below(chance, min(int64(s.hand[seat, kind]), size) + 1)
                rest -= cards
                goods |= cards << (GOODS_SHIFT + GOODS_BITS * kind)
        if 0 <= rest <= s.hand[seat, filler]:
            goods |= rest << (GOODS_SHIFT + GOODS_BITS * filler)
            return int64(MOVE_DISCARD) | (goods if surplus <= kept else whole_hand(s, seat) - goods)


@compiled
def most_frequent_kind(s: np.record, seat: int) -> int:
    """Give the kind of which the hand holds most."""
    most = int64(0)
    for kind in range(1, KIND_COUNT):
        if s.hand[seat, kind] > s.hand[seat, most]:
            most = int64(kind)
    return most


@compiled
def whole_hand(s: np.record, seat: int) -> int:
    """Give all cards of a hand as the goods of a move."""
    goods = int64(0)
    for kind in range(KIND_COUNT):
        goods |= int64(s.hand[seat, kind]) << (GOODS_SHIFT + GOODS_BITS * kind)
    return goods
