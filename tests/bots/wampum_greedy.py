"""A reference player for Wampum: one ply deep, it maximises wampum plus 0.4 for each card that its hand changes by."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from spieltisch.bots import Bot, Budget, Candidate
from spieltisch.games import chance
from spieltisch.games.chance import Chance, below
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.wampum.choosing import all_choices, may_take, nth_choice, sample_move
from spieltisch.games.wampum.moves import KIND_COUNT, MOVE_BID, MOVE_GO, VERB_BITS, cards_of, goods_of
from spieltisch.games.wampum.state import DISCARD, RELOCATE

if TYPE_CHECKING:
    import numpy as np

    from spieltisch.games import View

CARD = 0.4


@compiled
def worth(s: np.record, village: int, goods: int) -> float:
    wampum = 0
    gain = 0
    match = False
    for kind in range(KIND_COUNT):
        cards = goods_of(goods, kind)
        gain += int64(s.village[village, kind])
        if cards > 0:
            wampum += cards - 1
            match |= s.village[village, kind] > 0
    if match:
        return CARD * (gain - cards_of(goods))
    return wampum - CARD * cards_of(goods)


@compiled
def own_bid(s: np.record, seat: int) -> int:
    goods = int64(0)
    for kind in range(KIND_COUNT):
        goods |= int64(s.bid[seat, kind]) << (5 + 5 * kind)
    return goods


@compiled
def greedy_move(book: np.record, s: np.record, seat: int, luck: Chance) -> int:
    if s.phase == DISCARD:
        return sample_move(book, s, seat, luck)
    relocating = s.phase == RELOCATE
    best = -1e9
    ties = int64(0)
    found = int64(0)
    for choice in range(1, int64(2) if relocating else all_choices(s, seat)):
        goods = own_bid(s, seat) if relocating else nth_choice(s, seat, choice)
        size = cards_of(goods)
        for village in range(int64(book.villages)):
            if may_take(s, village, size):
                value = worth(s, village, goods)
                if value > best + 1e-9:
                    best = value
                    ties = int64(0)
                if value > best - 1e-9:
                    ties += 1
                    if below(luck, ties) == 0:
                        move = int64(MOVE_GO) if relocating else goods | MOVE_BID
                        found = move | village << VERB_BITS
    return found


class GreedyBot(Bot):
    def __init__(self) -> None:
        super().__init__("wampum", "greedy")

    def choose(self, view: View, seat: int, budget: Budget | None = None) -> str:
        luck = chance.seeded("greedy", secrets.randbits(63) if budget is None else budget.seed)
        move = int(greedy_move(view.book[0], view.state[0], seat, luck))
        text = view.game.write_move(view.book[0], move)
        self.candidates = [Candidate(text, 0.5)]
        return text
