"""Paints the drawing of a table as an array of pixels, with Pillow."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from spieltisch.games.picture import PAPER, Disc, Label, Picture, Polygon

if TYPE_CHECKING:
    import numpy.typing as npt

FINE = 2
"""Everything is painted so many times larger first, which makes edges smooth."""


@cache
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Give the font that comes with Pillow."""
    return ImageFont.load_default(size)


def paint(picture: Picture) -> npt.NDArray[np.uint8]:
    """Give a picture as height x width x 3 bytes of red, green and blue."""
    image = Image.new("RGB", (picture.width * FINE, picture.height * FINE), PAPER)
    brush = ImageDraw.Draw(image)
    for shape in picture.shapes:
        if isinstance(shape, Polygon):
            paint_polygon(brush, shape)
        elif isinstance(shape, Disc):
            left, top = (shape.x - shape.radius) * FINE, (shape.y - shape.radius) * FINE
            right, bottom = (shape.x + shape.radius) * FINE, (shape.y + shape.radius) * FINE
            brush.ellipse((left, top, right, bottom), shape.fill, shape.outline, FINE)
        else:
            write(brush, shape)
    return np.asarray(image.resize((picture.width, picture.height), Image.Resampling.LANCZOS))


def paint_polygon(brush: ImageDraw.ImageDraw, shape: Polygon) -> None:
    """Paint a polygon, or a line."""
    points = [(x * FINE, y * FINE) for x, y in shape.points]
    if len(points) == 2:
        brush.line(points, shape.outline, FINE)
    else:
        brush.polygon(points, shape.fill, shape.outline, FINE)


def write(brush: ImageDraw.ImageDraw, label: Label) -> None:
    """Write a line of text."""
    anchor = "mm" if label.centred else "la"
    brush.text((label.x * FINE, label.y * FINE), label.text, label.fill, font(label.size * FINE), anchor)
