"""The rules of Wigwam: setting up, moves, captures, huffing and every way the game ends.

A search can sit directly on this: `list_captures` and `list_quiet_moves` fill any part of a buffer and never
write past its end, `remember` and `take_back` undo a move for the price of a few words.
"""

import numpy as np
import numpy.typing as npt

from spieltisch.games import loops
from spieltisch.games.bits import count_bits, lowest_bit
from spieltisch.games.chance import Chance, below
from spieltisch.games.compiled import bind, compiled, int64
from spieltisch.games.wigwam.board import (
    ANY_JUMP,
    ARMY,
    ARRANGEMENTS,
    BASE,
    BASE_POINTS,
    BASE_SET,
    BOARD,
    CELL_COUNT,
    CHIEF,
    DARK_TO_MOVE,
    DIRECTIONS,
    FOLLOWING,
    LANDING,
    LEFT_SHIFT,
    NO_JUMP,
    NOTHING,
    RIGHT_SHIFT,
    STANDARD,
    STRAIGHT_JUMP,
    TAKE_OFF,
    TENT,
    VICTIM,
    WARRIOR,
    ZOBRIST,
)
from spieltisch.games.wigwam.state import (
    BY_BLOCKED,
    BY_CHIEF,
    BY_NO_PROGRESS,
    BY_NO_WARRIORS,
    BY_ONLY_CHIEFS,
    BY_REPETITION,
    HIDDEN,
    OVER,
    PATIENCE,
    PLAYING,
    SETTING_UP,
    STANDARD_SETUP,
)

# Numba compiles anew for every literal number, but not for a named one.
LIGHT, DARK = int64(0), int64(1)
NO_POINT, ONE_POINT, TWO_POINTS = int64(0), int64(1), int64(2)

Moves = npt.NDArray[np.int64]
Past = npt.NDArray[np.uint64]

# --- a move is one integer: its verb in the lowest bits, then the cells ------------------------------------

MOVE_STEP, MOVE_CAPTURE, MOVE_HUFF, MOVE_PLACE, MOVE_ARRANGE = 1, 2, 3, 4, 5
VERB_BITS = 3
VERB_MASK = (1 << VERB_BITS) - 1
CELL_MASK = 63
TO_SHIFT = VERB_BITS + 6  # step: from, to; huff: from; placement: from, kind
LENGTH_SHIFT = VERB_BITS + 6  # capture: from, number of jumps, jumps
LENGTH_MASK = 15
PATH_SHIFT = LENGTH_SHIFT + 4
JUMP_BITS = 5
MOST_JUMPS = 8  # seven warriors and the chief

MOVE_ROOM = 4096
"""A comfortable buffer for one turn: a hidden set-up has 1,320 moves, the longest list known in play 939."""


@compiled
def verb_of(move: int) -> int:
    """Give the kind of move."""
    return int64(move & VERB_MASK)


@compiled
def from_of(move: int) -> int:
    """Give the point of the piece: where it starts, or is huffed or placed."""
    return int64(move >> VERB_BITS & CELL_MASK)


@compiled
def to_of(move: int) -> int:
    """Give the target of a step, or the kind of a placed piece."""
    return int64(move >> TO_SHIFT & CELL_MASK)


@compiled
def length_of(move: int) -> int:
    """Give the number of jumps of a capture."""
    return int64(move >> LENGTH_SHIFT & LENGTH_MASK)


@compiled
def jump_of(move: int, number: int) -> int:
    """Give one jump of a capture."""
    return int64(move >> (PATH_SHIFT + JUMP_BITS * number) & NO_JUMP)


@compiled
def step_move(start: int, target: int) -> int:
    """Write a step or a long move."""
    return int64(MOVE_STEP | start << VERB_BITS | target << TO_SHIFT)


@compiled
def capture_move(start: int, length: int, path: int) -> int:
    """Write a capture; the first jump stands in the lowest bits of the path."""
    return int64(MOVE_CAPTURE | start << VERB_BITS | length << LENGTH_SHIFT | path << PATH_SHIFT)


@compiled
def huff_move(cell: int) -> int:
    """Write a huff."""
    return int64(MOVE_HUFF | cell << VERB_BITS)


@compiled
def place_move(cell: int, kind: int) -> int:
    """Write a placement."""
    return int64(MOVE_PLACE | cell << VERB_BITS | kind << TO_SHIFT)


@compiled
def arrange_move(arrangement: int) -> int:
    """Write a complete arrangement."""
    return int64(MOVE_ARRANGE | arrangement << VERB_BITS)


# --- sets of points ------------------------------------------------------------------------------------

