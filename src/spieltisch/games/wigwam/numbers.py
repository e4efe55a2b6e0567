"""Wigwam's moves as numbers, seen from the seat that moves: for dark the board is turned by 180 degrees.

Captures of up to eight jumps make billions of whole moves, so a move is also built of small choices (codec.py): a step
or long move, a huff or a placement is one choice; a capture is built jump by jump until it ends or is stopped; a hidden
arrangement names the place of the chief, then the tents from the first place on.
"""

import numpy as np

from spieltisch.games.coding import Span
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.wigwam.board import (
    ARMY,
    ARRANGEMENTS,
    BASE,
    BASE_POINTS,
    CELL_COUNT,
    CELLS,
    DIRECTIONS,
    JUMPS,
    NOWHERE,
    STRIDE,
    TENT,
    VICTIM,
)
from spieltisch.games.wigwam.moves import (
    JUMP_BITS,
    MOST_JUMPS,
    MOVE_ARRANGE,
    MOVE_HUFF,
    MOVE_PLACE,
    MOVE_STEP,
    VERB_BITS,
    arrange_move,
    capture_move,
    from_of,
    huff_move,
    jump_of,
    length_of,
    place_move,
    step_move,
    to_of,
    verb_of,
)
from spieltisch.games.wigwam.points import LIGHT

POINTS = len(CELLS)
LAST_CELL = CELLS[0] + CELLS[-1]
"""Turning the board sends each cell to this less its number, and each place of a base to the last less its own."""
LONG = 2
"""Steps of a chief's long move."""
KINDS_OF_PIECES = len(ARMY)


def distance(one: int, other: int) -> int:
    """Count the steps between two cells."""
    rows = other // STRIDE - one // STRIDE
    columns = other % STRIDE - one % STRIDE
    return max(abs(rows), abs(columns), abs(rows + columns))


QUIET = [(one, other) for one in CELLS for other in CELLS if 0 < distance(one, other) <= LONG]
"""Steps and long moves by start and target."""
JUMPED = [(cell, jump) for cell in CELLS for jump in range(JUMPS) if VICTIM[cell, jump] != NOWHERE]
"""Jumps by start and number."""

QUIET_FROM, QUIET_TO = (np.array(column, np.int8) for column in zip(*QUIET, strict=True))
JUMP_FROM, JUMP_NUMBER = (np.array(column, np.int8) for column in zip(*JUMPED, strict=True))
POINT_CELL = np.array(CELLS, np.int8)

QUIET_AT = np.full((CELL_COUNT, CELL_COUNT), -1, np.int16)
JUMP_AT = np.full((CELL_COUNT, JUMPS), -1, np.int16)
POINT_AT = np.full(CELL_COUNT, -1, np.int8)
PLACE_AT = np.full(CELL_COUNT, -1, np.int8)
for _number, _pair in enumerate(QUIET):
    QUIET_AT[_pair] = _number
for _number, _pair in enumerate(JUMPED):
    JUMP_AT[_pair] = _number
POINT_AT[list(CELLS)] = range(POINTS)
PLACE_AT[BASE[LIGHT]] = range(BASE_POINTS)

FIRST_JUMP = len(QUIET)
FIRST_HUFF = FIRST_JUMP + len(JUMPED)
FIRST_PLACE = FIRST_HUFF + POINTS
STOP = FIRST_PLACE + BASE_POINTS * KINDS_OF_PIECES
CHOICES = STOP + 1
MOST_CHOICES = MOST_JUMPS + 1

NEXT_JUMPS = 9
"""A following jump turns left, not at all or right before its first leg, and again before its second."""
PATHS: int = JUMPS * (NEXT_JUMPS**MOST_JUMPS - 1) // (NEXT_JUMPS - 1)
WHOLE_HUFF = len(QUIET)
WHOLE_PLACE = WHOLE_HUFF + POINTS
WHOLE_ARRANGEMENT: int = WHOLE_PLACE + BASE_POINTS * KINDS_OF_PIECES
WHOLE_CAPTURE: int = WHOLE_ARRANGEMENT + len(ARRANGEMENTS)
MOVES = WHOLE_CAPTURE + POINTS * PATHS

CHOICE_SPANS = (
    Span(len(QUIET), "steps and long moves, by start, then by target"),
    Span(len(JUMPED), "jumps, by start, then by number (board.py); the next jump starts where the last has landed"),
    Span(POINTS, "huff the piece on this point"),
    Span(BASE_POINTS * KINDS_OF_PIECES, "place * 3 + piece: warrior, chief, tent on this place of the own base"),
    Span(1, "stop capturing"),
)
MOVE_SPANS = (
    Span(len(QUIET), "steps and long moves, by start, then by target"),
    Span(POINTS, "huff the piece on this point"),
    Span(BASE_POINTS * KINDS_OF_PIECES, "place * 3 + piece: warrior, chief, tent on this place of the own base"),
    Span(len(ARRANGEMENTS), "whole arrangements, as listed in board.py"),
    Span(
        POINTS * PATHS,
        f"captures, {PATHS} for each point: shorter first, the first jump the highest digit, others base 9",
    ),
)

BASE_MASK = (1 << BASE_POINTS) - 1
TENTS = int(ARMY[TENT])


# --- turning the board ---------------------------------------------------------------------------------


