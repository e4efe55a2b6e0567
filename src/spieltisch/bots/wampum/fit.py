"""Fits the weights of Wampum's quick policy by self-play: policy gradient on whole games.

All seats play by the same weights and draw their moves; what was drawn by those who won becomes likelier.
`python -m spieltisch.lab.fit wampum` writes the file that the bots read; the same seed gives the same file.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from spieltisch.bots.determinized import share_of
from spieltisch.bots.wampum.looking import BID_FEATURES, DISCARD_FEATURES, FEATURES, MIND, STAGES
from spieltisch.bots.wampum.policy import quick_move
from spieltisch.bots.wampum.weights import FILE, write
from spieltisch.games import chance, get
from spieltisch.games.bits import lowest_bit
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.records import blank
from spieltisch.games.wampum.choosing import waiting_for
from spieltisch.games.wampum.rules import play, scores, set_up, shuffle
from spieltisch.games.wampum.state import DISCARD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spieltisch.games.chance import Chance

MARGIN = 0.02
"""What one wampum more than the mean counts beside the win: it tells close games apart from hopeless ones."""


@compiled
def learn(
    book: np.record,
    states: npt.NDArray[np.void],
    mind: np.record,
    luck: Chance,
    games: int,
    traces: npt.NDArray[np.float64],
    gradient: npt.NDArray[np.float64],
) -> None:
    """Play games and sum up how the weights should change for the winners' draws to become likelier."""
    players = int64(book.players)
    for _ in range(games):
        states[1] = states[0]
        s = states[1]
        shuffle(book, s, luck)
        set_up(book, s)
        traces[:] = 0.0
        waiting = waiting_for(book, s)
        while waiting:
            seat = lowest_bit(np.uint64(waiting))
            discarding = s.phase == DISCARD
            move = quick_move(book, s, seat, mind, luck)
            if not discarding or s.surplus[seat] == 1:  # of several discards only one would be noted
                trace(mind, traces, seat, int64(len(BID_FEATURES)) if discarding else int64(0))
            play(book, s, seat, move)
            waiting = waiting_for(book, s)
        winners = scores(book, s, mind.points)
        mean = 0.0
        for seat in range(players):
            mean += mind.points[seat] / players
        for seat in range(players):
            reward = share_of(winners, seat) - 1.0 / players + MARGIN * (mind.points[seat] - mean)
            for stage in range(len(STAGES)):
                for i in range(FEATURES):
                    gradient[stage, i] += reward * traces[seat, stage, i]


@compiled
def trace(mind: np.record, traces: npt.NDArray[np.float64], seat: int, first: int) -> None:
    """Note how the drawn candidate differs from what was to be expected."""
    features = len(BID_FEATURES) if first == 0 else len(DISCARD_FEATURES)
    stage = int64(mind.stage)
    for i in range(features):
        expected = 0.0
        for row in range(int64(mind.count)):
            expected += mind.chance[row] * mind.feature[row, i]
        traces[seat, stage, first + i] += mind.feature[mind.chosen, i] - expected


def fit(players: int, games: int, seed: int, batch: int = 500, rate: float = 0.12) -> npt.NDArray[np.float64]:
    """Fit the weights for a player count, starting from a player who likes wampum and cards (Adam, falling rate)."""
    book = get("wampum").empty_table(players).book
    states = blank(get("wampum").state_dtype, 2)
    mind = blank(MIND)
    mind[0].sharpness = 1.0
    mind[0].noting = 1
    weights = first_weights()
    luck = chance.seeded("fit wampum", players, seed)
    traces = np.zeros((players, len(STAGES), FEATURES))
    gradient = np.zeros((len(STAGES), FEATURES))
    drift, spread = np.zeros_like(weights), np.zeros_like(weights)
    steps = max(1, games // batch)
    average = np.zeros_like(weights)
    for step in range(1, steps + 1):
        gradient[:] = 0.0
        mind[0].weights[:] = weights
        learn(book[0], states, mind[0], luck, batch, traces, gradient)
        slope = gradient / batch
        drift += 0.1 * (slope - drift)
        spread += 0.01 * (slope * slope - spread)
        falling = rate * (1.0 - 0.9 * step / steps)
        weights += falling * (drift / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
        if step > steps * 3 // 4:
            average += weights
    return average / (steps - steps * 3 // 4)


def first_weights() -> npt.NDArray[np.float64]:
    """Start from wampum and cards."""
    weights = np.zeros((len(STAGES), FEATURES))
    weights[:, BID_FEATURES.index("wampum")] = 1.5
    weights[:, BID_FEATURES.index("hand")] = 0.6
    weights[0, BID_FEATURES.index("hand")] = 0.0
    weights[0, BID_FEATURES.index("kinds")] = 1.5
    return weights


def main(arguments: Sequence[str]) -> None:
    """Fit all player counts and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=800_000, help="games for each player count")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    found = {players: fit(players, given.games, given.seed) for players in get("wampum").seats}
    FILE.write_text(write(found, given.games, given.seed))
