"""Everything that travels between client and server: socket messages both ways, and the HTTP resources.

JSON, one message a text frame, told apart by `type`. A table's log has sequence numbers from 1 without gaps; every
viewer gets one `event` for each, with what this viewer may know. docs/server.md shows them in use.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from spieltisch.games import Outcome
from spieltisch.match import Record
from spieltisch.server.projection.boards import AnyBoard, AnyBuild, AnyChoices

Name = Annotated[str, Meta(min_length=1, max_length=24)]
Ref = Annotated[str, Meta(max_length=64)]
TableId = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[A-Za-z0-9]+$")]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Seq = Annotated[int, Meta(ge=0, le=2**31 - 1)]
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
Seconds = Annotated[int, Meta(ge=5, le=24 * 3600)]
Level = Literal["random", "beginner", "casual", "skilled", "expert"]
GameName = Literal["wampum", "wigwam", "amul"]
Language = Literal["en", "de", "fr"]
Status = Literal["open", "playing", "over", "closed"]


# --- what a table is like --------------------------------------------------------------------------------


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


class Asked(msgspec.Struct, frozen=True, kw_only=True):
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
    asked: Asked | None = None
    clocks: list[float | None] = []
    """Seconds left by seat, at the moment `at` of the message; null: no clock."""
    over: bool = False


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat sees. Clients with several seats get several; spectators get one with seat -1."""

    seat: int
    board: AnyBoard
    happenings: list[Any] = []
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


# --- what happens at a table: the public part of each event -------------------------------------------------


class News(msgspec.Struct, frozen=True, kw_only=True, tag_field="what"):
    """One entry of the log as everybody may know it."""


class Created(News, frozen=True, kw_only=True, tag="created"):
    """The table was opened."""


class Sat(News, frozen=True, kw_only=True, tag="sat"):
    """Somebody has taken a seat."""

    seat: int
    name: str


class Stood(News, frozen=True, kw_only=True, tag="stood"):
    """Somebody has left a seat before the start."""

    seat: int
    name: str


class Started(News, frozen=True, kw_only=True, tag="started"):
    """The game begins; the deal is fixed and committed to."""

    commitment: str


class Moved(News, frozen=True, kw_only=True, tag="moved"):
    """A seat has moved; the move itself stands in the happenings, as far as the viewer may know it."""

    seat: int
    by: Literal["person", "bot", "forced"]
    hidden: bool
    """A simultaneous choice: it stays face down and may be changed."""


class Changed(News, frozen=True, kw_only=True, tag="changed"):
    """A seat has changed its simultaneous choice, or withdrawn it."""

    seat: int
    withdrawn: bool


class UndoAsked(News, frozen=True, kw_only=True, tag="undo_asked"):
    """A seat would like to take back its last move."""

    seat: int


class PauseAsked(News, frozen=True, kw_only=True, tag="pause_asked"):
    """A seat would like to pause."""

    seat: int


class Answered(News, frozen=True, kw_only=True, tag="answered"):
    """Somebody has answered the open request; its effect, if any, shows in `turn` and board."""

    name: str
    agrees: bool
    granted: bool
    """With this answer the request is granted."""
    asked: Literal["undo", "pause"]
    seat: int
    """Who had asked."""


class Undone(News, frozen=True, kw_only=True, tag="undone"):
    """A seat has taken back its last move and what followed; `moves` are left."""

    seat: int
    moves: int


class Paused(News, frozen=True, kw_only=True, tag="paused"):
    """The game is paused."""


class Resumed(News, frozen=True, kw_only=True, tag="resumed"):
    """The game goes on."""

    name: str


class Chatted(News, frozen=True, kw_only=True, tag="chat"):
    """Somebody says something. Plain text: show it as text, never as markup."""

    name: str
    person: str
    seat: int | None
    text: str


class Handed(News, frozen=True, kw_only=True, tag="handed"):
    """A bot plays for a person from now on, or the person is back (level null)."""

    seat: int
    level: Level | None
    reason: Literal["absent", "timeout", "asked", "back", "removed"]


class Forfeited(News, frozen=True, kw_only=True, tag="forfeited"):
    """A seat has run out of time or resigned. With two players the game is over, otherwise a bot finishes it."""

    seat: int
    reason: Literal["timeout", "resigned"]


class Closed(News, frozen=True, kw_only=True, tag="closed"):
    """The table is closed without a result."""


class RematchMade(News, frozen=True, kw_only=True, tag="rematch"):
    """There is a table for another game with rotated seats."""

    table: str


class Imported(News, frozen=True, kw_only=True, tag="imported"):
    """The table was made from a record, for replay."""


AnyNews = (
    Created
    | Sat
    | Stood
    | Started
    | Moved
    | Changed
    | UndoAsked
    | PauseAsked
    | Answered
    | Undone
    | Paused
    | Resumed
    | Chatted
    | Handed
    | Forfeited
    | Closed
    | RematchMade
    | Imported
)


class LogEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A past event without boards, for the log on the page."""

    seq: int
    at: float
    news: AnyNews
    happenings: list[Any] = []


# --- client to server --------------------------------------------------------------------------------------


class Said(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """A message of the client. `ref` comes back in the answer."""

    ref: Ref = ""


class Watch(Said, frozen=True, kw_only=True, tag="watch"):
    """Follow a table. With `since` = the last number received, exactly what was missed is sent again as events;
    with 0, or if that is too long ago, a `table` message with everything comes first."""

    table: TableId
    since: Seq = 0


class Unwatch(Said, frozen=True, kw_only=True, tag="unwatch"):
    """Follow a table no longer."""

    table: TableId


class Play(Said, frozen=True, kw_only=True, tag="play"):
    """Make a move, or change a simultaneous choice. `seq`: the last number the client has seen. `id`: made up by the
    client, so that a move sent again after a lost connection is answered and not played twice; it is remembered for
    this table, this person and this kind of message."""

    table: TableId
    seat: SeatNumber
    move: MoveText
    seq: Seq
    id: Ref = ""


class Ask(Said, frozen=True, kw_only=True, tag="ask"):
    """Ask what something under construction would do: letters of cards, or of an arrangement."""

    table: TableId
    seat: SeatNumber
    build: Annotated[str, Meta(max_length=100)]


class Undo(Said, frozen=True, kw_only=True, tag="undo"):
    """Take back the last move of a seat: at once if nobody else knows of it, otherwise the others are asked."""

    table: TableId
    seat: SeatNumber
    seq: Seq
    id: Ref = ""


class Pause(Said, frozen=True, kw_only=True, tag="pause"):
    """Ask the others for a pause."""

    table: TableId
    seat: SeatNumber


class Consent(Said, frozen=True, kw_only=True, tag="consent"):
    """Answer the open request of somebody else."""

    table: TableId
    agree: bool


class Resume(Said, frozen=True, kw_only=True, tag="resume"):
    """End the pause."""

    table: TableId


class Chat(Said, frozen=True, kw_only=True, tag="chat"):
    """Say something to everybody at the table."""

    table: TableId
    text: ChatText
    id: Ref = ""


class Hint(Said, frozen=True, kw_only=True, tag="hint"):
    """Ask a bot what it would do."""

    table: TableId
    seat: SeatNumber


class Hand(Said, frozen=True, kw_only=True, tag="hand"):
    """Let a bot play for a seat: one's own, or that of somebody who has been absent for a while and has to decide.
    `level` is for one's own seat; the stand-in of somebody else is casual. Not in rated games."""

    table: TableId
    seat: SeatNumber
    level: Level = "casual"


class TakeBack(Said, frozen=True, kw_only=True, tag="take_back"):
    """Play one's own seat again."""

    table: TableId
    seat: SeatNumber


class Resign(Said, frozen=True, kw_only=True, tag="resign"):
    """Give up a seat."""

    table: TableId
    seat: SeatNumber


class Close(Said, frozen=True, kw_only=True, tag="close"):
    """Close a table that one has opened: before the game, or while nobody else plays."""

    table: TableId


class Ping(Said, frozen=True, kw_only=True, tag="ping"):
    """Answered at once; keeps a connection open and measures it."""


AnySaid = (
    Watch
    | Unwatch
    | Play
    | Ask
    | Undo
    | Pause
    | Consent
    | Resume
    | Chat
    | Hint
    | Hand
    | TakeBack
    | Resign
    | Close
    | Ping
)


# --- server to client --------------------------------------------------------------------------------------


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
    """A move that a bot considers."""

    move: str
    value: float


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


# --- HTTP resources ----------------------------------------------------------------------------------------


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a client sends. A field that nobody knows is a mistake, and no place to keep things."""


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """The person behind the cookie or token."""

    id: str
    name: str
    account: str | None = None
    """The account's name; null for guests."""
    played: int = 0
    won: int = 0
    ratings: dict[str, float] = {}


class GameStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody has done in one game. `places`: how often first, second and so on."""

    game: GameName
    played: int
    won: int
    places: list[int]
    rated: int
    """So many of these games were rated."""
    rating: float | None
    """1500 is where everybody begins; null before the first rated game."""
    deviation: float | None
    provisional: bool
    """The rating says little yet."""


class PlayedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game of somebody. `rating` after it and how it has changed: null if the game was not rated."""

    table: str
    game: GameName
    at: float
    players: int
    place: int
    won: bool
    rating: float | None
    change: float | None


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/me/statistics: all games, and the last ones played, the newest first."""

    played: int
    won: int
    games: list[GameStatistics]
    recent: list[PlayedGame]


class NewGuest(Body, frozen=True, kw_only=True):
    """A display name is all that a guest needs."""

    name: Name


class Credentials(Body, frozen=True, kw_only=True):
    """Name and passphrase of an account."""

    account: Annotated[str, Meta(min_length=3, max_length=32, pattern="^[A-Za-z0-9_.-]+$")]
    passphrase: Annotated[str, Meta(min_length=8, max_length=200)]

    def __post_init__(self) -> None:
        """The pattern's end would let a line break pass, and two accounts would look the same."""
        if self.account.endswith("\n"):
            raise ValueError("An account's name is one line.")


