"""Running the server: health, metrics, the API's description without anything from elsewhere, stopping in order."""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import TYPE_CHECKING

import httpx
import websockets

from spieltisch.server.limits import Bucket, Buckets, Places
from spieltisch.server.settings import Settings, from_environment
from tests.server.harness import LONG, NO_TLS, Company, ServerProcess, open_table

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.nursery import Nursery


def test_health_and_metrics(server: ServerProcess) -> None:
    health = server.get("/health").json()
    assert health["ok"]
    assert health["database"] == "sqlite"
    text = server.get("/metrics").text
    assert "# TYPE spieltisch_move_seconds histogram" in text
    for line in text.splitlines():
        assert line.startswith("#") or re.fullmatch(r'[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+', line)


def test_pages_load_nothing_from_elsewhere(server: ServerProcess) -> None:
    for path in ("/", "/docs", "/some/page"):
        answer = server.get(path)
        assert answer.status_code == 200
        assert not re.search(r"(src|href)=.(https?:)?//", answer.text)
        assert "default-src 'self'" in answer.headers["content-security-policy"]
    document = server.get("/docs/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert len(document["paths"]) > 30
    assert server.get("/api/nothing").json()["key"] == "server.refuse.not_found"
    assert server.get("/../../etc/passwd").status_code in (200, 404)


def test_who_asks_for_the_head_gets_it_without_the_rest(server: ServerProcess) -> None:
    for path in ("/", "/some/page", "/health", "/api/games", "/docs/openapi.json"):
        whole, head = server.get(path), httpx.head(f"{server.url}{path}", timeout=LONG, verify=NO_TLS)
        assert (head.status_code, head.content) == (200, b"")
        for name in ("content-type", "content-length", "content-security-policy"):
            assert head.headers[name] == whole.headers[name]
    assert httpx.head(f"{server.url}/api/nothing").status_code == 404


def test_who_has_the_newest_page_is_told_so(server: ServerProcess) -> None:
    first = server.get("/")
    assert first.headers["cache-control"] == "no-cache"
    again = server.get("/", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert server.get("/", headers={"if-none-match": '"another"'}).content == first.content


def test_games_texts_cards_and_types_are_offered(server: ServerProcess) -> None:
    names = [game["name"] for game in server.get("/api/games").json()]
    assert names == ["amul", "wampum", "wigwam"]
    geometry = server.get("/api/games/wigwam").json()["geometry"]
    assert len(geometry["points"]) == 37
    assert len(geometry["lines"]) == 90
    for language in ("en", "de", "fr"):
        texts = server.get(f"/api/texts/{language}").json()
        assert {"wampum", "wigwam", "amul", "server", "common"} <= set(texts)
    assert server.get("/api/texts/xx").status_code == 404
    assert len(server.get("/api/games/amul/cards/house").json()["cards"]) > 40
    for name in ("wampum", "wigwam", "amul"):
        assert server.get(f"/api/games/{name}").json()["name"] == name
    assert "Play" in server.get("/api/messages").json()["$defs"]


def test_stopping_tells_the_clients_and_keeps_everything(tmp_path: Path, nursery: Nursery) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path}/stop.db", tmp_path / "log", nursery=nursery)
    server.start()

    async def play() -> None:
        async with Company(server.url) as company:
            guests = await company.invite(2)
            table = await open_table(guests, "wampum")
            player = await company.join(guests[0], table)
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            message = await player.hear_until("closing")
            assert message["retry"] > 0
            with contextlib.suppress(websockets.ConnectionClosed):
                await player.hear_until("never")
            assert player.socket.close_code == 1012
            assert await stopping == 0
            await asyncio.to_thread(server.start)
            seq = player.seq
            await player.connect()
            await player.watch()
            assert player.seq == seq

    try:
        asyncio.run(play())
    finally:
        assert server.stop() == 0


def test_settings_come_from_the_environment_and_the_command_line_wins() -> None:
    environment = {"SPIELTISCH_PORT": "9", "SPIELTISCH_TRUST_PROXY": "true", "SPIELTISCH_BOT_DELAY": "0.5"}
    settings = from_environment(environment, port=None, host="::1")
    assert (settings.port, settings.trust_proxy, settings.bot_delay, settings.host) == (9, True, 0.5, "::1")
    assert from_environment({}) == Settings()


def test_a_bucket_fills_up_again() -> None:
    bucket = Bucket(rate=2, size=2, now=0.0)
    assert [bucket.wait(0.0) for _ in range(3)] == [0.0, 0.0, 0.5]
    assert bucket.wait(0.5) == 0.0
    buckets = Buckets(1, 1, most=2)
    for key in "abc":
        assert buckets.wait(key, 0.0) == 0.0
    assert list(buckets.by_key) == ["b", "c"]
    places = Places(each=1, total=2)
    assert [places.take(key) for key in ("a", "a", "b", "c")] == [True, False, True, False]
    places.give_back("a")
    assert places.taken == {"b": 1}
    assert places.take("c")
