"""Sums over many games, worked out in compiled code; patterns for `bind`, the bare names stand for a game's rules.

Everything is counted in whole numbers, so sums of parts can be added in any order and give the same figures.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from spieltisch.games import get
from spieltisch.games.bits import count_bits
from spieltisch.games.compiled import bind, int64
from spieltisch.games.records import MAX_SEATS, blank, record_dtype

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    from spieltisch.games import Table
    from spieltisch.games.rules import RandomGame, Records, Scores, SetUp, Shuffle

NORMAL_95 = 1.959964
REASONS = 16
"""So many ways to end a game can have; it numbers them in the field `reason` of its state."""
MANY_ROUNDS = 2**31

SUMS = record_dtype(
    [
        ("players", np.int64),
        ("games", np.int64),
        ("scored", np.int64),  # games that were played to their end
        ("moves", np.int64),
        ("moves_squared", np.int64),
        ("fewest_rounds", np.int64),
        ("most_rounds", np.int64),
        ("reasons", np.int64, (REASONS,)),
        ("scores", np.int64, (MAX_SEATS,)),
        ("scores_squared", np.int64, (MAX_SEATS,)),
        ("wins", np.int64, (MAX_SEATS, MAX_SEATS)),  # by seat and by how many more have won as well
        ("points", np.int64, (MAX_SEATS,)),  # of the last game
    ]
)
ADDED = ("games", "scored", "moves", "moves_squared", "scores", "scores_squared", "wins")

# What `bind` supplies.
shuffle: Shuffle
set_up: SetUp
scores: Scores
random_game: RandomGame
add: Callable[..., None]
HAS_REASONS: int
HAS_ROUNDS: int


def add_pattern(book: np.record, s: np.record, moves: int, sums: np.record, ends: Records) -> None:
    """Add a finished game; of each way to end the first one is kept, to be asked for its name."""
    winners = scores(book, s, sums.points)
    others = count_bits(np.uint64(winners)) - 1
    sums.games += 1
    sums.scored += 1
    sums.moves += moves
    sums.moves_squared += moves * moves
    for seat in range(sums.players):
        sums.scores[seat] += sums.points[seat]
        sums.scores_squared[seat] += sums.points[seat] * sums.points[seat]
        sums.wins[seat, others] += winners >> seat & 1
    reason = int64(0)
    if HAS_REASONS:
        reason = min(max(int64(s.reason), int64(0)), int64(REASONS - 1))
    if HAS_ROUNDS:
        sums.fewest_rounds = min(sums.fewest_rounds, int64(s.round_number))
        sums.most_rounds = max(sums.most_rounds, int64(s.round_number))
    if not sums.reasons[reason]:
        ends[reason] = s
    sums.reasons[reason] += 1


def tally_pattern(
    book: np.record,
    empty: Records,
    states: Records,
    chances: npt.NDArray[np.uint64],
    seats: npt.NDArray[np.int8],
    moves: npt.NDArray[np.int64],
    sums: Records,
    ends: Records,
) -> None:
    """Shuffle, set up and play whole games at random, each with its own chance, and add them up."""
    for game in range(len(chances)):
        states[0] = empty[0]
        shuffle(book, states[0], chances[game])
        set_up(book, states[0])
        count = random_game(book, states[0], chances[game], seats, moves)
        add(book, states[0], count, sums[0], ends)


def add_all_pattern(
    book: np.record, states: Records, moves: npt.NDArray[np.int64], sums: Records, ends: Records
) -> None:
    """Add games that have been played elsewhere."""
    for game in range(len(states)):
        add(book, states[game], moves[game], sums[0], ends)


class Adding(NamedTuple):
    """What is compiled for a game."""

    tally: Callable[..., None]
    add_all: Callable[..., None]


@cache
def adding_for(name: str) -> Adding:
    """Compile the sums for a game."""
    game = get(name)
    rules, fields = game.rules, game.state_dtype.names or ()
    has = {"HAS_REASONS": int("reason" in fields), "HAS_ROUNDS": int("round_number" in fields)}
    add = bind(add_pattern, name, scores=rules.scores, **has)
    return Adding(
        bind(
            tally_pattern,
            name,
            shuffle=rules.shuffle,
            set_up=rules.set_up,
            random_game=rules.random_game,
            add=add,
        ),
        bind(add_all_pattern, name, add=add),
    )


class Summary:
    """What came out of many games of one kind."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.sums = fresh(players)
        self.reasons: Counter[str] = Counter()
        self.faults: Counter[tuple[int, str]] = Counter()
        """By seat and reason: games that somebody has forfeited."""

    # --- adding ---------------------------------------------------------------------------------------------------

    def play(self, empty: Table, chances: npt.NDArray[np.uint64]) -> None:
        """Play games at random and add them."""
        game = empty.game
        state, ends, sums = blank(game.state_dtype), blank(game.state_dtype, REASONS), fresh(self.players)
        seats, moves = np.empty(game.longest, np.int8), np.empty(game.longest, np.int64)
        adding_for(game.name).tally(empty.book[0], empty.state, state, chances, seats, moves, sums, ends)
        self._take(empty, sums, ends)

    def add_ends(self, empty: Table, states: np.recarray[Any, Any], moves: npt.NDArray[np.int64]) -> None:
        """Add games that have been played to their ends, with their numbers of moves."""
        ends, sums = blank(empty.game.state_dtype, REASONS), fresh(self.players)
        adding_for(empty.game.name).add_all(empty.book[0], states, moves, sums, ends)
        self._take(empty, sums, ends)

    def add_forfeit(self, seat: int, reason: str, winners: list[int], moves: int) -> None:
        """Add a game that somebody has forfeited: it is won, but nobody's points count."""
        sums = self.sums[0]
        sums.games += 1
        sums.moves += moves
        sums.moves_squared += moves * moves
        for winner in winners:
            sums.wins[winner, len(winners) - 1] += 1
        self.faults[seat, reason] += 1
        self.reasons["forfeit"] += 1

    def _take(self, empty: Table, sums: np.recarray[Any, Any], ends: np.recarray[Any, Any]) -> None:
        """Take over what was added up, and let the game name the ways in which it has ended."""
        counts = sums.reasons[0].tolist()
        for number in range(REASONS):
            if counts[number]:
                self.reasons[empty.game.outcome(empty.book[0], ends[number]).reason] += counts[number]
        self._join(sums)

    def _join(self, sums: np.recarray[Any, Any]) -> None:
        for field in ADDED:
            self.sums[field] += sums[field]
        self.sums.fewest_rounds[0] = min(self.sums.fewest_rounds[0], sums.fewest_rounds[0])
        self.sums.most_rounds[0] = max(self.sums.most_rounds[0], sums.most_rounds[0])

    def join(self, other: Summary) -> None:
        """Add what another has added up."""
        self.reasons += other.reasons
        self.faults += other.faults
        self._join(other.sums)

    # --- reading --------------------------------------------------------------------------------------------------

    @property
    def games(self) -> int:
        """How many games were played."""
        return int(self.sums[0].games)

    @property
    def rounds(self) -> tuple[int, int] | None:
        """The fewest and the most rounds, in games that count them."""
        fewest, most = int(self.sums[0].fewest_rounds), int(self.sums[0].most_rounds)
        return (fewest, most) if fewest <= most else None

    @property
    def moves(self) -> tuple[float, float]:
        """The mean number of moves, with half the width of its 95 % interval."""
        return mean_of_sums(self.games, int(self.sums[0].moves), int(self.sums[0].moves_squared))

    @property
    def ties(self) -> tuple[float, float]:
        """The part of the games that more than one seat has won, likewise."""
        by_others = self.sums[0].wins.sum(axis=0).tolist()  # a tie of three stands there three times
        tied = sum(count // (others + 1) for others, count in enumerate(by_others) if others)
        return mean_of_sums(self.games, tied, tied)

    def win_share(self, seat: int) -> tuple[float, float]:
        """A seat's share of the wins, shared wins in part, likewise."""
        wins = self.sums[0].wins[seat].tolist()
        total = sum(count / (others + 1) for others, count in enumerate(wins))
        squared = sum(count / (others + 1) ** 2 for others, count in enumerate(wins))
        return mean_of_sums(self.games, total, squared)

    def score(self, seat: int) -> tuple[float, float]:
        """A seat's mean score, likewise; games that were forfeited have none."""
        sums = self.sums[0]
        return mean_of_sums(int(sums.scored), int(sums.scores[seat]), int(sums.scores_squared[seat]))


def fresh(players: int) -> np.recarray[Any, Any]:
    """Begin to add up."""
    sums = blank(SUMS)
    sums.players[0] = players
    sums.fewest_rounds[0] = MANY_ROUNDS
    return sums


def mean_of_sums(count: int, total: float, squared: float) -> tuple[float, float]:
    """Give the mean and half the width of its 95 % interval, from a number of values, their sum and their squares'."""
    if count == 0:
        return math.nan, math.inf
    mean = total / count
    if count == 1:
        return mean, math.inf
    variance = max(0.0, squared - total * mean) / (count - 1)
    return mean, NORMAL_95 * math.sqrt(variance / count)


def mean_and_margin(values: list[float] | list[int]) -> tuple[float, float]:
    """Give the mean and half the width of its 95 % confidence interval."""
    count = len(values)
    mean = sum(values) / count
    if count == 1:
        return mean, math.inf
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, NORMAL_95 * math.sqrt(variance / count)


class Share(NamedTuple):
    """A share of something with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.1%} ({self.low:.1%} to {self.high:.1%})"


def share_of(values: Sequence[float]) -> Share:
    """Give the mean of shares between 0 and 1 with Wilson's interval, which also knows that 10 of 10 is not always.

    Wilson counts wins and losses. Values that scatter less, being means themselves, count for as many more; how they
    scatter is seen with one win and one loss added that never were, so that nobody is certain.
    """
    count = len(values)
    if not count:
        return Share(math.nan, 0.0, 1.0)
    mean = sum(values) / count
    added = [0.0, 1.0, *values]
    middle = sum(added) / len(added)
    scatter = sum((value - middle) ** 2 for value in added) / len(added)
    weight = NORMAL_95**2 * scatter / (middle * (1 - middle)) / count
    centre = (mean + weight / 2) / (1 + weight)
    half = math.sqrt(weight * mean * (1 - mean) + weight**2 / 4) / (1 + weight)
    return Share(mean, max(0.0, centre - half), min(1.0, centre + half))
