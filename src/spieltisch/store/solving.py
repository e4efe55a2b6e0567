"""What people have done with a game's puzzles: their rating, their days in a row, and which puzzles they have tried."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa

from spieltisch.match.rating import Bout, Rating, glicko2
from spieltisch.store import schema

if TYPE_CHECKING:
    from collections.abc import Callable

    from spieltisch.store.store import Store

columns = schema.solving.c
NEVER = ""
BEGINNING = Rating(deviation=250.0)
"""Puzzles begin more cautiously than games: one try would move the rating by hundreds, and after ten it is as sure."""


class Solving(msgspec.Struct, frozen=True):
    """How somebody stands with the puzzles of one game."""

    rating: Rating = BEGINNING
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


async def change(store: Store, person: str, game: str, how: Callable[[Solving], Solving]) -> tuple[Solving, Solving]:
    """Change how somebody stands; gives how it was and how it is.

    Whoever has changed it meanwhile, here or at another server, is not written over: it is done again on top of that.
    """
    while True:
        before = await of(store, person, game)
        after = how(before)
        if after == before or await replaced(store, person, game, before, after):
            return before, after


async def replaced(store: Store, person: str, game: str, before: Solving, after: Solving) -> bool:
    """Write how somebody stands, unless it is no longer as it was read.

    Puzzles are only ever added, and days only pass: the two tell one state from every other.
    """
    values = row_of(after)
    if before == Solving():
        new = store.dialect.insert(schema.solving).values(person=person, game=game, **values)
        (result,) = await store.ledger.run(new.on_conflict_do_nothing())
    else:
        same = [getattr(columns, name) == row_of(before)[name] for name in ("tried", "day")]
        mine = sa.and_(columns.person == person, columns.game == game, *same)
        (result,) = await store.ledger.run(sa.update(schema.solving).where(mine).values(**values))
    return result.rowcount == 1


def row_of(stands: Solving) -> dict[str, object]:
    """Write how somebody stands as the database keeps it."""
    return {
        "value": stands.rating.value,
        "deviation": stands.rating.deviation,
        "volatility": stands.rating.volatility,
        "day": stands.day,
        "streak": stands.streak,
        "longest": stands.longest,
        "tried": msgspec.json.encode(stands.tried).decode(),
    }
