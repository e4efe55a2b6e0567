"""A quick way to play Wampum: a few sensible bids are listed, weighed by a dozen features and drawn by weight.

It looks only at what the seat to decide can see, so the same functions serve on views and inside imagined games.
A `Mind` is the record in which it thinks; its weights are the caller's to set (see `weights.toml`).
"""

import numpy as np

from spieltisch.games.bits import lowest_bit
from spieltisch.games.chance import Chance, draw
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.game import record_dtype
from spieltisch.games.wampum.rules import (
    GOODS_BITS,
    GOODS_SHIFT,
    INCOME,
    KIND_COUNT,
    LIMIT_ABOVE_BID,
    MOVE_BID,
    MOVE_DISCARD,
    MOVE_GO,
    VERB_BITS,
    bid_lying_at,
    goods_of,
    largest_bid,
    may_take,
    play,
    scores,
    waiting_for,
)
from spieltisch.games.wampum.state import (
    ALL_CARDS,
    BID,
    DISCARD,
    MAX_PLAYERS,
    MAX_VILLAGES,
    NOBODY,
    NOWHERE,
    RELOCATE,
)

STAGES = ("last", "one_left", "two_left", "late", "early")
"""Weights differ by how many rounds follow: none, one, two, up to five, more."""

BID_FEATURES = (
    "wampum",
    "hand",
    "kinds",
    "thirds",  # cards beyond the second of a kind
    "longest",
    "size",
    "leads",
    "exposed",
    "tempting",
    "overflow",
    "left_behind",
    "match",
    "displaces",
    "wampum_next",
    "match_next",
    "single",
)
DISCARD_FEATURES = ("only_one", "pair", "triple", "many", "in_villages", "in_bid")

FEATURES = len(BID_FEATURES) + len(DISCARD_FEATURES)
"""Bids first, then discards."""

MOST_CANDIDATES = 192
NARROW = int64(0)
WIDE = int64(1)

MIND = record_dtype(
    [
        ("sharpness", np.float64),  # how strictly the better candidate is preferred
        ("win_part", np.float64),  # what a win counts in the search; the rest is the margin
        ("weights", np.float64, (len(STAGES), FEATURES)),
        ("noting", np.int64),  # whether features and chances are kept, for learning
        ("stage", np.int64),
        ("income", np.int64),
        ("largest", np.int64),
        ("later", np.int64),  # who still bids after this
        ("held_size", np.int64),
        ("held", np.int64),  # hand and own bid, packed
        ("by_number", np.int64, (KIND_COUNT,)),  # kinds, most frequent in hand first
        ("village", np.int64, (MAX_VILLAGES,)),  # the goods lying there, packed
        ("lying", np.int64, (MAX_VILLAGES,)),  # all bits of the lanes of the kinds lying there
        ("goods", np.int64, (MAX_VILLAGES,)),  # how many cards lie there
        ("count", np.int64),
        ("chosen", np.int64),
        ("pick", np.int64, (MOST_CANDIDATES,)),  # the cards of each candidate, packed
        ("at", np.int64, (MOST_CANDIDATES,)),  # its village
        ("score", np.float64, (MOST_CANDIDATES,)),
        ("chance", np.float64, (MOST_CANDIDATES,)),
        ("feature", np.float64, (MOST_CANDIDATES, len(BID_FEATURES))),
        ("points", np.int64, (MAX_PLAYERS,)),
    ]
)

UNIT = 1.0 / 4294967296.0


# --- cards packed into one integer ---------------------------------------------------------------------
# Eight bits a kind: adding, masking and counting all kinds at once is what makes playouts quick.

LANE_BITS = 8
LANE = int64(0xFF)
ONES = int64(0x01_01_01_01_01)
FOUR_LANES = int64(0xFF_FF_FF_FF)
FOUR_ONES = int64(0x01_01_01_01)
CARRY = int64(0x7F_7F_7F_7F_7F)


@compiled
def cards_in(pack: int) -> int:
    """Count all cards: the product gathers four lanes in one, and the fifth is added."""
    return ((pack & FOUR_LANES) * FOUR_ONES >> 24 & LANE) + (pack >> 32)


@compiled
def one_of_each(pack: int) -> int:
    """Keep one card of each kind."""
    return ((pack + CARRY) >> 7) & ONES


@compiled
def number_of(pack: int, kind: int) -> int:
    """Count the cards of a kind."""
    return (pack >> (LANE_BITS * kind)) & LANE


