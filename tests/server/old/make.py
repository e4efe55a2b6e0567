"""Lays tables of every kind at a real server and keeps its database as text: what a version has left behind.

Run with the sources of the version that is to be kept: `python -m tests.server.old.make FOLDER`. It writes `data.sql`
(the whole database, bodies of events readable), `records.jsonl`, and `guide.json`: which table is which, and the
secrets of those who sit there, so that a test can come back as one of them.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from tests.server.harness import Company, Guest, ServerProcess, open_table

GAMES = {"wampum": 2, "wigwam": 2, "amul": 3}
"""The games and how many play at the tables laid here."""
SLOW = {"clock": {"kind": "days", "days": 30}}


async def lay_tables(url: str) -> dict[str, Any]:
    """Let two people do at tables of every game what can be done there."""
    async with Company(url) as company:
        ada, ben = await company.invite(2)
        for guest, account in ((ada, "ada"), (ben, "ben")):
            await guest.post("/api/account", {"account": account, "passphrase": "a passphrase of the tests"})
        tables: dict[str, str] = {}
        for game, players in GAMES.items():
            for what, lay in LAYING.items():
                tables[f"{game} {what}"] = await lay(company, game, players - 2, ada, ben)
            finished = tables[f"{game} finished"]
            record = await ada.get(f"/api/tables/{finished}/record")
            tables[f"{game} imported"] = (await ada.post("/api/records", record))["id"]
            tables[f"{game} branched"] = (await ada.post(f"/api/tables/{finished}/branch", {"moves": 3, "seat": 0}))[
                "id"
            ]
            tables[f"{game} rematch"] = (await ada.post(f"/api/tables/{tables[f'{game} forfeited']}/rematch"))["id"]
        records = [
            await ada.get(f"/api/tables/{table}/record")
            for name, table in tables.items()
            if name.endswith(("finished", "forfeited"))
        ]
        secrets = {guest.name: guest.http.cookies["spieltisch"] for guest in (ada, ben)}
        return {"tables": tables, "secrets": secrets, "records": records}


async def pair(company: Company, game: str, bots: int, ada: Guest, ben: Guest, moves: int, **settings: Any) -> str:
    """A game of the two that has begun; each says something and moves a few times."""
    table = await open_table([ada, ben], game, bots=bots, settings=settings)
    await move_on(company, table, [ada, ben], moves)
    for guest in (ada, ben):
        await guest.post(f"/api/tables/{table}/chat", {"text": f"{guest.name} says „{game}“.", "id": "c"})
    return table


async def move_on(company: Company, table: str, guests: list[Guest], moves: int) -> None:
    """Make so many moves, by whoever has to decide."""
    players = [await company.join(guest, table) for guest in guests]
    made = 0
    while made < moves:
        for player in players:
            while player.seq < max(other.seq for other in players):
                await player.hear()
        mover = next((player for player in players if player.to_decide()), None)
        if mover is None:
            await players[0].hear()
            continue
        seat = mover.to_decide()[0]
        if (move := await mover.choose(seat)) is not None:
            made += 1
            await mover.send_move(move, seat, f"m{made}", mover.seq)
    for player in players:
        await player.close()


async def opened(_company: Company, game: str, bots: int, ada: Guest, ben: Guest) -> str:
    """A table that waits for somebody; where there is room for another, somebody came and went."""
    seats = [{"kind": "me"}, {"kind": "friend"}] + [{"kind": "open"}] * bots
    table = str((await ada.post("/api/tables", {"game": game, "seats": seats, "listed": True}))["id"])
    await ada.post(f"/api/tables/{table}/chat", {"text": "Anybody?"})
    if bots:
        await ben.post(f"/api/tables/{table}/join", {})
        await ben.post(f"/api/tables/{table}/leave")
    return table


async def running(company: Company, game: str, bots: int, ada: Guest, ben: Guest) -> str:
    """A game in its middle, with a request that waits for an answer."""
    table = await pair(company, game, bots, ada, ben, 7, **SLOW)
    await ada.post(f"/api/tables/{table}/pause", {"seat": 0})
    return table


async def paused(company: Company, game: str, bots: int, ada: Guest, ben: Guest) -> str:
    """A game that was paused, went on, and is paused again."""
    table = await pair(company, game, bots, ada, ben, 2, clock={"kind": "total", "seconds": 86_400, "increment": 5})
    for again in (True, False):
        await ada.post(f"/api/tables/{table}/pause", {"seat": 0})
        await ben.post(f"/api/tables/{table}/consent", {"agree": True})
        if again:
            await ben.post(f"/api/tables/{table}/resume")
    return table


async def undone(company: Company, game: str, bots: int, ada: Guest, ben: Guest) -> str:
    """A game in which moves were taken back, once with consent and once without."""
    table = await pair(company, game, bots, ada, ben, 4)
    for agree in (False, True):
        for guest, other, seat in ((ada, ben, 0), (ben, ada, 1)):
            state = await guest.get(f"/api/tables/{table}")
            if state["views"][0]["undo"] == "none":
                continue
            await guest.post(f"/api/tables/{table}/undo", {"seat": seat, "seq": state["seq"]})
            if (await guest.get(f"/api/tables/{table}"))["turn"]["asked"]:
                await other.post(f"/api/tables/{table}/consent", {"agree": agree})
    return table


async def handed(company: Company, game: str, bots: int, ada: Guest, ben: Guest) -> str:
    """A game that a bot has played for somebody for a while; it is unrated."""
    table = await pair(company, game, bots, ada, ben, 2, rated=False)
    await ada.post(f"/api/tables/{table}/hand", {"seat": 0, "level": "beginner"})
    await ada.post(f"/api/tables/{table}/take-back", {"seat": 0})
    return table


async def forfeited(company: Company, game: str, bots: int, ada: Guest, ben: Guest) -> str:
    """A rated game that both have given up, so that it is over."""
    table = await pair(company, game, bots, ada, ben, 3)
    await ben.post(f"/api/tables/{table}/resign", {"seat": 1})
    if not (await ada.get(f"/api/tables/{table}"))["turn"]["over"]:
        await ada.post(f"/api/tables/{table}/resign", {"seat": 0})
    return table


async def finished(company: Company, game: str, bots: int, ada: Guest, _ben: Guest) -> str:
    """A game played to its end against bots."""
    table = await open_table([ada], game, bots=bots + 1)
    await company.sit(ada, table).play()
    return table


async def closed(_company: Company, game: str, bots: int, ada: Guest, _ben: Guest) -> str:
    """A game against bots that was closed without a result."""
    table = await open_table([ada], game, bots=bots + 1)
    await ada.post(f"/api/tables/{table}/close")
    return table


LAYING = {
    "open": opened,
    "running": running,
    "paused": paused,
    "undone": undone,
    "handed": handed,
    "forfeited": forfeited,
    "finished": finished,
    "closed": closed,
}


def as_text(database: Path) -> str:
    """A database as SQL, with the bodies of events as the text that they are."""

    def readable(found: re.Match[str]) -> str:
        text = bytes.fromhex(found[1]).decode().replace("'", "''")
        return f"CAST('{text}' AS BLOB)"

    with closing(sqlite3.connect(database)) as connection:
        lines = [re.sub(r"X'([0-9A-F]+)'", readable, line) for line in connection.iterdump()]
    return "\n".join(lines) + "\n"


def main(folder: Path) -> None:
    """Write what a server leaves behind."""
    with tempfile.TemporaryDirectory() as place:
        file = Path(place, "data.db")
        server = ServerProcess(f"sqlite:///{file}", Path(place, "log"), SPIELTISCH_BOT_SECONDS="0.05")
        server.start()
        try:
            found = asyncio.run(lay_tables(server.url))
        finally:
            server.stop()
        folder.mkdir(exist_ok=True)
        (folder / "data.sql").write_text(as_text(file))
    records = found.pop("records")
    (folder / "records.jsonl").write_bytes(b"".join(msgspec.json.encode(record) + b"\n" for record in records))
    (folder / "guide.json").write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
