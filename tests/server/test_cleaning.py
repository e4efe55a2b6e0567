"""What is kept: a game that somebody plays is never deleted, and nothing is written to a table that is gone."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sa

from spieltisch.games import Refusal
from spieltisch.server import messages as ms
from spieltisch.server import opening, ruling
from spieltisch.server.hall import Hall
from spieltisch.server.settings import Settings
from spieltisch.store import EventRow, appending, cleaning, open_store, schema
from spieltisch.store.store import new_id
from tests.server.test_hall import any_move, counting

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from spieltisch.store import Person, Store

DAY = 86_400.0


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgresql"))
    return f"sqlite:///{tmp_path}/cleaning.db"


@contextlib.contextmanager
def days_ago(days: float) -> Iterator[None]:
    """Let servers that start now believe that it is some days ago."""
    wall = time.time
    with pytest.MonkeyPatch.context() as calendar:
        calendar.setattr(time, "time", lambda: wall() - days * DAY)
        yield


@contextlib.asynccontextmanager
async def a_hall(database: str, **settings: Any) -> AsyncIterator[Hall]:
    """A server without its network, started now."""
    store = await open_store(database, f"process-{new_id()[:6]}")
    hall = Hall(store, Settings(bot_delay=0.0, **settings))
    try:
        yield hall
    finally:
        await hall.close()
        await store.close()


async def open_game(hall: Hall, clock: ms.Clock | None = None) -> tuple[str, Person]:
    """One person on two seats, so that there is always somebody to move."""
    person = await hall.store.new_guest("Ada", new_id(), time.time())
    wish = ms.NewTable(
        game="wampum",
        seats=[ms.SeatMe(), ms.SeatDevice(name="Bea")],
        settings=ms.SettingsWish(clock=clock or ms.NoClock(), forced_moves=False),
        start=True,
    )
    return (await opening.open_table(hall, person, wish)).id, person


async def rows_of(store: Store, table: str) -> int:
    """How much of a table is left anywhere."""
    found = [
        await store.fetch(sa.select(sa.func.count()).select_from(part).where(column == table))
        for part, column in (
            (schema.events, schema.events.c.table_id),
            (schema.tables, schema.tables.c.id),
            (schema.sitting, schema.sitting.c.table_id),
        )
    ]
    return sum(int(rows[0][0]) for rows in found)


def play(scene: Any) -> None:
    asyncio.run(asyncio.wait_for(scene, 300))


def test_a_game_is_as_old_as_its_last_event(database: str) -> None:
    """It began long ago, and the last move was made yesterday. The moves after the cleaning are there tomorrow."""

    async def scene() -> None:
        with days_ago(31):
            async with a_hall(database) as hall:
                table, person = await open_game(hall, ms.DaysClock(days=30))
        with days_ago(1):
            async with a_hall(database) as hall:
                await any_move(hall, person, table)
        async with a_hall(database) as hall:
            await hall.sweeper.clean_up()
            last = (await any_move(hall, person, table)).seq
        async with a_hall(database) as hall:
            assert (await hall.stored(table)).seq == last
            assert last == 4

    play(scene())


def test_a_game_in_which_somebody_still_has_time_is_not_deleted_however_short_tables_are_kept(database: str) -> None:
    async def scene() -> None:
        with days_ago(5):
            async with a_hall(database) as hall:
                waiting, person = await open_game(hall, ms.DaysClock(days=30))
                idle, _ = await open_game(hall)
        async with a_hall(database, keep_open_days=1.0) as hall:
            await hall.sweeper.clean_up()
            assert await rows_of(hall.store, idle) == 0
            assert (await any_move(hall, person, waiting)).seq == 3

    play(scene())


def test_a_table_at_which_somebody_is_is_not_deleted(database: str) -> None:
    async def scene() -> None:
        with days_ago(40):
            async with a_hall(database) as hall:
                table, person = await open_game(hall)
        async with a_hall(database) as hall:
            follower, numbers = counting(person)
            loaded, _ = await hall.follow(table, follower, 0)
            await hall.sweeper.clean_up()
            await any_move(hall, person, table)
            assert numbers == [3]
            assert [row.seq for row in await hall.store.events(table)] == [1, 2, 3]
            await hall.unfollow(loaded, follower)

    play(scene())


def test_what_happens_while_old_tables_are_looked_for_saves_the_table(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another server stores a move after the cleaner has found the table old."""

    async def scene() -> None:
        with days_ago(40):
            async with a_hall(database) as hall:
                table, person = await open_game(hall)
        async with a_hall(database) as cleaner, a_hall(database) as other:
            fetch = cleaner.store.fetch
            moved: list[int] = []

            async def slowly(statement: Any) -> Any:
                rows = await fetch(statement)
                if not moved and any(table in tuple(row) for row in rows):
                    moved.append((await any_move(other, person, table)).seq)
                return rows

            monkeypatch.setattr(cleaner.store, "fetch", slowly)
            await cleaner.sweeper.clean_up()
            assert moved == [3]
            assert len(await other.store.events(table)) == 3
            assert (await any_move(other, person, table)).seq == 4

    play(scene())


