"""What the house decides about people and tables: closing, showing out, shutting out, forgetting.

Hosts order it with `spieltisch admin` (see orders.py); whoever deletes themselves on the account page comes here too.
Everything goes through the hall, so all who sit at a table see it happen.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import msgspec

from spieltisch.games import Refusal
from spieltisch.server import events as ev
from spieltisch.server import ruling
from spieltisch.store import cleaning, persons

if TYPE_CHECKING:
    from collections.abc import Callable

    from spieltisch.server.hall import Hall
    from spieltisch.server.sitting import Sitting
    from spieltisch.store import EventRow

    Decide = Callable[[Sitting, str], ev.AnyEvent]

NOBODY = "N. N."
"""Stands where the name of somebody stood who is forgotten; understood in all our languages."""
SILENCE = "…"
"""Stands where they had said something."""

MANY = 1_000_000

one_at_a_time = asyncio.Semaphore(1)
reading = asyncio.Semaphore(1)
"""Finding somebody's tables looks through all logs; a crowd that wants it must not stop the tables."""


# --- rulings -----------------------------------------------------------------------------------------------


def going_on(sitting: Sitting) -> None:
    """What is over or closed stays as it is."""
    ruling.not_closed(sitting)
    if sitting.over:
        raise ruling.refuse("over")


def close(sitting: Sitting) -> ev.Closed:
    """End a table without a result, whoever sits there."""
    going_on(sitting)
    return ev.Closed()


def show_out(sitting: Sitting, person: str) -> ev.AnyEvent:
    """Take a person's next seat: before the game it is empty again, afterwards a bot plays on."""
    going_on(sitting)
    for seat in sitting.seats_of(person):
        if sitting.match is None:
            return ev.Stood(seat=seat, person=person)
        if sitting.seats[seat].stand_in is None:
            return ev.Handed(seat=seat, level=ruling.STAND_IN, reason="removed")
    raise ruling.refuse("not_here")


def give_up(sitting: Sitting, person: str) -> ev.AnyEvent:
    """Whoever leaves for good gives up a rated game: the others are to have their points."""
    going_on(sitting)
    for seat in sitting.seats_of(person):
        if sitting.rated and not sitting.seats[seat].forfeited:
            return ruling.resign(sitting, person, seat)
    return show_out(sitting, person)


# --- at tables ---------------------------------------------------------------------------------------------


async def close_table(hall: Hall, table_id: str) -> str:
    """Close a table."""
    await hall.act(table_id, close)
    return f"Table {table_id} is closed."


async def out_of_table(hall: Hall, person: str, table_id: str, decide: Decide = show_out) -> int:
    """Take all seats of a person at a table; says how many."""
    count = 0
    while True:
        try:
            await hall.act(table_id, lambda sitting: decide(sitting, person))
        except Refusal:
            return count
        count += 1


async def out_of_all_tables(hall: Hall, person: str) -> int:
    """Take all seats of a person at tables that are not over."""
    tables = await hall.store.tables_of(person, MANY)
    return sum([await out_of_table(hall, person, table_id) for table_id in tables])


# --- people ------------------------------------------------------------------------------------------------


async def kick(hall: Hall, person: str, table_id: str = "") -> str:
    """Out of one table; or out of all, with sessions, tokens and connections ended."""
    if table_id:
        seats = await out_of_table(hall, person, table_id)
        return f"{seats} seats taken at table {table_id}."
    ended = await hall.end_keys(person)
    seats = await out_of_all_tables(hall, person)
    return f"{len(ended)} sessions and tokens ended, {seats} seats taken."


async def ban(hall: Hall, person: str, until: float) -> str:
    """Shut somebody out. Sessions stay, so that whoever comes with one is told why it opens nothing."""
    await persons.ban(hall.store, person, until)
    await hall.show_out(person)
    seats = await out_of_all_tables(hall, person)
    return f"Shut out; {seats} seats taken."


async def unban(hall: Hall, person: str) -> str:
    """Let somebody in again."""
    await persons.ban(hall.store, person, None)
    return "Welcome again."


async def delete(hall: Hall, person: str) -> str:
    """Forget a person. Games with others stay for the others, without the name and without what was said."""
    async with one_at_a_time:
        await hall.end_keys(person)
        kept = gone = 0
        for table_id in await tables_naming(hall, person):
            rows = await hall.store.events(table_id)
            if others_in(rows, person):
                await out_of_table(hall, person, table_id, give_up)
                await rewrite(hall, person, table_id)
                kept += 1
            else:
                await remove_table(hall, table_id)
                gone += 1
        await persons.forget(hall.store, person)
    return f"Deleted; {kept} tables kept for others without the name, {gone} removed."


async def tables_naming(hall: Hall, person: str) -> list[str]:
    """Find every table in whose log somebody stands."""
    async with reading:
        return await persons.tables_naming(hall.store, person)


def others_in(rows: list[EventRow], person: str) -> bool:
    """Whether anybody else has ever sat at a table."""
    for row in rows:
        match ev.decode(row.body):
            case ev.Created(seats=seats):
                if any(seat.person and seat.person != person for seat in seats):
                    return True
            case ev.Sat(person=other) if other != person:
                return True
    return False


async def remove_table(hall: Hall, table_id: str) -> None:
    """Delete a table at which nobody else has a share; it is closed first, so that no bot writes into nothing."""
    with contextlib.suppress(Refusal):  # it was over already
        await hall.act(table_id, close)
    async with hall.at_rest(table_id) as loaded:
        await cleaning.delete_table(hall.store, table_id, persons.FOR_EVER)
        hall.drop(loaded)


async def rewrite(hall: Hall, person: str, table_id: str) -> None:
    """Take a person's name and words out of a log, while nothing happens at the table."""
    async with hall.at_rest(table_id) as loaded:
        rows = await hall.store.events(table_id)
        changed = [(row, without_name(ev.decode(row.body), person)) for row in rows]
        await persons.rewrite(
            hall.store,
            [row._replace(body=ev.encode(event)) for row, event in changed if event is not None],
        )
        await hall.read_again(loaded)


def without_name(event: ev.AnyEvent, person: str) -> ev.AnyEvent | None:
    """An event as it reads when somebody is forgotten; none if they do not stand in it by name."""
    replace = msgspec.structs.replace
    match event:
        case ev.Created(seats=seats) if any(seat.person == person for seat in seats):
            return replace(event, seats=[replace(s, name=NOBODY) if s.person == person else s for s in seats])
        case ev.Sat(person=sat) if sat == person:
            return replace(event, name=NOBODY)
        case ev.Chatted(person=said) if said == person:
            return replace(event, name=NOBODY, text=SILENCE)
    return None
