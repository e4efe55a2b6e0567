"""Many games at once: by anybody, in all processes, summed up with confidence intervals and written down as records.

Game i depends only on the seed and i: more games never change earlier ones, and it does not matter who plays which.
Where everybody plays at random, whole batches are played in compiled code.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, cast

import msgspec
import numpy as np

from spieltisch.bots import Budget
from spieltisch.games import Game, Table, get
from spieltisch.games.chance import MULTIPLIER
from spieltisch.games.records import blank, laid_out
from spieltisch.lab import seating
from spieltisch.lab.jobs import in_order, size_of
from spieltisch.lab.programs import EngineFault
from spieltisch.lab.sums import Summary, adding_for
from spieltisch.lab.verifying import check
from spieltisch.match import Record, new_proof, outcome_after, read_line, write_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import numpy.typing as npt

    from spieltisch.bots import Candidate
    from spieltisch.lab.jobs import Jobs

BATCH = 256
"""Games played in one compiled call and written down: few enough to show progress."""
TALLIED = 4096
"""Games played in one compiled call and only counted: enough to forget Python's share."""
FEW = 16
"""Games of bots that one process plays in one go."""
NODES = 200
"""What a bot may think for one move unless told otherwise: nodes, so that the same seed gives the same game."""
KNOWN_MOVES = 200_000
"""So many moves are remembered as texts."""


class Plan(msgspec.Struct, frozen=True):
    """What is played: everything that decides how game i goes."""

    game: str
    players: int
    seed: int
    options: dict[str, Any] = {}
    seats: tuple[str, ...] = ()
    """Who plays; nobody named: all at random."""
    nodes: int | None = NODES
    seconds: float | None = None

    @property
    def at_random(self) -> bool:
        """Whether everybody plays at random."""
        return all(name == seating.RANDOM for name in self.seats)

    @property
    def names(self) -> list[str]:
        """Who plays, as records name them."""
        return [seating.in_records(name) for name in self.seats or (seating.RANDOM,) * self.players]

    def empty_table(self) -> Table:
        """Open the box."""
        return get(self.game).empty_table(self.players, self.options)


@dataclass
class Simulated:
    """One simulated game: its number, its finished table and its moves as the rules number them."""

    number: int
    seed: int
    table: Table
    seats: list[int]
    moves: list[int]
    names: list[str]
    candidates: list[list[Candidate]] = field(default_factory=list)
    """What the bots have considered, move by move; nothing where everybody plays at random."""
    fault: tuple[int, str] | None = None
    """Which seat has forfeited, and why."""

    @property
    def forfeited(self) -> list[int]:
        """The seat that has forfeited, if any."""
        return [] if self.fault is None else [self.fault[0]]

    def record(self) -> Record:
        """Write the game down. The salt follows from the seed: the same seed gives the same bytes."""
        write = partial(self.table.game.write_move, self.table.book[0])
        moves = [(seat, write(move)) for seat, move in zip(self.seats, self.moves, strict=True)]
        proof = new_proof(self.table.dealt, salt_for(self.seed, self.number))
        return Record.of(self.table, moves, self.names, proof, self.forfeited)


def salt_for(seed: int, number: int) -> str:
    """Give the salt of a game's proof."""
    return hashlib.sha256(f"salt/{seed}/{number}".encode()).hexdigest()[:32]


def simulate(
    game: Game, players: int, games: int, seed: int, options: Mapping[str, Any] | None = None
) -> Iterator[Simulated]:
    """Play games at random, one after the other, with all their moves."""
    plan = Plan(game.name, players, seed, game.options_record(game.read_options(options)))
    for part in parts(games, BATCH):
        yield from Batch(plan, part).games()


# --- all together -----------------------------------------------------------------------------------------------


class Work(msgspec.Struct, frozen=True):
    """Some games to play in one go."""

    plan: Plan
    start: int
    stop: int
    records: bool = False
    columns: bool = False


@dataclass
class Done:
    """What has come of it."""

    games: int
    summary: Summary
    lines: bytes = b""
    columns: dict[str, bytes] = field(default_factory=dict)
    """Decisions and games as Arrow tables."""


