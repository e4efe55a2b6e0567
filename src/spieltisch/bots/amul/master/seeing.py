"""What the network sees of a table from one seat: a row of small numbers, the same text on CPU and GPU.

The first `SEEN` of them hold only what the seat can see; the rest are the other hands, for judging tables that are
imagined or over. Neighbours' cards count for themselves, as the rules do; those of all others together.
"""

import numpy as np
import numpy.typing as npt

from spieltisch.games.amul.choosing import target
from spieltisch.games.amul.rules import goes_by_strength, holder
from spieltisch.games.amul.scoring import seat_points
from spieltisch.games.amul.state import PICK, ROUNDS, SEATS, TAKE, WORDS, Number
from spieltisch.games.bits import lowest_bit
from spieltisch.games.compiled import compiled, inlined

Row = npt.NDArray[np.int8]
Points = npt.NDArray[np.int64]

FACES = 72
"""In the house's cards, the only ones that the network knows."""
BITS = 172
"""Of an area."""

LEFT, RIGHT, OTHERS = range(3)

OWN_AREA = 0
LEFT_AREA = OWN_AREA + BITS
RIGHT_AREA = LEFT_AREA + BITS
OTHER_AREAS = RIGHT_AREA + BITS  # cards of each kind
OWN_HAND = OTHER_AREAS + FACES
MARKET = OWN_HAND + FACES
STOCK = MARKET + FACES  # palace and bazaar
CERTAIN = STOCK + FACES  # what LEFT, RIGHT, OTHERS are known to hold
MOMENT = CERTAIN + 3 * FACES  # phase and round
PLAYERS = MOMENT + 4 * ROUNDS
TEA = PLAYERS + 6
AHEAD = TEA + 1  # how many pick or take before the seat
HOLDER = AHEAD + SEATS
TARGET = HOLDER + SEATS  # from where the seat may take
LATER = TARGET + 4  # how many may still take from there afterwards
BESIDE_BEST = LATER + 3  # symbols beside those of the three others who have most
SYMBOLS = BESIDE_BEST + 3 * 3 * 9
ARMED = SYMBOLS + 9
POINTS = ARMED + 1
LEAD = POINTS + 1  # points beside those of the three best others
STEPS = LEAD + 3  # the first of these by steps of five points
SEEN = 1200
HANDS = SEEN  # what LEFT, RIGHT, OTHERS hold
ALL = 1424

FAR = np.int64(120)
"""More points than this are taken to be as many."""
UNSEATED = np.int64(-1000)
"""What an empty seat has, so that it never comes first."""
MOST_SIGNS = np.int64(4)
LEAD_STEPS = 16
POINTS_OF_A_STEP = 5


def scales() -> npt.NDArray[np.float32]:
    """Say by what each number is multiplied, so that all are about as large."""
    scale = np.ones(ALL, np.float32)
    scale[OTHER_AREAS:OWN_HAND] = 1 / 2
    scale[SYMBOLS:ARMED] = 1 / 4
    scale[POINTS:STEPS] = 1 / 16
    return scale


@compiled
def count_points(book: np.record, s: np.record, points: Points) -> None:
    """Count what every area brings now."""
    for seat in range(np.int64(book.players)):
        points[seat] = seat_points(book, s, np.int64(seat))


@compiled
def see(book: np.record, s: np.record, seat: Number, points: Points, row: Row) -> None:
    """Fill a row of zeros; `points` are what every area brings now."""
    players = np.int64(book.players)
    left = seat + 1 if seat + 1 < players else np.int64(0)
    right = seat - 1 if seat > 0 else players - 1
    see_area(s, seat, row, np.int64(OWN_AREA))
    see_area(s, left, row, np.int64(LEFT_AREA))
    see_area(s, right, row, np.int64(RIGHT_AREA))
    for other in range(players):
        if other == left:
            see_hand(s, np.int64(other), row, np.int64(LEFT * FACES))
        elif other == right:
            see_hand(s, np.int64(other), row, np.int64(RIGHT * FACES))
        elif other != seat:
            see_hand(s, np.int64(other), row, np.int64(OTHERS * FACES))
            count_area(book, s, np.int64(other), row)
    see_cards(s, seat, row)
    see_moment(book, s, seat, row)
    see_symbols(book, s, seat, left, right, row)
    see_points(book, seat, points, row)


@inlined
def see_area(s: np.record, seat: Number, row: Row, start: Number) -> None:
    """Copy the bits of an area."""
    for word in range(WORDS):
        rest = s.area[seat, word]
        while rest:
            row[start + word * 64 + lowest_bit(rest)] = 1
            rest &= rest - np.uint64(1)


@inlined
def count_area(book: np.record, s: np.record, seat: Number, row: Row) -> None:
    """Add the cards of an area to those of all who are no neighbours."""
    for word in range(WORDS):
        rest = s.area[seat, word]
        while rest:
            row[OTHER_AREAS + np.int64(book.kind_at[word * 64 + lowest_bit(rest)])] += 1
            rest &= rest - np.uint64(1)


