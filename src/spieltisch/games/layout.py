"""What an array of numbers means: named fields, from which slices, documents and network inputs follow.

An observation is a row of int8. Each field says where its numbers lie, what they are and how large they can get, so
that nobody writes an offset by hand: the compiled code that fills a row, the pages that explain it and the code that
spreads it out for a network all read the same list.
"""

from __future__ import annotations

from itertools import accumulate
from math import prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

NUMBER, FLAG, CHOICE, CARDS, BITS = range(5)
KINDS = ("number", "flag", "choice", "cards", "bits")
"""What a field holds.

number: as it is, from 0 to `high` · flag: 0 or 1 · choice: one of `high` things, or -1 · cards: along the last axis a
list of cards from 0 to `high` - 1, filled up with -1 · bits: eight flags a byte, the lowest bit first.
"""


class Field(NamedTuple):
    """Some numbers of an observation that belong together."""

    name: str
    shape: tuple[int, ...]
    kind: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    @property
    def spread_shape(self) -> tuple[int, ...]:
        """Its shape when it is spread out: one flag a thing, one count a card, one flag a bit."""
        if self.kind == CHOICE:
            return (*self.shape, self.high)
        if self.kind == CARDS:
            return (*self.shape[:-1], self.high)
        if self.kind == BITS:
            return (*self.shape[:-1], 8 * self.shape[-1])
        return self.shape

    @property
    def spread_high(self) -> int:
        """The largest number in it when it is spread out."""
        if self.kind == CARDS:
            return self.shape[-1]
        return self.high if self.kind == NUMBER else 1


class Layout:
    """A list of fields, one behind the other."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self.fields = tuple(fields)
        self.starts = dict(zip((field.name for field in fields), starts_of([f.size for f in fields]), strict=True))
        self.size = sum(field.size for field in fields)
        self.spread_size = sum(prod(field.spread_shape) for field in fields)

    def __getitem__(self, name: str) -> slice:
        """Say where a field lies."""
        start = self.starts[name]
        return slice(start, start + self.field(name).size)

    def field(self, name: str) -> Field:
        """Give a field by its name."""
        return next(field for field in self.fields if field.name == name)

    def read(self, row: npt.NDArray[np.int8], name: str) -> npt.NDArray[np.int8]:
        """Give the numbers of one field in its shape, of one observation or of many."""
        return row[..., self[name]].reshape(*row.shape[:-1], *self.field(name).shape)

    @property
    def table(self) -> npt.NDArray[np.int64]:
        """The fields as numbers for compiled code: start, rows, numbers a row, kind, things."""
        return np.array(
            [(self.starts[f.name], f.size // f.shape[-1], f.shape[-1], f.kind, f.high) for f in self.fields],
            np.int64,
        )

    @property
    def spread_slices(self) -> dict[str, slice]:
        """Say where each field lies when the row is spread out."""
        sizes = [prod(field.spread_shape) for field in self.fields]
        return {
            field.name: slice(start, start + size)
            for field, start, size in zip(self.fields, starts_of(sizes), sizes, strict=True)
        }

    @property
    def spread_highs(self) -> npt.NDArray[np.int8]:
        """The largest value of each number when the row is spread out."""
        highs = [np.full(prod(field.spread_shape), field.spread_high, np.int8) for field in self.fields]
        return np.concatenate(highs)


def starts_of(sizes: Sequence[int]) -> list[int]:
    """Say where each of some things begins that lie one behind the other."""
    return [0, *accumulate(sizes)][: len(sizes)]
