"""A table as it is shown: who sits where, whose turn it is, and what each seat sees."""

from typing import Any, Literal

import msgspec

from spieltisch.games import Outcome
from spieltisch.server.faces import AnyBoard, AnyChoices, AnyHappening, GameName
from spieltisch.server.news import AnyNews
from spieltisch.server.terms import BranchPoint, LessonPoint, Level, Status, TableSettings


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits where, as everybody at the table sees it."""

    seat: int
    kind: Literal["person", "bot", "friend", "open"]
    """friend and open are empty seats."""
    name: str | None = None
    """A person's display name; bots are named by the client from their level."""
    person: str | None = None
    """Public id of the person; several seats of one device share it."""
    level: Level | None = None
    """bot: its level. person: the level of the bot that plays for the person at present."""
    forfeited: bool = False


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a resource; nothing here depends on the viewer."""

    id: str
    game: GameName
    players: int
    options: dict[str, Any]
    """Without the set, which is large: GET /api/tables/{id}/set."""
    set: str | None = None
    """The name of the set with which it is played; null: the house's."""
    settings: TableSettings
    status: Status
    listed: bool
    host: str
    seats: list[SeatInfo]
    created: float
    seq: int
    """The number of the last event."""
    rated: bool = False
    """From the start on: the result changes ratings; no hints, and nobody but the clock puts a bot into a seat."""
    commitment: str | None = None
    """From the start on: SHA-256 of salt and deal, see docs."""
    salt: str | None = None
    """After the end: what proves the commitment, together with the record's deal."""
    result: Outcome | None = None
    rematch: str | None = None
    """The table where the same people play again."""
    rematch_of: str | None = None
    imported: bool = False
    branch_of: BranchPoint | None = None
    """The finished game in which this one begins."""
    lesson: LessonPoint | None = None
    """What it teaches: GET /api/tables/{id}/lesson."""


class OpenRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request that waits for the consent of others."""

    what: Literal["undo", "pause"]
    seat: int
    """Who asks."""
    agreed: list[str]
    """Persons who have agreed."""
    missing: list[str]
    """Persons whose answer is missing."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """The state of play that everybody may know."""

    waiting: list[int] = []
    """Seats that have to decide."""
    decided: list[int] = []
    """Seats whose simultaneous choice is in; they may still change it."""
    moves: int = 0
    paused: bool = False
    asked: OpenRequest | None = None
    clocks: list[float | None] = []
    """Seconds left by seat, at the moment `at` of the message; null: no clock."""
    over: bool = False


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat sees. Clients with several seats get several; spectators get one with seat -1."""

    seat: int
    board: AnyBoard
    happenings: list[AnyHappening] = []
    """What the event has brought about: {"what": tag, ...facts}; sentence: catalogue key <game>.story.<tag>."""
    choices: AnyChoices | None = None
    """Null unless this seat has to decide, and nobody else is about to do it."""
    forced: str | None = None
    """The only move there is, if everybody may know it: the table plays it in a moment, so there are no choices."""
    chosen: str | None = None
    """The own simultaneous choice while others are missing; `revised` choices then say what else is possible."""
    revised: AnyChoices | None = None
    undo: Literal["free", "ask", "none"] = "none"
    """Whether taking back is free, needs the others' consent, or is not possible."""


class LogEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A past event without boards, for the log on the page."""

    seq: int
    at: float
    news: AnyNews
    happenings: list[AnyHappening] = []
