"""HTTP resources about sets that people make for games that are played with such."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from spieltisch.games.workshop import Mistake
from spieltisch.server.faces import AnyPreview
from spieltisch.server.terms import Body, Language

SetText = Annotated[str, Meta(max_length=250_000)]
Question = Annotated[str, Meta(max_length=2_000)]


class SetInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A set: of the house, one that the hosts offer to everybody, or one's own. Only good ones can be played."""

    id: str
    kind: Literal["house", "empty", "hosts", "own"]
    name: str
    good: bool = True
    changed: float | None = None


class CheckedSet(msgspec.Struct, frozen=True, kw_only=True):
    """A set that was looked at: it can be played if it has no mistakes."""

    name: str
    mistakes: list[Mistake]
    preview: AnyPreview | None = None
    """What the game shows of the entry that was asked about."""
    text: str | None = None
    """The file, where it was asked for."""


class OpenedSet(msgspec.Struct, frozen=True, kw_only=True):
    """A set as a form begins with it."""

    name: str
    mistakes: list[Mistake]
    draft: dict[str, Any]


class SetFile(Body, frozen=True, kw_only=True):
    """A file that a form is to show."""

    text: SetText
    language: Language = "en"


class SetDraft(Body, frozen=True, kw_only=True):
    """A set as a form has it. `about` says in the game's own words what is worked at; `file` asks for the file."""

    draft: dict[str, Any]
    about: Question = ""
    language: Language = "en"
    file: bool = False


class TableSet(msgspec.Struct, frozen=True, kw_only=True):
    """The set with which a table is played: its file, and the same as the game's resources describe it."""

    name: str
    text: str
    described: Any


class TriedCard(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one kind of card: points for each, and how often its owners have won. Null: nobody had one."""

    id: str
    owners: int
    points: float | None
    win_share: float | None


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """Games among bots in which a set is tried out; complete when done = total. `even` is the share of a fair game."""

    id: str
    done: int
    total: int
    players: int
    even: float
    cards: list[TriedCard]
