"""Who sees what in Wampum: `conceal` blanks what a seat cannot know, `imagine` fills the blanks again.

Every secret leaves the table through `conceal` only, so this is the one place to check for leaks.
"""

import numpy as np

from spieltisch.games.chance import Chance, below, shuffle
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.wampum.moves import KIND_COUNT
from spieltisch.games.wampum.rules import draw_card
from spieltisch.games.wampum.state import ALL_CARDS, COPIES, UNKNOWN


@compiled
def conceal(book: np.record, s: np.record, seat: int) -> None:
    """Blank the pile, all other hands, unrevealed bids and discards, and removed cards that nobody saw."""
    for slot in range(ALL_CARDS):
        s.deck[slot] = UNKNOWN
    if book.removed_unseen:
        for kind in range(KIND_COUNT):
            s.removed[kind] = UNKNOWN
    for other in range(int64(book.players)):
        if other != seat:
            for kind in range(KIND_COUNT):
                s.hand[other, kind] = UNKNOWN
                s.bid[other, kind] = UNKNOWN
                s.discarded[other, kind] = UNKNOWN


@compiled
def imagine(book: np.record, s: np.record, seat: int, chance: Chance) -> None:
    """Lay out one possible table: every unseen card is somewhere, and certain cards are with their owners."""
    gather_unseen(book, s, seat)
    shuffle(chance, s.deck, int64(s.top), ALL_CARDS)
    for other in range(int64(book.players)):
        if other != seat:
            imagine_cards_of(s, other, chance)
    if book.removed_unseen:
        for kind in range(KIND_COUNT):
            s.removed[kind] = 0
        for _ in range(2):
            s.removed[draw_card(s)] += 1


@compiled
def gather_unseen(book: np.record, s: np.record, seat: int) -> None:
    """Put all cards that the seat cannot place into the deck; what is not dealt out again will be the pile."""
    top = ALL_CARDS
    for kind in range(KIND_COUNT):
        unseen = COPIES - seen(book, s, seat, kind)
        for _ in range(unseen):
            top -= 1
            s.deck[top] = kind
    s.top = top


@compiled
def seen(book: np.record, s: np.record, seat: int, kind: int) -> int:
    """Count the cards of a kind whose place the seat knows, those counted that others are certain to hold."""
    count = int64(0)
    if not book.removed_unseen:
        count += int64(s.removed[kind])
    for village in range(int64(book.villages)):
        count += int64(s.village[village, kind])
    for other in range(int64(book.players)):
        count += int64(s.chest[other, kind])
        if other == seat:
            count += int64(s.hand[other, kind]) + int64(s.bid[other, kind])
            count += int64(s.discarded[other, kind])
        else:
            count += int64(s.certain[other, kind])
    return count


@compiled
def imagine_cards_of(s: np.record, other: int, chance: Chance) -> None:
    """Give another seat its certain cards and unseen ones, then split them into hand, bid and discards."""
    certain = int64(0)
    for kind in range(KIND_COUNT):
        s.hand[other, kind] = s.certain[other, kind]
        s.bid[other, kind] = 0
        s.discarded[other, kind] = 0
        certain += int64(s.certain[other, kind])
    for _ in range(int64(s.hand_size[other]) + int64(s.bid_size[other]) - certain):
        s.hand[other, draw_card(s)] += 1
    for _ in range(int64(s.discard_size[other])):
        s.discarded[other, draw_card(s)] += 1
    for laid in range(int64(s.bid_size[other])):
        held = int64(s.hand_size[other]) + int64(s.bid_size[other]) - laid
        kind = nth_card_in_hand(s, other, below(chance, held))
        s.hand[other, kind] -= 1
        s.bid[other, kind] += 1


@compiled
def nth_card_in_hand(s: np.record, seat: int, index: int) -> int:
    """Give the kind of a card when the hand is laid out kind by kind."""
    kind = int64(0)
    rest = int64(index)
    while rest >= s.hand[seat, kind]:
        rest -= int64(s.hand[seat, kind])
        kind += 1
    return kind
