"""Wigwam's board as a drawing."""

import numpy as np

from spieltisch.games.picture import CARD, FAINT, INK, MARGIN, TURN, Colour, Disc, Label, Picture, Polygon
from spieltisch.games.wigwam.board import BASE, CELLS, NAMES, NOWHERE, ROW_LENGTHS, STRIDE, neighbour
from spieltisch.games.wigwam.drawing import headline
from spieltisch.games.wigwam.state import OVER

STEP = 64
SLANT = STEP * 0.866
RADIUS = 22
WIDTH = 8 * STEP
HEIGHT = int(6 * SLANT) + 2 * STEP
SIDES: tuple[tuple[Colour, Colour], ...] = (((248, 236, 206), INK), ((72, 60, 54), CARD))
"""Piece and letter of light and dark."""
BASES: tuple[Colour, ...] = ((236, 214, 160), (168, 150, 136))

Shapes = list[Polygon | Disc | Label]


def place_of(cell: int) -> tuple[float, float]:
    """Say where a point lies."""
    row, column = divmod(cell, STRIDE)
    in_row = column - max(3 - row, 0)
    left = WIDTH / 2 - (ROW_LENGTHS[row] - 1) * STEP / 2
    return left + in_row * STEP, STEP + row * SLANT


def draw(book: np.record, s: np.record, language: str) -> Picture:
    """Draw the board and all pieces."""
    shapes: Shapes = []
    for cell in CELLS:
        for direction in range(3):
            other = neighbour(cell, direction)
            if other != NOWHERE:
                shapes.append(Polygon((place_of(cell), place_of(other)), outline=FAINT))
    for cell, name in zip(CELLS, NAMES, strict=True):
        x, y = place_of(cell)
        seats = [seat for seat in range(2) if cell in BASE[seat]]
        shapes.append(Disc(x, y, 6, BASES[seats[0]] if seats else CARD, FAINT))
        shapes.append(Label(x - 8, y + 8, name, 10, FAINT))
        shapes += draw_piece(s, cell)
    shapes.append(Label(MARGIN, MARGIN, headline(book, s, language), fill=INK if s.stage == OVER else TURN))
    return Picture(WIDTH, HEIGHT, shapes)


def draw_piece(s: np.record, cell: int) -> Shapes:
    """Draw what stands on a point: warriors round, chiefs with a ring, tents as triangles."""
    x, y = place_of(cell)
    shapes: Shapes = []
    for seat, (fill, ink) in enumerate(SIDES):
        if int(s.warriors[seat]) >> cell & 1:
            shapes.append(Disc(x, y, RADIUS, fill))
        if int(s.chiefs[seat]) >> cell & 1:
            shapes.append(Disc(x, y, RADIUS, fill))
            shapes.append(Disc(x, y, RADIUS - 7, fill, ink))
            shapes.append(Label(x, y, "C", fill=ink, centred=True))
        if int(s.tents[seat]) >> cell & 1:
            corners = ((x, y - RADIUS), (x + RADIUS, y + RADIUS * 0.8), (x - RADIUS, y + RADIUS * 0.8))
            shapes.append(Polygon(corners, fill, INK))
    return shapes
