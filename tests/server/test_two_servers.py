"""Two servers on one PostgreSQL: the players of a table sit at different ones, and one of them may die."""

from __future__ import annotations

import asyncio

from spieltisch.match import read_line, verify
from tests.server.harness import Company, ServerProcess, open_table
from tests.server.killing import Toll, check_tables


def test_whole_games_of_each_kind_across_servers(servers: list[ServerProcess]) -> None:
    async def play() -> None:
        async with Company(servers[0].url) as company:
            tables = []
            for game, people, bots in (("wampum", 2, 1), ("wigwam", 2, 0), ("amul", 2, 1)):
                guests = await company.invite(people)
                table = await open_table(guests, game, bots)
                urls = [server.url for server in servers]
                players = [company.sit(guest, table, urls[at:] + urls[:at]) for at, guest in enumerate(guests)]
                tables.append((table, players))
            await asyncio.gather(*(player.play() for _, players in tables for player in players))
            for table, players in tables:
                record = await players[0].guest.http.get(f"/api/tables/{table}/record")
                verify(read_line(record.content))
                assert players[0].seq == players[1].seq or players[0].over
                assert {player.reconnects for player in players} == {0}
            await check_tables(servers[0], tables, Toll())

    asyncio.run(play())


def test_when_a_server_dies_its_clients_go_to_the_other_and_lose_nothing(servers: list[ServerProcess]) -> None:
    async def play() -> None:
        async with Company(servers[1].url) as company:
            tables = []
            urls = [server.url for server in servers]
            for game, people, bots in (("wampum", 2, 1), ("wigwam", 2, 0), ("amul", 2, 1)):
                guests = await company.invite(people)
                table = await open_table(guests, game, bots)
                players = [company.sit(guest, table, urls[at:] + urls[:at]) for at, guest in enumerate(guests)]
                for player in players:
                    player.thinking = 0.05
                tables.append((table, players))
            games = [asyncio.create_task(player.play()) for _, players in tables for player in players]
            await asyncio.sleep(1.5)
            await asyncio.to_thread(servers[0].kill)
            await asyncio.gather(*games)
            for table, players in tables:
                record = await players[0].guest.http.get(f"/api/tables/{table}/record")
                verify(read_line(record.content))
            await check_tables(servers[1], tables, Toll())
            assert sum(player.reconnects for _, players in tables for player in players) > 0

    asyncio.run(play())
