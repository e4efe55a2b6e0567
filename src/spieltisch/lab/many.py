"""Loops over many tables, written once and compiled for each game with `bind`; the bare names stand for its functions.

A batch keeps for each table its state, the part of a move that has been chosen, and the seat that chooses next. Seats
that choose at the same time are asked one after the other, the lowest first: what they choose stays concealed.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from spieltisch.games.bits import count_bits, lowest_bit
from spieltisch.games.chance import Chance, below
from spieltisch.games.coding import Allows, Extend, Mask, Observe, Perfect
from spieltisch.games.compiled import compiled, inlined, int64
from spieltisch.games.layout import BITS, CARDS, CHOICE
from spieltisch.games.loops import one_of
from spieltisch.games.records import record_dtype
from spieltisch.games.rules import Conceal, Play, SampleMove, Scores, SetUp, Shuffle, WaitingFor

if TYPE_CHECKING:
    from collections.abc import Callable

    uint64 = int
    """As the checker sees what places are counted with."""
else:
    uint64 = np.uint64

# What `bind` supplies.
shuffle: Shuffle
set_up: SetUp
waiting_for: WaitingFor
sample_move: SampleMove
play: Play
scores: Scores
conceal: Conceal
allows: Allows
extend: Extend
mask: Mask
observe: Observe
perfect: Perfect
begin: "Callable[[np.record, Records, Records, int, Chance], None]"
pay: "Callable[[np.record, np.record, int, npt.NDArray[np.int64], Rewards], None]"
row_of: "Callable[[Any, int], Rows]"

Records = npt.NDArray[np.void]
Rows = npt.NDArray[np.int8]
Rewards = npt.NDArray[np.float32]

BY_SHARE, BY_MARGIN = 0, 1
BYTE = uint64(8)
REWARDS = ("share", "margin")
"""What a game pays: a share of the win, or the own score less the mean of the others'."""


# --- rows ------------------------------------------------------------------------------------------------

ROW = "row"


def as_records(rows: Rows) -> Records:
    """Give the same rows as records of one field each, without a copy.

    Compiled code counts who holds a part of an array, which takes as long as filling a short row. It does not count
    parts of records.
    """
    return rows.view(record_dtype([(ROW, rows.dtype, rows.shape[1:])]))[:, 0]


@inlined
def row_of_records(rows: Any, table: int) -> Rows:
    """Give the row of a table on the CPU."""
    row: Rows = rows[table].row[:]
    return row


@inlined
def row_of_columns(rows: Any, table: int) -> Rows:
    """Give the row of a table on a GPU, where rows lie in columns and nobody counts."""
    row: Rows = rows[table]
    return row


# --- one table ------------------------------------------------------------------------------------------


def begin_pattern(book: np.record, empty: Records, states: Records, table: int, chance: Chance) -> None:
    """Deal a new game."""
    states[table] = empty[0]
    shuffle(book, states[table], chance)
    set_up(book, states[table])


def pay_pattern(book: np.record, s: np.record, by: int, points: npt.NDArray[np.int64], rewards: Rewards) -> None:
    """Pay every seat at the end of a game."""
    winners = scores(book, s, points)
    players = len(rewards)
    if by == BY_SHARE:
        share = np.float32(1.0) / np.float32(count_bits(np.uint64(winners)))
        for seat in range(players):
            rewards[seat] = share if winners >> seat & 1 else np.float32(0.0)
        return
    total = int64(0)
    for seat in range(players):
        total += points[seat]
    for seat in range(players):
        others = (total - points[seat]) / (players - 1)
        rewards[seat] = np.float32(points[seat] - others)


# --- many tables ----------------------------------------------------------------------------------------


def reset_pattern(
    books: Records,
    empty: Records,
    states: Records,
    chances: npt.NDArray[np.uint64],
    parts: npt.NDArray[np.int64],
    seats: npt.NDArray[np.int8],
) -> None:
    """Deal a new game at every table."""
    book = books[0]
    for table in range(len(states)):
        begin(book, empty, states, table, chances[table])
        seats[table] = lowest_bit(np.uint64(waiting_for(book, states[table])))
        parts[table] = 0


