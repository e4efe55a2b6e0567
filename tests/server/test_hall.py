"""The hall alone, without a network: what two servers make of one log, and what happens when storing fails."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import msgspec
import pytest

from spieltisch import games
from spieltisch.games import Refusal
from spieltisch.server import acting, opening, replaying, ruling
from spieltisch.server import messages as ms
from spieltisch.server.hall import Hall
from spieltisch.server.loaded import Follower
from spieltisch.server.ruling import openly_forced
from spieltisch.server.settings import Settings
from spieltisch.store import Person, open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from spieltisch.store import EventRow


@asynccontextmanager
async def halls(folder: Path, count: int = 1) -> AsyncIterator[list[Hall]]:
    """Servers on one database, without their network."""
    stores = [await open_store(f"sqlite:///{folder}/hall.db", f"process{number}") for number in range(count)]
    opened = [Hall(store, Settings(bot_delay=0.0)) for store in stores]
    try:
        yield opened
    finally:
        for hall in opened:
            await hall.close()
        for store in stores:
            await store.close()


async def open_table(hall: Hall) -> tuple[str, Person]:
    """One person on two seats, so that there is always somebody to move."""
    person = await hall.store.new_guest("Ada", "secret", 1.0)
    seats: list[ms.SeatWish] = [ms.SeatMe(), ms.SeatDevice(name="Bea")]
    loaded = await opening.open_table(hall, person, ms.NewTable(game="wampum", seats=seats, start=True))
    return loaded.id, person


def counting(person: Person) -> tuple[Follower, list[int]]:
    """Somebody who notes the numbers of the events they are told."""
    numbers: list[int] = []

    def note(body: bytes) -> None:
        message = msgspec.json.decode(body)
        if message["type"] == "event":
            numbers.append(message["seq"])

    return Follower(person.id, note), numbers


async def any_move(hall: Hall, person: Person, table: str) -> ms.Done:
    sitting = (await hall.table(table)).sitting
    seat = sitting.waiting[0]
    said = ms.Play(table=table, seat=seat, move=sitting.table.random_move(seat), seq=sitting.seq)
    return cast("ms.Done", await acting.act(hall, person, said))


def test_an_event_that_is_announced_while_the_log_is_being_read_is_not_missed(tmp_path: Path) -> None:
    """The rows were read before the event was stored, and its notice comes before they have been taken in."""

    async def scene() -> None:
        async with halls(tmp_path, 2) as (first, second):
            table, person = await open_table(first)
            read, go_on = asyncio.Event(), asyncio.Event()
            events = second.store.events

            async def slowly(table_id: str, after: int = 0, most: int | None = None) -> list[EventRow]:
                rows = await events(table_id, after, most)
                read.set()
                await go_on.wait()
                return rows

            second.store.events = slowly  # type: ignore[method-assign]
            opening = asyncio.create_task(second.table(table))
            await read.wait()
            seq = (await any_move(first, person, table)).seq
            second.neighbours.heard("event", ["process0", f"{table}:{seq}"])
            go_on.set()
            loaded = await opening
            await asyncio.gather(*second.tasks)
            assert loaded.sitting.seq == seq

    asyncio.run(scene())


@pytest.mark.parametrize("written", [False, True])
def test_when_storing_fails_nobody_is_told_what_was_not_stored(written: bool, tmp_path: Path) -> None:
    """A commit may fail with or without having been carried out; either way memory, log and clients agree."""

    async def scene() -> None:
        async with halls(tmp_path) as (hall,):
            table, person = await open_table(hall)
            follower, numbers = counting(person)
            loaded, seq = await hall.follow(table, follower, 0)
            append = hall.store.append

            async def fail(row: EventRow, change: Any = None) -> bool:
                if written:
                    await append(row, change)
                raise OSError("the disk is gone")

            hall.store.append = fail  # type: ignore[method-assign]
            with pytest.raises(Refusal) as refused:
                await any_move(hall, person, table)
            assert refused.value.key == "server.refuse.storage"
            hall.store.append = append  # type: ignore[method-assign]
            last = (await any_move(hall, person, table)).seq
            assert last == seq + 1 + written
            assert numbers == list(range(seq + 1, last + 1))
            rows = await hall.store.events(table)
            assert [row.seq for row in rows] == list(range(1, last + 1))
            assert loaded.sitting.seq == last

    asyncio.run(scene())


def test_what_is_stored_for_somebody_who_was_given_up_on_is_told_to_the_others(tmp_path: Path) -> None:
    async def scene() -> None:
        async with halls(tmp_path) as (hall,):
            table, person = await open_table(hall)
            told = asyncio.Queue[Any]()
            follower = Follower(person.id, lambda body: told.put_nowait(msgspec.json.decode(body)))
            _, seq = await hall.follow(table, follower, 0)
            append, under_way = hall.store.append, asyncio.Event()

            async def announce(row: EventRow, change: Any = None) -> bool:
                under_way.set()
                return await append(row, change)

            hall.store.append = announce  # type: ignore[method-assign]
            move = asyncio.create_task(any_move(hall, person, table))
            await under_way.wait()
            await asyncio.sleep(0)
            move.cancel()
            with pytest.raises(asyncio.CancelledError):
                await move
            while (message := await told.get())["type"] != "event":
                pass
            assert message["seq"] == seq + 1
            assert (await any_move(hall, person, table)).seq == seq + 2

    asyncio.run(asyncio.wait_for(scene(), 120))


def test_whoever_waited_while_storing_failed_finds_the_table_as_the_log_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database goes away while a move is being stored and somebody waits to follow; then it is back."""

    async def scene() -> None:
        async with halls(tmp_path) as (hall,):
            table, person = await open_table(hall)
            seq = (await hall.stored(table)).seq
            fail_now, database_reading = asyncio.Event(), pytest.MonkeyPatch()

            async def fail(*_: Any, **__: Any) -> bool:
                await fail_now.wait()
                raise OSError("the database is gone")

            async def fail_once(*_: Any, **__: Any) -> list[EventRow]:
                database_reading.undo()
                raise OSError("the database is gone")

            monkeypatch.setattr(hall.store, "append", fail)
            database_reading.setattr(hall.store, "events", fail_once)
            told: list[Any] = []
            move = asyncio.create_task(any_move(hall, person, table))
            await asyncio.sleep(0)
            follower = Follower(person.id, lambda body: told.append(msgspec.json.decode(body)))
            following = asyncio.create_task(hall.follow(table, follower, 0))
            await asyncio.sleep(0)
            fail_now.set()
            with pytest.raises(Refusal) as refused:
                await move
            assert refused.value.key == "server.refuse.storage"
            await following
            assert [(message["type"], message.get("seq")) for message in told] == [("table", seq), ("here", None)]
            monkeypatch.undo()
            assert (await any_move(hall, person, table)).seq == seq + 1
            assert (told[-1]["type"], told[-1]["seq"]) == ("event", seq + 1)

    asyncio.run(asyncio.wait_for(scene(), 120))


