"""HTTP resources about tables: opening one, following it, and what is left when the game is over."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from spieltisch.server.faces import AnyBoard, AnyHappening, GameName
from spieltisch.server.messages.table import LogEntry, SeatView, TableInfo, Turn
from spieltisch.server.messages.told import EventMessage
from spieltisch.server.terms import Body, Level, SeatNumber, SeatWish, SettingsWish


class NewTable(Body, frozen=True, kw_only=True):
    """A table to be opened. `seats` in order; the game's number of players follows from it."""

    game: GameName
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=8)]
    options: dict[str, bool | int | float | str | None] = msgspec.field(default_factory=dict)
    set: Annotated[str, Meta(max_length=32, pattern="^[A-Za-z0-9_-]*$")] = ""
    """The id of a set with which it is to be played, in games that have a workshop; empty: the house's."""
    settings: SettingsWish = msgspec.field(default_factory=SettingsWish)
    listed: bool = False
    start: bool = False
    """Begin at once if no seat is empty."""
    shuffle_seats: bool = False


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """What friends need besides the table's id; null: the id is enough."""

    invite: str | None


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to something that became an event."""

    seq: int
    again: bool = False


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/tables/{id}: the same as the socket's `table` message."""

    table: TableInfo
    seq: int
    at: float
    mine: list[int]
    turn: Turn
    views: list[SeatView]
    log: list[LogEntry]
    here: list[str]


class EventList(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/tables/{id}/events: what came after `since`; if there is more, ask again with the last number."""

    events: list[EventMessage]
    seq: int
    """The number of the table's last event."""
    more: bool = False


class ListedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the lobby or of the list of one's own tables."""

    table: TableInfo
    waiting: list[int]
    mine: list[int]
    my_turn: bool


class LogSentence(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the log in words."""

    seq: int
    at: float
    text: str


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True):
    """A position of a finished game; the first has no move."""

    number: int
    seat: int | None
    move: str | None
    happenings: list[AnyHappening]
    board: AnyBoard


class Branching(Body, frozen=True, kw_only=True):
    """What if: a new table that begins after so many moves of a finished game.
    `others`: whether bots play the other seats, or whoever asks plays all of them."""

    moves: Annotated[int, Meta(ge=0, le=5000)]
    seat: SeatNumber
    level: Level = "casual"
    others: Literal["bots", "me"] = "bots"


class ReviewedMove(msgspec.Struct, frozen=True, kw_only=True):
    """One decision: what was played, what the bot would have played, and the estimated loss (null: unknown).
    `told` and `best_told`: both moves as the happenings that they are (null in old reviews); `why`: what speaks for the
    bot's."""

    number: int
    seat: int
    move: str
    best: str
    value: float
    loss: float | None
    told: AnyHappening | None = None
    best_told: AnyHappening | None = None
    why: list[AnyHappening] = []


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """The review of a finished game; complete when done = total. `level`: of the bot that judges."""

    done: int
    total: int
    moves: list[ReviewedMove]
    level: Level = "expert"


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game, step by step, as one seat, a spectator, or with everything face up."""

    table: TableInfo
    steps: list[ReplayStep]
    review: Review | None = None
    """What a bot has to say about it, as far as it is."""
