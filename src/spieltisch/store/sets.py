"""Sets that people have made for games that are played with such: each is somebody's; who has its link may read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from spieltisch.store import schema
from spieltisch.store.store import new_id

if TYPE_CHECKING:
    from spieltisch.store.store import Store

columns = schema.sets.c


class SetRow(NamedTuple):
    """A set that is kept, without its text."""

    id: str
    name: str
    good: bool
    changed: float


LISTED = (columns.id, columns.name, columns.good, columns.changed)


def row_of(found: sa.Row[Any]) -> SetRow:
    """What was found, by name."""
    return SetRow(found.id, found.name, found.good, found.changed)


def one_of(person: str, game: str, set_id: str) -> sa.ColumnElement[bool]:
    """Which set is meant: nobody has another person's."""
    return sa.and_(columns.id == set_id, columns.person == person, columns.game == game)


async def of(store: Store, person: str, game: str) -> list[SetRow]:
    """List somebody's sets, the one changed last first."""
    mine = sa.select(*LISTED).where(columns.person == person, columns.game == game)
    rows = await store.fetch(mine.order_by(columns.changed.desc(), columns.id))
    return [row_of(row) for row in rows]


async def count(store: Store, person: str) -> int:
    """Count somebody's sets, whatever game they are for."""
    return int((await store.fetch(sa.select(sa.func.count()).where(columns.person == person)))[0][0])


async def text_of(store: Store, game: str, set_id: str) -> str | None:
    """Read a set, whoever it belongs to: its id cannot be guessed, and only its owner can give it away."""
    rows = await store.fetch(sa.select(columns.body).where(columns.id == set_id, columns.game == game))
    return str(rows[0].body) if rows else None


async def keep(store: Store, person: str, game: str, row: SetRow, body: str, most: int) -> SetRow | None:
    """Keep a new set, unless somebody has so many; of several that come at once no more are kept either."""
    kept = row._replace(id=new_id())
    room = sa.select(sa.func.count()).where(columns.person == person).scalar_subquery() < most
    given = (kept.id, person, game, kept.name, body, kept.good, kept.changed)
    values = sa.select(*(sa.literal(value, column.type) for value, column in zip(given, schema.sets.c, strict=True)))
    fields = ["id", "person", "game", "name", "body", "good", "changed"]
    done = await store.ledger.run(sa.insert(schema.sets).from_select(fields, values.where(room)))
    return kept if done[0].rowcount else None


async def change(store: Store, person: str, game: str, row: SetRow, body: str) -> bool:
    """Keep a set as it is now; false if it is gone."""
    mine = one_of(person, game, row.id)
    fields = {"name": row.name, "body": body, "good": row.good, "changed": row.changed}
    return (await store.ledger.run(sa.update(schema.sets).where(mine).values(**fields)))[0].rowcount > 0


async def delete(store: Store, person: str, game: str, set_id: str) -> bool:
    """Delete a set; false if there is none."""
    done = await store.ledger.run(sa.delete(schema.sets).where(one_of(person, game, set_id)))
    return done[0].rowcount > 0
