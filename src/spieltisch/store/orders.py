"""Orders of hosts to running servers, through the database that they share: given once, done once, and answered.

Servers look here every two seconds, with SQLite as with PostgreSQL. One takes an order; if it dies over it, another
may take it again, so everything ordered can be done twice without harm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sa

from spieltisch.store import schema
from spieltisch.store.store import new_id

if TYPE_CHECKING:
    from spieltisch.store.store import Store

TAKEN_SECONDS = 60.0
"""So long a server may take; after that another tries."""
KEPT_SECONDS = 86_400.0

columns = schema.orders.c


class Order(NamedTuple):
    """Something to be done."""

    id: str
    body: bytes


async def give(store: Store, body: bytes, now: float) -> str:
    """Give an order; whoever gives it can ask for the answer. Those of yesterday are forgotten."""
    order = new_id()
    await store.ledger.run(
        sa.delete(schema.orders).where(columns.given < now - KEPT_SECONDS),
        sa.insert(schema.orders).values(id=order, body=body, given=now),
    )
    return order


async def take(store: Store, now: float) -> Order | None:
    """Take the oldest order that nobody else has taken."""
    waiting = sa.select(columns.id).where(columns.done.is_(None), columns.taken_until < now)
    rows = await store.fetch(waiting.order_by(columns.given).limit(1))
    return await take_this(store, rows[0].id, now) if rows else None


async def take_this(store: Store, order: str, now: float) -> Order | None:
    """Take an order, unless it is taken or done: of several who try only one gets it."""
    taken = (
        sa.update(schema.orders)
        .where(columns.id == order, columns.done.is_(None), columns.taken_until < now)
        .values(taken_until=now + TAKEN_SECONDS)
        .returning(columns.id, columns.body)
    )
    rows = (await store.ledger.run(taken))[0].rows
    return Order(rows[0].id, rows[0].body) if rows else None


async def finish(store: Store, order: str, answer: str, now: float) -> None:
    """Note that an order is done, and what became of it."""
    await store.ledger.run(sa.update(schema.orders).where(columns.id == order).values(done=now, answer=answer))


async def answer_to(store: Store, order: str) -> str | None:
    """What became of an order; none if it is not done yet."""
    rows = await store.fetch(sa.select(columns.answer).where(columns.id == order, columns.done.is_not(None)))
    return rows[0].answer if rows else None
