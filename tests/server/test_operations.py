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
from tests.server.harness import Company, ServerProcess, open_table

if TYPE_CHECKING:
    from pathlib import Path


def test_health_and_metrics(server: ServerProcess) -> None:
    health = httpx.get(f"{server.url}/health").json()
    assert health["ok"]
    assert health["database"] == "sqlite"
    text = httpx.get(f"{server.url}/metrics").text
    assert "# TYPE spieltisch_move_seconds histogram" in text
    for line in text.splitlines():
        assert line.startswith("#") or re.fullmatch(r'[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+', line)


def test_pages_load_nothing_from_elsewhere(server: ServerProcess) -> None:
    for path in ("/", "/docs", "/some/page"):
        answer = httpx.get(f"{server.url}{path}")
        assert answer.status_code == 200
        assert not re.search(r"(src|href)=.(https?:)?//", answer.text)
        assert "default-src 'self'" in answer.headers["content-security-policy"]
    document = httpx.get(f"{server.url}/docs/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert len(document["paths"]) > 30
    assert httpx.get(f"{server.url}/api/nothing").json()["key"] == "server.refuse.not_found"
    assert httpx.get(f"{server.url}/../../etc/passwd").status_code in (200, 404)


def test_games_texts_cards_and_types_are_offered(server: ServerProcess) -> None:
    names = [game["name"] for game in httpx.get(f"{server.url}/api/games").json()]
    assert names == ["wampum", "wigwam", "amul"]
    geometry = httpx.get(f"{server.url}/api/games/wigwam").json()["geometry"]
    assert len(geometry["points"]) == 37
    assert len(geometry["lines"]) == 90
    for language in ("en", "de", "fr"):
        texts = httpx.get(f"{server.url}/api/texts/{language}").json()
        assert {"wampum", "wigwam", "amul", "server", "common"} <= set(texts)
    assert httpx.get(f"{server.url}/api/texts/xx").status_code == 404
    assert len(httpx.get(f"{server.url}/api/games/amul/cards/house").json()["cards"]) > 40
    for name in ("wampum", "wigwam", "amul"):
        assert httpx.get(f"{server.url}/api/games/{name}").json()["name"] == name
    assert "Play" in httpx.get(f"{server.url}/api/messages").json()["$defs"]


def test_stopping_tells_the_clients_and_keeps_everything(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path}/stop.db", tmp_path / "log")
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
