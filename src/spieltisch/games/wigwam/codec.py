"""How a move of Wigwam is built of choices: what can be chosen next, and what has been chosen so far.

The part of a capture is the capture so far; the part of a hidden arrangement is written as the seat sees it.
"""

import numpy as np
import numpy.typing as npt

from spieltisch.games.bits import lowest_bit
from spieltisch.games.compiled import compiled, inlined, int64
from spieltisch.games.wigwam.board import (
    BASE_POINTS,
    CHIEF,
    DIRECTIONS,
    FOLLOWING,
    LANDING,
    NO_JUMP,
    NOTHING,
    TENT,
    VICTIM,
)
from spieltisch.games.wigwam.moves import (
    JUMP_BITS,
    MOVE_ARRANGE,
    MOVE_HUFF,
    MOVE_PLACE,
    MOVE_STEP,
    PATH_SHIFT,
    VERB_BITS,
    arrange_move,
    capture_move,
    from_of,
    huff_move,
    jump_of,
    length_of,
    to_of,
    verb_of,
)
from spieltisch.games.wigwam.numbers import (
    BASE_MASK,
    CHOICES,
    FIRST_HUFF,
    FIRST_JUMP,
    FIRST_PLACE,
    JUMP_AT,
    JUMP_FROM,
    JUMP_NUMBER,
    KINDS_OF_PIECES,
    PLACE_AT,
    POINT_AT,
    POINT_CELL,
    QUIET_AT,
    STOP,
    TENTS,
    placement,
    quiet_move,
    turned_arrangement,
    turned_cell,
    turned_jump,
)
from spieltisch.games.wigwam.points import ahead, around, behind, bit, free_points, hunted, opponent, without_first
from spieltisch.games.wigwam.reach import allowed_jumps, chief_targets, find_jump, huffable, must_capture, steppers
from spieltisch.games.wigwam.rules import free_base, in_hand, may_place, may_step
from spieltisch.games.wigwam.state import HIDDEN, PLAYING, SETTING_UP

# --- captures under way --------------------------------------------------------------------------------


@compiled
def landing_of(part: int) -> int:
    """Give the point that the jumps so far have led to."""
    cell = from_of(part)
    for step in range(length_of(part)):
        cell = int64(LANDING[cell, jump_of(part, step)])
    return int64(cell)


@compiled
def taken_by(part: int) -> np.uint64:
    """Give the victims of the jumps so far."""
    taken = NOTHING
    cell = from_of(part)
    for step in range(length_of(part)):
        jump = jump_of(part, step)
        taken |= bit(int64(VICTIM[cell, jump]))
        cell = int64(LANDING[cell, jump])
    return taken


@compiled
def next_jumps(s: np.record, seat: int, part: int) -> int:
    """Give the jumps that may follow, as a set of bits, if victim and landing point allow."""
    if taken_by(part) & s.chiefs[opponent(seat)]:
        return int64(0)
    kinds = allowed_jumps(s, seat, from_of(part))
    return kinds & int64(FOLLOWING[jump_of(part, length_of(part) - 1)])


@compiled
def can_jump(s: np.record, seat: int, part: int, cell: int, allowed: int) -> bool:
    """Tell whether one of some jumps is possible where the jumps so far have led to."""
    taken = taken_by(part)
    prey = hunted(s, opponent(seat)) & ~taken
    return find_jump(cell, allowed, prey, free_points(s) | taken | bit(from_of(part))) != NO_JUMP


@compiled
def jump_allowed(s: np.record, seat: int, part: int, cell: int, jump: int) -> bool:
    """Tell whether a jump can begin or continue a capture."""
    if part == 0:
        if not s.capturers & bit(cell):
            return False
        beginning = capture_move(cell, int64(0), int64(0))
        return can_jump(s, seat, beginning, cell, allowed_jumps(s, seat, cell) & (int64(1) << jump))
    return cell == landing_of(part) and can_jump(s, seat, part, cell, next_jumps(s, seat, part) & (int64(1) << jump))


@compiled
def with_jump(part: int, cell: int, jump: int) -> int:
    """Add a jump to a capture, or begin one."""
    if part == 0:
        return capture_move(cell, int64(1), jump)
    length = length_of(part)
    return capture_move(from_of(part), length + 1, int64(part) >> PATH_SHIFT | jump << (JUMP_BITS * length))


# --- arrangements under way: as the seat sees them --------------------------------------------------------


