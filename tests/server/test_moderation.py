"""What a host decides is carried out while servers run, on either database, once, and for everybody to see."""

from __future__ import annotations

import asyncio
import contextlib
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa
import websockets

from spieltisch.server import moderation, orders
from spieltisch.store import orders as kept_orders
from spieltisch.store import persons, schema
from tests.server.harness import LONG, NO_TLS, Company, Guest, ServerProcess, open_socket, open_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.harness import Player
    from tests.server.nursery import Nursery

SERVERS = {"sqlite": 1, "postgresql": 2}
PASSPHRASE = " ".join(("a", "long", "enough", "one"))


@contextmanager
def running(database: str, count: int, folder: Path, nursery: Nursery) -> Iterator[list[ServerProcess]]:
    """Servers that share a database."""
    servers = [ServerProcess(database, folder / f"log{number}", nursery=nursery) for number in range(count)]
    try:
        for server in servers:
            server.start()
        yield servers
    finally:
        for server in servers:
            assert server.stop() == 0
            assert "trace" not in server.log.read_text(), server.log.read_text()


@pytest.fixture(params=SERVERS)
def houses(request: pytest.FixtureRequest, tmp_path: Path, nursery: Nursery) -> Iterator[list[ServerProcess]]:
    """One server on SQLite, or two on PostgreSQL."""
    kind = request.param
    address = request.getfixturevalue("postgresql") if kind == "postgresql" else f"sqlite:///{tmp_path}/house.db"
    with running(address, SERVERS[kind], tmp_path, nursery) as servers:
        yield servers


async def have_done(database: str, order: orders.AnyOrder) -> str:
    """Order something as the command does."""
    return await orders.with_store(database, lambda store: orders.have_done(store, order))


async def ask(database: str, statement: Any) -> list[Any]:
    """Look into the database."""

    async def fetch(store: Any) -> list[Any]:
        return list(await store.fetch(statement))

    return await orders.with_store(database, fetch)


async def game_of_two(company: Company, houses: list[ServerProcess]) -> tuple[list[Guest], str, list[Player]]:
    """Two people at a table, each on a server of their own where there are two, both connected."""
    guests = [*await company.invite(), *await company.invite(url=houses[-1].url)]
    table = await open_table(guests, "wampum")
    players = [await company.join(guest, table) for guest in guests]
    return guests, table, players


async def news(player: Player, what: str) -> Any:
    """Wait for an event of a kind."""
    async with asyncio.timeout(LONG):
        while True:
            message = await player.hear_until("event")
            if message["news"]["what"] == what:
                return message


async def closed(player: Player) -> int | None:
    """Wait until the server has closed a connection; gives the code."""
    async with asyncio.timeout(LONG):
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                await player.hear()
    code: int | None = player.socket.close_code
    return code


def test_whoever_is_shown_out_is_disconnected_and_a_bot_plays_on(houses: list[ServerProcess]) -> None:
    async def play() -> None:
        async with Company(houses[0].url) as company:
            guests, _, players = await game_of_two(company, houses)
            told = await have_done(houses[0].database, orders.Kick(guests[1].id))
            assert told == "1 sessions and tokens ended, 1 seats taken."
            handed = await news(players[0], "handed")
            assert (handed["news"]["reason"], handed["news"]["level"]) == ("removed", "casual")
            assert await closed(players[1]) == 1008
            await guests[1].get("/api/me", status=401)
            await guests[0].get("/api/me")

    asyncio.run(play())


def test_somebody_can_be_shown_out_of_one_table_alone(houses: list[ServerProcess]) -> None:
    async def play() -> None:
        async with Company(houses[0].url) as company:
            guests, table, players = await game_of_two(company, houses)
            other = await open_table(guests, "wampum")
            await have_done(houses[0].database, orders.Kick(guests[1].id, table))
            assert (await news(players[0], "handed"))["news"]["reason"] == "removed"
            await guests[1].get("/api/me")
            state = await guests[1].get(f"/api/tables/{other}")
            assert all(seat["level"] is None for seat in state["table"]["seats"])

    asyncio.run(play())


