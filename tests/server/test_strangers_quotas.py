"""Strangers at the gate: nobody fills the house, and whoever reads a long log keeps nobody waiting."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import time
from contextlib import asynccontextmanager, closing
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from spieltisch.games import Refusal
from spieltisch.match import Record
from spieltisch.server import acting, opening
from spieltisch.server import events as ev
from spieltisch.server import messages as ms
from spieltisch.server.hall import Hall
from spieltisch.server.loaded import Follower
from spieltisch.server.reading import rows_of
from spieltisch.server.settings import from_environment
from spieltisch.store import Person, open_store
from tests.server.harness import Company, ServerProcess
from tests.server.harness import open_table as open_far_table
from tests.server.test_hall import any_move, open_table
from tests.server.test_strangers import played

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

UNHURRIED = {"chat_per_second": "1000000", "chat_at_once": "1000000"}


@asynccontextmanager
async def hall_with(folder: Path, **settings: str) -> AsyncIterator[Hall]:
    """One server without its network, with some settings of its own."""
    environment = {f"SPIELTISCH_{name.upper()}": value for name, value in settings.items()}
    store = await open_store(f"sqlite:///{folder}/quota.db", "one")
    hall = Hall(store, from_environment({"SPIELTISCH_BOT_DELAY": "0", **environment}))
    try:
        yield hall
    finally:
        await hall.close()
        await store.close()


async def chat(hall: Hall, person: Person, table: str, text: str = "hello") -> None:
    await acting.act(hall, person, ms.Chat(table=table, text=text))


async def refused(doing_something: Any) -> str:
    with pytest.raises(Refusal) as caught:
        await doing_something
    return caught.value.key.rpartition(".")[2]


def lengthen(folder: Path, table: str, upto: int) -> None:
    """Put lines of chat into a log, as many as nobody could say here, behind the server's back."""
    with closing(sqlite3.connect(folder / "quota.db")) as database, database:
        (last,) = database.execute("SELECT max(seq) FROM events WHERE table_id = ?", (table,)).fetchone()
        body = ev.encode(ev.Chatted(person="x", name="Ada", text="so it goes on and on"))
        rows = ((table, number, 2e9, body) for number in range(last + 1, upto + 1))
        database.executemany("INSERT INTO events (table_id, seq, at, body) VALUES (?, ?, ?, ?)", rows)


# --- what is brought along ----------------------------------------------------------------------------------


def test_whoever_waits_for_an_import_can_open_a_table_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with hall_with(tmp_path) as hall:
            person = await hall.store.new_guest("Ada", "hers", 1.0)
            begun, checked = asyncio.Event(), asyncio.Event()

            async def long_check(*_: object) -> tuple[dict[str, Any], str]:
                begun.set()
                await checked.wait()
                return {}, ""

            monkeypatch.setattr(opening, "verified", long_check)
            record = msgspec.convert(played("wampum", 2), Record)
            importing = asyncio.create_task(opening.import_record(hall, person, record))
            await begun.wait()
            seats: list[ms.SeatWish] = [ms.SeatMe(), ms.SeatDevice(name="Dot")]
            wish = ms.NewTable(game="wampum", seats=seats, start=True)
            async with asyncio.timeout(20):
                assert not (await opening.open_table(hall, person, wish)).sitting.over
            checked.set()
            assert (await importing).sitting.over

    asyncio.run(scene())


def test_several_imports_at_once_are_counted_one_after_the_other(tmp_path: Path) -> None:
    async def scene() -> None:
        async with hall_with(tmp_path, imports_per_person="2") as hall:
            person = await hall.store.new_guest("Ada", "hers", 1.0)
            records = [msgspec.convert(played("wigwam", 2, seed), Record) for seed in range(5)]
            brought = [opening.import_record(hall, person, record) for record in records]
            found = await asyncio.gather(*brought, return_exceptions=True)
            assert sum(isinstance(answer, Refusal) for answer in found) == 3
            assert await hall.store.count_imported(person.id) == 2

    asyncio.run(scene())


# --- what is kept ------------------------------------------------------------------------------------------


def test_whoever_talks_without_end_is_slowed_down_and_others_are_not(tmp_path: Path) -> None:
    async def scene() -> None:
        async with hall_with(tmp_path) as hall:
            table, person = await open_table(hall)
            other_table, other = await open_table_of(hall, "another")
            for _ in range(10):
                await chat(hall, person, table)
            assert await refused(chat(hall, person, table)) == "too_fast"
            await chat(hall, other, other_table)

    asyncio.run(scene())


async def open_table_of(hall: Hall, secret: str) -> tuple[str, Person]:
    person = await hall.store.new_guest("Cid", secret, 1.0)
    seats: list[ms.SeatWish] = [ms.SeatMe(), ms.SeatDevice(name="Dot")]
    loaded = await opening.open_table(hall, person, ms.NewTable(game="wampum", seats=seats, start=True))
    return loaded.id, person