ONE, SEVEN, EIGHT = np.uint64(1), np.uint64(7), np.uint64(8)


@compiled
def bit(cell: int) -> np.uint64:
    """Give the set of one point."""
    return ONE << np.uint64(cell)


@compiled
def without_first(points: np.uint64) -> np.uint64:
    """Take the first point out of a set that is not empty."""
    return points & (points - ONE)


@compiled
def nth_cell(points: np.uint64, number: int) -> int:
    """Give one point of a set, counted from 0."""
    rest = points
    for _ in range(number):
        rest = without_first(rest)
    return lowest_bit(rest)


@compiled
def ahead(points: np.uint64, direction: int) -> np.uint64:
    """Give the next points in a direction."""
    return np.uint64((points << LEFT_SHIFT[direction]) >> RIGHT_SHIFT[direction] & BOARD)


@compiled
def behind(points: np.uint64, direction: int) -> np.uint64:
    """Give the points from which the next one in a direction belongs to the set."""
    return np.uint64((points << RIGHT_SHIFT[direction]) >> LEFT_SHIFT[direction] & BOARD)


@compiled
def around(points: np.uint64) -> np.uint64:
    """Give all neighbours."""
    rows = points << EIGHT | points >> EIGHT
    slants = points << SEVEN | points >> SEVEN
    return (points << ONE | points >> ONE | rows | slants) & BOARD


@compiled
def pieces_of(s: np.record, seat: int) -> np.uint64:
    """Give all points that hold a piece of a seat."""
    return np.uint64(s.warriors[seat] | s.chiefs[seat] | s.tents[seat])


@compiled
def free_points(s: np.record) -> np.uint64:
    """Give all empty points."""
    return BOARD & ~(pieces_of(s, LIGHT) | pieces_of(s, DARK))


@compiled
def hunted(s: np.record, seat: int) -> np.uint64:
    """Give the pieces of a seat that can be taken: tents stand outside all captures."""
    return np.uint64(s.warriors[seat] | s.chiefs[seat])


@compiled
def opponent(seat: int) -> int:
    """Give the other seat."""
    return int64(1) - int64(seat)


# --- every change of the board goes through these ----------------------------------------------------------


@compiled
def toggle(s: np.record, seat: int, kind: int, cell: int) -> None:
    """Put a piece on a point or take it off, and keep the hash up."""
    if kind == WARRIOR:
        s.warriors[seat] ^= bit(cell)
    elif kind == CHIEF:
        s.chiefs[seat] ^= bit(cell)
    else:
        s.tents[seat] ^= bit(cell)
    s.hash ^= ZOBRIST[seat, kind, cell]


@compiled
def kind_at(s: np.record, seat: int, cell: int) -> int:
    """Tell what piece of a seat stands on a point that holds one."""
    if s.warriors[seat] & bit(cell):
        return int64(WARRIOR)
    return int64(CHIEF) if s.chiefs[seat] & bit(cell) else int64(TENT)


@compiled
def recompute_hash(s: np.record) -> np.uint64:
    """Compute the hash from the pieces and the player to move."""
    value = DARK_TO_MOVE if s.to_move else NOTHING
    for seat in range(2):
        for cell in range(CELL_COUNT):
            if pieces_of(s, seat) & bit(cell):
                value ^= ZOBRIST[seat, kind_at(s, seat, cell), cell]
    return value


@compiled
def pass_turn(s: np.record) -> None:
    """Let the other player move."""
    s.to_move = opponent(int64(s.to_move))
    s.hash ^= DARK_TO_MOVE


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
def put(buffer: Moves, at: int, move: int) -> int:
    """Add a move to a list; what does not fit is counted but not written."""
    if at < len(buffer):
        buffer[at] = move
    return int64(at) + 1


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
            if prey & bit(VICTIM[cell, jump]) and free & bit(LANDING[cell, jump]):
                return jump
            untried = without_first(untried)
    return int64(NO_JUMP)


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
                taken |= bit(VICTIM[cell, jump])
                cell = LANDING[cell, jump]
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
                cell = TAKE_OFF[cell, jump]
                taken ^= bit(VICTIM[cell, jump])
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
    seat = int64(s.to_move)
    start = from_of(move)
    length = length_of(move)
    path = int64(move) >> PATH_SHIFT
    if not s.capturers & bit(start) or length == 0 or length > MOST_JUMPS or path >> (JUMP_BITS * length):
        return False
    prey = hunted(s, opponent(seat))
    free = free_points(s) | bit(start)
    kinds = allowed_jumps(s, seat, start)
    allowed = kinds
    cell = start
    for number in range(length):
        jump = jump_of(move, number)
        if find_jump(cell, allowed & (1 << jump), prey, free) == NO_JUMP:
            return False
        victim = bit(VICTIM[cell, jump])
        free |= victim
        prey = NOTHING if victim & s.chiefs[opponent(seat)] else prey & ~victim
        cell = LANDING[cell, jump]
        allowed = kinds & FOLLOWING[jump]
    return not book.compulsory_continuation or find_jump(cell, allowed, prey, free) == NO_JUMP


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
        victim = VICTIM[cell, jump]
        toggle(s, enemy, kind_at(s, enemy, victim), victim)
        cell = LANDING[cell, jump]
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


