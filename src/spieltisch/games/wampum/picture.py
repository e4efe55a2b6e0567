"""Wampum's table as a drawing: villages with their goods and bids above, one line a seat below."""

from collections.abc import Callable
from functools import partial

import numpy as np

from spieltisch.games.picture import CARD, FAINT, INK, MARGIN, TURN, Colour, Disc, Label, Picture, Polygon, box
from spieltisch.games.wampum.choosing import waiting_for
from spieltisch.games.wampum.drawing import PHASES
from spieltisch.games.wampum.rules import wampum_of
from spieltisch.games.wampum.state import ALL_CARDS, KINDS, LETTERS, MAX_VILLAGES, NOBODY, NOWHERE, UNKNOWN
from spieltisch.texts import say

COLOURS: tuple[Colour, ...] = ((226, 178, 64), (142, 104, 74), (110, 146, 78), (120, 130, 146), (170, 84, 120))
"""Corn, furs, tobacco, weapons, spirits."""
SEATS: tuple[Colour, ...] = ((196, 72, 60), (64, 112, 176), (84, 150, 92), (150, 96, 168), (216, 150, 60))

BLANK_GOODS = np.full(len(KINDS), UNKNOWN)

SQUARE = 30
VILLAGE_WIDTH = len(KINDS) * (SQUARE + 4) + MARGIN
VILLAGE_HEIGHT = 120
WIDTH = MAX_VILLAGES * (VILLAGE_WIDTH + MARGIN) + MARGIN
ROW = 64

Shapes = list[Polygon | Disc | Label]


def goods(x: float, y: float, counts: np.ndarray[tuple[int], np.dtype[np.int8]], size: int) -> Shapes:
    """Draw cards by kind with their number; unknown ones as one grey card."""
    if counts[0] == UNKNOWN:
        return [box(x, y, SQUARE, SQUARE, FAINT, INK), Label(x + SQUARE / 2, y + SQUARE / 2, str(size), centred=True)]
    shapes: Shapes = []
    for kind, count in enumerate(counts.tolist()):
        left = x + kind * (SQUARE + 4)
        shapes.append(box(left, y, SQUARE, SQUARE, COLOURS[kind] if count else CARD))
        text, fill = (f"{LETTERS[kind]}{count}", CARD) if count else (LETTERS[kind], FAINT)
        shapes.append(Label(left + SQUARE / 2, y + SQUARE / 2, text, fill=fill, centred=True))
    return shapes


def draw(book: np.record, s: np.record, language: str) -> Picture:
    """Draw the table."""
    word = partial(say_of_board, language)
    head = word("head", round=int(s.round_number), phase=word(PHASES[s.phase]), pile=ALL_CARDS - int(s.top))
    shapes: Shapes = [Label(MARGIN, MARGIN, head)]
    for village in range(int(book.villages)):
        x, y = MARGIN + village * (VILLAGE_WIDTH + MARGIN), 3 * MARGIN
        shapes += draw_village(s, village, x, y, word("village", village=village + 1))
    top = 4 * MARGIN + VILLAGE_HEIGHT
    waiting = waiting_for(book, s)
    for seat in range(int(book.players)):
        shapes += draw_seat(s, seat, top + seat * ROW, word, to_decide=bool(waiting >> seat & 1))
    return Picture(WIDTH, top + int(book.players) * ROW + MARGIN, shapes)


def say_of_board(language: str, key: str, **values: object) -> str:
    """Take a word from the catalogue."""
    return say(f"wampum.board.{key}", language, **values)


def draw_village(s: np.record, village: int, x: float, y: float, title: str) -> Shapes:
    """Draw a village, and whose bid of how many cards lies there."""
    shapes: Shapes = [box(x, y, VILLAGE_WIDTH, VILLAGE_HEIGHT, CARD, INK), Label(x + 8, y + 6, title)]
    shapes += goods(x + 8, y + 30, s.village[village], 0)
    owner = int(s.trader[village])
    if owner != NOBODY:
        shapes += [*disc(x + 22, y + 94, owner), *goods(x + 44, y + 79, BLANK_GOODS, int(s.bid_size[owner]))]
    return shapes


def disc(x: float, y: float, seat: int) -> Shapes:
    """Draw the sign of a seat."""
    return [Disc(x, y, 15, SEATS[seat]), Label(x, y, str(seat), fill=CARD, centred=True)]


def draw_seat(s: np.record, seat: int, y: float, word: Callable[..., str], *, to_decide: bool) -> Shapes:
    """Draw what lies before a seat."""
    shapes: Shapes = [box(MARGIN, y, WIDTH - 2 * MARGIN, ROW - 8, CARD, TURN if to_decide else FAINT)]
    shapes += disc(MARGIN + 28, y + 28, seat)
    if s.canoe == seat:
        shapes.append(Label(MARGIN + 50, y + 34, word("canoe"), 12))
    shapes.append(Label(MARGIN + 110, y + 18, f"{word('wampum')} {wampum_of(s, seat)}"))
    shapes += goods(MARGIN + 220, y + 13, s.hand[seat], int(s.hand_size[seat]))
    if s.surplus[seat]:
        shapes.append(Label(MARGIN + 410, y + 18, word("discards", number=int(s.surplus[seat]))))
    if s.bid_size[seat]:
        at = int(s.bid_at[seat])
        where = word("village", village=at + 1) if at != NOWHERE else word("displaced", size=int(s.bid_size[seat]))
        shapes.append(Label(MARGIN + 530, y + 18, where))
        shapes += goods(MARGIN + 700, y + 13, s.bid[seat], int(s.bid_size[seat]))
    return shapes
