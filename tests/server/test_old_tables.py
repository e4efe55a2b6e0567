"""What an earlier version has left behind: its database opens, every table replays, and games are played on.

The database in `old/` was made by the version before games came in folders of their own (`old/make.py`, run with its
sources). It is loaded as it is; nothing may have to be converted but by the migrations.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from spieltisch.match import Record, replay, verify
from tests.server.harness import Company, Guest, ServerProcess

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.server.nursery import Nursery

OLD = Path(__file__).parent / "old"
GUIDE: Any = msgspec.json.decode((OLD / "guide.json").read_bytes())
TABLES: dict[str, str] = GUIDE["tables"]
RECORDS = (OLD / "records.jsonl").read_bytes().splitlines()
STATUS = {"open": "open", "rematch": "open", "forfeited": "over", "finished": "over", "imported": "over"}
"""How each kind of table stood; all others were being played."""
ENDED = [name for name in TABLES if STATUS.get(name.split()[1]) == "over"]


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory, nursery: Nursery) -> Iterator[ServerProcess]:
    """A server of today on the database of then."""
    folder = tmp_path_factory.mktemp("old")
    with closing(sqlite3.connect(folder / "data.db")) as database:
        database.executescript((OLD / "data.sql").read_text())
    running = ServerProcess(
        f"sqlite:///{folder}/data.db",
        folder / "log",
        nursery=nursery,
        SPIELTISCH_KEEP_OPEN_DAYS="1000000",
        SPIELTISCH_KEEP_OVER_DAYS="1000000",
        SPIELTISCH_BOT_SECONDS="0.05",
        SPIELTISCH_BOT_DELAY="0",
    )
    running.start()
    yield running
    assert running.stop() == 0
    assert "trace" not in running.log.read_text(), running.log.read_text()


async def come_back(company: Company, name: str) -> Guest:
    """Somebody comes back with the session of then."""
    guest = Guest(company.url, name)
    company.guests.append(guest)
    guest.http.cookies.set("spieltisch", GUIDE["secrets"][name])
    guest.id = (await guest.get("/api/me"))["id"]
    return guest


def test_every_table_of_an_old_database_opens_as_it_was(old: ServerProcess) -> None:
    async def look() -> None:
        async with Company(old.url) as company:
            ada = await come_back(company, "guest 0")
            for name, table in TABLES.items():
                state = await ada.get(f"/api/tables/{table}")
                game, what = name.split()
                assert state["table"]["game"] == game
                expected = "closed" if what == "closed" else STATUS.get(what, "playing")
                assert state["table"]["status"] == expected, name
                assert state["seq"] == len(state["log"]), name
                assert len(await ada.get(f"/api/tables/{table}/log?language=de")) > 0
            assert {kind: state_of(await ada.get(f"/api/tables/{TABLES[f'amul {kind}']}")) for kind in KINDS} == KINDS

    asyncio.run(look())


KINDS: dict[str, Any] = {
    "running": {"asked": "pause", "paused": False, "bots": 1, "rated": False},
    "paused": {"asked": None, "paused": True, "bots": 1, "rated": False},
    "handed": {"asked": None, "paused": False, "bots": 1, "rated": False},
}


def state_of(state: Any) -> dict[str, Any]:
    """What has to be remembered of a game under way."""
    return {
        "asked": (state["turn"]["asked"] or {}).get("what"),
        "paused": state["turn"]["paused"],
        "bots": sum(seat["kind"] == "bot" for seat in state["table"]["seats"]),
        "rated": state["table"]["rated"],
    }


def test_what_was_said_and_won_then_is_still_known(old: ServerProcess) -> None:
    async def look() -> None:
        async with Company(old.url) as company:
            ada = await come_back(company, "guest 0")
            state = await ada.get(f"/api/tables/{TABLES['wigwam running']}")
            said = [entry["news"]["text"] for entry in state["log"] if entry["news"]["what"] == "chat"]
            assert said == ["guest 0 says „wigwam“.", "guest 1 says „wigwam“."]
            me = await ada.get("/api/me")
            assert me["account"] == "ada"
            assert set(me["ratings"]) == {"wampum", "wigwam"}

    asyncio.run(look())


@pytest.mark.parametrize("name", ENDED)
def test_an_old_game_replays_and_its_record_proves_itself(old: ServerProcess, name: str) -> None:
    async def look() -> tuple[Any, bytes]:
        async with Company(old.url) as company:
            ada = await come_back(company, "guest 0")
            steps = await ada.get(f"/api/tables/{TABLES[name]}/replay?seat=all")
            return steps, (await ada.http.get(f"/api/tables/{TABLES[name]}/record")).content

    shown, body = asyncio.run(look())
    record = msgspec.json.decode(body, type=Record)
    assert len(shown["steps"]) == len(record.moves) + 1
    verify(record)


@pytest.mark.parametrize(
    "name", [name for name in TABLES if name.endswith(("running", "undone", "handed", "branched"))]
)
def test_an_old_game_under_way_is_played_to_its_end(old: ServerProcess, name: str) -> None:
    async def play() -> None:
        async with Company(old.url) as company:
            guests = [await come_back(company, who) for who in GUIDE["secrets"]]
            table = TABLES[name]
            state = await guests[0].get(f"/api/tables/{table}")
            if state["turn"]["asked"]:
                await guests[1].post(f"/api/tables/{table}/consent", {"agree": False})
            seated = [g for g in guests if any(seat["person"] == g.id for seat in state["table"]["seats"])]
            await asyncio.wait_for(asyncio.gather(*(company.sit(guest, table).play() for guest in seated)), 300)
            record = await guests[0].get(f"/api/tables/{table}/record")
            verify(msgspec.convert(record, Record))

    asyncio.run(play())


@pytest.mark.parametrize("line", range(len(RECORDS)))
def test_old_records_verify_and_replay_move_by_move(line: int) -> None:
    record = msgspec.json.decode(RECORDS[line], type=Record)
    verify(record)
    seen: list[tuple[int, str]] = []
    table = replay(record, watch=lambda _before, seat, move: seen.append((seat, move)))
    assert seen == record.moves
    assert table.over or record.forfeited
