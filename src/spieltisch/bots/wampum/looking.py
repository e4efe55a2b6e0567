"""What a quick player of Wampum looks at before he decides, and the record in which he keeps it."""

import numpy as np

from spieltisch.bots.wampum.packs import LANE, LANE_BITS, cards_in, number_of, one_of_each
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.records import record_dtype
from spieltisch.games.wampum.moves import KIND_COUNT
from spieltisch.games.wampum.rules import INCOME, largest_bid, rounds_after
from spieltisch.games.wampum.state import BID, MAX_PLAYERS, MAX_VILLAGES

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


# --- what the seat sees ------------------------------------------------------------------------------


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
