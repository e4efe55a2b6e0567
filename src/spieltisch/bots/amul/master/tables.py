"""Many tables for self-play, of all player counts at once: on a GPU each thread has one, on the CPU a loop goes round.

What the network sees lies in columns (one a table), so that threads of neighbouring tables write side by side, and a
stretch of whole columns goes into a matrix product as it is. Blocks of tables take turns with the player counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from spieltisch.bots.amul.master.seeing import ALL, FACES, Points, Row, count_points, see
from spieltisch.bots.amul.master.thinking import CHOICES, DECLINE
from spieltisch.bots.amul.search import MARGIN_SCALE
from spieltisch.bots.determinized import share_of
from spieltisch.games import chance, get
from spieltisch.games.amul.choosing import (
    VERB,
    card_of,
    is_choice,
    sample_move,
    size_of,
    source,
    waiting_for,
)
from spieltisch.games.amul.rules import play, set_up, shuffle
from spieltisch.games.amul.scoring import scores
from spieltisch.games.amul.state import NOTHING, ROUNDS, SEATS, TAKE, Number
from spieltisch.games.bits import lowest_bit
from spieltisch.games.compiled import compiled

if TYPE_CHECKING:
    from collections.abc import Sequence

Floats = npt.NDArray[np.float32]
Records = npt.NDArray[np.void]
Seats = npt.NDArray[np.int8]
Flags = npt.NDArray[np.bool_]

BLOCK = 128
"""So many tables in a row have the same player count: a GPU's threads work in step."""
STAGGER = 7919
"""A prime: tables begin at so different moments that at any time all phases and rounds are being played."""
SHARE, MARGIN = range(2)


# --- one table --------------------------------------------------------------------------------------------


@compiled
def begin(book: np.record, empty: Records, states: Records, luck: chance.Chance) -> None:
    """Deal a game."""
    states[0] = empty[0]
    shuffle(book, states[0], luck)
    set_up(book, states[0])


@compiled
def first_waiting(book: np.record, s: np.record) -> Number:
    """Give the seat that is asked next."""
    return np.int64(lowest_bit(np.uint64(waiting_for(book, s))))


@compiled
def begin_anywhere(
    books: Records, empty: Records, states: Records, luck: chance.Chance, seats: Seats, steps: Number
) -> None:
    """Deal a game and play some moves at random."""
    begin(books[0], empty, states, luck)
    for _ in range(steps):
        seat = first_waiting(books[0], states[0])
        play(books[0], states[0], seat, sample_move(books[0], states[0], seat, luck))
    seats[0] = first_waiting(books[0], states[0])


@compiled
def move_of(choice: Number) -> Number:
    """Give the move that the network's number means."""
    return TAKE * VERB + NOTHING if choice == DECLINE else choice // FACES * VERB + choice % FACES


@compiled
def advance(
    books: Records,
    empty: Records,
    states: Records,
    luck: chance.Chance,
    seats: Seats,
    choices: Points,
    points: Points,
    paid: Floats,
    over: Flags,
) -> None:
    """Carry out a choice; a finished game is paid, share and margin by seat, and followed by a new one."""
    book = books[0]
    play(book, states[0], np.int64(seats[0]), move_of(np.int64(choices[0])))
    over[0] = waiting_for(book, states[0]) == 0
    if over[0]:
        pay(book, states[0], points, paid)
        begin(book, empty, states, luck)
    seats[0] = first_waiting(book, states[0])


@compiled
def pay(book: np.record, s: np.record, points: Points, paid: Floats) -> None:
    """Pay every seat its part of the win, and by how much it leads or lags: the two parts of `utility`."""
    players = np.int64(book.players)
    winners: Number = np.int64(scores(book, s, points))
    for seat in range(players):
        best = np.int64(points[1 if seat == 0 else 0])
        for other in range(players):
            if other != seat:
                best = max(best, np.int64(points[other]))
        paid[SHARE, seat] = share_of(winners, seat)
        paid[MARGIN, seat] = min(1.0, max(0.0, 0.5 + (points[seat] - best) / MARGIN_SCALE))


@compiled
def look(books: Records, states: Records, seats: Seats, points: Points, row: Row, marks: Flags) -> None:
    """Show a table to the seat that is asked, with the hands of the others, and mark what it can choose."""
    book, s, seat = books[0], states[0], np.int64(seats[0])
    for place in range(ALL):
        row[place] = 0
    for choice in range(CHOICES):
        marks[choice] = False
    count_points(book, s, points)
    see(book, s, seat, points, row)
    where = source(book, s, seat)
    for at in range(size_of(s, seat, where)):
        if is_choice(book, s, seat, where, at):
            marks[np.int64(s.phase) * FACES + card_of(s, seat, where, at)] = True
    marks[DECLINE] = s.phase == TAKE


