"""Alpha-beta search for Wigwam on its compiled rules: iterative deepening, principal variation search, hash table.

Captures are compulsory or nearly so, which makes them the forcing moves: no position with a capture is valued,
all are searched until they are quiet. Everything the search writes to lies in one record, its mind.
"""

from __future__ import annotations

import numpy as np

from spieltisch.bots.wigwam.evaluation import FEATURES, ZONES, chief_in_danger, drawn_value, evaluate
from spieltisch.games.chance import Chance, below
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.game import record_dtype
from spieltisch.games.wigwam.board import BIT, LANDING, VICTIM
from spieltisch.games.wigwam.rules import (
    MOVE_CAPTURE,
    MOVE_HUFF,
    MOVE_ROOM,
    MOVE_STEP,
    PAST_WORDS,
    VERB_BITS,
    from_of,
    huffable,
    jump_of,
    length_of,
    list_captures,
    list_huffs,
    list_moves,
    opponent,
    play,
    remember,
    take_back,
    verb_of,
)
from spieltisch.games.wigwam.state import OVER

MOST_PLIES = 64
MOVES_OF_ALL_PLIES = 4 * MOVE_ROOM
LINE = 8
"""So many moves of a line are kept for those who ask."""

TABLE_BITS = 19
TABLE_SIZE = 1 << TABLE_BITS

MIND = record_dtype(
    [
        # what it knows
        ("weights", np.int64, (len(FEATURES),)),
        ("places", np.int64, (2, 3, 64)),
        ("features", np.int64, (len(FEATURES),)),
        ("zones", np.int64, (3 * ZONES,)),
        # who thinks, and by how much he would rather not have a draw
        ("thinker", np.int64),
        ("contempt", np.int64),
        ("company", np.int64),  # how much each warrior on the board, of either side, is liked for its own sake
        # how long it may think
        ("nodes", np.int64),
        ("most_nodes", np.int64),
        ("stopped", np.int64),
        ("depth", np.int64),
        # what it remembers of this search
        ("age", np.int64),  # entries of another age belong to earlier searches
        ("keys", np.uint64, (TABLE_SIZE,)),
        ("notes", np.int64, (TABLE_SIZE,)),
        ("killers", np.int64, (MOST_PLIES + 1, 2)),
        ("merits", np.int64, (2, 4096)),  # of quiet moves, by start and target
        # one level after another
        ("moves", np.int64, (MOVES_OF_ALL_PLIES,)),
        ("order", np.int64, (MOVES_OF_ALL_PLIES,)),
        ("past", np.uint64, (MOST_PLIES + 1, PAST_WORDS)),
        ("line", np.int64, (MOST_PLIES + 2, MOST_PLIES + 2)),
        ("line_length", np.int64, (MOST_PLIES + 2,)),
        # the moves to choose from
        ("root_count", np.int64),
        ("root_move", np.int64, (MOVE_ROOM,)),
        ("root_value", np.int64, (MOVE_ROOM,)),
        ("root_line", np.int64, (MOVE_ROOM, LINE)),
        ("root_line_length", np.int64, (MOVE_ROOM,)),
    ]
)

SIGNAL = record_dtype([("now", np.int8)])
"""The flag of a budget, as the search reads it."""

INFINITE = int64(32000)
WIN_OF_TWO = int64(30000)
WIN_OF_ONE = int64(20000)
DECIDED = int64(15000)
"""Beyond this a value is a forced end, counted in plies from here."""
UNKNOWN = int64(0)

POLL = 1023
FEW_NODES = 20_000
"""The first, shallow look is finished even when time is up already, unless it grows beyond this."""

ALL_EXACT_UP_TO = 2
"""Up to this depth every move to choose from gets a value of its own, for those who ask."""

EXACT, AT_LEAST, AT_MOST = int64(1), int64(2), int64(3)
DEPTH_SHIFT, BOUND_SHIFT, NUMBER_SHIFT, AGE_SHIFT = 16, 24, 26, 38
NO_NOTE = int64(0)
OLDEST = (1 << 24) - 1
LIABLE_FACTOR = np.uint64(0x9E3779B97F4A7C15)
HUFFED_KEY = np.uint64(0xD1B54A32D192ED03)
TABLE_MASK = np.uint64(TABLE_SIZE - 1)

NUMBER_BITS = 12
MOST_NUMBER = (1 << NUMBER_BITS) - 1
FIRST, HUFFS, CAPTURES, KILLERS = 1 << 40, 1 << 39, 1 << 38, 1 << 37
CHIEF_FIRST = 1 << 30
MOST_MERIT = 1 << 30

