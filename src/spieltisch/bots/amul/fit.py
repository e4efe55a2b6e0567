"""Fits the weights of Amul's quick policy by self-play: policy gradient on whole games.

All seats play by the same weights and draw their moves; what was drawn by those who won becomes likelier.
`python -m spieltisch.lab.fit amul` writes the files that the bots read; the same seed gives the same files.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from spieltisch.bots.amul import guide
from spieltisch.bots.amul.looking import (
    AREA,
    ARMS,
    CLASSES,
    CROWD,
    DECLINING,
    DEED,
    DRIFT,
    EACH,
    EFFECT,
    FEATURES,
    GROUP,
    IN_OWN_HAND,
    KIND,
    MAJORITY,
    MEAN,
    PHASES,
    RIVAL,
    SHAPE,
    SIGNS,
    STAGE_OF,
    STAGES,
    ordered_rounds,
    return_to_start,
    rival,
    step,
    take_to_heart,
)
from spieltisch.bots.amul.policy import effect_worth, quick_move
from spieltisch.bots.amul.weights import FILE, fitted, kept, plain, write
from spieltisch.bots.determinized import share_of
from spieltisch.games import chance, get
from spieltisch.games.amul.choosing import VERB, legal_moves, waiting_for
from spieltisch.games.amul.rules import set_up, shuffle
from spieltisch.games.amul.scoring import scores
from spieltisch.games.amul.state import NOTHING, OFFER, PLAY, ROUNDS, STRENGTH, TAKE
from spieltisch.games.compiled import compiled
from spieltisch.games.records import blank, record_dtype

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spieltisch.bots.amul.looking import Weights
    from spieltisch.games.amul.state import Number
    from spieltisch.games.chance import Chance

GAMES = 200_000
MARGIN = 0.02
"""What one point more than the mean counts beside the win: it tells close games apart from hopeless ones."""


MOST_CHOICES = 20

CHOICES = record_dtype(
    [
        ("count", np.int64),
        ("move", np.int64, MOST_CHOICES),
        ("group", np.int64, MOST_CHOICES),
        ("feature", np.float32, (MOST_CHOICES, len(FEATURES))),
        ("chance", np.float64, MOST_CHOICES),
    ]
)


@compiled
def learn(
    book: np.record,
    states: npt.NDArray[np.void],
    mind: np.record,
    weights: Weights,
    luck: Chance,
    games: int,
    choices: np.record,
    traces: npt.NDArray[np.float64],
    gradient: npt.NDArray[np.float64],
) -> None:
    """Play games and sum up how the weights should change for the winners' draws to become likelier."""
    players = np.int64(book.players)
    take_to_heart(book, mind, weights)
    for _ in range(games):
        states[1] = states[0]
        s = states[1]
        shuffle(book, s, luck)
        set_up(book, s)
        return_to_start(book, s, mind)
        traces[:] = 0.0
        waiting = waiting_for(book, s)
        while waiting:
            for seat in range(players):
                if waiting >> seat & 1:
                    move = quick_move(book, s, np.int64(seat), mind, luck)
                    list_choices(book, s, np.int64(seat), mind, choices)
                    trace(s, weights, choices, move, traces[seat])
                    step(book, s, np.int64(seat), move, mind)
            waiting = waiting_for(book, s)
        winners = scores(book, s, mind.points)
        reward(mind, winners, players, traces, gradient)


@compiled
def list_choices(book: np.record, s: np.record, seat: Number, mind: np.record, choices: np.record) -> None:
    """List what a seat may choose, with all features of each choice: what the policy adds up, unfolded."""
    count = legal_moves(book, s, seat, choices.move)
    choices.count = count
    for row in range(count):
        for i in range(EACH):
            choices.feature[row, i] = 0.0
        choices.feature[row, EACH] = 1.0
        choices.group[row] = DECLINING
        face = np.int64(choices.move[row]) % VERB
        if face != NOTHING:
            choices.group[row] = mind.trait[face, GROUP]
            describe(book, s, seat, mind, face, choices.feature[row])


