"""Loops over whole games, written once and compiled for each game with `bind`.

The bare names below stand for the rules of the game at hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.games.chance import Chance, below
from spieltisch.games.compiled import compiled, int64

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from spieltisch.games.rules import (
        Conceal,
        CountMoves,
        IsLegal,
        LegalMoves,
        Play,
        SampleMove,
        Scores,
        SetUp,
        Shuffle,
        WaitingFor,
    )

# What `bind` supplies.
shuffle: Shuffle
set_up: SetUp
waiting_for: WaitingFor
sample_move: SampleMove
play: Play
is_legal: IsLegal
count_moves: CountMoves
legal_moves: LegalMoves
conceal: Conceal
scores: Scores


@compiled
def one_of(seats: int, chance: Chance) -> int:
    """Draw one seat of a set, so that no order among simultaneous choices is preferred."""
    rest = int64(seats)
    count = int64(0)
    while rest:
        rest &= rest - 1  # clears the lowest seat
        count += 1
    skip = int64(0) if count == 1 else below(chance, count)
    rest = int64(seats)
    while skip:
        rest &= rest - 1
        skip -= 1
    seat = int64(0)
    while not rest >> seat & 1:
        seat += 1
    return seat


def random_game(
    book: np.record,
    s: np.record,
    chance: Chance,
    seats: npt.NDArray[np.int8],
    moves: npt.NDArray[np.int64],
) -> int:
    """Play to the end at random and note every move; the buffers hold at least `Game.longest` entries."""
    count = 0
    waiting = waiting_for(book, s)
    while waiting:
        seat = one_of(waiting, chance)
        move = sample_move(book, s, seat, chance)
        seats[count] = seat
        moves[count] = move
        play(book, s, seat, move)
        count += 1
        waiting = waiting_for(book, s)
    return count


def shuffle_all(book: np.record, states: npt.NDArray[np.void], chances: npt.NDArray[np.uint64]) -> None:
    """Shuffle many games, each with its own chance (chances[i] is one generator)."""
    for i in range(len(states)):
        shuffle(book, states[i], chances[i])


def play_all(
    book: np.record,
    states: npt.NDArray[np.void],
    chances: npt.NDArray[np.uint64],
    seats: npt.NDArray[np.int8],
    moves: npt.NDArray[np.int64],
    counts: npt.NDArray[np.int64],
) -> None:
    """Set up many shuffled games and play them to the end at random, noting every move."""
    for i in range(len(states)):
        set_up(book, states[i])
        counts[i] = random_game(book, states[i], chances[i], seats[i], moves[i])


def score_all(
    book: np.record,
    states: npt.NDArray[np.void],
    points: npt.NDArray[np.int64],
    winners: npt.NDArray[np.int64],
) -> None:
    """Score many finished games: points by seat, and who has won."""
    for i in range(len(states)):
        winners[i] = scores(book, states[i], points[i])


# --- one table -------------------------------------------------------------------------------------------
# NumPy describes a record's form anew each time it is handed to compiled code, which takes longer than most rules.
# Arrays of one record do not have this problem.


def waiting_at(books: npt.NDArray[np.void], states: npt.NDArray[np.void]) -> int:
    """Say who has to decide at a table."""
    return waiting_for(books[0], states[0])


def legal_at(books: npt.NDArray[np.void], states: npt.NDArray[np.void], seat: int, move: int) -> bool:
    """Say whether a move is legal at a table."""
    return is_legal(books[0], states[0], seat, move)


def moves_at(
    books: npt.NDArray[np.void], states: npt.NDArray[np.void], seat: int, buffer: npt.NDArray[np.int64]
) -> int:
    """Count the legal moves of a seat that has to decide, and list them if there is room for all."""
    count = count_moves(books[0], states[0], seat)
    if count <= len(buffer):
        legal_moves(books[0], states[0], seat, buffer)
    return count


def play_at(books: npt.NDArray[np.void], states: npt.NDArray[np.void], seat: int, move: int) -> None:
    """Make a move at a table."""
    play(books[0], states[0], seat, move)


def conceal_at(books: npt.NDArray[np.void], states: npt.NDArray[np.void], seat: int) -> None:
    """Blank at a table what a seat cannot know."""
    conceal(books[0], states[0], seat)
