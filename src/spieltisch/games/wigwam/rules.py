"""The rules of Wigwam: setting up, what is legal, and what a move does.

Points and pieces are in points.py, what pieces can do in reach.py, the end of a game in ending.py.
"""

import numpy as np

from spieltisch.games import loops
from spieltisch.games.bits import count_bits
from spieltisch.games.chance import Chance, below
from spieltisch.games.compiled import bind, compiled, int64
from spieltisch.games.wigwam.board import (
    ARMY,
    ARRANGEMENTS,
    BASE,
    BASE_POINTS,
    BASE_SET,
    CHIEF,
    LANDING,
    NOTHING,
    STANDARD,
    TENT,
    VICTIM,
    WARRIOR,
)
from spieltisch.games.wigwam.ending import settle
from spieltisch.games.wigwam.moves import (
    JUMP_BITS,
    MOST_JUMPS,
    MOVE_ARRANGE,
    MOVE_CAPTURE,
    MOVE_HUFF,
    MOVE_PLACE,
    MOVE_STEP,
    PATH_SHIFT,
    VERB_BITS,
    Moves,
    arrange_move,
    from_of,
    huff_move,
    jump_of,
    length_of,
    place_move,
    put,
    step_move,
    to_of,
    verb_of,
)
from spieltisch.games.wigwam.points import (
    DARK,
    LIGHT,
    around,
    bit,
    free_points,
    kind_at,
    nth_cell,
    opponent,
    pass_turn,
    pieces_of,
    toggle,
)
from spieltisch.games.wigwam.reach import (
    chief_targets,
    count_captures,
    count_quiet_moves,
    follow,
    huffable,
    list_captures,
    list_huffs,
    list_quiet_moves,
    must_capture,
    nth_capture,
    nth_quiet_move,
    steppers,
)
from spieltisch.games.wigwam.state import HIDDEN, OVER, PLAYING, SETTING_UP, STANDARD_SETUP

# --- setting up ----------------------------------------------------------------------------------------


@compiled
def shuffle(book: np.record, s: np.record, chance: Chance) -> None:
    """Nothing in Wigwam is left to luck."""


@compiled
def set_up(book: np.record, s: np.record) -> None:
    """Lay out the standard arrangement, or leave the board to the players."""
    if book.setup == STANDARD_SETUP:
        arrange(s, LIGHT, STANDARD[LIGHT])
        arrange(s, DARK, STANDARD[DARK])
        begin(s)


@compiled
def arrange(s: np.record, seat: int, arrangement: int) -> None:
    """Fill a base."""
    for place in range(BASE_POINTS):
        kind = WARRIOR
        if arrangement >> place & 1:
            kind = CHIEF
        elif arrangement >> (place + BASE_POINTS) & 1:
            kind = TENT
        toggle(s, seat, kind, BASE[seat, place])


@compiled
def begin(s: np.record) -> None:
    """Start the play: the position after set-up is the first one that counts for repetition."""
    s.stage = PLAYING
    s.quiet = 0
    s.history[0] = s.hash
    settle(s)


@compiled
def in_hand(s: np.record, seat: int, kind: int) -> int:
    """Count the pieces of a kind that a seat has not placed yet."""
    placed = s.warriors[seat]
    if kind == CHIEF:
        placed = s.chiefs[seat]
    elif kind == TENT:
        placed = s.tents[seat]
    return int64(ARMY[kind]) - count_bits(placed)


@compiled
def free_base(s: np.record, seat: int) -> np.uint64:
    """Give the points of the own base that are still empty."""
    return np.uint64(BASE_SET[seat] & ~pieces_of(s, seat))


@compiled
def count_placements(s: np.record, seat: int) -> int:
    """Count what may be put where."""
    kinds = int64(0)
    for kind in range(3):
        if in_hand(s, seat, kind):
            kinds += 1
    return kinds * count_bits(free_base(s, seat))


@compiled
def nth_placement(s: np.record, seat: int, number: int) -> int:
    """Give one placement, counted from 0."""
    places = count_bits(free_base(s, seat))
    skip = int64(number) // places
    kind = int64(0)
    while in_hand(s, seat, kind) == 0 or skip:
        if in_hand(s, seat, kind):
            skip -= 1
        kind += 1
    return place_move(nth_cell(free_base(s, seat), int64(number) % places), kind)


# --- the contract: what is legal --------------------------------------------------------------------------


