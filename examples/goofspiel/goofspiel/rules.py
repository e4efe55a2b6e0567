"""The table of Goofspiel as two records, the rules, and who sees what. A move is the card that is bid."""

import numpy as np

from spieltisch.games import chance
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.records import record_dtype

SEATS, CARDS = 4, 13
NONE, UNKNOWN = np.int8(0), np.int8(-1)

BOOK = record_dtype([("players", np.int8), ("cards", np.int8), ("carries", np.int8)])
STATE = record_dtype(
    [
        ("turn", np.int8),  # which prize it is about, from 0
        ("carried", np.int8),  # from tied prizes to the next
        ("points", np.int8, (SEATS,)),
        ("prize", np.int8, (CARDS,)),  # in the order in which they are turned up
        ("bid", np.int8, (CARDS, SEATS)),  # by turn; those of this turn lie face down
    ]
)


@compiled
def shuffle(book: np.record, s: np.record, luck: chance.Chance) -> None:
    """Shuffle the prizes."""
    for card in range(int64(book.cards)):
        s.prize[card] = card + 1
    chance.shuffle(luck, s.prize, 0, int64(book.cards))


@compiled
def waiting_for(book: np.record, s: np.record) -> int:
    """All seats bid at the same time."""
    seats = int64(0)
    for seat in range(int64(book.players) if s.turn < book.cards else 0):
        seats |= int64(s.bid[s.turn, seat] == NONE) << seat
    return seats


@compiled
def is_legal(book: np.record, s: np.record, seat: int, move: int) -> bool:
    """A seat bids a card that it has not bid before."""
    new = 0 < move <= book.cards and bool(waiting_for(book, s) >> seat & 1)
    for earlier in range(int64(s.turn)):
        new &= s.bid[earlier, seat] != move
    return new


@compiled
def play(book: np.record, s: np.record, seat: int, move: int) -> None:
    """Lay a card face down. The last one turns up all: the highest bid takes the prize, of equal ones none does."""
    s.bid[s.turn, seat] = move
    if waiting_for(book, s) == 0:
        winner, highest, tied = int64(0), int64(0), False
        for other in range(int64(book.players)):
            card = int64(s.bid[s.turn, other])
            tied = card == highest or (tied and card < highest)
            if card > highest:
                winner, highest = int64(other), card
        stake = s.carried + s.prize[s.turn]
        if not tied:
            s.points[winner] += stake
        s.carried = stake if tied and book.carries else 0
        s.turn += 1


@compiled
def conceal(book: np.record, s: np.record, seat: int) -> None:
    """Nobody knows the prizes to come, nor what others have laid face down."""
    for card in range(int64(s.turn) + 1, CARDS):
        s.prize[card] = NONE
    for other in range(int64(book.players) if s.turn < book.cards else 0):
        if other != seat and s.bid[s.turn, other] != NONE:
            s.bid[s.turn, other] = UNKNOWN


@compiled
def imagine(book: np.record, s: np.record, seat: int, luck: chance.Chance) -> None:
    """Shuffle the prizes that have not been seen, and let others have bid any card that they still have."""
    place = int64(s.turn) + 1
    for card in range(1, int64(book.cards) + 1):
        seen = False
        for earlier in range(min(int64(s.turn) + 1, int64(book.cards))):
            seen |= s.prize[earlier] == card
        if not seen:
            s.prize[place] = card
            place += 1
    chance.shuffle(luck, s.prize, int64(s.turn) + 1, int64(book.cards))
    for other in range(int64(book.players) if s.turn < book.cards else 0):
        if s.bid[s.turn, other] == UNKNOWN:
            s.bid[s.turn, other] = NONE
            card = chance.below(luck, CARDS) + 1
            while not is_legal(book, s, int64(other), card):
                card = chance.below(luck, CARDS) + 1
            s.bid[s.turn, other] = card
