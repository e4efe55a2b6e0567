"""Sets of one's own, for games that are played with such: what a game's workshop can do for whoever makes one.

A set is a text (a file) that goes into one option of the rules. A form shows it as a draft: the same as data that JSON
can hold. Everything here is pure; whoever asks sees to sizes, time and where it is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec

if TYPE_CHECKING:
    from spieltisch.games.table import Table

Draft = dict[str, Any]


class Mistake(msgspec.Struct, frozen=True, kw_only=True):
    """A mistake in a set: where it is in the draft, what is wrong, and what to do about it."""

    place: list[str | int]
    key: str
    what: str
    remedy: str
    line: int
    """Its line in the file."""
    value: str | None = None
    """What stands there, if one word is wrong."""
    instead: str | None = None
    """What is probably meant, to be put there in its stead."""


class CheckedSet(msgspec.Struct, frozen=True, kw_only=True):
    """A set that was looked at: it can be played if nothing is wrong with it."""

    name: str
    mistakes: list[Mistake]
    draft: Draft
    text: str
    """The file, as it would be kept."""
    preview: Any = None
    """What the game shows of the entry that is being worked at."""


class Tally(msgspec.Struct, kw_only=True):
    """What became of one kind of card in finished games: how many were owned, by how many seats, and to what avail."""

    id: str
    copies: int = 0
    points: int = 0
    owners: int = 0
    wins: float = 0.0
    """Of those owners; a shared victory counts as a part."""


class Workshop(Protocol):
    """What a game offers that is played with sets of one's own."""

    @property
    def option(self) -> str:
        """The option of the rules into which the text of a set goes."""

    @property
    def longest(self) -> int:
        """Characters of a set; no other is read."""

    @property
    def players(self) -> int:
        """So many play where sets are tried out."""

    @property
    def preview_type(self) -> type[msgspec.Struct]:
        """What is shown of the entry that is being worked at."""

    def house(self) -> str:
        """Give the set of the house, to begin with."""

    def empty(self) -> str:
        """Give a set with as little in it as there can be, to begin with."""

    def name_of(self, text: str) -> str:
        """Name a set that is good; BadOption with every mistake if it is not."""

    def describe(self, text: str) -> Any:
        """Show a good set to a client, as the game's resources show that of the house."""

    def open(self, text: str, language: str) -> CheckedSet:
        """Look at a file; BadOption if it is none that a form could show."""

    def check(self, draft: Draft, about: str, language: str) -> CheckedSet:
        """Look at a draft, and show what `about` asks for; in words of the game's own."""

    def tally(self, table: Table, tallies: dict[str, Tally]) -> None:
        """Add what a finished game tells about the cards."""
