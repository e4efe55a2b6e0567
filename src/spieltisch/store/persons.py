"""What hosts and people themselves ask of the database about a person: finding, shutting out, exporting, forgetting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from spieltisch.store import schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy.sql.expression import Executable

    from spieltisch.store.ledger import EventRow
    from spieltisch.store.store import Store

people, tables, sitting, events = schema.people.c, schema.tables.c, schema.sitting.c, schema.events.c
FOR_EVER = 1e12


async def find(store: Store, who: str) -> sa.Row[Any] | None:
    """Find a person by id or by the name of the account."""
    rows = await store.fetch(sa.select(schema.people).where(sa.or_(people.id == who, people.account == who)))
    return rows[0] if rows else None


async def search(store: Store, text: str, limit: int) -> Sequence[sa.Row[Any]]:
    """List people whose id, name or account has a text in it, those seen last first."""
    seated = sa.select(sa.func.count()).where(sitting.person == people.id).scalar_subquery()
    wanted = sa.select(*schema.people.c, seated.label("tables")).order_by(people.seen.desc()).limit(limit)
    if text:
        having = [column.icontains(text, autoescape=True) for column in (people.name, people.account)]
        wanted = wanted.where(sa.or_(people.id == text, *having))
    return await store.fetch(wanted)


async def search_tables(store: Store, text: str, limit: int) -> list[tuple[sa.Row[Any], list[str]]]:
    """List tables with the names of those who sit there: by id, game, status, or a person's name or account."""
    seated = schema.sitting.outerjoin(schema.people, sitting.person == people.id)
    wanted = sa.select(schema.tables).order_by(tables.updated.desc()).limit(limit)
    if text:
        sits = sa.select(sitting.table_id).select_from(seated)
        having = [column.icontains(text, autoescape=True) for column in (people.name, people.account)]
        sits = sits.where(sa.or_(sitting.person == text, *having))
        wanted = wanted.where(
            sa.or_(tables.id == text, tables.game == text, tables.status == text, tables.id.in_(sits))
        )
    found = await store.fetch(wanted)
    names: dict[str, list[str]] = {row.id: [] for row in found}
    rows = await store.fetch(
        sa.select(sitting.table_id, sitting.person, people.name)
        .select_from(seated)
        .where(sitting.table_id.in_(list(names)))
    )
    for row in rows:
        names[row.table_id].append(row.name or row.person)
    return [(row, names[row.id]) for row in found]


async def ban(store: Store, person: str, until: float | None) -> None:
    """Shut somebody out until a time; none lets them in again."""
    await store.ledger.run(sa.update(schema.people).where(people.id == person).values(banned=until))


async def banned_among(store: Store, persons: Iterable[str], now: float) -> set[str]:
    """Say who of some people is shut out."""
    found: set[str] = set()
    ids = list(persons)
    for start in range(0, len(ids), 500):
        part = ids[start : start + 500]
        rows = await store.fetch(sa.select(people.id).where(people.id.in_(part), people.banned > now))
        found.update(row.id for row in rows)
    return found


async def tables_naming(store: Store, person: str) -> list[str]:
    """Find every table in whose log somebody stands, also those that they have left."""
    needle = person.encode()
    within = (
        sa.func.position(sa.cast(needle, sa.LargeBinary).op("IN")(events.body))
        if store.is_postgresql
        else sa.func.instr(events.body, needle)
    )
    rows = await store.fetch(sa.select(events.table_id).where(within > 0).distinct())
    return [row.table_id for row in rows]


async def rewrite(store: Store, rows: Iterable[EventRow]) -> None:
    """Put other words into events that are stored; numbers and times stay."""
    changed: list[Executable] = [
        sa.update(schema.events).where(events.table_id == row.table_id, events.seq == row.seq).values(body=row.body)
        for row in rows
    ]
    if changed:
        await store.ledger.run(*changed)


async def forget(store: Store, person: str) -> None:
    """Delete a person: sessions, tokens and ratings go with the row; results and places at tables as well."""
    await store.ledger.run(
        sa.delete(schema.results).where(schema.results.c.person == person),
        sa.delete(schema.sitting).where(sitting.person == person),
        sa.update(schema.tables).where(tables.host == person).values(host=""),
        sa.delete(schema.keys).where(schema.keys.c.person == person),
        sa.delete(schema.ratings).where(schema.ratings.c.person == person),
        sa.delete(schema.sets).where(schema.sets.c.person == person),
        sa.delete(schema.solving).where(schema.solving.c.person == person),
        sa.delete(schema.people).where(people.id == person),
    )


async def all_about(store: Store, person: str) -> dict[str, Any]:
    """Everything that is kept about a person outside the logs of tables, but for hashes of secrets."""
    hidden = {"hash", "passphrase"}

    async def rows_of(table: sa.Table, column: sa.Column[Any]) -> list[dict[str, Any]]:
        rows = await store.fetch(sa.select(table).where(column == person))
        return [{key: value for key, value in row._mapping.items() if key not in hidden} for row in rows]

    return {
        "person": (await rows_of(schema.people, people.id))[0],
        "keys": await rows_of(schema.keys, schema.keys.c.person),
        "ratings": await rows_of(schema.ratings, schema.ratings.c.person),
        "results": await rows_of(schema.results, schema.results.c.person),
        "sets": await rows_of(schema.sets, schema.sets.c.person),
        "puzzles": await rows_of(schema.solving, schema.solving.c.person),
    }