def run(plan: Plan, games: int, jobs: Jobs, *, records: bool = False, columns: bool = False) -> Iterator[Done]:
    """Play games in several processes; what comes, comes in the order of the games, whatever their number."""
    counted = plan.at_random and not records and not columns
    size = TALLIED if counted else BATCH if plan.at_random else min(FEW, -(-games // (4 * size_of(jobs))))
    work = [Work(plan, part.start, part.stop, records, columns) for part in parts(games, size)]
    if counted:
        adding_for(plan.game)  # before several threads want it
    yield from in_order(done, work, min(jobs, len(work)) if isinstance(jobs, int) else jobs, threads=counted)


def parts(games: int, size: int) -> Iterator[range]:
    """Cut the games into parts."""
    return (range(start, min(games, start + size)) for start in range(0, games, size))


def done(work: Work) -> Done:
    """Play some games: as fast as can be if they are only counted."""
    plan, numbers = work.plan, range(work.start, work.stop)
    summary = Summary(plan.players)
    if plan.at_random and not work.records and not work.columns:
        summary.play(table_for(plan), chances_for(plan, numbers))
        return Done(len(numbers), summary)
    if plan.at_random:
        batch = Batch(plan, numbers)
        summary.add_ends(batch.empty, batch.states, batch.counts)
        lines = b"".join(writer_for(msgspec.json.encode(plan)).lines(batch)) if work.records else b""
        return Done(len(numbers), summary, lines, columns_of(list(batch.games())) if work.columns else {})
    played = list(by_players(plan, numbers))
    add_up(summary, plan, played)
    lines = b"".join(write_line(one.record()) for one in played) if work.records else b""
    return Done(len(numbers), summary, lines, columns_of(played) if work.columns else {})


def columns_of(played: list[Simulated]) -> dict[str, bytes]:
    """Lay games out as columns; loads Arrow, which only those need who ask for it."""
    from spieltisch.lab import columns

    return columns.columns_of(played)


def add_up(summary: Summary, plan: Plan, played: Iterable[Simulated]) -> None:
    """Add games that players have played, those that were forfeited apart."""
    ended = []
    for one in played:
        if one.fault is None:
            ended.append(one)
        else:
            winners = outcome_after(one.table, one.forfeited).winners
            summary.add_forfeit(*one.fault, winners, len(one.moves))
    if ended:
        states = laid_out(get(plan.game).state_dtype, b"".join(one.table.state.tobytes() for one in ended))
        summary.add_ends(table_for(plan), states, np.array([len(one.moves) for one in ended], np.int64))


# --- at random --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def table_of(content: bytes) -> Table:
    """Keep the tables of the last plans: filling a book can take as long as many games."""
    return msgspec.json.decode(content, type=Plan).empty_table()


def table_for(plan: Plan) -> Table:
    """Give an empty table, on which nobody lays anything."""
    return table_of(msgspec.json.encode(plan))


def chances_for(plan: Plan, numbers: range) -> npt.NDArray[np.uint64]:
    """Seed games as `chance.seeded(game, players, seed, number)` does, many at a time."""
    origin = f"{plan.game}/{plan.players}/{plan.seed}/".encode()
    digests = b"".join([hashlib.sha256(origin + b"%d" % number).digest()[:8] for number in numbers])
    words = np.frombuffer(digests, ">u4").astype(np.uint64).reshape(-1, 2)
    carry = words[:, 1:] % (MULTIPLIER - np.uint64(2)) + np.uint64(1)
    return np.ascontiguousarray(carry << np.uint64(32) | words[:, :1])


class Batch:
    """Some games, played in two compiled calls: shuffle, then everything else."""

    def __init__(self, plan: Plan, numbers: range) -> None:
        self.plan = plan
        self.numbers = numbers
        self.empty = table_for(plan)
        game, book, count = self.empty.game, self.empty.book[0], len(numbers)
        self.states = blank(game.state_dtype, count)
        chances = chances_for(plan, numbers)
        game.loops.shuffle_all(book, self.states, chances)
        self.deals = [game.write_deal(book, s) for s in self.states]
        self._seats = np.empty((count, game.longest), np.int8)
        self._moves = np.empty((count, game.longest), np.int64)
        self.counts = np.empty(count, np.int64)
        game.loops.play_all(book, self.states, chances, self._seats, self._moves, self.counts)

    def seats(self, at: int) -> list[int]:
        """Who made the moves of a game."""
        made: list[int] = self._seats[at, : self.counts[at]].tolist()
        return made

    def moves(self, at: int) -> list[int]:
        """The moves of a game."""
        made: list[int] = self._moves[at, : self.counts[at]].tolist()
        return made

    def games(self) -> Iterator[Simulated]:
        """Give the games one after the other, each with its table."""
        empty, names = self.empty, self.plan.names
        for at, number in enumerate(self.numbers):
            state = self.states[at : at + 1].view(np.recarray)
            table = Table(empty.game, empty.players, empty.options, empty.book, state)
            table.dealt = self.deals[at]
            yield Simulated(number, self.plan.seed, table, self.seats(at), self.moves(at), names)


# --- by bots and programs ---------------------------------------------------------------------------------------


def by_players(plan: Plan, numbers: range) -> Iterator[Simulated]:
    """Let the players of a plan play some games."""
    with seating.sitting(plan.game, plan.seats) as here:
        for number in numbers:
            yield by_players_one(plan, number, here)


def by_players_one(plan: Plan, number: int, here: seating.Sitting) -> Simulated:
    """Let the players play one game; who forfeits ends it, as no person is left who could go on."""
    table = dealt(plan, number)
    game = Simulated(number, plan.seed, table, [], [], plan.names)
    while not table.over:
        seat = table.waiting_for[0]
        budget = Budget(plan.seconds, plan.nodes, seed_for(plan.seed, number, len(game.moves)))
        try:
            move = table.check(seat, here.choose(table.view(seat), seat, budget))
        except EngineFault as fault:
            game.fault = seat, fault.reason
            return game
        game.seats.append(seat)
        game.moves.append(move)
        game.candidates.append(list(here.bots[seat].explain()))
        table.put(seat, move)
    return game


def dealt(plan: Plan, number: int) -> Table:
    """Deal a game."""
    empty = table_for(plan)
    game = empty.game
    state = blank(game.state_dtype)
    game.loops.shuffle_all(empty.book[0], state, chances_for(plan, range(number, number + 1)))
    deal = game.write_deal(empty.book[0], state[0])
    game.rules.set_up(empty.book[0], state[0])
    table = Table(game, empty.players, empty.options, empty.book, state)
    table.dealt = deal
    return table


def seed_for(seed: int, number: int, moves: int) -> int:
    """Give every decision its own seed, the same whenever this game is played."""
    name = f"simulate/{seed}/{number}/{moves}"
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:6], "big")


