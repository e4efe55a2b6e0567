"""The coach at a server: warns before a move that loses much, lets whoever is sure play it, and is nowhere else."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from tests.server.harness import Company, Guest, Player, ServerProcess

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.nursery import Nursery

ME = {"kind": "me"}
BEGINNER = {"kind": "bot", "level": "beginner"}
WARNED = "server.refuse.coach_why"


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory, nursery: Nursery) -> Iterator[ServerProcess]:
    """A server whose coach is waited for, however busy the machine is."""
    folder: Path = tmp_path_factory.mktemp("coach")
    server = ServerProcess(
        f"sqlite:///{folder}/coach.db", folder / "log", nursery=nursery, SPIELTISCH_COACH_SECONDS="100"
    )
    server.start()
    yield server
    server.stop()


async def open_table(guest: Guest, game: str = "wampum", bots: int = 2, status: int | None = None, **more: Any) -> Any:
    settings = {"coach": True, "pace": "instant", **more.pop("settings", {})}
    body = {"game": game, "seats": [ME, *[BEGINNER] * bots], "settings": settings, "start": True, **more}
    return await guest.post("/api/tables", body, status)


async def my_turn(guest: Guest, table: str) -> Any:
    """Wait until the own seat has to decide."""
    while True:
        state = await guest.get(f"/api/tables/{table}")
        if 0 in state["turn"]["waiting"]:
            return state
        await asyncio.sleep(0.02)


async def poor_bid(guest: Guest, table: str, language: str = "en") -> tuple[dict[str, Any], Any]:
    """Bid the whole hand at the village with the fewest goods, which the rules allow; gives it and the refusal."""
    state = await my_turn(guest, table)
    board = state["views"][0]["board"]
    hand, seq = board["seats"][0]["hand"], state["seq"]
    free = [village for village in board["villages"] if (village["bid"] or {"count": 0})["count"] < len(hand)]
    village = min(free, key=lambda one: len(one["goods"]))["number"]
    wish = {"seat": 0, "move": f"bid {village} {hand}", "seq": seq, "id": "poor"}
    answer = await guest.http.post(
        f"/api/tables/{table}/moves", json=wish, headers={"Accept-Language": language}, timeout=None
    )
    return wish, answer


def run(server: ServerProcess, scene: Any) -> None:
    async def together() -> None:
        async with Company(server.url) as company:
            await asyncio.wait_for(scene(*await company.invite(2)), 300)

    asyncio.run(together())


def test_a_poor_move_is_warned_of_and_played_by_whoever_is_sure(patient: ServerProcess) -> None:
    async def scene(ada: Guest, _ben: Guest) -> None:
        table = (await open_table(ada))["id"]
        wish, answer = await poor_bid(ada, table)
        assert answer.status_code == 409, answer.text
        refused = answer.json()
        assert refused["key"] == WARNED
        assert refused["facts"]["percent"] > 10
        assert refused["facts"]["reason"] in refused["text"]
        before = await ada.get(f"/api/tables/{table}")
        assert before["seq"] == wish["seq"], "nothing has happened"
        _, in_german = await poor_bid(ada, table, "de")
        assert in_german.json()["text"].startswith("Der Coach rät ab: Du ")
        done = await ada.post(f"/api/tables/{table}/moves", wish | {"sure": True})
        assert done == {"seq": wish["seq"] + 1, "again": False}
        again = await ada.post(f"/api/tables/{table}/moves", wish)
        assert again == {"seq": wish["seq"] + 1, "again": True}, "the same move, sent again, is not judged again"

    run(patient, scene)


def test_the_socket_says_the_same(patient: ServerProcess) -> None:
    async def scene(ada: Guest, _ben: Guest) -> None:
        table = (await open_table(ada))["id"]
        wish, _ = await poor_bid(ada, table)
        player = Player(ada, table)
        await player.connect()
        await player.watch()
        await player.say("play", ref="p", **wish)
        answer = await player.hear_until("answer", "p")
        assert answer["refused"]["key"] == WARNED
        await player.say("play", ref="q", **wish, sure=True)
        answer = await player.hear_until("answer", "q")
        assert answer["ok"]
        await player.socket.close()

    run(patient, scene)


def test_the_rules_come_before_the_coach(patient: ServerProcess) -> None:
    async def scene(ada: Guest, ben: Guest) -> None:
        table = (await open_table(ada))["id"]
        state = await my_turn(ada, table)
        refused = await ada.post(f"/api/tables/{table}/moves", {"seat": 0, "move": "go 1", "seq": state["seq"]}, 409)
        assert refused["key"] == "wampum.refuse.phase_bid"
        refused = await ben.post(f"/api/tables/{table}/moves", {"seat": 0, "move": "go 1", "seq": state["seq"]}, 403)
        assert refused["key"] == "server.refuse.not_seated"

    run(patient, scene)


def test_elsewhere_nobody_is_warned(patient: ServerProcess) -> None:
    async def scene(ada: Guest, _ben: Guest) -> None:
        table = (await open_table(ada, settings={"coach": False}))["id"]
        assert not (await ada.get(f"/api/tables/{table}"))["table"]["settings"]["coach"]
        _, answer = await poor_bid(ada, table)
        assert answer.is_success, answer.text

    run(patient, scene)


def test_a_coach_is_for_whoever_plays_alone_against_bots(patient: ServerProcess) -> None:
    async def scene(ada: Guest, _ben: Guest) -> None:
        for other in ({"kind": "friend"}, {"kind": "open"}, {"kind": "device", "name": "Eve"}):
            refused = await open_table(ada, bots=1, status=409, seats=[ME, other, BEGINNER])
            assert refused["key"] == "server.refuse.coach_alone"

    run(patient, scene)


def test_a_first_game_begins_as_the_game_says(patient: ServerProcess) -> None:
    async def scene(ada: Guest, _ben: Guest) -> None:
        first = await open_table(ada, "wigwam", 1)
        assert first["options"]["setup"] == "standard"
        wished = await open_table(ada, "wigwam", 1, options={"setup": "hidden"})
        assert wished["options"]["setup"] == "hidden"
        other = await open_table(ada, "wigwam", 1, settings={"coach": False})
        assert other["options"]["setup"] == "alternate"

    run(patient, scene)


def test_a_move_waits_for_no_coach_that_does_not_answer(tmp_path: Path, nursery: Nursery) -> None:
    hasty = ServerProcess(f"sqlite:///{tmp_path}/a.db", tmp_path / "log", nursery=nursery, SPIELTISCH_COACH_SECONDS="0")
    hasty.start()

    async def scene(ada: Guest, _ben: Guest) -> None:
        table = (await open_table(ada))["id"]
        _, answer = await poor_bid(ada, table)
        assert answer.is_success, answer.text

    run(hasty, scene)
    hasty.stop()


def test_a_coach_survives_a_kill(tmp_path: Path, nursery: Nursery) -> None:
    server = ServerProcess(
        f"sqlite:///{tmp_path}/a.db", tmp_path / "log", nursery=nursery, SPIELTISCH_COACH_SECONDS="100"
    )
    server.start()

    async def scene(ada: Guest, _ben: Guest) -> None:
        table = (await open_table(ada))["id"]
        await poor_bid(ada, table)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        _, answer = await poor_bid(ada, table)
        assert answer.json()["key"] == WARNED

    run(server, scene)
    server.stop()