def test_a_table_is_closed_for_all(houses: list[ServerProcess]) -> None:
    async def play() -> None:
        async with Company(houses[0].url) as company:
            guests, table, players = await game_of_two(company, houses)
            assert "is closed" in await have_done(houses[0].database, orders.Close(table))
            for player in players:
                await news(player, "closed")
            for guest in guests:
                state = await guest.get(f"/api/tables/{table}")
                assert state["table"]["status"] == "closed"
            assert (await have_done(houses[0].database, orders.Close(table))).startswith("Not done")
            assert (await have_done(houses[0].database, orders.Close("nothing"))).startswith("Not done")

    asyncio.run(play())


def test_whoever_is_shut_out_is_told_so_at_every_door_until_let_in_again(houses: list[ServerProcess]) -> None:
    async def play() -> None:
        async with Company(houses[0].url) as company:
            guests, _, players = await game_of_two(company, houses)
            await guests[1].post("/api/account", {"account": f"loud-{guests[1].id}", "passphrase": PASSPHRASE})
            token = (await guests[1].post("/api/tokens", {"label": "program"}))["token"]
            database = houses[0].database
            await have_done(database, orders.Ban(guests[1].id, persons.FOR_EVER))
            assert await closed(players[1]) == 1008
            assert (await news(players[0], "handed"))["news"]["reason"] == "removed"
            for house in houses:
                await refused_everywhere(house.url, guests[1], token, "server.refuse.banned")
            await have_done(database, orders.Ban(guests[1].id, time.time() + 86_400))
            told = await refused_everywhere(houses[0].url, guests[1], token, "server.refuse.banned_until")
            assert " (UTC)" in told["text"]
            await have_done(database, orders.Ban(guests[1].id, time.time() - 1))  # the day has come
            await guests[1].get("/api/me")
            await have_done(database, orders.Ban(guests[1].id, persons.FOR_EVER))
            await have_done(database, orders.Unban(guests[1].id))
            await company.join(guests[1], players[0].table)

    asyncio.run(play())


async def refused_everywhere(url: str, guest: Guest, token: str, key: str) -> Any:
    """Knock with session, token, passphrase and socket."""
    credentials = {"account": f"loud-{guest.id}", "passphrase": PASSPHRASE}
    async with httpx.AsyncClient(base_url=url, verify=NO_TLS, timeout=LONG) as http:
        answers = [
            await http.get("/api/me", headers={"Cookie": guest.cookie}),
            await http.post("/api/me", json={"name": "x"}, headers={"Cookie": guest.cookie}),
            await http.get("/api/me", headers={"Authorization": f"Bearer {token}"}),
            await http.post("/api/session", json=credentials),
        ]
    assert [(answer.status_code, answer.json()["key"]) for answer in answers] == [(403, key)] * 4
    with pytest.raises(websockets.InvalidStatus):
        await open_socket(url, {"Cookie": guest.cookie})
    return answers[0].json()


def test_a_person_is_deleted_and_the_games_of_others_stay(houses: list[ServerProcess]) -> None:
    async def play() -> None:
        async with Company(houses[0].url) as company:
            guests, table, players = await game_of_two(company, houses)
            leaving = guests[1]
            alone = await open_table([leaving], "wampum", bots=1)
            left = await open_table([guests[0], leaving, *await company.invite()], "wampum", start=False)
            await leaving.post(f"/api/tables/{table}/chat", {"text": "a secret of mine"})
            assert "Deleted" in await have_done(houses[0].database, orders.Delete(leaving.id))
            assert await closed(players[1]) == 1008
            assert (await news(players[0], "handed"))["news"]["reason"] == "removed"
            for house in houses:
                await nothing_is_left(house.url, guests[0], (table, left))
            await guests[0].get(f"/api/tables/{alone}", status=404)
            await leaving.get("/api/me", status=401)
            await no_row_names(houses[0].database, leaving)
            assert (await have_done(houses[0].database, orders.Delete(leaving.id))).startswith("Deleted")

    asyncio.run(play())


