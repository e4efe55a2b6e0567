"""Fits what Wigwam's bots know from quick games against themselves: evaluation weights and good arrangements.

Both are logistic regressions of how the games ended: on the features of the quiet positions met, and on the two
arrangements. `python -m spieltisch.lab.fit wigwam` writes the file that the bots read; the same seed, the same file.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from spieltisch.bots.wigwam import setups, weights
from spieltisch.bots.wigwam.evaluation import (
    FEATURES,
    SHARE,
    UNIT,
    WARRIORS,
    WEIGHTS,
    ZONES,
    look_at_both,
    note_zones,
    set_weights,
)
from spieltisch.bots.wigwam.mind import MIND, SIGNAL
from spieltisch.bots.wigwam.root import blur, think
from spieltisch.games import chance, get
from spieltisch.games.chance import Chance, below
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.records import blank
from spieltisch.games.wigwam.board import ARRANGEMENTS, BASE_POINTS, NOTHING
from spieltisch.games.wigwam.rules import arrange, begin, play
from spieltisch.games.wigwam.state import OVER

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NODES = 600
"""For each move of a quick game."""
DEEPEST = 60
LOOSE_PLIES = 36
"""Fewer moves than this are played loosely first, for variety."""
LOOSE_DEPTH = 2
LOOSENESS = 250
NOTED_PLIES = 6
HELD = {WARRIORS: 100, SHARE: 3}
"""What warriors count is not fitted but was settled in matches: quick players rarely turn them into a win."""
FIRMLY = 1e12
STRICTNESS = 2.0


class Played(NamedTuple):
    """Positions met and how their games ended for the player to move (1, 0.5 or 0); arrangements and light's result."""

    rows: npt.NDArray[np.int8]
    results: npt.NDArray[np.float64]
    light: npt.NDArray[np.int64]
    dark: npt.NDArray[np.int64]
    light_results: npt.NDArray[np.float64]


@compiled
def quick_game(
    book: np.record,
    s: np.record,
    minds: npt.NDArray[np.void],
    signal: np.record,
    luck: Chance,
    nodes: int,
    loose_plies: int,
    rows: npt.NDArray[np.int8],
    movers: npt.NDArray[np.int8],
) -> int:
    """Play one game from a set-up: loosely at first, then well. Note the quiet positions at the end of the first part.

    Only these are fair samples: who plays well gives up a piece only if it pays, so in his games the pieces of
    the losers would seem to be worth nothing.
    """
    noted = int64(0)
    ply = int64(0)
    while s.stage != OVER:
        seat = int64(s.to_move)
        mind = minds[seat]
        if ply < loose_plies:
            if s.capturers == NOTHING and ply >= loose_plies - NOTED_PLIES:
                note(s, mind, rows, noted)
                movers[noted] = seat
                noted += 1
            think(book, s, mind, signal, luck, int64(LOOSE_DEPTH), nodes)
            blur(mind, luck, int64(LOOSENESS))
        else:
            think(book, s, mind, signal, luck, int64(DEEPEST), nodes)
        play(book, s, seat, int64(mind.root_move[0]))
        ply += 1
    return noted


@compiled
def note(s: np.record, mind: np.record, rows: npt.NDArray[np.int8], at: int) -> None:
    """Write down the features of a position."""
    look_at_both(s, mind)
    note_zones(s, mind)
    for i in range(len(FEATURES)):
        rows[at, i] = mind.features[i]
    for i in range(3 * ZONES):
        rows[at, len(FEATURES) + i] = mind.zones[i]


def play_games(
    games: int,
    seed: int,
    pool: Sequence[npt.NDArray[np.int64]],
    arrangements: npt.NDArray[np.float64] | None = None,
    nodes: int = NODES,
) -> Played:
    """Play games between players with weights from the pool; arrangements are drawn by what is known of them so far."""
    game = get("wigwam")
    book = game.empty_table(2).book[0]
    minds = blank(MIND, 2)
    signal = blank(SIGNAL)[0]
    luck = chance.seeded("fit wigwam", seed)
    lines = np.zeros((NOTED_PLIES, WEIGHTS), np.int8)
    movers = np.zeros(NOTED_PLIES, np.int8)
    rows, results = [], []
    pairs = np.zeros((games, 2), np.int64)
    light_results = np.zeros(games)
    for number in range(games):
        s = blank(game.state_dtype)[0]
        for seat in range(2):
            set_weights(minds[seat], pool[int(below(luck, len(pool)))])
            pairs[number, seat] = draw_arrangement(seat, luck, arrangements)
            arrange(s, int64(seat), ARRANGEMENTS[pairs[number, seat]])
        begin(s)
        loose_plies = int64(below(luck, LOOSE_PLIES))
        count = quick_game(book, s, minds, signal, luck, int64(nodes), loose_plies, lines, movers)
        light = 0.5 + 0.5 * np.sign(int(s.points[0]) - int(s.points[1]))
        rows.append(lines[:count].copy())
        results.append(np.where(movers[:count] == 0, light, 1 - light))
        light_results[number] = light
    return Played(np.concatenate(rows), np.concatenate(results), pairs[:, 0], pairs[:, 1], light_results)


def together(played: Sequence[Played]) -> Played:
    """Put the games of several rounds together."""
    return Played(*(np.concatenate(parts) for parts in zip(*played, strict=True)))


