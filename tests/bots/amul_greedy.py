"""A reference player for Amul: it always does what leaves it with the highest estimate of its own final score.

The estimate is exact about the cards that it has: the score of its area with every hand card that will count, that
is those with the hand icon, and as many of the others as there are rounds left to play them.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import numpy as np

from spieltisch.bots import Bot, Budget, Candidate
from spieltisch.games import chance
from spieltisch.games.amul.choosing import VERB
from spieltisch.games.amul.rules import lay_down
from spieltisch.games.amul.scoring import seat_points
from spieltisch.games.amul.state import NOTHING, OFFER, PICK, ROUNDS, TAKE, Number
from spieltisch.games.chance import Chance, below
from spieltisch.games.compiled import compiled

if TYPE_CHECKING:
    import numpy.typing as npt

    from spieltisch.games import View

EFFECT = 3.0
"""What a card that takes another one is thought to bring."""


@compiled
def best_addition(book: np.record, s: np.record, seat: Number, left: npt.NDArray[np.int64], table: bool) -> Number:
    """Find the place of the hand card that adds most to the area, among those that can be laid down this way."""
    base = seat_points(book, s, seat)
    best = np.int64(-1)
    most = np.int64(-1000)
    for at in range(len(left)):
        face = left[at]
        if face >= 0 and (book.table_icon[face] if table else book.hand_icon[face]):
            area = s.area[seat, 0], s.area[seat, 1], s.area[seat, 2]
            symbols = s.symbols[seat, 0], s.symbols[seat, 1], s.symbols[seat, 2]
            lay_down(book, s, seat, face)
            gain = seat_points(book, s, seat) - base
            for i in range(3):
                s.area[seat, i] = area[i]
                s.symbols[seat, i] = symbols[i]
            if gain > most:
                most = gain
                best = np.int64(at)
    return best


@compiled
def estimate(book: np.record, s: np.record, seat: Number, left: npt.NDArray[np.int64], plays: Number) -> Number:
    """Estimate the final score from the area and the hand cards in `left`; the state is scratch."""
    area = s.area[seat, 0], s.area[seat, 1], s.area[seat, 2]
    symbols = s.symbols[seat, 0], s.symbols[seat, 1], s.symbols[seat, 2]
    extra = 0.0
    for at in range(len(left)):  # the hand icon scores by itself
        face = left[at]
        if face >= 0 and book.hand_icon[face]:
            lay_down(book, s, seat, face)
            left[at] = -1
    for _ in range(plays):
        at = best_addition(book, s, seat, left, True)
        if at >= 0:
            lay_down(book, s, seat, left[at])
            extra += EFFECT * np.float64(book.effect[left[at]] > 0)
            left[at] = -1
    total = np.float64(seat_points(book, s, seat)) + extra
    for i in range(3):
        s.area[seat, i] = area[i]
        s.symbols[seat, i] = symbols[i]
    return total


@compiled
def value_of(book: np.record, s: np.record, seat: Number, face: Number, left: npt.NDArray[np.int64]) -> Number:
    """Estimate the final score after one choice."""
    for at in range(len(left)):
        left[at] = s.hand[seat, at] if at < s.held[seat] else -1
    rounds = ROUNDS - np.int64(s.round_number)
    if s.phase == PICK:
        left[s.held[seat]] = face
        return estimate(book, s, seat, left, rounds + 1)
    if s.phase == TAKE:
        if face != NOTHING:
            area = s.area[seat, 0], s.area[seat, 1], s.area[seat, 2]
            symbols = s.symbols[seat, 0], s.symbols[seat, 1], s.symbols[seat, 2]
            lay_down(book, s, seat, face)
            total = estimate(book, s, seat, left, rounds)
            for i in range(3):
                s.area[seat, i] = area[i]
                s.symbols[seat, i] = symbols[i]
            return total
        return estimate(book, s, seat, left, rounds)
    place = np.int64(0)
    while left[place] != face:
        place += 1
    left[place] = -1
    if s.phase == OFFER or not book.table_icon[face]:
        return estimate(book, s, seat, left, rounds + np.int64(s.phase == OFFER))
    area = s.area[seat, 0], s.area[seat, 1], s.area[seat, 2]
    symbols = s.symbols[seat, 0], s.symbols[seat, 1], s.symbols[seat, 2]
    lay_down(book, s, seat, face)
    total = estimate(book, s, seat, left, rounds)
    # Of equal plans it plays first what helps at once.
    total += EFFECT * np.float64(book.effect[face] > 0) + 0.01 * np.float64(seat_points(book, s, seat))
    for i in range(3):
        s.area[seat, i] = area[i]
        s.symbols[seat, i] = symbols[i]
    return total


@compiled
def greedy_move(
    book: np.record,
    s: np.record,
    seat: Number,
    moves: npt.NDArray[np.int64],
    left: npt.NDArray[np.int64],
    luck: Chance,
) -> Number:
    """Choose the best of the moves; ties are drawn."""
    best = -1e9
    ties: Number = np.int64(0)
    found = moves[0]
    for move in moves:
        value = value_of(book, s, seat, move % VERB, left)
        if value > best + 1e-9:
            best = value
            ties = np.int64(0)
        if value > best - 1e-9:
            ties += 1
            if below(luck, ties) == 0:
                found = move
    return found


class GreedyBot(Bot):
    def __init__(self) -> None:
        super().__init__("amul", "greedy")

    def choose(self, view: View, seat: Number, budget: Budget | None = None) -> str:
        luck = chance.seeded("greedy", secrets.randbits(63) if budget is None else budget.seed)
        state = view.state.copy()
        moves = view.move_numbers(seat)
        move = int(greedy_move(view.book[0], state[0], seat, moves, np.zeros(7, np.int64), luck))
        text = view.game.write_move(view.book[0], move)
        self.candidates = [Candidate(text, 0.5)]
        return text
