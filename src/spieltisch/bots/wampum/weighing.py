"""Which bids of Wampum are worth a thought, and what speaks for each."""

import numpy as np

from spieltisch.bots.wampum.looking import MOST_CANDIDATES, NARROW, WIDE, look
from spieltisch.bots.wampum.packs import LANE, LANE_BITS, as_goods, cards_in, number_of, one_card, one_of_each, only
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.wampum.choosing import bid_lying_at, may_take
from spieltisch.games.wampum.moves import KIND_COUNT, MOVE_BID, MOVE_GO, VERB_BITS
from spieltisch.games.wampum.rules import LIMIT_ABOVE_BID
from spieltisch.games.wampum.state import NOBODY, RELOCATE

# --- weighing one bid ----------------------------------------------------------------------------------


@compiled
def weigh(book: np.record, s: np.record, mind: np.record, village: int, pick: int, size: int) -> None:
    """Add a bid to the candidates, with its features as if nobody displaced it, and its score."""
    row = int64(mind.count)
    if row >= MOST_CANDIDATES:
        return
    bid_kinds = one_of_each(pick)
    kinds_bid = cards_in(bid_kinds)
    match = (pick & mind.lying[village]) != 0
    after = mind.held - pick
    largest = max(mind.largest, size)
    left = mind.held_size - size
    overflow = max(int64(0), left + mind.income - largest - LIMIT_ABOVE_BID)
    hand = left - overflow
    if match:
        after += mind.village[village]
        hand += mind.goods[village]
        wampum = int64(0)
        gain = int64(mind.goods[village])
        lying = bid_kinds * LANE
        goods = int64(size)
    else:
        wampum = size - kinds_bid
        gain = wampum
        lying = bid_kinds * LANE | mind.lying[village]
        goods = mind.goods[village] + kinds_bid
    first = one_of_each(after)
    second = one_of_each(after - first)
    kinds = cards_in(first)
    thirds = cards_in(after - first - second)
    longest = int64(0)
    for kind in range(KIND_COUNT):
        longest = max(longest, number_of(after, kind))
    most_wampum = int64(0)
    most_goods = int64(0)
    if mind.stage > 0:
        for other in range(int64(book.villages)):
            there = mind.lying[other]
            size_there = mind.goods[other]
            if other == village:
                there = lying
                size_there = goods
            most_wampum = max(most_wampum, cards_in((after - first) & ~there))
            if first & there:
                most_goods = max(most_goods, size_there)
    exposed = np.float64(mind.later) / np.float64(size)
    leads = np.float64(size > mind.largest)
    displaces = np.float64(s.trader[village] != NOBODY)
    stage = int64(mind.stage)
    mind.score[row] = (
        mind.weights[stage, 0] * wampum
        + mind.weights[stage, 1] * hand
        + mind.weights[stage, 2] * kinds
        + mind.weights[stage, 3] * thirds
        + mind.weights[stage, 4] * longest
        + mind.weights[stage, 5] * size
        + mind.weights[stage, 6] * leads
        + mind.weights[stage, 7] * exposed
        + mind.weights[stage, 8] * exposed * gain
        + mind.weights[stage, 9] * overflow
        + mind.weights[stage, 10] * goods
        + mind.weights[stage, 11] * np.float64(match)
        + mind.weights[stage, 12] * displaces
        + mind.weights[stage, 13] * most_wampum
        + mind.weights[stage, 14] * most_goods
        + mind.weights[stage, 15] * np.float64(size == 1)
    )
    if mind.noting:
        mind.feature[row, 0] = wampum
        mind.feature[row, 1] = hand
        mind.feature[row, 2] = kinds
        mind.feature[row, 3] = thirds
        mind.feature[row, 4] = longest
        mind.feature[row, 5] = size
        mind.feature[row, 6] = leads
        mind.feature[row, 7] = exposed
        mind.feature[row, 8] = exposed * gain
        mind.feature[row, 9] = overflow
        mind.feature[row, 10] = goods
        mind.feature[row, 11] = np.float64(match)
        mind.feature[row, 12] = displaces
        mind.feature[row, 13] = most_wampum
        mind.feature[row, 14] = most_goods
        mind.feature[row, 15] = np.float64(size == 1)
    mind.pick[row] = pick
    mind.at[row] = village
    mind.count = row + 1