def test_a_game_is_over_for_others_only_when_its_last_move_is_stored(tmp_path: Path) -> None:
    """The last move is being stored: whoever asks for the whole game now waits. Storing fails: the game goes on."""

    async def scene() -> None:
        async with halls(tmp_path) as (hall,):
            table, person = await open_table(hall)
            append = hall.store.append
            fail_now, under_way = asyncio.Event(), asyncio.Event()

            async def fail_at_the_end(row: EventRow, change: Any = None) -> bool:
                if hall.tables[table].sitting.over:
                    under_way.set()
                    await fail_now.wait()
                    raise OSError("the disk is gone")
                return await append(row, change)

            async def play_on() -> None:
                while not (await hall.stored(table)).over:
                    await any_move(hall, person, table)

            hall.store.append = fail_at_the_end  # type: ignore[method-assign]
            playing = asyncio.create_task(play_on())
            await under_way.wait()
            asked = asyncio.create_task(replaying.finished(hall, person, table))
            await asyncio.sleep(0.05)
            assert not asked.done()
            fail_now.set()
            with pytest.raises(Refusal) as refused:
                await asked
            assert refused.value.key == "server.refuse.not_over"
            with pytest.raises(Refusal):
                await playing
            hall.store.append = append  # type: ignore[method-assign]
            await play_on()
            assert (await replaying.finished(hall, person, table)).over

    asyncio.run(asyncio.wait_for(scene(), 120))


def test_nobody_is_told_again_that_a_table_was_opened(tmp_path: Path) -> None:
    """One sits down at a table just opened here; on another server somebody was faster."""

    async def scene() -> None:
        async with halls(tmp_path, 2) as (first, second):
            people = [await first.store.new_guest(name, name, 1.0) for name in ("Ada", "Bea", "Cem")]
            seats: list[ms.SeatWish] = [ms.SeatMe(), ms.SeatOpen(), ms.SeatOpen(), ms.SeatOpen()]
            loaded = await opening.open_table(first, people[0], ms.NewTable(game="wampum", seats=seats))
            follower, numbers = counting(people[0])
            await first.follow(loaded.id, follower, 0)
            for hall, person in ((second, people[1]), (first, people[2])):
                await hall.act(loaded.id, partial(ruling.sit, person=person.id, name=person.name, wish=None))
            assert numbers == [2, 3]

    asyncio.run(asyncio.wait_for(scene(), 120))


def test_only_moves_that_everybody_sees_are_forced_by_the_table() -> None:
    """A discard without alternative would tell that the hand holds one kind only."""
    rest = "FFWCTCFSSTWWWTFSTTTWFWWTWTSSWFFFWCFTC"
    for hand, pile, ways in (("CCCFFWWS", "CWCWSSFSCWCSFWTSC", 4), ("CCCCCCCC", "FWFWSSFSWWWSFWTSS", 1)):
        table = games.get("wampum").position(
            f"round=2 canoe=0 villages=CFTS/CCCTS/CFTTSS hands=TTS/{hand} bids=1:FFWS/2:T surplus=-/1 certain=FFS/CC "
            f"shown=2:CCCTS+/3:FTSS+ removed=CFTWS pile={pile}{rest}",
            2,
        )
        assert table.waiting_for == (1,)
        assert table.count_moves(1) == ways
        assert not openly_forced(table, 1)
    table = games.get("wampum").deal(3, seed=1)
    forced = 0
    while not table.over:
        seat = table.waiting_for[0]
        if table.count_moves(seat) == 1:
            assert table.legal_moves(seat)[0].startswith("go ")
            assert openly_forced(table, seat)
            forced += 1
        table.play(seat, table.random_move(seat))
    assert forced > 0
