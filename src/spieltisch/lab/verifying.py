"""Records checked by the thousand: the moves of many in one compiled call, in several processes.

What is in order passes quickly. Whatever does not is checked once more by `match.verify`, which says what is wrong:
there is one opinion on records, and it is there.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from spieltisch.games import Refusal, Table, get
from spieltisch.games.compiled import bind, int64
from spieltisch.games.records import SEATS, blank
from spieltisch.lab.jobs import in_order
from spieltisch.match import BadRecord, End, Record, check_end, check_length, read_records
from spieltisch.match import verify as verify_one

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy.typing as npt

    from spieltisch.games.rules import IsLegal, Numbers, Play, Records, SetUp, WaitingFor
    from spieltisch.lab.jobs import Jobs

LINES = 256
"""Records that a process checks in one go."""
TOGETHER = 32
"""Records whose moves are played in one call. With many more Python would be busy looking for garbage among them."""
KNOWN_MOVES = 200_000
"""So many texts of moves are remembered."""
LEFT = -1
"""Nobody waits for a record like this: one of its moves is not legal."""

# What `bind` supplies.
set_up: SetUp
waiting_for: WaitingFor
is_legal: IsLegal
play: Play


def replay_pattern(
    book: np.record, states: Records, seats: npt.NDArray[np.int8], moves: Numbers, stops: Numbers, waiting: Numbers
) -> None:
    """Play the moves of many games, one game's behind the other's; tell who has to decide at the end of each."""
    number = int64(0)
    for game in range(len(states)):
        s = states[game]
        set_up(book, s)
        waiting[game] = waiting_for(book, s)
        while number < stops[game]:
            seat = int64(seats[number])
            if not waiting[game] >> seat & 1 or not is_legal(book, s, seat, moves[number]):
                waiting[game] = LEFT
                number = stops[game]
            else:
                play(book, s, seat, moves[number])
                waiting[game] = waiting_for(book, s)
                number += 1


@cache
def replay_for(name: str) -> Callable[..., None]:
    """Compile the loop for a game."""
    rules = get(name).rules
    return bind(
        replay_pattern,
        name,
        set_up=rules.set_up,
        waiting_for=rules.waiting_for,
        is_legal=rules.is_legal,
        play=rules.play,
    )


# --- records of one kind ----------------------------------------------------------------------------------------


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


class Kind(NamedTuple):
    """What decides how moves are read and played."""

    game: str
    players: int
    options: bytes

    @classmethod
    def of(cls, record: Record) -> Kind:
        """Tell the kind of a record."""
        return cls(record.game, record.players, msgspec.json.encode(record.options))


@lru_cache(maxsize=16)
def spelling_for(kind: Kind) -> Spelling:
    """Open the box once for all records of a kind."""
    return Spelling(get(kind.game).empty_table(kind.players, msgspec.json.decode(kind.options)))


def holding(kind: Kind, records: Sequence[Record]) -> list[bool]:
    """Say of each record of a kind whether everything in it holds."""
    held = [False] * len(records)
    try:
        spelling = spelling_for(kind)
    except Refusal:
        return held
    empty, game = spelling.empty, spelling.empty.game
    states = blank(game.state_dtype, len(records))
    read: list[int] = []
    seats, moves, stops = list[int](), list[int](), list[int]()
    for number, record in enumerate(records):
        if len(record.moves) > game.longest:
            continue
        try:
            numbers = [spelling[text] for _, text in record.moves]
            game.read_deal(empty.book[0], states[len(read)], record.deal)
        except (Refusal, KeyError):
            states[len(read)] = empty.state[0]
            continue
        read.append(number)
        seats += [seat for seat, _ in record.moves]
        moves += numbers
        stops.append(len(moves))
    for number, end in zip(read, ends(empty, states[: len(read)], seats, moves, stops), strict=True):
        held[number] = end is not None and holds(records[number], end)
    return held


def ends(
    empty: Table, states: npt.NDArray[np.void], seats: list[int], moves: list[int], stops: list[int]
) -> list[End | None]:
    """Play the moves of many records; None where one is not legal."""
    game, waiting = empty.game, np.empty(len(states), np.int64)
    arrays = np.array(seats, np.int8), np.array(moves, np.int64), np.array(stops, np.int64)
    replay_for(game.name)(empty.book[0], states, *arrays, waiting)
    over = states[waiting == 0].view(np.recarray)
    outcomes = iter(game.outcomes(empty.book[0], over))
    extras = game.extras(empty.options)
    return [
        None if left == LEFT else End(SEATS[left], None if left else next(outcomes), extras)
        for left in waiting.tolist()
    ]


def holds(record: Record, end: End) -> bool:
    """Tell whether a record holds whose moves have led to this end."""
    try:
        check_length(record)
        check_end(record, end)
    except BadRecord:
        return False
    return True


# --- records of any kind ----------------------------------------------------------------------------------------


def check(record: Record) -> None:
    """Check a record as `match.verify` does; BadRecord names the first mistake."""
    if not all(all_holding([record])):
        verify_one(record)


def all_holding(records: Sequence[Record]) -> list[bool]:
    """Say of each record whether everything in it holds."""
    by_kind = defaultdict[Kind, list[int]](list)
    for number, record in enumerate(records):
        by_kind[Kind.of(record)].append(number)
    held = [False] * len(records)
    for kind, numbers in by_kind.items():
        for number, good in zip(numbers, holding(kind, [records[number] for number in numbers]), strict=True):
            held[number] = good
    return held


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
    records = read_records(part.lines)
    while together := list(islice(records, TOGETHER)):
        held = iter(all_holding([record for _, record in together if isinstance(record, Record)]))
        for number, record in together:
            try:
                if isinstance(record, BadRecord):
                    raise record
                if not next(held):
                    verify_one(record)
            except BadRecord as mistake:
                mistake.line = part.first + number - 1
                mistakes.append(mistake.told(language))
            else:
                good += 1
    return Checked(sum(map(len, part.lines)), good, mistakes)
