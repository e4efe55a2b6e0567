"""What the generic searches think with: one record, and random play from any table to a value.

The patterns are compiled for a game with `bind`; the bare names stand for its rules.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from spieltisch.bots.determinized import utility
from spieltisch.games.compiled import bind, compiled, int64
from spieltisch.games.records import MAX_SEATS, blank, record_dtype

if TYPE_CHECKING:
    import numpy.typing as npt

    from spieltisch.bots.bot import Budget
    from spieltisch.games import Game
    from spieltisch.games.chance import Chance
    from spieltisch.games.rules import Imagine, RandomGame, Scores

    # What `bind` supplies.
    imagine: Imagine
    random_game: RandomGame
    scores: Scores

WIN_PART = 0.8
"""What a win counts; the rest is the margin, without which nobody plays well who is far behind or ahead."""
MOST_CHILDREN = 256
"""Of longer lists of moves so many are drawn."""
DEEPEST = 256
"""So many moves ahead a tree may grow."""
SOUNDINGS = 8
"""Games that are played at random to see which margins are usual."""


class Level(NamedTuple):
    """How long a level thinks, and at most how many games it plays out."""

    seconds: float
    playouts: int

    def within(self, budget: Budget) -> int:
        """Take the smaller of what the level plays out and what the budget allows."""
        return self.playouts if budget.nodes is None else min(budget.nodes, self.playouts)


def fresh_mind(game: Game) -> np.recarray[Any, Any]:
    """Make the record in which a bot thinks about a game."""
    fields = record_dtype(
        [
            ("players", np.int64),
            ("win_part", np.float64),
            ("margin_scale", np.float64),  # a lead by half of this counts as much as a margin can
            ("playouts", np.int64),
            ("nodes", np.int64),  # of the tree
            ("listed", np.int64, (MOST_CHILDREN,)),
            ("path", np.int64, (DEEPEST,)),
            ("points", np.int64, (MAX_SEATS,)),
            ("seats", np.int8, (game.longest,)),  # what random play notes and nobody reads
            ("moves", np.int64, (game.longest,)),
        ]
    )
    mind = blank(fields)
    mind[0].win_part = WIN_PART
    return mind


class PlayOut(Protocol):
    """Play at random to the end: `play_out` of a game."""

    def __call__(self, book: np.record, s: np.record, mind: np.record, chance: Chance, /) -> int:
        """Give the winners."""


class Sound(Protocol):
    """See how far apart players end: `sound` of a game."""

    def __call__(
        self,
        book: np.record,
        tables: npt.NDArray[np.void],
        seat: int,
        mind: np.record,
        chance: Chance,
        stop: npt.NDArray[np.int8],
        most: int,
        /,
    ) -> None:
        """Play at most so many games."""


def play_out(book: np.record, s: np.record, mind: np.record, chance: Chance) -> int:
    """Play at random to the end; give the winners and note the points."""
    random_game(book, s, chance, mind.seats, mind.moves)
    mind.playouts += 1
    return scores(book, s, mind.points)


@compiled
def value_for(winners: int, seat: int, mind: np.record) -> float:
    """Say what an end is worth to a seat, by the points that were noted."""
    return utility(int64(mind.players), int64(winners), int64(seat), mind, float(mind.margin_scale))


def sound(
    book: np.record,
    tables: npt.NDArray[np.void],
    seat: int,
    mind: np.record,
    chance: Chance,
    stop: npt.NDArray[np.int8],
    most: int,
) -> None:
    """Play a few games at random to see how far apart players end in this game."""
    mind.playouts = 0
    mind.margin_scale = 1.0
    total = 0.0
    while mind.playouts < most and not stop[0]:
        tables[1] = tables[0]
        imagine(book, tables[1], seat, chance)
        play_out(book, tables[1], mind, chance)
        total += span(mind)
    if mind.playouts:
        mind.margin_scale = max(1.0, 2.0 * total / mind.playouts)


@compiled
def span(mind: np.record) -> float:
    """Give the distance from the last to the first."""
    lowest = highest = int64(mind.points[0])
    for seat in range(1, int64(mind.players)):
        lowest = min(lowest, int64(mind.points[seat]))
        highest = max(highest, int64(mind.points[seat]))
    return float(highest - lowest)


class Playing(NamedTuple):
    """Random play, compiled for a game."""

    play_out: PlayOut
    sound: Sound


@cache
def bound(game: Game) -> Playing:
    """Bind random play to a game."""
    rules = game.rules
    to_the_end = bind(play_out, game.name, random_game=rules.random_game, scores=rules.scores)
    return Playing(to_the_end, bind(sound, game.name, imagine=rules.imagine, play_out=to_the_end))
