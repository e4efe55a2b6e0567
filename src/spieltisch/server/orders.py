"""Orders of hosts: `spieltisch admin` has them carried out by a running server, or does it itself where none runs."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from spieltisch.games import Refusal
from spieltisch.server import moderation
from spieltisch.server.settings import from_environment
from spieltisch.store import Store, orders
from spieltisch.store.engine import default_url, make_engine
from spieltisch.store.migrate import revision_of, revisions

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from spieltisch.server.hall import Hall

log = logging.getLogger("spieltisch.orders")

Found = TypeVar("Found")

PATIENCE_SECONDS = 7.0
"""Servers look for orders every two seconds. If none has taken one after this time, none runs."""


class Close(msgspec.Struct, frozen=True, tag=True):
    """Close a table."""

    table: str


class Kick(msgspec.Struct, frozen=True, tag=True):
    """Show somebody out, of one table or of the house."""

    person: str
    table: str = ""


class Ban(msgspec.Struct, frozen=True, tag=True):
    """Shut somebody out until a time."""

    person: str
    until: float


class Unban(msgspec.Struct, frozen=True, tag=True):
    """Let somebody in again."""

    person: str


class Delete(msgspec.Struct, frozen=True, tag=True):
    """Forget somebody."""

    person: str


AnyOrder = Close | Kick | Ban | Unban | Delete
decoder = msgspec.json.Decoder(AnyOrder)


async def look_at_orders(hall: Hall) -> None:
    """Carry out what hosts have ordered meanwhile."""
    while order := await orders.take(hall.store, time.time()):
        await carry_out(hall, order)


async def carry_out(hall: Hall, order: orders.Order) -> None:
    """Do what is ordered, and note what became of it. What breaks is not tried again and again."""
    facts: dict[str, Any] = msgspec.json.decode(order.body)
    try:
        answer = await done(hall, decoder.decode(order.body))
    except Refusal as reason:
        answer = f"Not done: {reason}"
    except Exception as error:
        log.exception("an order could not be carried out", extra=facts)
        answer = f"Not done: {error}"
    await orders.finish(hall.store, order.id, answer, time.time())
    log.info("ordered", extra={**facts, "answer": answer})


async def done(hall: Hall, order: AnyOrder) -> str:
    """Do it; gives the answer."""
    match order:
        case Close(table):
            return await moderation.close_table(hall, table)
        case Kick(person, table):
            return await moderation.kick(hall, person, table)
        case Ban(person, until):
            return await moderation.ban(hall, person, until)
        case Unban(person):
            return await moderation.unban(hall, person)
        case Delete(person):
            return await moderation.delete(hall, person)


# --- from the command line ---------------------------------------------------------------------------------


async def with_store(database: str | None, work: Callable[[Store], Awaitable[Found]]) -> Found:
    """Open the database of a server that may be running; its form is left as it is."""
    url = database or from_environment().database or default_url()
    engine = make_engine(url)
    try:
        async with engine.connect() as connection:
            revision = await connection.run_sync(revision_of)
        if revision != revisions()[-1]:
            raise ValueError("The database has another form; start the server of this version first.")
        store = Store(url, engine, "admin")
        try:
            return await work(store)
        finally:
            await store.close()
    finally:
        await engine.dispose()


async def have_done(store: Store, order: AnyOrder) -> str:
    """Leave an order for the servers and wait for the answer; without a server it is done here."""
    number = await orders.give(store, msgspec.json.encode(order), time.time())
    given = time.monotonic()
    while (answer := await orders.answer_to(store, number)) is None:
        if time.monotonic() - given > PATIENCE_SECONDS and (own := await orders.take_this(store, number, time.time())):
            await do_here(store, own)
        await asyncio.sleep(0.1)
    return answer


async def do_here(store: Store, order: orders.Order) -> None:
    """Carry out an order where no server runs. Nothing else is begun: no bot thinks, no clock is looked at."""
    from spieltisch.server.hall import Hall

    hall = Hall(store, from_environment())
    hall.closing = True
    try:
        await carry_out(hall, order)
    finally:
        await hall.close()
