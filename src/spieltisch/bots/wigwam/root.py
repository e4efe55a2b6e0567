"""The moves of Wigwam to choose from: looked at once, or searched deeper and deeper until the time is up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.bots.wigwam.evaluation import evaluate
from spieltisch.bots.wigwam.mind import INFINITE, LINE, MOST_PLIES, WIN_OF_TWO
from spieltisch.bots.wigwam.notes import MOST_NUMBER, OLDEST, find_note, key_of, noted_number
from spieltisch.bots.wigwam.search import final_value, search
from spieltisch.games.chance import Chance, below
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.wigwam.moves import MOVE_CAPTURE, MOVE_HUFF, MOVE_ROOM, verb_of
from spieltisch.games.wigwam.rules import list_moves, play
from spieltisch.games.wigwam.state import OVER
from spieltisch.games.wigwam.undo import remember, restore

if TYPE_CHECKING:
    import numpy as np

ALL_EXACT_UP_TO = 2
"""Up to this depth every move to choose from gets a value of its own, for those who ask."""


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
        restore(s, mind.past, int64(0))


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
    count = min(list_moves(book, s, seat, mind.root_move[:], int64(0)), int64(MOVE_ROOM))
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
    restore(s, mind.past, int64(0))
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
def weigh(
    book: np.record, s: np.record, mind: np.record, signal: np.record, i: int, deepest: int, most_nodes: int
) -> int:
    """Value one of the moves to choose from exactly, step by step as deep as told; what the search has noted helps."""
    mind.nodes = 0
    mind.most_nodes = most_nodes
    mind.stopped = 0
    known = int64(mind.root_value[i])
    for depth in range(1, deepest + 1):
        mind.depth = depth
        value = try_root_move(book, s, mind, signal, i, int64(depth), -INFINITE, INFINITE)
        if mind.stopped:
            return known
        known = value
        if abs(known) >= WIN_OF_TWO - depth:
            return known
    return known


@compiled
def lengthen_line(book: np.record, s: np.record, mind: np.record) -> None:
    """Play out the best move and the line behind it, and read from the notes how it goes on; `s` is used up."""
    play(book, s, int64(s.to_move), int64(mind.root_move[0]))
    length = int64(0)
    while length < LINE and s.stage != OVER:
        if length >= mind.root_line_length[0]:
            number = noted_number(find_note(mind, key_of(s)))
            count = list_moves(book, s, int64(s.to_move), mind.moves[:], int64(0))
            if number < 0 or number >= min(count, int64(MOST_NUMBER)):
                break
            mind.root_line[0, length] = mind.moves[number]
        play(book, s, int64(s.to_move), int64(mind.root_line[0, length]))
        length += 1
    mind.root_line_length[0] = length
