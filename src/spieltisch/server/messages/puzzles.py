"""HTTP resources about puzzles: the moment that is shown, what a try brings, and the solution."""

from typing import Annotated

import msgspec
from msgspec import Meta

from spieltisch.server.faces import AnyBuild, AnyHappening, GameName
from spieltisch.server.messages.table import SeatView, TableInfo, Turn
from spieltisch.server.messages.tables import ReplayStep
from spieltisch.server.messages.told import HintMove
from spieltisch.server.terms import Body, Level

PuzzleMove = Annotated[str, Meta(max_length=200)]
OwnMoves = Annotated[list[PuzzleMove], Meta(min_length=1, max_length=8)]


class TodaysPuzzle(msgspec.Struct, frozen=True, kw_only=True):
    """What today's puzzle of a game asks for, and whether whoever asks has solved it."""

    game: GameName
    task: str
    solved: bool
    streak: int


class PuzzleStanding(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody stands with a game's puzzles."""

    rating: int
    deviation: int
    streak: int
    """Days in a row on which the daily puzzle was solved, until today or yesterday."""
    longest: int
    today: bool
    """Whether today's is solved."""
    tried: int
    solved: int
    """At the first try."""
    count: int
    """So many puzzles there are."""


class PuzzleTask(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle as it is shown: a table at which nobody sits but whoever solves it."""

    id: str
    game: GameName
    task: str
    """What is to be done, in words."""
    theme: str
    seat: int
    own_moves: int
    rating: int
    daily: bool
    proved: bool
    """The solution is proved to be the only one; otherwise it was weighed against the other moves."""
    tables: int
    """On so many imagined tables, in that case."""
    tried: bool
    """This person has tried it before: nothing that they do now changes their rating."""
    legal: int
    """So many moves are allowed."""
    table: TableInfo
    turn: Turn
    view: SeatView
    standing: PuzzleStanding


class PuzzleTry(Body, frozen=True, kw_only=True):
    """The own moves so far; the last of them is tried."""

    moves: OwnMoves


class PuzzleQuestion(Body, frozen=True, kw_only=True):
    """What something half laid out would do, after the own moves so far."""

    build: PuzzleMove
    moves: Annotated[list[PuzzleMove], Meta(max_length=8)] = msgspec.field(default_factory=list)


class PuzzleBuild(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to that."""

    build: AnyBuild


class PuzzleVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """What a try has brought: the table after the move and, if that was right but not all, after the answer to it."""

    right: bool
    done: bool
    """Everything has been found."""
    answer: str | None
    turn: Turn
    """After all of it."""
    view: SeatView
    """After the move."""
    answered: SeatView | None
    """After the answer."""
    change: int | None
    """Of the rating; null if this try did not count."""
    standing: PuzzleStanding


class WeighedMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move that was considered: its value, how far it is behind the best with the uncertainty of that, and why."""

    move: str
    value: float
    behind: float
    margin: float
    told: AnyHappening | None
    """The move as the happening that it would be, for words and pictures."""
    reasons: list[str]


class PuzzleSolution(msgspec.Struct, frozen=True, kw_only=True):
    """How it goes: step by step with boards, the move to show on the first of them, and what else was considered."""

    steps: list[ReplayStep]
    hint: HintMove
    legal: int
    tables: int
    """On so many imagined tables the moves were weighed; 0: the solution is proved."""
    weighed: list[WeighedMove]
    change: int | None
    """Of the rating; null if the puzzle was tried before."""
    standing: PuzzleStanding


class PuzzleTable(Body, frozen=True, kw_only=True):
    """A table to be opened that begins where a puzzle does; bots of this level play the other seats."""

    level: Level = "casual"
