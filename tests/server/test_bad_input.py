"""Bad input: whatever comes in, the answer is a clear refusal, never a traceback, and nobody else notices."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import psutil
import pytest
import websockets
from hypothesis import HealthCheck, given, settings

from spieltisch.server.http.following import Lane
from tests.server.harness import LONG, NO_TLS, Company, ServerProcess, open_socket, open_table
from tests.tables import SOAK

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.nursery import Nursery


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory, nursery: Nursery) -> Iterator[ServerProcess]:
    """A server with its ordinary limits, and a smaller one for connections."""
    folder: Path = tmp_path_factory.mktemp("strict")
    running = ServerProcess(
        f"sqlite:///{folder}/strict.db",
        folder / "log",
        nursery=nursery,
        SPIELTISCH_SOCKETS_PER_ADDRESS="20",
        SPIELTISCH_MESSAGES_PER_SECOND="20",
        SPIELTISCH_MESSAGES_AT_ONCE="60",
    )
    running.start()
    yield running
    assert running.stop() == 0
    assert "trace" not in running.log.read_text(), running.log.read_text()


def test_the_api_keeps_what_its_description_promises(server: ServerProcess) -> None:
    """Schemathesis makes up requests from the OpenAPI document; it takes long to load."""
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import response_schema_conformance

    session = httpx.Client(base_url=server.url, timeout=LONG, verify=NO_TLS)
    session.post("/api/me", json={"name": "tester"})
    cookie = session.cookies["spieltisch"]
    body = {"game": "wampum", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}], "start": True}
    table = session.post("/api/tables", json=body).json()["id"]
    session.close()
    schema = schemathesis.openapi.from_url(f"{server.url}/docs/openapi.json")
    tried = 0
    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]
        if operation.method == "delete" and operation.path == "/api/session":
            continue  # would sign us out
        if operation.path.endswith("/stream"):
            continue  # never ends

        @settings(max_examples=6, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def attempt(case: Any) -> None:
            nonlocal tried
            tried += 1
            if "table_id" in (case.path_parameters or {}) and random.Random(tried).random() < 0.7:
                case.path_parameters["table_id"] = table
            if "wait" in (case.query or {}):
                case.query["wait"] = 0
            case.call_and_validate(
                headers={"Cookie": f"spieltisch={cookie}"},
                checks=[not_a_server_error, response_schema_conformance],
                timeout=60,  # a hint waits for its turn to be thought about
            )

        attempt()
    assert tried > 200


GARBAGE = [
    "",
    "x",
    "{}",
    "[]",
    "null",
    "{",
    '{"type": "nothing"}',
    '{"type": 5}',
    '{"type": "play"}',
    '{"type": "play", "table": "../../etc", "seat": 0, "move": "go 1", "seq": 1}',
    '{"type": "play", "table": "nosuchtable", "seat": 0, "move": "go 1", "seq": 1}',
    '{"type": "play", "table": "T", "seat": 99, "move": "go 1", "seq": 1}',
    '{"type": "play", "table": "T", "seat": -1, "move": "go 1", "seq": 1}',
    '{"type": "watch", "table": "T", "since": 99999999999999999999}',
    '{"type": "watch", "table": "T", "since": 1e400}',
    '{"type": "ask", "table": "T", "seat": 0, "build": "' + "C" * 101 + '"}',
    '{"type": "chat", "table": "T", "text": "\\ud800"}',
    "[" * 5000,
    '{"type":' * 800,
]


def test_malformed_frames_get_a_clear_refusal_and_the_table_goes_on(strict: ServerProcess) -> None:
    async def attack() -> None:
        async with Company(strict.url) as company:
            guests = await company.invite(1)
            table = await open_table(guests, "wampum", bots=1)
            player = await company.join(guests[0], table)
            for text in GARBAGE:
                await asyncio.sleep(0.06)  # within the rate
                await player.socket.send(text)
                answer = await player.hear_until("answer", "")
                assert not answer["ok"], text
                assert answer["refused"]["text"]
            await player.socket.send(b"\xff\xfe\x00 binary")
            assert not (await player.hear_until("answer", ""))["ok"]
            await player.socket.send(msgspec.json.encode({"type": "ping", "ref": "p"}).decode())
            assert (await player.hear_until("pong", "p"))["ref"] == "p"
            await player.play()

    asyncio.run(attack())


def test_oversized_frames_end_the_connection(strict: ServerProcess) -> None:
    async def attack() -> None:
        async with Company(strict.url) as company:
            guests = await company.invite(1)
            table = await open_table(guests, "wampum", bots=1)
            for size in (9_000, 200_000):
                player = await company.join(guests[0], table)
                with contextlib.suppress(websockets.ConnectionClosed):
                    await player.socket.send("x" * size)
                with contextlib.suppress(websockets.ConnectionClosed):
                    await player.hear_until("never")
                assert player.socket.close_code in (1009, 1008)  # too big, or at once more than anybody may send
                player.socket = None

    asyncio.run(attack())


def test_who_sends_too_fast_is_told_so_and_soon_shown_out(strict: ServerProcess) -> None:
    async def attack() -> None:
        async with Company(strict.url) as company:
            guests = await company.invite(1)
            table = await open_table(guests, "wampum", bots=1)
            player = await company.join(guests[0], table)
            for number in range(120):
                await player.socket.send(f'{{"type": "ping", "ref": "{number}"}}')
            slowed = 0
            with contextlib.suppress(websockets.ConnectionClosed):
                while message := await player.hear():
                    if message["type"] == "answer":
                        assert message["refused"]["key"] == "server.refuse.too_fast"
                        slowed += 1
            assert 1 <= slowed <= 20
            assert player.socket.close_code == 1008
            player.socket = None

    asyncio.run(attack())


def test_other_sites_cannot_act_in_a_persons_name(server: ServerProcess) -> None:
    async def attack() -> None:
        async with Company(server.url) as company:
            (guest,) = await company.invite()
            body = {"game": "wampum", "seats": [{"kind": "me"}, {"kind": "friend"}]}
            for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
                answer = await guest.http.post("/api/tables", json=body, headers=headers)
                assert answer.status_code == 403
                assert answer.json()["key"] == "server.refuse.origin"
            with pytest.raises(websockets.InvalidStatus):
                await open_socket(server.url, {"Cookie": guest.cookie}, origin="http://evil.example")

    asyncio.run(attack())


@pytest.mark.parametrize("cookie", ["", "x", "a" * 5000, "%00", '"; DROP TABLE people'])
def test_wrong_cookies_are_nobody(server: ServerProcess, cookie: str) -> None:
    answer = server.get("/api/me", headers={"Cookie": f"spieltisch={cookie}"})
    assert answer.status_code == 401
    assert answer.json()["key"] == "server.refuse.sign_in"

    async def connect() -> None:
        with pytest.raises((websockets.InvalidStatus, websockets.InvalidMessage)):
            await open_socket(server.url, {"Cookie": f"spieltisch={cookie}"})

    asyncio.run(connect())


def test_other_peoples_tables_stay_theirs(server: ServerProcess) -> None:
    async def attack() -> None:
        async with Company(server.url) as company:
            owner, stranger = await company.invite(2)
            table = await open_table([owner], "wampum", bots=1)
            path = f"/api/tables/{table}"
            for what, body in (
                ("moves", {"seat": 0, "move": "bid 1 C", "seq": 99}),
                ("undo", {"seat": 0, "seq": 99}),
                ("pause", {"seat": 0}),
                ("chat", {"text": "hi"}),
                ("resign", {"seat": 0}),
                ("hand", {"seat": 0}),
                ("take-back", {"seat": 0}),
                ("ask", {"seat": 0, "build": "C"}),
                ("hint", {"seat": 0}),
                ("consent", {"agree": True}),
            ):
                await stranger.post(f"{path}/{what}", body, status=403)
            await stranger.post(f"{path}/start", status=409)
            shown = await stranger.get(path)
            assert shown["mine"] == []
            assert all(seat["hand"] is None for seat in shown["views"][0]["board"]["seats"])

    asyncio.run(attack())


def test_a_closed_session_and_a_withdrawn_token_open_no_door(server: ServerProcess) -> None:
    async def attack() -> None:
        async with Company(server.url) as company:
            guest, other = await company.invite(2)
            table = await open_table([guest], "wampum", bots=1)
            cookie = guest.cookie
            player = await company.join(guest, table)
            await guest.http.delete("/api/session")
            with contextlib.suppress(websockets.ConnectionClosed):
                await player.hear_until("never")
            assert player.socket.close_code == 1008
            player.socket = None
            token = await other.post("/api/tokens", {"label": "bot"})
            bearer = {"Authorization": f"Bearer {token['token']}"}
            async with await open_socket(server.url, bearer) as socket:
                assert msgspec.json.decode(await socket.recv())["person"] == other.id
            await other.http.delete(f"/api/tokens/{token['id']}")
            for headers in ({"Cookie": cookie}, bearer, {"Cookie": f"spieltisch={token['token']}"}):
                assert server.get("/api/me", headers=headers).status_code == 401
                with pytest.raises(websockets.InvalidStatus):
                    await open_socket(server.url, headers)

    asyncio.run(attack())


def followers(server: ServerProcess) -> float:
    """How many connections follow a table, as the server counts them."""
    text = server.get("/metrics").text
    return next(float(line.split()[1]) for line in text.splitlines() if line.startswith("spieltisch_followers "))


async def settled(server: ServerProcess, count: float) -> None:
    """Wait until so many connections follow a table."""
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        if await asyncio.to_thread(followers, server) == count:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"{followers(server)} follow a table, not {count}")


def test_who_hangs_up_at_once_follows_nothing_any_longer(strict: ServerProcess) -> None:
    """Also if the connection is lost while the table is being read."""

    async def attack() -> None:
        async with Company(strict.url) as company:
            guests, strangers = await company.invite(2), await company.invite(2)
            table = await open_table(guests, "wampum")
            for number in range(20):  # a log so long that it has to be read again
                await guests[0].post(f"/api/tables/{table}/chat", {"text": f"{number}"})
            await settled(strict, 0)
            watch = msgspec.json.encode({"type": "watch", "table": table}).decode()
            for number in range(60):
                socket = await open_socket(strict.url, {"Cookie": strangers[number % 2].cookie})
                await socket.send(watch)
                await asyncio.sleep(0.001 * (number % 5))
                socket.transport.abort()
                await socket.wait_closed()
            await settled(strict, 0)
            here = (await guests[0].get(f"/api/tables/{table}"))["here"]
            assert not set(here) & {stranger.id for stranger in strangers}

    asyncio.run(attack())


def test_a_stream_of_events_counts_as_a_connection_and_ends_with_it(strict: ServerProcess) -> None:
    async def attack() -> None:
        async with Company(strict.url) as company:
            guests = await company.invite(2)
            table = await open_table(guests, "wampum")
            await settled(strict, 0)
            path = f"/api/tables/{table}/stream"
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(20):
                    answer = await stack.enter_async_context(guests[0].http.stream("GET", path))
                    assert answer.status_code == 200
                await settled(strict, 20)
                refused = await stack.enter_async_context(guests[0].http.stream("GET", path))
                assert refused.status_code == 429
            await settled(strict, 0)
            async with guests[0].http.stream("GET", path) as answer:
                assert answer.status_code == 200
            await settled(strict, 0)

    asyncio.run(attack())


def test_who_does_not_read_the_stream_holds_nobody_up() -> None:
    async def scene() -> None:
        lane = Lane(3, 1_000)
        for number in range(10):
            lane.send(bytes([number]))
        assert [body async for body in lane] == [b"\x00", b"\x01", b"\x02"]

    asyncio.run(scene())


def test_what_waits_for_whoever_does_not_read_a_stream_is_weighed_too() -> None:
    """A board of eight players is long, and one house may have many streams."""

    async def scene() -> None:
        lane = Lane(400, 1_000)
        bodies = lane.__aiter__()
        lane.send(b"x" * 5_000)  # how the table stands is told, however long that is
        assert await anext(bodies) == b"x" * 5_000
        for _ in range(5):
            lane.send(b"y" * 300)
        lane.end()
        assert [body async for body in bodies] == [b"y" * 300] * 3

    asyncio.run(scene())


KNOCKS = 10_000 if SOAK else 2_000


def knocks(server: ServerProcess, cookie: str) -> list[bytes]:
    """Ways to come to the door: without a name, with a wrong one, from elsewhere, with nonsense, and properly."""
    host = f"127.0.0.1:{server.port}"
    upgrade = (
        f"GET /api/play HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    )
    return [
        f"{upgrade}\r\n".encode(),
        f"{upgrade}Cookie: spieltisch=wrong\r\n\r\n".encode(),
        f"{upgrade}Cookie: {cookie}\r\nOrigin: http://evil.example\r\n\r\n".encode(),
        f"{upgrade.replace('13', '1')}\r\n".encode(),
        b"\x16\x03\x01 this is not HTTP\r\n\r\n",
        b"",
        f"{upgrade}Cookie: {cookie}\r\n\r\n".encode(),
    ]


def test_thousands_of_connection_attempts_leave_no_trace(strict: ServerProcess) -> None:
    """The table next door plays on meanwhile; memory does not grow."""
    answers: Counter[bytes] = Counter()

    async def knock(request: bytes) -> None:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", strict.port)
            writer.write(request)
            if request:
                answers[(await reader.read(12))[9:12]] += 1
            writer.transport.abort()
        except OSError:
            answers[b"lost"] += 1

    async def attack() -> None:
        assert strict.process is not None
        process = psutil.Process(strict.process.pid)
        async with Company(strict.url) as company:
            guests = await company.invite(2)
            table = await open_table(guests[:1], "amul", bots=2)
            player = company.sit(guests[0], table)
            player.thinking = 0.02
            game = asyncio.create_task(player.play())
            ways = knocks(strict, guests[1].cookie)
            before = 0
            for number in range(KNOCKS // 100):
                await asyncio.gather(*(knock(ways[(number + each) % len(ways)]) for each in range(100)))
                if number == 10:
                    before = process.memory_info().rss
            await game
            assert player.over
            assert player.reconnects == 0
            grown = process.memory_info().rss - before
            assert grown < 20_000_000, grown
            await player.close()
            await settled(strict, 0)
            health = strict.get("/health").json()
            assert health["ok"]

    asyncio.run(attack())
    assert answers[b"403"] > KNOCKS // 4
    assert answers[b"101"] > 0
    assert answers[b"500"] == 0