WARRIOR_AT_STAKE = int64(200)
"""What not capturing is taken to cost in huff mode, where the search goes no further."""


# --- values --------------------------------------------------------------------------------------------


@compiled
def final_value(s: np.record, mind: np.record, ply: int) -> int:
    """Value a finished game for the player to move: a win first, two points rather than one, sooner than later."""
    seat = int64(s.to_move)
    points = int64(s.points[seat]) - int64(s.points[opponent(seat)])
    if points == 0:
        return drawn_value(s, mind)
    value = (WIN_OF_TWO if abs(points) > 1 else WIN_OF_ONE) - ply
    return value if points > 0 else -value


@compiled
def repeats(s: np.record, ply: int) -> bool:
    """Tell whether the line has come back to one of its own positions: then it can do so again, a draw."""
    earlier = int64(s.quiet) - 4
    first = max(int64(s.quiet) - int64(ply), int64(0))
    while earlier >= first:
        if s.history[earlier] == s.hash:
            return True
        earlier -= 2
    return False


@compiled
def key_of(s: np.record) -> np.uint64:
    """Tell positions apart, with what may be huffed and how near the draw without progress is."""
    key = s.hash
    if s.liable:
        key ^= (s.liable << np.uint64(7) | s.liable >> np.uint64(57)) ^ LIABLE_FACTOR
    if s.huffed:
        key ^= HUFFED_KEY
    if s.quiet > 70:
        key ^= np.uint64(s.quiet) << np.uint64(40)
    return np.uint64(key)


# --- order ---------------------------------------------------------------------------------------------


@compiled
def takes_chief(s: np.record, seat: int, move: int) -> bool:
    """Tell whether a capture ends the game: the chief is always the last one taken."""
    cell = from_of(move)
    last = length_of(move) - 1
    for number in range(last):
        cell = LANDING[cell, jump_of(move, number)]
    return bool(s.chiefs[opponent(seat)] & BIT[VICTIM[cell, jump_of(move, last)]])


@compiled
def merit_of(s: np.record, mind: np.record, seat: int, ply: int, move: int) -> int:
    """Guess how soon a move should be tried."""
    verb = verb_of(move)
    if verb == MOVE_STEP:
        if move == mind.killers[ply, 0]:
            return int64(KILLERS + 1)
        if move == mind.killers[ply, 1]:
            return int64(KILLERS)
        return int64(mind.merits[seat, move >> VERB_BITS])
    if verb == MOVE_CAPTURE:
        return int64(CAPTURES + length_of(move) + (CHIEF_FIRST if takes_chief(s, seat, move) else 0))
    return int64(HUFFS + (CHIEF_FIRST if s.chiefs[opponent(seat)] & BIT[from_of(move)] else 0))


@compiled
def bring_best(mind: np.record, at: int, end: int) -> int:
    """Bring the most promising of the untried moves to the front of them and give its place in the order."""
    best = int64(at)
    for i in range(at + 1, end):
        if mind.order[i] > mind.order[best]:
            best = int64(i)
    order, move = int64(mind.order[best]), int64(mind.moves[best])
    mind.order[best], mind.moves[best] = int64(mind.order[at]), int64(mind.moves[at])
    mind.order[at], mind.moves[at] = order, move
    return order


@compiled
def remember_refutation(mind: np.record, seat: int, ply: int, move: int, depth: int) -> None:
    """A quiet move that was too good will be tried sooner elsewhere."""
    if mind.killers[ply, 0] != move:
        mind.killers[ply, 1] = mind.killers[ply, 0]
        mind.killers[ply, 0] = move
    index = move >> VERB_BITS
    mind.merits[seat, index] = min(mind.merits[seat, index] + depth * depth, MOST_MERIT)


# --- the hash table ------------------------------------------------------------------------------------


@compiled
def note_down(mind: np.record, key: np.uint64, value: int, depth: int, bound: int, number: int, ply: int) -> None:
    """Keep a result, unless a deeper one of this search is there."""
    slot = int64(key & TABLE_MASK)
    old = int64(mind.notes[slot])
    kept = old >> DEPTH_SHIFT & 255
    if old >> AGE_SHIFT == mind.age and kept > depth + 3 and mind.keys[slot] != key:
        return
    if value > DECIDED:
        value += ply
    elif value < -DECIDED:
        value -= ply
    mind.keys[slot] = key
    mind.notes[slot] = (
        (value + 32768) | depth << DEPTH_SHIFT | bound << BOUND_SHIFT | number << NUMBER_SHIFT | mind.age << AGE_SHIFT
    )


