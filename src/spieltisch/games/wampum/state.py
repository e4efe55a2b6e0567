"""The table of Wampum as two records: the book (what never changes in a match) and the state.

Cards of a kind are interchangeable, so hands, bids, villages and chests are five counts each. A field that a
seat may not know is blanked to UNKNOWN in its view; sizes, which are public, stand in fields of their own.
"""

import numpy as np

from spieltisch.games.records import record_dtype

KINDS = ("corn", "furs", "tobacco", "weapons", "spirits")
LETTERS = "CFTWS"
COPIES = 18
ALL_CARDS = len(KINDS) * COPIES

MAX_PLAYERS = 5
MAX_VILLAGES = 5

START_VALUES = {2: (2, 3, 4), 3: (2, 3, 4), 4: (2, 3, 3, 4), 5: (2, 3, 3, 3, 4)}
START_HAND = 5

UNKNOWN = np.int8(-1)
NOWHERE = np.int8(-1)
NOBODY = np.int8(-1)

# phases
BID = np.int8(0)
RELOCATE = np.int8(1)
DISCARD = np.int8(2)
OVER = np.int8(3)

BOOK = record_dtype(
    [
        ("players", np.int8),
        ("villages", np.int8),
        ("start_value", np.int8, (MAX_VILLAGES,)),
        ("one_of_each_removed", np.int8),  # 2 players
        ("two_removed", np.int8),  # 4 players
        ("removed_unseen", np.int8),  # 4 players, French rule: nobody sees which
    ]
)

_GOODS_BY_SEAT = (np.int8, (MAX_PLAYERS, len(KINDS)))
_NUMBER_BY_SEAT = (np.int8, (MAX_PLAYERS,))

STATE = record_dtype(
    [
        ("phase", np.int8),
        ("round_number", np.int8),
        ("last_round", np.int8),  # whether this is the last
        ("canoe", np.int8),  # who holds it: the start player
        ("bids_made", np.int8),  # this round
        ("displaced", np.int8),  # whose trader looks for another village, or NOBODY
        ("hand", *_GOODS_BY_SEAT),
        ("hand_size", *_NUMBER_BY_SEAT),
        ("bid", *_GOODS_BY_SEAT),
        ("bid_size", *_NUMBER_BY_SEAT),
        ("bid_at", *_NUMBER_BY_SEAT),  # village, or NOWHERE
        ("trader", np.int8, (MAX_VILLAGES,)),  # whose bid lies at each village, or NOBODY
        ("surplus", *_NUMBER_BY_SEAT),  # cards still to discard this round
        ("village", np.int8, (MAX_VILLAGES, len(KINDS))),
        ("chest", *_GOODS_BY_SEAT),
        ("discarded", *_GOODS_BY_SEAT),
        ("discard_size", *_NUMBER_BY_SEAT),
        ("certain", *_GOODS_BY_SEAT),  # what everybody knows each seat to hold in hand and bid, at least
        ("shown", *_GOODS_BY_SEAT),  # the bids turned up at the last trade
        ("shown_at", *_NUMBER_BY_SEAT),  # where they lay
        ("took_goods", *_NUMBER_BY_SEAT),  # 1: the bid matched and took the village's goods
        ("removed", np.int8, (len(KINDS),)),
        ("top", np.int8),  # the pile is deck[top:]
        ("deck", np.int8, (ALL_CARDS,)),
    ]
)
