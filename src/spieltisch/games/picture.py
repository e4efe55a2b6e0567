"""A table as a drawing: a list of shapes, which whoever wants a picture can paint. Coordinates are pixels."""

from __future__ import annotations

from typing import NamedTuple

Colour = tuple[int, int, int]

PAPER: Colour = (246, 241, 231)
INK: Colour = (48, 42, 36)
FAINT: Colour = (200, 190, 174)
CARD: Colour = (255, 253, 247)
TURN: Colour = (214, 120, 40)

MARGIN = 16
LINE = 20
LETTER = 8.6
"""How wide a letter of the usual size is, about."""


class Polygon(NamedTuple):
    """A filled area with an outline; two points are a line."""

    points: tuple[tuple[float, float], ...]
    fill: Colour = CARD
    outline: Colour = FAINT


class Disc(NamedTuple):
    """A filled circle."""

    x: float
    y: float
    radius: float
    fill: Colour
    outline: Colour = INK


class Label(NamedTuple):
    """A line of text; `centred` around its point, or else beginning there."""

    x: float
    y: float
    text: str
    size: int = 15
    fill: Colour = INK
    centred: bool = False


class Picture(NamedTuple):
    """A sheet of paper with shapes, painted in their order."""

    width: int
    height: int
    shapes: list[Polygon | Disc | Label]


def box(x: float, y: float, width: float, height: float, fill: Colour = CARD, outline: Colour = FAINT) -> Polygon:
    """Draw a rectangle."""
    return Polygon(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), fill, outline)


def written(text: str) -> Picture:
    """Draw lines of text: how a table looks that has no drawing of its own."""
    lines = text.split("\n")
    width = int(2 * MARGIN + LETTER * max(map(len, lines)))
    labels: list[Polygon | Disc | Label] = [Label(MARGIN, MARGIN + LINE * row, line) for row, line in enumerate(lines)]
    return Picture(width, 2 * MARGIN + LINE * len(lines), labels)
