"""What pieces of Wigwam can do on the board: moves without capture, captures, and which of them are compulsory.

A search can sit directly on this: `list_captures` and `list_quiet_moves` fill any part of a buffer and never
write past its end.
"""

import numpy as np

from spieltisch.games.bits import count_bits, lowest_bit
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.wigwam.board import (
    ANY_JUMP,
    DIRECTIONS,
    FOLLOWING,
    LANDING,
    NO_JUMP,
    NOTHING,
    STRAIGHT_JUMP,
    TAKE_OFF,
    VICTIM,
)
from spieltisch.games.wigwam.moves import (
    JUMP_BITS,
    Moves,
    capture_move,
    from_of,
    huff_move,
    jump_of,
    length_of,
    put,
    step_move,
)
from spieltisch.games.wigwam.points import (
    ahead,
    around,
    behind,
    bit,
    free_points,
    hunted,
    nth_cell,
    opponent,
    without_first,
)

# --- moves without capture -----------------------------------------------------------------------------


@compiled
def chief_targets(s: np.record, seat: int) -> np.uint64:
    """Give the points that the chief reaches without capturing.

    A point at distance two next to the first point of a route is always reached with a turn of at most 60
    degrees; one at distance one that turns up again is an ordinary step. So two spreads are enough.
    """
    free = free_points(s)
    beside = around(s.chiefs[seat])
    passable = beside & (free | s.warriors[seat] | s.tents[seat])
    return (beside | around(passable)) & free


@compiled
def steppers(s: np.record, seat: int) -> np.uint64:
    """Give the pieces that move by single steps only."""
    return np.uint64(s.warriors[seat] | s.tents[seat])


@compiled
def count_quiet_moves(s: np.record, seat: int) -> int:
    """Count the moves that capture nothing."""
    free = free_points(s)
    walking = steppers(s, seat)
    count = count_bits(chief_targets(s, seat))
    for direction in range(DIRECTIONS):
        count += count_bits(walking & behind(free, direction))
    return count


@compiled
def nth_quiet_move(s: np.record, seat: int, number: int) -> int:
    """Give one move that captures nothing, counted from 0."""
    targets = chief_targets(s, seat)
    rest = int64(number) - count_bits(targets)
    if rest < 0:
        return step_move(lowest_bit(s.chiefs[seat]), nth_cell(targets, number))
    free = free_points(s)
    walking = steppers(s, seat)
    direction = int64(0)
    while True:
        able = walking & behind(free, direction)
        count = count_bits(able)
        if rest < count:
            start = nth_cell(able, rest)
            return step_move(start, lowest_bit(ahead(bit(start), direction)))
        rest -= count
        direction += 1


@compiled
def list_quiet_moves(s: np.record, seat: int, buffer: Moves, at: int) -> int:
    """Add the moves that capture nothing to a list and give its new length."""
    end = int64(at)
    free = free_points(s)
    if s.chiefs[seat]:
        chief = lowest_bit(s.chiefs[seat])
        targets = chief_targets(s, seat)
        while targets:
            end = put(buffer, end, step_move(chief, lowest_bit(targets)))
            targets = without_first(targets)
    walking = steppers(s, seat)
    for direction in range(DIRECTIONS):
        able = walking & behind(free, direction)
        while able:
            start = lowest_bit(able)
            end = put(buffer, end, step_move(start, lowest_bit(ahead(bit(start), direction))))
            able = without_first(able)
    return end


# --- captures ------------------------------------------------------------------------------------------


@compiled
def find_capturers(s: np.record, seat: int) -> np.uint64:
    """Give the pieces that can capture."""
    prey = hunted(s, opponent(seat))
    free = free_points(s)
    found = NOTHING
    for direction in range(DIRECTIONS):
        found |= behind(prey & behind(free, direction), direction)
    found &= s.warriors[seat]
    # The chief lands beyond a victim, straight on or bent: at any free point next to it at distance two.
    beside = around(s.chiefs[seat])
    if around(prey & beside) & free & ~beside:
        found |= s.chiefs[seat]
    return np.uint64(found)


@compiled
def allowed_jumps(s: np.record, seat: int, start: int) -> int:
    """Give the jumps that a piece can make at all, as a set of bits: a warrior's are straight."""
    return int64(ANY_JUMP if s.chiefs[seat] & bit(start) else STRAIGHT_JUMP)


@compiled
def find_jump(cell: int, allowed: int, prey: np.uint64, free: np.uint64) -> int:
    """Give the first of the allowed jumps that is possible from a point, or NO_JUMP."""
    if around(bit(cell)) & prey:
        untried = np.uint64(allowed)
        while untried:
            jump = lowest_bit(untried)
            if prey & bit(int64(VICTIM[cell, jump])) and free & bit(int64(LANDING[cell, jump])):
                return jump
            untried = without_first(untried)
    return int64(NO_JUMP)


