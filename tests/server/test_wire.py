"""The wire under the socket: order, fragments, bad text, slow readers, and that places are given back."""

from __future__ import annotations

import asyncio
import base64
import os
import socket as network
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
import websockets

from bench.wire import TEXT, frame
from tests.server.harness import LONG, NO_TLS, Company, Guest, Player, ServerProcess, open_socket, open_table

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

    from tests.server.nursery import Nursery

    Scene = Callable[[Company], Awaitable[None]]


def run(server: ServerProcess, scene: Scene) -> None:
    async def play() -> None:
        async with Company(server.url) as company:
            await scene(company)

    asyncio.run(play())


async def connected(guest: Guest) -> Any:
    found = await open_socket(guest.url, {"Cookie": guest.cookie}, compression=None)
    assert msgspec.json.decode(await found.recv())["type"] == "hello"
    return found


def test_many_messages_at_once_are_answered_in_order(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite(1)
        async with await connected(guest) as socket:
            count = 80
            for number in range(count):
                await socket.send(f'{{"type": "ping", "ref": "{number}"}}')
            answers = [msgspec.json.decode(await socket.recv())["ref"] for _ in range(count)]
            assert answers == [str(number) for number in range(count)]

    run(server, scene)


def test_a_message_in_pieces_and_one_in_bytes_are_understood(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite(1)
        async with await connected(guest) as socket:
            await socket.send(['{"type": "pi', 'ng", "ref":', ' "a"}'])
            assert msgspec.json.decode(await socket.recv())["ref"] == "a"
            await socket.send(b'{"type": "ping", "ref": "b"}')
            assert msgspec.json.decode(await socket.recv())["ref"] == "b"

    run(server, scene)


def test_text_that_is_none_ends_the_connection_with_its_code(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite(1)
        async with await connected(guest) as socket:
            await socket.send(b'{"type": "ping", "ref": "\xff"}', text=True)
            with pytest.raises(websockets.ConnectionClosed):
                await socket.recv()
            assert socket.close_code == 1007

    run(server, scene)


def test_places_are_given_back_however_a_connection_ends(server: ServerProcess) -> None:
    async def count() -> int:
        async with httpx.AsyncClient(timeout=LONG, verify=NO_TLS) as client:
            return int((await client.get(f"{server.url}/health")).json()["sockets"])

    async def scene(company: Company) -> None:
        guests = await company.invite(6)
        before = await count()
        sockets = [await connected(guest) for guest in guests]
        assert await count() == before + 6
        await sockets[0].close()
        sockets[1].transport.abort()
        await sockets[2].send("x" * 9_000)
        await sockets[3].send("x" * 100_000)
        await guests[4].http.delete("/api/session")
        table = await open_table([guests[5]], "wampum", bots=1)
        await sockets[5].send(f'{{"type": "watch", "table": "{table}", "since": 0}}')
        sockets[5].transport.abort()
        async with asyncio.timeout(LONG):
            while await count() != before:
                await asyncio.sleep(0.05)

    run(server, scene)


def test_a_head_that_cannot_be_read_is_answered(server: ServerProcess) -> None:
    """Nobody further inside would: more lines than a WebSocket's head may have."""
    lines = "".join(f"X-Line-{number}: a\r\n" for number in range(200))
    with network.create_connection(("127.0.0.1", server.port), timeout=LONG) as line:
        line.sendall(
            f"GET /api/play HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n{lines}\r\n".encode()
        )
        heard = b""
        while part := line.recv(4096):
            heard += part
    assert heard.startswith(b"HTTP/1.1 431")


def test_what_is_said_as_soon_as_one_may_speak_is_heard(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite(1)
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(
            f"GET /api/play HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {guest.cookie}\r\n\r\n".encode()
        )
        # Before the answer nobody may speak; right after it, nobody has to wait for the first word of the server.
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        writer.write(frame(TEXT, b'{"type": "ping", "ref": "early"}'))
        await asyncio.wait_for(reader.readuntil(b'"early"'), LONG)
        writer.close()

    run(server, scene)


# --- slow readers ----------------------------------------------------------------------------------------------


@pytest.fixture
def impatient(tmp_path: Path, nursery: Nursery) -> Iterator[ServerProcess]:
    """A server that lets little wait."""
    running = ServerProcess(
        f"sqlite:///{tmp_path}/slow.db",
        tmp_path / "log",
        nursery=nursery,
        SPIELTISCH_SEND_BYTES="20000",
        SPIELTISCH_CHAT_LINES_PER_TABLE="100000",
        SPIELTISCH_CHAT_BYTES_PER_TABLE="100000000",
    )
    running.start()
    yield running
    assert running.stop() == 0
    assert "trace" not in running.log.read_text(), running.log.read_text()


async def deaf(server: ServerProcess, guest: Guest, table: str) -> network.socket:
    """Somebody who follows a table and never reads."""
    found = network.socket()
    found.setsockopt(network.SOL_SOCKET, network.SO_RCVBUF, 4096)
    found.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(found, ("127.0.0.1", server.port))
    key = base64.b64encode(os.urandom(16)).decode()
    hands = (
        f"GET /api/play HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {guest.cookie}\r\n\r\n"
    )
    watch = frame(TEXT, msgspec.json.encode({"type": "watch", "table": table, "since": 0}))
    await loop.sock_sendall(found, hands.encode())
    assert (await loop.sock_recv(found, 4096)).startswith(b"HTTP/1.1 101")
    await loop.sock_sendall(found, watch)
    return found


def test_who_does_not_read_is_dropped_nobody_else_waits_and_nothing_is_missed(impatient: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        first, second = await company.invite(2)
        table = await open_table([first, second], "wampum")
        talker = await company.join(first, table)
        slow = await deaf(impatient, second, table)
        here: list[str] = []
        while second.id not in here:
            message = await talker.hear()
            here = message["here"] if message["type"] == "here" else here
        said = 0
        while second.id in here and said < 20_000:
            for _ in range(50):
                said += 1
                await talker.say("chat", ref=f"c{said}", text="word " * 90, id=f"c{said}")
            answered = ""
            while answered != f"c{said}":
                message = await talker.hear()
                here = message["here"] if message["type"] == "here" else here
                answered = message.get("ref", "")
                assert message.get("ok", True), message
        assert second.id not in here, said
        slow.close()
        back = Player(second, table)
        company.players.append(back)
        await back.connect()
        await back.watch()
        assert back.seq == talker.seq

    run(impatient, scene)
