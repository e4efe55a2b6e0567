"""What a client is shown of a game: the board, what can be chosen, and what something under construction would do.

A face sees views and nothing else. A game's own face is its module `face.py`; a game without one gets the plain face:
the board as sections of text, and the legal moves as a list that can be searched.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar, cast

import msgspec

from spieltisch.texts import LANGUAGES

if TYPE_CHECKING:
    from spieltisch.games.table import View

Kind = TypeVar("Kind", bound=msgspec.Struct)

LISTED = 300
"""So many moves are listed at once; for the others one writes a part of them."""


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """Everything here is data on its way out."""


class Face(Protocol):
    """What a game's module offers. The types are tagged by the field `game`."""

    @property
    def board_type(self) -> type[msgspec.Struct]:
        """The type of a board."""

    @property
    def choices_type(self) -> type[msgspec.Struct]:
        """The type of what can be chosen."""

    @property
    def build_type(self) -> type[msgspec.Struct] | None:
        """The type of what is answered about something under construction; None if the choices list everything."""

    def board(self, view: View, *, memory: bool) -> msgspec.Struct:
        """Show the table; `memory` adds what everybody could have remembered."""

    def choices(self, view: View) -> msgspec.Struct:
        """Say what the viewer has to decide, with the texts of moves ready to be sent."""

    def build(self, view: View, text: str) -> msgspec.Struct | None:
        """Say what something under construction would do."""


# --- the plain face --------------------------------------------------------------------------------------


class PlainSection(Shape, frozen=True, kw_only=True):
    """A part of the board in words, under its heading."""

    label: str
    lines: list[str]


class PlainMove(Shape, frozen=True, kw_only=True):
    """A legal move: what is sent, and what is read."""

    move: str
    label: str


class PlainBoard(Shape, frozen=True, kw_only=True):
    """Any game's board, as text by language."""

    kind: Literal["plain"] = "plain"
    text: dict[str, list[PlainSection]]


class PlainChoices(Shape, frozen=True, kw_only=True):
    """The legal moves, or the first of very many; `count` is how many there are."""

    kind: Literal["plain"] = "plain"
    moves: list[PlainMove]
    count: int


class PlainBuild(Shape, frozen=True, kw_only=True):
    """The legal moves in which a text occurs, those that begin with it first."""

    kind: Literal["plain"] = "plain"
    build: str
    moves: list[PlainMove]
    count: int


class PlainFace:
    """The face of any game, from what every game can say of itself."""

    def __init__(self, game: str) -> None:
        self.board_type = tagged(game, PlainBoard)
        self.choices_type = tagged(game, PlainChoices)
        self.build_type = tagged(game, PlainBuild)

    def board(self, view: View, *, memory: bool) -> PlainBoard:  # noqa: ARG002 - one signature for all games
        """Show the table in words."""
        return self.board_type(text={language: sections(view.draw(language)) for language in LANGUAGES})

    def choices(self, view: View) -> PlainChoices:
        """List the legal moves."""
        moves = sorted(view.legal_moves(view.seat), key=by_number)
        return self.choices_type(moves=listed(moves), count=len(moves))

    def build(self, view: View, text: str) -> PlainBuild:
        """List the legal moves in which a text occurs."""
        wanted = text.casefold().strip()
        moves = [move for move in view.legal_moves(view.seat) if wanted in move.casefold()]
        moves.sort(key=lambda move: (not move.casefold().startswith(wanted), by_number(move)))
        return self.build_type(build=text, moves=listed(moves), count=len(moves))


def by_number(move: str) -> list[str | int]:
    """Put "bid 9" before "bid 10"."""
    return [int(part) if place % 2 else part for place, part in enumerate(re.split("([0-9]+)", move))]


def listed(moves: list[str]) -> list[PlainMove]:
    """Show moves, but not without end."""
    return [PlainMove(move=move, label=move) for move in moves[:LISTED]]


def sections(drawing: str) -> list[PlainSection]:
    """Take a drawing apart: an empty line begins a section, and a first line that ends with a colon is its heading."""
    found = []
    for part in drawing.strip("\n").split("\n\n"):
        first, *rest = [line.rstrip() for line in part.split("\n")]
        if first.endswith(":"):
            found.append(PlainSection(label=first.removesuffix(":"), lines=rest))
        else:
            found.append(PlainSection(label="", lines=[first, *rest]))
    return found


def tagged(game: str, kind: type[Kind]) -> type[Kind]:
    """Make a game's own kind of a plain type: messages tell them apart by their tag."""
    name = f"{game.title().replace('_', '').replace('-', '')}{kind.__name__.removeprefix('Plain')}"
    made = msgspec.defstruct(name, [], bases=(kind,), frozen=True, kw_only=True, tag_field="game", tag=game)
    made.__doc__ = kind.__doc__
    return cast("type[Kind]", made)