@compiled
def one_card(kind: int) -> int:
    """Make one card of a kind."""
    return int64(1) << (LANE_BITS * kind)


@compiled
def only(pack: int, kind: int) -> int:
    """Keep the cards of one kind."""
    return pack & (LANE << (LANE_BITS * kind))


@compiled
def as_goods(pack: int) -> int:
    """Write packed cards as the goods of a move."""
    goods = int64(0)
    for kind in range(KIND_COUNT):
        goods |= number_of(pack, kind) << (GOODS_SHIFT + GOODS_BITS * kind)
    return goods


@compiled
def as_pack(goods: int) -> int:
    """Pack the goods of a move."""
    pack = int64(0)
    for kind in range(KIND_COUNT):
        pack |= goods_of(goods, kind) << (LANE_BITS * kind)
    return pack


# --- what the seat sees ------------------------------------------------------------------------------


@compiled
def rounds_after(book: np.record, s: np.record) -> int:
    """Count the rounds that follow this one; the pile gives every player his income in each."""
    cards = int64(INCOME) * int64(book.players)
    if book.players == 2:
        cards += INCOME
    return (ALL_CARDS - int64(s.top)) // cards


@compiled
def stage_of(book: np.record, s: np.record) -> int:
    """Group the rounds by how far the end is."""
    rounds = rounds_after(book, s)
    if rounds <= 2:
        return rounds
    return int64(3) if rounds <= 5 else int64(4)


@compiled
def look(book: np.record, s: np.record, seat: int, mind: np.record) -> None:
    """Take in the villages and the own cards."""
    mind.stage = stage_of(book, s)
    mind.income = 0 if s.last_round else INCOME
    mind.largest = largest_bid(book, s)
    mind.later = int64(book.players) - int64(s.bids_made) - int64(s.phase == BID)
    held = int64(0)
    for kind in range(KIND_COUNT):
        held += int64(s.hand[seat, kind]) << (LANE_BITS * kind)
        if s.bid_size[seat] > 0:
            held += int64(s.bid[seat, kind]) << (LANE_BITS * kind)
    mind.held = held
    mind.held_size = int64(s.hand_size[seat]) + int64(s.bid_size[seat])
    sort_kinds(mind)
    for village in range(int64(book.villages)):
        goods = int64(0)
        for kind in range(KIND_COUNT):
            goods |= int64(s.village[village, kind]) << (LANE_BITS * kind)
        mind.village[village] = goods
        mind.lying[village] = one_of_each(goods) * LANE
        mind.goods[village] = cards_in(goods)
    mind.count = 0


@compiled
def sort_kinds(mind: np.record) -> None:
    """Order the kinds by their number in hand, most frequent first."""
    for kind in range(KIND_COUNT):
        cards = number_of(mind.held, kind)
        place = kind
        while place > 0 and number_of(mind.held, mind.by_number[place - 1]) < cards:
            mind.by_number[place] = mind.by_number[place - 1]
            place -= 1
        mind.by_number[place] = kind


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


# --- drawing a move ----------------------------------------------------------------------------------------


@compiled
def draw_by_score(mind: np.record, chance: Chance) -> int:
    """Draw a candidate; its chance grows with its score."""
    count = int64(mind.count)
    if count == 1 and not mind.noting:
        return int64(0)
    best = mind.score[0]
    for i in range(1, count):
        best = max(best, mind.score[i])
    total = 0.0
    for i in range(count):
        # (1 + x / 1024) ** 1024: as good as exp here, and the loop runs in vector registers.
        x = max(0.0, 1.0 + (mind.score[i] - best) * mind.sharpness / 1024)
        for _ in range(10):
            x *= x
        mind.chance[i] = x
        total += x
    rest = np.float64(draw(chance)) * UNIT * total
    chosen = int64(0)
    while chosen < count - 1 and rest >= mind.chance[chosen]:
        rest -= mind.chance[chosen]
        chosen += 1
    if mind.noting:
        for i in range(count):
            mind.chance[i] /= total
    return chosen


@compiled
def quick_move(book: np.record, s: np.record, seat: int, mind: np.record, chance: Chance) -> int:
    """Decide quickly."""
    if s.phase == DISCARD:
        return quick_discard(book, s, seat, mind, chance)
    list_candidates(book, s, seat, mind, NARROW)
    mind.chosen = draw_by_score(mind, chance)
    return candidate_move(s, mind, mind.chosen)


