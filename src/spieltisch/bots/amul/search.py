"""Amul's part of the search: which moves race, how tables are imagined and what the end of a game is worth."""

import numpy as np

from spieltisch.bots.amul.looking import DECLINING, EACH, look_at_areas, return_to_start, step
from spieltisch.bots.amul.policy import logit_of, quick_game, take_back_choices
from spieltisch.bots.determinized import race as race_pattern
from spieltisch.bots.determinized import utility
from spieltisch.games.amul.choosing import VERB, legal_moves
from spieltisch.games.amul.sight import imagine
from spieltisch.games.amul.state import NOTHING, TAKE, Number
from spieltisch.games.chance import Chance
from spieltisch.games.compiled import bind, compiled, int64

MARGIN_SCALE = 60.0
"""A lead by half of this counts as much as a margin can."""


@compiled
def imagine_table(
    book: np.record,
    s: np.record,
    seat: Number,
    mind: np.record,  # noqa: ARG001 - one signature for all games
    chance: Chance,
) -> None:
    """Fill the blanks of a view. Choices that lie face down are made anew: each seat's by its own policy."""
    imagine(book, s, seat, chance)
    take_back_choices(s, np.int64(book.players), seat)


@compiled
def playout(
    book: np.record,
    s: np.record,
    seat: Number,
    move: Number,
    mind: np.record,
    chance: Chance,
) -> Number:
    """Play a move and on to the end with the quick policy."""
    return_to_start(book, s, mind)
    step(book, s, seat, move, mind)
    winners = quick_game(book, s, mind, chance)
    return utility(int64(book.players), winners, seat, mind, MARGIN_SCALE)


race = bind(race_pattern, "amul", imagine_table=imagine_table, playout=playout)


@compiled
def line_up(book: np.record, s: np.record, seat: Number, run: np.record, mind: np.record) -> None:
    """Enter all moves of the seat, best first by the quick policy."""
    look_at_areas(book, s, mind)
    return_to_start(book, s, mind)
    phase = np.int64(s.phase)
    count = legal_moves(book, s, seat, run.move[:])
    run.count = count
    for place in range(count):
        move = np.int64(run.move[place])
        if move % VERB == NOTHING:
            logit = mind.part[TAKE, s.round_number, DECLINING, EACH]
        else:
            logit = logit_of(book, s, seat, mind, phase, np.uint64(s.round_number), np.uint64(move % VERB))
        at = np.int64(place)
        while at > 0 and run.value[at - 1] < logit:
            run.value[at] = run.value[at - 1]
            run.move[at] = run.move[at - 1]
            at -= 1
        run.value[at] = logit
        run.move[at] = move
