"""Search in games with hidden cards: candidates race against each other over imagined tables.

Every imagined table is tried with every candidate that is still in the race, with the same luck afterwards, so
differences show early. The pattern is compiled for a game with `bind`; the names `imagine_table` and `playout`
stand for that game's functions (`mind` is whatever these need to think with):

    imagine_table(book, s, seat, mind, chance)     fill the blanks of the view `s`
    playout(book, s, seat, move, mind, chance)     play the move and on to the end; give the seat's `utility`
"""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from spieltisch.games.bits import count_bits
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.records import record_dtype


class ImagineTable(Protocol):
    """Fill the blanks of a view as the bot believes them to be."""

    def __call__(
        self, book: np.record, s: np.record, seat: int, mind: np.record, chance: npt.NDArray[np.uint64], /
    ) -> None:
        """Imagine a table."""


class Playout(Protocol):
    """Play a move and on to the end."""

    def __call__(
        self, book: np.record, s: np.record, seat: int, move: int, mind: np.record, chance: npt.NDArray[np.uint64], /
    ) -> float:
        """Give what that is worth to the seat."""


class Race(Protocol):
    """Let candidates race: `race` of a game."""

    def __call__(
        self,
        book: np.record,
        tables: npt.NDArray[np.void],
        seat: int,
        run: np.record,
        mind: np.record,
        chance: npt.NDArray[np.uint64],
        luck: npt.NDArray[np.uint64],
        stop: npt.NDArray[np.int8],
        most_playouts: int,
        lap: int,
        distance: float,
        /,
    ) -> None:
        """Try the candidates until the budget is spent."""


# What `bind` supplies.
imagine_table: ImagineTable
playout: Playout

MOST_RACERS = 64

NO_DIFFERENCE = 0.003
"""Candidates that are surely closer than this need not be told apart."""
SURE_OF_EQUALITY = 64

RACE = record_dtype(
    [
        ("count", np.int64),
        ("running", np.int64),
        ("playouts", np.int64),
        ("move", np.int64, (MOST_RACERS,)),
        ("active", np.int64, (MOST_RACERS,)),  # indices; the first `running` are still in the race
        ("trials", np.int64, (MOST_RACERS,)),
        ("total", np.float64, (MOST_RACERS,)),
        ("value", np.float64, (MOST_RACERS,)),  # on the present table
        ("behind", np.float64, (MOST_RACERS, MOST_RACERS)),  # sums of pairwise differences
        ("squares", np.float64, (MOST_RACERS, MOST_RACERS)),
    ]
)


def race(
    book: np.record,
    tables: npt.NDArray[np.void],
    seat: int,
    run: np.record,
    mind: np.record,
    chance: npt.NDArray[np.uint64],
    luck: npt.NDArray[np.uint64],
    stop: npt.NDArray[np.int8],
    most_playouts: int,
    lap: int,
    distance: float,
) -> None:
    """Try the candidates until the budget is spent, the flag is set, or one is left.

    tables[0] holds the view, tables[1] and tables[2] are scratch. After every `lap` tables those candidates drop
    out that lie behind the leader by more than `distance` standard errors of their paired difference.
    """
    start_race(run)
    tried = int64(0)
    while run.running > 1 and not stop[0]:
        if run.playouts + run.running > most_playouts:
            return
        tables[1] = tables[0]
        imagine_table(book, tables[1], seat, mind, chance)  # noqa: F821 - `bind` supplies it
        after = chance[0]
        for place in range(int64(run.running)):
            if stop[0]:
                return  # an unfinished table counts for nobody
            racer = int64(run.active[place])
            tables[2] = tables[1]
            luck[0] = after
            move = int64(run.move[racer])
            run.value[racer] = playout(book, tables[2], seat, move, mind, luck)  # noqa: F821 - so too
            run.playouts += 1
        chance[0] = luck[0]
        score_table(run)
        tried += 1
        if tried % lap == 0:
            drop_the_slow(run, distance)


@compiled
def share_of(winners: int, seat: int) -> float:
    """Give a seat's part in the win; those who share the first place share it evenly."""
    if not winners >> seat & 1:
        return 0.0
    return 1.0 / count_bits(np.uint64(winners))


@compiled
def utility(players: int, winners: int, seat: int, mind: np.record, margin_scale: float) -> float:
    """Mix the part in the win with the distance to the best other player."""
    others = int64(mind.points[1 if seat == 0 else 0])
    for other in range(players):
        if other != seat:
            others = max(others, int64(mind.points[other]))
    margin = 0.5 + (mind.points[seat] - others) / margin_scale
    return float(mind.win_part * share_of(winners, seat) + (1.0 - mind.win_part) * min(1.0, max(0.0, margin)))


@compiled
def start_race(run: np.record) -> None:
    """Line up all candidates."""
    count = int64(run.count)
    run.running = count
    run.playouts = 0
    for racer in range(count):
        run.active[racer] = racer
        run.trials[racer] = 0
        run.total[racer] = 0.0
        for other in range(count):
            run.behind[racer, other] = 0.0
            run.squares[racer, other] = 0.0


@compiled
def score_table(run: np.record) -> None:
    """Add up what one table has shown, for each candidate and for each pair."""
    for place in range(int64(run.running)):
        racer = int64(run.active[place])
        run.trials[racer] += 1
        run.total[racer] += run.value[racer]
        for other_place in range(int64(run.running)):
            other = int64(run.active[other_place])
            behind = run.value[other] - run.value[racer]
            run.behind[racer, other] += behind
            run.squares[racer, other] += behind * behind


@compiled
def leader(run: np.record) -> int:
    """Give the candidate with the best mean among those still running: they have all seen the same tables."""
    best = int64(run.active[0])
    for place in range(1, int64(run.running)):
        racer = int64(run.active[place])
        if run.total[racer] > run.total[best]:
            best = racer
    return best


@compiled
def drop_the_slow(run: np.record, distance: float) -> None:
    """Drop whoever is surely behind the leader, and whoever is surely as good as the leader."""
    best = leader(run)
    running = int64(0)
    for place in range(int64(run.running)):
        racer = int64(run.active[place])
        trials = np.float64(run.trials[racer])
        behind = run.behind[racer, best] / trials
        spread = max(0.0, run.squares[racer, best] / trials - behind * behind)
        error = distance * np.sqrt(spread / trials)
        equal = trials >= SURE_OF_EQUALITY and behind + error < NO_DIFFERENCE
        if racer == best or not (behind > error or equal):
            run.active[running] = racer
            running += 1
    run.running = running