@pytest.mark.parametrize("limit", [{"chat_lines_per_table": "5"}, {"chat_bytes_per_table": "500"}], ids=str)
def test_a_table_holds_so_much_chat_and_the_game_goes_on(tmp_path: Path, limit: dict[str, str]) -> None:
    async def scene() -> None:
        async with hall_with(tmp_path, **UNHURRIED, **limit) as hall:
            table, person = await open_table(hall)
            for _ in range(5):
                await chat(hall, person, table, "x" * 100)
            assert await refused(chat(hall, person, table, "x" * 100)) == "chat_full"
            await any_move(hall, person, table)

    asyncio.run(scene())


async def open_move(hall: Hall, person: Person, table: str) -> None:
    """Make a move that everybody sees: a choice that waits for those of others is only changed, not taken back."""
    await any_move(hall, person, table)
    while (await hall.table(table)).sitting.hidden:
        await any_move(hall, person, table)


async def take_back(hall: Hall, person: Person, table: str) -> None:
    sitting = (await hall.table(table)).sitting
    seat = sitting.table_moves[-1][0]
    await acting.act(hall, person, ms.Undo(table=table, seat=seat, seq=sitting.seq))


def test_moves_to_and_fro_come_to_an_end_and_the_game_can_be_finished(tmp_path: Path) -> None:
    async def scene() -> None:
        async with hall_with(tmp_path, events_per_table="30", **UNHURRIED) as hall:
            table, person = await open_table(hall)
            for _ in range(14):
                await any_move(hall, person, table)
                await take_back(hall, person, table)
            await any_move(hall, person, table)
            assert await refused(take_back(hall, person, table)) == "log_full"
            assert await refused(chat(hall, person, table)) == "log_full"
            assert await refused(acting.act(hall, person, ms.Hand(table=table, seat=0))) == "log_full"
            while not (await hall.table(table)).sitting.over:
                await any_move(hall, person, table)

    asyncio.run(scene())


def test_taking_back_costs_whoever_reads_the_log_so_it_has_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spieltisch.server.quotas.MOST_RETRACED", 10, raising=False)

    async def scene() -> None:
        async with hall_with(tmp_path) as hall:
            table, person = await open_table(hall)
            for _ in range(6):
                await open_move(hall, person, table)
            while (await hall.table(table)).sitting.retraced <= 10:
                await open_move(hall, person, table)
                await take_back(hall, person, table)
            await open_move(hall, person, table)
            assert await refused(take_back(hall, person, table)) == "no_more_undo"

    asyncio.run(scene())


@pytest.mark.parametrize(
    "message",
    [
        '{"type": "ping", "note": "x"}',
        '{"type": "watch", "table": "T", "since": 0, "until": 5}',
        '{"type": "chat", "table": "T", "text": "hi", "colour": "red"}',
    ],
)
def test_fields_that_nobody_knows_are_refused_on_the_socket(server: ServerProcess, message: str) -> None:
    async def scene() -> None:
        async with Company(server.url) as company:
            (guest,) = await company.invite()
            player = await company.join(guest, await open_far_table([guest], "wampum", bots=1))
            await player.socket.send(message)
            while (answer := await player.hear())["type"] not in ("answer", "pong"):
                pass
            assert answer["refused"]["key"] == "server.refuse.bad_message"

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/tables", {"game": "wampum", "seats": [{"kind": "me"}, {"kind": "bot"}], "colour": "red"}),
        ("/api/tables", {"game": "wampum", "seats": [{"kind": "me", "name": "x"}, {"kind": "bot"}]}),
        ("/api/tables", {"game": "wampum", "seats": [{"kind": "me"}, {"kind": "bot"}], "settings": {"undos": True}}),
        ("/api/tables", {"game": "wampum", "seats": [{"kind": "me"}, {"kind": "bot"}], "settings": {"undo": "x"}}),
        ("/api/tables", {"game": "wampum", "seats": [{"kind": "me"}, {"kind": "bot"}], "settings": 5}),
        ("/api/me", {"name": "x", "account": "y"}),
        ("/api/tokens", {"label": "x", "secret": "y"}),
    ],
    ids=lambda value: str(value)[-30:],
)
def test_fields_that_nobody_knows_are_refused_in_requests(server: ServerProcess, path: str, body: Any) -> None:
    async def scene() -> None:
        async with Company(server.url) as company:
            (guest,) = await company.invite()
            assert (await guest.post(path, body, status=400))["text"]

    asyncio.run(scene())


# --- long logs ---------------------------------------------------------------------------------------------


