"""Results of finished games, and what they do to ratings: written together with the event that ends the game.

Several servers may end games of the same person at the same moment; with PostgreSQL they do it one after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from spieltisch.match.rating import PROVISIONAL, Rating, rate
from spieltisch.store import schema

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spieltisch.store.ledger import EventRow
    from spieltisch.store.store import Store

LOCK = 5_173_450_113
"""Any number, the same in all servers."""
RECENT = 20


class Result(NamedTuple):
    """How one seat of a person came out."""

    seat: int
    person: str
    place: int
    won: bool
    rank: int
    """The place for the rating: whoever gave up is behind those who played on."""


class Finish(NamedTuple):
    """The end of a game, as far as people's statistics go."""

    game: str
    players: int
    results: tuple[Result, ...]
    rated: bool = True
    """What was decided when the game began."""

    @property
    def may_be_rated(self) -> bool:
        """Whether every seat has a person of its own; whether they all have accounts is for the database to say."""
        return self.rated and len({result.person for result in self.results}) == self.players >= 2


class GameStatistics(NamedTuple):
    """What somebody has done in one game."""

    played: int
    won: int
    places: list[int]
    rated: int = 0
    rating: Rating | None = None

    @property
    def provisional(self) -> bool:
        """Whether the rating says little yet."""
        return self.rating is None or self.rating.deviation > PROVISIONAL


class Statistics(NamedTuple):
    """What somebody has played, by game, and the last games."""

    games: dict[str, GameStatistics]
    recent: Sequence[sa.Row[Any]]


KNOWN = sa.select(schema.results.c.seat).where(schema.results.c.table_id == sa.bindparam("table"))
AMONG = sa.select(schema.people.c.id).where(schema.people.c.id.in_(sa.bindparam("persons", expanding=True)))
ENTRIES = sa.insert(schema.results)


def enter(connection: sa.Connection, row: EventRow, finish: Finish) -> None:
    """Enter results and new ratings, inside the transaction that writes the last event."""
    known = connection.execute(KNOWN, {"table": row.table_id})
    if not finish.results or known.first() is not None:
        return
    rated: dict[str, tuple[Rating, float]] = {}
    if finish.may_be_rated:
        rated = enter_ratings(connection, finish)
    nothing = (None, None)
    entries = []
    there = people_among(connection, [result.person for result in finish.results])
    for result in finish.results:
        if result.person not in there:  # forgotten while the game went on
            continue
        rating, change = rated.get(result.person, nothing)
        entries.append(
            {
                "table_id": row.table_id,
                "seat": result.seat,
                "person": result.person,
                "game": finish.game,
                "place": result.place,
                "won": result.won,
                "at": row.at,
                "players": finish.players,
                "rating": rating.value if rating else None,
                "change": change,
            }
        )
    if entries:
        connection.execute(ENTRIES, entries)


def people_among(connection: sa.Connection, persons: list[str]) -> set[str]:
    """Say who of some people is still known."""
    return {row[0] for row in connection.execute(AMONG, {"persons": persons})}


def enter_ratings(connection: sa.Connection, finish: Finish) -> dict[str, tuple[Rating, float]]:
    """Rate a game of accounts; gives everybody's new rating and how it has changed, nothing if there are guests."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
    persons = [result.person for result in finish.results]
    people, columns = schema.people.c, schema.ratings.c
    accounts = connection.execute(sa.select(people.id).where(people.id.in_(persons), people.account.is_not(None)))
    if len(accounts.all()) < finish.players:
        return {}
    here = sa.and_(columns.game == finish.game, columns.person.in_(persons))
    found = (connection.execute(sa.select(schema.ratings).where(here))).all()
    old = {entry.person: Rating(entry.value, entry.deviation, entry.volatility) for entry in found}
    count = {entry.person: entry.rated for entry in found}
    before = [old.get(person, Rating()) for person in persons]
    after = rate(finish.game, before, [result.rank for result in finish.results])
    connection.execute(sa.delete(schema.ratings).where(here))
    connection.execute(
        sa.insert(schema.ratings),
        [
            {"person": person, "game": finish.game, "rated": count.get(person, 0) + 1, **rating._asdict()}
            for person, rating in zip(persons, after, strict=True)
        ],
    )
    return {person: (now, now.value - was.value) for person, was, now in zip(persons, before, after, strict=True)}


async def ratings_of(store: Store, person: str) -> dict[str, float]:
    """Give somebody's ratings by game."""
    columns = schema.ratings.c
    rows = await store.fetch(sa.select(columns.game, columns.value).where(columns.person == person))
    return {row.game: row.value for row in rows}


async def results_of(store: Store, person: str) -> tuple[int, int]:
    """Count games played and won."""
    columns = schema.results.c
    won = sa.func.sum(sa.case((columns.won.is_(True), 1), else_=0))
    rows = await store.fetch(
        sa.select(sa.func.count().label("played"), won.label("won")).where(columns.person == person)
    )
    return int(rows[0].played), int(rows[0].won or 0)


async def statistics_of(store: Store, person: str) -> Statistics:
    """Count what somebody has played."""
    results, ratings = schema.results.c, schema.ratings.c
    placed = await store.fetch(
        sa.select(
            results.game,
            results.place,
            sa.func.count().label("played"),
            sa.func.sum(sa.case((results.won.is_(True), 1), else_=0)).label("won"),
        )
        .where(results.person == person)
        .group_by(results.game, results.place)
    )
    rated = {row.game: row for row in await store.fetch(sa.select(schema.ratings).where(ratings.person == person))}
    recent = await store.fetch(
        sa.select(schema.results)
        .where(results.person == person)
        .order_by(results.at.desc(), results.table_id)
        .limit(RECENT)
    )
    games: dict[str, GameStatistics] = {}
    for name in {row.game for row in placed} | rated.keys():
        rows = [row for row in placed if row.game == name]
        places = [0] * max((row.place for row in rows), default=0)
        for row in rows:
            places[row.place - 1] += row.played
        entry = rated.get(name)
        games[name] = GameStatistics(
            played=sum(row.played for row in rows),
            won=sum(int(row.won) for row in rows),
            places=places,
            rated=entry.rated if entry else 0,
            rating=Rating(entry.value, entry.deviation, entry.volatility) if entry else None,
        )
    return Statistics(games, recent)
