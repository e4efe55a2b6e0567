"""What a table can be like: its clock and settings, who is wished for at its seats, and the limits of what is sent.

Both the stored events and the messages are made of these.
"""

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from spieltisch.levels import EVERY_LEVEL
from spieltisch.texts import LANGUAGES

Name = Annotated[str, Meta(min_length=1, max_length=24)]
Ref = Annotated[str, Meta(max_length=64)]
TableId = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[A-Za-z0-9]+$")]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Seq = Annotated[int, Meta(ge=0, le=2**31 - 1)]
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
Seconds = Annotated[int, Meta(ge=5, le=24 * 3600)]
Language = Annotated[
    str,
    Meta(max_length=20, pattern="^[a-z]{2,3}(-[A-Za-z0-9]+)*$", extra_json_schema={"examples": list(LANGUAGES)}),
]
"""One of the languages that there are texts in; another is refused."""
Status = Literal["open", "playing", "over", "closed"]

if TYPE_CHECKING:
    Level = str
else:
    Level = Literal[EVERY_LEVEL]


class NoClock(msgspec.Struct, frozen=True, tag_field="kind", tag="none", forbid_unknown_fields=True):
    """Nobody is in a hurry."""


class MoveClock(msgspec.Struct, frozen=True, tag_field="kind", tag="move", forbid_unknown_fields=True):
    """So many seconds for each move."""

    seconds: Seconds


class TotalClock(msgspec.Struct, frozen=True, tag_field="kind", tag="total", forbid_unknown_fields=True):
    """So many seconds for the whole game, and some more for each move made."""

    seconds: Seconds
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class DaysClock(msgspec.Struct, frozen=True, tag_field="kind", tag="days", forbid_unknown_fields=True):
    """So many days for each move."""

    days: Annotated[int, Meta(ge=1, le=30)]


Clock = NoClock | MoveClock | TotalClock | DaysClock


class TableSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What the host decides about a table, besides the rules' options."""

    clock: Clock = msgspec.field(default_factory=NoClock)
    on_timeout: Literal["bot", "forfeit"] = "bot"
    absent: Literal["ask", "bot", "wait"] = "ask"
    """An absent player's seat: others may hand it to a bot, a bot takes it by itself, or everybody waits."""
    undo: bool = True
    hints: bool = True
    """Bots may be asked what they would do; never in a rated game."""
    coach: bool = False
    """Before a move that seems to lose much a bot warns whoever plays, who then has to be sure. Against bots only,
    never rated; what the rules leave open is as in a first game."""
    rated: bool = True
    """A game in which every seat has an account of its own is rated; false: this one is not."""
    spectators: bool = True
    forced_moves: bool = True
    """Moves without an alternative are played by the table, unless they are made face down."""
    memory: bool = False
    """Boards show what everybody knows each seat to hold."""
    pace: Literal["natural", "instant"] = "natural"
    """How soon bots answer."""
    chat: bool = True


class SettingsWish(TableSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same from a client: a setting that does not exist is refused."""


class SeatMe(msgspec.Struct, frozen=True, tag_field="kind", tag="me", forbid_unknown_fields=True):
    """The person who creates the table."""


class SeatDevice(msgspec.Struct, frozen=True, tag_field="kind", tag="device", forbid_unknown_fields=True):
    """Another person on the same device as the creator."""

    name: Name


class SeatFriend(msgspec.Struct, frozen=True, tag_field="kind", tag="friend", forbid_unknown_fields=True):
    """Kept for somebody who comes by the link."""


class SeatOpen(msgspec.Struct, frozen=True, tag_field="kind", tag="open", forbid_unknown_fields=True):
    """For anybody; lists the table in the lobby if it is listed."""


class SeatBot(msgspec.Struct, frozen=True, tag_field="kind", tag="bot", forbid_unknown_fields=True):
    """A bot of a level."""

    level: Level = "casual"


SeatWish = SeatMe | SeatDevice | SeatFriend | SeatOpen | SeatBot


class BranchPoint(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game has left another one: the finished table, and how many of its moves were made."""

    table: str
    moves: int


class LessonPoint(msgspec.Struct, frozen=True, kw_only=True):
    """Which lesson of its game a table teaches, and which of its chapters."""

    name: str
    chapter: int = 0


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a client sends. A field that nobody knows is a mistake, and no place to keep things."""
