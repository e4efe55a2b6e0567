"""A reference player for Wigwam: looks two plies ahead, follows captures to their end and counts warriors."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np

from spieltisch.bots import Bot, Budget
from spieltisch.games.wigwam.state import SETTING_UP

if TYPE_CHECKING:
    from spieltisch.games import Game, View

WON = 1000.0


class TwoPlyBot(Bot):
    """Takes the move whose worst answer leaves it with most warriors; equal moves and set-ups are drawn."""

    def __init__(self) -> None:
        super().__init__("wigwam", "two plies")

    def choose(self, view: View, seat: int, budget: Budget | None = None) -> str:
        """Look at every move and every answer."""
        dice = random.Random(0 if budget is None else budget.seed)
        moves = view.legal_moves(seat)
        dice.shuffle(moves)
        chosen = moves[0]
        if view.state[0].stage != SETTING_UP:
            best = -3 * WON
            for move in moves:
                number = view.game.read_move(view.book[0], move)
                value = after(view.game, view.book[0], view.state, number, 1, best, 3 * WON)
                if value > best:
                    best, chosen = value, move
        return chosen


def after(game: Game, book: np.record, state: np.recarray, move: int, plies: int, alpha: float, beta: float) -> float:
    """Value a move for the player who makes it; a huff leaves him to move."""
    seat = int(state[0].to_move)
    then = state.copy()
    game.rules.play(book, then[0], seat, move)
    if int(then[0].to_move) == seat:
        return best_of(game, book, then, plies, alpha, beta)
    return -best_of(game, book, then, plies, -beta, -alpha)


def best_of(game: Game, book: np.record, state: np.recarray, plies: int, alpha: float, beta: float) -> float:
    """Value a position for the player to move: quiet ones by counting, others by their moves."""
    s = state[0]
    seat = int(s.to_move)
    if game.rules.is_over(book, s):
        return WON * (int(s.points[seat]) - int(s.points[1 - seat]))
    if plies <= 0 and not s.capturers:
        return float(int(s.warriors[seat]).bit_count() - int(s.warriors[1 - seat]).bit_count())
    moves = np.empty(game.rules.count_moves(book, s, seat), np.int64)
    game.rules.legal_moves(book, s, seat, moves)
    for move in moves:
        alpha = max(alpha, after(game, book, state, int(move), plies - 1, alpha, beta))
        if alpha >= beta:
            break
    return alpha
