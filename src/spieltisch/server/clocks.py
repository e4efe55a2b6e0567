"""Clocks: who has how much time left. Everything follows from the times in the log, so all servers agree."""

from __future__ import annotations

from spieltisch.server.messages import Clock, DaysClock, MoveClock, NoClock, TotalClock

DAY = 86_400.0
BACK_SECONDS = 60.0


class Clocks:
    """The clocks of all seats at a table."""

    def __init__(self, clock: Clock, players: int) -> None:
        self.clock = clock
        self.left = [self.full] * players
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

    def advance(self, at: float) -> None:
        """Let time pass for those who have to decide."""
        for seat in self.running:
            self.left[seat] = max(0.0, self.left[seat] - max(0.0, at - self.read_at))
        self.read_at = max(at, self.read_at)

    def moved(self, seat: int) -> None:
        """A seat has made its move."""
        if isinstance(self.clock, TotalClock):
            self.left[seat] += self.clock.increment
        else:
            self.left[seat] = self.full

    def come_back(self, seat: int) -> None:
        """Whoever takes a seat back gets a little time."""
        self.left[seat] = max(self.left[seat], min(self.full, BACK_SECONDS))

    def run(self, seats: frozenset[int]) -> None:
        """From now on these seats have to decide."""
        if isinstance(self.clock, NoClock):
            return
        if not isinstance(self.clock, TotalClock):
            for seat in seats - self.running:
                self.left[seat] = max(self.left[seat], 0.0) or self.full
        self.running = seats

    def deadline(self) -> tuple[float, int] | None:
        """Tell when the next seat runs out of time, and which."""
        if not self.running:
            return None
        return min((self.read_at + self.left[seat], seat) for seat in self.running)

    def show(self, at: float) -> list[float | None]:
        """Give what everybody sees at a moment."""
        if isinstance(self.clock, NoClock):
            return []
        gone = max(0.0, at - self.read_at)
        return [
            round(max(0.0, left - (gone if seat in self.running else 0.0)), 1) for seat, left in enumerate(self.left)
        ]
