"""The entries of a table's log as they are stored. They hold everything, the deal too; none goes out as it is.

One thing that somebody does is one event. What follows from it without a decision (a granted undo, the end of the
game) is worked out when the log is read. An event declares what everybody may know of it: the fields marked `Public`,
and in `Found` what is only known once it is applied. The news are derived from that (news.py); all else stays secret.
"""

from typing import Annotated, Any, ClassVar, Literal, TypeVar

import msgspec

from spieltisch.server.terms import BranchPoint, LessonPoint, Level, TableSettings

By = Literal["person", "bot", "forced"]
Request = Literal["undo", "pause"]

Kind = TypeVar("Kind")
Public = Annotated[Kind, msgspec.Meta(extra={"public": True})]
"""Everybody at the table may know this field."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", omit_defaults=True):
    """Something that has happened at a table."""

    told_as: ClassVar[str] = ""
    """The tag of its news, if that is not the event's own."""
    told_by: ClassVar[tuple[str, dict[Any, str]] | None] = None
    """A field by which its news have different tags, and which."""
    changes_table: ClassVar[bool] = False
    """Whether the table's description is sent along, because it has changed."""

    class Found:
        """What is found out when the event is applied, and everybody may know."""


class SeatSpec(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat as the table was opened."""

    kind: Literal["person", "bot", "friend", "open"]
    person: str | None = None
    name: str | None = None
    level: Level | None = None


class Created(Event, frozen=True, kw_only=True, tag="created"):
    """The table was opened; or made from a record, for replay."""

    told_by: ClassVar = ("imported", {False: "created", True: "imported"})
    changes_table: ClassVar = True

    game: str
    options: dict[str, Any]
    settings: TableSettings
    host: str
    seats: list[SeatSpec]
    listed: bool = False
    invite: str = ""
    """A listed table's id is known to everybody: seats kept for friends are taken with this."""
    rematch_of: str | None = None
    imported: bool = False
    branch_of: BranchPoint | None = None
    lesson: LessonPoint | None = None
    """What the table teaches: its lesson says which moves go on, and what the bots answer."""
    set: str = ""
    """The name of the set with which it is played, unless that is the house's; the set itself stands in the options."""


class Sat(Event, frozen=True, kw_only=True, tag="sat"):
    """Somebody has taken a seat."""

    changes_table: ClassVar = True

    seat: Public[int]
    person: str
    name: Public[str]


class Stood(Event, frozen=True, kw_only=True, tag="stood"):
    """Somebody has left a seat before the start."""

    changes_table: ClassVar = True

    seat: Public[int]
    person: str

    class Found:
        """Who it was."""

        name: str


class Started(Event, frozen=True, kw_only=True, tag="started"):
    """The game begins; the deal is fixed and committed to. A branch or an imported record begins with moves made."""

    changes_table: ClassVar = True

    deal: dict[str, Any]
    salt: str
    moves: list[tuple[int, str]] = []
    rated: bool | None = None
    """Decided when the game begins. None: from before this was noted, so the end decides."""
    forfeited: list[int] = []
    """Seats that had given up when an imported game ended."""

    class Found:
        """What proves the deal in the end."""

        commitment: str


class Moved(Event, frozen=True, kw_only=True, tag="moved"):
    """A seat has moved; the move itself stands in the happenings, as far as the viewer may know it."""

    seat: Public[int]
    move: str
    """In its canonical text."""
    by: Public[By] = "person"
    person: str | None = None
    id: str = ""

    class Found:
        """Whether it is a simultaneous choice: then it stays face down and may be changed."""

        hidden: bool


class Changed(Event, frozen=True, kw_only=True, tag="changed"):
    """A seat has changed its simultaneous choice, or withdrawn it."""

    seat: Public[int]
    move: str | None
    person: str
    id: str = ""

    class Found:
        """Whether there is no other choice instead."""

        withdrawn: bool


class Requested(Event, frozen=True, kw_only=True, tag="asked"):
    """A seat would like something for which others have to agree."""

    told_by: ClassVar = ("request", {"undo": "undo_asked", "pause": "pause_asked"})

    request: Request
    seat: Public[int]
    person: str
    id: str = ""


class Consented(Event, frozen=True, kw_only=True, tag="answered"):
    """Somebody has answered the open request; its effect, if any, shows in `turn` and board. With `granted` it is
    granted by this answer; `seat` has asked for it."""

    person: str
    agree: bool

    class Found:
        """What was asked for, by which seat, and what became of it."""

        name: str
        agrees: bool
        granted: bool
        asked: Request
        seat: int


class Undone(Event, frozen=True, kw_only=True, tag="undone"):
    """A seat has taken back its last move and what followed; `moves` are left."""

    seat: Public[int]
    person: str
    id: str = ""

    class Found:
        """How many moves are left."""

        moves: int


class Paused(Event, frozen=True, kw_only=True, tag="paused"):
    """The game is paused."""

    seat: int
    person: str


class Resumed(Event, frozen=True, kw_only=True, tag="resumed"):
    """The game goes on."""

    person: str

    class Found:
        """Who has ended the pause."""

        name: str


class Chatted(Event, frozen=True, kw_only=True, tag="chatted"):
    """Somebody says something. Plain text: show it as text, never as markup."""

    told_as: ClassVar = "chat"

    person: Public[str]
    name: Public[str]
    text: Public[str]
    id: str = ""

    class Found:
        """Where the person sits."""

        seat: int | None


class Handed(Event, frozen=True, kw_only=True, tag="handed"):
    """A bot plays for a person from now on, or the person is back (level null)."""

    changes_table: ClassVar = True

    seat: Public[int]
    level: Public[Level | None]
    reason: Public[Literal["absent", "timeout", "asked", "back", "removed"]]


class Forfeited(Event, frozen=True, kw_only=True, tag="forfeited"):
    """A seat has run out of time or resigned. With two players the game is over, otherwise a bot finishes it."""

    changes_table: ClassVar = True

    seat: Public[int]
    reason: Public[Literal["timeout", "resigned"]]
    ends: bool = False
    """No person is left who plays, so the game is over; from before this was noted bots played on."""


class Closed(Event, frozen=True, kw_only=True, tag="closed"):
    """The table is closed without a result."""

    changes_table: ClassVar = True

    person: str = ""


class Rematched(Event, frozen=True, kw_only=True, tag="rematch"):
    """There is a table for another game with rotated seats."""

    changes_table: ClassVar = True

    table: Public[str]


AnyEvent = (
    Created
    | Sat
    | Stood
    | Started
    | Moved
    | Changed
    | Requested
    | Consented
    | Undone
    | Paused
    | Resumed
    | Chatted
    | Handed
    | Forfeited
    | Closed
    | Rematched
)

_decoder = msgspec.json.Decoder(AnyEvent)


def encode(event: AnyEvent) -> bytes:
    """Write an event for the store."""
    return msgspec.json.encode(event)


def decode(body: bytes) -> AnyEvent:
    """Read an event from the store."""
    event: AnyEvent = _decoder.decode(body)
    return event
