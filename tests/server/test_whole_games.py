"""Whole games over the socket, played by clients that know no rules, with people and bots."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from spieltisch.match import read_line, verify
from tests.server.harness import Company, ServerProcess, open_table

if TYPE_CHECKING:
    from collections.abc import Sequence

TABLES: Sequence[tuple[str, int, int, str, dict[str, Any]]] = (
    ("wampum", 2, 0, "random", {}),
    ("wampum", 2, 2, "random", {"removal": "french"}),
    ("wigwam", 2, 0, "random", {"setup": "alternate"}),
    ("wigwam", 1, 1, "random", {"setup": "hidden", "forced_capture": "huff"}),
    ("amul", 2, 1, "random", {"tea": True}),
    ("amul", 2, 1, "master", {}),
)


@pytest.mark.parametrize(("game", "people", "bots", "level", "options"), TABLES)
def test_a_whole_game_ends_with_a_record_that_verifies(
    server: ServerProcess, game: str, people: int, bots: int, level: str, options: dict[str, Any]
) -> None:
    async def play() -> None:
        async with Company(server.url) as company:
            guests = await company.invite(people)
            table = await open_table(guests, game, bots, level, options=options)
            players = [company.sit(guest, table) for guest in guests]
            await asyncio.gather(*(player.play() for player in players))
            record = read_line((await guests[0].http.get(f"/api/tables/{table}/record")).content)
            verify(record)
            assert record.seats.count(f"bot:{level}") == bots
            info = (await guests[0].get(f"/api/tables/{table}"))["table"]
            assert record.proof is not None
            assert info["commitment"] == record.proof.commitment
            assert info["salt"] == record.proof.salt
            assert record.result is not None
            assert info["result"]["scores"] == record.result.scores
            for player in players:
                # The table may have played a forced move at the same moment.
                assert set(player.refused) <= {
                    "server.refuse.stale",
                    "server.refuse.over",
                    "common.not_to_move",
                }

    asyncio.run(play())
