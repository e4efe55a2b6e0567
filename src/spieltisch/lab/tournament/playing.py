"""The games of a tournament: who meets whom, in which seats, with which deals; and how one of them is played.

Every deal is played once for each turn of the table, so that everybody holds every hand: luck and seat fall out of the
comparison. What goes wrong with a player costs him that game and nobody else anything.
"""

from __future__ import annotations

import hashlib
import time
from itertools import combinations, count, islice
from typing import TYPE_CHECKING

import msgspec

from spieltisch.bots import Budget
from spieltisch.games import Outcome, get
from spieltisch.lab import seating
from spieltisch.lab.engines import GRACE_SECONDS
from spieltisch.lab.programs import EngineFault
from spieltisch.match import outcome_after

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spieltisch.games import Table
    from spieltisch.lab.tournament.plan import Entrant, Plan

LATE = "late"
"""The fault of who has used up the time for a whole game."""
SLOWLY = 20
"""Who has time for a whole game only may use this part of what is left for a move."""


class Fixture(msgspec.Struct, frozen=True):
    """One game to play: its deal, and who sits where, by their places in the list of players."""

    deal: int
    seats: tuple[int, ...]

    @property
    def block(self) -> tuple[int, tuple[int, ...]]:
        """Tell which games are one comparison: the same deal and the same players."""
        return self.deal, tuple(sorted(self.seats))


class Fault(msgspec.Struct, frozen=True):
    """Why somebody has forfeited: one of crashed, hung, flooded, illegal, late; and what exactly happened."""

    seat: int
    reason: str
    told: str


class Result(msgspec.Struct, frozen=True):
    """One game played."""

    fixture: Fixture
    moves: int
    scores: list[int]
    winners: list[int]
    reason: str
    seconds: list[float]
    fault: Fault | None = None

    @property
    def places(self) -> list[int]:
        """Who came in where, by seat: the winners first, the others by their scores, who has forfeited last."""
        out = -1 if self.fault is None else self.fault.seat
        ranks = [(seat in self.winners, seat != out, score) for seat, score in enumerate(self.scores)]
        return [1 + sum(other > own for other in ranks) for own in ranks]


# --- who meets whom ---------------------------------------------------------------------------------------------


def line_ups(entrants: int, players: int) -> list[tuple[int, ...]]:
    """List who sits down together: everybody with everybody; who are too few for a table sit there several times."""
    if entrants >= players:
        return list(combinations(range(entrants), players))
    return [tuple(seat % entrants for seat in range(players))]


def turns(line_up: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Turn the table, so that everybody sits everywhere; what would be the same again is left out."""
    return list(dict.fromkeys(line_up[turn:] + line_up[:turn] for turn in range(len(line_up))))


def blocks(plan: Plan) -> Iterator[list[Fixture]]:
    """Give the games deal by deal and line-up by line-up: those of one block are one comparison."""
    together = line_ups(len(plan.entrants), plan.players)
    for deal in count():
        for line_up in together:
            yield [Fixture(deal, seats) for seats in turns(line_up)]


def schedule(plan: Plan) -> Iterator[Fixture]:
    """Give all games, whole deals only: at least so many as wanted, or as many as anybody asks for."""
    together = [turns(line_up) for line_up in line_ups(len(plan.entrants), plan.players)]
    whole = sum(map(len, together))
    deals = None if plan.games is None else -(-plan.games // whole)
    wanted = None if deals is None else deals * len(together)
    return (fixture for block in islice(blocks(plan), wanted) for fixture in block)


# --- one game ---------------------------------------------------------------------------------------------------


class Clock:
    """How long a seat has thought in this game, and how long it may."""

    def __init__(self, entrant: Entrant, total: float | None) -> None:
        self.entrant = entrant
        self.total = total
        self.used = 0.0

    def grant(self, seed: int) -> Budget:
        """What is granted for the next move."""
        seconds = self.entrant.seconds
        if self.total is not None:
            left = max(0.001, self.total - self.used)
            seconds = left / SLOWLY if seconds is None else min(seconds, left)
        return Budget(seconds, self.entrant.nodes, seed)

    def spend(self, seconds: float) -> None:
        """Count what a move has taken; EngineFault if that was all and more."""
        self.used += seconds
        if self.total is not None and self.used > self.total + GRACE_SECONDS:
            raise EngineFault(LATE, f"{self.used:.1f} s of {self.total:.1f} s for the game")


def play(plan: Plan, fixture: Fixture) -> Result:
    """Play one game, with players who have come for it alone."""
    entrants = [plan.entrants[place] for place in fixture.seats]
    with seating.sitting(plan.game, [entrant.plays for entrant in entrants]) as here:
        return played(plan, fixture, entrants, here)


def played(plan: Plan, fixture: Fixture, entrants: Sequence[Entrant], here: seating.Sitting) -> Result:
    """Let the players of a table play a game."""
    table = get(plan.game).deal(plan.players, deal_seed(plan, fixture.deal), plan.options)
    clocks = [Clock(entrant, plan.total) for entrant in entrants]
    moves, fault = 0, None
    while not table.over and fault is None:
        seat = table.waiting_for[0]
        try:
            table.play(seat, chosen(table, seat, clocks[seat], seed_for(plan, fixture, moves), here))
            moves += 1
        except EngineFault as wrong:
            fault = Fault(seat, wrong.reason, str(wrong))
    outcome = ended(table, fault)
    seconds = [round(clock.used, 6) for clock in clocks]
    return Result(fixture, moves, outcome.scores, outcome.winners, outcome.reason, seconds, fault)


def chosen(table: Table, seat: int, clock: Clock, seed: int, here: seating.Sitting) -> str:
    """Let a player choose while his clock runs; starting a program does not count."""
    here.call(seat)
    view, start = table.view(seat), time.perf_counter()
    move = here.choose(view, seat, clock.grant(seed))
    clock.spend(time.perf_counter() - start)
    return move


def ended(table: Table, fault: Fault | None) -> Outcome:
    """The result: of a game that somebody has forfeited, the others share the win."""
    return outcome_after(table, [] if fault is None else [fault.seat])


def deal_seed(plan: Plan, deal: int) -> int:
    """Name a deal: the same for everybody who plays it."""
    return number_of(f"tournament/{plan.seed}/{deal}")


def seed_for(plan: Plan, fixture: Fixture, moves: int) -> int:
    """Give every decision its own seed, the same whenever this game is played."""
    return number_of(f"tournament/{plan.seed}/{fixture.deal}/{fixture.seats}/{moves}")


def number_of(name: str) -> int:
    """Make a number of a name."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:6], "big")
