"""Strangers at the gate: whatever a guest sends is weighed before it is read, and refused with a sentence."""

from __future__ import annotations

import asyncio
import resource
from typing import TYPE_CHECKING, Any

import msgspec
import psutil
import pytest

from spieltisch import games
from spieltisch.match import Match, commit
from tests.server.harness import Company, ServerProcess

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.nursery import Nursery

GIGABYTE = 1 << 30


def fence_in(server: ServerProcess) -> psutil.Process:
    """Whatever an attack does to the server, it stays within some memory."""
    assert server.process is not None
    resource.prlimit(server.process.pid, resource.RLIMIT_AS, (6 * GIGABYTE, 6 * GIGABYTE))
    return psutil.Process(server.process.pid)


def computed(process: psutil.Process) -> float:
    """For how many seconds a process has had a processor: on a busy machine everything takes longer than that."""
    times = process.cpu_times()
    return float(times.user + times.system)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory, nursery: Nursery) -> Iterator[ServerProcess]:
    """A server with generous rates and its ordinary quotas, which may not take much memory."""
    folder: Path = tmp_path_factory.mktemp("guarded")
    running = ServerProcess(f"sqlite:///{folder}/guarded.db", folder / "log", nursery=nursery)
    running.start()
    yield running
    running.stop()


def played(game: str, players: int, seed: int = 1) -> Any:
    """The record of a game played at random, as it travels."""
    match = Match.deal(games.get(game), players, seed=seed)
    while not match.table.over:
        seat = match.table.waiting_for[0]
        match.play(seat, match.table.random_move(seat))
    return msgspec.to_builtins(match.record())


DOTTED = "a." * 99_000 + "a=1"
UNKNOWN = "".join(f"key{number}=1\n" for number in range(15_000))


@pytest.mark.parametrize("cards", [DOTTED, UNKNOWN, "[" * 100_000, "a = " + "1" * 10_000], ids=lambda text: text[:8])
def test_a_hostile_card_set_in_a_record_is_refused_before_anybody_understands_it(
    guarded: ServerProcess, cards: str
) -> None:
    process = fence_in(guarded)

    async def attack() -> None:
        async with Company(guarded.url) as company:
            guest, other = await company.invite(2)
            record = {**played("amul", 3), "options": {"cards": cards}}
            before, began = process.memory_info().rss, computed(process)
            refusing = asyncio.create_task(guest.http.post("/api/records", json=record))
            await other.get("/api/me")
            answer = await refusing
            assert answer.status_code in (400, 413)
            assert answer.json()["key"] in ("server.refuse.set_long", "server.refuse.record")
            assert computed(process) - began < 5  # it was 46 seconds
            assert process.memory_info().rss - before < 100_000_000

    asyncio.run(attack())


LONG = "x" * 5_000


@pytest.mark.parametrize(
    "change",
    [
        {"options": {f"option{number}": True for number in range(10_000)}},
        {"options": {"removal": LONG}},
        {"options": {LONG: True}},
        {"options": {"removal": [[[]]]}},
        {"deal": {f"field{number}": 0 for number in range(10_000)}},
        {"deal": {"first": 0, "removed": [LONG], "deck": []}},
        {"deal": {"first": 0, "removed": [], "deck": ["corn"] * 30_000}},
        {"deal": {"first": 10**100, "removed": [], "deck": []}},
        {"deal": {"first": {"a": {"b": {"c": 1}}}, "removed": [], "deck": []}},
        {"moves": [[0, "bid 1 C"]] * 15_000},
        {"moves": [[0, LONG]]},
        {"moves": [[10**30, "bid 1 C"]]},
        {"result": {"scores": list(range(20_000)), "winners": [0], "reason": "x"}},
        {"seats": ["guest"] * 10_000},
        {"seats": [LONG, "guest"]},
        {"proof": {"commitment": LONG, "salt": "00"}},
        {"proof": {"commitment": "00", "salt": "00", "note": "x"}},
        {"note": "unknown"},
        {"cards": {"set": LONG, "hash": "00"}},
        {"game": LONG},
        {"format": LONG},
        {"rules": LONG},
        {"players": 10**20},
    ],
    ids=lambda change: msgspec.json.encode(change).decode()[:40],
)
def test_a_record_holds_nothing_that_no_game_needs(guarded: ServerProcess, change: dict[str, Any]) -> None:
    async def attack() -> None:
        async with Company(guarded.url) as company:
            (guest,) = await company.invite()
            refused = await guest.post("/api/records", {**played("wampum", 2), **change}, status=400)
            assert refused["text"]
            assert len(refused["text"]) < 1_500

    asyncio.run(attack())


