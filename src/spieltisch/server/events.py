"""The entries of a table's log as they are stored. They hold everything, the deal too; none goes out as it is.

One thing that somebody does is one event. What follows from it without a decision (a granted undo, the end of the
game) is worked out when the log is read, in sitting.py.
"""

from typing import Any, Literal

import msgspec

from spieltisch.server.messages import Level, TableSettings

By = Literal["person", "bot", "forced"]
Request = Literal["undo", "pause"]


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", omit_defaults=True):
    """Something that has happened at a table."""


class SeatSpec(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat as the table was opened."""

    kind: Literal["person", "bot", "friend", "open"]
    person: str | None = None
    name: str | None = None
    level: Level | None = None


class Created(Event, frozen=True, kw_only=True, tag="created"):
    """The table is opened."""

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


class Sat(Event, frozen=True, kw_only=True, tag="sat"):
    """A person takes an empty seat."""

    seat: int
    person: str
    name: str


class Stood(Event, frozen=True, kw_only=True, tag="stood"):
    """A person leaves a seat before the start."""

    seat: int
    person: str


class Started(Event, frozen=True, kw_only=True, tag="started"):
    """The deal is fixed. A branch or an imported record begins with moves already made."""

    deal: dict[str, Any]
    salt: str
    moves: list[tuple[int, str]] = []
    rated: bool | None = None
    """Decided when the game begins. None: from before this was noted, so the end decides."""
    forfeited: list[int] = []
    """Seats that had given up when an imported game ended."""


class Moved(Event, frozen=True, kw_only=True, tag="moved"):
    """A move, in its canonical text."""

    seat: int
    move: str
    by: By = "person"
    person: str | None = None
    id: str = ""


class Changed(Event, frozen=True, kw_only=True, tag="changed"):
    """A simultaneous choice is replaced, or withdrawn."""

    seat: int
    move: str | None
    person: str
    id: str = ""


class Asked(Event, frozen=True, kw_only=True, tag="asked"):
    """A request for which others have to agree."""

    request: Request
    seat: int
    person: str
    id: str = ""


class Answered(Event, frozen=True, kw_only=True, tag="answered"):
    """Somebody's answer to the open request."""

    person: str
    agree: bool


class Undone(Event, frozen=True, kw_only=True, tag="undone"):
    """A move is taken back without anybody to ask."""

    seat: int
    person: str
    id: str = ""


class Paused(Event, frozen=True, kw_only=True, tag="paused"):
    """A pause without anybody to ask."""

    seat: int
    person: str


class Resumed(Event, frozen=True, kw_only=True, tag="resumed"):
    """The end of a pause."""

    person: str


class Chatted(Event, frozen=True, kw_only=True, tag="chatted"):
    """Something said."""

    person: str
    name: str
    text: str
    id: str = ""


class Handed(Event, frozen=True, kw_only=True, tag="handed"):
    """A bot plays for a person, or (level none) the person again."""

    seat: int
    level: Level | None
    reason: Literal["absent", "timeout", "asked", "back", "removed"]


class Forfeited(Event, frozen=True, kw_only=True, tag="forfeited"):
    """A seat gives up or has run out of time."""

    seat: int
    reason: Literal["timeout", "resigned"]
    ends: bool = False
    """No person is left who plays, so the game is over; from before this was noted bots played on."""


class Closed(Event, frozen=True, kw_only=True, tag="closed"):
    """The table is closed without a result."""

    person: str = ""


class Rematch(Event, frozen=True, kw_only=True, tag="rematch"):
    """The next table of the same people."""

    table: str


AnyEvent = (
    Created
    | Sat
    | Stood
    | Started
    | Moved
    | Changed
    | Asked
    | Answered
    | Undone
    | Paused
    | Resumed
    | Chatted
    | Handed
    | Forfeited
    | Closed
    | Rematch
)

_decoder = msgspec.json.Decoder(AnyEvent)


def encode(event: AnyEvent) -> bytes:
    """Write an event for the store."""
    return msgspec.json.encode(event)


def decode(body: bytes) -> AnyEvent:
    """Read an event from the store."""
    event: AnyEvent = _decoder.decode(body)
    return event