async def nothing_is_left(url: str, guest: Guest, tables: tuple[str, ...]) -> None:
    """Whoever looks at the tables of a forgotten person finds the game, and neither name nor words."""
    async with httpx.AsyncClient(base_url=url, verify=NO_TLS, timeout=LONG, headers={"Cookie": guest.cookie}) as http:
        for table in tables:
            until = time.monotonic() + LONG  # another server hears of it a moment later
            while True:
                text = (await http.get(f"/api/tables/{table}")).text
                words = (await http.get(f"/api/tables/{table}/log")).text
                if moderation.NOBODY in words and "guest 1" not in text + words:
                    break
                assert time.monotonic() < until, words
                await asyncio.sleep(0.1)
            assert "a secret of mine" not in text + words


async def no_row_names(database: str, person: Guest) -> None:
    """Nothing in any table of the database speaks of a forgotten person by name."""
    for table in schema.metadata.sorted_tables:
        for row in await ask(database, sa.select(table)):
            text = repr(tuple(row))
            assert "a secret of mine" not in text
            if table.name not in ("events", "orders"):  # an id alone leads nowhere any more
                assert person.id not in text, table.name
            elif table.name == "events" and person.id in text:
                assert "guest 1" not in text


def test_an_order_is_carried_out_once_and_again_only_if_its_server_has_died(tmp_path: Path) -> None:
    from spieltisch.store import open_store

    async def work() -> None:
        store = await open_store(f"sqlite:///{tmp_path}/orders.db")
        now = time.time()
        number = await kept_orders.give(store, b"{}", now)
        taken = [await kept_orders.take(store, now + 1) for _ in range(2)]
        assert [order and order.id for order in taken] == [number, None]
        assert await kept_orders.answer_to(store, number) is None
        later = now + 2 + kept_orders.TAKEN_SECONDS
        assert (await kept_orders.take(store, later)) is not None
        await kept_orders.finish(store, number, "done", later)
        assert await kept_orders.take(store, later * 2) is None
        assert await kept_orders.answer_to(store, number) == "done"
        await store.close()

    asyncio.run(work())


def test_hosts_find_people_and_tables_and_without_a_server_the_command_does_it(
    tmp_path: Path, nursery: Nursery
) -> None:
    database = f"sqlite:///{tmp_path}/house.db"

    def command(*words: str) -> tuple[int, str, str]:
        """The command line, as a host uses it: its status, what it says and what it complains about."""
        done = nursery.command("admin", *words, "--database", database)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    async def play(url: str) -> Guest:
        async with Company(url) as company:
            guests = await company.invite(2)
            await guests[1].post("/api/account", {"account": "loud-one", "passphrase": PASSPHRASE})
            await open_table(guests, "wampum")
            return guests[1]

    with running(database, 1, tmp_path, nursery) as servers:
        person = asyncio.run(play(servers[0].url))
        _, text, _ = command("people", "loud")
        listed = text.splitlines()
        assert len(listed) == 2
        assert listed[1].split("\t")[:3] == [person.id, "guest 1", "loud-one"]
        assert "guest 0, guest 1" in command("tables", "loud-one")[1]
        assert command("tables", "wigwam")[1].count("\n") == 1
    assert command("ban", "loud-one", "--until", "2999-12-31") == (0, "Shut out; 1 seats taken.\n", "")
    assert "until 2999-12-31" in command("people", person.id)[1]
    assert command("ban", "loud-one", "--until", "tomorrow")[0] == 2
    status, _, complaint = command("kick", "nobody-like-that")
    assert (status, "Traceback" in complaint) == (2, False)
    assert "nobody-like-that" in complaint
    with running(database, 1, tmp_path, nursery) as servers:
        answer = servers[0].get("/api/me", headers={"Cookie": person.cookie})
        assert answer.json()["key"] == "server.refuse.banned_until"


def test_every_order_can_be_read_as_it_was_written() -> None:
    for order in (
        orders.Close("t"),
        orders.Kick("p", "t"),
        orders.Ban("p", 1.0),
        orders.Unban("p"),
        orders.Delete("p"),
    ):
        assert orders.decoder.decode(msgspec.json.encode(order)) == order