def test_a_salt_is_no_place_to_keep_things(guarded: ServerProcess) -> None:
    async def attack() -> None:
        async with Company(guarded.url) as company:
            (guest,) = await company.invite()
            record = played("wampum", 2)
            salt = "00" * 120_000
            record["proof"] = {"commitment": commit(record["deal"], salt), "salt": salt}
            await guest.post("/api/records", record, status=400)

    asyncio.run(attack())


def test_a_record_with_more_moves_than_a_game_can_have_is_not_played(guarded: ServerProcess) -> None:
    async def attack() -> None:
        async with Company(guarded.url) as company:
            (guest,) = await company.invite()
            record = played("wampum", 2)
            record["moves"] *= 100
            refused = await guest.post("/api/records", record, status=400)
            assert str(games.get("wampum").longest) in refused["text"]

    asyncio.run(attack())


@pytest.mark.parametrize("game", games.names())
def test_a_proper_record_is_welcome(guarded: ServerProcess, game: str) -> None:
    async def visit() -> None:
        async with Company(guarded.url) as company:
            (guest,) = await company.invite()
            table = await guest.post("/api/records", played(game, games.get(game).seats[-1]))
            assert table["imported"]
            assert table["status"] == "over"

    asyncio.run(visit())


def test_nobody_keeps_more_than_so_many_imported_games(tmp_path: Path, nursery: Nursery) -> None:
    server = ServerProcess(
        f"sqlite:///{tmp_path}/few.db", tmp_path / "log", nursery=nursery, SPIELTISCH_IMPORTS_PER_PERSON="3"
    )
    server.start()

    async def fill() -> None:
        async with Company(server.url) as company:
            guest, other = await company.invite(2)
            for seed in range(3):
                await guest.post("/api/records", played("wigwam", 2, seed))
            refused = await guest.post("/api/records", played("wigwam", 2, 4), status=409)
            assert refused["key"] == "server.refuse.import_limit"
            await other.post("/api/records", played("wigwam", 2, 4))

    try:
        asyncio.run(fill())
    finally:
        server.stop()


def test_a_record_that_takes_too_long_is_given_up(tmp_path: Path, nursery: Nursery) -> None:
    server = ServerProcess(
        f"sqlite:///{tmp_path}/slow.db", tmp_path / "log", nursery=nursery, SPIELTISCH_IMPORT_SECONDS="0"
    )
    server.start()

    async def bring() -> None:
        async with Company(server.url) as company:
            (guest,) = await company.invite()
            refused = await guest.post("/api/records", played("wigwam", 2), status=503)
            assert refused["key"] == "server.refuse.import_slow"

    try:
        asyncio.run(bring())
    finally:
        server.stop()


@pytest.mark.parametrize(
    "options",
    [
        {"cards": DOTTED},
        {"tea": LONG},
        {LONG: 1},
        {"tea": {"a": [1] * 500}},
        {f"o{number}": 1 for number in range(999)},
    ],
    ids=lambda options: str(options)[:20],
)
def test_options_of_a_new_table_are_weighed_too(guarded: ServerProcess, options: dict[str, Any]) -> None:
    fence_in(guarded)

    async def attack() -> None:
        async with Company(guarded.url) as company:
            (guest,) = await company.invite()
            seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
            refused = await guest.post("/api/tables", {"game": "amul", "seats": seats, "options": options}, status=400)
            assert len(refused["text"]) < 500

    asyncio.run(attack())
