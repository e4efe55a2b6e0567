"""The rules of Wampum: set-up, bids and displacement, canoe, income, limit, trade, scoring.

Everything is compiled and works in place on the state. A move is one integer: its verb in the lowest two bits,
the village in the next three, then five bits for the number of cards of each kind.
"""

import numpy as np
import numpy.typing as npt

from spieltisch.games.chance import Chance, below
from spieltisch.games.chance import shuffle as shuffle_cards
from spieltisch.games.compiled import bind, compiled, int64
from spieltisch.games.loops import random_game as random_game_pattern
from spieltisch.games.wampum.state import (
    ALL_CARDS,
    BID,
    COPIES,
    DISCARD,
    KINDS,
    NOBODY,
    NOWHERE,
    OVER,
    RELOCATE,
    START_HAND,
    UNKNOWN,
)

KIND_COUNT = len(KINDS)

MOVE_BID = 0
MOVE_GO = 1
MOVE_DISCARD = 2
VERB_BITS = 2
VILLAGE_BITS = 3
GOODS_SHIFT = VERB_BITS + VILLAGE_BITS
GOODS_BITS = 5
MOVE_BITS = GOODS_SHIFT + GOODS_BITS * KIND_COUNT

LIMIT_ABOVE_BID = 3
INCOME = 2


# --- moves as integers -----------------------------------------------------------------------------


@compiled
def verb_of(move: int) -> int:
    """Tell bid, go and discard apart."""
    return move & ((1 << VERB_BITS) - 1)


@compiled
def village_of(move: int) -> int:
    """Give the village that a bid or relocation names, from 0."""
    return (move >> VERB_BITS) & ((1 << VILLAGE_BITS) - 1)


@compiled
def goods_of(move: int, kind: int) -> int:
    """Count the cards of a kind in a bid or discard."""
    return (move >> (GOODS_SHIFT + GOODS_BITS * kind)) & ((1 << GOODS_BITS) - 1)


@compiled
def cards_of(move: int) -> int:
    """Count the cards in a bid or discard."""
    total = 0
    for kind in range(KIND_COUNT):
        total += goods_of(move, kind)
    return total


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
def may_take(s: np.record, village: int, size: int) -> bool:
    """A bid may go where no bid lies, or a strictly smaller one."""
    return bid_lying_at(s, village) < size


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
    if book.players == 2:
        for village in range(int64(book.villages)):
            if s.trader[village] == NOBODY:
                for _ in range(INCOME):
                    draw_to_village(s, village)


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