@inlined
def see_hand(s: np.record, seat: Number, row: Row, start: Number) -> None:
    """Add what a seat is known to hold, and what it holds: in a view nothing. A card face down is still in hand."""
    for at in range(np.int64(s.sure[seat])):
        row[CERTAIN + start + np.int64(s.certain[seat, at])] += 1
    for at in range(np.int64(s.held[seat])):
        if s.hand[seat, at] >= 0:
            row[HANDS + start + np.int64(s.hand[seat, at])] += 1
    if s.chosen[seat] >= 0:
        row[HANDS + start + np.int64(s.chosen[seat])] += 1


@compiled
def see_cards(s: np.record, seat: Number, row: Row) -> None:
    """Count the cards of the own hand, the market, the palace and the bazaar."""
    for at in range(np.int64(s.held[seat])):
        row[OWN_HAND + np.int64(s.hand[seat, at])] += 1
    if s.chosen[seat] >= 0:
        row[OWN_HAND + np.int64(s.chosen[seat])] += 1
    for at in range(np.int64(s.market_size)):
        row[MARKET + np.int64(s.market[at])] += 1
    for at in range(np.int64(s.palace_size)):
        row[STOCK + np.int64(s.palace[at])] += 1
    for at in range(np.int64(s.bazaar_size)):
        row[STOCK + np.int64(s.bazaar[at])] += 1


@compiled
def see_moment(book: np.record, s: np.record, seat: Number, row: Row) -> None:
    """Say how far the game is, and who acts when."""
    players = np.int64(book.players)
    phase = np.int64(s.phase)
    row[MOMENT + phase * ROUNDS + np.int64(s.round_number) - 1] = 1
    row[PLAYERS + players - 3] = 1
    row[TEA] = book.tea
    first = holder(book, s) - seat
    row[HOLDER + (first + players if first < 0 else first)] = 1
    row[ARMED] = goes_by_strength(book, s)
    if phase == TAKE:
        row[TARGET + target(book, s, seat)] = 1
    if phase in (PICK, TAKE):
        see_queue(book, s, seat, row)


@compiled
def see_queue(book: np.record, s: np.record, seat: Number, row: Row) -> None:
    """Count who comes before the seat, and who may take what afterwards."""
    behind = False
    for at in range(np.int64(s.turn), np.int64(book.players)):
        other = np.int64(s.queue[at])
        if other == seat:
            row[AHEAD + at - np.int64(s.turn)] = 1
            behind = True
        elif behind and s.phase == TAKE and target(book, s, other) > 0:
            row[LATER + target(book, s, other) - 1] += 1


@inlined
def within(number: Number, most: Number) -> Number:
    """Cut off what is too large or too small."""
    return min(max(np.int64(number), -most), most)


@compiled
def see_symbols(book: np.record, s: np.record, seat: Number, left: Number, right: Number, row: Row) -> None:
    """Compare symbols with those who have most of them."""
    for symbol in range(3):
        own = np.int64(s.symbols[seat, symbol])
        first, second, third = -MOST_SIGNS - 1, -MOST_SIGNS - 1, -MOST_SIGNS - 1
        for other in range(np.int64(book.players)):
            if other != seat:
                theirs = np.int64(s.symbols[other, symbol])
                third = max(third, min(second, theirs))
                second = max(second, min(first, theirs))
                first = max(first, theirs)
        middle = BESIDE_BEST + 27 * symbol + MOST_SIGNS
        row[middle + within(own - first, MOST_SIGNS)] = 1
        row[middle + 9 + within(own - second, MOST_SIGNS)] = 1
        row[middle + 18 + within(own - third, MOST_SIGNS)] = 1
        row[SYMBOLS + symbol] = own
        row[SYMBOLS + 3 + symbol] = s.symbols[left, symbol]
        row[SYMBOLS + 6 + symbol] = s.symbols[right, symbol]


@compiled
def see_points(book: np.record, seat: Number, points: Points, row: Row) -> None:
    """Compare points with the best of the others."""
    own = np.int64(points[seat])
    first, second, third = UNSEATED, UNSEATED, UNSEATED
    for other in range(np.int64(book.players)):
        if other != seat:
            theirs = np.int64(points[other])
            third = max(third, min(second, theirs))
            second = max(second, min(first, theirs))
            first = max(first, theirs)
    row[POINTS] = within(own, FAR)
    row[LEAD] = within(own - first, FAR)
    row[LEAD + 1] = within(own - second, FAR)
    if book.players > 3:
        row[LEAD + 2] = within(own - third, FAR)
    for step in range(LEAD_STEPS):
        if own - first > POINTS_OF_A_STEP * (step - LEAD_STEPS // 2):
            row[STEPS + step] = 1
