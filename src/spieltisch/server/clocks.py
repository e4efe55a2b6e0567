"""Clocks: who has how much time left. Everything follows from the times in the log, so all servers agree.

What a seat has spent on a decision is noted for good: whoever takes a move back, withdraws a choice or lets a bot play
for a while comes back to the clock as it was. An increment is earned once for each decision.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from spieltisch.server.messages import Clock, DaysClock, MoveClock, NoClock, TotalClock

if TYPE_CHECKING:
    from collections.abc import Sequence

DAY = 86_400.0
BACK_SECONDS = 60.0
"""Lent once a game to whoever takes the seat back after the time for the whole game was up."""


class HouseClock:
    """The server's time: that of the wall when the server began, and from then on what has really passed.

    The system's clock may be set while people play; nobody loses time by that.
    """

    def __init__(self) -> None:
        self.began = time.time() - time.monotonic()

    def now(self) -> float:
        """Seconds since 1970, to the millisecond as the log keeps them."""
        return round(self.began + time.monotonic(), 3)


class Clocks:
    """The clocks of all seats at a table."""

    def __init__(self, clock: Clock, players: int) -> None:
        self.clock = clock
        self.decision = [0] * players
        """Which of its decisions each seat has to make next."""
        self.spent: list[dict[int, float]] = [{} for _ in range(players)]
        """By seat: the time spent on each decision, also on those that were taken back."""
        self.earned: list[set[int]] = [set() for _ in range(players)]
        """By seat: the decisions that have earned an increment."""
        self.lent: set[int] = set()
        self.running: frozenset[int] = frozenset()
        self.read_at = 0.0

    @property
    def full(self) -> float:
        """What a seat begins with: for the game, or for each move."""
        match self.clock:
            case MoveClock(seconds) | TotalClock(seconds):
                return float(seconds)
            case DaysClock(days):
                return days * DAY
        return 0.0

    def left(self, seat: int) -> float:
        """What a seat has left: for the game, or for the decision before it."""
        spent = self.spent[seat]
        if not isinstance(self.clock, TotalClock):
            return self.full - spent.get(self.decision[seat], 0.0)
        given = self.full + self.clock.increment * len(self.earned[seat])
        if seat in self.lent:
            given += min(self.full, BACK_SECONDS)
        return max(0.0, given - sum(spent.values()))

    def advance(self, at: float) -> None:
        """Let time pass for those who have to decide. Nobody spends more than there is."""
        gone = max(0.0, at - self.read_at)
        for seat in self.running if gone else ():
            spent, decision = self.spent[seat], self.decision[seat]
            spent[decision] = spent.get(decision, 0.0) + min(gone, self.left(seat))
        self.read_at = max(at, self.read_at)

    def moved(self, seat: int, *, own: bool = True) -> None:
        """A decision of a seat is made: by its person, or by a bot or the table, who earn nothing."""
        if own:
            self.earned[seat].add(self.decision[seat])
        self.decision[seat] += 1

    def undone_to(self, decisions: Sequence[int]) -> None:
        """Moves were taken back; so many decisions of each seat are left."""
        self.decision = list(decisions)

    def may_come_back(self, seat: int) -> bool:
        """Whether whoever takes a seat back has time to decide, or is lent some."""
        if isinstance(self.clock, NoClock) or self.left(seat) > 0:
            return True
        return isinstance(self.clock, TotalClock) and seat not in self.lent

    def come_back(self, seat: int) -> None:
        """Somebody takes a seat back. Only whoever has none left for the whole game is lent some, once."""
        if isinstance(self.clock, TotalClock) and self.left(seat) <= 0:
            self.lent.add(seat)

    def run(self, seats: frozenset[int]) -> None:
        """From now on these seats have to decide."""
        self.running = frozenset() if isinstance(self.clock, NoClock) else seats

    def deadline(self) -> tuple[float, int] | None:
        """Tell when the next seat runs out of time, and which."""
        if not self.running:
            return None
        return min((self.read_at + self.left(seat), seat) for seat in self.running)

    def show(self, at: float) -> list[float | None]:
        """Give what everybody sees at a moment."""
        if isinstance(self.clock, NoClock):
            return []
        gone = max(0.0, at - self.read_at)
        return [
            round(max(0.0, self.left(seat) - (gone if seat in self.running else 0.0)), 1)
            for seat in range(len(self.decision))
        ]