@compiled
def bound_of(best: int, alpha: int, beta: int) -> int:
    """Tell what a result says about the true value."""
    if best >= beta:
        return AT_LEAST
    return AT_MOST if best <= alpha else EXACT


@compiled
def find_note(mind: np.record, key: np.uint64) -> int:
    """Look a position up; NO_NOTE if this search has none of it."""
    slot = int64(key & TABLE_MASK)
    note = int64(mind.notes[slot])
    return note if mind.keys[slot] == key and note >> AGE_SHIFT == mind.age else NO_NOTE


@compiled
def noted_number(note: int) -> int:
    """Give the number of the move that was best, in the order of the rules' list, or -1."""
    return int64(-1) if note == NO_NOTE else note >> NUMBER_SHIFT & MOST_NUMBER


@compiled
def suffices(note: int, depth: int, alpha: int, beta: int, ply: int) -> bool:
    """Tell whether a note answers the question."""
    if note == NO_NOTE or note >> DEPTH_SHIFT & 255 < depth:
        return False
    value = noted_value(note, ply)
    bound = note >> BOUND_SHIFT & 3
    return bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)


@compiled
def noted_value(note: int, ply: int) -> int:
    """Read a value, with the plies to a forced end counted from here."""
    value = (note & 65535) - 32768
    if value > DECIDED:
        return value - ply
    return value + ply if value < -DECIDED else value


# --- the search ----------------------------------------------------------------------------------------


@compiled
def out_of_time(mind: np.record, signal: np.record) -> bool:
    """Look at the budget."""
    if mind.stopped:
        return True
    spent = mind.nodes >= mind.most_nodes or (mind.nodes & POLL == 0 and signal.now)
    if spent and (mind.depth > 1 or mind.nodes > FEW_NODES):
        mind.stopped = 1
    return bool(mind.stopped)


@compiled
def follow(mind: np.record, ply: int, move: int) -> None:
    """The best line from here is this move and the best line behind it."""
    length = int64(mind.line_length[ply + 1])
    mind.line[ply, 0] = move
    for i in range(length):
        mind.line[ply, i + 1] = mind.line[ply + 1, i]
    mind.line_length[ply] = length + 1


@compiled
def shorter_by(depth: int, tried: int, quiet: int) -> int:
    """Late quiet moves are looked at less deeply first."""
    if not quiet or depth < 3 or tried < 4:
        return int64(0)
    return int64(2) if depth >= 6 and tried >= 12 else int64(1)


@compiled
def is_leaf(s: np.record, depth: int, ply: int) -> bool:
    """Tell whether a position is valued as it is: captures and attacks on the chief are looked into first."""
    if ply >= MOST_PLIES:
        return True
    if depth > 0 or s.capturers or huffable(s):
        return False
    return depth < -2 or not chief_in_danger(s, int64(s.to_move))


@compiled
def list_in_order(book: np.record, s: np.record, mind: np.record, depth: int, ply: int, at: int, first: int) -> int:
    """List the moves to try with a guess of how good they are, each with its number in the lowest bits."""
    seat = int64(s.to_move)
    if depth > 0 or not (s.capturers or huffable(s)):
        end = list_moves(book, s, seat, mind.moves, at)
    else:
        end = list_captures(book, s, mind.moves, list_huffs(s, mind.moves, at))
    end = min(end, int64(len(mind.moves)))
    for i in range(at, end):
        number = min(int64(i) - at, int64(MOST_NUMBER))
        merit = FIRST if number == first else merit_of(s, mind, seat, ply, mind.moves[i])
        mind.order[i] = merit << NUMBER_BITS | number
    return end


@compiled
def standing_pat(book: np.record, s: np.record, mind: np.record, depth: int) -> int:
    """In huff mode nobody has to capture, but whoever does not may lose a piece."""
    if depth > 0 or not book.huffing or not (s.capturers or huffable(s)):
        return -INFINITE
    return evaluate(s, mind) - (WARRIOR_AT_STAKE if s.capturers else int64(0))