# --- how the game ends ---------------------------------------------------------------------------------


@compiled
def settle(s: np.record) -> None:
    """Check every way to end before a player moves, in the order of the rules."""
    player = int64(s.to_move)
    other = opponent(player)
    s.capturers = NOTHING
    if not (s.chiefs[player] and s.chiefs[other]):
        finish(s, BY_CHIEF, player if s.chiefs[player] else other, TWO_POINTS)
        return
    s.capturers = find_capturers(s, player)
    if is_blocked(s, player):
        finish(s, BY_BLOCKED, other, TWO_POINTS)
    elif only_chiefs(s):
        if not s.capturers:
            finish(s, BY_ONLY_CHIEFS, player, NO_POINT)
    elif not s.warriors[player]:
        # This turn is his one reply, if there is anything to reply with.
        if not s.capturers:
            finish(s, BY_NO_WARRIORS, other, ONE_POINT)
    elif not s.warriors[other] and not s.huffed:
        finish(s, BY_NO_WARRIORS, player, ONE_POINT)
    elif is_third_occurrence(s):
        finish(s, BY_REPETITION, player, NO_POINT)
    elif s.quiet >= PATIENCE:
        finish(s, BY_NO_PROGRESS, player, NO_POINT)


@compiled
def finish(s: np.record, reason: np.int8, winner: int, points: int) -> None:
    """End the game."""
    s.stage = OVER
    s.reason = reason
    s.points[winner] = points


@compiled
def is_blocked(s: np.record, seat: int) -> bool:
    """Tell whether neither the warriors nor the chief can move or capture; tents do not help."""
    if around(hunted(s, seat)) & free_points(s) or s.capturers:
        return False
    return not chief_targets(s, seat)


@compiled
def is_third_occurrence(s: np.record) -> bool:
    """Look for this position among those with the same player to move since the last piece was removed."""
    seen = 1
    earlier = int64(s.quiet) - 4  # a position needs four plies to come back
    while earlier >= 0:
        if s.history[earlier] == s.hash:
            seen += 1
            if seen == 3:
                return True
        earlier -= 2
    return False


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


# --- undo ----------------------------------------------------------------------------------------------

PAST_WORDS = 13


@compiled
def remember(s: np.record, past: Past, row: int) -> None:
    """Note everything that the next move of a game in progress can change, in one row of PAST_WORDS words."""
    for seat in range(2):
        past[row, seat] = s.warriors[seat]
        past[row, 2 + seat] = s.chiefs[seat]
        past[row, 4 + seat] = s.tents[seat]
    past[row, 6] = s.hash
    past[row, 7] = s.capturers
    past[row, 8] = s.liable
    past[row, 9] = np.uint64(int64(s.quiet) << 8 | int64(s.to_move) << 4 | int64(s.huffed) << 2 | int64(s.ready))
    past[row, 10] = np.uint64(int64(s.stage))
    # A move writes one entry of the history: the next one, or the first if a piece leaves the board.
    past[row, 11] = s.history[0]
    past[row, 12] = s.history[int64(s.quiet) + 1]


@compiled
def take_back(s: np.record, past: Past, row: int) -> None:
    """Undo the move made since `remember`; the record is the same as before, byte for byte."""
    for seat in range(2):
        s.warriors[seat] = past[row, seat]
        s.chiefs[seat] = past[row, 2 + seat]
        s.tents[seat] = past[row, 4 + seat]
        s.points[seat] = 0
    s.hash = past[row, 6]
    s.capturers = past[row, 7]
    s.liable = past[row, 8]
    small = int64(past[row, 9])
    s.quiet = small >> 8
    s.to_move = small >> 4 & 1
    s.huffed = small >> 2 & 1
    s.ready = small & 3
    s.stage = int64(past[row, 10])
    s.reason = 0
    s.history[0] = past[row, 11]
    s.history[int64(s.quiet) + 1] = past[row, 12]


random_game = bind(loops.random_game, "wigwam", waiting_for=waiting_for, sample_move=sample_move, play=play)
