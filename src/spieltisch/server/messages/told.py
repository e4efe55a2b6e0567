"""What the server says over the socket, and over the stream of a table. Told apart by `type`."""

from typing import Any

import msgspec

from spieltisch.server.faces import AnyBuild, AnyHappening
from spieltisch.server.messages.table import LogEntry, SeatView, TableInfo, Turn
from spieltisch.server.news import AnyNews


class Told(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """A message of the server."""


class Hello(Told, frozen=True, kw_only=True, tag="hello"):
    """First message on a socket. `at`: the server's clock, seconds since 1970."""

    person: str
    name: str
    at: float
    version: str


class TableMessage(Told, frozen=True, kw_only=True, tag="table"):
    """Everything about a table for somebody who has just sat down or come back after long."""

    table: TableInfo
    seq: int
    at: float
    mine: list[int]
    """The receiver's own seats; empty for a spectator."""
    turn: Turn
    views: list[SeatView]
    """Empty before the start."""
    log: list[LogEntry]
    here: list[str]
    """Persons who are connected."""


class EventMessage(Told, frozen=True, kw_only=True, tag="event"):
    """One event. `table` is sent along when seats or status change, `views` when a game is under way."""

    id: str
    seq: int
    at: float
    news: AnyNews
    turn: Turn
    views: list[SeatView] = []
    table: TableInfo | None = None


class Refused(msgspec.Struct, frozen=True, kw_only=True):
    """Why not: a sentence of the catalogues with its facts, and in the language asked for."""

    key: str
    facts: dict[str, Any]
    text: str


class Answer(Told, frozen=True, kw_only=True, tag="answer"):
    """The answer to a message. Sent after the move's event is safely stored; `seq` is its number."""

    ref: str
    ok: bool
    seq: int | None = None
    again: bool = False
    """This `id` was carried out before; `seq` says when."""
    table: str | None = None
    """The table that has come of it."""
    refused: Refused | None = None


class BuildMessage(Told, frozen=True, kw_only=True, tag="build"):
    """The answer to `ask`."""

    ref: str
    seat: int
    build: AnyBuild


class HintMessage(Told, frozen=True, kw_only=True, tag="hint"):
    """The answer to `hint`: what the bot would do, best first. `value`: expected share of the win, 0 to 1."""

    ref: str
    seat: int
    seq: int
    moves: list["HintMove"]


class HintMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move that a bot considers; `told`: the happening that it would be."""

    move: str
    value: float
    told: AnyHappening | None = None


class Presence(Told, frozen=True, kw_only=True, tag="here"):
    """Who is connected to a table."""

    id: str
    here: list[str]


class ReviewMessage(Told, frozen=True, kw_only=True, tag="review"):
    """Progress of the review of a finished game; fetch it with GET /api/tables/{id}/review when done = total."""

    id: str
    done: int
    total: int


class Closing(Told, frozen=True, kw_only=True, tag="closing"):
    """The server stops; connect again after `retry` seconds."""

    retry: float


class Pong(Told, frozen=True, kw_only=True, tag="pong"):
    """The answer to `ping`."""

    ref: str
    at: float


AnyTold = (
    Hello
    | TableMessage
    | EventMessage
    | Answer
    | BuildMessage
    | HintMessage
    | Presence
    | ReviewMessage
    | Closing
    | Pong
)
Streamed = TableMessage | EventMessage | Presence | ReviewMessage | Closing
"""What comes over GET /api/tables/{id}/stream as server-sent events."""
