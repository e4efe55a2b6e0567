"""Wampum's part of the search: which moves race, how tables are imagined and what the end of a game is worth."""

import numpy as np

from spieltisch.bots.determinized import race as race_pattern
from spieltisch.bots.determinized import utility
from spieltisch.bots.wampum.looking import MOST_CANDIDATES, WIDE
from spieltisch.bots.wampum.packs import as_pack, cards_in, one_of_each
from spieltisch.bots.wampum.policy import guess_bids, quick_discard, quick_game
from spieltisch.bots.wampum.weighing import candidate_move, list_candidates
from spieltisch.games.chance import Chance
from spieltisch.games.compiled import bind, compiled, int64
from spieltisch.games.wampum.choosing import all_choices, may_take, nth_choice
from spieltisch.games.wampum.rules import LIMIT_ABOVE_BID, play
from spieltisch.games.wampum.sight import imagine
from spieltisch.games.wampum.state import BID, DISCARD

MARGIN_SCALE = 24.0
"""A lead by half of this counts as much as a margin can."""

DISCARD_DRAWS = 200
LAST_ELSEWHERE = 0.01
LAST_SIZE = 0.001


@compiled
def imagine_table(
    book: np.record,
    s: np.record,
    seat: int,
    mind: np.record,
    chance: Chance,
) -> None:
    """Fill the blanks of a view; hidden bids become sensible ones."""
    imagine(book, s, seat, chance)
    guess_bids(book, s, seat, mind, chance)


@compiled
def playout(
    book: np.record,
    s: np.record,
    seat: int,
    move: int,
    mind: np.record,
    chance: Chance,
) -> float:
    """Play a move and on to the end with the quick policy."""
    play(book, s, seat, move)
    winners = quick_game(book, s, mind, chance)
    return utility(int64(book.players), winners, seat, mind, MARGIN_SCALE)


race = bind(race_pattern, "wampum", imagine_table=imagine_table, playout=playout)


# --- who races -----------------------------------------------------------------------------------------------


@compiled
def line_up(
    book: np.record,
    s: np.record,
    seat: int,
    run: np.record,
    mind: np.record,
    chance: Chance,
    most: int,
) -> None:
    """Enter the most promising moves, best first by the quick policy."""
    run.count = 0
    if s.phase == DISCARD:
        line_up_discards(book, s, seat, run, mind, chance, most)
        return
    list_candidates(book, s, seat, mind, WIDE)
    if s.phase == BID and s.last_round:
        list_last_bids(book, s, seat, mind)
    while run.count < most:
        best = int64(0)
        for i in range(1, int64(mind.count)):
            if mind.score[i] > mind.score[best]:
                best = int64(i)
        if mind.score[best] == -np.inf:
            return
        run.move[run.count] = candidate_move(s, mind, best)
        run.count += 1
        drop_candidate(mind, best)


@compiled
def drop_candidate(mind: np.record, chosen: int) -> None:
    """Forget a candidate and all that are the same bid."""
    village = mind.at[chosen]
    pick = mind.pick[chosen]
    for i in range(int64(mind.count)):
        if mind.at[i] == village and mind.pick[i] == pick:
            mind.score[i] = -np.inf


@compiled
def line_up_discards(
    book: np.record,
    s: np.record,
    seat: int,
    run: np.record,
    mind: np.record,
    chance: Chance,
    most: int,
) -> None:
    """Enter different discards that the quick policy would draw."""
    for _ in range(DISCARD_DRAWS):
        move = quick_discard(book, s, seat, mind, chance)
        known = False
        for i in range(int64(run.count)):
            known |= run.move[i] == move
        if not known and run.count < most:
            run.move[run.count] = move
            run.count += 1


# --- the last round --------------------------------------------------------------------------------------------


@compiled
def list_last_bids(book: np.record, s: np.record, seat: int, mind: np.record) -> None:
    """Nothing follows the last round: of all bids of one size at one village the one that ends with most is enough.

    Every choice of cards is looked at. Equal ends are told apart by what the bid would bring elsewhere, for it may
    be displaced.
    """
    mind.count = 0
    for choice in range(1, all_choices(s, seat)):
        pick = as_pack(nth_choice(s, seat, choice))
        size = cards_in(pick)
        elsewhere = 0.0
        for village in range(int64(book.villages)):
            elsewhere += last_wampum(mind, village, pick, size)
        for village in range(int64(book.villages)):
            if may_take(s, village, size):
                value = np.float64(last_wampum(mind, village, pick, size))
                keep_best(mind, village, pick, size, value + LAST_ELSEWHERE * elsewhere + LAST_SIZE * size)


@compiled
def last_wampum(mind: np.record, village: int, pick: int, size: int) -> int:
    """Count the wampum that a bid in the last round ends with if it stays where it is."""
    limit = max(int64(mind.largest), int64(size)) + LIMIT_ABOVE_BID
    left = one_of_each(mind.held - pick)
    if pick & mind.lying[village]:
        own = cards_in(left & ~mind.lying[village])
        return min(own, limit) + cards_in(one_of_each(mind.village[village]))
    return size - cards_in(one_of_each(pick)) + min(cards_in(left), limit)


@compiled
def keep_best(mind: np.record, village: int, pick: int, size: int, score: float) -> None:
    """Keep the better of two bids of one size at one village."""
    for i in range(int64(mind.count)):
        if mind.at[i] == village and cards_in(mind.pick[i]) == size:
            if score > mind.score[i]:
                mind.score[i] = score
                mind.pick[i] = pick
            return
    if mind.count < MOST_CANDIDATES:
        mind.at[mind.count] = village
        mind.pick[mind.count] = pick
        mind.score[mind.count] = score
        mind.count += 1
