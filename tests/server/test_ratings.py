"""Statistics and ratings: the published figures, what counts and what is rated, and that nothing counts twice."""

from __future__ import annotations

import asyncio
import contextlib
import random
from math import isfinite
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.match.rating import Bout, Rating, glicko2, rate
from spieltisch.store import EventRow, TableChange, open_store, schema
from spieltisch.store.ratings import Finish, Result, statistics_of
from tests.server.harness import Company, Guest, ServerProcess, open_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.nursery import Nursery

ratings = st.builds(Rating, st.floats(0, 4000), st.floats(20, 350), st.floats(0.03, 0.1))


# --- the figures -----------------------------------------------------------------------------------------------


def test_glicko_2_gives_the_figures_of_its_paper() -> None:
    bouts = [Bout(Rating(1400, 30), 1), Bout(Rating(1550, 100), 0), Bout(Rating(1700, 300), 0)]
    after = glicko2(Rating(1500, 200, 0.06), bouts)
    assert after.value == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_openskill_keeps_its_own_figures_on_our_scale() -> None:
    """The model with its default numbers (25, 25/3), carried over to 1500 and 350."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    plain = model.rate([[model.rating()] for _ in range(3)], ranks=[1, 2, 3])
    scale = 350 / (25 / 3)
    for ours, (theirs,) in zip(rate("amul", [Rating()] * 3, [1, 2, 3]), plain, strict=True):
        assert ours.value == pytest.approx(1500 + (theirs.mu - 25) * scale)
        assert ours.deviation == pytest.approx(theirs.sigma * scale)


@given(st.lists(ratings, min_size=2, max_size=8), st.data())
def test_whatever_happens_ratings_stay_numbers_and_the_first_gain(before: list[Rating], data: st.DataObject) -> None:
    places = data.draw(st.permutations(range(1, len(before) + 1)))
    for game, seats in (("amul", before), ("wigwam", before[:2])):
        after = rate(game, seats, places[: len(seats)])
        assert all(isfinite(number) and number > 0 for rating in after for number in rating[1:])
        best = min(range(len(seats)), key=lambda seat: places[seat])
        worst = max(range(len(seats)), key=lambda seat: places[seat])
        assert after[best].value >= seats[best].value
        assert after[worst].value <= seats[worst].value
        assert all(rating.deviation <= 350 for rating in after)


@given(st.lists(ratings, min_size=2, max_size=2))
def test_a_draw_brings_two_closer_together(before: list[Rating]) -> None:
    for game in ("wigwam", "wampum"):
        first, second = rate(game, before, [1, 1])
        apart = abs(before[0].value - before[1].value)
        if apart > 1:
            assert abs(first.value - second.value) < max(apart, 350)
            assert (first.value - before[0].value) * (before[1].value - before[0].value) >= 0


# --- what counts ---------------------------------------------------------------------------------------------


async def with_accounts(company: Company, count: int, url: str | None = None) -> list[Guest]:
    guests = await company.invite(count, url)
    for guest in guests:
        await guest.post("/api/account", {"account": f"a-{guest.id}", "passphrase": "correct horse battery"})
    return guests


async def resign(guest: Guest, table: str, seat: int) -> None:
    await guest.post(f"/api/tables/{table}/resign", {"seat": seat})


async def game_of(guest: Guest, game: str) -> Any:
    return next(one for one in (await guest.get("/api/me/statistics"))["games"] if one["game"] == game)


def play(server: ServerProcess, scene: Any) -> None:
    async def run() -> None:
        async with Company(server.url) as company:
            await scene(company)

    asyncio.run(run())


def test_a_game_between_accounts_is_counted_and_rated(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        first, second = await with_accounts(company, 2)
        empty = await first.get("/api/me/statistics")
        assert [one["game"] for one in empty["games"]] == ["amul", "wampum", "wigwam"]
        assert (empty["played"], empty["won"], empty["recent"]) == (0, 0, [])
        assert all(one["rating"] is None and one["provisional"] for one in empty["games"])
        table = await open_table([first, second], "wigwam")
        await resign(second, table, 1)
        expected = rate("wigwam", [Rating(), Rating()], [1, 2])
        for guest, place, rating in zip((first, second), (1, 2), expected, strict=True):
            told = await guest.get("/api/me/statistics")
            assert (told["played"], told["won"]) == (1, int(place == 1))
            game = next(one for one in told["games"] if one["game"] == "wigwam")
            assert (game["played"], game["won"], game["rated"]) == (1, int(place == 1), 1)
            assert game["places"] == [0] * (place - 1) + [1]
            assert game["rating"] == round(rating.value, 1)
            assert game["deviation"] == round(rating.deviation, 1)
            assert game["provisional"]
            (recent,) = told["recent"]
            assert (recent["table"], recent["players"], recent["place"]) == (table, 2, place)
            assert recent["rating"] == game["rating"]
            assert recent["change"] == round(rating.value - 1500, 1)
            me = await guest.get("/api/me")
            assert (me["played"], me["won"], me["ratings"]) == (1, int(place == 1), {"wigwam": game["rating"]})

    play(server, scene)


def test_whoever_gives_up_in_a_larger_round_is_placed_behind_those_who_play_on(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        guests = await with_accounts(company, 3)
        table = await open_table(guests, "wampum")
        players = [company.sit(guest, table) for guest in guests]
        await resign(guests[0], table, 0)
        await asyncio.gather(*(player.play() for player in players))
        told = [await game_of(guest, "wampum") for guest in guests]
        assert [one["rated"] for one in told] == [1, 1, 1]
        assert told[0]["won"] == 0
        assert told[0]["rating"] < 1500
        assert all(told[0]["rating"] < other["rating"] for other in told[1:])

    play(server, scene)


def test_bots_guests_and_several_seats_on_one_device_are_not_rated(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        (owner,) = await with_accounts(company, 1)
        (guest,) = await company.invite(1)
        against_guest = await open_table([owner, guest], "wigwam")
        await resign(guest, against_guest, 1)
        against_bot = await open_table([owner], "wigwam", bots=1)
        await resign(owner, against_bot, 0)
        seats = [{"kind": "me"}, {"kind": "device", "name": "Kit"}]
        body = {"game": "wigwam", "seats": seats, "start": True}
        both = (await owner.post("/api/tables", body))["id"]
        await resign(owner, both, 0)
        told = await owner.get("/api/me/statistics")
        game = next(one for one in told["games"] if one["game"] == "wigwam")
        assert (game["played"], game["won"], game["rated"], game["rating"]) == (2, 1, 0, None)
        assert {one["table"] for one in told["recent"]} == {against_guest, against_bot}
        assert all(one["rating"] is None and one["change"] is None for one in told["recent"])
        assert (await game_of(guest, "wigwam"))["played"] == 1
        assert (await guest.get("/api/me"))["ratings"] == {}

    play(server, scene)


def test_records_and_branches_do_not_count(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        guests = await with_accounts(company, 2)
        table = await open_table(guests, "wampum")
        players = [company.sit(guest, table) for guest in guests]
        await asyncio.gather(*(player.play() for player in players))
        record = await guests[0].get(f"/api/tables/{table}/record")
        await guests[0].post("/api/records", record)
        branch = await guests[0].post(f"/api/tables/{table}/branch", {"moves": 2, "seat": 0, "level": "random"})
        await resign(guests[0], branch["id"], 0)
        assert (await game_of(guests[0], "wampum"))["played"] == 1

    play(server, scene)


def test_statistics_are_for_those_who_have_signed_in(server: ServerProcess) -> None:
    assert server.get("/api/me/statistics").status_code == 401


# --- never twice, never lost ---------------------------------------------------------------------------------


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "postgresql":
        yield request.getfixturevalue("postgresql")
    else:
        yield f"sqlite:///{tmp_path}/ratings.db"


def test_the_end_of_a_game_is_entered_once_and_together_with_its_event(database: str) -> None:
    async def scene() -> None:
        store = await open_store(database)
        try:
            persons = [(await store.new_guest(name, f"{database}-{name}-{random.random()}", 1.0)).id for name in "ab"]
            for person in persons:
                assert await store.set_account(person, person, "-")
            table = f"T{persons[0]}"
            finish = Finish("wigwam", 2, (Result(0, persons[0], 1, True, 1), Result(1, persons[1], 2, False, 2)))
            change = TableChange(status="over", finish=finish)
            await store.create(
                EventRow(table, 1, 1.0, b"{}"), game="wigwam", status="open", listed=False, host="", persons=persons
            )
            assert await store.append(EventRow(table, 2, 1.0, b"{}"), change)
            assert not await store.append(EventRow(table, 2, 2.0, b"{}"), change)
            assert await store.append(EventRow(table, 3, 2.0, b"{}"), change)
            found = (await statistics_of(store, persons[0])).games["wigwam"]
            assert (found.played, found.rated) == (1, 1)
            # A result that the database refuses takes its event along: nothing is half written.
            bad = Finish("wigwam", 2, (Result(0, persons[0], 1, True, 1), Result(0, persons[1], 2, False, 2)))
            with pytest.raises(sa.exc.IntegrityError):
                await store.append(EventRow(f"{table}x", 1, 3.0, b"{}"), TableChange(status="over", finish=bad))
            assert await store.events(f"{table}x") == []
            assert (await statistics_of(store, persons[0])).games["wigwam"] == found
        finally:
            await store.close()

    asyncio.run(scene())


def check_sums(rows: list[Any]) -> None:
    """All ratings follow from the results, in the order in which they were entered."""
    now: dict[str, Rating] = {}
    left = list(rows)
    while left:
        # The next game is one that begins from what both have now.
        table, pair = next(
            (table, pair)
            for table in dict.fromkeys(row.table_id for row in left)
            for pair in [[row for row in left if row.table_id == table]]
            if all(row.rating - row.change == pytest.approx(now.get(row.person, Rating()).value) for row in pair)
        )
        before = [now.get(row.person, Rating()) for row in pair]
        for row, after in zip(pair, rate("wigwam", before, [row.place for row in pair]), strict=True):
            assert row.rating == pytest.approx(after.value)
            now[row.person] = after
        left = [row for row in left if row.table_id != table]


async def entered(database: str, persons: list[str]) -> list[Any]:
    store = await open_store(database)
    try:
        columns = schema.results.c
        chosen = sa.select(schema.results).where(columns.person.in_(persons)).order_by(columns.at, columns.seat)
        return list(await store.fetch(chosen))
    finally:
        await store.close()


def test_killing_the_server_while_games_end_neither_loses_nor_doubles_one(
    database: str, tmp_path: Path, nursery: Nursery
) -> None:
    luck = random.Random(7)
    server = ServerProcess(database, tmp_path / "log", nursery=nursery)
    server.start()

    async def scene() -> None:
        async with Company(server.url) as company:
            guests = await with_accounts(company, 2)
            tables = []
            for _ in range(6):
                for _ in range(4):
                    table = await open_table(guests, "wigwam")
                    tables.append(table)
                ends = [
                    asyncio.create_task(resign(guests[number % 2], table, number % 2))
                    for number, table in enumerate(tables[-4:])
                ]
                await asyncio.sleep(luck.random() * 0.04)
                server.kill()
                for end in ends:
                    with contextlib.suppress(httpx.HTTPError, AssertionError):
                        await end
                server.start()
            over = [t for t in tables if (await guests[0].get(f"/api/tables/{t}"))["table"]["status"] == "over"]
            for guest in guests:
                game = await game_of(guest, "wigwam")
                assert game["played"] == game["rated"] == len(over)
            rows = await entered(database, [guest.id for guest in guests])
            assert {row.table_id for row in rows} == set(over)
            check_sums(rows)

    try:
        asyncio.run(scene())
    finally:
        server.stop()


def test_two_servers_that_end_games_of_the_same_people_at_once_count_them_all(
    postgresql: str, tmp_path: Path, nursery: Nursery
) -> None:
    servers = [ServerProcess(postgresql, tmp_path / f"log{number}", nursery=nursery) for number in range(2)]
    for server in servers:
        server.start()

    async def scene() -> None:
        async with Company(servers[0].url) as company:
            guests = await with_accounts(company, 2)
            tables = [await open_table(guests, "wigwam") for _ in range(20)]
            bodies = [
                guests[number % 2].http.post(
                    f"{servers[number // 2 % 2].url}/api/tables/{table}/resign", json={"seat": number % 2}
                )
                for number, table in enumerate(tables)
            ]
            for answer in await asyncio.gather(*bodies):
                assert answer.is_success, answer.text
            for guest in guests:
                game = await game_of(guest, "wigwam")
                assert (game["played"], game["rated"], game["won"]) == (20, 20, 10)
            check_sums(await entered(postgresql, [guest.id for guest in guests]))

    try:
        asyncio.run(scene())
    finally:
        for server in servers:
            server.stop()
            assert "trace" not in server.log.read_text(), server.log.read_text()