def draw_arrangement(seat: int, luck: Chance, arrangements: npt.NDArray[np.float64] | None) -> int:
    """Draw an arrangement, better ones more often."""
    if arrangements is None:
        return int(below(luck, len(ARRANGEMENTS)))
    kinds = setups.KINDS if seat == 0 else setups.KINDS[:, ::-1]
    worth = setups.worth_of(kinds, arrangements)
    chances = np.cumsum(np.exp(STRICTNESS * (worth - worth.max())))
    return min(int(np.searchsorted(chances, int(chance.draw(luck)) / 2**32 * chances[-1])), len(chances) - 1)


def logistic(
    rows: npt.NDArray[np.float64],
    results: npt.NDArray[np.float64],
    ridge: npt.NDArray[np.float64],
    start: npt.NDArray[np.float64],
    rounds: int = 12,
) -> npt.NDArray[np.float64]:
    """Fit a logistic regression by Newton's method; `ridge` holds what the data does not show near the start."""
    found = start.copy()
    for _ in range(rounds):
        expected = 1 / (1 + np.exp(-np.clip(rows @ found, -30, 30)))
        slope = rows.T @ (results - expected) - ridge * (found - start)
        curve = (rows * (expected * (1 - expected))[:, None]).T @ rows + np.diag(ridge)
        found += np.linalg.solve(curve, slope)
    return found


def fit_evaluation(played: Played) -> npt.NDArray[np.int64]:
    """Fit the weights of the evaluation; few games meet each zone, so these are held back more."""
    ridge = np.concatenate([np.full(len(FEATURES), 10.0), np.full(3 * ZONES, 300.0)])
    ridge[list(HELD)] = FIRMLY
    found = logistic(played.rows.astype(np.float64), played.results, ridge, counting_warriors() / UNIT)
    return np.rint(UNIT * found).astype(np.int64)


def counting_warriors() -> npt.NDArray[np.int64]:
    """Give the weights of the first player, who counts warriors and nothing else."""
    known = np.zeros(WEIGHTS, np.int64)
    for feature, weight in HELD.items():
        known[feature] = weight
    return known


def fit_arrangements(played: Played) -> npt.NDArray[np.float64]:
    """Fit what the places of chief and tents are worth; mirrored places share their worth."""
    rows = setup_rows(setups.KINDS[played.light]) - setup_rows(setups.KINDS[played.dark][:, ::-1])
    first_move = np.ones((len(rows), 1))
    everything = np.hstack([rows, first_move])
    count = everything.shape[1]
    found = logistic(everything, played.light_results, np.full(count, 8.0), np.zeros(count))[:-1]
    return found[PLACE_PAIRS]


def mirrored(place: int) -> int:
    """Give the place of the base with top and bottom changed."""
    return {0: 9, 1: 10, 2: 7, 3: 8, 7: 2, 8: 3, 9: 0, 10: 1}.get(place, place)


def number_pairs() -> npt.NDArray[np.int64]:
    """Number the pairs of a chief's and a tent's place; a pair and its mirror image share a number."""
    numbers: dict[tuple[int, int], int] = {}
    pairs = np.zeros((BASE_POINTS, BASE_POINTS), np.int64)
    for chief in range(BASE_POINTS):
        for tent in range(BASE_POINTS):
            mirror = (mirrored(chief), mirrored(tent))
            pairs[chief, tent] = numbers.setdefault(min((chief, tent), mirror), len(numbers))
    return pairs


PLACE_PAIRS = number_pairs()


def setup_rows(kinds: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Count the pairs of places that arrangements have; a chief paired with himself is his place."""
    rows = np.zeros((len(kinds), PLACE_PAIRS.max() + 1))
    chiefs = np.argmax(kinds == 1, axis=1)
    for place in range(BASE_POINTS):
        used = np.flatnonzero((kinds[:, place] == 2) | (chiefs == place))
        np.add.at(rows, (used, PLACE_PAIRS[chiefs[used], place]), 1.0)
    return rows


def fit(
    games: int, seed: int, rounds: int = 2, nodes: int = NODES, tell: Callable[[str], None] = lambda _: None
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Play and fit several times; all players so far stay in the pool, so that each has to be met."""
    pool = [counting_warriors()]
    played: list[Played] = []
    arrangements = None
    for number in range(rounds):
        start = time.monotonic()
        played.append(play_games(games, seed + number, pool, arrangements, nodes))
        pool.append(fit_evaluation(together(played)))
        arrangements = fit_arrangements(together(played))
        tell(summary(played[-1], time.monotonic() - start))
    assert arrangements is not None
    return pool[-1], arrangements


def summary(played: Played, seconds: float) -> str:
    """Say what one round of games was like."""
    drawn = float((played.light_results == 0.5).mean())
    return (
        f"{len(played.light_results)} games, {len(played.rows)} positions, {drawn:.0%} drawn, "
        f"light {float(played.light_results.mean()):.1%}, {seconds:.0f} s"
    )


def main(arguments: Sequence[str]) -> None:
    """Fit and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args(arguments)
    known, arrangements = fit(given.games, given.seed, given.rounds, tell=print)
    command = f"python -m spieltisch.lab.fit wigwam --games {given.games} --seed {given.seed} --rounds {given.rounds}"
    weights.FILE.write_text(weights.write(known, arrangements, command))