def test_a_long_log_keeps_nobody_waiting(tmp_path: Path) -> None:
    """While it is read others have their turn again and again: no pause is a large part of the work."""

    async def scene() -> None:
        async with hall_with(tmp_path) as hall:
            table, person = await open_table(hall)
            hall.tables.clear()
            lengthen(tmp_path, table, 20_000)
            gc.collect()
            gc.freeze()  # as the server does; looking through what the tests have loaded is a pause of its own
            pauses: list[float] = []  # in time of this thread alone: how busy the machine is besides does not matter

            async def watch_the_clock() -> None:
                last = time.thread_time()
                while True:
                    await asyncio.sleep(0)
                    pauses.append(time.thread_time() - last)
                    last = time.thread_time()

            watching = asyncio.create_task(watch_the_clock())
            began = time.thread_time()
            async with hall.at_rest(table) as loaded:
                assert loaded.sitting.seq == 20_000
                state = await hall.look(loaded, person.id)
            took = time.thread_time() - began
            gc.unfreeze()
            watching.cancel()
            assert len(state.log) == 1_000
            assert state.log[-1].seq == 20_000
            assert max(pauses) < took / 4, (max(pauses), took)

    asyncio.run(scene())


def test_between_two_entries_of_a_page_others_have_their_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spieltisch.server.reading.SLICE_SECONDS", 0.0)

    async def scene() -> None:
        async with hall_with(tmp_path) as hall:
            table, _ = await open_table(hall)
            hall.tables.clear()
            lengthen(tmp_path, table, 400)
            turns = 0

            async def take_turns() -> None:
                nonlocal turns
                while True:
                    await asyncio.sleep(0)
                    turns += 1

            waiting = asyncio.create_task(take_turns())
            assert [row.seq async for row in rows_of(hall.store, table)] == list(range(1, 401))
            waiting.cancel()
            assert turns >= 400

    asyncio.run(scene())


def test_whoever_was_away_for_very_long_is_told_how_the_table_stands(tmp_path: Path) -> None:
    async def scene() -> None:
        async with hall_with(tmp_path) as hall:
            table, person = await open_table(hall)
            lengthen(tmp_path, table, 1_500)
            hall.tables.clear()
            for since, kinds in ((1_400, {"event"}), (5, {"table"})):
                heard: list[Any] = []
                follower = Follower(person.id, lambda body, heard=heard: heard.append(msgspec.json.decode(body)))  # type: ignore[misc]
                loaded, seq = await hall.follow(table, follower, since)
                told = [message for message in heard if message["type"] != "here"]
                assert {message["type"] for message in told} == kinds
                assert told[-1]["seq"] == seq == 1_500
                await hall.unfollow(loaded, follower)

    asyncio.run(scene())


def test_followers_hear_of_every_event_once_even_if_the_table_had_to_be_read_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with hall_with(tmp_path) as hall:
            table, person = await open_table(hall)
            heard: list[Any] = []
            follower = Follower(person.id, lambda body: heard.append(msgspec.json.decode(body)))
            loaded, seq = await hall.follow(table, follower, 0)
            loaded.forget()
            lengthen(tmp_path, table, seq + 40)
            await hall.table(table)
            numbers = [message["seq"] for message in heard if message["type"] == "event"]
            assert numbers == list(range(seq + 1, seq + 41))
            assert loaded.sitting.seq == seq + 40

    asyncio.run(scene())


def test_events_and_log_come_in_pages(server: ServerProcess) -> None:
    async def scene() -> None:
        async with Company(server.url) as company:
            (guest,) = await company.invite()
            table = await open_far_table([guest], "wampum", bots=1)
            for number in range(230):
                if number == 5:  # few enough to be at hand still
                    latest = await guest.get(f"/api/tables/{table}/log?limit=2")
                    assert [line["text"][-6:] for line in latest] == ["line 3", "line 4"]
                await guest.post(f"/api/tables/{table}/chat", {"text": f"line {number}"})
            numbers: list[int] = []
            more = True
            while more:
                since = numbers[-1] if numbers else 0
                page = await guest.get(f"/api/tables/{table}/events?since={since}")
                numbers += [event["seq"] for event in page["events"]]
                assert len(page["events"]) <= 200
                more = page["more"]
            assert numbers == list(range(1, page["seq"] + 1))
            latest = await guest.get(f"/api/tables/{table}/log?limit=10")
            earlier = await guest.get(f"/api/tables/{table}/log?limit=10&before={latest[0]['seq']}")
            assert [line["seq"] for line in earlier + latest] == sorted(line["seq"] for line in earlier + latest)
            assert earlier[-1]["seq"] < latest[0]["seq"]
            assert latest[-1]["text"].endswith("line 229")
            await guest.get(f"/api/tables/{table}/log?limit=5000", status=400)

    asyncio.run(scene())