@compiled
def turned_cell(seat: int, cell: int) -> int:
    """Give a cell as a seat sees it, or the other way round."""
    return int64(cell) if seat == LIGHT else int64(LAST_CELL - cell)


@compiled
def turned_jump(seat: int, jump: int) -> int:
    """Give a jump as a seat sees it, or the other way round."""
    if seat == LIGHT:
        return int64(jump)
    return int64(jump) + JUMPS // 2 if jump < JUMPS // 2 else int64(jump) - JUMPS // 2


@compiled
def turned_places(seat: int, places: int) -> int:
    """Give a set of places in a base as a seat sees it, or the other way round."""
    if seat == LIGHT:
        return int64(places)
    turned = int64(0)
    for place in range(BASE_POINTS):
        turned |= (int64(places) >> place & 1) << (BASE_POINTS - 1 - place)
    return turned


@compiled
def turned_arrangement(seat: int, arrangement: int) -> int:
    """Give an arrangement as a seat sees it, or the other way round."""
    chief = turned_places(seat, int64(arrangement) & BASE_MASK)
    return int64(chief | turned_places(seat, int64(arrangement) >> BASE_POINTS) << BASE_POINTS)


# --- whole moves ---------------------------------------------------------------------------------------


@compiled
def number_of(book: np.record, seat: int, move: int) -> int:  # noqa: ARG001 - one signature for all games
    """Number a move."""
    verb = verb_of(move)
    if verb == MOVE_ARRANGE:
        return WHOLE_ARRANGEMENT + arrangement_number(turned_arrangement(seat, int64(move) >> VERB_BITS))
    start = turned_cell(seat, from_of(move))
    if verb == MOVE_STEP:
        return int64(QUIET_AT[start, turned_cell(seat, to_of(move))])
    if verb == MOVE_HUFF:
        return WHOLE_HUFF + int64(POINT_AT[start])
    if verb == MOVE_PLACE:
        return WHOLE_PLACE + int64(PLACE_AT[start]) * KINDS_OF_PIECES + to_of(move)
    return WHOLE_CAPTURE + int64(POINT_AT[start]) * PATHS + path_number(seat, move)


@compiled
def arrangement_number(arrangement: int) -> int:
    """Find an arrangement in the list of all."""
    number = int64(0)
    while ARRANGEMENTS[number] != arrangement:
        number += 1
    return number


@compiled
def last_leg(jump: int) -> int:
    """Give the direction in which a jump ends."""
    return (int64(jump) // 3 + int64(jump) % 3 + DIRECTIONS - 1) % DIRECTIONS


@compiled
def path_number(seat: int, move: int) -> int:
    """Number the jumps of a capture: shorter ones first, then as digits, the first jump highest."""
    jump = turned_jump(seat, jump_of(move, int64(0)))
    number = jump
    shorter = int64(0)
    paths = int64(JUMPS)
    for step in range(1, length_of(move)):
        before = last_leg(jump)
        jump = turned_jump(seat, jump_of(move, step))
        turn = (jump // 3 - before + DIRECTIONS + 1) % DIRECTIONS
        number = number * NEXT_JUMPS + turn * 3 + jump % 3
        shorter += paths
        paths *= NEXT_JUMPS
    return shorter + number


@compiled
def move_of(book: np.record, seat: int, number: int) -> int:  # noqa: ARG001 - one signature for all games
    """Give the move of a number."""
    if number < WHOLE_HUFF:
        return quiet_move(seat, number)
    if number < WHOLE_PLACE:
        return huff_move(turned_cell(seat, int64(POINT_CELL[int64(number) - WHOLE_HUFF])))
    if number < WHOLE_ARRANGEMENT:
        return placement(seat, int64(number) - WHOLE_PLACE)
    if number < WHOLE_CAPTURE:
        return arrange_move(turned_arrangement(seat, ARRANGEMENTS[int64(number) - WHOLE_ARRANGEMENT]))
    rest = int64(number) - WHOLE_CAPTURE
    return capture_of(seat, int64(POINT_CELL[rest // PATHS]), rest % PATHS)


@compiled
def quiet_move(seat: int, number: int) -> int:
    """Give a step or long move."""
    return step_move(turned_cell(seat, int64(QUIET_FROM[number])), turned_cell(seat, int64(QUIET_TO[number])))


@compiled
def placement(seat: int, number: int) -> int:
    """Give a placement by place and kind."""
    cell = turned_cell(seat, BASE[LIGHT, int64(number) // KINDS_OF_PIECES])
    return place_move(cell, int64(number) % KINDS_OF_PIECES)


@compiled
def capture_of(seat: int, start: int, number: int) -> int:
    """Give a capture from the cell where the seat sees it begin and the number of its jumps."""
    length = int64(1)
    paths = int64(JUMPS)
    rest = int64(number)
    while rest >= paths:
        rest -= paths
        paths *= NEXT_JUMPS
        length += 1
    paths //= JUMPS
    jump = rest // paths
    path = turned_jump(seat, jump)
    for step in range(1, length):
        rest %= paths
        paths //= NEXT_JUMPS
        digit = rest // paths
        direction = (last_leg(jump) + digit // 3 + DIRECTIONS - 1) % DIRECTIONS
        jump = direction * 3 + digit % 3
        path |= turned_jump(seat, jump) << (JUMP_BITS * step)
    return capture_move(turned_cell(seat, start), length, path)
