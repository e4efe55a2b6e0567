"""Makes a game's puzzles, writes them down, and checks those that are shipped: `spieltisch lab puzzles GAME`.

Bots play one game after another, each with a seed of its own, and a finder looks for puzzles in it. The set is what
the first games give, in their order, so the same command gives the same bytes whatever the number of processes. A
game's bots may bring a finder of their own, their module `puzzles`; otherwise best moves are looked for (best.py).
"""

from __future__ import annotations

from contextlib import closing
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

import msgspec
import numba
import numpy as np

from spieltisch import __version__, bots
from spieltisch.lab.jobs import in_order
from spieltisch.lab.puzzles.best import BestMoves
from spieltisch.match.puzzles import FORMAT, Head, Puzzle, Sheet
from spieltisch.match.record import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from pathlib import Path

    from spieltisch.lab.jobs import Jobs

GAMES_OF_ONE_SEED = 1_000_000


class Finder(Protocol):
    """Who knows what a puzzle of a game is."""

    COUNT: int
    """So many make a set."""
    ENOUGH: int | None
    """So many are checked if nobody says how many; none: all of them."""

    def find(self, seed: int) -> list[Puzzle]:
        """Let bots play a game and look for puzzles in it."""

    def alike(self, puzzle: Puzzle) -> str:
        """Give the same text for puzzles that are the same but for symmetry."""

    def wanted(self, puzzle: Puzzle, so_far: Sequence[Puzzle], count: int) -> bool:
        """Say whether a puzzle keeps the set varied."""

    def mistake_in(self, puzzle: Puzzle, seed: int) -> str:
        """Check a puzzle again; says what does not hold, or nothing."""


@cache
def finder_for(game: str) -> Finder:
    """Give the finder of a game: its bots' own, or the one for best moves."""
    module = f"{bots.module_of(game)}.puzzles"
    if game in bots.registered() and find_spec(module) is not None:
        return cast("Finder", import_module(module))
    return BestMoves(game)


class Looked(msgspec.Struct, frozen=True):
    """What was found in the game of one seed."""

    seed: int
    puzzles: list[Puzzle]


class Task(NamedTuple):
    """One game to look at."""

    game: str
    seed: int


def look(task: Task) -> Looked:
    """Look for puzzles in one game."""
    return Looked(task.seed, finder_for(task.game).find(task.seed))


def make(
    game: str, seed: int, count: int, jobs: Jobs, kept: Path | None, tell: Callable[[int], None]
) -> tuple[list[Puzzle], int]:
    """Find a set, and go on from what was kept; gives the puzzles and how many games it took."""
    finder = finder_for(game)
    chosen: list[Puzzle] = []
    known: set[str] = set()
    played = 0
    with closing(looked_at(game, seed, jobs, kept)) as coming:
        for looked in coming:
            played += 1
            for puzzle in looked.puzzles:
                name = finder.alike(puzzle)
                if len(chosen) < count and name not in known and finder.wanted(puzzle, chosen, count):
                    known.add(name)
                    chosen.append(puzzle)
            tell(len(chosen))
            if len(chosen) >= count:
                break
    return sorted(chosen, key=lambda puzzle: (puzzle.rating, puzzle.id)), played


def looked_at(game: str, seed: int, jobs: Jobs, kept: Path | None) -> Generator[Looked]:
    """Look at game after game, in order and without end."""
    done = {looked.seed: looked for looked in read(kept)} if kept else {}
    numbers = range(seed * GAMES_OF_ONE_SEED, (seed + 1) * GAMES_OF_ONE_SEED)
    left = (Task(game, number) for number in numbers if number not in done)
    with closing(in_order(look, left, jobs)) as coming:
        for number in numbers:
            yield done.get(number) or keep(next(coming), kept)


def read(kept: Path) -> Iterator[Looked]:
    """Read what was found earlier; a last line that was cut off does not count."""
    for line in kept.read_bytes().splitlines() if kept.exists() else []:
        try:
            yield msgspec.json.decode(line, type=Looked)
        except msgspec.DecodeError:
            continue


def keep(looked: Looked, kept: Path | None) -> Looked:
    """Add what was found to the file."""
    if kept is not None:
        with kept.open("ab") as file:
            file.write(msgspec.json.encode(looked) + b"\n")
    return looked


def head_of(game: str, seed: int, count: int) -> Head:
    """Say how a set was made."""
    return Head(
        format=FORMAT,
        game=game,
        command=f"spieltisch lab puzzles {game} --seed {seed} --count {count}",
        seed=seed,
        versions={
            "spieltisch": __version__,
            "rules": RULES,
            "numba": numba.__version__,
            "numpy": np.__version__,
        },
    )


class Checked(NamedTuple):
    """A puzzle that has been checked, and what does not hold."""

    puzzle: Puzzle
    mistake: str


def check(task: tuple[str, Puzzle, int]) -> Checked:
    """Check one puzzle."""
    game, puzzle, seed = task
    return Checked(puzzle, finder_for(game).mistake_in(puzzle, seed))


def verified(game: str, puzzles: Iterable[Puzzle], seed: int, jobs: Jobs) -> Iterator[Checked]:
    """Check puzzles, in several processes."""
    return in_order(check, [(game, puzzle, seed) for puzzle in puzzles], jobs)


def twins(game: str, sheet: Sheet) -> list[tuple[str, str]]:
    """List puzzles that are alike."""
    finder = finder_for(game)
    seen: dict[str, str] = {}
    found = []
    for puzzle in sheet.puzzles:
        first = seen.setdefault(finder.alike(puzzle), puzzle.id)
        if first != puzzle.id:
            found.append((first, puzzle.id))
    return found


def sample_of(puzzles: Sequence[Puzzle], size: int) -> list[Puzzle]:
    """Take some puzzles, spread over the set from the easiest to the hardest."""
    if size >= len(puzzles):
        return list(puzzles)
    return [puzzles[(2 * number + 1) * len(puzzles) // (2 * size)] for number in range(size)]
