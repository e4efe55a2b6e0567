"""The example bot of examples/ joins a table over the API and plays to the end."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.server.harness import Company

if TYPE_CHECKING:
    from tests.server.harness import ServerProcess

BOT = Path(__file__).parents[2] / "examples" / "api_bot.py"


def test_the_example_bot_plays_a_game(server: ServerProcess) -> None:
    async def play() -> None:
        async with Company(server.url) as company:
            (guest,) = await company.invite()
            seats = [{"kind": "me"}, {"kind": "open"}]
            body = {"game": "wampum", "seats": seats, "settings": {"pace": "instant"}}
            table = (await guest.post("/api/tables", body))["id"]
            bot = subprocess.Popen([sys.executable, str(BOT), server.url, table], stdout=subprocess.PIPE, text=True)
            player = company.sit(guest, table)
            await player.play()
            out, _ = await asyncio.to_thread(bot.communicate)
            assert bot.returncode == 0
            assert "winners" in out

    asyncio.run(play())
