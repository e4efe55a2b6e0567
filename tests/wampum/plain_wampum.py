"""Wampum once more, in plain Python with lists of letters, straight from the rules: an engine to check the fast one."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

VILLAGES = {2: [2, 3, 4], 3: [2, 3, 4], 4: [2, 3, 3, 4], 5: [2, 3, 3, 3, 4]}


class Wrong(Exception):
    """A record that breaks a rule."""


def need(condition: object, what: str) -> None:
    if not condition:
        raise Wrong(what)


class PlainWampum:
    """Plays a record move by move; raises Wrong at the first move that is not allowed."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.n = record["players"]
        self.start = record["deal"]["first"]
        pile = [kind[0].upper() for kind in record["deal"]["deck"]]
        removed = [kind[0].upper() for kind in record["deal"]["removed"]]
        need(Counter(pile + removed) == Counter("CFTWS" * 18), "the cards of the box")
        self.hands: list[list[str]] = [[] for _ in range(self.n)]
        for step in range(self.n):
            self.hands[(self.start + step) % self.n], pile = pile[:5], pile[5:]
        self.villages: list[list[str]] = []
        for size in VILLAGES[self.n]:
            self.villages.append(pile[:size])
            pile = pile[size:]
        self.pile = pile
        self.chests: list[list[str]] = [[] for _ in range(self.n)]
        self.rounds = 0
        self.moves = iter(record["moves"])

    def next_move(self, verb: str, allowed: list[int]) -> tuple[int, list[str]]:
        seat, text = next(self.moves, (-1, "nothing"))
        need(seat in allowed, f"seat {seat} is not one of {allowed}")
        words = text.split()
        need(words[0] == verb, f"{text} is not a {verb}")
        return seat, words[1:]

    def pay(self, seat: int, cards: str) -> None:
        need(all(a <= b for a, b in pairwise("CFTWS".index(c) for c in cards)), "sorted")
        for card in cards:
            need(card in self.hands[seat], f"{card} is not in hand")
            self.hands[seat].remove(card)

    def play(self) -> list[int]:
        last = False
        while True:
            self.rounds += 1
            bids = self.bid()
            top = max(len(cards) for _, cards in bids.values())
            while len(bids[self.start][1]) != top:
                self.start = (self.start + 1) % self.n
            if not last:
                self.income(bids)
            self.limit(top + 3)
            for seat, (village, cards) in bids.items():
                self.trade(seat, village, cards)
            if last:
                break
            last = not self.pile
        for seat in range(self.n):
            self.chests[seat] += set(self.hands[seat])
        need(next(self.moves, None) is None, "moves after the end")
        return [len(chest) for chest in self.chests]

    def bid(self) -> dict[int, tuple[int, str]]:
        lying: dict[int, tuple[int, str]] = {}  # village -> seat, cards
        for step in range(self.n):
            seat, (place, cards) = self.next_move("bid", [(self.start + step) % self.n])
            self.pay(seat, cards)
            village = int(place) - 1
            while True:
                need(0 <= village < len(self.villages), "no such village")
                before = lying.get(village)
                need(cards and (before is None or len(before[1]) < len(cards)), "not larger")
                lying[village] = seat, cards
                if before is None:
                    break
                seat, cards = before
                _, (place,) = self.next_move("go", [seat])
                village = int(place) - 1
        return {seat: (village, cards) for village, (seat, cards) in lying.items()}

    def income(self, bids: dict[int, tuple[int, str]]) -> None:
        for step in range(self.n):
            self.hands[(self.start + step) % self.n] += self.pile[:2]
            self.pile = self.pile[2:]
        if self.n == 2:
            (free,) = set(range(3)) - {village for village, _ in bids.values()}
            self.villages[free] += self.pile[:2]
            self.pile = self.pile[2:]

    def limit(self, most: int) -> None:
        due = [seat for seat in range(self.n) if len(self.hands[seat]) > most]
        while due:
            seat, (cards,) = self.next_move("discard", due)
            need(len(cards) == len(self.hands[seat]) - most, "the number of discards")
            self.pay(seat, cards)
            due.remove(seat)

    def trade(self, seat: int, village: int, cards: str) -> None:
        if set(cards) & set(self.villages[village]):
            self.hands[seat] += self.villages[village]
            self.villages[village] = list(cards)
        else:
            self.villages[village] += set(cards)
            self.chests[seat] += (Counter(cards) - Counter(set(cards))).elements()