@compiled
def credit(
    seats: Seats,
    over: Flags,
    paid: Floats,
    values: Floats,
    last_seat: Number,
    last_values: Floats,
    trace: float,
    later: Floats,
    gains: Floats,
    known: Flags,
) -> None:
    """Say of one table's choices how much better they turned out than was thought, in share and in margin.

    Backwards, seat by seat: `later` holds the value and the gain of each seat's next choice, or its pay. Before the
    record breaks off only the seat that is just about to choose knows what follows. By step: seats, over, known;
    by step and part: values, gains; by step, part and seat: paid.
    """
    for seat in range(SEATS):
        later[SEATS, seat] = seat == last_seat
    for part in range(2):
        later[2 * part, last_seat] = last_values[part]
        later[2 * part + 1, last_seat] = 0.0
    for step in range(len(seats) - 1, -1, -1):
        if over[step]:
            for seat in range(SEATS):
                later[SEATS, seat] = 1.0
                for part in range(2):
                    later[2 * part, seat] = paid[step, part, seat]
                    later[2 * part + 1, seat] = 0.0
        chooser = np.int64(seats[step])
        known[step] = later[SEATS, chooser] > 0.0
        for part in range(2):
            surprise = later[2 * part, chooser] - values[step, part]
            gain = surprise + np.float32(trace) * later[2 * part + 1, chooser] if known[step] else np.float32(0.0)
            gains[step, part] = gain
            later[2 * part, chooser] = values[step, part]
            later[2 * part + 1, chooser] = gain
        later[SEATS, chooser] = 1.0


LATER = (SEATS + 1, SEATS)
"""The shape of `later`."""


# --- many tables ----------------------------------------------------------------------------------------


class Tables:
    """Tables of some player counts that go on for ever, on the CPU: slow, but the same."""

    def __init__(self, counts: Sequence[int], size: int, seed: int) -> None:
        if size % (BLOCK * len(counts)):
            raise ValueError(
                f"{size} tables cannot be shared out in blocks of {BLOCK} for {len(counts)} player counts."
            )
        self.size = size
        self.kinds = len(counts)
        empty = [get("amul").empty_table(players) for players in counts]
        self.books = np.concatenate([table.book.view(np.ndarray) for table in empty])
        self.empty = np.concatenate([table.state.view(np.ndarray) for table in empty])
        self.states = np.zeros(size, get("amul").state_dtype)
        self.luck = np.stack([chance.seeded("amul master", seed, number) for number in range(size)])
        self.points = np.zeros(SEATS, np.int64)

    def kind(self, at: int) -> slice:
        """Say which of the books a table uses."""
        kind = at // BLOCK % self.kinds
        return slice(kind, kind + 1)

    def begin(self, seats: Any) -> None:
        """Begin everywhere, at different moments."""
        for at in range(self.size):
            one, kind = slice(at, at + 1), self.kind(at)
            steps = steps_for(at, int(self.books[kind.start]["players"]))
            begin_anywhere(self.books[kind], self.empty[kind], self.states[one], self.luck[at], seats[one], steps)

    def look(self, seats: Any, rows: Any, marks: Any) -> None:
        """Show every table."""
        for at in range(self.size):
            one = slice(at, at + 1)
            look(self.books[self.kind(at)], self.states[one], seats[one], self.points, rows[:, at], marks[:, at])

    def step(self, seats: Any, choices: Any, paid: Any, over: Any) -> None:
        """Choose at every table."""
        paid[:] = 0
        for at in range(self.size):
            one, kind = slice(at, at + 1), self.kind(at)
            state, luck = self.states[one], self.luck[at]
            chosen = (seats[one], choices[one], self.points)
            advance(self.books[kind], self.empty[kind], state, luck, *chosen, paid[:, :, at], over[one])

    def give_credit(self, given: Sequence[Any], last: Sequence[Any], trace: float, gains: Any, known: Any) -> None:
        """Work out what all choices were worth."""
        later = np.zeros(LATER, np.float32)
        for at in range(self.size):
            before = [array[..., at] for array in (*given, *last)]
            credit(*before, trace, later, gains[..., at], known[..., at])  # type: ignore[call-arg]


def steps_for(at: int, players: int) -> int:
    """Say after how many moves a table begins; in a game every seat makes at least 27."""
    return at * STAGGER % (3 * (ROUNDS - 1) * players)
