"""The contract of codecs and observations: how programs that learn speak to a game.

A move is written in two ways. Its *number* is one of a fixed range, the same in every position. Where that range is too
large for a mask, a move is built of a few *choices* of a small range: `part` is what has been chosen so far, 0 at the
beginning. In a game with few moves one choice is a whole move. Everything is seen from the seat that moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from spieltisch.games.layout import Layout


class Span(NamedTuple):
    """A stretch of numbers that mean the same kind of thing."""

    size: int
    meaning: str


class Codec(NamedTuple):
    """Moves and positions as numbers. Compiled like the rules; all but `perfect` work on a view as on a table."""

    moves: int
    """Whole moves have numbers from 0 to moves - 1."""
    choices: int
    """Choices have numbers from 0 to choices - 1."""
    most_choices: int
    """No move is built of more choices."""
    number_of: Callable[..., int]
    """number_of(book, seat, move) -> the number of a move that can be legal in some position."""
    move_of: Callable[..., int]
    """move_of(book, seat, number) -> the move; what is never legal gives a move that is not."""
    allows: Callable[..., bool]
    """allows(book, s, seat, part, choice): whether this can be chosen next; any integer may be asked about."""
    mask: Callable[..., None]
    """mask(book, s, seat, part, buffer): 1 for all that can be chosen next, 0 for the rest."""
    extend: Callable[..., int]
    """extend(book, s, seat, part, choice) -> what has been chosen now; ~move when the move is complete."""
    choice_towards: Callable[..., int]
    """choice_towards(book, s, seat, part, move) -> the next choice of those that build a legal move."""
    observe: Callable[..., None]
    """observe(book, view, seat, part, row): fill a row of zeros as `layout` says.

    It reads nothing that a view blanks, so a whole table gives the same row; tests compare both.
    """
    perfect: Callable[..., None]
    """perfect(book, s, seat, row): fill what no view shows, for critics, as `perfect_layout` says."""
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
