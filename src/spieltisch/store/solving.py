"""What people have done with a game's puzzles: their rating, their days in a row, and which puzzles they have tried."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa

from spieltisch.match.rating import Bout, Rating, glicko2
from spieltisch.store import schema

if TYPE_CHECKING:
    from spieltisch.store.store import Store

columns = schema.solving.c
NEVER = ""


class Solving(msgspec.Struct, frozen=True):
    """How somebody stands with the puzzles of one game."""

    rating: Rating = Rating()
    day: str = NEVER
    """The last day on which the daily puzzle was solved."""
    streak: int = 0
    longest: int = 0
    tried: dict[str, int] = msgspec.field(default_factory=dict)
    """By puzzle: 1 if the first try was right, 0 if not."""

    def streak_on(self, today: date) -> int:
        """Count the days in a row until today, or until yesterday as long as today's puzzle is open."""
        return self.streak if self.day in (str(today), str(today - timedelta(days=1))) else 0

    def after(self, puzzle: str, strength: Rating, solved: bool, daily: date | None) -> Solving:
        """Give how it stands after a first try; a puzzle that was tried before changes nothing.

        A day counts when its own puzzle was solved, at whichever try.
        """
        new, change = self, msgspec.structs.replace
        if puzzle not in self.tried:
            rating = glicko2(self.rating, [Bout(strength, float(solved))])
            new = change(new, rating=rating, tried={**self.tried, puzzle: int(solved)})
        if daily is not None and solved and self.day != str(daily):
            streak = self.streak_on(daily) + 1
            new = change(new, day=str(daily), streak=streak, longest=max(self.longest, streak))
        return new


async def of(store: Store, person: str, game: str) -> Solving:
    """Find how somebody stands."""
    rows = await store.fetch(sa.select(schema.solving).where(columns.person == person, columns.game == game))
    if not rows:
        return Solving()
    row = rows[0]
    return Solving(
        Rating(row.value, row.deviation, row.volatility),
        row.day,
        row.streak,
        row.longest,
        msgspec.json.decode(row.tried, type=dict[str, int]),
    )


async def keep(store: Store, person: str, game: str, now: Solving) -> None:
    """Keep how somebody stands."""
    mine = sa.and_(columns.person == person, columns.game == game)
    fields = {
        "value": now.rating.value,
        "deviation": now.rating.deviation,
        "volatility": now.rating.volatility,
        "day": now.day,
        "streak": now.streak,
        "longest": now.longest,
        "tried": msgspec.json.encode(now.tried).decode(),
    }
    await store.ledger.run(
        sa.delete(schema.solving).where(mine), sa.insert(schema.solving).values(person=person, game=game, **fields)
    )
