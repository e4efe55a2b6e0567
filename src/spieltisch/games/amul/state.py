"""The table of Amul as one fixed-size record, and the book with everything that a card set fixes.

A *kind* is an entry of the card file. A *face* is what can be told apart: a kind, or one lettered copy of it.
Lists of faces are sorted, left-aligned and filled up with BLANK, so equal tables are equal bytes.
"""

from typing import Any

import numpy as np

from spieltisch.games.records import record_dtype

Number = Any
"""A whole number in the rules: np.int64 among themselves, an int when Python calls, a field of a record."""

BLANK = -1

SEATS = 8
ROUNDS = 9
DEALT = 5
"""Cards dealt to each seat before the first round."""
HAND = 6
DECK = 147
MARKET = 11
PALACE = 16
BAZAAR = 9

FACES = 120
NOTHING = 127
"""Stands for the face in the move "take nothing"."""
NO_LETTER = 31
NAME = 32
"""Longest id of a kind, in bytes."""

WORDS = 3
"""A play area is a set of 172 bits, one for each card of the box: copies of a face fill its bits from below,
so counting any things in an area is counting the bits under a mask."""

OFFER, PICK, PLAY, TAKE, OVER = range(5)
"""The phases; the first four number the verbs of the moves as well."""

NO_EFFECT, FROM_PALACE, FROM_BAZAAR, FROM_MARKET = range(4)

ARAB, MONGOL, STRENGTH = range(3)

LINES = 9
BAZAAR_LINE, ARAB_LINE, MONGOL_LINE = 6, 7, 8

FLAT, PER, KINDS, FALLING, IF, SET, BUNDLE, RANK, ORDER = range(9)
OWN, NEIGHBOURS, OWN_NEIGHBOURS, EVERYONE = range(4)

# The columns of the tables of rules and entries; "last" is always one beyond.
OP, SCOPE, FIRST_ENTRY, LAST_ENTRY, POINTS, STEP, FIRST_VALUE, LAST_VALUE, LEAST, MOST, LOW, HIGH = range(12)
NEED, SYMBOLS = range(2)  # symbols as bits

RULES = 256
ENTRIES = 512
VALUES = 1024
UNBOUNDED = 30_000
"""Larger than any number in a card file or any count of things."""

STATE = record_dtype(
    [
        ("area", np.uint64, (SEATS, WORDS)),
        ("symbols", np.int16, (SEATS, 3)),  # Arab, Mongol and strength symbols in each area
        ("top", np.int16),  # the deck is deck[top:]
        ("removed", np.int16),  # how many; which ones follows from everything else
        ("decided", np.int16),  # seats whose simultaneous choice is in
        ("phase", np.int8),
        ("round_number", np.int8),
        ("first", np.int8),  # start player
        ("turn", np.int8),  # place in the queue of the seat to decide
        ("market_size", np.int8),
        ("palace_size", np.int8),
        ("bazaar_size", np.int8),
        ("queue", np.int8, SEATS),  # order of the picks or effects under way
        ("letter", np.int8, SEATS),  # earliest letter in the area
        ("held", np.int8, SEATS),
        ("chosen", np.int8, SEATS),  # face down until all have chosen
        ("offered", np.int8, SEATS),  # as last revealed
        ("played", np.int8, SEATS),  # as last revealed
        ("sure", np.int8, SEATS),
        ("certain", np.int8, (SEATS, HAND)),  # what everybody knows the seat to hold
        ("hand", np.int8, (SEATS, HAND)),
        ("market", np.int8, MARKET),
        ("palace", np.int8, PALACE),
        ("bazaar", np.int8, BAZAAR),
        ("deck", np.int8, DECK),
        ("unused", np.int8, 4),  # fills the last word: copies do not keep the value of padding
    ]
)

BOOK = record_dtype(
    [
        # this table
        ("set", np.uint64),  # names the card set
        ("players", np.int8),
        ("tea", np.int8),
        ("market_cards", np.int8),  # turned up each round
        ("deck_size", np.int16),
        ("palace_size", np.int8),
        ("bazaar_size", np.int8),
        ("deck", np.int8, DECK),  # before shuffling, right-aligned like the deck itself
        ("palace", np.int8, PALACE),
        ("bazaar", np.int8, BAZAAR),
        ("total", np.int16, FACES),  # copies in this game, wherever they lie
        # faces
        ("faces", np.int16),
        ("kind_of", np.int8, FACES),
        ("letter", np.int8, FACES),
        ("symbols", np.int8, (FACES, 3)),
        ("table_icon", np.int8, FACES),
        ("hand_icon", np.int8, FACES),
        ("effect", np.int8, FACES),
        ("first_bit", np.int16, FACES),
        ("last_bit", np.int16, FACES),  # one beyond
        # kinds
        ("kinds", np.int16),
        ("name", np.uint8, (FACES, NAME)),
        ("line", np.int8, FACES),
        ("kind_mask", np.uint64, (FACES, WORDS)),
        ("kind_end", np.int16, FACES),  # one beyond its last bit
        ("kind_at", np.int8, WORDS * 64),  # the kind whose copies have this bit
        ("first_rule", np.int16, FACES + 1),
        # majorities
        ("contested", np.int8, 2),  # whether Arab and Mongol symbols are ranked at the end
        ("majority", np.int16, SEATS),
        # scoring rules: each looks at a list of entries, each entry counts cards under a mask and symbols
        ("rule", np.int16, (RULES, 12)),
        ("entry", np.int16, (ENTRIES, 2)),
        ("mask", np.uint64, (ENTRIES, WORDS)),
        ("value", np.int16, VALUES),
        ("scope_size", np.int8, 4),
        ("in_scope", np.int8, (4, SEATS, SEATS)),  # the seats in each scope of each seat
    ]
)
