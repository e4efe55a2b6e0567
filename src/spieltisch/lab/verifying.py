"""Records checked by the thousand: their moves in compiled code, in several processes.

What is in order passes quickly. A record whose moves do not is replayed once more by `match.replay`, which says what is
wrong with them: there is one opinion on records, and it is there.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from spieltisch.games import Refusal, Table, get
from spieltisch.games.compiled import bind, int64
from spieltisch.games.records import blank
from spieltisch.lab.jobs import in_order
from spieltisch.match import BadRecord, Record, check_end, check_length, read_records, replay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import numpy.typing as npt

    from spieltisch.games.rules import IsLegal, Play, Records, WaitingFor
    from spieltisch.lab.jobs import Jobs

LINES = 256
"""Records that a process checks in one go."""
KNOWN_MOVES = 200_000
"""So many texts of moves are remembered."""

# What `bind` supplies.
waiting_for: WaitingFor
is_legal: IsLegal
play: Play


def replay_pattern(book: np.record, states: Records, seats: npt.NDArray[np.int8], moves: npt.NDArray[np.int64]) -> int:
    """Play moves as long as they are legal; give how many were."""
    for number in range(len(moves)):
        seat = int64(seats[number])
        waiting = int64(waiting_for(book, states[0]))
        if not waiting >> seat & 1 or not is_legal(book, states[0], seat, moves[number]):
            return number
        play(book, states[0], seat, moves[number])
    return len(moves)


@cache
def replay_for(name: str) -> Callable[..., int]:
    """Compile the loop for a game."""
    rules = get(name).rules
    return bind(replay_pattern, name, waiting_for=rules.waiting_for, is_legal=rules.is_legal, play=rules.play)


# --- one record -------------------------------------------------------------------------------------------------


class Spelling(dict[str, int]):
    """The moves of a game by their canonical texts, read once; KeyError if a text is not spelt like that."""

    def __init__(self, empty: Table) -> None:
        self.empty = empty

    def __missing__(self, text: str) -> int:
        game, book = self.empty.game, self.empty.book[0]
        number = game.read_move(book, text)
        if game.write_move(book, number) != text:
            raise KeyError(text)
        if len(self) < KNOWN_MOVES:
            self[text] = number
        return number


@lru_cache(maxsize=16)
def spelling_for(game: str, players: int, options: bytes) -> Spelling:
    """Open the box once for all records of a kind."""
    return Spelling(get(game).empty_table(players, msgspec.json.decode(options)))


def played(record: Record) -> Table | None:
    """Play the moves of a record; None if anything is wrong with them or with the deal."""
    try:
        spelling = spelling_for(record.game, record.players, msgspec.json.encode(record.options))
        empty, game = spelling.empty, spelling.empty.game
        if len(record.moves) > game.longest:
            return None
        state = blank(game.state_dtype)
        game.read_deal(empty.book[0], state[0], record.deal)
        game.rules.set_up(empty.book[0], state[0])
        seats = np.array([seat for seat, _ in record.moves], np.int8)
        moves = np.array([spelling[text] for _, text in record.moves], np.int64)
    except (Refusal, KeyError):
        return None
    if replay_for(record.game)(empty.book[0], state, seats, moves) < len(moves):
        return None
    return Table(game, empty.players, empty.options, empty.book, state)


def check(record: Record) -> None:
    """Check a record as `match.verify` does; BadRecord names the first mistake."""
    check_length(record)
    check_end(record, played(record) or replay(record))


# --- many -------------------------------------------------------------------------------------------------------


class Part(NamedTuple):
    """Some lines of a file, and the number of the first."""

    first: int
    lines: list[bytes]


class Checked(NamedTuple):
    """What has come of it: mistakes are told with their lines."""

    bytes: int
    good: int
    mistakes: list[str]


def verify(lines: Iterable[bytes], jobs: Jobs, language: str) -> Iterator[Checked]:
    """Check all records of a file, and tell what is wrong in its order."""
    return in_order(partial(checked, language), parts(lines), jobs)


def parts(lines: Iterable[bytes]) -> Iterator[Part]:
    """Cut a file into parts."""
    taken, first = list[bytes](), 1
    for line in lines:
        taken.append(line)
        if len(taken) == LINES:
            yield Part(first, taken)
            first += LINES
            taken = []
    if taken:
        yield Part(first, taken)


def checked(language: str, part: Part) -> Checked:
    """Check some lines; those that are empty are none."""
    good, mistakes = 0, []
    for number, record in read_records(part.lines):
        try:
            if isinstance(record, BadRecord):
                raise record
            check(record)
        except BadRecord as mistake:
            mistake.line = part.first + number - 1
            mistakes.append(mistake.told(language))
        else:
            good += 1
    return Checked(sum(map(len, part.lines)), good, mistakes)
