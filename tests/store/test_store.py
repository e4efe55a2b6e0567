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

from spieltisch.store import EventRow, Store, TableChange, cleaning, open_store, persons, schema, sets
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


@pytest.mark.parametrize("quiet", [True, False], ids=["events alone", "with other changes"])
def test_of_two_that_write_the_same_number_in_one_commit_only_one_is_told_so(url: str, *, quiet: bool) -> None:
    """Who was given up on may still have an event in the queue when somebody else comes with the next one."""

    async def work(store: Store) -> None:
        table, persons = unique("t"), [unique("p"), unique("q")]
        await create(store, table)
        changes = [None if quiet else TableChange(joined=person) for person in persons]
        both = [
            store.append(EventRow(table, 2, 1.0, person.encode()), change)
            for person, change in zip(persons, changes, strict=True)
        ]
        assert sum(written := await asyncio.gather(*both)) == 1
        (first, second) = await store.events(table)
        assert (first.seq, second.seq) == (1, 2)
        assert second.body == persons[written.index(True)].encode()
        assert await store.tables_of(persons[written.index(False)], 10) == []

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
        found = await cleaning.old_tables(store, 20.0, over=False)
        assert old in found
        assert new not in found
        assert await cleaning.delete_table(store, old, 20.0)
        await cleaning.forget_guests(store, 20.0)
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


async def ways_to(store: Store, question: Awaitable[Any]) -> list[str]:
    """How the database finds what is asked for, in its own words."""
    asked: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, given: Any, *_: Any) -> None:
        asked.append((statement, given))

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        await question
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", note)
    found: list[str] = []
    async with store.engine.connect() as connection:
        if store.is_postgresql:  # a few rows are read as a whole; here only whether there is another way counts
            await connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        explain = "EXPLAIN " if store.is_postgresql else "EXPLAIN QUERY PLAN "
        for statement, given in asked:
            rows = await connection.exec_driver_sql(explain + statement, given)
            found.append("\n".join(str(row[-1]) for row in rows))
    return found


def test_the_tables_of_a_host_are_found_without_looking_at_all_tables(url: str) -> None:
    async def work(store: Store) -> None:
        for question in (store.count_open("h"), store.count_imported("h"), store.count_listed("h")):
            ways = await ways_to(store, question)
            assert ways
            assert all("tables_host" in way for way in ways), ways

    with_store(url, work)


def test_a_batch_in_which_one_number_is_taken_still_writes_the_others(url: str) -> None:
    async def work(store: Store) -> None:
        table, gone = unique("t"), unique("gone")
        await create(store, table)
        wanted = [(table, 1), (table, 2), (gone, 2), (table, 3)]
        written = await asyncio.gather(*(store.append(EventRow(*key, 1.0, b"x")) for key in wanted))
        assert written == [False, True, False, True]
        assert [row.seq for row in await store.events(table)] == [1, 2, 3]
        assert await store.events(gone) == []

    with_store(url, work)


def test_events_that_change_more_share_their_statements_with_others(url: str) -> None:
    """In one commit: new tables, people who sit down, plain events, and a number that is taken."""

    async def work(store: Store) -> None:
        tables, people = (
            [unique(f"t{number}x") for number in range(20)],
            [unique(f"p{number}x") for number in range(20)],
        )
        await asyncio.gather(*(create(store, table) for table in tables))
        plain = [EventRow(table, 3, 2.0, b"plain") for table in tables]
        sat = [
            (EventRow(table, 2, 1.0, b"x"), TableChange(joined=who)) for table, who in zip(tables, people, strict=True)
        ]
        taken = EventRow(tables[0], 1, 1.0, b"late"), TableChange(status="over", joined=people[1])
        asked: list[str] = []

        def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
            asked.append(statement)

        sa.event.listen(sa.Engine, "before_cursor_execute", note)
        try:
            written = await asyncio.gather(
                *(store.append(*one) for one in [*sat, taken]), *map(store.append, plain), create(store, unique("new"))
            )
        finally:
            sa.event.remove(sa.Engine, "before_cursor_execute", note)
        assert written == [True] * 20 + [False] + [True] * 20 + [None]
        assert sum("sitting" in statement for statement in asked) <= 2
        assert [await store.tables_of(who, 5) for who in people] == [[table] for table in tables]
        assert all([len(await store.events(table)) == 3 for table in tables])

    with_store(url, work)


