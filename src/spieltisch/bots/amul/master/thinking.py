"""How the network thinks, compiled: rows of the first layer are added up, and only the choices at hand are weighed.

It gives every legal move a logit, and judges whole tables. The race over imagined tables asks it for both: moves are
drawn by its chances until a round is over, then it judges what has come out.
"""

import numpy as np
import numpy.typing as npt

from spieltisch.bots.amul.master.seeing import ALL, FACES, SEEN, Row, count_points, see
from spieltisch.bots.amul.policy import LUCK, luck_with, mood
from spieltisch.bots.amul.search import MARGIN_SCALE, imagine_table
from spieltisch.bots.determinized import race as race_pattern
from spieltisch.bots.determinized import utility
from spieltisch.games.amul.choosing import VERB, legal_moves, waiting_for
from spieltisch.games.amul.rules import play
from spieltisch.games.amul.scoring import scores
from spieltisch.games.amul.state import NOTHING, OFFER, OVER, SEATS, TAKE, Number
from spieltisch.games.bits import lowest_bit
from spieltisch.games.chance import Chance
from spieltisch.games.compiled import bind, compiled, inlined, int64
from spieltisch.games.records import record_dtype

Floats = npt.NDArray[np.float32]

FIRST, SECOND = 256, 128
"""How wide the two layers are."""
CHOICES = 4 * FACES + 1
DECLINE = 4 * FACES
SHARE, MARGIN = range(2)
MOST_MOVES = 20

MIND = record_dtype(
    [
        # what has been learnt: what to choose, and how a table will end
        ("actor1", np.float32, (SEEN, FIRST)),
        ("actor1b", np.float32, FIRST),
        ("actor2", np.float32, (FIRST, SECOND)),
        ("actor2b", np.float32, SECOND),
        ("actor3", np.float32, (SECOND, CHOICES)),
        ("actor3b", np.float32, CHOICES),
        ("critic1", np.float32, (ALL, FIRST)),
        ("critic1b", np.float32, FIRST),
        ("critic2", np.float32, (FIRST, SECOND)),
        ("critic2b", np.float32, SECOND),
        ("critic3", np.float32, (SECOND, 2)),
        ("critic3b", np.float32, 2),
        # how it is used
        ("win_part", np.float64),
        ("last_round", np.int64),  # so far games are played on
        # what it is thinking of
        ("row", np.int8, ALL),
        ("one", np.float32, FIRST),
        ("two", np.float32, SECOND),
        ("now", np.int64, SEATS),  # what each area brings
        ("points", np.int64, SEATS),
        ("move", np.int64, MOST_MOVES),
        ("logit", np.float32, MOST_MOVES),
    ]
)
LEARNT = tuple(MIND.fields or ())[:12]


# --- one table --------------------------------------------------------------------------------------------


@compiled
def look(book: np.record, s: np.record, seat: Number, mind: np.record) -> None:
    """See a table from a seat."""
    for place in range(ALL):
        mind.row[place] = 0
    see(book, s, seat, mind.now, mind.row)


@compiled
def add_rows(row: Row, seen: int, weights: Floats, bias: Floats, sums: Floats) -> None:
    """Work out the first layer: most of what can be seen is not there."""
    for j in range(FIRST):
        sums[j] = bias[j]
    for place in range(seen):
        if row[place]:
            times = np.float32(row[place])
            for j in range(FIRST):
                sums[j] += times * weights[place, j]


@compiled
def add_up(first: Floats, weights: Floats, bias: Floats, sums: Floats) -> None:
    """Work out the second layer; what is below zero in the first says nothing."""
    for k in range(SECOND):
        sums[k] = bias[k]
    for j in range(FIRST):
        if first[j] > 0:
            times = first[j]
            for k in range(SECOND):
                sums[k] += times * weights[j, k]


@inlined
def choice_of(move: Number) -> Number:
    """Give the network's number of a move."""
    face = move % VERB
    return np.int64(DECLINE) if face == NOTHING else move // VERB * FACES + face


