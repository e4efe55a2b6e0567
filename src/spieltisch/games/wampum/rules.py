"""The rules of Wampum: set-up, bids and displacement, canoe, income, limit, trade, scoring.

Everything is compiled and works in place on the state. What a seat may decide is in choosing.py.
"""

import numpy as np
import numpy.typing as npt

from spieltisch.games.chance import Chance, below
from spieltisch.games.chance import shuffle as shuffle_cards
from spieltisch.games.compiled import bind, compiled, int64
from spieltisch.games.loops import random_game as random_game_pattern
from spieltisch.games.wampum.choosing import clockwise, sample_move, waiting_for
from spieltisch.games.wampum.moves import KIND_COUNT, cards_of, goods_of, village_of
from spieltisch.games.wampum.state import (
    ALL_CARDS,
    BID,
    COPIES,
    DISCARD,
    NOBODY,
    NOWHERE,
    OVER,
    RELOCATE,
    START_HAND,
    UNKNOWN,
)

LIMIT_ABOVE_BID = 3
INCOME = 2
RESTOCKING = 2
"""With so many players the village without a bid has an income too."""


# --- set-up ----------------------------------------------------------------------------------------


@compiled
def shuffle(book: np.record, s: np.record, chance: Chance) -> None:
    """Draw the start player and the removed cards, and shuffle the rest."""
    s.canoe = below(chance, int64(book.players))
    if book.one_of_each_removed:
        for kind in range(KIND_COUNT):
            s.removed[kind] = 1
    if book.two_removed:
        first = below(chance, KIND_COUNT)
        s.removed[first] += 1
        if book.removed_unseen:
            # Of the 89 cards left, 17 are of the first card's kind.
            card = below(chance, ALL_CARDS - 1)
            second = first if card < COPIES - 1 else (first + 1 + (card - (COPIES - 1)) // COPIES) % KIND_COUNT
        else:
            second = (first + 1 + below(chance, KIND_COUNT - 1)) % KIND_COUNT
        s.removed[second] += 1
    stack_deck(s)
    shuffle_cards(chance, s.deck, int64(s.top), ALL_CARDS)


@compiled
def stack_deck(s: np.record) -> None:
    """Put all cards that are not removed into the deck, sorted, at its end."""
    top = ALL_CARDS
    for kind in range(KIND_COUNT):
        for _ in range(COPIES - int64(s.removed[kind])):
            top -= 1
            s.deck[top] = kind
    s.top = top
    for slot in range(top):
        s.deck[slot] = UNKNOWN


@compiled
def set_up(book: np.record, s: np.record) -> None:
    """Deal the hands from the start player on, then stock the villages."""
    for step in range(int64(book.players)):
        seat = clockwise(book, s, step)
        for _ in range(START_HAND):
            draw_to_hand(s, seat)
        s.shown_at[seat] = NOWHERE
    for village in range(int64(book.villages)):
        for _ in range(int64(book.start_value[village])):
            draw_to_village(s, village)
    s.round_number = 1
    begin_bids(book, s)


@compiled
def draw_card(s: np.record) -> int:
    """Take the top card of the pile; its place in the deck becomes blank."""
    top = int64(s.top)
    kind = int64(s.deck[top])
    s.deck[top] = UNKNOWN
    s.top = top + 1
    return kind


@compiled
def draw_to_hand(s: np.record, seat: int) -> None:
    """Draw one card, seen by its owner only."""
    s.hand[seat, draw_card(s)] += 1
    s.hand_size[seat] += 1


@compiled
def draw_to_village(s: np.record, village: int) -> None:
    """Lay one card of the pile face up at a village."""
    s.village[village, draw_card(s)] += 1


# --- a round ---------------------------------------------------------------------------------------


@compiled
def play(book: np.record, s: np.record, seat: int, move: int) -> None:
    """Carry out a legal move and everything that follows from it without a decision."""
    if s.phase == DISCARD:
        discard(s, seat, move)
        if waiting_for(book, s) == 0:
            trade(book, s)
        return
    if s.phase == BID:
        lay_down(s, seat, move)
        s.bids_made += 1
    place(s, seat, village_of(move))
    if s.phase == BID and s.bids_made == book.players:
        end_bids(book, s)


@compiled
def begin_bids(book: np.record, s: np.record) -> None:
    """A round begins with the start player's bid. If the pile is empty by now, it is the last."""
    s.phase = BID
    s.bids_made = 0
    s.last_round = np.int8(s.top == ALL_CARDS)
    send_traders_home(book, s)


@compiled
def send_traders_home(book: np.record, s: np.record) -> None:
    """No bid lies anywhere."""
    s.displaced = NOBODY
    for seat in range(int64(book.players)):
        s.bid_size[seat] = 0
        s.bid_at[seat] = NOWHERE
    for village in range(int64(book.villages)):
        s.trader[village] = NOBODY


@compiled
def lay_down(s: np.record, seat: int, move: int) -> None:
    """Move the cards of a bid from the hand face down before their owner."""
    for kind in range(KIND_COUNT):
        s.bid[seat, kind] = goods_of(move, kind)
        s.hand[seat, kind] -= goods_of(move, kind)
    s.bid_size[seat] = cards_of(move)
    s.hand_size[seat] -= cards_of(move)


@compiled
def place(s: np.record, seat: int, village: int) -> None:
    """Bring a bid to a village; a smaller one that lies there is displaced and must move at once."""
    displaced = int64(s.trader[village])
    s.trader[village] = seat
    s.bid_at[seat] = village
    s.displaced = displaced
    if displaced == NOBODY:
        s.phase = BID
    else:
        s.bid_at[displaced] = NOWHERE
        s.phase = RELOCATE


@compiled
def end_bids(book: np.record, s: np.record) -> None:
    """All bids lie: canoe, income, and the limit, which may ask for discards before the trade."""
    pass_canoe(book, s)
    if not s.last_round:
        take_income(book, s)
    apply_limit(book, s)
    s.phase = DISCARD
    if waiting_for(book, s) == 0:
        trade(book, s)


@compiled
def largest_bid(book: np.record, s: np.record) -> int:
    """Give the size of the round's largest bid."""
    largest = int64(0)
    for seat in range(int64(book.players)):
        largest = max(largest, int64(s.bid_size[seat]))
    return largest


@compiled
def pass_canoe(book: np.record, s: np.record) -> None:
    """The largest bid takes the canoe; of tied players the first clockwise, the old start player included."""
    largest = largest_bid(book, s)
    while s.bid_size[s.canoe] != largest:
        s.canoe = clockwise(book, s, int64(1))


@compiled
def take_income(book: np.record, s: np.record) -> None:
    """Two cards each from the new start player on; with two players the village without a bid gets two."""
    for step in range(int64(book.players)):
        for _ in range(INCOME):
            draw_to_hand(s, clockwise(book, s, step))
    if book.players == RESTOCKING:
        for village in range(int64(book.villages)):
            if s.trader[village] == NOBODY:
                for _ in range(INCOME):
                    draw_to_village(s, village)


@compiled
def income_cards(players: int) -> int:
    """Count the cards that an income takes from the pile."""
    return INCOME * (players + 1 if players == RESTOCKING else players)


@compiled
def rounds_after(book: np.record, s: np.record) -> int:
    """Count the rounds that follow this one: there is an income before each, as long as the pile lasts."""
    return (ALL_CARDS - int64(s.top)) // income_cards(int64(book.players))


@compiled
def apply_limit(book: np.record, s: np.record) -> None:
    """Nobody keeps more cards in hand than the largest bid plus three."""
    limit = largest_bid(book, s) + LIMIT_ABOVE_BID
    for seat in range(int64(book.players)):
        s.surplus[seat] = max(int64(0), int64(s.hand_size[seat]) - limit)


@compiled
def discard(s: np.record, seat: int, move: int) -> None:
    """Put cards face down out of the game. Which ones stays unknown, so any certain card may be among them."""
    number = cards_of(move)
    for kind in range(KIND_COUNT):
        s.hand[seat, kind] -= goods_of(move, kind)
        s.discarded[seat, kind] += goods_of(move, kind)
        s.certain[seat, kind] = max(int64(0), int64(s.certain[seat, kind]) - number)
    s.hand_size[seat] -= number
    s.discard_size[seat] += number
    s.surplus[seat] = 0


@compiled
def trade(book: np.record, s: np.record) -> None:
    """Turn up all bids and trade; then the next round or the end."""
    for seat in range(int64(book.players)):
        reveal(s, seat)
        if s.took_goods[seat]:
            swap_goods(s, seat)
        else:
            earn_wampum(s, seat)
    if s.last_round:
        store_last_hands(book, s)
        send_traders_home(book, s)
        s.phase = OVER
    else:
        s.round_number += 1
        begin_bids(book, s)


@compiled
def reveal(s: np.record, seat: int) -> None:
    """Everybody sees the bid and whether it matches; its cards are certain in the hand no longer."""
    for kind in range(KIND_COUNT):
        s.shown[seat, kind] = s.bid[seat, kind]
        s.certain[seat, kind] = max(int64(0), int64(s.certain[seat, kind]) - int64(s.bid[seat, kind]))
    s.shown_at[seat] = s.bid_at[seat]
    s.took_goods[seat] = np.int8(matches(s, seat))


@compiled
def matches(s: np.record, seat: int) -> bool:
    """Whether at least one kind of the bid lies at its village."""
    for kind in range(KIND_COUNT):
        if s.bid[seat, kind] > 0 and s.village[s.bid_at[seat], kind] > 0:
            return True
    return False


@compiled
def swap_goods(s: np.record, seat: int) -> None:
    """A match: all goods of the village come to the hand, the whole bid stays there."""
    village = int64(s.bid_at[seat])
    for kind in range(KIND_COUNT):
        goods = s.village[village, kind]
        s.hand[seat, kind] += goods
        s.hand_size[seat] += goods
        s.certain[seat, kind] += goods
        s.village[village, kind] = s.bid[seat, kind]
        s.bid[seat, kind] = 0


@compiled
def earn_wampum(s: np.record, seat: int) -> None:
    """No match: one card of each kind stays at the village, the rest of the bid fills the chest."""
    village = int64(s.bid_at[seat])
    for kind in range(KIND_COUNT):
        if s.bid[seat, kind] > 0:
            s.village[village, kind] += 1
            s.chest[seat, kind] += s.bid[seat, kind] - np.int8(1)
            s.bid[seat, kind] = 0


@compiled
def store_last_hands(book: np.record, s: np.record) -> None:
    """At the end one card of each kind in hand goes into the chest."""
    for seat in range(int64(book.players)):
        for kind in range(KIND_COUNT):
            if s.hand[seat, kind] > 0:
                s.hand[seat, kind] -= 1
                s.hand_size[seat] -= 1
                s.chest[seat, kind] += 1
                s.certain[seat, kind] = max(int64(0), int64(s.certain[seat, kind]) - 1)


# --- the end ---------------------------------------------------------------------------------------


@compiled
def is_over(_book: np.record, s: np.record) -> bool:
    """The game ends with the trade of the last round."""
    return bool(s.phase == OVER)


@compiled
def wampum_of(s: np.record, seat: int) -> int:
    """Count the cards in a chest."""
    total = int64(0)
    for kind in range(KIND_COUNT):
        total += int64(s.chest[seat, kind])
    return total


@compiled
def scores(book: np.record, s: np.record, buffer: npt.NDArray[np.int64]) -> int:
    """Most wampum wins; ties share the win."""
    best = int64(-1)
    winners = int64(0)
    for seat in range(int64(book.players)):
        wampum = wampum_of(s, seat)
        buffer[seat] = wampum
        if wampum > best:
            best = wampum
            winners = int64(0)
        if wampum == best:
            winners |= int64(1) << seat
    return winners


random_game = bind(random_game_pattern, "wampum", waiting_for=waiting_for, sample_move=sample_move, play=play)