@compiled
def search(  # noqa: C901 - a compiled function can call itself, but not others that call it
    book: np.record,
    s: np.record,
    mind: np.record,
    signal: np.record,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    at: int,
) -> int:
    """Value a position for the player to move, exactly if the value lies between alpha and beta.

    The moves of this level are listed from `at` on, behind those of the levels above.
    """
    mind.nodes += 1
    mind.line_length[ply] = 0
    if out_of_time(mind, signal):
        return UNKNOWN
    if s.stage == OVER:
        return final_value(s, mind, ply)
    if repeats(s, ply):
        return drawn_value(s, mind)
    if is_leaf(s, depth, ply):
        return evaluate(s, mind)
    key = key_of(s)
    note = find_note(mind, key) if depth > 0 else NO_NOTE
    if suffices(note, depth, alpha, beta, ply):
        return noted_value(note, ply)
    best = standing_pat(book, s, mind, depth)
    if best >= beta:
        return best
    end = list_in_order(book, s, mind, depth, ply, at, noted_number(note))
    if end == at:
        return evaluate(s, mind)  # no room is left to list moves
    if end - at == 1 and depth > 0:
        depth += 1  # no choice, no thought

    seat = int64(s.to_move)
    floor = max(alpha, best)
    best_number = int64(0)
    for turn in range(at, end):
        order = bring_best(mind, turn, end)
        move = int64(mind.moves[turn])
        quiet = int64(verb_of(move) == MOVE_STEP)
        remember(s, mind.past, ply)
        play(book, s, seat, move)
        if s.stage != OVER and int64(s.to_move) == seat:  # he has huffed and moves now
            value = search(book, s, mind, signal, depth, floor, beta, ply + 1, end)
        elif turn == at:
            value = -search(book, s, mind, signal, depth - 1, -beta, -floor, ply + 1, end)
        else:
            less = shorter_by(depth, turn - at, quiet)
            value = -search(book, s, mind, signal, depth - 1 - less, -floor - 1, -floor, ply + 1, end)
            if value > floor and less:
                value = -search(book, s, mind, signal, depth - 1, -floor - 1, -floor, ply + 1, end)
            if floor < value < beta:
                value = -search(book, s, mind, signal, depth - 1, -beta, -floor, ply + 1, end)
        take_back(s, mind.past, ply)
        if mind.stopped:
            return UNKNOWN
        if value > best:
            best = value
            best_number = order & MOST_NUMBER
        if value > floor:
            floor = value
            follow(mind, ply, move)
        if value >= beta:
            if quiet:
                remember_refutation(mind, seat, ply, move, max(depth, int64(1)))
            break
    if depth > 0:
        note_down(mind, key, best, depth, bound_of(best, alpha, beta), best_number, ply)
    return best


# --- a glance, for those who do not search -----------------------------------------------------------------


@compiled
def glance(book: np.record, s: np.record, mind: np.record, chance: Chance) -> None:
    """Value every move by the position right behind it, as if nobody could answer."""
    forget(mind)
    line_up(book, s, mind, chance)
    for i in range(int64(mind.root_count)):
        seat = int64(s.to_move)
        remember(s, mind.past, int64(0))
        play(book, s, seat, mind.root_move[i])
        value = final_value(s, mind, int64(1)) if s.stage == OVER else evaluate(s, mind)
        mind.root_value[i] = value if int64(s.to_move) == seat else -value
        take_back(s, mind.past, int64(0))


@compiled
def blur(mind: np.record, chance: Chance, noise: int) -> None:
    """Misjudge every move a little and put the one that seems best in front."""
    best = int64(0)
    best_guess = -4 * INFINITE
    for i in range(int64(mind.root_count)):
        guess = int64(mind.root_value[i]) + int64(below(chance, noise + 1)) - int64(below(chance, noise + 1))
        if guess > best_guess:
            best = int64(i)
            best_guess = guess
    bring_forward(mind, best)


# --- the first ply -------------------------------------------------------------------------------------


@compiled
def line_up(book: np.record, s: np.record, mind: np.record, chance: Chance) -> None:
    """List the moves to choose from in a random order, which decides between equals; captures first."""
    seat = int64(s.to_move)
    mind.thinker = seat
    count = min(list_moves(book, s, seat, mind.root_move, int64(0)), int64(MOVE_ROOM))
    mind.root_count = count
    for last in range(count - 1, 0, -1):
        swap(mind, last, int64(below(chance, last + 1)))
    for i in range(count):
        mind.root_value[i] = 0
        mind.root_line_length[i] = 0
    front = int64(0)
    for i in range(count):
        if verb_of(mind.root_move[i]) in (MOVE_CAPTURE, MOVE_HUFF):
            swap(mind, front, i)
            front += 1


@compiled
def swap(mind: np.record, one: int, other: int) -> None:
    """Let two moves to choose from change places."""
    mind.root_move[one], mind.root_move[other] = int64(mind.root_move[other]), int64(mind.root_move[one])
    mind.root_value[one], mind.root_value[other] = int64(mind.root_value[other]), int64(mind.root_value[one])
    length = int64(mind.root_line_length[one])
    mind.root_line_length[one] = mind.root_line_length[other]
    mind.root_line_length[other] = length
    for i in range(LINE):
        mind.root_line[one, i], mind.root_line[other, i] = (
            int64(mind.root_line[other, i]),
            int64(mind.root_line[one, i]),
        )