@compiled
def waiting_for(book: np.record, s: np.record) -> int:
    """Wait for the player to move; a hidden set-up waits for everybody who is not ready."""
    if s.stage == OVER:
        return int64(0)
    if s.stage == SETTING_UP and book.setup == HIDDEN:
        return int64(3) & ~int64(s.ready)
    return int64(1) << int64(s.to_move)


@compiled
def count_moves(book: np.record, s: np.record, seat: int) -> int:
    """Count the legal moves."""
    if s.stage == SETTING_UP:
        return int64(len(ARRANGEMENTS)) if book.setup == HIDDEN else count_placements(s, seat)
    if must_capture(book, s):
        return count_captures(book, s)
    return count_bits(huffable(s)) + count_captures(book, s) + count_quiet_moves(s, seat)


@compiled
def list_moves(book: np.record, s: np.record, seat: int, buffer: Moves, at: int) -> int:
    """Add the legal moves to a list, captures before quiet moves, and give its new length.

    If that is more than the buffer holds, what does not fit has not been written.
    """
    end = int64(at)
    if s.stage == SETTING_UP:
        for number in range(count_moves(book, s, seat)):
            end = put(buffer, end, nth_set_up_move(book, s, seat, number))
        return end
    end = list_huffs(s, buffer, end)
    end = list_captures(book, s, buffer, end)
    if not must_capture(book, s):
        end = list_quiet_moves(s, seat, buffer, end)
    return end


@compiled
def nth_set_up_move(book: np.record, s: np.record, seat: int, number: int) -> int:
    """Give one move of the set-up, counted from 0."""
    if book.setup == HIDDEN:
        return arrange_move(ARRANGEMENTS[number])
    return nth_placement(s, seat, number)


@compiled
def legal_moves(book: np.record, s: np.record, seat: int, buffer: Moves) -> int:
    """List the legal moves."""
    return list_moves(book, s, seat, buffer, int64(0))


@compiled
def sample_move(book: np.record, s: np.record, seat: int, chance: Chance) -> int:
    """Draw a legal move, each equally likely: count, draw a number, find the move of that number."""
    if s.stage == SETTING_UP:
        return nth_set_up_move(book, s, seat, int64(below(chance, count_moves(book, s, seat))))
    captures = count_captures(book, s)
    if must_capture(book, s):
        return nth_capture(book, s, int64(below(chance, captures)))
    huffs = count_bits(huffable(s))
    number = int64(below(chance, huffs + captures + count_quiet_moves(s, seat)))
    if number < huffs:
        return huff_move(nth_cell(huffable(s), number))
    number -= huffs
    if number < captures:
        return nth_capture(book, s, number)
    return nth_quiet_move(s, seat, number - captures)


@compiled
def is_legal(book: np.record, s: np.record, seat: int, move: int) -> bool:
    """Tell whether a move, any integer, is legal."""
    if s.stage == OVER or not waiting_for(book, s) >> seat & 1:
        return False
    verb = verb_of(move)
    if s.stage == SETTING_UP:
        if book.setup == HIDDEN:
            return verb == MOVE_ARRANGE and is_arrangement(int64(move) >> VERB_BITS)
        return verb == MOVE_PLACE and may_place(s, seat, move)
    if verb == MOVE_STEP:
        return not must_capture(book, s) and may_step(s, seat, move)
    if verb == MOVE_CAPTURE:
        return may_capture(book, s, move)
    cell = from_of(move)
    return verb == MOVE_HUFF and move == huff_move(cell) and huffable(s) & bit(cell) != NOTHING


@compiled
def is_arrangement(arrangement: int) -> bool:
    """Tell whether a number stands for a complete army."""
    known = 0
    while known < len(ARRANGEMENTS) and ARRANGEMENTS[known] != arrangement:
        known += 1
    return known < len(ARRANGEMENTS)


@compiled
def may_place(s: np.record, seat: int, move: int) -> bool:
    """Tell whether a piece in hand may be put on a point."""
    cell = from_of(move)
    kind = to_of(move)
    if kind > TENT or move != place_move(cell, kind):
        return False
    return free_base(s, seat) & bit(cell) != NOTHING and in_hand(s, seat, kind) > 0


