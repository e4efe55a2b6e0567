"""Strangers at the gate: connections that say nothing, too much or no end of it, and addresses that are made up."""

from __future__ import annotations

import asyncio
import contextlib
import select
import socket
import time
from contextlib import closing
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.server.harness import LONG, Company, ServerProcess, open_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.nursery import Nursery


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory, nursery: Nursery) -> Iterator[ServerProcess]:
    """A server with little patience and room for few."""
    folder: Path = tmp_path_factory.mktemp("hurried")
    running = ServerProcess(
        f"sqlite:///{folder}/hurried.db",
        folder / "log",
        nursery=nursery,
        SPIELTISCH_HEAD_SECONDS="1",
        SPIELTISCH_BODY_SECONDS="1",
        SPIELTISCH_SOCKETS_PER_ADDRESS="5",
        SPIELTISCH_CONNECTIONS_PER_ADDRESS="20",
        SPIELTISCH_MESSAGES_PER_SECOND="20",
        SPIELTISCH_MESSAGES_AT_ONCE="60",
    )
    running.start()
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log.read_text(), running.log.read_text()


def call(server: ServerProcess) -> socket.socket:
    """Connect and say nothing."""
    return socket.create_connection(("127.0.0.1", server.port), timeout=LONG)


def all_of(line: socket.socket) -> bytes:
    """Everything that the server says until it closes the connection."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while part := line.recv(65_536):
            heard += part
    return heard


def drip(line: socket.socket, words: bytes) -> None:
    """Send a little now and then, until the server closes the connection."""
    until = time.monotonic() + LONG
    try:
        while time.monotonic() < until:
            line.sendall(words)
            time.sleep(0.05)
    except ConnectionError:
        return
    pytest.fail("the server still listens")


HOST = b"Host: 127.0.0.1\r\n"


@pytest.mark.parametrize(
    "words",
    [b"", b"GET /hea", b"GET /health HTTP/1.1\r\n" + HOST + b"X-Slow: ", b"\r\n\r\n"],
    ids=["silence", "half a line", "half a head", "blank lines"],
)
def test_who_does_not_say_what_they_want_is_shown_out(hurried: ServerProcess, words: bytes) -> None:
    with closing(call(hurried)) as line:
        line.sendall(words)
        all_of(line)  # ends, because the server closes


def test_dripping_does_not_buy_time(hurried: ServerProcess) -> None:
    with closing(call(hurried)) as line:
        line.sendall(b"GET /health HTTP/1.1\r\n" + HOST)
        drip(line, b"X-A: b\r\n")


def test_a_second_request_has_no_more_time_than_the_first(hurried: ServerProcess) -> None:
    with closing(call(hurried)) as line:
        line.sendall(b"GET /health HTTP/1.1\r\n" + HOST + b"\r\n")
        assert line.recv(12) == b"HTTP/1.1 200"
        line.sendall(b"GET /health HTTP/1.1\r\n")
        all_of(line)


@pytest.mark.parametrize(
    "head", [b"Content-Length: 100\r\n", b"Transfer-Encoding: chunked\r\n"], ids=["long", "chunked"]
)
def test_a_body_comes_to_its_end_or_is_refused(hurried: ServerProcess, head: bytes) -> None:
    with closing(call(hurried)) as line:
        line.sendall(b"POST /api/me HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n" + head + b"\r\n")
        if head.startswith(b"Content"):
            line.sendall(b'{"name": "half')
        heard = all_of(line)
    assert heard.startswith(b"HTTP/1.1 408")
    assert b"server.refuse.too_slow" in heard


def test_a_body_that_nobody_wants_does_not_keep_the_connection(hurried: ServerProcess) -> None:
    with closing(call(hurried)) as line:
        line.sendall(b"GET /health HTTP/1.1\r\n" + HOST + b"Content-Length: 1000000\r\n\r\n")
        drip(line, b"x")


@pytest.mark.parametrize(
    ("head", "status"),
    [(b"/api/nowhere", b"404"), (b"/api/tables", b"401"), (b"/api/me", b"403")],
    ids=["not found", "by nobody", "refused at the gate"],
)
def test_nobody_is_interrupted_to_be_refused(hurried: ServerProcess, head: bytes, status: bytes) -> None:
    """A proxy that is answered while it still speaks hangs up, and the answer is lost."""
    site = b"Origin: https://elsewhere.example\r\n" if status == b"403" else b""
    with closing(call(hurried)) as line:
        line.sendall(b"POST " + head + b" HTTP/1.1\r\n" + HOST + site + b"Content-Length: 2\r\n\r\n")
        assert not select.select([line], [], [], 0.2)[0], "answered before the body has come"
        line.sendall(b"{}")
        assert line.recv(12) == b"HTTP/1.1 " + status


def test_a_head_without_end_is_not_kept(hurried: ServerProcess) -> None:
    with closing(call(hurried)) as line, contextlib.suppress(ConnectionError):
        line.sendall(b"GET /health HTTP/1.1\r\n" + HOST)
        for _ in range(1_000):
            line.sendall(b"X-Long: " + b"a" * 10_000 + b"\r\n")
        pytest.fail("ten megabytes of head were taken")


def test_many_requests_at_once_are_no_conversation(hurried: ServerProcess) -> None:
    with closing(call(hurried)) as line:
        with contextlib.suppress(ConnectionError):
            line.sendall((b"GET /health HTTP/1.1\r\n" + HOST + b"\r\n") * 1_000)
        assert all_of(line).count(b"HTTP/1.1 200") < 100


def test_connections_are_counted_by_address_and_places_come_back(hurried: ServerProcess) -> None:
    until = time.monotonic() + LONG
    lines = [call(hurried) for _ in range(25)]
    for line in lines:
        line.settimeout(0.5)
    turned_away = 0
    for line in reversed(lines):
        with contextlib.suppress(OSError):
            turned_away += line.recv(12) == b"HTTP/1.1 429"
    for line in lines:
        line.close()
    assert turned_away == 0  # 20 and the 5 of those who stay
    lines = [call(hurried) for _ in range(40)]
    try:
        assert any(line.recv(12) == b"HTTP/1.1 429" for line in reversed(lines))
    finally:
        for line in lines:
            line.close()
    while time.monotonic() < until:
        with contextlib.suppress(httpx.HTTPError):
            if hurried.get("/health").status_code == 200:
                return
        time.sleep(0.05)
    pytest.fail("places did not come back")


def test_waiting_for_news_counts_as_a_connection(hurried: ServerProcess) -> None:
    async def attack() -> None:
        async with Company(hurried.url) as company:
            (guest,) = await company.invite()
            table = await open_table([guest], "wampum", bots=1, settings={"pace": "natural"})
            seq = (await guest.get(f"/api/tables/{table}"))["seq"]
            path = f"/api/tables/{table}/events?wait=3&since={seq + 50}"
            answers = await asyncio.gather(*(guest.http.get(path) for _ in range(9)))
            refused = [answer for answer in answers if answer.status_code == 429]
            assert len(refused) == 4
            assert refused[0].json()["key"] == "server.refuse.too_many_sockets"
            assert (await guest.http.get(f"/api/tables/{table}/events?wait=0.1&since={seq + 50}")).status_code == 200

    asyncio.run(attack())


# --- floods ------------------------------------------------------------------------------------------------


async def flood(server: ServerProcess, cookie: str, frame: bytes, count: int) -> tuple[int, int]:
    """Send frames without reading; says how many answers came, and the code with which the server closed."""
    port = server.port
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET /api/play HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: {cookie}\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    heard = bytearray()

    async def listen() -> None:
        with contextlib.suppress(ConnectionError):
            while part := await reader.read(65_536):
                heard.extend(part)

    listening = asyncio.create_task(listen())
    with contextlib.suppress(ConnectionError):
        for _ in range(count):
            writer.write(frame * 500)
            await writer.drain()
            if listening.done():
                break
    await asyncio.wait_for(listening, LONG)
    writer.transport.abort()
    code = heard.rfind(b"\x88\x02")
    return heard.count(b'"type":"'), int.from_bytes(heard[code + 2 : code + 4], "big") if code >= 0 else 0


def masked(opcode: int, body: bytes) -> bytes:
    """A small frame of a client; a mask of zeros changes nothing."""
    return bytes([opcode, 0x80 | len(body)]) + bytes(4) + body


@pytest.mark.parametrize(
    "frame",
    [
        masked(0x81, b'{"type":"ping"}'),
        masked(0x81, b"{}"),
        masked(0x89, b""),
        masked(0x8A, b""),
        masked(0x01, b"") + masked(0x00, b"") * 50,
    ],
    ids=["pings", "nonsense", "empty control pings", "pongs that nobody asked for", "messages without end"],
)
def test_a_flood_is_answered_a_little_and_then_shut_out(hurried: ServerProcess, frame: bytes) -> None:
    async def attack() -> None:
        async with Company(hurried.url) as company:
            guest, other = await company.invite(2)
            table = await open_table([other], "wampum", bots=1)
            player = await company.join(other, table)
            answers, code = await flood(hurried, guest.cookie, frame, 20_000)
            assert answers < 200  # it was answered millions of times
            assert code in (1008, 0)  # 0: shut out before the goodbye was read
            await player.say("unwatch", ref="u")
            assert (await player.hear_until("answer", "u"))["ok"]

    asyncio.run(attack())


def test_refusals_now_and_then_close_nothing(hurried: ServerProcess) -> None:
    async def play() -> None:
        async with Company(hurried.url) as company:
            (guest,) = await company.invite()
            table = await open_table([guest], "wampum", bots=1)
            player = await company.join(guest, table)
            for number in range(30):
                await asyncio.sleep(0.06)  # within the rate
                await player.say("reclaim", seat=0, ref=str(number))
                assert not (await player.hear_until("answer", str(number)))["ok"]
            await player.say("unwatch", ref="u")
            assert (await player.hear_until("answer", "u"))["ok"]

    asyncio.run(play())


# --- who sends much is heard slowly -------------------------------------------------------------------------------


def test_what_one_address_sends_is_read_at_a_measured_pace(tmp_path: Path, nursery: Nursery) -> None:
    """Reading costs time that belongs to those who play. Nothing is cut off, and another address does not feel it."""
    server = ServerProcess(
        f"sqlite:///{tmp_path}/paced.db",
        tmp_path / "log",
        nursery=nursery,
        SPIELTISCH_BYTES_PER_SECOND="50000",
        SPIELTISCH_BYTES_AT_ONCE="20000",
    )
    server.start()
    try:
        body = b"x" * 120_000
        head = b"POST /api/me HTTP/1.1\r\n" + HOST + b"Connection: close\r\nContent-Length: 120000\r\n\r\n"
        with closing(call(server)) as line:
            began = time.monotonic()
            line.sendall(head + body)
            with closing(socket.create_connection(("127.0.0.1", server.port), LONG, ("127.0.0.9", 0))) as other:
                other.sendall(b"GET /health HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
                assert all_of(other).startswith(b"HTTP/1.1 200")
            neighbour = time.monotonic() - began
            assert all_of(line).startswith(b"HTTP/1.1 4")
            own = time.monotonic() - began
        # 100,000 bytes over what may come at once are two seconds at this pace.
        assert own > 1.9
        assert neighbour < own
    finally:
        server.stop()


def test_a_server_that_stops_waits_for_no_half_sent_body(tmp_path: Path, nursery: Nursery) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path}/half.db", tmp_path / "log", nursery=nursery)
    server.start()
    with closing(call(server)) as line:
        line.sendall(b"POST /api/me HTTP/1.1\r\n" + HOST + b"Content-Length: 100\r\n\r\n" + b"x" * 50)
        assert server.get("/health").status_code == 200  # the half is there by now
        assert server.stop() == 0
        all_of(line)
    assert "Traceback" not in server.log.read_text(), server.log.read_text()
