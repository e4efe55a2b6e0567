"""Proofs in Wigwam: what a player reaches against every answer, by full search on the game's own rules.

Every legal move of both sides is tried; a line is left only where alpha-beta with its exact window shows that it
cannot matter. Nothing is reduced, guessed, or read from a hash table. A value counts warriors, the own less the
other's:

- a game won by the chief (taken or shut in) is WON, one won by the last warrior OUTLASTED, lost ones the same below
  zero;
- a drawn game is worth what lay on the board when the search began: nothing has been gained;
- where the moves to look ahead are used up, the warriors are counted; if `settled`, not before captures are done:
  they are compulsory, so nobody can stop there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.bots.wigwam.search import bring_best, list_in_order, remember_refutation
from spieltisch.games.bits import count_bits
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.wigwam.moves import MOVE_STEP, Moves, verb_of
from spieltisch.games.wigwam.points import opponent
from spieltisch.games.wigwam.rules import list_moves, play
from spieltisch.games.wigwam.state import OVER
from spieltisch.games.wigwam.undo import remember, restore

if TYPE_CHECKING:
    import numpy as np

WON, OUTLASTED = int64(100), int64(50)
NOTHING_NOTED = int64(-1)


@compiled
def lead_of(s: np.record, seat: int) -> int:
    """Count how many warriors more a seat has than the other."""
    return count_bits(s.warriors[seat]) - count_bits(s.warriors[opponent(seat)])


@compiled
def end_of(s: np.record, seat: int, solver: int, base: int) -> int:
    """Value a finished game for a seat; `base` is the solver's lead at the beginning."""
    points = int64(s.points[seat]) - int64(s.points[opponent(seat)])
    if points == 0:
        return int64(base) if seat == solver else -int64(base)
    value = WON if abs(points) > 1 else OUTLASTED
    return value if points > 0 else -value


@compiled
def forced(
    book: np.record,
    s: np.record,
    mind: np.record,
    solver: int,
    base: int,
    plies: int,
    settled: int,
    alpha: int,
    beta: int,
    ply: int,
    at: int,
) -> int:
    """Value a position for the player to move, exactly if the value lies between alpha and beta."""
    mind.nodes += 1
    seat = int64(s.to_move)
    if s.stage == OVER:
        return end_of(s, seat, solver, base)
    if plies <= 0 and not (settled and s.capturers):
        return lead_of(s, seat)
    end = list_in_order(book, s, mind, int64(1), ply, at, NOTHING_NOTED)
    best = -2 * WON
    floor = int64(alpha)
    for turn in range(at, end):
        bring_best(mind, turn, end)
        move = int64(mind.moves[turn])
        remember(s, mind.past, ply)
        play(book, s, seat, move)
        value = -forced(book, s, mind, solver, base, plies - 1, settled, -beta, -floor, ply + 1, end)
        restore(s, mind.past, ply)
        best = max(best, value)
        floor = max(floor, value)
        if value >= beta:
            if verb_of(move) == MOVE_STEP:
                remember_refutation(mind, seat, ply, move, max(int64(plies), int64(1)))
            break
    return best


@compiled
def reaching(
    book: np.record,
    s: np.record,
    mind: np.record,
    base: int,
    goal: int,
    plies: int,
    settled: int,
    most: int,
    buffer: Moves,
) -> int:
    """List the moves of the player to move that reach at least `goal`, with so many plies to follow; stop at `most`."""
    seat = int64(s.to_move)
    count = list_moves(book, s, seat, mind.root_move[:], int64(0))
    found = int64(0)
    for number in range(min(count, int64(len(mind.root_move)))):
        move = int64(mind.root_move[number])
        remember(s, mind.past, int64(0))
        play(book, s, seat, move)
        value = -forced(book, s, mind, seat, base, plies, settled, -goal, 1 - int64(goal), int64(1), int64(0))
        restore(s, mind.past, int64(0))
        if value >= goal:
            buffer[found] = move
            found += 1
            if found == most:
                break
    return found