@compiled
def quick_discard(book: np.record, s: np.record, seat: int, mind: np.record, chance: Chance) -> int:
    """Discard one card after the other, what the bid will bring counted as in hand."""
    look(book, s, seat, mind)
    bid = int64(0)
    hand = int64(0)
    for kind in range(KIND_COUNT):
        bid |= int64(s.bid[seat, kind]) << (LANE_BITS * kind)
        hand |= int64(s.hand[seat, kind]) << (LANE_BITS * kind)
    village = int64(s.bid_at[seat])
    mind.held = hand
    if bid & mind.lying[village]:
        mind.held += mind.village[village]
    gone = int64(0)
    for _ in range(int64(s.surplus[seat])):
        card = one_card(worst_kind(book, mind, hand - gone, gone, bid, chance))
        gone += card
    return int64(MOVE_DISCARD) | as_goods(gone)


@compiled
def worst_kind(book: np.record, mind: np.record, hand: int, gone: int, bid: int, chance: Chance) -> int:
    """Draw the kind to discard from; the features say what its next card is worth."""
    mind.count = 0
    for kind in range(KIND_COUNT):
        if number_of(hand, kind) > 0:
            row = int64(mind.count)
            held = number_of(mind.held - gone, kind)
            villages = int64(0)
            for village in range(int64(book.villages)):
                villages += int64(only(mind.lying[village], kind) != 0)
            mind.feature[row, 0] = np.float64(held == 1)
            mind.feature[row, 1] = np.float64(held == 2)
            mind.feature[row, 2] = np.float64(held == 3)
            mind.feature[row, 3] = np.float64(held)
            mind.feature[row, 4] = np.float64(villages)
            mind.feature[row, 5] = np.float64(number_of(bid, kind) > 0)
            score = 0.0
            for i in range(len(DISCARD_FEATURES)):
                score += mind.weights[mind.stage, len(BID_FEATURES) + i] * mind.feature[row, i]
            mind.score[row] = score
            mind.pick[row] = kind
            mind.count = row + 1
    mind.chosen = draw_by_score(mind, chance)
    return int64(mind.pick[mind.chosen])


# --- whole games -------------------------------------------------------------------------------------------


@compiled
def quick_game(book: np.record, s: np.record, mind: np.record, chance: Chance) -> int:
    """Play to the end and give the winners. The points stay in the mind."""
    waiting = waiting_for(book, s)
    while waiting:
        seat = lowest_bit(np.uint64(waiting))
        play(book, s, seat, quick_move(book, s, seat, mind, chance))
        waiting = waiting_for(book, s)
    return int64(scores(book, s, mind.points))


@compiled
def guess_bids(book: np.record, s: np.record, seat: int, mind: np.record, chance: Chance) -> None:
    """In an imagined table, let the hidden bids be sensible ones of their size rather than any cards."""
    for other in range(int64(book.players)):
        if other != seat and s.bid_size[other] > 0 and s.bid_at[other] != NOWHERE:
            guess_bid(book, s, other, mind, chance)


@compiled
def guess_bid(book: np.record, s: np.record, other: int, mind: np.record, chance: Chance) -> None:
    """Choose again what lies in a bid, from the cards that its owner is imagined to hold."""
    village = int64(s.bid_at[other])
    size = int64(s.bid_size[other])
    look(book, s, other, mind)
    for place in range(KIND_COUNT):
        key = int64(mind.by_number[place])
        if only(mind.held & mind.lying[village], key):
            weigh(book, s, mind, village, fill_up(mind, one_card(key), size - 1), size)
    pick = int64(0)
    rest = size
    strange = mind.held & ~mind.lying[village]
    for place in range(KIND_COUNT):
        kind = int64(mind.by_number[place])
        cards = min(rest, number_of(strange, kind))
        pick += cards << (LANE_BITS * kind)
        rest -= cards
    if rest == 0:
        weigh(book, s, mind, village, pick, size)
    if mind.count > 0:
        lay_guess(s, other, mind.held, mind.pick[draw_by_score(mind, chance)])


@compiled
def lay_guess(s: np.record, other: int, held: int, pick: int) -> None:
    """Exchange cards between hand and bid; the sizes stay."""
    for kind in range(KIND_COUNT):
        s.bid[other, kind] = number_of(pick, kind)
        s.hand[other, kind] = number_of(held - pick, kind)
