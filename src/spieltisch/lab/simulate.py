"""Many games at once: compiled random play, written down as records and summed up with confidence intervals."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from spieltisch.games import Game, Table, chance
from spieltisch.games.records import blank
from spieltisch.match import Record, new_proof

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

BATCH = 256
"""Games played in one compiled call: enough to forget Python's share, few enough to show progress."""

NORMAL_95 = 1.959964


@dataclass
class Simulated:
    """One simulated game: its number, its finished table and its moves as the rules number them."""

    number: int
    seed: int
    table: Table
    seats: list[int]
    moves: list[int]

    def record(self) -> Record:
        """Write the game down. The salt follows from the seed: the same seed gives the same bytes."""
        table = self.table
        write, book = table.game.write_move, table.book[0]
        moves = [(seat, write(book, move)) for seat, move in zip(self.seats, self.moves, strict=True)]
        salt = hashlib.sha256(f"salt/{self.seed}/{self.number}".encode()).hexdigest()[:32]
        return Record.of(table, moves, ["bot:random"] * table.players, new_proof(table.dealt, salt))


def simulate(
    game: Game, players: int, games: int, seed: int, options: Mapping[str, Any] | None = None
) -> Iterator[Simulated]:
    """Play games at random; game i depends only on the seed and i, so more games never change earlier ones."""
    for start in range(0, games, BATCH):
        yield from batch(game.empty_table(players, options), start, min(games, start + BATCH), seed)


def batch(empty: Table, start: int, stop: int, seed: int) -> Iterator[Simulated]:
    """Play some games in two compiled calls: shuffle, then everything else."""
    game, count = empty.game, stop - start
    states = blank(game.state_dtype, count)
    chances = np.stack([chance.seeded(game.name, empty.players, seed, i) for i in range(start, stop)])
    game.loops.shuffle_all(empty.book[0], states, chances)
    deals = [game.write_deal(empty.book[0], states[i]) for i in range(count)]
    seats = np.empty((count, game.longest), np.int8)
    moves = np.empty((count, game.longest), np.int64)
    counts = np.empty(count, np.int64)
    game.loops.play_all(empty.book[0], states, chances, seats, moves, counts)
    for i in range(count):
        table = Table(game, empty.players, empty.options, empty.book, states[i : i + 1].view(np.recarray))
        table.dealt = deals[i]
        yield Simulated(start + i, seed, table, seats[i, : counts[i]].tolist(), moves[i, : counts[i]].tolist())


@dataclass
class Summary:
    """What came out of a simulation."""

    players: int
    moves: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    scores: list[list[int]] = field(default_factory=list)
    winners: list[list[int]] = field(default_factory=list)
    reasons: dict[str, int] = field(default_factory=dict)

    def add(self, game: Simulated) -> None:
        """Note a finished game."""
        outcome = game.table.outcome
        assert outcome is not None
        self.moves.append(len(game.moves))
        if "round_number" in (game.table.game.state_dtype.names or ()):
            self.rounds.append(int(game.table.state[0].round_number))
        self.scores.append(outcome.scores)
        self.winners.append(outcome.winners)
        self.reasons[outcome.reason] = self.reasons.get(outcome.reason, 0) + 1

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.moves)

    @property
    def ties(self) -> int:
        """How many games more than one seat has won."""
        return sum(len(winners) > 1 for winners in self.winners)

    def win_share(self, seat: int) -> tuple[float, float]:
        """A seat's share of the wins, shared wins in part, with half the width of its 95 % interval."""
        return mean_and_margin([(seat in winners) / len(winners) for winners in self.winners])

    def score(self, seat: int) -> tuple[float, float]:
        """A seat's mean score with half the width of its 95 % interval."""
        return mean_and_margin([scores[seat] for scores in self.scores])


def mean_and_margin(values: list[float] | list[int]) -> tuple[float, float]:
    """Give the mean and half the width of its 95 % confidence interval."""
    count = len(values)
    mean = sum(values) / count
    if count == 1:
        return mean, math.inf
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, NORMAL_95 * math.sqrt(variance / count)
