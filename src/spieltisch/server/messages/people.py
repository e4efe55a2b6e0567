"""HTTP resources about people: guests, accounts, sessions, tokens, statistics, and everything that is stored."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from spieltisch.match import Record
from spieltisch.server.faces import GameName
from spieltisch.server.terms import Body, Name, Status


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


class Arrival(NewGuest, frozen=True, kw_only=True):
    """Somebody comes in, who may have been here before."""

    keep: bool = False
    """Whoever has a session keeps the name too: `name` is for somebody new."""


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
    """A table of the export. `record`: null unless the game is over and the person may see it."""

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
    sets: list[dict[str, Any]]
    puzzles: list[dict[str, Any]]
    tables: list[ExportedTable]


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