# --- written down -----------------------------------------------------------------------------------------------


class Writer(dict[tuple[int, int], bytes]):
    """Writes the games of a batch down as `Simulated.record` does, only quicker.

    What all of them have in common is there in JSON, and so are moves, by seat and number: the same few thousand come
    again and again.
    """

    def __init__(self, content: bytes) -> None:
        plan = msgspec.json.decode(content, type=Plan)
        self.empty = table_of(content)
        self.common = Record.begun(self.empty, plan.names)
        self.common.options = cast("Any", msgspec.Raw(msgspec.json.encode(self.common.options)))

    def __missing__(self, key: tuple[int, int]) -> bytes:
        text = msgspec.json.encode(self.empty.game.write_move(self.empty.book[0], key[1]))
        for seat in range(self.empty.players):
            self[seat, key[1]] = b"[%d,%b]" % (seat, text)
        return self[key]

    def lines(self, batch: Batch) -> Iterator[bytes]:
        """Write games down."""
        if len(self) > KNOWN_MOVES:
            self.clear()
        record = msgspec.structs.replace(self.common)
        outcomes = self.empty.game.outcomes(self.empty.book[0], batch.states)
        for at, (number, deal, outcome) in enumerate(zip(batch.numbers, batch.deals, outcomes, strict=True)):
            moves = b",".join(map(self.__getitem__, zip(batch.seats(at), batch.moves(at), strict=True)))
            record.deal = deal
            record.moves = cast("Any", msgspec.Raw(b"[%b]" % moves))
            record.result = outcome
            record.proof = new_proof(deal, salt_for(batch.plan.seed, number))
            yield write_line(record)


writer_for = lru_cache(maxsize=8)(Writer)


def prepare(game: str) -> None:
    """Use what is compiled for a game once, so that it lies in the cache."""
    plan = Plan(game, get(game).seats[0], 0)
    written = done(Work(plan, 0, 1, records=True))
    done(Work(plan, 0, 1))
    check(read_line(written.lines))