def test_nothing_can_be_done_at_a_deleted_table_that_is_still_in_memory(database: str) -> None:
    """One server deletes it; another has it in memory. Nobody is told that a move was stored."""

    async def scene() -> None:
        with days_ago(40):
            async with a_hall(database) as hall:
                table, person = await open_game(hall)
        async with a_hall(database) as cleaner, a_hall(database) as other:
            await other.stored(table)
            await cleaner.sweeper.clean_up()
            with pytest.raises(Refusal) as refused:
                await any_move(other, person, table)
            assert refused.value.key == "server.refuse.no_table"
            with pytest.raises(Refusal) as refused:
                await other.act(table, lambda s: ruling.chat(s, person.id, "hello?", ""))
            assert refused.value.key == "server.refuse.no_table"
            assert table not in other.tables
            assert await rows_of(cleaner.store, table) == 0

    play(scene())


def test_no_event_is_written_for_a_table_that_is_not_there(database: str) -> None:
    """On the short way to the disk, and together with events that change more."""

    async def scene() -> None:
        async with a_hall(database) as hall:
            table, _ = await open_game(hall)
            store, gone = hall.store, new_id()
            assert not await store.append(EventRow(gone, 7, time.time(), b"{}"))
            assert await rows_of(store, gone) == 0
            person = await store.new_guest("Bea", new_id(), 1.0)
            change = store.effects(EventRow(gone, 7, 1.0, b""), doing_nothing(person.id))
            both = await asyncio.gather(
                store.ledger.append(EventRow(gone, 7, time.time(), b"{}"), change),
                store.append(EventRow(table, 3, time.time(), b"{}")),
            )
            assert list(both) == [False, True]
            assert await rows_of(store, gone) == 0

    play(scene())


def doing_nothing(person: str) -> Any:
    from spieltisch.store import TableChange

    return TableChange(joined=person)


def test_with_postgresql_deleting_waits_for_an_event_that_is_being_written(postgresql: str) -> None:
    """The event is written but not committed when the cleaner comes: the table stays."""

    async def scene() -> None:
        async with a_hall(postgresql) as hall:
            with days_ago(40):
                async with a_hall(postgresql) as old:
                    table, _ = await open_game(old)
            now = time.time()
            given = appending.for_postgresql([EventRow(table, 3, now, b"{}")], "spieltisch", [])
            writer = await hall.store.engine.connect()
            assert len((await writer.execute(appending.POSTGRESQL, given)).all()) == 1
            deleting = asyncio.create_task(cleaning.delete_table(hall.store, table, now - DAY))
            done, _ = await asyncio.wait({deleting}, timeout=0.5)
            assert not done
            await writer.commit()
            await writer.close()
            assert await deleting is False
            assert len(await hall.store.events(table)) == 3

    play(scene())


def test_what_an_older_server_left_of_a_deleted_table_is_no_table(tmp_path: Path) -> None:
    async def scene() -> None:
        async with a_hall(f"sqlite:///{tmp_path}/cleaning.db") as hall:
            orphan = new_id()
            row = EventRow(orphan, 41, 1.0, b'{"what":"chatted","person":"p","name":"n","text":"t"}')
            await hall.store.ledger.run(sa.insert(schema.events).values(**row._asdict()))
            with pytest.raises(Refusal) as refused:
                await hall.stored(orphan)
            assert refused.value.key == "server.refuse.no_table"

    play(scene())