def step_pattern(
    books: Records,
    empty: Records,
    states: Records,
    chances: npt.NDArray[np.uint64],
    parts: npt.NDArray[np.int64],
    seats: npt.NDArray[np.int8],
    choices: npt.NDArray[np.int64],
    by: int,
    points: npt.NDArray[np.int64],
    rewards: Rewards,
    moved: npt.NDArray[np.bool_],
    done: npt.NDArray[np.bool_],
    rows: Records | Rows,
    marks: Records | Rows,
) -> int:
    """Carry out one choice at every table; a finished game is paid and followed by a new one.

    A table whose choice is not allowed stays as it was; gives the first such table, or -1. Where rows are given, each
    table is observed and masked while its state lies at hand; no view is made for it, as `observe` reads nothing that a
    view blanks. All this is one function: handing so many arrays on would take as long as a step.
    """
    book = books[0]
    refused = int64(-1)
    for table in range(len(states)):
        if done[table]:
            done[table] = False
            for seat in range(rewards.shape[1]):
                rewards[table, seat] = 0.0
        s = states[table]
        chooser = int64(seats[table])
        allowed = allows(book, s, chooser, parts[table], choices[table])
        part = extend(book, s, chooser, parts[table], choices[table]) if allowed else parts[table]
        moved[table] = part < 0
        parts[table] = max(part, 0)
        if not allowed and refused < 0:
            refused = int64(table)
        if part < 0:
            play(book, s, chooser, ~part)
            waiting = waiting_for(book, s)
            if not waiting:
                done[table] = True
                pay(book, s, by, points, rewards[table])
                begin(book, empty, states, table, chances[table])
                waiting = waiting_for(book, s)
            seats[table] = lowest_bit(np.uint64(waiting))
        if len(rows):
            chooser = int64(seats[table])
            mask(book, s, chooser, parts[table], row_of(marks, table))
            observe(book, s, chooser, parts[table], row_of(rows, table))
    return refused


def observe_pattern(
    books: Records,
    states: Records,
    view: Records,
    parts: npt.NDArray[np.int64],
    seats: npt.NDArray[np.int8],
    rows: Records | Rows,
) -> None:
    """Observe every table from the seat that chooses: conceal first, so that nothing else can be seen."""
    book = books[0]
    for table in range(len(states)):
        view[0] = states[table]
        conceal(book, view[0], int64(seats[table]))
        observe(book, view[0], int64(seats[table]), parts[table], row_of(rows, table))


def perfect_pattern(books: Records, states: Records, seats: npt.NDArray[np.int8], rows: Records | Rows) -> None:
    """Show for every table what is hidden."""
    book = books[0]
    for table in range(len(states)):
        perfect(book, states[table], int64(seats[table]), row_of(rows, table))


def mask_pattern(
    books: Records,
    states: Records,
    parts: npt.NDArray[np.int64],
    seats: npt.NDArray[np.int8],
    rows: Records | Rows,
) -> None:
    """Mark at every table what can be chosen."""
    book = books[0]
    for table in range(len(states)):
        mask(book, states[table], int64(seats[table]), parts[table], row_of(rows, table))


def play_out_pattern(
    books: Records,
    empty: Records,
    states: Records,
    chances: npt.NDArray[np.uint64],
    games: int,
    decisions: npt.NDArray[np.int64],
) -> None:
    """Deal and play so many whole games at random at every table; count the decisions, leave the last game's end."""
    book = books[0]
    for table in range(len(states)):
        s = states[table]
        chance = chances[table]
        for _ in range(games):
            begin(book, empty, states, table, chance)
            waiting = waiting_for(book, s)
            while waiting:
                seat = one_of(waiting, chance)
                play(book, s, seat, sample_move(book, s, seat, chance))
                decisions[table] += 1
                waiting = waiting_for(book, s)


@compiled
def draw_choices(rows: Rows, chances: npt.NDArray[np.uint64], choices: npt.NDArray[np.int64]) -> None:
    """Draw one of the marked choices in every row, each equally likely."""
    for table in range(len(rows)):
        count = int64(0)
        for choice in range(rows.shape[1]):
            count += rows[table, choice]
        rest = below(chances[table], count)
        choice = int64(0)
        while rest or not rows[table, choice]:
            rest -= int64(rows[table, choice])
            choice += 1
        choices[table] = choice


@compiled
def spread(rows: Rows, fields: npt.NDArray[np.int64], wide: Rows) -> None:
    """Spread observations out for a network: one flag a thing, one count a card, one flag a bit."""
    for table in range(len(rows)):
        spread_row(rows[table], fields, wide[table])


@inlined
def spread_row(row: Rows, fields: npt.NDArray[np.int64], flags: Rows) -> None:
    """Spread one observation out; what lay there before does not matter.

    Places are counted without a sign: compiled code would ask at each one whether it counts from the end.
    """
    for place in range(len(flags)):
        flags[place] = 0
    at = uint64(0)
    for field in range(len(fields)):
        start, lists, length, kind, high = fields[field]
        first, count, wide = uint64(start), uint64(lists * length), uint64(high)
        if kind == CARDS:
            spread_cards(row, first, count, uint64(length), wide, flags, at)
            at += uint64(lists) * wide
        elif kind == CHOICE:
            spread_choices(row, first, count, wide, flags, at)
            at += count * wide
        elif kind == BITS:
            spread_bits(row, first, count, flags, at)
            at += BYTE * count
        else:
            for place in range(count):
                flags[at + uint64(place)] = row[first + uint64(place)]
            at += count