# --- which bids are worth a thought ----------------------------------------------------------------------


@compiled
def list_bids(book: np.record, s: np.record, mind: np.record, width: int) -> None:
    """List bids village by village: some that match, some that earn wampum."""
    for village in range(int64(book.villages)):
        least = bid_lying_at(s, village) + 1
        if least <= mind.held_size:
            list_matches(book, s, mind, village, least, width)
            if width == WIDE:
                list_all_earners(book, s, mind, village, least)
            else:
                list_earners(book, s, mind, village, least)


@compiled
def list_matches(book: np.record, s: np.record, mind: np.record, village: int, least: int, width: int) -> None:
    """A match needs one card of a kind that lies there; the rest of the bid are the cards missed least."""
    spread = int64(9) if width == WIDE else int64(2)
    for place in range(KIND_COUNT - 1, -1, -1):
        key = int64(mind.by_number[place])
        if only(mind.held & mind.lying[village], key):
            for size in range(least, min(least + spread, mind.held_size) + 1):
                pick = fill_up(mind, one_card(key), size - 1)
                weigh(book, s, mind, village, pick, size)
            if width == NARROW:
                return
            spread = int64(3)


@compiled
def fill_up(mind: np.record, pick: int, cards: int) -> int:
    """Add so many cards to a bid, the rarest in hand first: lone cards earn nothing."""
    rest = int64(cards)
    for place in range(KIND_COUNT - 1, -1, -1):
        kind = int64(mind.by_number[place])
        more = min(rest, number_of(mind.held - pick, kind))
        pick += more << (LANE_BITS * kind)
        rest -= more
    return int64(pick)


@compiled
def list_earners(book: np.record, s: np.record, mind: np.record, village: int, least: int) -> None:
    """Bid whole kinds that do not lie there, the most frequent first; lone cards only to be large enough."""
    pick = int64(0)
    size = int64(0)
    strange = mind.held & ~mind.lying[village]
    for place in range(KIND_COUNT):
        kind = int64(mind.by_number[place])
        cards = number_of(strange, kind)
        if cards > 0:
            if cards == 1 and size >= least:
                return
            pick += only(strange, kind)
            size += cards
            if size >= least:
                weigh(book, s, mind, village, pick, size)


@compiled
def list_all_earners(book: np.record, s: np.record, mind: np.record, village: int, least: int) -> None:
    """Bid every set of kinds that do not lie there, whole or with one card of each kept back."""
    strange = mind.held & ~mind.lying[village]
    kinds = int64(0)
    for kind in range(KIND_COUNT):
        if number_of(strange, kind):
            kinds |= int64(1) << kind
    for chosen in range(1, 1 << KIND_COUNT):
        if chosen & ~kinds:
            continue
        pick = int64(0)
        for kind in range(KIND_COUNT):
            if chosen >> kind & 1:
                pick += only(strange, kind)
        size = cards_in(pick)
        if size >= least:
            weigh(book, s, mind, village, pick, size)
        first = one_of_each(pick)
        number = cards_in(first)
        if size - number >= least and cards_in(one_of_each(pick - first)) == number:
            weigh(book, s, mind, village, pick - first, size - number)


@compiled
def list_relocations(book: np.record, s: np.record, seat: int, mind: np.record) -> None:
    """Weigh the own bid at every village that it may go to."""
    pick = int64(0)
    for kind in range(KIND_COUNT):
        pick |= int64(s.bid[seat, kind]) << (LANE_BITS * kind)
    for village in range(int64(book.villages)):
        if may_take(s, village, int64(s.bid_size[seat])):
            weigh(book, s, mind, village, pick, int64(s.bid_size[seat]))


@compiled
def list_candidates(book: np.record, s: np.record, seat: int, mind: np.record, width: int) -> None:
    """List and weigh what the seat may do, when it is to bid or to relocate."""
    look(book, s, seat, mind)
    if s.phase == RELOCATE:
        list_relocations(book, s, seat, mind)
    else:
        list_bids(book, s, mind, width)


@compiled
def candidate_move(s: np.record, mind: np.record, i: int) -> int:
    """Give a candidate as a move."""
    village = int64(mind.at[i])
    if s.phase == RELOCATE:
        return int64(MOVE_GO) | village << VERB_BITS
    return int64(MOVE_BID) | village << VERB_BITS | as_goods(mind.pick[i])