@compiled
def weigh(book: np.record, s: np.record, seat: Number, mind: np.record) -> Number:
    """List the moves of a seat with their logits; count them."""
    look(book, s, seat, mind)
    add_rows(mind.row, SEEN, mind.actor1, mind.actor1b, mind.one)
    add_up(mind.one, mind.actor2, mind.actor2b, mind.two)
    count = np.int64(legal_moves(book, s, seat, mind.move))
    for at in range(count):
        mind.logit[at] = mind.actor3b[choice_of(mind.move[at])]
    for k in range(SECOND):
        if mind.two[k] > 0:
            for at in range(count):
                mind.logit[at] += mind.two[k] * mind.actor3[k, choice_of(mind.move[at])]
    return count


@compiled
def judge(book: np.record, s: np.record, seat: Number, mind: np.record) -> Number:
    """Say what a table is worth to a seat whose owner sees all hands: a `utility`, foreseen."""
    look(book, s, seat, mind)
    add_rows(mind.row, ALL, mind.critic1, mind.critic1b, mind.one)
    add_up(mind.one, mind.critic2, mind.critic2b, mind.two)
    share, margin = np.float64(mind.critic3b[SHARE]), np.float64(mind.critic3b[MARGIN])
    for k in range(SECOND):
        if mind.two[k] > 0:
            share += mind.two[k] * mind.critic3[k, SHARE]
            margin += mind.two[k] * mind.critic3[k, MARGIN]
    return mind.win_part / (1.0 + np.exp(-share)) + (1.0 - mind.win_part) / (1.0 + np.exp(-margin))


# --- imagined games ------------------------------------------------------------------------------------------


@compiled
def likely_move(book: np.record, s: np.record, seat: Number, mind: np.record, chance: Chance) -> Number:
    """Draw a move by the network's chances, with luck that is the same in games that differ in what was tried."""
    count = weigh(book, s, seat, mind)
    key = mood(s, seat, chance)
    best = np.int64(0)
    for at in range(count):
        mind.logit[at] += LUCK[luck_with(key, mind.move[at] % VERB)]
        if mind.logit[at] > mind.logit[best]:
            best = np.int64(at)
    return np.int64(mind.move[best])


@compiled
def playout(book: np.record, s: np.record, seat: Number, move: Number, mind: np.record, chance: Chance) -> Number:
    """Play a move and on through the last round to be played, then judge; a game that is over needs no judge."""
    play(book, s, seat, move)
    count_points(book, s, mind.now)
    while s.phase != OVER:
        if s.phase == OFFER and s.round_number > mind.last_round:
            return judge(book, s, seat, mind)
        phase = np.int64(s.phase)
        waiting = waiting_for(book, s)
        while waiting:
            chooser = np.int64(lowest_bit(np.uint64(waiting)))
            play(book, s, chooser, likely_move(book, s, chooser, mind, chance))
            waiting &= waiting - 1
        if phase == TAKE or (s.phase != phase and s.phase != OVER):  # else no area has grown
            count_points(book, s, mind.now)
    winners: Number = np.int64(scores(book, s, mind.points))
    return utility(int64(book.players), winners, seat, mind, MARGIN_SCALE)


race = bind(race_pattern, "amul_master", imagine_table=imagine_table, playout=playout)


@compiled
def line_up(book: np.record, s: np.record, seat: Number, run: np.record, mind: np.record) -> None:
    """Enter all moves of the seat, best first by the network."""
    count_points(book, s, mind.now)
    count = weigh(book, s, seat, mind)
    run.count = count
    for place in range(count):
        at = np.int64(place)
        while at > 0 and run.value[at - 1] < mind.logit[place]:
            run.value[at] = run.value[at - 1]
            run.move[at] = run.move[at - 1]
            at -= 1
        run.value[at] = mind.logit[place]
        run.move[at] = mind.move[place]
