"""Puzzles: a moment of a game and what is best there, as shipped with the game in `puzzles.jsonl`.

The first line is the head: command, seed and versions that made the set, so that it can be made again. Every other
line is a puzzle: a deal by its seed and the moves that lead to the moment, whose turn it is, and the solution. How it
is known to be one stands in `theme`: a gain that was proved, or a move that was weighed against all others.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec

from spieltisch import games
from spieltisch.match.record import Record, replay
from spieltisch.texts import BROUGHT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.resources.abc import Traversable

FORMAT = "spieltisch-puzzles/1"
FILE = "puzzles.jsonl"
BETWEEN = ";"
BEST = "best"
"""The theme of puzzles whose solution is the best move by estimate."""
OWN = "own"
"""The theme of moments of one's own games in which a bot would have made another move. All other themes are proved."""


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """How a set was made."""

    format: str
    game: str
    command: str
    seed: int
    versions: dict[str, str]


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a move leads to: in how many of a hundred cases, and how much where it counts."""

    what: str
    """Its sentence stands under `puzzle` in the game's catalogue."""
    share: int = 100
    count: float = 0.0
    line: str = ""
    """On which line of the score sheet."""
    seat: int | None = None
    """Whose, if it is somebody else's."""


class Weighed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move that was considered: its value (1 a sure win), how far it is behind the best, and half the width of the
    interval of that distance."""

    move: str
    value: float
    behind: float = 0.0
    margin: float = 0.0
    facts: list[Fact] = msgspec.field(default_factory=list)


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A moment of a game with one solution."""

    id: str
    theme: str
    seat: int
    own_moves: int
    """So many moves the solver makes, the answers between them not counted."""
    rating: int
    players: int
    seed: int
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    moves: str
    """What was played before, with semicolons between; of several who decide at the same time the first comes first."""
    line: list[str]
    """The solution: the solver's moves, with the answers between them."""
    gain: int = 0
    depth: int = 0
    """How far the search had to look, in moves of the solver or, where he is rescued, of the other."""
    nodes: int = 0
    """How many positions a bot looks at until it finds the solution."""
    tables: int = 0
    """On how many imagined tables the moves were weighed."""
    weighed: list[Weighed] = msgspec.field(default_factory=list)
    record: Record | None = None
    """Up to this moment, if it comes from somebody's own game: that stands for seed, options and moves."""

    @property
    def made(self) -> int:
        """How many moves were made before."""
        return len(self.record.moves) if self.record else len(self.moves.split(BETWEEN)) if self.moves else 0


class Sheet(msgspec.Struct, frozen=True):
    """A set of puzzles with its head."""

    head: Head
    puzzles: list[Puzzle]


def place(game: str) -> Traversable:
    """Say where a game's puzzles lie: in its own package."""
    games.get(game)
    return files(BROUGHT[game]).joinpath(FILE)


def read(content: bytes) -> Sheet:
    """Read a set."""
    head, *lines = content.splitlines()
    return Sheet(
        msgspec.json.decode(head, type=Head), [msgspec.json.decode(line, type=Puzzle) for line in lines if line]
    )


def write(head: Head, puzzles: Sequence[Puzzle]) -> bytes:
    """Write a set, a puzzle a line."""
    return b"".join(msgspec.json.encode(one) + b"\n" for one in (head, *puzzles))


@cache
def shipped(game: str) -> dict[str, Puzzle]:
    """Give the puzzles that come with a game, by id; none if it brings none."""
    file = place(game)
    return {puzzle.id: puzzle for puzzle in read(file.read_bytes()).puzzles} if file.is_file() else {}


def led_to(game: str, puzzle: Puzzle) -> tuple[games.Table, list[tuple[int, str]]]:
    """Play up to the moment that a puzzle shows; gives the table, and who has made which move."""
    if puzzle.record:
        return replay(puzzle.record), list(puzzle.record.moves)
    table = games.get(game).deal(puzzle.players, puzzle.seed, puzzle.options)
    moves = []
    for move in puzzle.moves.split(BETWEEN) if puzzle.moves else []:
        moves.append((table.waiting_for[0], move))
        table.play(*moves[-1])
    return table, moves


def table_of(game: str, puzzle: Puzzle, after: int = 0) -> games.Table:
    """Lay out the moment that a puzzle shows, or the one after some moves of its solution."""
    table, _ = led_to(game, puzzle)
    for number, move in enumerate(puzzle.line[:after]):
        table.play(table.waiting_for[0] if number % 2 else puzzle.seat, move)
    return table
