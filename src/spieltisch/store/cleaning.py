"""What is deleted in time: tables at which nothing happens any more, and guests who do not come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from spieltisch.store import schema

if TYPE_CHECKING:
    from spieltisch.store.store import Store


def newer_events(before: float) -> sa.Exists:
    """Whether something has happened at a table since then; its last change of status says little."""
    events = schema.events.c
    return sa.exists().where(events.table_id == schema.tables.c.id, events.at >= before)


async def old_tables(store: Store, before: float, *, over: bool) -> list[str]:
    """List tables at which nothing has happened since then: finished ones, or all others."""
    columns = schema.tables.c
    finished = columns.status == "over" if over else columns.status != "over"
    rows = await store.fetch(sa.select(columns.id).where(finished, columns.updated < before, ~newer_events(before)))
    return [row[0] for row in rows]


async def delete_table(store: Store, table_id: str, before: float) -> bool:
    """Delete a table with its log, unless something has happened since `before`; false then.

    Whoever writes an event holds on to the table's row (see appending.py). So the row is locked first: then no event
    is on its way, and whatever was written before is seen by the statements that follow.
    """
    columns = schema.tables.c
    gone = sa.not_(sa.exists().where(columns.id == table_id))
    results = await store.ledger.run(
        sa.select(columns.id).where(columns.id == table_id).with_for_update(),
        sa.delete(schema.tables).where(columns.id == table_id, ~newer_events(before)),
        sa.delete(schema.events).where(schema.events.c.table_id == table_id, gone),
        sa.delete(schema.reviews).where(schema.reviews.c.table_id == table_id, gone),
    )
    return results[1].rowcount > 0


async def forget_guests(store: Store, before: float) -> int:
    """Delete guests who have not come back and sit nowhere."""
    guests = schema.people.c
    seated = sa.select(schema.sitting.c.person)
    gone = await store.ledger.run(
        sa.delete(schema.people).where(guests.account.is_(None), guests.seen < before, guests.id.not_in(seated))
    )
    return gone[0].rowcount
