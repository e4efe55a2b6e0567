"""Amul's table as a drawing: market, palace and bazaar above, then each seat with hand and area."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

import numpy as np

from spieltisch.games.amul.cards import SYMBOLS
from spieltisch.games.amul.choosing import waiting_for
from spieltisch.games.amul.notation import PHASES, area_of, names
from spieltisch.games.amul.rules import holder
from spieltisch.games.amul.state import BLANK, DECK, ROUNDS
from spieltisch.games.picture import CARD, FAINT, INK, MARGIN, TURN, Colour, Disc, Label, Picture, Polygon, box
from spieltisch.texts import say

COLOURS: tuple[Colour, ...] = (
    (232, 196, 84),
    (104, 144, 200),
    (160, 112, 176),
    (204, 96, 84),
    (116, 164, 104),
    (228, 150, 76),
    (190, 180, 166),
)
"""By line of the score sheet: yellow, blue, purple, red, green, orange, bazaar."""

WIDTH = 1280
CARD_HEIGHT = 24
ROW = CARD_HEIGHT + 8
LETTER = 7.2
LEFT = 110

Shapes = list[Polygon | Disc | Label]


def cards(book: np.record, faces: Iterable[int], y: float) -> tuple[Shapes, float]:
    """Draw cards in rows, equal ones together; give where the next row begins."""
    shapes: Shapes = []
    x = float(LEFT)
    for face, count in Counter(int(face) for face in faces if face != BLANK).items():
        text = names(book, [face])[0].replace("_", " ") + (f" x{count}" if count > 1 else "")
        width = 12 + LETTER * len(text)
        if x + width > WIDTH - MARGIN:
            x, y = float(LEFT), y + ROW
        shapes.append(box(x, y, width, CARD_HEIGHT, COLOURS[book.line[book.kind_of[face]]], INK))
        shapes.append(Label(x + 6, y + 4, text, 13, CARD))
        x += width + 4
    return shapes, y + ROW


def draw(book: np.record, s: np.record, language: str) -> Picture:
    """Draw the table."""
    word = partial(say_of_board, language)
    head = [
        word("head", round=int(s.round_number), rounds=ROUNDS, phase=word(PHASES[s.phase])),
        word("first_pick", seat=int(holder(book, s))),
        word("deck", number=DECK - int(s.top)),
    ]
    shapes: Shapes = [Label(MARGIN, MARGIN, " · ".join(head))]
    y = 3.0 * MARGIN
    for title, faces in (("market", s.market), ("palace", s.palace), ("bazaar", s.bazaar)):
        shapes.append(Label(MARGIN, y + 4, word(title)))
        drawn, y = cards(book, faces.tolist(), y)
        shapes += drawn
    waiting = waiting_for(book, s)
    for seat in range(int(book.players)):
        drawn, y = draw_seat(book, s, seat, y + 6, word, to_decide=bool(waiting >> seat & 1))
        shapes += drawn
    return Picture(WIDTH, int(y) + MARGIN, shapes)


def say_of_board(language: str, key: str, **values: object) -> str:
    """Take a word from the catalogue."""
    return say(f"amul.board.{key}", language, **values)


def draw_seat(
    book: np.record, s: np.record, seat: int, y: float, word: Callable[..., str], *, to_decide: bool
) -> tuple[Shapes, float]:
    """Draw what lies before a seat."""
    colour = TURN if to_decide else FAINT
    shapes: Shapes = [Polygon(((MARGIN, y), (WIDTH - MARGIN, y)), outline=colour)]
    signs = [f"{word(sign)} {s.symbols[seat, at]}" for at, sign in enumerate(SYMBOLS)]
    shapes.append(Label(MARGIN, y + 6, word("seat", seat=seat), fill=TURN if to_decide else INK))
    shapes.append(Label(LEFT, y + 6, " · ".join(signs), 13))
    y += ROW
    lists = {"hand": s.hand[seat].tolist(), "chosen": [int(s.chosen[seat])], "area": area_of(book, s, seat)}
    for title, faces in lists.items():
        if faces != [BLANK]:
            shapes.append(Label(MARGIN, y + 4, word(title), 13))
            drawn, y = cards(book, faces, y)
            shapes += drawn
    return shapes, y
