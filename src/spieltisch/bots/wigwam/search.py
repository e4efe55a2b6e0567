"""Alpha-beta search for Wigwam on its compiled rules: iterative deepening, principal variation search, hash table.

Captures are compulsory or nearly so, which makes them the forcing moves: no position with a capture is valued,
all are searched until they are quiet. Everything the search writes to lies in one record, its mind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.bots.wigwam.evaluation import chief_in_danger, drawn_value, evaluate
from spieltisch.bots.wigwam.mind import INFINITE, MOST_PLIES, WIN_OF_ONE, WIN_OF_TWO
from spieltisch.bots.wigwam.notes import (
    MOST_NUMBER,
    NO_NOTE,
    NUMBER_BITS,
    UNKNOWN,
    bound_of,
    find_note,
    key_of,
    note_down,
    noted_number,
    noted_value,
    suffices,
)
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.wigwam.board import BIT, LANDING, VICTIM
from spieltisch.games.wigwam.moves import MOVE_CAPTURE, MOVE_STEP, VERB_BITS, from_of, jump_of, length_of, verb_of
from spieltisch.games.wigwam.points import opponent
from spieltisch.games.wigwam.reach import huffable, list_captures, list_huffs
from spieltisch.games.wigwam.rules import list_moves, play
from spieltisch.games.wigwam.state import OVER
from spieltisch.games.wigwam.undo import remember, restore

if TYPE_CHECKING:
    import numpy as np

POLL = 1023
FEW_NODES = 20_000
"""The first, shallow look is finished even when time is up already, unless it grows beyond this."""
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


# --- order ---------------------------------------------------------------------------------------------


@compiled
def takes_chief(s: np.record, seat: int, move: int) -> bool:
    """Tell whether a capture ends the game: the chief is always the last one taken."""
    cell = from_of(move)
    last = length_of(move) - 1
    for number in range(last):
        cell = int64(LANDING[cell, jump_of(move, number)])
    return bool(s.chiefs[opponent(seat)] & BIT[int64(VICTIM[cell, jump_of(move, last)])])


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
        end = list_moves(book, s, seat, mind.moves[:], at)
    else:
        end = list_captures(book, s, mind.moves[:], list_huffs(s, mind.moves[:], at))
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
        restore(s, mind.past, ply)
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
