"""The contract of codecs and observations: how programs that learn speak to a game.

A move is written in two ways. Its *number* is one of a fixed range, the same in every position. Where that range is too
large for a mask, a move is built of a few *choices* of a small range: `part` is what has been chosen so far, 0 at the
beginning. In a game with few moves one choice is a whole move. Everything is seen from the seat that moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    import numpy as np
    import numpy.typing as npt

    from spieltisch.games.layout import Layout

    Row = npt.NDArray[np.int8]


class Span(NamedTuple):
    """A stretch of numbers that mean the same kind of thing."""

    size: int
    meaning: str


class NumberOf(Protocol):
    """Give the number of a move that can be legal in some position."""

    def __call__(self, book: np.record, seat: int, move: int, /) -> int: ...


class MoveOf(Protocol):
    """Give the move of a number; what is never legal gives a move that is not."""

    def __call__(self, book: np.record, seat: int, number: int, /) -> int: ...


class Allows(Protocol):
    """Tell whether this can be chosen next; any integer may be asked about."""

    def __call__(self, book: np.record, s: np.record, seat: int, part: int, choice: int, /) -> bool: ...


class Mask(Protocol):
    """Fill in 1 for all that can be chosen next, 0 for the rest."""

    def __call__(self, book: np.record, s: np.record, seat: int, part: int, buffer: Row, /) -> None: ...


class Extend(Protocol):
    """Give what has been chosen now; ~move when the move is complete."""

    def __call__(self, book: np.record, s: np.record, seat: int, part: int, choice: int, /) -> int: ...


class ChoiceTowards(Protocol):
    """Give the next choice of those that build a legal move."""

    def __call__(self, book: np.record, s: np.record, seat: int, part: int, move: int, /) -> int: ...


class Observe(Protocol):
    """Fill a row of zeros as `layout` says.

    It reads nothing that a view blanks, so a whole table gives the same row; tests compare both.
    """

    def __call__(self, book: np.record, view: np.record, seat: int, part: int, row: Row, /) -> None: ...


class Perfect(Protocol):
    """Fill in what no view shows, for critics, as `perfect_layout` says."""

    def __call__(self, book: np.record, s: np.record, seat: int, row: Row, /) -> None: ...


class Codec(NamedTuple):
    """Moves and positions as numbers. Compiled like the rules; all but `perfect` work on a view as on a table."""

    moves: int
    """Whole moves have numbers from 0 to moves - 1."""
    choices: int
    """Choices have numbers from 0 to choices - 1."""
    most_choices: int
    """No move is built of more choices."""
    number_of: NumberOf
    move_of: MoveOf
    allows: Allows
    mask: Mask
    extend: Extend
    choice_towards: ChoiceTowards
    observe: Observe
    perfect: Perfect
    layout: Layout
    perfect_layout: Layout
    move_spans: tuple[Span, ...]
    """What the numbers of whole moves stand for, from 0 on."""
    choice_spans: tuple[Span, ...]
    """What the numbers of choices stand for, from 0 on."""
    legend: Callable[[], dict[str, list[str]]]
    """Names for what is only numbered: kinds of goods, points, cards."""

    @property
    def modules(self) -> frozenset[str]:
        """The modules of all this: who only plays never calls them, so they are compiled when the lab does."""
        return frozenset(part.__module__ for part in self if callable(part))

    @classmethod
    def found_in(cls, *modules: ModuleType) -> Codec:
        """Gather a game's codec from its modules; constants are written in capitals there."""
        spoken = [(name, name.upper()) for name in cls._fields]
        return cls(
            *(
                next(vars(module)[name] for module in modules for name in names if name in vars(module))
                for names in spoken
            )
        )
