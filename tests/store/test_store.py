"""The store: one ordered log for each table, whoever writes; people and keys; cleaning up; copies."""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Any

import asyncpg
import msgspec
import pytest
import sqlalchemy as sa
from sqlalchemy import make_url

from spieltisch.store import EventRow, Store, TableChange, open_store, schema
from spieltisch.store.backup import back_up, put_back
from spieltisch.store.bus import Bus
from spieltisch.store.engine import async_url, make_engine
from tests.databases import database

if TYPE_CHECKING:
    from pathlib import Path

Work = Callable[[Store], Awaitable[None]]


@pytest.fixture(scope="module")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A PostgreSQL server of our own; gives its address."""
    with database("postgresql", tmp_path_factory.mktemp("database")) as address:
        yield address


@pytest.fixture
def empty_postgresql(postgresql: str) -> str:
    """A database of its own on the same PostgreSQL server."""
    name = unique("empty")

    async def make() -> None:
        connection = await asyncpg.connect(postgresql)
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(make())
    return make_url(postgresql).set(database=name).render_as_string(hide_password=False)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/store.db"
    return str(request.getfixturevalue("postgresql"))


def with_store(url: str, work: Work) -> None:
    async def run() -> None:
        store = await open_store(url)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


def unique(name: str) -> str:
    return f"{name}{time.time_ns()}"


async def create(store: Store, table: str, host: str = "host", **fields: Any) -> None:
    row = EventRow(table, 1, time.time(), b"first")
    values = {"game": "wampum", "status": "open", "listed": True, "persons": [host], **fields}
    await store.create(row, host=host, **values)


def test_a_number_is_written_once_whoever_comes_first(url: str) -> None:
    async def work(store: Store) -> None:
        other = await open_store(url, "other")
        table = unique("t")
        await create(store, table)
        both = await asyncio.gather(
            *(
                who.append(EventRow(table, 2 + number // 2, 1.0, f"{number}".encode()))
                for number, who in enumerate([store, other] * 20)
            )
        )
        assert sum(both) == 20
        rows = await store.events(table)
        assert [row.seq for row in rows] == list(range(1, 22))
        assert rows == await other.events(table)
        assert [row.seq for row in await store.events(table, after=19)] == [20, 21]
        assert await store.heads([table, "none"]) == {table: 21}
        await other.close()

    with_store(url, work)


def test_what_waits_together_is_committed_together(url: str) -> None:
    async def work(store: Store) -> None:
        tables = [unique(f"t{number}x") for number in range(50)]
        await asyncio.gather(*(create(store, table) for table in tables))
        before = store.ledger.commits
        written = await asyncio.gather(
            *(store.append(EventRow(table, number, 1.0, b"x")) for table in tables for number in (2, 3, 4))
        )
        assert all(written)
        assert store.ledger.commits - before < 10

    with_store(url, work)


def test_an_event_that_was_too_late_changes_nothing_else(url: str) -> None:
    async def work(store: Store) -> None:
        table, person = unique("t"), unique("p")
        await create(store, table)
        late = TableChange(status="over", joined=person)
        assert not await store.append(EventRow(table, 1, 2.0, b"late"), late)
        assert table in await store.listed(1000, 1000)
        assert await store.tables_of(person, 10) == []
        assert await store.append(EventRow(table, 2, 2.0, b"in time"), late)
        assert table not in await store.listed(1000, 1000)
        assert await store.tables_of(person, 10) == [table]

    with_store(url, work)


def test_opening_again_finds_everything_and_migrates_nothing(url: str) -> None:
    table = unique("t")

    async def first(store: Store) -> None:
        await create(store, table)

    async def second(store: Store) -> None:
        assert [row.body for row in await store.events(table)] == [b"first"]

    with_store(url, first)
    with_store(url, second)


def test_people_sessions_and_tokens(url: str) -> None:
    async def work(store: Store) -> None:
        secret, account = unique("s"), unique("a")
        person = await store.new_guest("Ada", secret, 1.0)
        assert await store.person_with(secret) == person
        assert await store.person_with("other") is None
        assert await store.set_account(person.id, account, "hash")
        second = await store.new_guest("Bea", unique("s"), 1.0)
        assert not await store.set_account(second.id, account, "hash")
        found = await store.account(account)
        assert found is not None
        assert found[0].id == person.id
        token = unique("k")
        key = await store.add_key(person.id, token, 2.0, "bot")
        assert [(found.label, found.scope) for found in await store.keys_of(person.id)] == [
            (None, "session"),
            ("bot", "play"),
        ]
        await store.end_keys(second.id, [key])
        assert await store.living([key, person.key, "other"]) == {key, person.key}
        await store.end_keys(person.id, [key])
        assert await store.person_with(token) is None
        await store.end_keys(person.id, [person.key])
        assert await store.person_with(secret) is None

    with_store(url, work)


def test_a_table_without_steward_is_claimed_once(url: str) -> None:
    async def work(store: Store) -> None:
        other = await open_store(url, "other")
        table = unique("t")
        await create(store, table)
        now = time.time()
        assert await store.append(EventRow(table, 2, now, b"x"), TableChange(due=now))
        later = now + 1e13
        claimed = await asyncio.gather(*(who.claim_due(later, later + 5, 1000) for who in (store, other)))
        assert sum(table in ids for ids in claimed) == 1
        assert table not in await other.claim_due(later, later + 5, 1000)
        await other.close()

    with_store(url, work)


def test_old_tables_and_guests_are_forgotten(url: str) -> None:
    async def work(store: Store) -> None:
        old, new, secret = unique("old"), unique("new"), unique("s")
        guest = await store.new_guest("gone", secret, 1.0)
        await store.create(
            EventRow(old, 1, 10.0, b"x"), game="wampum", status="open", listed=False, host=guest.id, persons=[]
        )
        await create(store, new)
        found = await store.old_tables(20.0, over=False)
        assert old in found
        assert new not in found
        assert await store.delete_table(old, 20.0)
        await store.forget_guests(20.0)
        assert await store.events(old) == []
        assert await store.events(new) != []
        assert await store.person_with(secret) is None

    with_store(url, work)


def test_a_copy_is_made_while_the_database_is_in_use(url: str, tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        table = unique("t")
        await create(store, table)
        target = tmp_path / "copy"
        said = await back_up(url, target)
        assert str(target) in said
        if store.is_postgresql:
            lines = [msgspec.json.decode(line) for line in gzip.decompress(target.read_bytes()).splitlines()]
            assert any(line["table"] == "events" and line["table_id"] == table for line in lines)
        else:
            copy = sqlite3.connect(target)
            assert copy.execute("SELECT count(*) FROM events WHERE table_id = ?", (table,)).fetchone() == (1,)
            copy.close()
        with pytest.raises(ValueError, match="exists already"):
            await back_up(url, target)

    with_store(url, work)


def rows_in(url: str) -> dict[str, list[Any]]:
    """Everything in a database."""

    async def read() -> dict[str, list[Any]]:
        engine = make_engine(url)
        async with engine.connect() as connection:
            found = {
                str(table.name): sorted(map(tuple, (await connection.execute(sa.select(table))).all()), key=repr)
                for table in schema.metadata.sorted_tables
            }
        await engine.dispose()
        return found

    return asyncio.run(read())


@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_copy_can_be_put_back_into_an_empty_database_of_either_kind(
    url: str, target: str, empty_postgresql: str, tmp_path: Path
) -> None:
    table, person = unique("t"), unique("p")

    async def work(store: Store) -> None:
        await create(store, table, host=person, persons=[person])
        for number in range(2, 520):
            assert await store.append(EventRow(table, number, 2.0 + number, bytes(range(256)) if number == 2 else b"x"))
        guest = await store.new_guest("Ada", unique("s"), 1.0)
        await store.set_account(guest.id, unique("a"), "hash")
        await back_up(url, tmp_path / "copy")

    with_store(url, work)
    new = f"sqlite:///{tmp_path}/new.db" if target == "sqlite" else empty_postgresql
    said = asyncio.run(put_back(tmp_path / "copy", new))
    before = rows_in(url)
    assert f"{sum(map(len, before.values()))} rows" in said
    assert rows_in(new) == before
    with pytest.raises(ValueError, match="not empty"):
        asyncio.run(put_back(tmp_path / "copy", new))

    async def play_on(store: Store) -> None:
        assert not await store.append(EventRow(table, 519, 9.0, b"taken"))
        assert await store.append(EventRow(table, 520, 9.0, b"next"))
        assert await store.tables_of(person, 5) == [table]

    with_store(new, play_on)


def test_a_damaged_copy_puts_nothing_back(tmp_path: Path) -> None:
    copy, new = tmp_path / "copy", f"sqlite:///{tmp_path}/new.db"
    good = b'{"table":"people","id":"p","name":"Ada","created":1.0,"seen":1.0,"account":null,"passphrase":null}'
    copy.write_bytes(gzip.compress(good + b'\n{"table":"nothing"}\n'))
    with pytest.raises(ValueError, match="Line 2"):
        asyncio.run(put_back(copy, new))
    assert not (tmp_path / "new.db").exists()


def test_servers_hear_of_each_other(postgresql: str) -> None:
    async def work(store: Store) -> None:
        heard: list[tuple[str, list[str]]] = []
        bus = Bus(postgresql, lambda kind, words: heard.append((kind, words)), lambda: None)
        await bus.ready.wait()
        table = unique("t")
        await create(store, table)
        assert await store.append(EventRow(table, 2, 1.0, b"x"))
        for _ in range(200):
            if len(heard) >= 2:
                break
            await asyncio.sleep(0.02)
        await bus.close()
        assert ("event", ["one", f"{table}:2"]) in heard

    with_store(postgresql, work)


def test_only_databases_that_we_know_are_opened() -> None:
    assert async_url("postgresql://u@h/d").drivername == "postgresql+asyncpg"
    with pytest.raises(ValueError, match="not a database"):
        async_url("mysql://u@h/d")