@compiled
def follow(s: np.record, move: int) -> int:
    """Count the jumps of a capture that are possible one after another; one more than it has if it could go on."""
    seat = int64(s.to_move)
    start = from_of(move)
    prey = hunted(s, opponent(seat))
    free = free_points(s) | bit(start)
    kinds = allowed_jumps(s, seat, start)
    allowed = kinds
    cell = start
    for number in range(length_of(move)):
        jump = jump_of(move, number)
        if find_jump(cell, allowed & (1 << jump), prey, free) == NO_JUMP:
            return int64(number)
        victim = bit(int64(VICTIM[cell, jump]))
        free |= victim
        prey = NOTHING if victim & s.chiefs[opponent(seat)] else prey & ~victim
        cell = int64(LANDING[cell, jump])
        allowed = kinds & FOLLOWING[jump]
    return length_of(move) + int64(find_jump(cell, allowed, prey, free) != NO_JUMP)


@compiled
def walk_captures(book: np.record, s: np.record, buffer: Moves | None, at: int, wanted: int) -> int:
    """List, count or find captures: give capture number `wanted` or else the new length of the list.

    The sequences of jumps form a tree for each capturing piece. It is walked depth first, and the path that a
    move is written with (here above a NO_JUMP) is all the memory that this needs.
    """
    seat = int64(s.to_move)
    prey = hunted(s, opponent(seat))
    enemy_chief = s.chiefs[opponent(seat)]
    free = free_points(s)
    end = int64(at)
    waiting = s.capturers
    while waiting:
        start = lowest_bit(waiting)
        waiting = without_first(waiting)
        kinds = allowed_jumps(s, seat, start)
        allowed = kinds
        cell = start
        taken = NOTHING
        path = int64(NO_JUMP)
        length = int64(0)
        landed = False
        while True:
            jump = int64(NO_JUMP)
            if not taken & enemy_chief:
                jump = find_jump(cell, allowed, prey & ~taken, free | taken | bit(start))
            if jump != NO_JUMP:
                length += 1
                path |= jump << (JUMP_BITS * length)
                taken |= bit(int64(VICTIM[cell, jump]))
                cell = int64(LANDING[cell, jump])
                allowed = kinds & FOLLOWING[jump]
            if (landed and jump == NO_JUMP) if book.compulsory_continuation else (jump != NO_JUMP):
                capture = capture_move(start, length, path >> JUMP_BITS)
                if end == wanted:
                    return capture
                if buffer is not None:
                    put(buffer, end, capture)
                end += 1
            landed = jump != NO_JUMP
            if not landed:
                if length == 0:
                    break
                jump = path >> (JUMP_BITS * length)
                path ^= jump << (JUMP_BITS * length)
                length -= 1
                cell = int64(TAKE_OFF[cell, jump])
                taken ^= bit(int64(VICTIM[cell, jump]))
                allowed = kinds & FOLLOWING[path >> (JUMP_BITS * length)]
                allowed = allowed >> (jump + 1) << (jump + 1)  # those that have not been tried
    return end


@compiled
def count_captures(book: np.record, s: np.record) -> int:
    """Count the captures of the player to move."""
    return walk_captures(book, s, None, int64(0), int64(-1))


@compiled
def nth_capture(book: np.record, s: np.record, number: int) -> int:
    """Give one capture, counted from 0."""
    return walk_captures(book, s, None, int64(0), int64(number))


@compiled
def list_captures(book: np.record, s: np.record, buffer: Moves, at: int) -> int:
    """Add the captures of the player to move to a list and give its new length."""
    return walk_captures(book, s, buffer, int64(at), int64(-1))


# --- compulsion and huffing ----------------------------------------------------------------------------


@compiled
def only_chiefs(s: np.record) -> bool:
    """Tell whether no warrior is left."""
    return not (s.warriors[0] | s.warriors[1])


@compiled
def must_capture(book: np.record, s: np.record) -> bool:
    """Tell whether only captures are legal: chief against chief this holds in huff mode too."""
    return s.capturers != NOTHING and (not book.huffing or only_chiefs(s))


@compiled
def huffable(s: np.record) -> np.uint64:
    """Give the enemy pieces that may be removed now."""
    return NOTHING if only_chiefs(s) else s.liable


@compiled
def list_huffs(s: np.record, buffer: Moves, at: int) -> int:
    """Add the huffs to a list and give its new length."""
    end = int64(at)
    pieces = huffable(s)
    while pieces:
        end = put(buffer, end, huff_move(lowest_bit(pieces)))
        pieces = without_first(pieces)
    return end