@compiled
def describe(
    book: np.record,
    s: np.record,
    seat: Number,
    mind: np.record,
    face: Number,
    feature: npt.NDArray[np.float32],
) -> None:
    """Fill in the features of one card."""
    kind = mind.trait[face, KIND]
    turn = np.int64(s.round_number)
    own = np.float32(s.phase == OFFER or s.phase == PLAY)  # the card is itself in the hand
    feature[MEAN] = mind.usual[kind]
    feature[AREA] = mind.area[seat, kind]
    feature[IN_OWN_HAND] = mind.beside[seat, kind] - own * mind.pair[kind, kind]
    feature[DRIFT] = mind.drift[kind] * np.float32(turn - 1) / np.float32(ROUNDS)
    if mind.trait[face, DEED] and s.phase != TAKE:
        feature[EFFECT] = effect_worth(book, s, seat, mind, mind.trait[face, DEED])
    feature[MAJORITY] = mind.swing[seat, mind.trait[face, SIGNS]]
    feature[ARMS] = np.float32(book.symbols[face, STRENGTH]) * np.float32(ordered_rounds(book, turn))
    feature[RIVAL] = rival(mind, seat, kind)
    feature[CROWD] = mind.members[seat, mind.trait[face, GROUP]] - own


@compiled
def trace(
    s: np.record,
    weights: Weights,
    choices: np.record,
    move: Number,
    traces: npt.NDArray[np.float64],
) -> None:
    """Note how the drawn choice differs from what was to be expected."""
    phase, stage = np.int64(s.phase), STAGE_OF[s.round_number]
    most = -1e9
    for row in range(np.int64(choices.count)):
        logit = 0.0
        for i in range(len(FEATURES)):
            logit += np.float64(weights[phase, stage, choices.group[row], i]) * np.float64(choices.feature[row, i])
        choices.chance[row] = logit
        most = max(most, logit)
    total = 0.0
    for row in range(np.int64(choices.count)):
        choices.chance[row] = np.exp(choices.chance[row] - most)
        total += choices.chance[row]
    for row in range(np.int64(choices.count)):
        surplus = np.float64(choices.move[row] == move) - choices.chance[row] / total
        for i in range(len(FEATURES)):
            traces[phase, stage, choices.group[row], i] += surplus * np.float64(choices.feature[row, i])


@compiled
def reward(
    mind: np.record,
    winners: Number,
    players: Number,
    traces: npt.NDArray[np.float64],
    gradient: npt.NDArray[np.float64],
) -> None:
    """Reward every seat for what it drew, by its part in the win and its points."""
    mean = 0.0
    for seat in range(players):
        mean += np.float64(mind.points[seat]) / np.float64(players)
    for seat in range(players):
        gain = share_of(winners, seat) - 1.0 / np.float64(players) + MARGIN * (np.float64(mind.points[seat]) - mean)
        for phase in range(len(PHASES)):
            for stage in range(len(STAGES)):
                for group in range(len(CLASSES)):
                    for i in range(len(FEATURES)):
                        gradient[phase, stage, group, i] += gain * traces[seat, phase, stage, group, i]


def fit(players: int, games: int, seed: int, batch: int = 2000, rate: float = 0.04) -> Weights:
    """Fit the weights for a player count, starting from plain ones (Adam, falling rate)."""
    book = get("amul").empty_table(players).book
    states = blank(get("amul").state_dtype, 2)
    weights = plain().astype(np.float64)
    mind = guide.work_out(book[0], plain())
    luck = chance.seeded("fit amul", players, seed)
    choices = blank(CHOICES)[0]
    traces, gradient = np.zeros((players, *SHAPE)), np.zeros(SHAPE)
    drift, spread, average = np.zeros(SHAPE), np.zeros(SHAPE), np.zeros(SHAPE)
    steps = max(1, games // batch)
    for number in range(1, steps + 1):
        gradient[:] = 0.0
        learn(book[0], states, mind[0], weights.astype(np.float32), luck, batch, choices, traces, gradient)
        slope = gradient / batch
        drift += 0.1 * (slope - drift)
        spread += 0.01 * (slope * slope - spread)
        falling = rate * (1.0 - 0.9 * number / steps)
        weights += falling * (drift / (1 - 0.9**number)) / (np.sqrt(spread / (1 - 0.99**number)) + 1e-8)
        if number == steps // 3:
            mind = guide.work_out(book[0], weights.astype(np.float32))  # better games show better what cards are worth
        if number > steps * 3 // 4:
            average += weights
    return (average / (steps - steps * 3 // 4)).astype(np.float32)


def main(arguments: Sequence[str]) -> None:
    """Fit all player counts and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games for each player count")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    found = {players: fit(players, given.games, given.seed) for players in get("amul").seats}
    FILE.write_text(write(found, given.games, given.seed))
    kept.cache_clear()
    fitted.cache_clear()