@compiled
def may_step(s: np.record, seat: int, move: int) -> bool:
    """Tell whether a piece reaches a point without capturing."""
    start = bit(from_of(move))
    target = bit(to_of(move))
    if move != step_move(from_of(move), to_of(move)):
        return False
    if start & s.chiefs[seat]:
        return bool(chief_targets(s, seat) & target)
    return bool(start & steppers(s, seat) and around(start) & free_points(s) & target)


@compiled
def may_capture(book: np.record, s: np.record, move: int) -> bool:
    """Tell whether a sequence of jumps is possible, and complete where it has to be."""
    length = length_of(move)
    path = int64(move) >> PATH_SHIFT
    if not s.capturers & bit(from_of(move)) or length == 0 or length > MOST_JUMPS or path >> (JUMP_BITS * length):
        return False
    possible = follow(s, move)
    return possible == length or (possible > length and not book.compulsory_continuation)


# --- the contract: play --------------------------------------------------------------------------------


@compiled
def play(book: np.record, s: np.record, seat: int, move: int) -> None:  # noqa: ARG001 - one signature for all games
    """Carry out a legal move."""
    verb = verb_of(move)
    if verb == MOVE_STEP:
        make_step(s, seat, from_of(move), to_of(move))
    elif verb == MOVE_CAPTURE:
        make_capture(s, seat, move)
    elif verb == MOVE_HUFF:
        make_huff(s, seat, from_of(move))
    elif verb == MOVE_PLACE:
        make_placement(s, seat, from_of(move), to_of(move))
    else:
        make_arrangement(s, seat, int64(move) >> VERB_BITS)


@compiled
def make_step(s: np.record, seat: int, start: int, target: int) -> None:
    """Move a piece; whoever could have captured instead is liable, the moved piece on its new point."""
    kind = kind_at(s, seat, start)
    toggle(s, seat, kind, start)
    toggle(s, seat, kind, target)
    liable = s.capturers
    if liable & bit(start):
        liable ^= bit(start) | bit(target)
    s.liable = liable
    s.quiet += np.int8(1)
    end_turn(s)


@compiled
def make_capture(s: np.record, seat: int, move: int) -> None:
    """Jump from victim to victim."""
    cell = from_of(move)
    enemy = opponent(seat)
    kind = kind_at(s, seat, cell)
    toggle(s, seat, kind, cell)
    for number in range(length_of(move)):
        jump = jump_of(move, number)
        victim = int64(VICTIM[cell, jump])
        toggle(s, enemy, kind_at(s, enemy, victim), victim)
        cell = int64(LANDING[cell, jump])
    toggle(s, seat, kind, cell)
    s.liable = NOTHING
    s.quiet = 0
    end_turn(s)


@compiled
def end_turn(s: np.record) -> None:
    """Let the other player move, unless the game is over for him."""
    s.huffed = 0
    pass_turn(s)
    s.history[s.quiet] = s.hash
    settle(s)


@compiled
def make_huff(s: np.record, seat: int, cell: int) -> None:
    """Remove a liable piece; the same player is about to move."""
    enemy = opponent(seat)
    toggle(s, enemy, kind_at(s, enemy, cell), cell)
    s.liable = NOTHING
    s.huffed = 1
    s.quiet = 0
    s.history[0] = s.hash
    settle(s)


@compiled
def make_placement(s: np.record, seat: int, cell: int, kind: int) -> None:
    """Put one piece on the board."""
    toggle(s, seat, kind, cell)
    pass_turn(s)
    if free_base(s, LIGHT) | free_base(s, DARK) == NOTHING:
        begin(s)


@compiled
def make_arrangement(s: np.record, seat: int, arrangement: int) -> None:
    """Set up a whole army; the last one reveals both."""
    arrange(s, seat, arrangement)
    s.ready |= np.int8(1 << seat)
    if s.ready == 3:
        begin(s)


@compiled
def is_over(book: np.record, s: np.record) -> bool:  # noqa: ARG001 - one signature for all games
    """Tell whether the game has ended."""
    return bool(s.stage == OVER)


@compiled
def scores(book: np.record, s: np.record, buffer: Moves) -> int:  # noqa: ARG001 - one signature for all games
    """Fill in the points; a draw has two winners."""
    for seat in range(2):
        buffer[seat] = s.points[seat]
    if s.points[0] == s.points[1]:
        return int64(3)
    return int64(1) if s.points[0] > s.points[1] else int64(2)


random_game = bind(loops.random_game, "wigwam", waiting_for=waiting_for, sample_move=sample_move, play=play)