@compiled
def may_arrange(part: int, place: int, kind: int) -> bool:
    """The chief comes first; tents go behind the last one, as long as the others still find a place there."""
    arrangement = int64(part) >> VERB_BITS
    chief = arrangement & BASE_MASK
    tents = arrangement >> BASE_POINTS
    if chief == 0:
        return kind == CHIEF
    if kind != TENT or (chief | tents) >> place & 1 or tents >> place:
        return False
    missing = int64(TENTS)
    room = int64(0)
    for other in range(BASE_POINTS):
        missing -= tents >> other & 1
        room += int64(other >= place and not chief >> other & 1)
    return room >= missing


@compiled
def with_piece(seat: int, part: int, place: int, kind: int) -> int:
    """Add a piece to an arrangement; the last tent completes it."""
    shift = place if kind == CHIEF else place + BASE_POINTS
    arrangement = int64(part) >> VERB_BITS | int64(1) << shift
    tents = int64(0)
    for other in range(BASE_POINTS):
        tents += arrangement >> (BASE_POINTS + other) & 1
    if tents == TENTS:
        return ~arrange_move(turned_arrangement(seat, arrangement))
    return arrange_move(arrangement)


# --- choices -------------------------------------------------------------------------------------------


@compiled
def allows(book: np.record, s: np.record, seat: int, part: int, choice: int) -> bool:
    """Tell whether this can be chosen next."""
    if choice < 0 or choice >= CHOICES:
        return False
    number = int64(choice)
    if s.stage != PLAYING:
        return s.stage == SETTING_UP and allows_placement(book, s, seat, part, number - FIRST_PLACE)
    if number < FIRST_JUMP:
        return part == 0 and not must_capture(book, s) and may_step(s, seat, quiet_move(seat, number))
    if number < FIRST_HUFF:
        at = number - FIRST_JUMP
        cell, jump = turned_cell(seat, int64(JUMP_FROM[at])), turned_jump(seat, int64(JUMP_NUMBER[at]))
        return jump_allowed(s, seat, part, cell, jump)
    if number < FIRST_PLACE:
        cell = turned_cell(seat, int64(POINT_CELL[number - FIRST_HUFF]))
        return part == 0 and huffable(s) & bit(cell) != NOTHING
    return number == STOP and part != 0 and not book.compulsory_continuation