class NewPassphrase(Body, frozen=True, kw_only=True):
    """The passphrase that an account has, and the one that it shall have."""

    passphrase: Annotated[str, Meta(min_length=8, max_length=200)]
    new: Annotated[str, Meta(min_length=8, max_length=200)]


class Deletion(Body, frozen=True, kw_only=True):
    """An account shows its passphrase, a guest says `sure`."""

    passphrase: Annotated[str, Meta(max_length=200)] = ""
    sure: bool = False


class SaidLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody has said."""

    at: float
    text: str


class ExportedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the export. `record`: null unless the game is over."""

    id: str
    game: str
    status: Status
    created: float
    seats: list[int]
    said: list[SaidLine]
    moves: list[tuple[int, str]]
    record: Record | None


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/me/export: everything that is stored about a person, as the database names it."""

    person: dict[str, Any]
    keys: list[dict[str, Any]]
    ratings: list[dict[str, Any]]
    results: list[dict[str, Any]]
    tables: list[ExportedTable]


class NewTable(Body, frozen=True, kw_only=True):
    """A table to be opened. `seats` in order; the game's number of players follows from it."""

    game: GameName
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=8)]
    options: dict[str, bool | int | float | str | None] = {}
    settings: SettingsWish = msgspec.field(default_factory=SettingsWish)
    listed: bool = False
    start: bool = False
    """Begin at once if no seat is empty."""
    shuffle_seats: bool = False


class Joining(Body, frozen=True, kw_only=True):
    """Which seat; any empty one if not given. At a listed table a friend's seat needs the invitation."""

    seat: SeatNumber | None = None
    invite: Ref = ""


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """What friends need besides the table's id; null: the id is enough."""

    invite: str | None


class MoveBody(Body, frozen=True, kw_only=True):
    """A move over HTTP; see `play`."""

    seat: SeatNumber
    move: MoveText
    seq: Seq
    id: Ref = ""


class SeatBody(Body, frozen=True, kw_only=True):
    """Names the seat that a request is for."""

    seat: SeatNumber


class UndoBody(Body, frozen=True, kw_only=True):
    """See `undo`."""

    seat: SeatNumber
    seq: Seq
    id: Ref = ""


class HandBody(Body, frozen=True, kw_only=True):
    """See `hand`."""

    seat: SeatNumber
    level: Level = "casual"


class ConsentBody(Body, frozen=True, kw_only=True):
    """See `consent`."""

    agree: bool


class ChatBody(Body, frozen=True, kw_only=True):
    """See `chat`."""

    text: ChatText
    id: Ref = ""


class AskBody(Body, frozen=True, kw_only=True):
    """See `ask`."""

    seat: SeatNumber
    build: Annotated[str, Meta(max_length=100)]


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


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """An option of a game's rules."""

    name: str
    values: list[Any]
    """All values, where they can be listed."""
    default: Any


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A game as a resource. `geometry`: Wigwam's board."""

    name: str
    title: str
    least: int
    most: int
    options: list[OptionInfo]
    levels: list[str]
    geometry: Any = None


class Preparation(msgspec.Struct, frozen=True, kw_only=True):
    """How far a game is: it can be played when it is ready. `done` of `total` functions are compiled.

    `failed`: preparing it went wrong; it is tried again.
    """

    game: str
    ready: bool
    failed: bool = False
    done: int = 0
    total: int = 0


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
    happenings: list[Any]
    board: AnyBoard


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game, step by step, as one seat, a spectator, or with everything face up."""

    table: TableInfo
    steps: list[ReplayStep]


class Branching(Body, frozen=True, kw_only=True):
    """What if: a new table against bots that begins after so many moves of a finished game."""

    moves: Annotated[int, Meta(ge=0, le=5000)]
    seat: SeatNumber
    level: Level = "casual"


class ReviewedMove(msgspec.Struct, frozen=True, kw_only=True):
    """One decision: what was played, what the bot would have played, and the estimated loss (null: unknown)."""

    number: int
    seat: int
    move: str
    best: str
    value: float
    loss: float | None


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """The review of a finished game; complete when done = total."""

    done: int
    total: int
    moves: list[ReviewedMove]


TokenScope = Literal["play", "read"]
"""What a token may do: act at tables, or only watch. Neither decides anything about the person's account."""


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A token for programs. `token` is shown once, when it is made: send it as "Authorization: Bearer ..."."""

    id: str
    label: str
    created: float
    seen: float = 0.0
    """When it was last used, to the day."""
    scope: TokenScope = "play"
    token: str | None = None


class NewToken(Body, frozen=True, kw_only=True):
    """What the token is for."""

    label: Annotated[str, Meta(min_length=1, max_length=40)]
    scope: TokenScope = "play"


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """Somewhere I am signed in."""

    id: str
    created: float
    seen: float
    """When it was last used, to the day."""
    current: bool
    """Whether it is the one that asks."""


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Every refusal over HTTP has this body."""

    status: int
    key: str
    facts: dict[str, Any]
    text: str


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the server can do its work; if not, what fails."""

    ok: bool
    version: str
    database: str
    trouble: str = ""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """That the server is alive."""

    ok: bool
    version: str
    database: str
    tables: int
    sockets: int
