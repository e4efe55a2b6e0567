"""Lessons at a server: an ordinary table of one's own whose bots do what the lesson says, also after a kill."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from spieltisch import games
from spieltisch.games.lessons import moves_before
from spieltisch.server import opening
from tests.server.harness import Company, Guest, ServerProcess

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.server.nursery import Nursery

WISH = {"name": "first", "pace": "instant"}


async def begin(guest: Guest, game: str = "wampum") -> str:
    table: str = (await guest.post(f"/api/lessons/{game}", WISH))["id"]
    return table


async def state_with(guest: Guest, table: str, moves: int) -> Any:
    """Wait until so many moves are made."""
    while True:
        state = await guest.get(f"/api/tables/{table}")
        if state["turn"]["moves"] >= moves:
            return state
        await asyncio.sleep(0.02)


async def play(guest: Guest, table: str, move: str, seq: int, status: int | None = None) -> Any:
    return await guest.post(f"/api/tables/{table}/moves", {"seat": 0, "move": move, "seq": seq}, status)


def run(server: ServerProcess, scene: Any) -> None:
    async def together() -> None:
        async with Company(server.url) as company:
            await asyncio.wait_for(scene(*await company.invite(2)), 300)

    asyncio.run(together())


def test_a_lesson_answers_other_moves_and_plays_its_own(server: ServerProcess) -> None:
    async def scene(ada: Guest, ben: Guest) -> None:
        table = await begin(ada)
        state = await ada.get(f"/api/tables/{table}")
        assert state["table"]["lesson"] == {"name": "first", "chapter": 0}
        refused = await play(ada, table, "bid 1 C", state["seq"], 409)
        assert refused["key"] == "server.refuse.lesson"
        refused = await play(ada, table, "bid 1 S", state["seq"], 409)
        assert refused["key"] == "wampum.refuse.hand", "the rules come first"
        assert (await ada.get(f"/api/tables/{table}"))["turn"]["moves"] == 0
        await play(ada, table, "bid 2 W", state["seq"])
        state = await state_with(ada, table, 2)
        assert state["turn"] | {"waiting": [0], "moves": 2} == state["turn"], "displaced, and nobody else goes on"
        talk = await ada.get(f"/api/tables/{table}/lesson?language=de")
        assert [step["at"] for step in talk["steps"]][:3] == [0, 2, 4]
        assert talk["shown"]["move"] == "go 3"
        assert talk["steps"][1]["say"] == games.get("wampum").lessons["first"].chapter[0].step[1].say["de"]
        await ben.get(f"/api/tables/{table}", 403)
        await ben.get(f"/api/tables/{table}/lesson", 403)

    run(server, scene)


def test_a_lesson_begins_where_the_rules_lead(server: ServerProcess) -> None:
    async def scene(ada: Guest, _ben: Guest) -> None:
        places = await ada.get("/api/lessons/wampum")
        limit = next(place for place in places if "limit" in place["rules"])
        table = (await ada.post("/api/lessons/wampum", WISH | {"step": limit["step"]}))["id"]
        state = await ada.get(f"/api/tables/{table}")
        assert state["turn"] | {"waiting": [0, 2], "moves": 4} == state["turn"]
        await play(ada, table, "discard F", state["seq"], 409)
        await play(ada, table, "discard C", state["seq"])
        await state_with(ada, table, 8)

    run(server, scene)


def test_what_is_no_lesson_is_said(server: ServerProcess) -> None:
    async def scene(ada: Guest, _ben: Guest) -> None:
        for path, wish in (
            ("/api/lessons/nothing", WISH),
            ("/api/lessons/wampum", WISH | {"name": "nothing"}),
            ("/api/lessons/wampum", WISH | {"chapter": 7}),
            ("/api/lessons/wampum", WISH | {"step": 7}),
        ):
            assert (await ada.post(path, wish, 404))["key"] == "server.refuse.no_lesson"
        seats = [{"kind": "me"}, {"kind": "bot"}]
        table = (await ada.post("/api/tables", {"game": "wampum", "seats": seats, "start": True}))["id"]
        await ada.get(f"/api/tables/{table}/lesson", 404)

    run(server, scene)


def test_the_next_table_closes_the_one_before(server: ServerProcess) -> None:
    async def scene(ada: Guest, _ben: Guest) -> None:
        table = await begin(ada)
        await ada.post("/api/lessons/wampum", WISH | {"after": table})
        assert (await ada.get(f"/api/tables/{table}"))["table"]["status"] == "closed"

    run(server, scene)


def test_after_a_lesson_comes_a_real_game(server: ServerProcess) -> None:
    async def scene(ada: Guest, _ben: Guest) -> None:
        last = len(games.get("wigwam").lessons["first"].chapter) - 1
        table = (await ada.post("/api/lessons/wigwam", WISH | {"chapter": last}))["id"]
        state = await ada.get(f"/api/tables/{table}")
        handed = await ada.post(f"/api/tables/{table}/hand", {"seat": 0}, 409)
        assert handed["key"] == "server.refuse.lesson", "nobody else learns it"
        await play(ada, table, "a3xb3-c3", state["seq"])
        assert (await ada.get(f"/api/tables/{table}"))["table"]["status"] == "over"
        assert (await ada.get("/api/me"))["played"] == 0, "a lesson is no game"
        following = await ada.post(f"/api/tables/{table}/rematch")
        assert following.get("lesson") is None
        assert following["settings"]["undo"]

    run(server, scene)


def test_a_lesson_goes_on_after_a_kill(tmp_path: Path, nursery: Nursery) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path}/lesson.db", tmp_path / "log", nursery=nursery)
    server.start()

    async def scene(ada: Guest, _ben: Guest) -> None:
        table = await begin(ada)
        await play(ada, table, "bid 2 W", (await ada.get(f"/api/tables/{table}"))["seq"])
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        state = await state_with(ada, table, 2)
        await play(ada, table, "go 1", state["seq"], 409)
        await play(ada, table, "go 3", state["seq"])
        await state_with(ada, table, 4)

    try:
        run(server, scene)
    finally:
        server.stop()


def test_how_a_chapter_comes_to_a_step_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = games.get("wampum").lessons["first"]
    asked: list[int] = []

    def counting(*given: Any) -> Any:
        asked.append(given[-1])
        return moves_before(*given)

    monkeypatch.setattr(opening, "moves_before", counting)
    opening.script.cache_clear()
    for _ in range(3):
        told = opening.script("wampum", "first", 0, 2)
        assert list(told) == moves_before(games.get("wampum"), lesson, lesson.chapter[0], 2)
    assert asked == [2]
