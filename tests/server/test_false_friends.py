"""What somebody might do to people with whom they have played before."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.server.harness import Company

if TYPE_CHECKING:
    from tests.server.harness import ServerProcess


def test_a_rematch_begins_when_everybody_has_come(server: ServerProcess) -> None:
    """Otherwise whoever has played with somebody once could let them lose on time as often as they like."""

    async def play() -> None:
        async with Company(server.url) as company:
            false, friend = await company.invite(2)
            body = {
                "game": "wigwam",
                "seats": [{"kind": "me"}, {"kind": "friend"}],
                "settings": {"clock": {"kind": "move", "seconds": 5}, "on_timeout": "forfeit"},
            }
            table = (await false.post("/api/tables", body))["id"]
            await friend.post(f"/api/tables/{table}/join", {})
            player = await company.join(false, table)
            while not player.turn.get("waiting"):
                await player.hear()
            await false.post(f"/api/tables/{table}/resign", {"seat": 0})
            again = (await false.post(f"/api/tables/{table}/rematch"))["id"]
            refusal = await false.post(f"/api/tables/{again}/start", status=409)
            assert refusal["key"] == "server.refuse.not_come"
            await company.join(friend, again)
            await false.post(f"/api/tables/{again}/start")

    asyncio.run(play())