@compiled
def forget(mind: np.record) -> None:
    """Start a new search: nothing of an earlier one has any influence."""
    mind.age = 1 if mind.age >= OLDEST else mind.age + 1
    mind.nodes = 0
    mind.stopped = 0
    mind.depth = 0
    for ply in range(MOST_PLIES + 1):
        mind.killers[ply, 0] = 0
        mind.killers[ply, 1] = 0
    for seat in range(2):
        for i in range(4096):
            mind.merits[seat, i] = 0


@compiled
def try_root_move(
    book: np.record, s: np.record, mind: np.record, signal: np.record, i: int, depth: int, alpha: int, beta: int
) -> int:
    """Value one of the moves to choose from."""
    seat = int64(s.to_move)
    remember(s, mind.past, int64(0))
    play(book, s, seat, mind.root_move[i])
    if s.stage != OVER and int64(s.to_move) == seat:
        value = search(book, s, mind, signal, depth, alpha, beta, int64(1), int64(0))
    else:
        value = -search(book, s, mind, signal, depth - 1, -beta, -alpha, int64(1), int64(0))
    take_back(s, mind.past, int64(0))
    return value


@compiled
def keep_line(mind: np.record, i: int) -> None:
    """Keep the line behind one of the moves to choose from."""
    length = min(int64(mind.line_length[1]), int64(LINE))
    mind.root_line_length[i] = length
    for j in range(length):
        mind.root_line[i, j] = mind.line[1, j]


@compiled
def look_deeper(book: np.record, s: np.record, mind: np.record, signal: np.record, depth: int) -> None:
    """Search all moves to one depth; the best so far is always in front."""
    mind.depth = depth
    alpha = -INFINITE
    count = int64(mind.root_count)
    for i in range(count):
        wide = i == 0 or depth <= ALL_EXACT_UP_TO
        if wide:
            value = try_root_move(book, s, mind, signal, i, depth, -INFINITE, INFINITE)
        else:
            value = try_root_move(book, s, mind, signal, i, depth, alpha, alpha + 1)
            if value > alpha and not mind.stopped:
                value = try_root_move(book, s, mind, signal, i, depth, alpha, INFINITE)
                wide = value > alpha
        if mind.stopped:
            return
        if wide:
            mind.root_value[i] = value
            keep_line(mind, i)
        else:
            mind.root_value[i] = min(mind.root_value[i], value)
        if value > alpha:
            alpha = value
            bring_forward(mind, i)


@compiled
def bring_forward(mind: np.record, i: int) -> None:
    """Put a move in front; those that it passes keep their order."""
    for j in range(i, 0, -1):
        swap(mind, j, j - 1)


@compiled
def think(
    book: np.record,
    s: np.record,
    mind: np.record,
    signal: np.record,
    chance: Chance,
    deepest: int,
    most_nodes: int,
) -> int:
    """Search deeper and deeper until the budget is spent; give the depth that was finished."""
    forget(mind)
    mind.most_nodes = most_nodes
    line_up(book, s, mind, chance)
    if mind.root_count == 1:
        deepest = min(int64(deepest), int64(2))  # only to say what to expect
    for depth in range(1, deepest + 1):
        look_deeper(book, s, mind, signal, int64(depth))
        if mind.stopped:
            return int64(depth) - 1
        if abs(int64(mind.root_value[0])) >= WIN_OF_TWO - depth:
            return int64(depth)  # the end is in sight, whatever comes
    return int64(deepest)


@compiled
def lengthen_line(book: np.record, s: np.record, mind: np.record) -> None:
    """Play out the best move and the line behind it, and read from the notes how it goes on; `s` is used up."""
    play(book, s, int64(s.to_move), int64(mind.root_move[0]))
    length = int64(0)
    while length < LINE and s.stage != OVER:
        if length >= mind.root_line_length[0]:
            number = noted_number(find_note(mind, key_of(s)))
            count = list_moves(book, s, int64(s.to_move), mind.moves, int64(0))
            if number < 0 or number >= min(count, int64(MOST_NUMBER)):
                break
            mind.root_line[0, length] = mind.moves[number]
        play(book, s, int64(s.to_move), int64(mind.root_line[0, length]))
        length += 1
    mind.root_line_length[0] = length
