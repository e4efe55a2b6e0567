"""The table of Amul drawn with letters, for a person."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from spieltisch.games.amul import rules
from spieltisch.games.amul.choosing import waiting_for
from spieltisch.games.amul.notation import PHASES, area_of, names
from spieltisch.games.amul.state import ARAB, BLANK, DECK, MONGOL, NO_LETTER, ROUNDS, STRENGTH
from spieltisch.games.records import seats_of
from spieltisch.texts import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy as np


def draw(book: np.record, s: np.record, language: str) -> str:
    """Draw the table for a person; cards are named as they are written in moves."""

    def word(key: str, **values: object) -> str:
        return say(f"amul.board.{key}", language, **values)

    waiting = seats_of(waiting_for(book, s))
    head = [
        word("head", round=int(s.round_number), rounds=ROUNDS, phase=word(PHASES[s.phase])),
        word("first_pick", seat=int(rules.holder(book, s))),
        word("deck", number=DECK - int(s.top)),
        word("removed", number=int(s.removed)),
    ]
    places = [word("market"), word("palace"), word("bazaar"), word("order")]
    width = max(map(len, places))
    lines = [" · ".join(head), ""]
    for place, cards in zip(places, (s.market, s.palace, s.bazaar), strict=False):
        lines.append(f"  {place:<{width}}   {heap(book, cards)}")
    if s.queue[0] != BLANK:
        order = [f"[{seat}]" if at == s.turn else str(seat) for at, seat in enumerate(s.queue) if seat != BLANK]
        lines.append(f"  {places[-1]:<{width}}   {' '.join(order)}")
    lines.append("")
    for seat in range(int(book.players)):
        lines += draw_seat(book, s, seat, word, to_decide=seat in waiting)
    return "\n".join(lines)


def draw_seat(book: np.record, s: np.record, seat: int, word: Callable[..., str], *, to_decide: bool) -> list[str]:
    """Draw what lies before one seat."""
    letter = "" if s.letter[seat] == NO_LETTER else chr(ord("A") + int(s.letter[seat]))
    held = int(s.held[seat])
    hand = "?" if held and s.hand[seat, 0] == BLANK else heap(book, s.hand[seat])
    chosen = "" if not s.decided >> seat & 1 else ", ".join(names(book, s.chosen[seat : seat + 1])) or "?"
    signs = [
        f"{word('strength')} {s.symbols[seat, STRENGTH]}{letter}",
        f"{word('arab')} {s.symbols[seat, ARAB]}",
        f"{word('mongol')} {s.symbols[seat, MONGOL]}",
    ]
    lines = [
        f"{'>' if to_decide else ' '} {word('seat', seat=seat)}   " + " · ".join(signs),
        f"    {word('area')}   {heap(book, area_of(book, s, seat))}",
        f"    {word('hand')} {held} {hand}" + (f"   {word('chosen')} {chosen}" if chosen else ""),
    ]
    return [line.rstrip() for line in lines]


def heap(book: np.record, faces: Iterable[int]) -> str:
    """Write cards with equal ones together."""
    found = Counter(names(book, faces))
    return ", ".join(card if count == 1 else f"{count} {card}" for card, count in found.items()) or "-"
