"""A quick way to play Wampum: a few sensible bids are listed, weighed by a dozen features and drawn by weight.

It looks only at what the seat to decide can see, so the same functions serve on views and inside imagined games.
A `Mind` is the record in which it thinks; its weights are the caller's to set (see `weights.toml`).
"""

import numpy as np

from spieltisch.bots.wampum.looking import BID_FEATURES, DISCARD_FEATURES, NARROW, look
from spieltisch.bots.wampum.packs import LANE_BITS, as_goods, number_of, one_card, only
from spieltisch.bots.wampum.weighing import candidate_move, fill_up, list_candidates, weigh
from spieltisch.games.bits import lowest_bit
from spieltisch.games.chance import Chance, draw
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.wampum.choosing import waiting_for
from spieltisch.games.wampum.moves import KIND_COUNT, MOVE_DISCARD
from spieltisch.games.wampum.rules import play, scores
from spieltisch.games.wampum.state import DISCARD, NOWHERE

UNIT = 1.0 / 4294967296.0


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
    return int64(scores(book, s, mind.points[:]))


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