def test_events_are_written_again_after_postgresql_has_cut_all_connections(postgresql: str) -> None:
    async def work(store: Store) -> None:
        table = unique("t")
        await create(store, table)
        assert await store.append(EventRow(table, 2, 1.0, b"x"))
        cutter = await asyncpg.connect(postgresql)
        await cutter.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        await cutter.close()
        for _ in range(200):
            try:
                written = await store.append(EventRow(table, 3, 1.0, b"x"))
                break
            except (sa.exc.SQLAlchemyError, OSError):
                await asyncio.sleep(0.05)
        assert written
        assert [row.seq for row in await store.events(table)] == [1, 2, 3]

    with_store(postgresql, work)


def test_the_write_ahead_log_of_sqlite_stays_short(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        table = unique("t")
        await create(store, table)
        for start in range(2, 20_000, 500):
            rows = [EventRow(table, number, 1.0, b"x" * 500) for number in range(start, start + 500)]
            assert all(await asyncio.gather(*map(store.append, rows)))
        assert (tmp_path / "log.db-wal").stat().st_size < (tmp_path / "log.db").stat().st_size

    with_store(f"sqlite:///{tmp_path}/log.db", work)


def test_only_databases_that_we_know_are_opened() -> None:
    assert async_url("postgresql://u@h/d").drivername == "postgresql+asyncpg"
    with pytest.raises(ValueError, match="not a database"):
        async_url("mysql://u@h/d")


def test_sets_belong_to_a_person_and_go_with_them(url: str) -> None:
    async def work(store: Store) -> None:
        now = time.time()
        one = await store.new_guest("One", unique("secret"), now)
        two = await store.new_guest("Two", unique("secret"), now - 1e9)
        row = sets.SetRow("", "Mine", good=True, changed=now)
        first = await sets.keep(store, one.id, "amul", row, "text", most=2)
        second = await sets.keep(store, one.id, "amul", row._replace(name="Other", changed=now + 1), "more", most=2)
        assert first is not None
        assert second is not None
        assert await sets.keep(store, one.id, "amul", row, "too many", most=2) is None
        assert await sets.of(store, one.id, "amul") == [second, first]
        assert await sets.of(store, one.id, "wampum") == []
        assert await sets.count(store, one.id) == 2
        assert await sets.text_of(store, "amul", first.id) == "text"
        assert await sets.text_of(store, "wigwam", first.id) is None
        changed = first._replace(name="New", good=False, changed=now + 2)
        assert not await sets.change(store, two.id, "amul", changed, "stolen")
        assert await sets.change(store, one.id, "amul", changed, "words \N{SNOWMAN}")
        assert await sets.text_of(store, "amul", first.id) == "words \N{SNOWMAN}"
        assert not await sets.delete(store, two.id, "amul", second.id)
        assert await sets.delete(store, one.id, "amul", second.id)
        assert [entry["name"] for entry in (await persons.all_about(store, one.id))["sets"]] == ["New"]
        # A guest who does not come back is forgotten with everything that was theirs, and so is whoever wants to be.
        assert await sets.keep(store, two.id, "amul", row, "text", most=2)
        await cleaning.forget_guests(store, now - 1e8)
        assert await sets.count(store, two.id) == 0
        await persons.forget(store, one.id)
        assert await sets.count(store, one.id) == 0

    with_store(url, work)


def test_of_many_sets_that_come_at_once_no_more_are_kept_than_there_is_room_for(url: str) -> None:
    async def work(store: Store) -> None:
        person = await store.new_guest("One", unique("secret"), time.time())
        row = sets.SetRow("", "Mine", good=True, changed=1.0)
        kept = await asyncio.gather(*(sets.keep(store, person.id, "amul", row, "text", most=3) for _ in range(8)))
        assert sum(one is not None for one in kept) == 3
        assert await sets.count(store, person.id) == 3

    with_store(url, work)