@compiled
def allows_placement(book: np.record, s: np.record, seat: int, part: int, number: int) -> bool:
    """Tell whether a piece can be put on a place of the base."""
    if number < 0 or number >= BASE_POINTS * KINDS_OF_PIECES:
        return False
    if book.setup == HIDDEN:
        return may_arrange(part, number // KINDS_OF_PIECES, number % KINDS_OF_PIECES)
    return may_place(s, seat, placement(seat, number))


@compiled
def mask(book: np.record, s: np.record, seat: int, part: int, buffer: npt.NDArray[np.int8]) -> None:
    """Mark what can be chosen next."""
    for choice in range(CHOICES):
        buffer[choice] = 0
    if s.stage == SETTING_UP:
        mark_placements(book, s, seat, part, buffer)
    elif part == 0:
        mark_captures(s, seat, buffer)
        mark_points(seat, huffable(s), int64(FIRST_HUFF), buffer)
        if not must_capture(book, s):
            mark_quiet_moves(s, seat, buffer)
    else:
        taken = taken_by(part)
        prey = hunted(s, opponent(seat)) & ~taken
        free = free_points(s) | taken | bit(from_of(part))
        mark_jumps(seat, landing_of(part), next_jumps(s, seat, part), prey, free, buffer)
        buffer[STOP] = not book.compulsory_continuation


@compiled
def mark_placements(book: np.record, s: np.record, seat: int, part: int, buffer: npt.NDArray[np.int8]) -> None:
    """Mark the places and kinds of a set-up."""
    if book.setup == HIDDEN:
        for place in range(BASE_POINTS):
            for kind in range(KINDS_OF_PIECES):
                buffer[FIRST_PLACE + place * KINDS_OF_PIECES + kind] = may_arrange(part, place, kind)
        return
    for kind in range(KINDS_OF_PIECES):
        if in_hand(s, seat, kind):
            free = free_base(s, seat)
            while free:
                place = int64(PLACE_AT[turned_cell(seat, lowest_bit(free))])
                buffer[FIRST_PLACE + place * KINDS_OF_PIECES + kind] = 1
                free = without_first(free)


@inlined
def mark_points(seat: int, points: np.uint64, first: int, buffer: npt.NDArray[np.int8]) -> None:
    """Mark one choice for each point of a set."""
    rest = points
    while rest:
        buffer[first + int64(POINT_AT[turned_cell(seat, lowest_bit(rest))])] = 1
        rest = without_first(rest)


@inlined
def mark_captures(s: np.record, seat: int, buffer: npt.NDArray[np.int8]) -> None:
    """Mark the first jumps of all captures."""
    prey = hunted(s, opponent(seat))
    waiting = s.capturers
    while waiting:
        start = lowest_bit(waiting)
        mark_jumps(seat, start, allowed_jumps(s, seat, start), prey, free_points(s) | bit(start), buffer)
        waiting = without_first(waiting)


@inlined
def mark_jumps(
    seat: int, cell: int, allowed: int, prey: np.uint64, free: np.uint64, buffer: npt.NDArray[np.int8]
) -> None:
    """Mark the jumps that are possible from a point."""
    if not around(bit(cell)) & prey:
        return
    untried = np.uint64(allowed)
    while untried:
        jump = lowest_bit(untried)
        if prey & bit(int64(VICTIM[cell, jump])) and free & bit(int64(LANDING[cell, jump])):
            buffer[FIRST_JUMP + int64(JUMP_AT[turned_cell(seat, cell), turned_jump(seat, jump)])] = 1
        untried = without_first(untried)


@inlined
def mark_quiet_moves(s: np.record, seat: int, buffer: npt.NDArray[np.int8]) -> None:
    """Mark the moves that capture nothing."""
    free = free_points(s)
    chief = turned_cell(seat, lowest_bit(s.chiefs[seat]))
    targets = chief_targets(s, seat)
    while targets:
        buffer[QUIET_AT[chief, turned_cell(seat, lowest_bit(targets))]] = 1
        targets = without_first(targets)
    walking = steppers(s, seat)
    for direction in range(DIRECTIONS):
        able = walking & behind(free, direction)
        while able:
            start = lowest_bit(able)
            target = lowest_bit(ahead(bit(start), direction))
            buffer[QUIET_AT[turned_cell(seat, start), turned_cell(seat, target)]] = 1
            able = without_first(able)


@compiled
def extend(book: np.record, s: np.record, seat: int, part: int, choice: int) -> int:
    """Add a choice to a move."""
    number = int64(choice)
    if number < FIRST_JUMP:
        return ~quiet_move(seat, number)
    if number < FIRST_HUFF:
        at = number - FIRST_JUMP
        cell, jump = turned_cell(seat, int64(JUMP_FROM[at])), turned_jump(seat, int64(JUMP_NUMBER[at]))
        longer = with_jump(part, cell, jump)
        goes_on = can_jump(s, seat, longer, landing_of(longer), next_jumps(s, seat, longer))
        return longer if goes_on else ~longer
    if number < FIRST_PLACE:
        return ~huff_move(turned_cell(seat, int64(POINT_CELL[number - FIRST_HUFF])))
    if number == STOP:
        return ~int64(part)
    at = number - FIRST_PLACE
    if book.setup == HIDDEN:
        return with_piece(seat, part, at // KINDS_OF_PIECES, at % KINDS_OF_PIECES)
    return ~placement(seat, at)


@compiled
def choice_towards(book: np.record, s: np.record, seat: int, part: int, move: int) -> int:  # noqa: ARG001
    """Read off a move what comes next."""
    verb = verb_of(move)
    if verb == MOVE_ARRANGE:
        return next_piece(part, turned_arrangement(seat, int64(move) >> VERB_BITS))
    start = turned_cell(seat, from_of(move))
    if verb == MOVE_STEP:
        return int64(QUIET_AT[start, turned_cell(seat, to_of(move))])
    if verb == MOVE_HUFF:
        return FIRST_HUFF + int64(POINT_AT[start])
    if verb == MOVE_PLACE:
        return FIRST_PLACE + int64(PLACE_AT[start]) * KINDS_OF_PIECES + to_of(move)
    made = length_of(part) if part else int64(0)
    if made == length_of(move):
        return int64(STOP)
    cell = landing_of(part) if part else from_of(move)
    return FIRST_JUMP + int64(JUMP_AT[turned_cell(seat, cell), turned_jump(seat, jump_of(move, made))])


@compiled
def next_piece(part: int, arrangement: int) -> int:
    """Give the first piece of an arrangement that has not been placed."""
    missing = int64(arrangement) & ~(int64(part) >> VERB_BITS)
    at = lowest_bit(np.uint64(missing))
    if at < BASE_POINTS:
        return FIRST_PLACE + at * KINDS_OF_PIECES + CHIEF
    return int64(FIRST_PLACE + (at - BASE_POINTS) * KINDS_OF_PIECES + TENT)
