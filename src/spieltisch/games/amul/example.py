"""A small example for one card: a few cards in front of four people, and what the card adds there, line by line."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from spieltisch.games.amul import book as books
from spieltisch.games.amul.rules import lay_down
from spieltisch.games.amul.state import NO_LETTER, STATE
from spieltisch.games.amul.worked import AmulSumLine, beside, sum_of
from spieltisch.games.face import Shape
from spieltisch.games.records import blank
from spieltisch.games.table import Board

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    import numpy as np

    from spieltisch.games.amul.cards import CardSet, Kind, Rule

PLAYERS = 4
ME, LEFT, RIGHT, ACROSS = 0, 1, 3, 2
SEATS_IN = {
    "own": (ME,),
    "neighbours": (LEFT, RIGHT),
    "own_neighbours": (ME, LEFT, RIGHT),
    "everyone": (ME, LEFT, ACROSS, RIGHT),
}
MOST_ROWS = 12
MOST_COPIES = 9
Areas = dict[str, int]
"""How many cards lie where: "0 gold" is gold in the own area."""


class AmulExampleRow(Shape, frozen=True, kw_only=True):
    """Cards of one kind in one area of the example; as many as there are can be asked for."""

    seat: int
    kind: str
    name: dict[str, str]
    count: int
    most: int


class AmulExample(Shape, frozen=True, kw_only=True):
    """An example: which cards lie where, and what the card adds; the lines that are not open add up to `points`."""

    rows: list[AmulExampleRow]
    lines: list[AmulSumLine]
    points: int


def worked_example(cardset: CardSet, card: Kind, wished: Areas, language: str) -> AmulExample | None:
    """Work out what a card adds; none if the set cannot be laid out at all yet."""
    try:
        book = books.write(cardset, PLAYERS, tea=True)
        box = books.Box(cardset)
    except (books.TooLarge, IndexError, OverflowError, TypeError, ValueError):
        return None
    rows = rows_of(box, card, wished)
    before, left = laid_out(book, box.faces, rows, card)
    if left is None:
        return None
    after = beside(before, ME, left)
    lines = list(sum_of(cardset, before, after, ME, card.id, language))
    return AmulExample(rows=rows, lines=lines, points=sum(line.points or 0 for line in lines if not line.open))


def rows_of(box: books.Box, card: Kind, wished: Areas) -> list[AmulExampleRow]:
    """Which cards the example has: the card itself, and some of everything that its rules look at."""
    wanted: dict[tuple[int, str], int] = {(ME, card.id): 2 if any(rule.rule == "set" for rule in card.score) else 1}
    for rule in card.score:
        for thing, need in Counter(rule.of).items():
            kind = stand_in(box.cardset, card, thing)
            if kind is not None:
                for seat in SEATS_IN[rule.scope]:
                    wanted.setdefault((seat, kind.id), count_for(rule, seat, need))
    known = {kind.id: kind for kind in box.cardset.kinds}
    rows = []
    for (seat, name), usual in list(wanted.items())[:MOST_ROWS]:
        most = min(MOST_COPIES, box.kind_mask[name].bit_count())
        least = int((seat, name) == (ME, card.id))
        count = min(max(wished.get(f"{seat} {name}", usual), least), most)
        rows.append(AmulExampleRow(seat=seat, kind=name, name=known[name].name, count=count, most=most))
    return rows


def count_for(rule: Rule, seat: int, need: int) -> int:
    """How many of a thing the example has to begin with: enough in the own area, and not the same everywhere."""
    if seat == ME:
        return max(need, rule.at_least or 0) if rule.rule == "if" else need
    return 1 if seat == LEFT else 0


def stand_in(cardset: CardSet, card: Kind, thing: str) -> Kind | None:
    """A card that is such a thing; another one than the card itself if there is one."""
    what, _, which = thing.rpartition(":")
    if what == "symbol":
        found: Iterable[Kind] = (kind for kind in cardset.kinds if getattr(kind, which))
    else:
        members = set(cardset.members(thing))
        found = (kind for kind in cardset.kinds if kind.id in members)
    listed = [kind for kind in found if kind.copies]
    return next((kind for kind in listed if kind.id != card.id), listed[0] if listed else None)


def laid_out(
    book: np.recarray[Any, Any], faces: list[tuple[Kind, str]], rows: list[AmulExampleRow], card: Kind
) -> tuple[Board, int | None]:
    """Lay out the example but for one copy of the card; gives the face of that one too."""
    from spieltisch.games.amul import GAME, Options

    states = blank(STATE)
    states[0].letter[:] = NO_LETTER
    table = Board(GAME, PLAYERS, Options(), book, states)
    last = None
    for row in rows:
        copies = copies_of(faces, row.kind)
        for nth, face in enumerate(copies[: row.count]):
            if (row.seat, row.kind, nth) == (ME, card.id, row.count - 1):
                last = face
            else:
                lay_down(book[0], states[0], row.seat, face)
    return table, last


def copies_of(faces: list[tuple[Kind, str]], name: str) -> list[int]:
    """The faces of all copies of a kind: one for all, or one for each letter."""
    found = [face for face, (kind, _) in enumerate(faces) if kind.id == name]
    return found if len(found) > 1 else found * MOST_COPIES