@inlined
def spread_cards(row: Rows, first: int, count: int, length: int, high: int, flags: Rows, at: int) -> None:
    """Count the cards of each list over zeros."""
    for place in range(count):
        card = row[first + uint64(place)]
        if card >= 0:
            flags[at + uint64(place) // length * high + uint64(card)] += 1


@inlined
def spread_choices(row: Rows, first: int, count: int, high: int, flags: Rows, at: int) -> None:
    """Flag what has been chosen, over zeros."""
    for place in range(count):
        choice = row[first + uint64(place)]
        if choice >= 0:
            flags[at + uint64(place) * high + uint64(choice)] = 1


@inlined
def spread_bits(row: Rows, first: int, count: int, flags: Rows, at: int) -> None:
    """Spread bytes over zeros: most of their bits are not there."""
    for place in range(count):
        bits = int64(row[first + uint64(place)])
        if bits:
            for bit in range(BYTE):
                flags[at + BYTE * uint64(place) + uint64(bit)] = bits >> int64(bit) & 1


# --- one table from Python: arrays of one record are handed over ten times faster than records ------------


def allows_at(books: Records, states: Records, seat: int, part: int, choice: int) -> Any:
    """Say whether a choice is allowed at a table."""
    return allows(books[0], states[0], seat, part, choice)


REFUSED, CHOSEN, MOVED = range(3)


def choose_at(books: Records, states: Records, seat: int, part: int, choice: int, told: npt.NDArray[np.int64]) -> int:
    """Make a choice at a table, if it is allowed; tells the part or, when it is complete, the move, and who waits."""
    if not waiting_for(books[0], states[0]) >> seat & 1 or not allows(books[0], states[0], seat, part, choice):
        return REFUSED
    longer = extend(books[0], states[0], seat, part, choice)
    if longer >= 0:
        told[0] = longer
        return CHOSEN
    told[0] = ~longer
    play(books[0], states[0], seat, ~longer)
    told[1] = waiting_for(books[0], states[0])
    return MOVED


def mask_at(books: Records, states: Records, seat: int, part: int, row: Rows) -> None:
    """Mark what can be chosen at a table."""
    mask(books[0], states[0], seat, part, row)


def list_at(books: Records, states: Records, seat: int, part: int, row: Rows, listed: npt.NDArray[np.int64]) -> int:
    """List what can be chosen at a table, and count it."""
    mask(books[0], states[0], seat, part, row)
    count = int64(0)
    for choice in range(len(row)):
        listed[count] = choice  # the next one takes its place if it cannot be chosen
        count += int64(row[choice])
    return count


def observe_at(books: Records, states: Records, view: Records, seat: int, part: int, row: Rows) -> None:
    """Observe a table from a seat."""
    view[0] = states[0]
    conceal(books[0], view[0], seat)
    observe(books[0], view[0], seat, part, row)


def look_at(
    books: Records,
    states: Records,
    view: Records,
    seat: int,
    part: int,
    row: Rows,
    fields: npt.NDArray[np.int64],
    wide: Rows,
    marks: Rows,
) -> None:
    """Observe a table from a seat, spread out, and mark what it can choose: nothing if it has nothing to decide."""
    view[0] = states[0]
    conceal(books[0], view[0], seat)
    observe(books[0], view[0], seat, part, row)
    spread_row(row, fields, wide)
    if waiting_for(books[0], states[0]) >> seat & 1:
        mask(books[0], view[0], seat, part, marks)


def look_around(
    books: Records,
    states: Records,
    view: Records,
    parts: npt.NDArray[np.int64],
    rows: Rows,
    fields: npt.NDArray[np.int64],
    wide: Rows,
    marks: Rows,
) -> None:
    """Observe a table from every seat, spread out; who has nothing to decide can choose the last: to wait."""
    waiting = waiting_for(books[0], states[0])
    for seat in range(len(rows)):
        view[0] = states[0]
        conceal(books[0], view[0], seat)
        observe(books[0], view[0], seat, parts[seat], rows[seat])
        if waiting >> seat & 1:
            mask(books[0], view[0], seat, parts[seat], marks[seat])
        else:
            marks[seat, marks.shape[1] - 1] = 1
    spread(rows, fields, wide)


def perfect_at(books: Records, states: Records, seat: int, row: Rows) -> None:
    """Show what is hidden at a table."""
    perfect(books[0], states[0], seat, row)


def pay_at(books: Records, states: Records, by: int, points: npt.NDArray[np.int64], rewards: Rewards) -> None:
    """Pay every seat of a finished game."""
    pay(books[0], states[0], by, points, rewards)
